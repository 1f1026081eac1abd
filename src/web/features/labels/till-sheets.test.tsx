// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LabelPrinter } from '#contract/label-printers.ts';
import { roll } from '#domain/labels/template.ts';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, onPage, serve, until } from '#testing/served-page.tsx';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { printLabelsCommand } from '#web/entities/labels/printers.ts';
import { SheetPrinters } from './controls/sheet-printers.tsx';
// A question is drawn at once when its code is there.
import '#web/ui/layers/alert-dialog.tsx';
import { PrinterSection } from './print/printer-section.tsx';
import {
  addSheetPrinter,
  chooseSheetPrinter,
  removeSheetPrinter,
  setCalibration,
  setStart,
  useCalibration,
  useStart,
} from './till-sheets.ts';

const KEY = 'tillwright.labels';
const SHIFTED = { offsetXPt: 2, offsetYPt: -1, scale: 1 };

let screen: OnScreen;
const hearStorage = () => window.dispatchEvent(new StorageEvent('storage', { key: KEY }));

function Sheets() {
  return (
    <p>
      {useStart('a')} {useCalibration('a').offsetXPt}
    </p>
  );
}

beforeEach(async () => {
  localStorage.clear();
  hearStorage();
  screen = await onScreen(<Sheets />);
});
afterEach(() => screen.leave());

const storedNow = () => JSON.parse(localStorage.getItem(KEY) ?? 'null') as unknown;
/** Stores settings in the way another window would. */
const storeThere = (stored: object) => localStorage.setItem(KEY, JSON.stringify(stored));

it('keeps what another window stored since', async () => {
  await act(async () => setStart('a', 3));
  storeThere({ starts: { a: 3, b: 7 }, calibrations: { a: SHIFTED } });
  await act(async () => setStart('a', 5));
  expect(storedNow()).toEqual({
    starts: { a: 5, b: 7 },
    calibrations: { a: SHIFTED },
    warning: '',
    dpi: 203,
    printer: null,
    sheetPrinters: [],
    sheetPrinter: '',
  });
  expect(screen.text()).toBe('5 2');
});

it('shows what another window stored', async () => {
  storeThere({ starts: {}, calibrations: { a: SHIFTED } });
  await act(async () => hearStorage());
  expect(screen.text()).toBe('0 2');
});

it('keeps calibration and part-used sheets of each printer', async () => {
  await act(async () => {
    setStart('a', 3);
    setCalibration('a', SHIFTED);
    addSheetPrinter('Back office');
  });
  expect(screen.text()).toBe('0 0');
  await act(async () => {
    setStart('a', 8);
    setCalibration('a', { ...SHIFTED, offsetXPt: 9 });
  });
  expect(screen.text()).toBe('8 9');
  await act(async () => chooseSheetPrinter(''));
  expect(screen.text()).toBe('3 2');
  await act(async () => removeSheetPrinter('Back office'));
  expect(storedNow()).toMatchObject({ starts: { a: 3 }, calibrations: { a: SHIFTED }, sheetPrinters: [] });
  // A printer of the same name begins anew.
  await act(async () => addSheetPrinter('Back office'));
  expect(screen.text()).toBe('0 0');
});

it('adds and removes a printer by its name, once', async () => {
  await screen.leave();
  let changed = 0;
  screen = await onScreen(<SheetPrinters onChanged={() => (changed += 1)} />);
  const add = async (name: string) => {
    await screen.press(screen.button('Add another printer'));
    await screen.type(screen.all('input[maxlength]')[0] as HTMLInputElement, name);
    await screen.press(screen.button('Add'));
  };
  await add('  Back  office ');
  expect(storedNow()).toMatchObject({ sheetPrinters: ['Back office'], sheetPrinter: 'Back office' });
  expect(changed).toBe(1);
  await add('back office');
  expect(screen.text()).toContain('There is a printer of this name.');
  await screen.type(screen.all('input[maxlength]')[0] as HTMLInputElement, 'Counter');
  await screen.press(screen.button('Add'));
  await screen.press(screen.button('Remove Counter'));
  expect(storedNow()).toMatchObject({ sheetPrinters: ['Back office'], sheetPrinter: '' });
  expect(changed).toBe(3);
});

it('remembers until the page is left where nothing can be stored', async () => {
  await act(async () => setStart('a', 1));
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError');
  });
  await act(async () => setStart('a', 3));
  await act(async () => setCalibration('a', SHIFTED));
  full.mockRestore();
  expect(screen.text()).toBe('3 2');
});

const JOB = {
  id: 12,
  location_id: 20,
  printer_id: 3,
  printer: 'Zebra',
  title: 'Roach Clip',
  copies: 1,
  printed: 0,
  state: 'waiting',
  reason: null,
  cancelling: false,
  version: 1,
  created_by: 'Ada',
  queued_at: '2026-11-02T15:00:00Z',
  finished_at: null,
};

it('sends the same labels once while there is no answer, and afterwards once a press that is meant', async () => {
  defineCommands({ 'label-printer-print': () => Promise.resolve(printLabelsCommand) });
  const sent: unknown[] = [];
  let answer: () => Response | null = () => null;
  serve((call, body) => {
    if (call !== 'POST /api/labels/printers/3/jobs') return null;
    sent.push(body);
    return answer();
  });
  await screen.leave();
  const printer = { id: 3, name: 'Zebra', dpi: 203, width: 2.25, height: 1.25, is_default: true } as LabelPrinter;
  const item = (name: string) => ({
    key: name,
    name,
    content: { name, lines: [], barcode: null },
    sampled: () => ({ name, lines: [], barcode: null }),
    product: null,
    copies: 1,
    problems: [],
    print: { name, price: '20.00', copies: 1 },
  });
  const show = async (name: string) => {
    const look = { showBorders: false, showLogo: false };
    const section = <PrinterSection printers={[printer]} template={roll(2, 1, 9)} items={[item(name)]} look={look} />;
    screen = await onPage(section, ['see-stock']);
  };
  const press = () => screen.press(screen.button('Print on Zebra'));
  await show('Papers');
  await press();
  await until(() => expect(sent).toHaveLength(1));
  await press();
  expect(sent).toHaveLength(1);
  await screen.leave();
  // Other labels need not wait.
  await show('Grinder');
  await press();
  await until(() => expect(sent).toMatchObject([{ labels: [{ name: 'Papers' }] }, { labels: [{ name: 'Grinder' }] }]));
  await screen.leave();
  // The answer came between the two halves of a double tap: the second one asks.
  answer = () => Response.json({ success: true, data: JOB }, { status: 201 });
  await show('Roach Clip');
  await press();
  await until(() => expect([...commands.store.getState().records.values()].at(-1)?.state).toBe('done'));
  await press();
  expect(await answerQuestion('Cancel')).toContain('They were sent to Zebra before.');
  expect(sent).toHaveLength(3);
  await press();
  await answerQuestion('Print again');
  await until(() => expect(sent).toHaveLength(4));
  vi.unstubAllGlobals();
  queryClient.clear();
});
