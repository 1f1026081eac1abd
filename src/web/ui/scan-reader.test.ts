import { expect, it } from 'vitest';
import { createScanReader, type Press } from './scan-reader.ts';

const chars = (text: string): string[] => Array.from(text);

/** Presses keys a fixed time apart. */
function type(keys: readonly string[], gapMs: number, change: Partial<Press> = {}, reader = createScanReader()) {
  let atMs = 1000;
  return keys.map((key) => {
    atMs += gapMs;
    return reader.press({ key, atMs, repeat: false, modified: false, ...change });
  });
}

/** What a field would hold after these verdicts, and the code that was read. */
function outcome(keys: readonly string[], verdicts: ReturnType<typeof type>) {
  let field = '';
  let before = '';
  let code: string | null = null;
  verdicts.forEach((verdict, index) => {
    const key = keys[index] ?? '';
    if (verdict.kind === 'hold') return;
    if (verdict.kind === 'scan') {
      field = before;
      code = verdict.code;
      return;
    }
    field += verdict.release;
    if (verdict.kind === 'first') before = field;
    if (key.length === 1) field += key;
  });
  return { field, code };
}

const EAN = [...chars('2000001101034'), 'Enter'];

it('reads a burst that ends in Enter as a code and leaves nothing in the field', () => {
  expect(outcome(EAN, type(EAN, 5))).toEqual({ field: '', code: '2000001101034' });
});

it('reads codes with capital letters, which come with Shift', () => {
  const keys = ['Shift', 'F', 'Shift', 'L', 'Shift', 'W', '-', '0', '1', 'Enter'];
  expect(outcome(keys, type(keys, 8)).code).toBe('FLW-01');
});

it('leaves what was in the field before the scan', () => {
  const reader = createScanReader();
  const typed = type(chars('haze'), 120, {}, reader);
  const scanned = EAN.map((key, index) =>
    reader.press({ key, atMs: 5000 + index * 4, repeat: false, modified: false }),
  );
  expect(outcome([...chars('haze'), ...EAN], [...typed, ...scanned])).toEqual({ field: 'haze', code: '2000001101034' });
});

it.each([36, 60, 120, 300])('takes a person typing with %i ms between keys for a person', (gapMs) => {
  const keys = [...chars('blue dream'), 'Enter'];
  expect(outcome(keys, type(keys, gapMs))).toEqual({ field: 'blue dream', code: null });
});

it('gives back, in order, two keys that were pressed nearly at once', () => {
  const reader = createScanReader();
  const press = (key: string, atMs: number) => reader.press({ key, atMs, repeat: false, modified: false });
  const keys = chars('theory');
  const verdicts = keys.map((key, index) => press(key, index === 1 ? 15 : index * 110));
  expect(verdicts[1]).toEqual({ kind: 'hold' });
  expect(outcome(keys, verdicts)).toEqual({ field: 'theory', code: null });
});

it('does not take a short burst for a code', () => {
  const keys = [...chars('12'), 'Enter'];
  expect(outcome(keys, type(keys, 5))).toEqual({ field: '12', code: null });
});

it('does not take a burst without Enter for a code, nor one that Enter follows later', () => {
  const reader = createScanReader();
  const burst = type(chars('12345'), 5, {}, reader);
  const enter = reader.press({ key: 'Enter', atMs: 2000, repeat: false, modified: false });
  expect(outcome([...chars('12345'), 'Enter'], [...burst, enter])).toEqual({ field: '12345', code: null });
});

it('types what it held back when the burst pauses, and still knows the code when it goes on in time', () => {
  const reader = createScanReader();
  const press = (key: string, atMs: number) => reader.press({ key, atMs, repeat: false, modified: false });
  press('1', 0);
  press('2', 5);
  expect(reader.pause()).toBe('2');
  press('3', 20);
  press('4', 25);
  expect(press('Enter', 30)).toEqual({ kind: 'scan', code: '1234' });
  expect(reader.pause()).toBe('');
});

it('does not take a key that is held down for a scanner', () => {
  const keys = [...chars('aaaaaa'), 'Enter'];
  expect(type(keys, 30, { repeat: true }).map(({ kind }) => kind)).toEqual(keys.map(() => 'pass'));
});

it('leaves shortcuts alone', () => {
  expect(type([...chars('kkkkk'), 'Enter'], 5, { modified: true }).every(({ kind }) => kind === 'pass')).toBe(true);
});

it('starts afresh after an arrow or Escape', () => {
  const keys = [...chars('12'), 'Escape', ...chars('34'), 'Enter'];
  expect(outcome(keys, type(keys, 5)).code).toBeNull();
});
