import { fieldText, type PlannedPanel } from '#domain/menu/menu-plan.ts';
import type { ShelfProduct } from '#domain/menu/shelf.ts';
import { type CardSizes, cardSizes, type TableSizes, tableSizes } from './sizes.ts';
import { fitted, fittedFacts, fittedName } from './words.ts';

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
export function cardFacts({ fields }: PlannedPanel, product: ShelfProduct): string[] {
  return fields.slice(0, MOST_FACTS).flatMap((field) => fieldText(product, field) || []);
}

interface CardWords {
  readonly name: ReturnType<typeof fittedName>;
  readonly facts: readonly string[];
  readonly factSize: number;
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
    if (below === null || (isRoom && fit.size >= GOOD_NAME))
      return { name: fit, facts: below?.facts ?? [], factSize: below?.size ?? small };
  }
}

/** The name in a row. One that is too long for a line takes more, in smaller letters, instead of the fields below it. */
export function rowName(
  { name, inStock, leftMilli }: ShelfProduct,
  { nameWidth, name: most, row, small, shape, labelsAbove }: TableSizes,
): ReturnType<typeof fittedName> {
  const badge = inStock && leftMilli === null ? 30 : small * BADGE_LETTERS;
  const width = shape === 'columns' ? nameWidth : nameWidth - badge;
  const alone = fitted(name, { width, lines: 1, most, least: 1 });
  if (alone >= most * 0.72) return { size: alone, lines: 1 };
  // Prices are below the name.
  return fittedName(name, { width, height: row * (shape === 'lines' ? (labelsAbove ? 0.46 : 0.58) : 0.94), most });
}

/** The size of each name of a panel. */
export function nameSizes(plan: PlannedPanel, nowMs: number): number[] {
  const products = plan.pages.flat();
  if (plan.view === 'card') {
    const sizes = cardSizes(plan, nowMs);
    return products.map((product) => cardWords(product.name, cardFacts(plan, product), sizes).name.size);
  }
  const sizes = tableSizes(plan, nowMs);
  return products.map((product) => rowName(product, sizes).size);
}
