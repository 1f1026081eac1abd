import { useMe } from '#web/api/session/session.ts';
import { displayStock } from './stock-figure-words.ts';

/** Stock of the item at other locations, where somebody may send a customer or order it from. Rule: stock/elsewhere. */
export function StockElsewhere({
  places,
  unit,
}: {
  /** Those that have any. */
  places: readonly { location_id: number; location_name: string; quantity: number }[];
  unit: string | undefined;
}) {
  const { locations } = useMe();
  if (locations.length < 2) return null;
  return (
    <div role="group" aria-label="Stock at other locations" className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <span className="text-ink-2">Other locations</span>
      {places.map(({ location_id: id, location_name: name, quantity }) => (
        <span key={id} className="flex min-w-0 gap-1.5">
          <span className="truncate text-ink-2">{name}</span>
          <span className="shrink-0 font-medium tabular-nums">
            {displayStock(quantity)}
            {unit && ` ${unit}`}
          </span>
        </span>
      ))}
      {places.length === 0 && <span className="text-ink-3">None in stock</span>}
    </div>
  );
}
