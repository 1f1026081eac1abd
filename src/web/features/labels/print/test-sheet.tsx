import { type MarkIn, markPlace, testMarks } from '#domain/labels/calibration.ts';
import { inPoints, type LabelTemplate } from '#domain/labels/template.ts';
import { LABEL_FONT } from './label-fonts.ts';
import { printInWindow } from './print-window.tsx';

/** Half of a cross. */
const ARM_PT = 9;
/** Sheets below this width have room for the crosses only. */
const SENTENCE_PT = 400;

/** Prints the two crosses of a calibration, without one. Returns false if the browser blocks the window. */
export function printTestSheet(template: LabelTemplate): boolean {
  const [widthPt, heightPt] = [inPoints(template.page.widthIn), inPoints(template.page.heightIn)];
  return printInWindow(
    `${widthPt}pt ${heightPt}pt`,
    <svg
      role="img"
      aria-label="Test sheet"
      viewBox={`0 0 ${widthPt} ${heightPt}`}
      width={`${widthPt}pt`}
      height={`${heightPt}pt`}
      style={{ display: 'block', colorScheme: 'light', background: 'Canvas' }}
    >
      <g fontSize={11} fontFamily={LABEL_FONT} fill="CanvasText">
        {testMarks(template).map((mark, place) => (
          <Cross key={`${mark.acrossIn} ${mark.downIn}`} mark={mark} number={place + 1} />
        ))}
        {widthPt >= SENTENCE_PT && (
          <text x={widthPt / 2} y={heightPt / 2} textAnchor="middle">
            Measure each cross from the left and from the top edge of the paper to its middle.
          </text>
        )}
      </g>
    </svg>,
  );
}

function Cross({ mark, number }: { mark: MarkIn; number: number }) {
  const { xPt, yPt } = markPlace(mark);
  return (
    <>
      <path
        d={`M${xPt - ARM_PT} ${yPt}h${2 * ARM_PT}M${xPt} ${yPt - ARM_PT}v${2 * ARM_PT}`}
        stroke="CanvasText"
        strokeWidth={0.5}
      />
      <text x={xPt + 3} y={yPt - 3}>
        {number}
      </text>
    </>
  );
}
