import { expect, it } from 'vitest';
import { begun, redone, step, undone } from './history.ts';

it('takes back and makes again', () => {
  const changed = step(step(begun('a'), 'b', 'one', 0), 'c', 'two', 0);
  expect(undone(changed).present).toBe('b');
  expect(undone(undone(changed)).present).toBe('a');
  expect(redone(undone(changed)).present).toBe('c');
  expect(undone(begun('a')).present).toBe('a');
  expect(redone(changed).present).toBe('c');
});

it('takes a colour that is dragged back as one step, and what comes later as another', () => {
  let history = begun(0);
  for (const nowMs of [0, 400, 900, 1500]) history = step(history, history.present + 1, 'fontColor', nowMs);
  history = step(history, 10, 'fontColor', 9000);
  expect(history.present).toBe(10);
  expect(undone(history).present).toBe(4);
  expect(undone(undone(history)).present).toBe(0);
});

it('forgets what was taken back once something else is done', () => {
  const history = step(undone(step(begun('a'), 'b', 'one', 0)), 'c', 'one', 10);
  expect(redone(history).present).toBe('c');
  expect(undone(history).present).toBe('a');
});

it('keeps the last hundred steps', () => {
  let history = begun(0);
  for (let turn = 1; turn <= 120; turn += 1) history = step(history, turn, `step ${turn}`, turn);
  for (let turn = 0; turn < 120; turn += 1) history = undone(history);
  expect(history.present).toBe(20);
});
