import { TEST_SQUARE } from '#domain/labels/calibration.ts';
import { LABEL_FONT } from './label-fonts.ts';
import { printInWindow } from './print-window.tsx';

const WIDTH_PT = 612;
const HEIGHT_PT = 792;

/** Prints a square at a known place. Returns false if the browser blocks the window. */
export function printTestSheet(): boolean {
  const { xPt, yPt, widthPt, heightPt } = TEST_SQUARE;
  return printInWindow(
    'letter',
    <svg
      role="img"
      aria-label="Test sheet"
      viewBox={`0 0 ${WIDTH_PT} ${HEIGHT_PT}`}
      width={`${WIDTH_PT}pt`}
      height={`${HEIGHT_PT}pt`}
      style={{ display: 'block', colorScheme: 'light', background: 'Canvas' }}
    >
      <rect x={xPt} y={yPt} width={widthPt} height={heightPt} fill="none" stroke="CanvasText" strokeWidth={0.5} />
      {/* The coordinates are those of the middle of the line. */}
      <g fontSize={11} fontFamily={LABEL_FONT} fill="CanvasText" textAnchor="middle">
        <text x={xPt + widthPt / 2} y={yPt + 60}>
          Measure from the left and the top edge of the paper to this square,
        </text>
        <text x={xPt + widthPt / 2} y={yPt + 78}>
          and across it: 1.5, 1.5 and 4 inches where the printer is right.
        </text>
      </g>
    </svg>,
  );
}
