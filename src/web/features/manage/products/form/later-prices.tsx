import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { BasisPoints, Cents } from '#domain/money.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { focusWhenDrawn, handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { inPlace } from '#web/ui/rows/in-place.ts';
import type { LaterPrice } from '../product-fields.ts';
import { Margin } from './item-margins.tsx';

/** Prices of a product, or of one of its variations, that are to come. Rule: pricing/scheduled. */
export function LaterPrices({
  changes,
  of = '',
  problemOf,
  disabled,
  cost = null,
  floor = null,
  onChange,
}: {
  changes: readonly LaterPrice[];
  /** The variation, for the names of the fields. */
  of?: string;
  /** The problem of a field of a later price: "0.from". */
  problemOf: (key: string) => string | undefined;
  disabled: boolean;
  /** For the margin of each price. */
  cost?: Cents | null;
  floor?: BasisPoints | null;
  onChange: (changes: LaterPrice[]) => void;
}) {
  const put = (place: number, change: Partial<LaterPrice>) =>
    onChange(changes.map((one, at) => (at === place ? { ...one, ...change } : one)));
  const adder = useRef<HTMLButtonElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  function remove(place: number) {
    handFocusOn(() => adder.current);
    onChange(changes.filter((_, at) => at !== place));
  }
  const suffix = of && ` of ${of}`;
  return (
    <div ref={rows} className="flex flex-col gap-2">
      {inPlace(changes).map(({ place, item: { from, regular_price: price } }) => {
        const problems = [problemOf(`${place}.from`), problemOf(`${place}.regular_price`)];
        return (
          <div key={place} data-later>
            <div className="flex items-center gap-2 text-sm">
              <span className="text-ink-2">From</span>
              <TextInput
                type="datetime-local"
                aria-label={`Later price ${place + 1}${suffix} begins`}
                aria-invalid={problems[0] !== undefined || undefined}
                disabled={disabled}
                value={from}
                onChange={({ target }) => put(place, { from: target.value })}
              />
              <TextInput
                aria-label={`Later price ${place + 1}${suffix}`}
                aria-invalid={problems[1] !== undefined || undefined}
                inputMode="decimal"
                leading="$"
                className="w-32"
                maxLength={20}
                disabled={disabled}
                value={price}
                onChange={({ target }) => put(place, { regular_price: target.value })}
              />
              <span className="text-xs text-ink-3">
                <Margin typed={price} cost={cost} floor={floor} />
              </span>
              <IconButton
                label={`Remove later price ${place + 1}${suffix}`}
                icon={<Trash2 className="size-4" />}
                disabled={disabled}
                onClick={() => remove(place)}
              />
            </div>
            {problems.some((problem) => problem !== undefined) && (
              <p className="mt-1 text-sm text-danger-ink">{problems.find((problem) => problem !== undefined)}</p>
            )}
          </div>
        );
      })}
      <div>
        <Button
          ref={adder}
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden className="size-3.5" />}
          aria-label={of ? `Add a later price of ${of}` : undefined}
          disabled={disabled || changes.length >= 20}
          onClick={() => {
            onChange([...changes, { from: '', regular_price: '' }]);
            focusWhenDrawn(() =>
              [...(rows.current?.querySelectorAll('[data-later]') ?? [])].at(-1)?.querySelector('input'),
            );
          }}
        >
          Add a later price
        </Button>
      </div>
    </div>
  );
}
