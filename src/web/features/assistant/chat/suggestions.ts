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
