import { fieldText, type PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type MenuProduct } from '#domain/menu/shelf.ts';
import { type CardSizes, cardSizes, LABEL, type TableSizes, tableSizes } from './sizes.ts';
import { fitted, fittedFacts, fittedName, LEAST_NAME, LINE } from './words.ts';

/** Facts are left out if the name beside them would be smaller than this. */
const GOOD_NAME = 20;
const MOST_FACT_LINES = 3;
/** A card has room for these beside the name. */
const MOST_FACTS = 3;
/** A badge with words takes some of the width of the name. */
const BADGE_LETTERS = 5;
/** A card may be fuller than calculated by this much. */
const SLACK = 8;

/** The facts of a product that a card lists. */
export function cardFacts({ fields }: PlannedPanel, product: MenuProduct): string[] {
  return fields.slice(0, MOST_FACTS).flatMap((field) => fieldText(product, field) || []);
}

interface CardWords {
  readonly name: ReturnType<typeof fittedName>;
  readonly facts: readonly string[];
  readonly factSize: number;
  /** The height that they take. */
  readonly height: number;
}

/** The words of a card: facts are left out, the last first, until the name can be read. */
export function cardWords(name: string, facts: readonly string[], sizes: CardSizes): CardWords {
  const { textWidth, factsWidth, wordsHeight, name: most, small, picture, pictureSize } = sizes;
  for (let lines = facts.length === 0 ? 0 : MOST_FACT_LINES; ; lines -= 1) {
    const below = lines === 0 ? null : fittedFacts(facts, { width: factsWidth, lines, most: small });
    const belowHeight = below === null ? 0 : below.size * (1.25 * below.lines + 0.4);
    const left = wordsHeight - belowHeight;
    // Beside a small picture, a name is at least as high.
    const height = Math.max(picture === 'small' ? pictureSize : most, left);
    const fit = fittedName(name, { width: textWidth, height, most });
    const isRoom = picture !== 'small' || pictureSize + belowHeight <= wordsHeight + SLACK;
    if (below === null || (isRoom && fit.size >= GOOD_NAME)) {
      const taken = fit.size * fit.lines * LINE + belowHeight;
      return { name: fit, facts: below?.facts ?? [], factSize: below?.size ?? small, height: taken };
    }
  }
}

/** A picture is not higher than this, as a multiple of its width. */
const HIGHEST_PICTURE = 1.25;

/** The height of the pictures above the words: they have what no card of the panel fills with words. */
export function pictureHeight(plan: PlannedPanel, sizes: CardSizes): number {
  const { picture, pictureSize, wordsHeight, width } = sizes;
  if (picture !== 'above') return pictureSize;
  const filled = plan.pages.flat().map((product) => cardWords(product.name, cardFacts(plan, product), sizes).height);
  const spare = wordsHeight - Math.max(...filled) - SLACK;
  return Math.round(Math.max(pictureSize, Math.min(pictureSize + spare, width * HIGHEST_PICTURE)));
}

interface RowWords {
  readonly size: number;
  readonly lines: number;
  /** The size of the prices below the name. */
  readonly price: number;
  /** False if the name leaves no room for facts below it. */
  readonly hasFacts: boolean;
  /** The badge is beside the prices below the name, which needs the whole width. */
  readonly isBadgeBelow?: boolean;
}

/** The height of a line of prices, as a multiple of their size. */
const PRICE_LINE = 1.25;
const LEAST_ROW_PRICE = 13;

/** The name in a row. One that is too long for a line takes more, in smaller letters, instead of the fields below it. */
export function rowName(
  { name, inStock, leftMilli }: MenuProduct,
  { nameWidth, name: most, row, small, shape, labelsAbove, price }: TableSizes,
  arePricesBelow: boolean,
): RowWords {
  const badge = inStock && leftMilli === null ? 30 : small * BADGE_LETTERS;
  const width = shape === 'columns' ? nameWidth : nameWidth - badge;
  const alone = fitted(name, { width, lines: 1, most, least: 1 });
  if (alone >= most * 0.72) return { size: alone, lines: 1, price, hasFacts: true };
  if (shape !== 'lines') {
    const fit = fittedName(name, { width, height: row * 0.94, most });
    return { ...fit, price, hasFacts: fit.lines === 1 };
  }
  const usual = fittedName(name, { width, height: row * (labelsAbove ? 0.46 : 0.58), most });
  if (usual.size > LEAST_NAME) return { ...usual, price, hasFacts: true };
  // The lowest rows: the name has two lines, and smaller prices below it.
  const line = PRICE_LINE + (labelsAbove ? LABEL : 0);
  const height = row * 0.96;
  const room = height - (arePricesBelow ? LEAST_ROW_PRICE * line : 0);
  const { size, lines } = fittedName(name, { width, height: room, most });
  if (arePricesBelow && lines === 1 && size === LEAST_NAME)
    return { size, lines, price: Math.min(price, LEAST_ROW_PRICE), hasFacts: false, isBadgeBelow: true };
  const left = (height - size * lines * LINE) / line;
  return { size, lines, price: Math.floor(Math.max(LEAST_ROW_PRICE, Math.min(price, left))), hasFacts: false };
}

/** The size of each name of a panel. */
export function nameSizes(plan: PlannedPanel, nowMs: number): number[] {
  const products = plan.pages.flat();
  if (plan.view === 'card') {
    const sizes = cardSizes(plan, nowMs);
    return products.map((product) => cardWords(product.name, cardFacts(plan, product), sizes).name.size);
  }
  const sizes = tableSizes(plan, nowMs);
  return products.map((product) => rowName(product, sizes, plan.prices.isInline(pricesAt(product, nowMs))).size);
}
