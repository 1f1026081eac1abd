/** A typed command, as the server describes it. */
export interface ChatCommand {
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly completions: readonly string[];
}

export interface Suggestion {
  /** The whole text of the field once the suggestion is taken. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  /** True if more has to be typed after it. */
  readonly goesOn: boolean;
}

const MOST = 8;

/** The commands that the typed text may mean; none for a question. */
export function suggestionsFor(typed: string, commands: readonly ChatCommand[]): Suggestion[] {
  if (!typed.startsWith('/') || typed.includes('\n')) return [];
  const text = typed.toLowerCase();
  const known = commands.find(({ name }) => text === name || text.startsWith(`${name} `));
  if (!known || text === known.name) {
    return commands
      .filter(({ name }) => name.startsWith(text))
      .slice(0, MOST)
      .map(({ name, usage, description }) => ({
        text: usage === '' ? name : `${name} `,
        label: usage === '' ? name : `${name} ${usage}`,
        hint: description,
        goesOn: usage !== '',
      }));
  }
  return [...examplesOf(known, text), ...completionsOf(known, typed)].slice(0, MOST);
}

function examplesOf({ examples, description }: ChatCommand, text: string): Suggestion[] {
  return examples
    .filter((example) => example.toLowerCase().startsWith(text) && example.length > text.trimEnd().length)
    .map((example) => ({ text: example, label: example, hint: description, goesOn: false }));
}

/** Words that may come next. They complete the last typed word. */
function completionsOf({ completions, description }: ChatCommand, typed: string): Suggestion[] {
  const [, before = '', last = ''] = /^(.*\s)(\S*)$/s.exec(typed) ?? [];
  const used = new Set(before.toLowerCase().split(/\s+/));
  return completions
    .filter((word) => word.toLowerCase().startsWith(last.toLowerCase()) && word.toLowerCase() !== last.toLowerCase())
    .filter((word) => !used.has(word.toLowerCase()))
    .map((word) => ({ text: `${before}${word} `, label: `${before}${word}`, hint: description, goesOn: true }));
}

const MOST_INSTEAD = 3;
/** Words of questions that say nothing about the answer. */
const EMPTY = new Set(['what', 'with', 'where', 'last', 'this', 'period']);
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 3 && !EMPTY.has(word));

/** Complete commands that may answer a question without a model, the nearest first; the commonest ones for any other question. */
export function commandsInstead(question: string, commands: readonly ChatCommand[]): string[] {
  const asked = new Set(wordsOf(question));
  const lower = question.toLowerCase();
  const near = commands
    // The others need a name or a number that is not known here.
    .filter(({ usage }) => usage === '' || usage.startsWith('['))
    .map(({ name, description, completions }) => ({
      text: [name, ...completions.filter((words) => lower.includes(words.toLowerCase()))].join(' '),
      hits: wordsOf(`${name} ${description}`).filter((word) => asked.has(word)).length,
    }))
    .filter(({ hits }) => hits > 0)
    .toSorted((one, other) => other.hits - one.hits)
    .map(({ text }) => text);
  const usual = commands.flatMap(({ examples }) => examples.slice(0, 1));
  return (near.length > 0 ? near : usual).slice(0, MOST_INSTEAD);
}
