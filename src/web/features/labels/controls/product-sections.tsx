import { Plus } from 'lucide-react';
import { EXTRA_FIELDS, type ExtraField } from '#domain/labels/lines.ts';
import { displayMoney } from '#domain/money.ts';
import type { ChosenTier } from '#domain/pricing-tiers.ts';
import { productTypeLabel } from '#domain/product-type-label.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { emit } from '#web/api/events.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { copiesFor, itemOf, nameOf, tierKey, tiersOfProduct } from '../label-items.ts';
import { change, changeRow, clearRows, type ProductRow, toggleExtra, useLabels } from '../labels-state.ts';
import { RowList } from './row-list.tsx';
import { Pairs, Section } from './section.tsx';
import { SwitchRow } from './switch-row.tsx';

/** The selected row with its product. */
export interface Selected {
  readonly row: ProductRow;
  readonly product: RegisterProduct;
}

function ProductFacts({ row, product }: Selected) {
  const item = itemOf(row, product);
  return (
    <div className="rounded-md border border-line bg-ground p-3">
      <p className="text-base font-medium wrap-anywhere">{nameOf(row, product)}</p>
      <p className="flex justify-between gap-3 text-sm text-ink-2">
        <span>{item.sku || `#${product.id}`}</span>
        {item.priceCents !== null && <span className="tabular-nums">{displayMoney(item.priceCents)}</span>}
      </p>
      {product.variants && product.variants.length > 0 && (
        <Select
          label="Variant"
          size="sm"
          className="mt-2 w-full"
          value={String(row.variationId ?? '')}
          onChange={(id) => changeRow(row.key, { variationId: id === '' ? null : Number(id) })}
          options={[
            { value: '', label: 'All variants, by the name of the product' },
            ...product.variants.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
    </div>
  );
}

function inStock({ row, product }: Selected): Milli {
  const ids: readonly (number | null)[] = product.variants?.map(({ id }) => id) ?? [null];
  const counted = row.variationId === null ? ids : [row.variationId];
  return toMilli(
    counted.reduce<number>((sum, variationId) => sum + stockNow({ productId: product.id, variationId }), 0),
  );
}

/** One label for each piece on the shelf. */
function takeStock(selected: Selected): void {
  const { row, product } = selected;
  const quantity = inStock(selected);
  if (quantity <= 0) return toast.info(`${nameOf(row, product)} is not in stock here. Its number of labels stays.`);
  changeRow(row.key, { copies: copiesFor(product, quantity) });
}

/** The products to print, each with its number of labels. */
export function ProductSection({ selected, names }: { selected: Selected | null; names: ReadonlyMap<string, string> }) {
  const rows = useLabels((state) => state.rows);
  return (
    <Section title="Product Selection">
      {selected ? (
        <ProductFacts {...selected} />
      ) : (
        <div className="rounded-md border border-dashed border-line-strong p-4 text-center">
          <p className="text-base font-medium">No Product Selected</p>
          <p className="text-sm text-ink-2">Search above to select a product</p>
        </div>
      )}
      {rows.length > 0 && <RowList rows={rows} names={names} selected={selected?.row.key ?? null} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {selected && (
          <Button
            size="sm"
            icon={<Plus aria-hidden className="size-3.5" />}
            onClick={() => {
              change({ adding: true });
              emit('openProductOnlyMode');
            }}
          >
            Add Product
          </Button>
        )}
        {selected && (
          <Button size="sm" onClick={() => takeStock(selected)}>
            As many as in stock
          </Button>
        )}
        {rows.length > 0 && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              clearRows();
              handFocusOn(() => document.querySelector<HTMLElement>('[data-focus-home]'));
            }}
          >
            Clear Selection
          </Button>
        )}
      </div>
    </Section>
  );
}

const EXTRA_LABELS: Record<ExtraField, string> = {
  date: 'Date',
  price: 'Price',
  sku: 'SKU',
  category: 'Category',
  margin: 'Margin',
};

/** Extra fields. A margin reveals the cost, so only people who may see costs can choose it. Rule: catalogue/costs. */
export function ExtraFieldsSection({ isSelected }: { isSelected: boolean }) {
  const extras = useLabels((state) => state.extras);
  const seesCosts = useUser().permissions.includes('see-costs');
  return (
    <Section title="Extra Fields">
      <Pairs>
        {EXTRA_FIELDS.filter((extra) => extra !== 'margin' || seesCosts).map((extra) => (
          <SwitchRow
            key={extra}
            label={EXTRA_LABELS[extra]}
            on={extras.includes(extra)}
            disabled={!isSelected}
            onChange={(on) => toggleExtra(extra, on)}
          />
        ))}
      </Pairs>
    </Section>
  );
}

export function PricingTiersSection({ selected }: { selected: Selected | null }) {
  const { showTierPrice, showTierLabel } = useLabels();
  const tiers = selected ? tiersOfProduct(selected.product) : [];
  if (selected === null || tiers.length === 0) {
    return (
      <Section title="Pricing Tiers">
        <p className="text-sm text-ink-2">
          {selected === null
            ? 'Select a product with blueprint pricing to see tiers'
            : 'Selected product has no pricing tiers'}
        </p>
      </Section>
    );
  }
  const groups = new Map(tiers.map(({ ruleId, productType }) => [ruleId, productTypeLabel(productType)]));
  const types = [...groups.values()];
  const groupOf = ({ ruleId, ruleName }: ChosenTier): string => {
    const type = groups.get(ruleId) ?? '';
    if (groups.size < 2) return '';
    return `${types.filter((one) => one === type).length === 1 ? type : ruleName}: `;
  };
  return (
    <Section title="Pricing Tiers">
      <Select
        label="Pricing tier"
        className="w-full"
        placeholder="Select Tier"
        value={selected.row.tier}
        onChange={(tier) => changeRow(selected.row.key, { tier })}
        options={tiers.map((one) => ({
          value: tierKey(one),
          label: `${groupOf(one)}${one.tier.label} ${displayMoney(one.tier.priceCents)}`,
        }))}
      />
      {selected.row.tier !== null && (
        <div className="mt-2">
          <Pairs>
            <SwitchRow label="Show Tier Price" on={showTierPrice} onChange={(on) => change({ showTierPrice: on })} />
            <SwitchRow label="Show Tier Label" on={showTierLabel} onChange={(on) => change({ showTierLabel: on })} />
          </Pairs>
        </div>
      )}
    </Section>
  );
}
