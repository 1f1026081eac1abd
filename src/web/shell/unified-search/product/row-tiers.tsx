import type { Milli } from '#domain/quantity.ts';
import { type ChosenTier, tiersOf } from '#domain/pricing-tiers.ts';
import { isAuditing } from '#web/features/register/audit/audit-mode.ts';
import { RowChip } from '#web/features/register/card/choice-chip.tsx';
import { chipOf, fitTiers, tierKey } from '#web/features/register/card/tier-chips.ts';
import { choiceOf } from '#web/features/register/cart/line/sellable.ts';
import type { RegisterProduct, RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

/** Four or five chips; on a phone there is no room beside the name. */
const ROOM_PX = 268;
const MORE = 'more';

/** The tier that was pressed in its row; null for the chip that stands for the others. */
export function pressedTier(product: RegisterProduct, part: string): ChosenTier | null {
  return (product.pricing && tiersOf(product.pricing).find((tier) => tierKey(tier) === part)) ?? null;
}

/** Whether a row offers its tiers: where only the amount is left to choose, and there is some. */
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
        <RowChip key={tierKey(tier)} part={tierKey(tier)} {...chipOf(product, tier, stock)} />
      ))}
      {more && <RowChip part={MORE} {...more} faint={false} />}
    </span>
  );
}
