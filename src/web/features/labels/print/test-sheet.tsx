import { TEST_SQUARE } from '#domain/labels/calibration.ts';
import { LABEL_FONT } from './label-fonts.ts';
import { printInWindow } from './print-window.tsx';

const WIDTH_PT = 612;
const HEIGHT_PT = 792;

/** Prints a square whose place is known. Answers false where the browser keeps the window from opening. */
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
      {/* The place is that of the middle of its line. */}
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
