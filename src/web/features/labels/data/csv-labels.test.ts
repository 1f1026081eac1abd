import { expect, it } from 'vitest';
import { guessMapping, readLabels } from './csv-labels.ts';

const NONE = { line1: null, line2: null, line3: null, code: null, copies: null };

it('knows columns by their names, and takes the first one where none is known', () => {
  expect(guessMapping(['SKU', 'Product Name', 'Qty', 'Price'])).toEqual({
    line1: 1,
    line2: null,
    line3: 3,
    code: 0,
    copies: 2,
  });
  expect(guessMapping(['A', 'B'])).toEqual({ ...NONE, line1: 0 });
  expect(guessMapping([])).toEqual(NONE);
});

it('reads labels by the mapping, one of each where no number is given', () => {
  const mapping = { ...NONE, line1: 0, line2: 2, code: 1, copies: 3 };
  expect(
    readLabels(
      [
        ['Tray', 'TRY-1', 'Back shelf', '12'],
        ['Jar', '', '', ''],
      ],
      mapping,
    ),
  ).toEqual({
    labels: [
      { lines: ['Tray', 'Back shelf', ''], code: 'TRY-1', copies: 12 },
      { lines: ['Jar', '', ''], code: '', copies: 1 },
    ],
    wrong: [],
  });
});

it('names each wrong row with its reason, and keeps the others', () => {
  const mapping = { ...NONE, line1: 0, code: 1, copies: 2 };
  const { labels, wrong } = readLabels(
    [
      ['', 'X', '1'],
      ['a'.repeat(49), '', ''],
      ['Jar', '', 'many'],
      ['Jar', '', '0'],
      ['Jar', 'é', '1'],
      ['Jar', '', '6001'],
      ['Good', '', '6000'],
    ],
    mapping,
  );
  expect(labels.map(({ lines, copies }) => [lines[0], copies])).toEqual([['Good', 6000]]);
  expect(wrong).toEqual([
    { row: 2, problem: 'Line 1 is empty.' },
    { row: 3, problem: 'Line 1 has 49 letters; 48 fit.' },
    { row: 4, problem: '"many" is not a number of labels from 1 to 6000.' },
    { row: 5, problem: '"0" is not a number of labels from 1 to 6000.' },
    { row: 6, problem: '"é" cannot be a barcode.' },
    { row: 7, problem: '"6001" is not a number of labels from 1 to 6000.' },
  ]);
});
