import { Plus } from 'lucide-react';
import { type CSSProperties, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { priceLine, type Sold } from '#domain/line-price.ts';
import { displayMoney } from '#domain/money.ts';
import type { ChosenTier, RuleGroup } from '#domain/pricing-tiers.ts';
import { fromQuantityNumber, type Milli } from '#domain/quantity.ts';
import { firstQuantity, isMultiple, type Measured, quantityWords } from '#domain/unit.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { CardMore } from './card-more.tsx';
import { addProduct } from './add-product.ts';
import { ChoiceChip } from './choice-chip.tsx';
import { echoesOpen, noteAdd } from '../double-press.ts';
import { byPieces, byTier, choiceOf, shortMoney } from '../cart/line/sellable.ts';
import { select, useSelection } from './selection.ts';
import { Stepper } from './stepper.tsx';
import { useStock, useTotalStock } from '#web/entities/stock/stock.ts';
import { chipColumns, chipOf, tierKey } from './tier-chips.ts';
import { type RegisterProduct, type RegisterVariant, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { focusCard } from '../grid/card-focus.ts';

interface ControlsProps {
  readonly product: RegisterProduct;
  readonly roomPx: number;
}

/** All that an open card offers below its head. */
export function CardControls(props: ControlsProps) {
  return (
    <>
      <Choices {...props} />
      <CardMore product={props.product} />
    </>
  );
}

/**
 * The controls of a selected card: variants, tiers by rule, a quantity, and Add. Rule: grid/one-selection.
 * @param roomPx the width for chips
 */
function Choices({ product, roomPx }: ControlsProps) {
  const { variationId, tier, count: chosen, byKey } = useSelection();
  const box = useRef<HTMLFormElement>(null);
  const variant = product.variants?.find(({ id }) => id === variationId) ?? null;
  const choice = choiceOf(product, variant);
  const total = useTotalStock(product.id, product.variants?.map(({ id }) => id) ?? null);
  const ofVariant = useStock({ productId: product.id, variationId: variant?.id ?? null });
  const stock = variant ? ofVariant : total;
  const { measured = {} } = product;
  const count = countBy(chosen, measured);
  const sold = soldBy(choice, tier, count, measured);
  useFocusOnKey(box, byKey, variant !== null);

  return (
    // A form, so that Enter on any choice adds once everything is chosen.
    <form
      ref={box}
      className="flex shrink-0 flex-col gap-2"
      onClickCapture={dropEcho}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sold) return chooseFocused(event.currentTarget);
        if (stock <= 0) return;
        // The fields of the card are about to disappear, so the card keeps the focus.
        focusCard(event.currentTarget);
        addProduct(product, variant, sold);
      }}
    >
      {product.variants && (
        <VariantChooser product={product} variants={product.variants} chosen={variant} roomPx={roomPx} />
      )}
      {choice.kind === 'tier' &&
        product.pricing?.ruleGroups.map((group, _, groups) => (
          <TierGroup
            key={group.ruleId}
            product={product}
            group={group}
            named={groups.length > 1}
            chosen={tier}
            stock={stock}
            roomPx={roomPx}
          />
        ))}
      {choice.kind === 'no-price' && <p className="py-3 text-base text-ink-3">No pricing available</p>}
      {sold && (
        // Side by side if both fit; otherwise one above the other.
        <div className="flex flex-wrap gap-2">
          {choice.kind === 'none' && (
            <Stepper
              name={product.name}
              value={count}
              measured={measured}
              onChange={(next) => select(product.id, { count: next })}
            />
          )}
          <AddButton sold={sold} stock={stock} />
        </div>
      )}
      {/* Enter submits only a form that has a submit button. */}
      {!sold && (
        <button type="submit" hidden>
          Choose
        </button>
      )}
      {/* Keeps the place of Add, so that nothing moves under the pointer when Add appears. */}
      {!sold && choice.kind !== 'no-price' && (
        <p className="grid h-touch place-items-center rounded-md border border-dashed border-line text-sm text-ink-3">
          {choice.kind === 'variant' ? 'Choose an option' : 'Choose an amount'}
        </p>
      )}
    </form>
  );
}

/**
 * Drops the second half of a double press on a tier at rest, which would choose the tier that opening puts under the
 * finger.
 */
function dropEcho(press: MouseEvent): void {
  if (!(press.target instanceof HTMLInputElement && press.target.type === 'radio') || !echoesOpen(press)) return;
  press.preventDefault();
  press.stopPropagation();
}

/** One, until something else is chosen; the smallest quantity where one is between two steps. */
function countBy(chosen: number, measured: Measured): number {
  return isMultiple(fromQuantityNumber(chosen), measured) ? chosen : firstQuantity(measured) / 1000;
}

function soldBy(
  choice: ReturnType<typeof choiceOf>,
  tier: ChosenTier | null,
  count: number,
  measured: Measured,
): Sold | null {
  if (choice.kind === 'none') return byPieces(choice.priceCents, count, measured);
  return choice.kind === 'tier' && tier ? byTier(tier) : null;
}

/** Handles Enter before everything is chosen: takes the focused choice, or goes on to the next one. */
function chooseFocused(form: HTMLFormElement): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement)) return;
  if (!focused.checked) return focused.click();
  form.querySelector<HTMLInputElement>(`input:not(:disabled):not([name="${focused.name}"])`)?.focus();
}

/** After opening by key or scan, focuses the first choice; after choosing a variant, the next one. */
function useFocusOnKey(box: RefObject<HTMLElement | null>, byKey: boolean, variantChosen: boolean): void {
  useLayoutEffect(() => {
    if (!byKey) return;
    const chips = [...(box.current?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [])];
    const next = variantChosen ? chips.find(({ name }) => !name.startsWith('variant')) : undefined;
    (next ?? chips.find(({ checked }) => checked) ?? chips[0])?.focus();
  }, [box, byKey, variantChosen]);
}

const SOLD_OUT = 'Sold out';

function inColumns(columns: number): CSSProperties {
  return { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` };
}

function VariantChooser({
  product,
  variants,
  chosen,
  roomPx,
}: {
  product: RegisterProduct;
  variants: readonly RegisterVariant[];
  chosen: RegisterVariant | null;
  roomPx: number;
}) {
  const columns = chipColumns(
    variants.map(({ name }) => [name, SOLD_OUT]),
    roomPx,
  );
  return (
    <div
      role="radiogroup"
      aria-label={`Variant of ${product.name}`}
      className="-m-1 grid max-h-52 gap-1 overflow-y-auto p-1"
      style={inColumns(columns)}
    >
      {variants.map((variant) => (
        <VariantChip key={variant.id} product={product} variant={variant} checked={variant === chosen} />
      ))}
    </div>
  );
}

/** Sold-out variants cannot be chosen. Rule: grid/variants-first. */
function VariantChip({
  product,
  variant,
  checked,
}: {
  product: RegisterProduct;
  variant: RegisterVariant;
  checked: boolean;
}) {
  const stock = useStock({ productId: product.id, variationId: variant.id });
  const soldOut = stock <= 0;
  const there = quantityWords(stock, stockUnitOf(product));
  const price = product.pricing === null && variant.priceCents !== null ? shortMoney(variant.priceCents) : '';
  return (
    <ChoiceChip
      name={`variant ${product.id}`}
      label={variant.name}
      detail={soldOut ? SOLD_OUT : price || `${there} left`}
      checked={checked}
      disabled={soldOut}
      title={soldOut ? `${variant.name}: sold out` : `${variant.name}: ${there} in stock`}
      onChoose={() => select(product.id, { variationId: variant.id })}
    />
  );
}

function TierGroup({
  product,
  group: { ruleId, ruleName, productType, tiers },
  named,
  chosen,
  stock,
  roomPx,
}: {
  product: RegisterProduct;
  group: RuleGroup;
  /** Shows the name of the rule, because there are several. */
  named: boolean;
  chosen: ChosenTier | null;
  stock: Milli;
  roomPx: number;
}) {
  const columns = chipColumns(
    tiers.map(({ label, priceCents }) => [label, shortMoney(priceCents)]),
    roomPx,
  );
  return (
    <div>
      {named && <div className="mb-1 truncate text-xs text-ink-3">{ruleName}</div>}
      <div
        role="radiogroup"
        aria-label={`${ruleName}, ${product.name}`}
        className="grid gap-1"
        style={inColumns(columns)}
      >
        {tiers.map((tier) => {
          const one = { ruleId, ruleName, productType, tier };
          return (
            <TierChip
              key={tierKey(one)}
              product={product}
              tier={one}
              checked={chosen !== null && tierKey(chosen) === tierKey(one)}
              stock={stock}
            />
          );
        })}
      </div>
    </div>
  );
}

function TierChip({
  product,
  tier,
  checked,
  stock,
}: {
  product: RegisterProduct;
  tier: ChosenTier;
  checked: boolean;
  stock: Milli;
}) {
  return (
    <ChoiceChip
      name={`tier ${product.id}`}
      checked={checked}
      adds={stock > 0}
      onChoose={() => select(product.id, { tier })}
      onAgain={(press) => {
        if (stock <= 0) return;
        noteAdd(press, tierKey(tier));
        (press.target as HTMLInputElement).form?.requestSubmit();
      }}
      {...chipOf(product, tier, stock)}
    />
  );
}

/** Rule: grid/ready-to-add. */
function AddButton({ sold, stock }: { sold: Sold; stock: Milli }) {
  const out = stock <= 0;
  return (
    <Button
      type="submit"
      variant="primary"
      size="touch"
      className="max-w-full min-w-[min(9rem,100%)] grow px-3 max-[640px]:px-1"
      disabled={out}
      title={out ? 'Out of Stock' : undefined}
      // On a phone the price needs its room.
      icon={<Plus aria-hidden className="size-4 shrink-0 max-[640px]:hidden" />}
      onClick={(press) => noteAdd(press, sold.kind === 'tier' ? tierKey(sold.chosen) : null)}
    >
      <span>Add</span>
      <span className="truncate tabular-nums">{displayMoney(priceLine(sold).originalCents)}</span>
    </Button>
  );
}
