import { type Figure, isReached, type PartResult, ratioOf, type Target, type Unit } from './figures.ts';

const HEAD = ['', 'measured', 'yardstick', 'ratio', 'target', ''];

function amount(value: number, unit: Unit): string {
  const size = Math.abs(value);
  const decimals = Number.isInteger(value) && unit === '' ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return unit === '' ? text : unit === '/s' ? `${text}/s` : `${text} ${unit}`;
}

function targetText({ of, atLeast, atMost }: Target, unit: Unit): string {
  const bound = atLeast ?? atMost ?? 0;
  const sign = atLeast === undefined ? '<=' : '>=';
  return of === 'ratio' ? `ratio ${sign} ${bound}` : `${sign} ${bound}${unit === '' ? '' : ` ${unit}`}`;
}

function cells(figure: Figure): string[] {
  const { what, value, unit, yardstick, target } = figure;
  const ratio = ratioOf(figure);
  const reached = isReached(figure);
  return [
    what,
    amount(value, unit),
    yardstick === undefined ? '' : `${amount(yardstick.value, unit)}  ${yardstick.what}`,
    ratio === undefined ? '' : ratio.toFixed(2),
    target === undefined ? '' : targetText(target, unit),
    reached === undefined ? '' : reached ? 'ok' : 'MISS',
  ];
}

/** All parts as one table; figures to the right, words to the left. */
export function tableLines(parts: readonly PartResult[]): string[] {
  const rows = parts.map(({ figures }) => figures.map(cells));
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...rows.flat().map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        column === 1 || column === 3 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return parts.flatMap(({ title, notes = [] }, index) => [
    '',
    title,
    line(HEAD.map((head) => head)),
    '-'.repeat(widths.reduce((sum, width) => sum + width + 2, -2)),
    ...(rows[index] ?? []).map(line),
    ...notes.map((note) => `  ${note}`),
  ]);
}
