import { counted } from '#domain/counted.ts';
import type { Note, Problem, SkippedRow } from './findings.ts';
import type { ImportReport } from './service.ts';

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};
/** The most findings with the same text, and new categories, that a report lists. */
const SHOWN = 10;
/** The most different problems that a report lists: nobody corrects more from a terminal. */
const SHOWN_PROBLEMS = 100;

/** "line 226, Name: is missing". */
export function problemLine({ line, column, reason }: Problem): string {
  const place = [line === null ? [] : `line ${line}`, column ?? []].flat().join(', ');
  return `${place === '' ? 'the file' : place}: ${reason}`;
}

/** One line per problem, with a limit for files in which every row has a problem of its own. */
function problemLines(problems: readonly Problem[]): string[] {
  const alike = new Map<string, Problem[]>();
  for (const problem of problems) {
    const kind = JSON.stringify([problem.line === null, problem.column, problem.reason]);
    const same = alike.get(kind);
    if (same === undefined) alike.set(kind, [problem]);
    else same.push(problem);
  }
  const kinds = [...alike.values()];
  const shown = kinds.slice(0, SHOWN_PROBLEMS).flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    if (same.length === 1 || first.line === null) return [problemLine(first)];
    const lines = firstOf(same.map(({ line }) => String(line)));
    return [`lines ${lines}${first.column === null ? '' : `, ${first.column}`}: ${first.reason}`];
  });
  const left = kinds.slice(SHOWN_PROBLEMS).flat().length;
  return left === 0 ? shown : [...shown, `and ${counted(left, 'more problem')}`];
}

/** Lines for a terminal: what an import did or would do, or why it was refused. */
export function reportLines(report: ImportReport, dryRun: boolean): string[] {
  const { file, problems, skipped, notes, newCategories } = report;
  const read = `Read ${counted(file.rowCount, 'row')} (${file.encoding}, ${DELIMITER_NAMES[file.delimiter] ?? file.delimiter})`;
  if (problems.length > 0) {
    return [
      read,
      ...problemLines(problems),
      `Nothing was written: ${counted(problems.length, 'problem')}. Correct the file and run the import again.`,
    ];
  }
  return [
    read,
    ...grouped(skipped.map((row) => ({ place: skippedPlace(row), text: `skipped, ${row.reason}` }))),
    ...grouped(notes.map((note) => ({ place: String(note.line), text: noteText(note) }))),
    ...(newCategories.length === 0
      ? []
      : [`${counted(newCategories.length, 'new category', 'new categories')}: ${firstOf(newCategories)}`]),
    stockLine(report, dryRun),
    ...missingLine(report),
    ...priceLines(report, dryRun),
    totalsLine(report),
    ...(dryRun ? ['This was a dry run: nothing was written.'] : []),
  ];
}

function stockLine({ locationName, counts }: ImportReport, dryRun: boolean): string {
  const set = `Stock at ${locationName} ${dryRun ? 'would be' : 'was'} set for ${counted(counts.stockSet, 'item')}`;
  if (counts.stockLeft === 0) return set;
  return `${set}, and left for ${counted(counts.stockLeft, 'item')} that moved since an import with the same figure`;
}

function missingLine({ counts: { stockMissing } }: ImportReport): string[] {
  if (stockMissing === 0) return [];
  return [`No stock is given for ${counted(stockMissing, 'new item')}: out of stock until counted`];
}

function priceLines({ counts: { priceMissing, priceCleared } }: ImportReport, dryRun: boolean): string[] {
  return [
    ...(priceMissing === 0
      ? []
      : [
          `No price is given for ${counted(priceMissing, 'new item')}: not for sale until priced, unless a price list of the category has ${priceMissing === 1 ? 'it' : 'them'}`,
        ]),
    ...(priceCleared === 0
      ? []
      : [
          `The price of ${counted(priceCleared, 'item')} ${dryRun ? 'would be' : 'was'} taken away, because the file has a blank in its place`,
        ]),
  ];
}

function totalsLine({ counts, skipped }: ImportReport): string {
  const totals = { created: counts.created, updated: counts.updated, unchanged: counts.unchanged };
  return Object.entries({ ...totals, skipped: skipped.length })
    .map(([what, number]) => `${number.toLocaleString('en-US')} ${what}`)
    .join(', ');
}

function noteText({ column, reason }: Note): string {
  return `${column} ${reason}`;
}

function skippedPlace({ line, repeats }: SkippedRow): string {
  return repeats === undefined ? String(line) : `${line} (repeats ${repeats})`;
}

/** One line for all rows that say the same. */
function grouped(findings: readonly { place: string; text: string }[]): string[] {
  const placesOf = new Map<string, string[]>();
  for (const { place, text } of findings) {
    const places = placesOf.get(text);
    if (places === undefined) placesOf.set(text, [place]);
    else places.push(place);
  }
  return [...placesOf].map(([text, places]) => `${places.length === 1 ? 'line' : 'lines'} ${firstOf(places)}: ${text}`);
}

function firstOf(all: readonly string[]): string {
  const more = all.length - SHOWN;
  return `${all.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more.toLocaleString('en-US')} more` : ''}`;
}
