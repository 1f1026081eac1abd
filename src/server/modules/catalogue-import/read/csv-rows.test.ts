import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { inPieces } from '#server/http/serve/in-pieces.ts';
import { times } from '#testing/times.ts';
import { readingCsvRows } from './csv-rows.ts';
import { decodingCsv } from './csv-text.ts';
import { PIECE_CHARACTERS, splitRows } from './split-rows.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const decoded = (file: Uint8Array) => inPieces(decodingCsv(file));
const read = async (text: string) => inPieces(readingCsvRows((await decoded(bytes(text))).text));

describe('the bytes of a product file', () => {
  it('drops the byte order mark that spreadsheets put first', async () => {
    expect(await decoded(bytes('\uFEFFID,Type'))).toEqual({ text: 'ID,Type', encoding: 'UTF-8' });
  });

  it('reads a file of an older spreadsheet, which is not UTF-8', async () => {
    expect(await decoded(Uint8Array.of(0x43, 0x72, 0xe8, 0x6d, 0x65, 0x20, 0x96, 0x20, 0x80))).toEqual({
      text: 'Crème – €',
      encoding: 'Windows-1252',
    });
  });

  it('reads "Unicode text" of a spreadsheet', async () => {
    expect((await decoded(Uint8Array.of(0xff, 0xfe, 0x49, 0, 0x44, 0))).text).toBe('ID');
  });

  it('counts lines alike for every kind of line end', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(
        (await read(['ID,Type,Name', '1,simple,Mug', '2,simple,Cap'].join(end))).rows.map(({ line }) => line),
      ).toEqual([2, 3]);
    }
  });
});

describe('the rows of a product file', () => {
  it('tells the line a row begins on, past line ends inside quoted cells and empty lines', async () => {
    const { rows } = await read('ID,Type,Name\n1,simple,"Mug\nwith\nhandle"\n\n,,\n2,simple,"Cap, ""blue"""\n');
    expect(rows).toEqual([
      { line: 2, cells: ['1', 'simple', 'Mug\nwith\nhandle'] },
      { line: 7, cells: ['2', 'simple', 'Cap, "blue"'] },
    ]);
  });

  it.each([';', '\t', '|', ','])('finds out that cells are parted by %j', async (delimiter) => {
    const { rows, delimiter: found } = await read(
      ['ID;Type;Name;"Regular price"', '1;simple;Mug, Cap | Hat;12']
        .join('\n')
        .replaceAll(';', delimiter === ',' ? ';' : delimiter),
    );
    expect(found).toBe(delimiter === ',' ? ';' : delimiter);
    expect(rows).toHaveLength(delimiter === '|' ? 0 : 1);
  });

  it('takes away the apostrophe that keeps a spreadsheet from running a cell', async () => {
    expect((await read("ID,Type,Name\n1,simple,'=SUM(A1)\n2,simple,'Tis\n")).rows.map(({ cells }) => cells[2])).toEqual(
      ['=SUM(A1)', "'Tis"],
    );
  });

  it('reports rows with too few or too many cells, and lets empty cells at the end pass', async () => {
    const { rows, problems } = await read('ID,Type,Name\n1,simple\n2,simple,Mug,blue\n3,simple,Cap,,\n');
    expect(problems).toEqual([
      { line: 2, column: null, reason: 'has 2 cells where the header has 3' },
      { line: 3, column: null, reason: 'has 4 cells where the header has 3' },
    ]);
    expect(rows.map(({ line }) => line)).toEqual([4]);
  });

  it('reports a quotation mark that is never closed on the line it stands on', async () => {
    expect((await read('ID,Type,Name\n1,simple,Mug\n2,simple,"Cap\n3,simple,Hat\n')).problems).toMatchObject([
      { line: 3 },
    ]);
  });
});

describe('a large file, beside which tills are served', () => {
  const LARGE = 1_000_000;
  /** The most characters between two pieces, by the positions that the work tells. */
  const longestPiece = (work: Generator<number, unknown>, length: number): number => {
    const positions = [0, ...work, length];
    return Math.max(...positions.map((position, index) => position - (positions[index - 1] ?? 0)));
  };

  it.each([
    ['rows', '1,simple,Mug\n'],
    ['quoted rows', '1,simple,"Mug, ""blue"""\n'],
    ['empty rows', '\n'],
    ['cells of one row', ','],
    ['quotation marks of one cell', '""'],
    ['quotation marks that are wrong', '"a'],
  ])('is split into %s a few thousand characters at a time', (_what, repeated) => {
    const text = `ID,Type,Name\n${repeated.repeat(LARGE / repeated.length)}`;
    expect(longestPiece(readingCsvRows(text), text.length)).toBeLessThan(PIECE_CHARACTERS + 1000);
  });

  it.each([
    ['line ends of old machines', 0x0d],
    ['letters of an older spreadsheet', 0x80],
  ])('is decoded with %s a few thousand bytes at a time', (_what, byte) => {
    expect([...decodingCsv(new Uint8Array(LARGE).fill(byte))].length).toBeGreaterThan(LARGE / PIECE_CHARACTERS);
  });

  it('keeps a line end or a letter together that lies across two pieces', async () => {
    for (const before of ['', 'x', 'xx', 'xxx']) {
      const text = `${before}${'è\r\n'.repeat(50_000)}`;
      expect((await decoded(bytes(text))).text).toBe(text.replaceAll('\r\n', '\n'));
    }
  });

  it('is refused for more columns than an export has', async () => {
    await expect(read(`Name${',a'.repeat(1000)}\n`)).rejects.toMatchObject({
      code: 'not_valid',
      message: 'The file has 1001 columns; at most 1000 are read.',
    });
  });
});

describe('rows, whatever stands in the text', () => {
  const PARTS = ['a', 'b c', ' ', ',', ',', '\n', '\n', '"', '"', '""', '","', '"\n"'];

  it('are those that another reader finds', () => {
    for (let round = 0; round < times(3000); round += 1) {
      const parts = Array.from({ length: 12 }, () => PARTS[Math.floor(Math.random() * PARTS.length)]);
      // The other reader takes a space after a quotation mark for a mistake when no comma follows in all the text.
      const text = `${parts.join('')}\n,z`;
      const found: unknown[] = [];
      for (const _piece of splitRows(text, ',', ({ cells, isMalformed, to }) => {
        found.push([isMalformed || cells, Math.min(to, text.length)]);
        return true;
      }));
      const others: unknown[] = [];
      Papa.parse<string[]>(text, {
        delimiter: ',',
        newline: '\n',
        step: ({ data, errors, meta }) => void others.push([errors.length > 0 || data, meta.cursor]),
      });
      expect(found, JSON.stringify(text)).toEqual(others);
    }
  });
});
