// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toWireTemplate } from '#contract/labels.ts';
import { TEMPLATES } from '#domain/labels/template.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { createTemplateCommand, templateSubject } from './template-queries.ts';

defineCommands({ 'label-template-create': () => Promise.resolve(createTemplateCommand) });

const template = { ...toWireTemplate(TEMPLATES[0]), template_name: 'Theirs' };
const SAVED = { id: 3, location_id: 20, template, version: 1, updated_at: '2026-11-23T10:00:00.000Z' };

let screen: OnScreen;
let answer: (response: Response) => void;
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  serve((call) => (call.startsWith('POST ') ? new Promise((resolve) => (answer = resolve)) : null));
  screen = await onPage(
    <TemplateDialog own={null} begun={TEMPLATES[0]} onClose={onClose} onSaved={() => undefined} />,
    ['edit-products'],
  );
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function nameField(): HTMLInputElement {
  const named = [...document.querySelectorAll('label')].find((one) => one.textContent.startsWith('Name'));
  return document.getElementById(named?.htmlFor ?? '') as HTMLInputElement;
}

it('keeps what is typed when another window has saved a new template', async () => {
  await screen.type(nameField(), 'Jar lids');
  const subject = templateSubject(null);
  await act(() =>
    commands.send(createTemplateCommand, { subject, title: 'Label template Theirs', memo: {}, body: { template } }),
  );
  const key = commands.openOf('label-template-create', subject)?.key ?? '';
  commands.store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
  await until(() => expect(document.querySelector('fieldset')?.disabled).toBe(true));
  await act(async () => answer(Response.json(await done({ data: SAVED }).json(), { status: 201 })));
  await until(() => expect(commands.openOf('label-template-create', subject)).toBeNull());
  expect(onClose).not.toHaveBeenCalled();
  expect(nameField().value).toBe('Jar lids');
});
