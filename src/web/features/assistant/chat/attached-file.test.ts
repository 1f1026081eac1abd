import { expect, it } from 'vitest';
import { LONGEST_QUESTION, withFile } from './attached-file.ts';

const file = (name: string, content: string) => new File([content], name);

it('puts a file below the question, apart from its words', async () => {
  expect(await withFile('Propose these prices. ', file('prices.csv', '\uFEFFSKU,Price\nEDI-009,22\n'))).toEqual({
    text: 'Propose these prices.\n\nprices.csv:\n```csv\nSKU,Price\nEDI-009,22\n```',
  });
  // Its own block of code stays inside.
  expect(await withFile('', file('notes.md', '```js\n1\n```'))).toEqual({
    text: '\n\nnotes.md:\n````md\n```js\n1\n```\n````',
  });
});

it.each([
  ['empty.csv', ' \n', 'empty.csv is empty.'],
  ['prices.xlsx', 'PK\u0003\u0004\0\0', 'prices.xlsx is not a text file. Save a workbook as CSV first.'],
  ['long.csv', 'a'.repeat(LONGEST_QUESTION), 'long.csv is too long: a question has 20,000 characters at most.'],
  ['film.mp4', '\0'.repeat(5 * LONGEST_QUESTION), 'film.mp4 is too long: a question has 20,000 characters at most.'],
])('refuses %s in a sentence', async (name, content, problem) => {
  expect(await withFile('What is this?', file(name, content))).toEqual({ problem });
});
