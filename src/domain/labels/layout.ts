import { LOWEST_BARS_PT, type LabelBarcode, modulePtIn, quietOf } from './barcode.ts';
import { modulesOf } from './barcode-modules.ts';
import { ASCENT_EM, cutToWidth, DESCENT_EM, textWidth, type Weight } from './letter-widths.ts';
import { type LabelLine, type LabelText, oneLine } from './lines.ts';
import { inPoints, type LabelTemplate, POINTS_PER_INCH, SMALLEST_TEXT_PT } from './template.ts';

/** The content of one label. */
export interface LabelContent extends LabelText {
  readonly barcode: LabelBarcode | null;
}

export interface LabelLook {
  readonly showBorders: boolean;
  readonly showLogo: boolean;
}

/** A run of text at its baseline. It is never wider than `widthPt`: where another font is wider, it is narrowed. */
export interface TextMark {
  readonly kind: 'text';
  readonly xPt: number;
  readonly baselinePt: number;
  readonly sizePt: number;
  readonly weight: Weight;
  readonly text: string;
  readonly widthPt: number;
  readonly sample: boolean;
}

export interface BarsMark {
  readonly kind: 'bars';
  readonly xPt: number;
  readonly yPt: number;
  readonly modulePt: number;
  /** The height of a row: of a linear code its bars, of a square one a module. */
  readonly rowPt: number;
  readonly black: readonly { readonly x: number; readonly y: number; readonly width: number }[];
  readonly barcode: LabelBarcode;
}

export interface LogoMark {
  readonly kind: 'logo';
  readonly xPt: number;
  readonly yPt: number;
  readonly sizePt: number;
}

export type Mark = TextMark | BarsMark | LogoMark;

export interface Box {
  readonly xPt: number;
  readonly yPt: number;
  readonly widthPt: number;
  readonly heightPt: number;
}

/** Content that was given up so that the label fits. */
export type LayoutWarning = 'text_cut' | 'lines_left_out' | 'barcode_left_out';

/** A label with every mark at its place, in points from the label's own top left corner. */
export interface DrawnLabel {
  readonly widthPt: number;
  readonly heightPt: number;
  readonly cornerPt: number;
  readonly bordered: boolean;
  /** All ink but the border stays inside. */
  readonly safe: Box;
  readonly marks: readonly Mark[];
  readonly warnings: readonly LayoutWarning[];
}

const LOGO_PT = 12;
const GAP_PT = 3;
/** The code below its bars, for a scanner that cannot read it. */
const CODE_TEXT_PT = 6;
const CODE_TEXT_LINE_PT = CODE_TEXT_PT * (ASCENT_EM + DESCENT_EM);
/** Bars are no higher than they need be, and take no more than this share of a label. */
const MOST_BARS_PT = 30;
const MOST_BARS_SHARE = 0.5;
const MOST_SQUARE_SHARE = 0.45;

/** A font size, rounded down to a tenth. Nobody can tell smaller differences apart. */
const rounded = (sizePt: number): number => Math.floor(sizePt * 10 + 1e-6) / 10;

interface Placed {
  readonly marks: readonly Mark[];
  /** The room that is left for the text. */
  readonly rest: Box;
}

/**
 * Bars at the foot of the label, with the code below them where there is room for it: as high as the text leaves room
 * for, and never too low to be scanned. Null where they cannot be read.
 * @param textPt height of the text at its usual size
 */
function placeBars(barcode: LabelBarcode, room: Box, textPt: number, dotPt: number | null): Placed | null {
  const modules = modulesOf(barcode.symbology, barcode.text);
  const modulePt = modulePtIn(barcode.symbology, modules, room, dotPt);
  // On a low label the lowest bars are more than their share; `leavesRoom` decides whether text fits beside them.
  const most = Math.max(room.heightPt * MOST_BARS_SHARE, LOWEST_BARS_PT);
  if (modulePt === null || most > room.heightPt) return null;
  const withCode = most >= LOWEST_BARS_PT + CODE_TEXT_LINE_PT;
  const codePt = withCode ? CODE_TEXT_LINE_PT : 0;
  const leftPt = Math.min(room.heightPt - textPt - GAP_PT, most) - codePt;
  const rowPt = Math.min(Math.max(leftPt, LOWEST_BARS_PT), MOST_BARS_PT);
  const takenPt = rowPt + codePt;
  const { left, right } = quietOf(barcode.symbology);
  const barsPt = modules.width * modulePt;
  const xPt = room.xPt + (room.widthPt - barsPt - (left + right) * modulePt) / 2 + left * modulePt;
  const yPt = room.yPt + room.heightPt - takenPt;
  const marks: Mark[] = [{ kind: 'bars', xPt, yPt, modulePt, rowPt, black: modules.black, barcode }];
  if (withCode) {
    const widthPt = textWidth(barcode.text, CODE_TEXT_PT, 'regular');
    const fits = widthPt <= room.widthPt;
    const text = fits ? barcode.text : cutToWidth(barcode.text, CODE_TEXT_PT, 'regular', room.widthPt);
    const shownPt = textWidth(text, CODE_TEXT_PT, 'regular');
    marks.push({
      kind: 'text',
      xPt: Math.max(room.xPt, Math.min(xPt + (barsPt - shownPt) / 2, room.xPt + room.widthPt - shownPt)),
      baselinePt: yPt + rowPt + CODE_TEXT_PT * ASCENT_EM,
      sizePt: CODE_TEXT_PT,
      weight: 'regular',
      text,
      widthPt: shownPt,
      sample: false,
    });
  }
  return { marks, rest: { ...room, heightPt: room.heightPt - takenPt - GAP_PT } };
}

/** A square code at the right side of the label. Null where it cannot be read. */
function placeSquare(barcode: LabelBarcode, room: Box, dotPt: number | null): Placed | null {
  const modules = modulesOf(barcode.symbology, barcode.text);
  const sidePt = Math.min(room.heightPt, Math.max(room.widthPt * MOST_SQUARE_SHARE, 0));
  const modulePt = modulePtIn(barcode.symbology, modules, { widthPt: sidePt, heightPt: sidePt }, dotPt);
  if (modulePt === null) return null;
  const quietPt = quietOf(barcode.symbology).left * modulePt;
  const takenPt = modules.width * modulePt + 2 * quietPt;
  return {
    marks: [
      {
        kind: 'bars',
        xPt: room.xPt + room.widthPt - takenPt + quietPt,
        yPt: room.yPt + (room.heightPt - takenPt) / 2 + quietPt,
        modulePt,
        rowPt: modulePt,
        black: modules.black,
        barcode,
      },
    ],
    rest: { ...room, widthPt: room.widthPt - takenPt },
  };
}

interface TextBlock {
  readonly marks: readonly TextMark[];
  readonly warnings: readonly LayoutWarning[];
}

/**
 * Lines of text in a box. All of them shrink until they fit its height, then each one that is too wide, both down to a
 * floor; what does not fit then is cut with an ellipsis, and lines that have no room are left out from the last one on.
 */
function setText(
  lines: readonly LabelLine[],
  box: Box,
  { text: { sizePt, lineHeightEm, align } }: LabelTemplate,
  logo: boolean,
): TextBlock {
  const warnings: LayoutWarning[] = [];
  const floorPt = Math.min(sizePt, SMALLEST_TEXT_PT);
  const most = Math.floor((box.heightPt + 1e-6) / (floorPt * lineHeightEm));
  const shown = lines.slice(0, Math.max(most, 0));
  if (shown.length < lines.length) warnings.push('lines_left_out');
  if (shown.length === 0) return { marks: [], warnings };
  const commonPt = Math.max(floorPt, rounded(Math.min(sizePt, box.heightPt / (shown.length * lineHeightEm))));
  const linePt = commonPt * lineHeightEm;
  const topPt = box.yPt + Math.max(0, (box.heightPt - linePt * shown.length) / 2);

  const marks = shown.flatMap(({ text, strong, sample }, place): TextMark[] => {
    const weight: Weight = place === 0 || strong ? 'medium' : 'regular';
    const lineTop = topPt + place * linePt;
    // The logo is in the top right corner; the text beside it gets less room.
    const besideLogo = logo && lineTop < box.yPt + LOGO_PT;
    const roomPt = box.widthPt - (besideLogo ? LOGO_PT + GAP_PT : 0);
    if (roomPt <= 0) return [];
    const wantedPt = textWidth(text, commonPt, weight);
    const fittedPt = wantedPt <= roomPt ? commonPt : Math.max(floorPt, rounded((commonPt * roomPt) / wantedPt));
    const fits = textWidth(text, fittedPt, weight) <= roomPt + 1e-6;
    const kept = fits ? text : cutToWidth(text, fittedPt, weight, roomPt);
    if (!fits && !warnings.includes('text_cut')) warnings.push('text_cut');
    if (kept === '') return [];
    const widthPt = textWidth(kept, fittedPt, weight);
    const leadPt = (linePt - fittedPt * (ASCENT_EM + DESCENT_EM)) / 2;
    return [
      {
        kind: 'text',
        xPt: align === 'center' ? box.xPt + (roomPt - widthPt) / 2 : box.xPt,
        baselinePt: lineTop + leadPt + fittedPt * ASCENT_EM,
        sizePt: fittedPt,
        weight,
        text: kept,
        widthPt,
        sample: sample === true,
      },
    ];
  });
  return { marks, warnings };
}

/** Room that text keeps at least beside a barcode: one line at the floor. */
function leavesRoom({ rest }: Placed, { text }: LabelTemplate): boolean {
  return rest.heightPt >= SMALLEST_TEXT_PT * text.lineHeightEm && rest.widthPt >= SMALLEST_TEXT_PT * 6;
}

/**
 * Lays out one label. Screen, print window, PDF and label printer all draw this layout. Units: points from the label's
 * top left corner. All ink but the border is inside `safe`. Rule: labels/layout.
 * @param printerDpi of a label printer, whose bars are whole dots wide; null for papers that any printer prints
 */
export function layoutLabel(
  template: LabelTemplate,
  content: LabelContent,
  look: LabelLook,
  printerDpi: number | null = null,
): DrawnLabel {
  const dotPt = printerDpi === null ? null : POINTS_PER_INCH / printerDpi;
  const { grid, style } = template;
  const [widthPt, heightPt, padPt] = [grid.labelWidthIn, grid.labelHeightIn, style.safePaddingIn].map(inPoints) as [
    number,
    number,
    number,
  ];
  const safe: Box = { xPt: padPt, yPt: padPt, widthPt: widthPt - 2 * padPt, heightPt: heightPt - 2 * padPt };
  const { barcode } = content;
  const textPt = (content.lines.length + 1) * template.text.sizePt * template.text.lineHeightEm;
  const tried =
    barcode &&
    (barcode.symbology === 'qr' ? placeSquare(barcode, safe, dotPt) : placeBars(barcode, safe, textPt, dotPt));
  const placed = tried && leavesRoom(tried, template) ? tried : null;
  const rest = placed?.rest ?? safe;
  const logo = look.showLogo && rest.heightPt >= LOGO_PT && rest.widthPt >= 3 * LOGO_PT;
  const lines = [{ text: content.name }, ...content.lines].map((line) => ({ ...line, text: oneLine(line.text) }));
  const text = setText(lines, rest, template, logo);
  const logoMark: LogoMark = {
    kind: 'logo',
    xPt: rest.xPt + rest.widthPt - LOGO_PT,
    yPt: rest.yPt,
    sizePt: LOGO_PT,
  };
  return {
    widthPt,
    heightPt,
    cornerPt: inPoints(style.cornerRadiusIn),
    bordered: look.showBorders,
    safe,
    marks: [...text.marks, ...(placed?.marks ?? []), ...(logo ? [logoMark] : [])],
    warnings: [...text.warnings, ...(barcode && !placed ? (['barcode_left_out'] as const) : [])],
  };
}

/** The warnings in words. */
export const WARNING_WORDS: Record<LayoutWarning, string> = {
  text_cut: 'A text is too long for this label and is cut.',
  lines_left_out: 'There is no room for all lines on this label.',
  barcode_left_out: 'The barcode cannot be scanned at this size, so it is left out.',
};
