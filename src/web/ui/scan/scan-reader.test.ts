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

/** The text of a field after these verdicts, and the code that was read. */
function outcome(keys: readonly string[], verdicts: ReturnType<typeof type>, holds = '') {
  let field = holds;
  let before = holds;
  let code: string | null = null;
  let torn = false;
  verdicts.forEach((verdict, index) => {
    const key = keys[index] ?? '';
    if (verdict.kind === 'hold') return;
    if (verdict.kind === 'scan' || verdict.kind === 'torn') {
      field = before;
      if (verdict.kind === 'scan') code = verdict.code;
      else torn = true;
      return;
    }
    field += verdict.release;
    if (verdict.kind === 'first') before = field;
    if (key.length === 1) field += key;
  });
  return { field, code, torn };
}

/** The outcome of keys with the given time before each, in a field that already holds text. */
function paced(keys: readonly string[], gapBefore: (index: number) => number, holds = '') {
  const reader = createScanReader();
  let atMs = 10_000;
  const verdicts = keys.map((key, index) => {
    atMs += gapBefore(index);
    return reader.press({ key, atMs, repeat: false, modified: false });
  });
  return outcome(keys, verdicts, holds);
}

const EAN = [...chars('2000001101034'), 'Enter'];

it('reads a burst that ends in Enter as a code and leaves nothing in the field', () => {
  expect(outcome(EAN, type(EAN, 5))).toMatchObject({ field: '', code: '2000001101034' });
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
  expect(outcome([...chars('haze'), ...EAN], [...typed, ...scanned])).toMatchObject({
    field: 'haze',
    code: '2000001101034',
  });
});

it.each([36, 60, 120, 300])('takes a person typing with %i ms between keys for a person', (gapMs) => {
  const keys = [...chars('blue dream'), 'Enter'];
  expect(outcome(keys, type(keys, gapMs))).toEqual({ field: 'blue dream', code: null, torn: false });
});

it('gives back, in order, two keys that were pressed nearly at once', () => {
  const reader = createScanReader();
  const press = (key: string, atMs: number) => reader.press({ key, atMs, repeat: false, modified: false });
  const keys = chars('theory');
  const verdicts = keys.map((key, index) => press(key, index === 1 ? 15 : index * 110));
  expect(verdicts[1]).toEqual({ kind: 'hold' });
  expect(outcome(keys, verdicts)).toEqual({ field: 'theory', code: null, torn: false });
});

it('does not take a short burst for a code', () => {
  const keys = [...chars('12'), 'Enter'];
  expect(outcome(keys, type(keys, 5))).toEqual({ field: '12', code: null, torn: false });
});

it('does not take a burst without Enter for a code, nor one that Enter follows later', () => {
  const reader = createScanReader();
  const burst = type(chars('12345'), 5, {}, reader);
  const enter = reader.press({ key: 'Enter', atMs: 2000, repeat: false, modified: false });
  expect(outcome([...chars('12345'), 'Enter'], [...burst, enter])).toEqual({ field: '12345', code: null, torn: false });
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

it.each([40, 60, 79])('reads a barcode whose scanner stumbles for %i ms, or keeps that pace', (gapMs) => {
  for (const place of EAN.keys()) {
    if (place === 0) continue;
    const keys = paced(EAN, (index) => (index === place ? gapMs : 6));
    expect(keys).toEqual({ field: '', code: '2000001101034', torn: false });
  }
  expect(paced(EAN, () => gapMs)).toEqual({ field: '', code: '2000001101034', torn: false });
});

it.each([90, 150, 400, 1200])(
  'drops a barcode with a gap of %i ms, and with it what has reached the field',
  (gapMs) => {
    // From the fifth digit on. Fewer digits may be typed by hand, and the rest is not the code of any product.
    for (let place = 4; place <= 12; place += 1) {
      const dropped = paced(EAN, (index) => (index === place ? gapMs : 6), 'haze');
      expect(dropped).toEqual({ field: 'haze', code: null, torn: true });
    }
  },
);

it.each([90, 250])('drops a barcode torn by %i ms anywhere, before its Enter too', (gapMs) => {
  for (let place = 1; place <= 13; place += 1) {
    for (const paceMs of [6, 50]) {
      const dropped = paced(EAN, (index) => (index === place ? gapMs : paceMs));
      expect(dropped).toEqual({ field: '', code: null, torn: true });
    }
  }
});

it('adds nothing by the four digits behind a gap, however often a scan breaks off', () => {
  const broken = paced(EAN, (index) => ([5, 9].includes(index) ? 100 : 6));
  expect(broken).toEqual({ field: '', code: null, torn: true });
});

it('reads the next scan after one that was torn', () => {
  const keys = [...EAN, ...EAN];
  const read = paced(keys, (index) => (index === 9 ? 120 : index === 14 ? 900 : 6));
  expect(read).toEqual({ field: '', code: '2000001101034', torn: true });
});

it.each([100, 110, 140, 180])('never takes digits typed by hand at %i ms and more for a scan', (gapMs) => {
  for (const text of ['40', '4000', '2000001101034', '1234.56']) {
    const keys = [...chars(text), 'Enter'];
    expect(paced(keys, (index) => gapMs + ((index * 37) % 90))).toEqual({ field: text, code: null, torn: false });
  }
});

it('leaves text alone that dictation or a text expander types at once', () => {
  for (const text of ['Price match', 'Agreed with Zoë', 'mañana']) {
    const keys = [...chars(text), 'Enter'];
    expect(paced(keys, () => 2)).toEqual({ field: text, code: null, torn: false });
  }
  // The amount by voice, Enter by voice after it.
  const keys = [...chars('4000'), 'Enter'];
  expect(paced(keys, (index) => (index === 4 ? 250 : 1))).toEqual({ field: '4000', code: null, torn: false });
});

it('does not hear what an input method composes', () => {
  const keys = [...Array.from({ length: 9 }, () => 'Process'), 'Enter'];
  expect(type(keys, 5).every(({ kind }) => kind === 'pass')).toBe(true);
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
