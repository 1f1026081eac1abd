import type { ManagedProduct, PlacedItem } from '#contract/managed-products.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { unitOfStock } from '#domain/tier-unit.ts';
import { quantityWords } from '#domain/unit.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useMay } from '#web/api/session/session.ts';
import { toPricing } from '#web/entities/catalogue/wire-products.ts';
import { ReorderLevel } from '#web/entities/stock/figure/stock-figure-reorder.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { ItemCost } from './item-cost.tsx';
import { usePlaces } from './item-margins.tsx';

/** The unit that its stock is counted in; '' for pieces. */
const unitOf = ({ pricing, unit }: ManagedProduct): string =>
  unitOfStock({ pricing: pricing && toPricing(pricing), ...(unit !== null && { measured: { unit } }) });

const HEAD = 'pb-1.5 text-left text-xs font-normal text-ink-3';
const CELL = 'py-1 pr-4';

/** Stock, reorder level and cost at each location. Rule: catalogue/placed-products. */
export function ProductPlaces({ product }: { product: ManagedProduct }) {
  const productId = product.id;
  const places = usePlaces(productId);
  if (places.data) return <Places productId={productId} unit={unitOf(product)} items={places.data} />;
  if (places.error) {
    return (
      <p role="alert" className="flex items-center gap-2 text-sm text-danger-ink">
        {sentenceOf(places.error)}
        <Button size="sm" onClick={() => void places.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  return (
    <div role="status" aria-busy>
      <span className="sr-only">Loading locations...</span>
      <Skeleton className="h-16" />
    </div>
  );
}

function Places({ productId, unit, items }: { productId: number; unit: string; items: readonly PlacedItem[] }) {
  const withCosts = useMay('see-costs');
  const withVariations = items.some(({ variation_id: id }) => id !== null);
  if (items.length === 0) return <p className="text-sm text-ink-3">It has no variations yet.</p>;
  return (
    <div className="overflow-x-auto">
      <table className="phone-table w-full text-sm">
        <thead>
          <tr data-phone-head className="border-b border-line">
            <th className={`${HEAD} pr-4`}>Location</th>
            {withVariations && <th className={`${HEAD} pr-4`}>Variation</th>}
            <th className={`${HEAD} pr-4 text-right`}>Stock</th>
            <th className={`${HEAD} pr-4`}>Reorder level</th>
            {withCosts && <th className={`${HEAD} text-right`}>{unit ? `Cost per ${unit}` : 'Cost of one'}</th>}
          </tr>
        </thead>
        <tbody>
          {items.map((item, place) => (
            <Row
              key={`${item.location_id}/${item.variation_id}`}
              productId={productId}
              unit={unit}
              item={item}
              isFirst={item.location_id !== items[place - 1]?.location_id}
              withCosts={withCosts}
              withVariations={withVariations}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({
  productId,
  unit,
  item,
  isFirst,
  withCosts,
  withVariations,
}: {
  productId: number;
  /** '' for pieces. */
  unit: string;
  item: PlacedItem;
  /** True for the first row of a location, which shows its name. */
  isFirst: boolean;
  withCosts: boolean;
  withVariations: boolean;
}) {
  const { location_id: locationId, location_name: location, variation_id: variationId } = item;
  const name = item.variation_name === null ? location : `${item.variation_name}, ${location}`;
  return (
    <tr className="field-row border-b border-line last:border-0">
      <th scope="row" className={`${CELL} text-left font-normal max-[640px]:col-span-full`}>
        <span className={isFirst ? undefined : 'sr-only'}>{location}</span>
      </th>
      {withVariations && (
        <td data-label="Variation" className={`${CELL} text-ink-2`}>
          {item.variation_name}
        </td>
      )}
      <td data-label="Stock" className={`${CELL} text-right tabular-nums`}>
        {quantityWords(fromQuantityNumber(item.quantity), unit)}
      </td>
      <td data-label="Reorder level" className={CELL}>
        <ReorderLevel place={{ productId, variationId, locationId }} level={item.reorder_level} name={name} />
      </td>
      {withCosts && (
        <td
          data-label={unit ? `Cost per ${unit}` : 'Cost of one'}
          className="py-1 text-right max-[640px]:col-span-full tabular-nums"
        >
          <ItemCost productId={productId} item={item} name={name} />
        </td>
      )}
    </tr>
  );
}
