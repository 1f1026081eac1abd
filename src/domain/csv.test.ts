import { expect, it } from 'vitest';
import { csvCell, csvLine } from './csv.ts';

it.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+1 704 555', "'+1 704 555"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['-12.50', '-12.50'],
  ['12.50', '12.50'],
  ['Reed, Dana', '"Reed, Dana"'],
  ['5" grinder', '"5"" grinder"'],
  [-3, '-3'],
  [null, ''],
])('writes %j so that no spreadsheet runs it', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

it('writes a line with its end', () => {
  expect(csvLine(['POS-1001', 2, null, 'a, b'])).toBe('POS-1001,2,,"a, b"\r\n');
});
