import type { CheckResult } from './check.ts';
import type { BooksReport } from './verify.ts';

const HEADER = ['check', 'rows looked at', 'broken'] as const;

const inEnglish = new Intl.NumberFormat('en-US');

function brokenLines({ name, rule, broken, rows }: CheckResult): string[] {
  const hidden = broken - rows.length;
  return [
    '',
    `Broken: ${name} (rule ${rule})`,
    ...rows.map((row) => `  ${JSON.stringify(row)}`),
    ...(hidden > 0 ? [`  and ${inEnglish.format(hidden)} more`] : []),
  ];
}

/** The report as text: a table of all checks, then the rows that break one. */
export function reportLines({ checks }: BooksReport): string[] {
  const cells = checks.map(({ name, looked, broken }) => [name, inEnglish.format(looked), inEnglish.format(broken)]);
  const width = (column: number): number => Math.max(...[HEADER, ...cells].map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1), width(2)] as const;
  const line = ([name = '', looked = '', broken = '']: readonly string[]): string =>
    `${name.padEnd(widths[0])}  ${looked.padStart(widths[1])}  ${broken.padStart(widths[2])}`;
  const broken = checks.filter((check) => check.broken > 0);
  const verdict =
    broken.length === 0
      ? `The books are right: ${checks.length} checks, nothing broken.`
      : `The books are NOT right: ${broken.length} of ${checks.length} checks are broken.`;
  return [
    line(HEADER),
    line(widths.map((size) => '-'.repeat(size))),
    ...cells.map(line),
    ...broken.flatMap(brokenLines),
    '',
    verdict,
  ];
}
