import { Trash2 } from 'lucide-react';
import { type SubmitEvent, type ReactNode, useId, useRef, useState } from 'react';
import { type CartLine, FULL_DISCOUNT, overridePrice, setAdjustment, setDiscount, toSaleLines } from '#domain/cart.ts';
import { listPriceOf, priceLine } from '#domain/line-price.ts';
import { displayMoney, formatMoney, minus, parseMoney, ZERO_CENTS } from '#domain/money.ts';
import { useMay } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { ToggleGroup } from '#web/ui/toggle-group.tsx';
import { useCart } from './cart-store.ts';
import { Chip } from './chip.tsx';
import { tidyAmount } from './payment.ts';

const REASONS = ['Price match', 'Damaged', 'Promotion', 'Loyal customer', 'Staff purchase', 'Manager approved'];
const PERCENTS = [5, 10, 15, 20, 25, 50];
const LONGEST_REASON = 200;

interface Draft {
  price: string;
  reason: string;
  percent: string;
  adjustment: string;
  direction: 'off' | 'on';
}

function draftOf({ overrideCents, overrideReason, discount, adjustmentCents }: CartLine): Draft {
  return {
    price: overrideCents === null ? '' : formatMoney(overrideCents),
    reason: overrideReason ?? '',
    percent: discount === 0 ? '' : String(discount / 100),
    adjustment: adjustmentCents === 0 ? '' : formatMoney(adjustmentCents).replace('-', ''),
    direction: adjustmentCents > 0 ? 'on' : 'off',
  };
}

/** The line as the draft would leave it, by the cart's own rules (spec §5: clamped, equal to the original clears). */
function applied(line: CartLine, { price, reason, percent, adjustment, direction }: Draft): CartLine {
  const cents = parseMoney(price);
  const amount = parseMoney(adjustment);
  const percentCents = parseMoney(percent);
  const adjustmentCents = amount.ok ? amount.value : ZERO_CENTS;
  const changes = [
    (cart: readonly CartLine[]) => overridePrice(cart, line.key, cents.ok ? cents.value : null, reason.trim() || null),
    (cart: readonly CartLine[]) => setDiscount(cart, line.key, percentCents.ok ? percentCents.value : 0),
    (cart: readonly CartLine[]) =>
      setAdjustment(cart, line.key, direction === 'off' ? minus(ZERO_CENTS, adjustmentCents) : adjustmentCents),
  ];
  const [next] = changes.reduce((cart, change) => change(cart), [line] as readonly CartLine[]);
  return next ?? line;
}

function priceOf(line: CartLine) {
  const [sale] = toSaleLines([line]);
  return priceLine(line.sold, sale?.changes);
}

/** Price override, discount and adjustment of one line, with what it then costs; and its removal. */
export function LineEditor({ line, onClose }: { line: CartLine; onClose: () => void }) {
  const { override, discount, adjust, remove } = useCart();
  const mayOverride = useMay('override-prices');
  const [draft, setDraft] = useState(() => draftOf(line));
  const [open, setOpen] = useState(true);
  const first = useRef<HTMLInputElement>(null);
  const formId = useId();
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const next = applied(line, draft);
  const price = priceOf(next);
  const each = displayMoney(listPriceOf(line.sold));

  function apply(event: SubmitEvent) {
    event.preventDefault();
    override(line.key, next.overrideCents, next.overrideReason);
    discount(line.key, next.discount);
    adjust(line.key, next.adjustmentCents);
    setOpen(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={line.name}
      description={line.sold.kind === 'tier' ? `${line.sold.chosen.tier.label}, ${each} each` : `${each} each`}
      initialFocus={first}
      footer={
        <>
          <Button
            variant="ghost"
            size="touch"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => remove(line.key)}
            className="mr-auto -ml-2 text-danger-ink!"
          >
            Remove
          </Button>
          <Button size="touch" onClick={() => setOpen(false)}>
            Cancel
          </Button>
          <Button variant="primary" size="touch" type="submit" form={formId}>
            Apply
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={apply} className="flex flex-col gap-5">
        {mayOverride ? (
          <>
            <section className="flex flex-col gap-2.5">
              <div className="grid grid-cols-2 gap-3">
                <MoneyField
                  inputRef={first}
                  label="New price for one"
                  value={draft.price}
                  placeholder={formatMoney(listPriceOf(line.sold))}
                  onChange={(text) => set({ price: text })}
                />
                <TextField
                  label="Reason"
                  size="touch"
                  value={draft.reason}
                  maxLength={LONGEST_REASON}
                  onChange={(event) => set({ reason: event.target.value })}
                />
              </div>
              <Chips label="Reasons">
                {REASONS.map((reason) => (
                  <Chip key={reason} chosen={draft.reason === reason} onPress={() => set({ reason })}>
                    {reason}
                  </Chip>
                ))}
              </Chips>
            </section>
            <section className="flex flex-col gap-2.5">
              <TextField
                label="Discount percent"
                size="touch"
                inputMode="decimal"
                value={draft.percent}
                placeholder="0"
                trailing={<Unit>%</Unit>}
                onChange={(event) => set({ percent: clampPercent(event.target.value) })}
              />
              <Chips label="Discounts">
                {PERCENTS.map((percent) => (
                  <Chip
                    key={percent}
                    chosen={draft.percent === String(percent)}
                    onPress={() => set({ percent: draft.percent === String(percent) ? '' : String(percent) })}
                  >
                    {percent}%
                  </Chip>
                ))}
              </Chips>
            </section>
            <section className="grid grid-cols-2 items-end gap-3">
              <MoneyField
                label="Adjustment amount"
                value={draft.adjustment}
                placeholder="0.00"
                onChange={(text) => set({ adjustment: text })}
              />
              <ToggleGroup
                label="Direction of the adjustment"
                size="md"
                value={draft.direction}
                onChange={(direction) => set({ direction })}
                options={[
                  { value: 'off', label: 'Take off' },
                  { value: 'on', label: 'Add' },
                ]}
                className="h-touch"
              />
            </section>
          </>
        ) : (
          <p className="text-base text-ink-2">Changing prices needs a manager.</p>
        )}
        <output className="flex items-baseline justify-between border-t border-line pt-4">
          <span className="text-base font-medium">Line total</span>
          <span className="flex items-baseline gap-2.5">
            {price.totalCents !== price.originalCents && (
              <s className="text-base text-ink-3">{displayMoney(price.originalCents)}</s>
            )}
            <span className="text-xl font-semibold">{displayMoney(price.totalCents)}</span>
          </span>
        </output>
      </form>
    </Dialog>
  );
}

function clampPercent(text: string): string {
  const tidy = tidyAmount(text);
  return Number(tidy) * 100 > FULL_DISCOUNT ? String(FULL_DISCOUNT / 100) : tidy;
}

function Unit({ children }: { children: ReactNode }) {
  return <span className="px-2.5 text-base text-ink-3">{children}</span>;
}

function MoneyField({
  label,
  value,
  placeholder,
  onChange,
  inputRef,
}: {
  label: string;
  value: string;
  placeholder: string;
  onChange: (text: string) => void;
  inputRef?: React.Ref<HTMLInputElement>;
}) {
  return (
    <TextField
      ref={inputRef}
      label={label}
      size="touch"
      inputMode="decimal"
      value={value}
      placeholder={placeholder}
      leading="$"
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(tidyAmount(event.target.value))}
    />
  );
}

function Chips({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {children}
    </div>
  );
}
