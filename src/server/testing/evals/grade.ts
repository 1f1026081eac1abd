import { folded } from '#domain/fold.ts';
import type { Question } from './question.ts';

/** Added to every question, so that the answer can be found in the text. */
export const HOW_TO_ANSWER = 'End with one line that says ANSWER: and then the figure or the name alone, without unit.';

/** The text after the last "ANSWER:"; null without one. */
export function answerIn(text: string): string | null {
  const last = [...text.matchAll(/ANSWER:\W*?([^\n]+)/gi)].at(-1)?.[1];
  return last?.replace(/[*`_]/g, '').trim() ?? null;
}

const NUMBER = /-?\$?-?\d[\d,]*(?:\.\d+)?/;

function numberIn(text: string): number {
  const [written = ''] = NUMBER.exec(text.replace(/[−–]/g, '-')) ?? [];
  return written === '' ? Number.NaN : Number(written.replace(/[$,]/g, ''));
}

const plain = (text: string): string =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** True if the answer agrees with the database: money to the cent, numbers to a thousandth. */
export function isRight(as: Question['as'], right: string, answered: string): boolean {
  if (as === 'text') return plain(answered) === plain(right);
  return Math.round(numberIn(answered) * 1000) === Math.round(Number(right) * 1000);
}
