// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import { changeFieldsCommand, sendFields, setEdits } from './field-commands.ts';
import { FieldEditor } from './field-editor.tsx';

defineCommands({ 'product-fields': () => Promise.resolve(changeFieldsCommand) });

const PRODUCT = product({
  id: 7,
  name: 'Blue Ridge Mist',
});

const productNow = () => ({
  ...{ id: 7, name: PRODUCT.name, description: '', type: 'simple', status: 'publish', sku: null, barcode: null },
  ...{ category_ids: [], blueprint_id: null, price_class: null, taxable: true, image: null, regular_price: '4.50' },
  ...{ unit: null, step: 1, floor_price: null },
  ...{ sale_price: null, sale_from: null, sale_until: null, price_changes: [], variations: [], pricing: null },
  ...{ field_values: saved.values, in_books: true, version: saved.version },
  ...{ created_at: '2026-11-23T10:00:00.000Z', updated_at: '2026-11-23T10:00:00.000Z' },
});

let screen: OnScreen;
let saved: { version: number; values: Record<string, string> };
let sent: unknown[];
let fails: boolean;

beforeEach(async () => {
  saved = { version: 5, values: { nose: 'Pine', effect: 'Calm' } };
  sent = [];
  fails = false;
  serve((call, body) => {
    if (call === 'GET /api/blueprint-fields') {
      if (fails) return refused(422, 'not_valid', 'The fields fell.');
      const fields = Object.entries(saved.values).map(([name, value], index) => ({
        field_id: index,
        field_name: name,
        field_label: name,
        field_type: 'text',
        field_value: value,
      }));
      return done({ fields });
    }
    if (call.startsWith('PUT ')) {
      sent.push(body);
      const { field_values: values } = body as { field_values: Record<string, string> };
      saved = { version: saved.version + 1, values: { ...saved.values, ...values } };
    }
    return done({ data: productNow() });
  });
  screen = await onPage(<FieldEditor product={PRODUCT} onClose={() => undefined} />, ['edit-products']);
  await until(() => void field('nose'));
});
afterEach(async () => {
  await screen.leave();
  setEdits(7, {});
  queryClient.clear();
  vi.unstubAllGlobals();
});

function field(label: string): HTMLInputElement {
  const named = [...document.querySelectorAll('label')].find((one) => one.textContent === label);
  const input = document.getElementById(named?.htmlFor ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}
const save = () => screen.press(screen.button('Save fields'));

it('says that fields cannot be fetched, and fetches them again', async () => {
  await screen.leave();
  queryClient.clear();
  fails = true;
  screen = await onPage(<FieldEditor product={PRODUCT} onClose={() => undefined} />, ['edit-products']);
  await until(() => expect(screen.text()).toContain('Failed to fetch fields: The fields fell.'));
  fails = false;
  await screen.press(screen.button('Retry'));
  await until(() => expect(field('nose').value).toBe('Pine'));
});

it('replaces what somebody saved meanwhile only when that was said', async () => {
  await screen.type(field('nose'), 'Wet slate');
  await screen.type(field('effect'), 'Awake');
  saved = { version: 6, values: { ...saved.values, nose: 'Lemon' } };
  await act(async () => fetchAgain('fields'));
  await until(() => expect(queryClient.isFetching()).toBe(0));
  await save();
  expect(sent).toEqual([]);
  expect(screen.text()).toContain('This was changed to "Lemon" meanwhile. Save again to replace it.');
  expect(field('nose').value).toBe('Wet slate');
  await save();
  await until(() => expect(sent).toEqual([{ field_values: { nose: 'Wet slate', effect: 'Awake' }, version: 6 }]));
});

it('keeps what was typed since when the save before it is undone', async () => {
  await screen.type(field('nose'), 'Wet slate');
  await save();
  await until(() => expect(sent).toHaveLength(1));
  await until(() => expect(field('effect').disabled).toBe(false));
  await screen.type(field('effect'), 'Awake');
  const [before, edits] = [{ nose: 'Wet slate' }, { nose: 'Pine' }];
  await act(async () => sendFields({ productId: 7, name: PRODUCT.name, before, edits, isUndo: true }, 6));
  await until(() => expect(field('nose').value).toBe('Pine'));
  expect(field('effect').value).toBe('Awake');
});
