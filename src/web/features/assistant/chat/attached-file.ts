/** The longest question, in characters. */
export const LONGEST_QUESTION = 20_000;
/** Kinds of files that are text. A browser calls a CSV file by several names. */
export const TEXT_FILES = '.csv,.tsv,.txt,.md,.json,text/*';

const COUNT = new Intl.NumberFormat('en-US');

interface NamedText {
  readonly name: string;
  readonly size: number;
  text(): Promise<string>;
}

type Attached = { readonly text: string } | { readonly problem: string };

/** A question with a text file below it, in a block of code, so that a model can tell the two apart. */
export async function withFile(question: string, file: NamedText): Promise<Attached> {
  // Without reading a film into memory. A letter has four bytes at most.
  const isLong = file.size > 4 * LONGEST_QUESTION;
  const content = isLong ? '' : (await file.text()).replace(/^\uFEFF/, '').trim();
  // Workbooks, pictures and documents hold such bytes; text does not.
  if (/[\0\uFFFD]/.test(content)) return { problem: `${file.name} is not a text file. Save a workbook as CSV first.` };
  if (!isLong && content === '') return { problem: `${file.name} is empty.` };
  const kind = /\.([a-z]{2,4})$/i.exec(file.name)?.[1]?.toLowerCase() ?? '';
  // Ticks in the text do not end the block.
  const fence = '`'.repeat(Math.max(3, ...[...content.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)));
  const text = [question.trimEnd(), `${file.name}:\n${fence}${kind}\n${content}\n${fence}`].join('\n\n');
  if (isLong || text.length > LONGEST_QUESTION)
    return {
      problem: `${file.name} is too long: a question has ${COUNT.format(LONGEST_QUESTION)} characters at most.`,
    };
  return { text };
}
