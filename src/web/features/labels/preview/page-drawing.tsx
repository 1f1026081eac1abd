import { type ReactNode, useId } from 'react';
import type { Page } from '#domain/labels/pages.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import type { Sheet } from '../sheet.ts';
import { LabelDrawing } from './label-drawing.tsx';

/** Paper is white in every theme. */
const PAPER = { colorScheme: 'light', background: 'Canvas', display: 'block' } as const;

/** One page of labels, measured in points. Each different label is drawn once and reused in its cells. */
export function PageDrawing({
  sheet,
  page,
  label,
  className,
  fills = false,
  below,
  children,
}: {
  sheet: Sheet;
  page: Page;
  /** The name for screen readers. */
  label: string;
  className?: string;
  /** True to fill the width of its place; otherwise the page has its own size in points. */
  fills?: boolean;
  /** Drawn under the labels. */
  below?: ReactNode;
  /** Drawn over the labels. */
  children?: ReactNode;
}) {
  const prefix = useId();
  const { offsetXPt, offsetYPt, scale } = sheet.calibration;
  const different = [...new Set(page)].filter((one) => one !== null);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${sheet.widthPt} ${sheet.heightPt}`}
      width={fills ? '100%' : `${sheet.widthPt}pt`}
      height={fills ? undefined : `${sheet.heightPt}pt`}
      className={className}
      style={PAPER}
    >
      <defs>
        {different.map((one) => {
          const drawn = sheet.labels.at(one);
          return drawn && <LabelDrawing key={one} id={`${prefix}${one}`} label={drawn} />;
        })}
      </defs>
      {below}
      <g transform={`translate(${offsetXPt} ${offsetYPt}) scale(${scale})`}>
        {inPlace(page).map(({ place, item }) => {
          const cell = sheet.cells[place];
          return (
            item !== null &&
            cell && <use key={place} href={`#${prefix}${item}`} x={cell.xPt} y={cell.yPt} data-label={item} />
          );
        })}
      </g>
      {children}
    </svg>
  );
}
