import { type GridLayout, HEADER_PX, ROW_GAP_PX } from './grid-layout.ts';
import type { GridRow } from './grid-rows.ts';
import { tiersAtRest } from '../card/tier-chips.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

const TOUCH_PX = 44;
const CHIP_GAP_PX = 4;
/** The part below the picture without controls: padding, two lines of name, category and stock, padding. */
const BELOW_PX = 10 + 2 * 20 + 2 + 20 + 8 + 12;
/** A border and a padding, above and below. */
const FRAME_PX = 2 * (1 + 10);
/** Picture, name, category and stock side by side; on narrow cards the stock is below. */
const HEAD_PX = { wide: 54, narrow: 60 };
const HEAD_GAP_PX = 8;
/** The label above a stock field on a narrow card; on a wide card it is beside the field. */
const FIELD_LABEL_PX = 18;
/** The number of variants that a card in audit mode shows at first. Rule: grid/audit-card. */
export const FIRST_VARIANTS = 4;

/** The items with a stock of their own that a card in audit mode shows. */
export function countedOn({ variants }: RegisterProduct, opened: boolean): { shown: number; left: number } {
  if (variants === null) return { shown: 1, left: 0 };
  const shown = opened ? variants.length : Math.min(FIRST_VARIANTS, variants.length);
  return { shown, left: variants.length - shown };
}

/** A row of placeholders is as high as one of the simplest products. */
const NOBODY = { pricing: null, variants: null } as RegisterProduct;

function headPx({ narrow }: GridLayout): number {
  return narrow ? HEAD_PX.narrow : HEAD_PX.wide;
}

/** The height of the controls of a card at rest: one row of 44 px, or several rows of tiers. */
function controlsPx({ pricing }: RegisterProduct, layout: GridLayout): number {
  const chipRows = pricing === null ? 1 : Math.max(1, tiersAtRest(pricing, layout).rows.length);
  return chipRows * (TOUCH_PX + CHIP_GAP_PX) - CHIP_GAP_PX;
}

function compactPx(product: RegisterProduct, layout: GridLayout): number {
  return FRAME_PX + headPx(layout) + HEAD_GAP_PX + controlsPx(product, layout);
}

/** The picture is a square inside the border, however many rows of tiers are below it. */
function roomyPx(product: RegisterProduct, layout: GridLayout): number {
  return Math.ceil(layout.cardPx) + BELOW_PX + controlsPx(product, layout);
}

function auditPx(product: RegisterProduct, layout: GridLayout, opened: boolean): number {
  const { shown, left } = countedOn(product, opened);
  const fieldPx = HEAD_GAP_PX + TOUCH_PX + (layout.narrow ? FIELD_LABEL_PX : 0);
  return FRAME_PX + headPx(layout) + shown * fieldPx + (left > 0 ? HEAD_GAP_PX + TOUCH_PX : 0);
}

/**
 * The height of a row with its gap, in whole px, because a row that begins at a fraction of a pixel shows a seam. All
 * cards of a row are as high as the highest one.
 * @param opened products whose variants are all shown in audit mode
 */
export function rowPxOf(row: GridRow, layout: GridLayout, opened: ReadonlySet<number>): number {
  if (row.kind === 'header') return HEADER_PX;
  const pxOf = (product: RegisterProduct) =>
    layout.style === 'roomy'
      ? roomyPx(product, layout)
      : layout.style === 'compact'
        ? compactPx(product, layout)
        : auditPx(product, layout, opened.has(product.id));
  return Math.max(...(row.products.length > 0 ? row.products : [NOBODY]).map(pxOf)) + ROW_GAP_PX;
}
