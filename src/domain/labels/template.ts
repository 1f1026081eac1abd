import { accept, refuse, type Result } from '../result.ts';

export const POINTS_PER_INCH = 72;

export const inPoints = (inches: number): number => inches * POINTS_PER_INCH;

/** Labels as a page of them: its measures in inches, as makers print them on the box, from the top left corner. */
export interface LabelTemplate {
  readonly id: string;
  readonly name: string;
  readonly page: {
    readonly size: 'letter' | 'roll';
    readonly widthIn: number;
    readonly heightIn: number;
    readonly marginLeftIn: number;
    readonly marginTopIn: number;
  };
  readonly grid: {
    readonly rows: number;
    readonly columns: number;
    readonly horizontalPitchIn: number;
    readonly verticalPitchIn: number;
    readonly labelWidthIn: number;
    readonly labelHeightIn: number;
  };
  readonly style: { readonly cornerRadiusIn: number; readonly safePaddingIn: number };
  readonly text: { readonly sizePt: number; readonly lineHeightEm: number; readonly align: 'left' | 'center' };
}

export const perPage = ({ grid }: LabelTemplate): number => grid.rows * grid.columns;

type Measures = readonly [
  columns: number,
  rows: number,
  labelWidthIn: number,
  labelHeightIn: number,
  marginLeftIn: number,
  marginTopIn: number,
  horizontalPitchIn: number,
  verticalPitchIn: number,
];

/** A label half an inch high has room for a QR code only with less padding than others. */
function paddingIn(labelHeightIn: number): number {
  if (labelHeightIn > 1) return 0.125;
  return labelHeightIn > 0.5 ? 0.0625 : 0.05;
}

function letterSheet(stock: number, sizePt: number, measures: Measures, cornerRadiusIn = 0.0625): LabelTemplate {
  const [columns, rows, labelWidthIn, labelHeightIn, marginLeftIn, marginTopIn, horizontalPitchIn, verticalPitchIn] =
    measures;
  return {
    id: `avery_${stock}`,
    name: `Avery ${stock} (${columns * rows}-up)`,
    page: { size: 'letter', widthIn: 8.5, heightIn: 11, marginLeftIn, marginTopIn },
    grid: { rows, columns, horizontalPitchIn, verticalPitchIn, labelWidthIn, labelHeightIn },
    style: { cornerRadiusIn, safePaddingIn: paddingIn(labelHeightIn) },
    text: { sizePt, lineHeightEm: 1.2, align: 'left' },
  };
}

/** A roll: each label is a page of its own, of the label's size. */
export function roll(widthIn: number, heightIn: number, sizePt: number): LabelTemplate {
  return {
    id: `roll_${widthIn}x${heightIn}`,
    name: `Roll ${widthIn} x ${heightIn} in`,
    page: { size: 'roll', widthIn, heightIn, marginLeftIn: 0, marginTopIn: 0 },
    grid: {
      rows: 1,
      columns: 1,
      horizontalPitchIn: widthIn,
      verticalPitchIn: heightIn,
      labelWidthIn: widthIn,
      labelHeightIn: heightIn,
    },
    style: { cornerRadiusIn: 0.0625, safePaddingIn: heightIn > 1.25 ? 0.125 : 0.0625 },
    text: { sizePt, lineHeightEm: 1.2, align: 'left' },
  };
}

/** Thirds of an inch are the maker's measure: seven labels of 1 1/3 in fill what 9.33 in between the margins leave. */
const THIRD = 1 / 3;

/** The stock that every shop can print on, by the measures of the makers. The first one is the default. Rule: labels/templates. */
export const TEMPLATES: readonly [LabelTemplate, ...LabelTemplate[]] = [
  letterSheet(5160, 9, [3, 10, 2.625, 1, 0.1875, 0.5, 2.75, 1]),
  letterSheet(5161, 10, [2, 10, 4, 1, 0.15625, 0.5, 4.1875, 1]),
  letterSheet(5162, 12, [2, 7, 4, 1 + THIRD, 0.15625, 0.5 + THIRD, 4.1875, 1 + THIRD]),
  letterSheet(5163, 14, [2, 5, 4, 2, 0.15625, 0.5, 4.1875, 2], 0.125),
  letterSheet(5164, 18, [2, 3, 4, 3 + THIRD, 0.15625, 0.5, 4.1875, 3 + THIRD], 0.125),
  letterSheet(5167, 7, [4, 20, 1.75, 0.5, 0.28125, 0.5, 2.0625, 0.5]),
  roll(2, 1, 9),
  roll(2.25, 1.25, 9),
  roll(3, 2, 12),
  roll(4, 6, 18),
];

/** The smallest sizes of text that people can read on a label at arm's length. Rule: labels/layout. */
export const SMALLEST_TEXT_PT = 5;

export type TemplateRefused = {
  code: 'no_labels' | 'too_many_labels' | 'beyond_the_page' | 'overlapping' | 'no_room' | 'text_size';
};

/** A hair more than what measures that were rounded to five decimals miss. */
const TOLERANCE_IN = 0.0005;
const MOST_PER_PAGE = 500;

/**
 * Refuses what cannot be printed: a grid that leaves its page, labels that overlap, or padding that leaves no room.
 * Rule: labels/templates.
 */
export function checkTemplate(template: LabelTemplate): Result<LabelTemplate, TemplateRefused> {
  const { page, grid, style, text } = template;
  if (!Number.isInteger(grid.rows) || !Number.isInteger(grid.columns) || grid.rows < 1 || grid.columns < 1) {
    return refuse({ code: 'no_labels' });
  }
  if (perPage(template) > MOST_PER_PAGE) return refuse({ code: 'too_many_labels' });
  const right = page.marginLeftIn + (grid.columns - 1) * grid.horizontalPitchIn + grid.labelWidthIn;
  const bottom = page.marginTopIn + (grid.rows - 1) * grid.verticalPitchIn + grid.labelHeightIn;
  const measures = [page.marginLeftIn, page.marginTopIn, style.cornerRadiusIn, style.safePaddingIn, right, bottom];
  if (measures.some((inches) => !(inches >= 0))) return refuse({ code: 'beyond_the_page' });
  if (right > page.widthIn + TOLERANCE_IN || bottom > page.heightIn + TOLERANCE_IN) {
    return refuse({ code: 'beyond_the_page' });
  }
  const overlapsAcross = grid.columns > 1 && grid.horizontalPitchIn < grid.labelWidthIn - TOLERANCE_IN;
  const overlapsDown = grid.rows > 1 && grid.verticalPitchIn < grid.labelHeightIn - TOLERANCE_IN;
  if (overlapsAcross || overlapsDown) return refuse({ code: 'overlapping' });
  const smallest = Math.min(grid.labelWidthIn, grid.labelHeightIn) - 2 * style.safePaddingIn;
  if (!(inPoints(smallest) >= SMALLEST_TEXT_PT * text.lineHeightEm)) return refuse({ code: 'no_room' });
  if (!(text.sizePt >= SMALLEST_TEXT_PT && text.sizePt <= 72 && text.lineHeightEm >= 1.2 && text.lineHeightEm <= 3)) {
    return refuse({ code: 'text_size' });
  }
  return accept(template);
}

/** Height that the ruler of a PDF needs above the labels, where the sheet is thrown away. */
const RULER_ROOM_PT = 20;

/** False for rolls, and for sheets whose labels begin too near the edge. */
export const hasRuler = ({ page }: LabelTemplate): boolean => inPoints(page.marginTopIn) >= RULER_ROOM_PT;

export interface Place {
  readonly xPt: number;
  readonly yPt: number;
}

/** The places of the labels of one page, row by row from the top left. */
export function cellsOf({ page, grid }: LabelTemplate): Place[] {
  return Array.from({ length: grid.rows * grid.columns }, (_, cell) => ({
    xPt: inPoints(page.marginLeftIn + (cell % grid.columns) * grid.horizontalPitchIn),
    yPt: inPoints(page.marginTopIn + Math.floor(cell / grid.columns) * grid.verticalPitchIn),
  }));
}
