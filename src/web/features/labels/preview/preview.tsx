import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { memo, useState } from 'react';
import { type LabelTemplate, POINTS_PER_INCH } from '#domain/labels/template.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { setStart } from '../till-sheets.ts';
import type { Sheet } from '../sheet.ts';
import { PageDrawing } from './page-drawing.tsx';

/** Rule: labels/preview. */
const PX_PER_INCH = 96;

/** One page as it will be printed. On the first page, pressing a label starts the printing there. */
export const Preview = memo(function Preview({
  sheet,
  template,
  start,
  isSample,
}: {
  sheet: Sheet;
  template: LabelTemplate;
  start: number;
  isSample: boolean;
}) {
  const [wanted, setWanted] = useState(0);
  const last = Math.max(sheet.pages.length - 1, 0);
  const place = Math.min(wanted, last);
  const page = sheet.pages[place] ?? [];
  const widthPx = (sheet.widthPt / POINTS_PER_INCH) * PX_PER_INCH;
  const total = sheet.pages.length;
  return (
    <section
      aria-label="Label preview"
      data-focus-home
      tabIndex={-1}
      className="flex h-full flex-col -outline-offset-2"
    >
      <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-line bg-panel px-4">
        <h2 className="truncate text-base font-semibold">{template.name}</h2>
        <span className="flex shrink-0 items-center gap-1 text-sm text-ink-2">
          <IconButton
            label="Previous page"
            disabled={place === 0}
            icon={<ChevronLeft aria-hidden className="size-4" />}
            onClick={() => setWanted(place - 1)}
          />
          <span aria-live="polite" className="tabular-nums">
            Page {place + 1} of {Math.max(total, 1)}
          </span>
          <IconButton
            label="Next page"
            disabled={place >= last}
            icon={<ChevronRight aria-hidden className="size-4" />}
            onClick={() => setWanted(place + 1)}
          />
        </span>
      </div>
      <div
        role="group"
        aria-label="Page"
        ref={scrollStop}
        className="grid min-h-0 grow justify-items-center overflow-auto bg-ground p-6 -outline-offset-2"
      >
        <div style={{ maxWidth: widthPx }} className="h-fit w-full">
          <PageDrawing
            sheet={sheet}
            page={page}
            label={isSample ? 'Sample labels' : `Page ${place + 1} of ${total}`}
            fills
            className="rounded-sm shadow-float"
            below={<Cells sheet={sheet} template={template} />}
          >
            {place === 0 && <Starts sheet={sheet} template={template} start={start} />}
          </PageDrawing>
        </div>
      </div>
    </section>
  );
});

interface Grid {
  sheet: Sheet;
  template: LabelTemplate;
}

function sizeOf({ grid, style }: LabelTemplate) {
  return {
    width: grid.labelWidthIn * POINTS_PER_INCH,
    height: grid.labelHeightIn * POINTS_PER_INCH,
    rx: style.cornerRadiusIn * POINTS_PER_INCH,
  };
}

/** Faint outlines of the labels on the sheet. They are not printed. */
function Cells({ sheet, template }: Grid) {
  return sheet.cells.map(({ xPt, yPt }) => (
    <rect
      key={`${xPt} ${yPt}`}
      x={xPt}
      y={yPt}
      {...sizeOf(template)}
      fill="none"
      stroke="GrayText"
      strokeOpacity={0.5}
      strokeWidth={0.5}
      strokeDasharray="2 2"
    />
  ));
}

/** Pressing a label starts there: the labels before it are used already. "Start at label" does the same by keyboard. */
function Starts({ sheet, template, start }: Grid & { start: number }) {
  if (sheet.cells.length < 2) return null;
  return sheet.cells.map(({ xPt, yPt }, cell) => (
    <rect
      key={`${xPt} ${yPt}`}
      x={xPt}
      y={yPt}
      {...sizeOf(template)}
      data-cell={cell + 1}
      fill="GrayText"
      fillOpacity={cell < start ? 0.35 : 0}
      className="cursor-pointer hover:stroke-accent"
      strokeWidth={1.5}
      onClick={() => setStart(template.id, cell)}
    >
      <title>{cell < start ? `Label ${cell + 1}, used. Start here` : `Start at label ${cell + 1}`}</title>
    </rect>
  ));
}
