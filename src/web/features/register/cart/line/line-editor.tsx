import { Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, type SubmitEvent, useId, useRef, useState } from 'react';
import type { CartLine } from '#domain/cart.ts';
import { listPriceOf } from '#domain/line-price.ts';
import { displayMoney, formatMoney } from '#domain/money.ts';
import { perUnit } from '#domain/unit.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useMediaQuery } from '#web/ui/media-query.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { setLineCount } from '../cart-focus.ts';
import { useCart } from '../state/cart-store.ts';
import { Chip } from '#web/ui/controls/chip.tsx';
import {
  changeOf,
  clampPercent,
  draftOf,
  draftProblems,
  firstPart,
  floorWords,
  lacksReason,
  lineCost,
  partWords,
  type PriceDraft,
  type PricePart,
  stepsOf,
  withDraft,
} from './price-draft.ts';

const REASONS = ['Price match', 'Damaged', 'Promotion', 'Loyal customer', 'Staff purchase', 'Manager approved'];
const PERCENTS = ['5', '10', '15', '20', '25', '50'];
const LONGEST_REASON = 200;
const PARTS: readonly PricePart[] = ['percent', 'price', 'adjustment'];
const NEEDS_A_REASON = 'Please give a reason: 20% or more comes off.';

/** Price override, discount and adjustment of one line, with the resulting price; and its removal. */
export function LineEditor({ line, onClose }: { line: CartLine; onClose: () => void }) {
  const changePrice = useCart((cart) => cart.changePrice);
  const mayOverride = useMay('override-prices');
  const maySellBelow = useMay('sell-below-floor');
  const [draft, setDraft] = useState(() => draftOf(line));
  const [part, setPart] = useState(() => firstPart(line));
  /** Apply was pressed without the required reason. */
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(true);
  /**
   * The field that gets the focus. The button that opens this shows a percent sign, so anyone who types "10" means
   * percent.
   */
  const first = useRef<HTMLInputElement>(null);
  const reason = useRef<HTMLInputElement>(null);
  // On a touch screen the keyboard would open and cover the choices.
  const touch = useMediaQuery('(pointer: coarse)');
  const formId = useId();
  const each = displayMoney(listPriceOf(line.sold));
  const below = floorWords(withDraft(line, draft));

  function apply(event: SubmitEvent) {
    event.preventDefault();
    // A field shows its own error, so its tab must be open.
    const wrong = PARTS.find((one) => draftProblems(draft)[one] !== undefined);
    if (wrong) return setPart(wrong);
    if (lacksReason(line, draft)) {
      setAsked(true);
      // The keyboard would cover the reasons that can be pressed.
      if (touch) return reason.current?.form?.querySelector<HTMLElement>('[aria-label=Reasons] button')?.focus();
      return reason.current?.focus();
    }
    changePrice(line.key, changeOf(draft));
    setOpen(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={line.name}
      description={
        line.sold.kind === 'tier' ? `${line.sold.chosen.tier.label}, ${each} each` : perUnit(each, line.sold.unit)
      }
      {...(!touch && { initialFocus: first })}
      footer={
        <>
          <Button
            variant="ghost"
            size="touch"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={() => setLineCount(line.key, 0)}
            className="mr-auto -ml-2 text-danger-ink!"
          >
            Remove item
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
      <form
        id={formId}
        onSubmit={apply}
        // The focused element is never below the line total.
        className="flex flex-col gap-4 [&_button]:scroll-mb-24 [&_input]:scroll-mb-24"
      >
        <Fields
          line={line}
          draft={draft}
          part={part}
          first={first}
          reason={reason}
          reasonMissing={asked && lacksReason(line, draft)}
          onPart={setPart}
          onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
        />
        {!mayOverride && <p className="text-sm text-ink-2">A manager approves a changed price at payment.</p>}
        {below !== null && (
          <p role="status" className="text-sm text-yellow">
            {below}
            {!maySellBelow && ' A manager approves it at payment.'}
          </p>
        )}
        <Outcome line={withDraft(line, draft)} each={each} />
      </form>
    </Dialog>
  );
}

function Fields({
  line,
  draft,
  part,
  first,
  reason,
  reasonMissing,
  onPart,
  onChange,
}: {
  line: CartLine;
  draft: PriceDraft;
  part: PricePart;
  /** The only field of the part. */
  first: Ref<HTMLInputElement>;
  reason: Ref<HTMLInputElement>;
  reasonMissing: boolean;
  onPart: (part: PricePart) => void;
  onChange: (change: Partial<PriceDraft>) => void;
}) {
  const problems = draftProblems(draft);
  return (
    <>
      <ToggleGroup
        label="Change the price by"
        size="field"
        value={part}
        onChange={onPart}
        options={PARTS.map((value) => ({ value, label: partWords(draft, value) }))}
      />
      {part === 'percent' && (
        <section className="flex flex-col gap-2">
          <TextField
            ref={first}
            label="Discount percent"
            error={problems.percent}
            size="touch"
            inputMode="decimal"
            value={draft.percent}
            placeholder="0"
            trailing={<span className="px-2.5 text-base text-ink-3">%</span>}
            onFocus={(event) => event.target.select()}
            onChange={(event) => onChange({ percent: clampPercent(event.target.value) })}
          />
          <Chips label="Discounts" className="grid grid-cols-6">
            {PERCENTS.map((percent) => (
              <Chip
                key={percent}
                chosen={draft.percent === percent}
                onPress={() => onChange({ percent: draft.percent === percent ? '' : percent })}
                className="px-1!"
              >
                {percent}%
              </Chip>
            ))}
          </Chips>
        </section>
      )}
      {part === 'price' && (
        <MoneyField
          ref={first}
          label="New unit price"
          value={draft.price}
          problem={problems.price}
          placeholder={formatMoney(listPriceOf(line.sold))}
          onChange={(price) => onChange({ price })}
        />
      )}
      {part === 'adjustment' && (
        <section className="grid grid-cols-2 items-end gap-3">
          <MoneyField
            ref={first}
            label={draft.direction === 'off' ? 'Amount off line' : 'Amount on top of line'}
            value={draft.adjustment}
            problem={problems.adjustment}
            placeholder="0.00"
            onChange={(adjustment) => onChange({ adjustment })}
          />
          <ToggleGroup
            label="Adjustment"
            size="field"
            value={draft.direction}
            onChange={(direction) => onChange({ direction })}
            options={[
              { value: 'off', label: 'Take off' },
              { value: 'on', label: 'Add' },
            ]}
          />
        </section>
      )}
      <section className="flex flex-col gap-2">
        <TextField
          ref={reason}
          label="Reason for the change"
          size="touch"
          error={reasonMissing ? NEEDS_A_REASON : undefined}
          value={draft.reason}
          maxLength={LONGEST_REASON}
          placeholder="Kept with the sale"
          onChange={(event) => onChange({ reason: event.target.value })}
        />
        <Chips label="Reasons" className="grid grid-cols-3 max-[520px]:grid-cols-2">
          {REASONS.map((reason) => (
            <Chip
              key={reason}
              chosen={draft.reason === reason}
              onPress={() => onChange({ reason: draft.reason === reason ? '' : reason })}
              className="px-1!"
            >
              {reason}
            </Chip>
          ))}
        </Chips>
      </section>
    </>
  );
}

/** The resulting price of the line while it is edited, with its steps. */
function Outcome({ line, each }: { line: CartLine; each: string }) {
  const { originalCents, totalCents } = lineCost(line);
  return (
    <output className="sticky -bottom-5 -mx-5 -mb-5 grid grid-cols-[auto_1fr] items-baseline gap-x-3 border-t border-line bg-raised px-5 pt-2.5 pb-3">
      <span className="text-base font-medium">Line total</span>
      <span className="flex items-baseline justify-end gap-2.5">
        {totalCents !== originalCents && (
          <s className="text-base text-ink-3">
            <span className="sr-only">Before: </span>
            {displayMoney(originalCents)}
          </s>
        )}
        <span className="text-xl font-semibold">{displayMoney(totalCents)}</span>
      </span>
      <span className="col-span-2 min-h-5 text-right text-sm text-ink-2">{stepsOf(line, each).join(', ')}</span>
    </output>
  );
}

function MoneyField({
  ref,
  label,
  value,
  placeholder,
  problem,
  onChange,
}: {
  ref: Ref<HTMLInputElement>;
  label: string;
  value: string;
  placeholder: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <TextField
      ref={ref}
      label={label}
      error={problem}
      size="touch"
      inputMode="decimal"
      value={value}
      placeholder={placeholder}
      leading="$"
      onFocus={(event) => event.target.select()}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Chips({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={`gap-1.5 ${className}`}>
      {children}
    </div>
  );
}
