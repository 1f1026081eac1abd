// @vitest-environment happy-dom
import { createCanvas, Path2D } from '@napi-rs/canvas';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { Canvas } from './canvas.tsx';
import { changeCanvas, redoStep, undoStep, useCanvas } from './canvas-state.ts';
import { BLANK, type Drawing, paint, visible } from './strokes.ts';

beforeEach(() => {
  vi.stubGlobal('Path2D', Path2D);
  // These documents know no pointers to capture.
  Object.defineProperty(HTMLElement.prototype, 'setPointerCapture', { configurable: true, value: () => undefined });
  useCanvas.setState({ drawing: BLANK, tool: 'none', size: 4 });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, 'setPointerCapture');
});

/** The painted pixels, of a drawing 100 px wide and high. */
function pixels(drawing: Drawing): number {
  const context = createCanvas(100, 100).getContext('2d');
  paint(context as unknown as CanvasRenderingContext2D, visible(drawing));
  const { data } = context.getImageData(0, 0, 100, 100);
  return data.filter((value, place) => place % 4 === 3 && value > 127).length;
}

/** A line from left to right through the middle. */
async function draws(canvas: Element, pointerType: 'mouse' | 'pen', pressure: number): Promise<void> {
  const at = (type: string, offsetX: number) => {
    const event = new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, pointerType, pressure });
    for (const [name, value] of Object.entries({ offsetX, offsetY: 50 })) Object.defineProperty(event, name, { value });
    canvas.dispatchEvent(event);
  };
  await act(async () => at('pointerdown', 10));
  for (let x = 20; x <= 90; x += 10) await act(async () => at('pointermove', x));
  await act(async () => at('pointerup', 90));
}

const choose = (part: Parameters<typeof changeCanvas>[0]) => act(async () => changeCanvas(part));

async function onCanvas() {
  const screen = await onScreen(<Canvas />);
  const [canvas] = screen.all('canvas');
  if (!canvas) throw new Error('there is no canvas');
  return { screen, canvas, drawing: () => useCanvas.getState().drawing };
}

it('is drawn on with a brush, which an eraser takes away, step by step', async () => {
  const { screen, canvas, drawing } = await onCanvas();
  await draws(canvas, 'mouse', 0.5);
  expect(drawing().done).toEqual([]);
  await choose({ tool: 'brush', size: 6 });
  await draws(canvas, 'mouse', 0.5);
  const drawn = pixels(drawing());
  expect(drawn).toBeGreaterThan(200);
  await choose({ tool: 'eraser', size: 20 });
  await draws(canvas, 'mouse', 0.5);
  expect(drawing().done.map((step) => step !== 'clear' && step.tool)).toEqual(['brush', 'eraser']);
  expect(pixels(drawing())).toBe(0);
  await act(async () => undoStep());
  expect(pixels(drawing())).toBe(drawn);
  await act(async () => redoStep());
  expect(pixels(drawing())).toBe(0);
  await screen.leave();
});

it('draws thicker lines the harder a pen presses', async () => {
  const { screen, canvas, drawing } = await onCanvas();
  await choose({ tool: 'brush', size: 12 });
  const drawnWith = async (pressure: number) => {
    await act(async () => useCanvas.setState({ drawing: BLANK }));
    await draws(canvas, 'pen', pressure);
    return pixels(drawing());
  };
  expect(await drawnWith(1)).toBeGreaterThan(1.5 * (await drawnWith(0.1)));
  await screen.leave();
});
