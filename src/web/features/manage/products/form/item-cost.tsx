import type { PlacedItem } from '#contract/managed-products.ts';
import { centsOf, displayMoney, formatMoney } from '#domain/money.ts';
import { accept } from '#domain/result.ts';
import { readMoney } from '#domain/typed.ts';
import { useMay } from '#web/api/session/session.ts';
import { SavedFigure } from '#web/entities/command/saved-figure.tsx';
import { displayDay } from '#web/ui/dates.ts';
import { costCommand } from '../../edit/margin-commands.ts';

/** The text as it is shown. */
function read(typed: string) {
  const cost = readMoney(typed);
  return cost.ok ? accept(formatMoney(cost.value)) : cost;
}

const sent = (text: string): string | null => (text === '' ? null : text);

/** The cost of an item at a location: typed by hand, and beside it as purchase orders say. Rule: catalogue/costs-by-hand. */
export function ItemCost({ productId, item, name }: { productId: number; item: PlacedItem; name: string }) {
  const { location_id: locationId, variation_id: variationId, cost = null, last_cost: last, last_cost_day: day } = item;
  const mayElsewhere = useMay('edit-products');
  return (
    <span className="inline-flex items-center justify-end gap-3">
      <span className="text-xs text-ink-3 tabular-nums">
        {last == null ? (
          'Never ordered'
        ) : (
          <>
            {/* A calendar day, the same in every time zone. */}
            {displayMoney(centsOf(last))} on {day != null && displayDay(`${day}T12:00:00Z`, 'UTC')}
          </>
        )}
      </span>
      <SavedFigure
        definition={costCommand}
        subject={`cost of ${productId}/${variationId ?? 0} at ${locationId}`}
        title={`The cost of ${name}`}
        label={`Cost of ${name}`}
        hint="Of one; empty for that of purchase orders"
        value={cost ?? ''}
        read={read}
        request={(text, seen) => ({
          params: { id: String(productId) },
          body: { variation_id: variationId, location_id: locationId, cost: sent(text), seen_cost: sent(seen) },
        })}
        readOnly={!mayElsewhere}
        placeholder={last == null ? 'Unknown' : 'As ordered'}
        leading="$"
        className="w-28"
      />
    </span>
  );
}
