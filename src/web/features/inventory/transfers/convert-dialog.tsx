import { X } from 'lucide-react';
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ConversionRatio } from '#domain/conversion-ratio.ts';
import { type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import { stockKey } from '#domain/stock.ts';
import { commands } from '#web/api/commands/commands.ts';
import { useStock } from '#web/entities/stock/stock.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField, TextInput } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { useFormCommand } from '#web/entities/command/use-form-command.ts';
import { useCatalogueItems } from '../items/catalogue-items.ts';
import { ItemPicker } from '../items/item-picker.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { conversionBody, conversionCommand, type ConversionDraft, keptConversion } from './conversion-command.ts';
import { outcomeOf, ratioOf } from './conversion-draft.ts';
import { ConversionPreview } from './conversion-preview.tsx';
import type { MovableItem } from './movable-item.ts';
import { MovingButtons, MovingProblem } from './moving-footer.tsx';

/** Converts one item into another: flower into pre-rolls. Shows first what goes in and comes out. */
export function ConvertDialog({
  items,
  open,
  onClose,
  onDone,
}: {
  /** The items that it may be made from. */
  items: readonly MovableItem[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
}) {
  const [first] = useState(() => items[0] ?? keptConversion.keptNow()?.from ?? openConversion()?.from);
  function close(): void {
    const kept = keptConversion.keptNow();
    if (kept && openConversion() === null) toast.info(`The conversion of ${kept.from.name} is kept`);
    onClose();
  }
  return (
    <Dialog
      open={open && first !== undefined}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Convert stock"
      description="Removes what you use and adds what you make."
      size="lg"
    >
      {first && (
        <ConvertForm
          items={items}
          first={first}
          onCancel={close}
          onDone={() => {
            onClose();
            onDone?.();
          }}
        />
      )}
    </Dialog>
  );
}

/** The conversion that was sent and has no answer yet. */
function openConversion(): ConversionDraft | null {
  return conversionCommand.readMemo(commands.openOf('conversion', 'conversion')?.memo);
}

function ConvertForm({
  items,
  first,
  onCancel,
  onDone,
}: {
  items: readonly MovableItem[];
  first: MovableItem;
  onCancel: () => void;
  onDone: () => void;
}) {
  const catalogue = useCatalogueItems();
  const made = useRef<HTMLDivElement>(null);
  const fresh = (item: MovableItem): ConversionDraft => ({
    from: item,
    to: null,
    ratio: ratioOf(catalogue.product(item.productId)),
    outputMilli: ZERO_MILLI,
    weighedMilli: ZERO_MILLI,
    reason: '',
  });
  const [wasKept] = useState(() => keptConversion.keptNow() !== null);
  const draft = keptConversion.useDraft() ?? fresh(first);
  const kept = keptConversion.useKept();
  const conversion = useFormCommand(conversionCommand, 'conversion', 'Nothing was converted.', onDone);
  const { setWrong } = conversion;
  const isSent = conversion.open !== null;
  const shown = conversion.memo ?? draft;
  const { from, to, ratio, outputMilli, weighedMilli, reason } = shown;
  const stock = { from: useStock(from), to: useStock(to ?? from) };
  const outcome = outcomeOf(shown, stock);
  const sources = items.some((item) => stockKey(item) === stockKey(from)) ? items : [from, ...items];

  const change = (part: Partial<ConversionDraft>) => {
    setWrong(null);
    keptConversion.change((before) => ({ ...(before ?? draft), ...part }));
  };
  const changeRatio = (part: Partial<ConversionRatio>) => change({ ratio: { ...ratio, ...part } });
  const beginWith = useEffectEvent(() => keptConversion.change(() => keptConversion.keptNow() ?? fresh(first)));
  useLayoutEffect(() => {
    if (!isSent) beginWith();
  }, [isSent]);

  function submit() {
    if (isSent) return;
    setWrong(null);
    if ('sentence' in outcome) return setWrong(outcome.sentence);
    if (to === null) return;
    if (outcome.isShort) return setWrong(shortSentence(from, stock.from, outcome.inMilli));
    void conversion.send({
      key: keptConversion.keyNow(),
      title: `Conversion of ${from.name} into ${to.name}`,
      memo: draft,
      body: conversionBody(draft, to),
    });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4"
    >
      {wasKept && !isSent && (
        <p className="text-sm text-ink-2">You began this conversion earlier. Discard it to start over.</p>
      )}
      <fieldset disabled={isSent} className="contents">
        <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-[700px]:grid-cols-1">
          <Field label="From">
            {(control) => (
              <Select
                id={control.id}
                className="w-full"
                disabled={isSent}
                options={sources.map((item) => ({ value: stockKey(item), label: item.name }))}
                value={stockKey(from)}
                onChange={(key) => {
                  const next = sources.find((item) => stockKey(item) === key);
                  if (next) change({ from: next, ratio: ratioOf(catalogue.product(next.productId)) });
                }}
              />
            )}
          </Field>
          <div>
            <span className="mb-1.5 block text-sm font-medium text-ink-2">Into</span>
            {to === null ? (
              <ItemPicker
                label="Into"
                placeholder="Name, SKU or barcode"
                items={catalogue}
                onPick={(item) => {
                  change({ to: { ...item, unit: catalogue.unitOf(item.productId) } });
                  // The picker is about to disappear; the next thing to enter is the amount made.
                  focusAtOnce(made.current?.querySelector('input'));
                }}
              />
            ) : (
              <div className="flex h-9 items-center rounded-md border border-edge bg-raised pl-3 text-sm pointer-coarse:h-touch">
                <Truncate text={to.name} className="grow" />
                <IconButton
                  label="Choose another product"
                  icon={<X className="size-4" />}
                  disabled={isSent}
                  onClick={() => change({ to: null })}
                />
              </div>
            )}
          </div>
        </div>
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="mb-1.5 text-sm font-medium text-ink-2">Ratio</legend>
          <Amount
            label="Amount that goes in"
            milli={ratio.inputMilli}
            onChange={(inputMilli) => changeRatio({ inputMilli })}
          />
          <Unit
            label="Unit that goes in"
            value={ratio.inputUnit}
            onChange={(inputUnit) => changeRatio({ inputUnit })}
          />
          <span className="px-1 text-sm text-ink-2">makes</span>
          <Amount
            label="Amount that comes out"
            milli={ratio.outputMilli}
            onChange={(outputMilliOfRatio) => changeRatio({ outputMilli: outputMilliOfRatio })}
          />
          <Unit
            label="Unit that comes out"
            value={ratio.outputUnit}
            onChange={(outputUnit) => changeRatio({ outputUnit })}
          />
        </fieldset>
        <div ref={made} className="grid grid-cols-3 gap-3 max-[640px]:grid-cols-1">
          <Labelled label="Made">
            <QuantityField label="Made" quantity={outputMilli} onChange={(milli) => change({ outputMilli: milli })} />
          </Labelled>
          <Labelled label="Actual weight used (optional)">
            <QuantityField
              label="Actual weight used"
              quantity={weighedMilli}
              onChange={(milli) => change({ weighedMilli: milli })}
            />
          </Labelled>
          <TextField
            label="Reason"
            maxLength={500}
            placeholder="Optional"
            value={reason}
            onChange={({ target }) => change({ reason: target.value })}
          />
        </div>
        <ConversionPreview from={from} to={to} stock={stock} outputMilli={outputMilli} outcome={outcome} />
      </fieldset>
      <MovingProblem what="conversion" command={conversion} />
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <MovingButtons
          what="conversion"
          submit="Convert"
          ready={to !== null && outputMilli > 0}
          sent={isSent}
          onClose={onCancel}
          onDiscard={kept === null ? null : () => keptConversion.change(() => fresh(first))}
        />
      </div>
    </form>
  );
}

function shortSentence({ name, unit }: MovableItem, stock: Milli, wanted: Milli): string {
  const told = (milli: Milli) => groupedWords(milli, unit);
  return `There is not enough ${name} in stock: ${told(stock)} left, ${told(wanted)} wanted.`;
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <span aria-hidden className="mb-1.5 block truncate text-sm font-medium text-ink-2" title={label}>
        {label}
      </span>
      {children}
    </div>
  );
}

function Amount({ label, milli, onChange }: { label: string; milli: Milli; onChange: (milli: Milli) => void }) {
  return (
    <span className="w-32">
      <QuantityField label={label} quantity={milli} onChange={onChange} />
    </span>
  );
}

function Unit({ label, value, onChange }: { label: string; value: string; onChange: (unit: string) => void }) {
  return (
    <TextInput
      aria-label={label}
      className="w-24"
      maxLength={40}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
