import type { Outcome } from './run-evals.ts';

const HEAD = ['#', '', 'calls', 'tokens', 'cost', 's', 'question'];
const dollars = (cost: number | null): string => (cost === null ? '-' : `$${cost.toFixed(4)}`);
const count = (outcomes: readonly Outcome[], state: Outcome['state']): number =>
  outcomes.filter((one) => one.state === state).length;
const sum = (outcomes: readonly Outcome[], of: (one: Outcome) => number): number =>
  outcomes.reduce((before, one) => before + of(one), 0);

/** Each question in a line, what was wrong below it, and the sums: right, wrong, failed, calls of tools, tokens, cost. */
export function evalLines(outcomes: readonly Outcome[]): string[] {
  const rows = outcomes.map(({ number, state, calls, tokens, cost, ms, question }) => [
    String(number),
    state,
    String(calls),
    tokens.toLocaleString('en-US'),
    dollars(cost),
    (ms / 1000).toFixed(1),
    question,
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((text, at) =>
        at === 1 || at === HEAD.length - 1 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const known = outcomes.flatMap(({ cost }) => (cost === null ? [] : [cost]));
  const cost =
    known.length === 0
      ? 'not known: give --prices'
      : dollars(known.reduce((before, one) => before + one, 0)) +
        (known.length < outcomes.length ? ` for ${known.length} of them` : '');
  return [
    line(HEAD),
    ...outcomes.flatMap(({ state, right, answered }, place) => [
      line(rows[place] ?? []),
      ...(state === 'right' ? [] : [`      right: ${right}   answered: ${answered}`]),
    ]),
    '',
    `${outcomes.length} questions: ${count(outcomes, 'right')} right, ${count(outcomes, 'wrong')} wrong, ${count(outcomes, 'failed')} failed`,
    `${sum(outcomes, ({ calls }) => calls)} tool calls, ${sum(outcomes, ({ tokens }) => tokens).toLocaleString('en-US')} tokens, cost ${cost}`,
  ];
}
