import { useLayoutEffect, useRef } from 'react';
import { isInRoboto } from '#domain/labels/letter-widths.ts';
import type { BarsMark, DrawnLabel, LogoMark, Mark, TextMark } from '#domain/labels/layout.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { LABEL_FONT } from '../print/label-fonts.ts';

/**
 * The layout measures letter by letter in exact font widths, without kerning or rounding to screen dots. The drawing
 * must match.
 */
const UNKERNED = {
  fontKerning: 'none',
  fontVariant: 'none',
  textRendering: 'geometricPrecision',
  whiteSpace: 'pre',
} as const;

/** Narrows text that is wider than the layout measured, as in a fallback font, and again when that font has come. */
function useNarrowed(mark: TextMark) {
  const text = useRef<SVGTextElement>(null);
  useLayoutEffect(() => {
    const drawn = text.current;
    if (drawn === null || isInRoboto(mark.text)) return;
    const narrow = (): void => {
      drawn.removeAttribute('textLength');
      if (drawn.getComputedTextLength() <= mark.widthPt) return;
      drawn.setAttribute('lengthAdjust', 'spacingAndGlyphs');
      drawn.setAttribute('textLength', String(mark.widthPt));
    };
    narrow();
    const { fonts } = drawn.ownerDocument;
    fonts.addEventListener('loadingdone', narrow);
    return () => fonts.removeEventListener('loadingdone', narrow);
  }, [mark]);
  return text;
}

function Text({ mark }: { mark: TextMark }) {
  return (
    <text
      ref={useNarrowed(mark)}
      x={mark.xPt}
      y={mark.baselinePt}
      fontSize={mark.sizePt}
      fontFamily={LABEL_FONT}
      fontWeight={mark.weight === 'medium' ? 500 : 400}
      fillOpacity={mark.sample ? 0.5 : undefined}
      style={UNKERNED}
    >
      {mark.text}
    </text>
  );
}

function Bars({ mark: { xPt, yPt, modulePt, rowPt, black } }: { mark: BarsMark }) {
  const path = black
    .map(
      ({ x, y, width }) =>
        `M${xPt + x * modulePt} ${yPt + y * rowPt}h${width * modulePt}v${rowPt}h${-width * modulePt}z`,
    )
    .join('');
  return <path d={path} shapeRendering="crispEdges" />;
}

/** The logo of the product, in the one colour of the label. */
function Logo({ mark: { xPt, yPt, sizePt } }: { mark: LogoMark }) {
  return (
    <g transform={`translate(${xPt} ${yPt}) scale(${sizePt / 32})`}>
      <rect width={32} height={32} rx={8} />
      <path d="M8 10.5h16M16 10.5V23M11 23h10" fill="none" stroke="Canvas" strokeWidth={3} strokeLinecap="round" />
    </g>
  );
}

function Drawn({ mark }: { mark: Mark }) {
  switch (mark.kind) {
    case 'text':
      return <Text mark={mark} />;
    case 'bars':
      return <Bars mark={mark} />;
    case 'logo':
      return <Logo mark={mark} />;
  }
}

const BORDER_PT = 0.5;

/** A label drawn at its own origin. The sheet moves it to its cell. */
export function LabelDrawing({ label, id }: { label: DrawnLabel; id: string }) {
  const { safe } = label;
  return (
    <g id={id}>
      <clipPath id={`${id}-safe`}>
        <rect x={safe.xPt} y={safe.yPt} width={safe.widthPt} height={safe.heightPt} />
      </clipPath>
      {label.bordered && (
        <rect
          x={BORDER_PT / 2}
          y={BORDER_PT / 2}
          width={label.widthPt - BORDER_PT}
          height={label.heightPt - BORDER_PT}
          rx={label.cornerPt}
          fill="none"
          stroke="CanvasText"
          strokeWidth={BORDER_PT}
        />
      )}
      <g clipPath={`url(#${id}-safe)`} fill="CanvasText">
        {inPlace(label.marks).map(({ place, item }) => (
          <Drawn key={place} mark={item} />
        ))}
      </g>
    </g>
  );
}
