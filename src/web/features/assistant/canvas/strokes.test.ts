import { describe, expect, it } from 'vitest';
import { BLANK, BRUSH_COLOURS, drawn, redo, type Stroke, undo, visible } from './strokes.ts';

const stroke = (size: number): Stroke => ({
  tool: 'brush',
  colour: BRUSH_COLOURS[0].value,
  size,
  isPen: false,
  points: [[0, 0, 0.5]],
});
const sizes = (drawing: typeof BLANK) => visible(drawing).map(({ size }) => size);

describe('a drawing', () => {
  const two = drawn(drawn(BLANK, stroke(1)), stroke(2));

  it('takes back and brings back strokes in order', () => {
    expect(sizes(undo(two))).toEqual([1]);
    expect(sizes(redo(undo(two)))).toEqual([1, 2]);
    expect(sizes(undo(undo(undo(two))))).toEqual([]);
    expect(sizes(redo(two))).toEqual([1, 2]);
  });

  it('forgets what was undone once something else is drawn', () => {
    expect(sizes(redo(drawn(undo(two), stroke(3))))).toEqual([1, 3]);
  });

  it('is cleared by a step that can be undone', () => {
    const cleared = drawn(two, 'clear');
    expect(sizes(cleared)).toEqual([]);
    expect(sizes(drawn(cleared, stroke(4)))).toEqual([4]);
    expect(sizes(undo(cleared))).toEqual([1, 2]);
  });

  it('has seven colours', () => {
    expect(new Set(BRUSH_COLOURS.map(({ value }) => value)).size).toBe(7);
  });
});
