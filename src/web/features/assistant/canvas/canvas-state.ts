import { perOwner } from '#web/api/session/per-owner.ts';
import { BLANK, BRUSH_COLOURS, type BrushColour, type Drawing, drawn, redo, type Step, undo } from './strokes.ts';

export type Tool = 'none' | 'brush' | 'eraser';

interface CanvasState {
  /** `none` lets the pointer reach the content below. */
  readonly tool: Tool;
  readonly colour: BrushColour;
  readonly size: number;
  readonly drawing: Drawing;
}

/** The drawing over the workbench, kept while the person is in other views. Rule: workspace/memory. */
export const useCanvas = perOwner<CanvasState>(() => ({
  tool: 'none',
  colour: BRUSH_COLOURS[0].value,
  size: 4,
  drawing: BLANK,
}));

export const changeCanvas = (part: Partial<Omit<CanvasState, 'drawing'>>): void => useCanvas.setState(part);

const change = (by: (drawing: Drawing) => Drawing) => useCanvas.setState(({ drawing }) => ({ drawing: by(drawing) }));

export const addStep = (step: Step): void => change((drawing) => drawn(drawing, step));
export const undoStep = (): void => change(undo);
export const redoStep = (): void => change(redo);
