import { type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import type { Milli } from '#domain/quantity.ts';
import type { RegisterProduct, RegisterVariant } from '#web/entities/catalogue/wire-products.ts';
import { isAuditing } from '#web/features/register/audit/audit-mode.ts';
import { CHIP, FREE, Words } from '#web/features/register/card/choice-chip.tsx';
import { chipOf, fitTiers, tierKey } from '#web/features/register/card/tier-chips.ts';
import { choiceOf } from '#web/features/register/cart/line/sellable.ts';
import { cx } from '#web/ui/cx.ts';

/** Four or five chips. On a phone there is no room beside the name. */
const ROOM_PX = 268;

/** Product and tier, because other products may have come into the rows between pressing and letting go. */
const partOf = (product: RegisterProduct, tier: ChosenTier) => `${product.id} ${tierKey(tier)}`;

/** The product and the tier of a pressed chip. */
export function tierOfPart(
  byId: ReadonlyMap<number, RegisterProduct>,
  part: string,
): { product: RegisterProduct; tier: ChosenTier } | null {
  const product = byId.get(Number(part.split(' ')[0]));
  const tier = product?.pricing && tiersOf(product.pricing).find((one) => partOf(product, one) === part);
  return product && tier ? { product, tier } : null;
}

/** True if only the amount is left to choose, and there is some. */
export function offersTiers(product: RegisterProduct, variant: RegisterVariant | null, stock: Milli): boolean {
  return product.pricing !== null && choiceOf(product, variant).kind === 'tier' && stock > 0 && !isAuditing();
}

/** The tiers of the highlighted product: one press adds it. Rule: search/tiers-in-the-row. */
export function RowTiers({ product, stock }: { product: RegisterProduct; stock: Milli }) {
  if (!product.pricing) return null;
  const { rows, more } = fitTiers(product.pricing, ROOM_PX, 1);
  return (
    <span className="flex shrink-0 gap-1 max-[640px]:hidden">
      {rows.flat().map((tier) => (
        <RowChip key={tierKey(tier)} part={partOf(product, tier)} {...chipOf(product, tier, stock)} />
      ))}
      {more && <RowChip {...more} faint={false} />}
    </span>
  );
}

/**
 * The same look in a row of a list, whose keys lead to the choice in another way: for pointers only.
 * @param part tells the list what was pressed
 */
function RowChip({
  label,
  detail,
  faint,
  title,
  part,
}: {
  label: string;
  detail: string;
  faint: boolean;
  title: string | undefined;
  part?: string;
}) {
  return (
    <span aria-hidden data-part={part} title={title} className={cx(CHIP, FREE, faint && 'border-dashed')}>
      <Words label={label} detail={detail} look={faint ? 'faint' : 'free'} />
    </span>
  );
}
