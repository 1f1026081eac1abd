import { getStroke } from 'perfect-freehand';

/** The seven colours of the brush. They belong to the drawing and are the same in every theme. Rule: ai-view/drawing. */
export const BRUSH_COLOURS = [
  { name: 'Red', value: '#e5484d' },
  { name: 'Orange', value: '#f0801f' },
  { name: 'Yellow', value: '#e2b203' },
  { name: 'Green', value: '#30a46c' },
  { name: 'Blue', value: '#3b82f6' },
  { name: 'Purple', value: '#8e4ec6' },
  { name: 'Grey', value: '#8b8d98' },
] as const;
export type BrushColour = (typeof BRUSH_COLOURS)[number]['value'];
export const SMALLEST_BRUSH = 1;
export const LARGEST_BRUSH = 20;

/** A point of the canvas in CSS px, and the pressure of the pen from 0 to 1. */
export type Point = readonly [x: number, y: number, pressure: number];

export interface Stroke {
  readonly tool: 'brush' | 'eraser';
  readonly colour: BrushColour;
  readonly size: number;
  /** False for a mouse, which reports no pressure: it is simulated from the speed. */
  readonly isPen: boolean;
  readonly points: readonly Point[];
}

/** Clearing is a step as well, so that it can be undone. */
export type Step = Stroke | 'clear';

export interface Drawing {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
}

export const BLANK: Drawing = { done: [], undone: [] };

export const drawn = ({ done }: Drawing, step: Step): Drawing => ({ done: [...done, step], undone: [] });

export function undo({ done, undone }: Drawing): Drawing {
  const last = done.at(-1);
  return last === undefined ? { done, undone } : { done: done.slice(0, -1), undone: [...undone, last] };
}

export function redo({ done, undone }: Drawing): Drawing {
  const last = undone.at(-1);
  return last === undefined ? { done, undone } : { done: [...done, last], undone: undone.slice(0, -1) };
}

/** The visible strokes: those after the last clearing. */
export function visible({ done }: Drawing): readonly Stroke[] {
  return done.slice(done.lastIndexOf('clear') + 1).filter((step) => step !== 'clear');
}

/** The outline of a stroke as a path. */
function outline({ points, size, isPen }: Stroke): Path2D {
  const around = getStroke(points as [number, number, number][], {
    size: Math.max(size * 1.6, 2),
    thinning: 0.5,
    smoothing: 0.5,
    streamline: 0.4,
    simulatePressure: !isPen,
  });
  const path = new Path2D();
  for (const [index, [x = 0, y = 0]] of around.entries()) {
    const [nextX = x, nextY = y] = around[(index + 1) % around.length] ?? [];
    if (index === 0) path.moveTo((x + nextX) / 2, (y + nextY) / 2);
    else path.quadraticCurveTo(x, y, (x + nextX) / 2, (y + nextY) / 2);
  }
  path.closePath();
  return path;
}

export function paint(context: CanvasRenderingContext2D, strokes: readonly Stroke[]): void {
  for (const stroke of strokes) {
    context.globalCompositeOperation = stroke.tool === 'eraser' ? 'destination-out' : 'source-over';
    context.fillStyle = stroke.colour;
    context.fill(outline(stroke));
  }
  context.globalCompositeOperation = 'source-over';
}
