import { describe, expect, it } from 'vitest';
import { type ChatCommand, commandsInstead, suggestionsFor } from './suggestions.ts';

const COMMANDS: readonly ChatCommand[] = [
  {
    name: '/sales',
    usage: '[when] [by what]',
    description: 'Sales of a time',
    examples: ['/sales last week by category'],
    completions: ['today', 'last week', 'by category', 'by day'],
  },
  {
    name: '/best',
    usage: '[when]',
    description: 'Best-selling products of a period',
    examples: ['/best last week'],
    completions: ['today', 'last week'],
  },
  { name: '/order', usage: 'number', description: 'One order', examples: [], completions: [] },
  { name: '/low', usage: '', description: 'What is low', examples: ['/low'], completions: [] },
];
const said = (typed: string) => suggestionsFor(typed, COMMANDS).map(({ text }) => text);

describe('suggestions while a command is typed', () => {
  it('are the commands first, then what may follow', () => {
    expect(said('/')).toEqual(['/sales ', '/best ', '/order ', '/low']);
    expect(said('/s')).toEqual(['/sales ']);
    expect(said('/sales ')).toEqual([
      '/sales last week by category',
      '/sales today ',
      '/sales last week ',
      '/sales by category ',
      '/sales by day ',
    ]);
    expect(said('/sales today b')).toEqual(['/sales today by category ', '/sales today by day ']);
  });

  it('are none for a question, or for what is complete', () => {
    expect(said('What is low?')).toEqual([]);
    expect(said('and /s')).toEqual([]);
    expect(said('/low ')).toEqual([]);
    expect(said('/s\n')).toEqual([]);
  });
});

it.each([
  ['What sold best last week?', ['/best last week']],
  ['How were SALES today, by category?', ['/sales today by category']],
  ['Which order was it?', ['/sales last week by category', '/best last week', '/low']],
])('%s is answered by these commands without a model', (question, expected) => {
  expect(commandsInstead(question, COMMANDS)).toEqual(expected);
});
