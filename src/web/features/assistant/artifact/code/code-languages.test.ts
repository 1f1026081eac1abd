// Fetched here, because a test waits for them 5 s at most.
import '@codemirror/lang-css';
import '@codemirror/lang-html';
import '@codemirror/lang-javascript';
import '@codemirror/lang-markdown';
import '@codemirror/lang-python';
import '@codemirror/lang-sql';
import type { StreamLanguage } from '@codemirror/language';
import { expect, it } from 'vitest';
import { ARTIFACT_TYPES } from '#contract/artifacts.ts';
import { languageOfCode } from './code-languages.ts';
import { csv, mermaid } from './simple-languages.ts';

/** The parts of a text that have a colour. */
function coloured(language: StreamLanguage<unknown>, text: string): [string, string][] {
  const parts: [string, string][] = [];
  language.parser.parse(text).iterate({
    enter: ({ name, from, to, node }) => {
      if (node.firstChild === null && name !== 'Document') parts.push([name, text.slice(from, to)]);
    },
  });
  return parts;
}

it.each([...ARTIFACT_TYPES, 'css', 'sql', 'python', 'json', 'typescript'])('%s has colours', async (type) => {
  expect(await languageOfCode(type, '')?.()).toBeDefined();
  expect(languageOfCode('snippet', type.toUpperCase())).toBe(languageOfCode(type, ''));
});

it('has none for a language that nobody knows', () => {
  expect(languageOfCode('poem', 'verse')).toBeNull();
});

it('colours a diagram by its words, arrows and labels', () => {
  const text = 'graph TD\n  A[Shelf] -->|"sold"| B(Till) %% the way\n  A -.-> C';
  const parts = coloured(mermaid, text);
  expect(parts).toEqual(
    expect.arrayContaining([
      ['keyword', 'graph'],
      ['keyword', 'TD'],
      ['operator', '-->'],
      ['string', '|"sold"|'],
      ['comment', '%% the way'],
      ['operator', '-.->'],
    ]),
  );
});

it('colours headings, figures and quoted cells of a table', () => {
  const text = 'Item,Left\n"Grinder, ""large""\nblack",12\nJar,-1.5\n';
  const parts = coloured(csv, text);
  expect(parts.filter(([name]) => name !== 'operator')).toEqual([
    ['keyword', 'Item'],
    ['keyword', 'Left'],
    ['string', '"Grinder, ""large""'],
    ['string', 'black"'],
    ['number', '12'],
    ['number', '-1.5'],
  ]);
});
