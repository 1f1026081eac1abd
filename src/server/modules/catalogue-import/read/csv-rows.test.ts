import { describe, expect, it } from 'vitest';
import { readCsvRows } from './csv-rows.ts';
import { decodeCsv } from './csv-text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readCsvRows(decodeCsv(bytes(text)).text);

describe('the bytes of a product file', () => {
  it('drops the byte order mark that spreadsheets put first', () => {
    expect(decodeCsv(bytes('\uFEFFID,Type'))).toEqual({ text: 'ID,Type', encoding: 'UTF-8' });
  });

  it('reads a file of an older spreadsheet, which is not UTF-8', () => {
    expect(decodeCsv(Uint8Array.of(0x43, 0x72, 0xe8, 0x6d, 0x65, 0x20, 0x96, 0x20, 0x80))).toEqual({
      text: 'Crème – €',
      encoding: 'Windows-1252',
    });
  });

  it('reads "Unicode text" of a spreadsheet', () => {
    expect(decodeCsv(Uint8Array.of(0xff, 0xfe, 0x49, 0, 0x44, 0)).text).toBe('ID');
  });

  it('counts lines alike for every kind of line end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(read(['ID,Type,Name', '1,simple,Mug', '2,simple,Cap'].join(end)).rows.map(({ line }) => line)).toEqual([
        2, 3,
      ]);
    }
  });
});

describe('the rows of a product file', () => {
  it('tells the line a row begins on, past line ends inside quoted cells and empty lines', () => {
    const { rows } = read('ID,Type,Name\n1,simple,"Mug\nwith\nhandle"\n\n,,\n2,simple,"Cap, ""blue"""\n');
    expect(rows).toEqual([
      { line: 2, cells: ['1', 'simple', 'Mug\nwith\nhandle'] },
      { line: 7, cells: ['2', 'simple', 'Cap, "blue"'] },
    ]);
  });

  it.each([';', '\t', '|', ','])('finds out that cells are parted by %j', (delimiter) => {
    const { rows, delimiter: found } = read(
      ['ID;Type;Name;"Regular price"', '1;simple;Mug, Cap | Hat;12']
        .join('\n')
        .replaceAll(';', delimiter === ',' ? ';' : delimiter),
    );
    expect(found).toBe(delimiter === ',' ? ';' : delimiter);
    expect(rows).toHaveLength(delimiter === '|' ? 0 : 1);
  });

  it('takes away the apostrophe that keeps a spreadsheet from running a cell', () => {
    expect(read("ID,Type,Name\n1,simple,'=SUM(A1)\n2,simple,'Tis\n").rows.map(({ cells }) => cells[2])).toEqual([
      '=SUM(A1)',
      "'Tis",
    ]);
  });

  it('reports rows with too few or too many cells, and lets empty cells at the end pass', () => {
    const { rows, problems } = read('ID,Type,Name\n1,simple\n2,simple,Mug,blue\n3,simple,Cap,,\n');
    expect(problems).toEqual([
      { line: 2, column: null, reason: 'has 2 cells where the header has 3' },
      { line: 3, column: null, reason: 'has 4 cells where the header has 3' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([4]);
  });

  it('reports a quotation mark that is never closed on the line it stands on', () => {
    expect(read('ID,Type,Name\n1,simple,Mug\n2,simple,"Cap\n3,simple,Hat\n').problems).toMatchObject([{ line: 3 }]);
  });
});
