import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { addStep, useCanvas } from './canvas-state.ts';
import { paint, type Point, type Stroke, visible } from './strokes.ts';

/** A drawing layer over other content. Without a tool, the pointer reaches that content. */
export function Canvas() {
  const { tool, colour, size, drawing } = useCanvas();
  const canvas = useRef<HTMLCanvasElement>(null);
  const current = useRef<Stroke | null>(null);
  const [box, setBox] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setBox({ width: element.clientWidth, height: element.clientHeight }));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);

  function draw() {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, box.width, box.height);
    paint(context, visible(drawing));
    if (current.current) paint(context, [current.current]);
  }
  // Resizing a canvas clears it, so it is drawn again.
  useLayoutEffect(draw);

  const pointOf = ({ nativeEvent: { offsetX, offsetY, pressure } }: PointerEvent): Point => [
    offsetX,
    offsetY,
    pressure,
  ];

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label="Drawing"
      width={box.width * window.devicePixelRatio}
      height={box.height * window.devicePixelRatio}
      className={cx('absolute inset-0 size-full touch-none', tool !== 'none' && 'pointer-events-auto cursor-crosshair')}
      onPointerDown={(event) => {
        if (tool === 'none' || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        current.current = { tool, colour, size, isPen: event.pointerType === 'pen', points: [pointOf(event)] };
        draw();
      }}
      onPointerMove={(event) => {
        if (!current.current) return;
        current.current = { ...current.current, points: [...current.current.points, pointOf(event)] };
        draw();
      }}
      onPointerUp={() => {
        const stroke = current.current;
        current.current = null;
        if (stroke) addStep(stroke);
      }}
      onPointerCancel={() => {
        current.current = null;
        draw();
      }}
    />
  );
}
