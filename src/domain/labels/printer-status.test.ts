import { expect, it } from 'vitest';
import { labelsPrinted, readStatus } from './printer-status.ts';

const answer = (memory: string, mechanics: string) =>
  `\u0002${memory}\u0003\r\n\u0002${mechanics}\u0003\r\n\u00021234,0\u0003\r\n`;
const READY = ['030,0,0,0245,000,0,0,0,000,0,0,0', '000,0,0,0,0,2,4,0,00000000,1,000'] as const;

it('reads a printer that is ready, one that prints, and why one does not', () => {
  expect(readStatus(answer(...READY))).toEqual({ trouble: null, labelsLeft: 0, copiesLeft: 0 });
  expect(readStatus(answer('030,0,0,0245,002,0,0,0,000,0,0,0', '000,0,0,0,0,2,4,0,00000007,1,000'))).toEqual({
    trouble: null,
    labelsLeft: 9,
    copiesLeft: 7,
  });
  const trouble = (memory: string, mechanics: string) => readStatus(answer(memory, mechanics))?.trouble;
  expect(trouble('030,1,1,0245,001,0,0,0,000,0,0,0', READY[1])).toBe('paper_out');
  expect(trouble('030,0,1,0245,000,0,0,0,000,0,0,0', READY[1])).toBe('paused');
  expect(trouble('030,0,0,0245,000,0,0,0,000,0,0,1', READY[1])).toBe('too_hot');
  expect(trouble(READY[0], '000,0,1,0,0,2,4,0,00000000,1,000')).toBe('head_open');
  expect(trouble(READY[0], '000,0,0,1,0,2,4,0,00000000,1,000')).toBe('ribbon_out');
});

it('waits for an answer that is not whole', () => {
  const whole = answer(...READY);
  for (let end = 0; end < whole.lastIndexOf('\u0003'); end += 1) expect(readStatus(whole.slice(0, end))).toBeNull();
});

it('counts the labels that came out', () => {
  const sent = [10, 1, 20];
  const printed = (waiting: number, copiesLeft: number) =>
    labelsPrinted(sent, { trouble: null, labelsLeft: waiting + copiesLeft, copiesLeft });
  expect([printed(2, 7), printed(1, 0), printed(0, 20), printed(0, 5), printed(0, 0)]).toEqual([3, 11, 11, 26, 31]);
  // Labels of somebody else are before ours.
  expect([printed(3, 4), printed(9, 0)]).toEqual([0, 0]);
});
