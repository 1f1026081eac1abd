import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { type ConversionRatio } from '#domain/conversion-ratio.ts';
import { type Milli, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { useStock } from '#web/api/stock.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField, TextInput } from '#web/ui/text-field.tsx';
import { Truncate } from '#web/ui/truncate.tsx';
import { useCatalogueItems } from '../purchasing/catalogue-items.ts';
import { displayMilli } from '../purchasing/figures.ts';
import { ItemPicker } from '../purchasing/item-picker.tsx';
import { QuantityField } from '../purchasing/quantity-field.tsx';
import { outcomeOf, ratioOf } from './conversion-draft.ts';
import { ConversionPreview } from './conversion-preview.tsx';
import type { MovableItem } from './movable-item.ts';
import { useConversion } from './use-transfer.ts';

/** Makes one item out of another: flower into pre-rolls. What goes in and comes out is shown before it is done. */
export function ConvertDialog({
  items,
  open,
  onClose,
  onDone,
}: {
  /** What it may be made from. */
  items: readonly MovableItem[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
}) {
  const [first] = items;
  return (
    <Dialog
      open={open && first !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Convert stock"
      description="What is used up leaves the books, what is made of it comes on, in one step."
      size="lg"
    >
      {first && (
        <ConvertForm
          items={items}
          first={first}
          onCancel={onClose}
          onDone={() => {
            onClose();
            onDone?.();
          }}
        />
      )}
    </Dialog>
  );
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
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState<MovableItem | null>(null);
  const [ratio, setRatio] = useState<ConversionRatio>(() => ratioOf(catalogue.product(first.productId)));
  const [outputMilli, setOutputMilli] = useState<Milli>(ZERO_MILLI);
  const [weighedMilli, setWeighedMilli] = useState<Milli>(ZERO_MILLI);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const made = useRef<HTMLDivElement>(null);
  const conversion = useConversion();
  const stock = { from: useStock(from), to: useStock(to ?? from) };
  const outcome = outcomeOf({ from, to, ratio, outputMilli, weighedMilli }, stock);
  const changeRatio = (part: Partial<ConversionRatio>) => {
    setWrong(null);
    setRatio((before) => ({ ...before, ...part }));
  };

  async function submit() {
    if (conversion.busy) return;
    setWrong(null);
    if ('sentence' in outcome) return setWrong(outcome.sentence);
    if (to === null) return;
    if (outcome.isShort) return setWrong(shortSentence(from, stock.from, outcome.inMilli));
    const wire = ({ productId, variationId }: StockItem) => ({ product_id: productId, variation_id: variationId });
    const refused = await conversion.convert({
      from: wire(from),
      to: wire(to),
      output_quantity: toQuantityNumber(outputMilli),
      conversion_ratio: {
        input_amount: toQuantityNumber(ratio.inputMilli),
        input_unit: ratio.inputUnit.trim(),
        output_amount: toQuantityNumber(ratio.outputMilli),
        output_unit: ratio.outputUnit.trim(),
      },
      ...(weighedMilli > 0 ? { input_quantity: toQuantityNumber(weighedMilli) } : {}),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    });
    if (refused === null) onDone();
    else setWrong(refused);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 max-[700px]:grid-cols-1">
        <Field label="From">
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              options={items.map((item) => ({ value: stockKey(item), label: item.name }))}
              value={stockKey(from)}
              onChange={(key) => {
                const next = items.find((item) => stockKey(item) === key);
                if (!next) return;
                setFrom(next);
                setRatio(ratioOf(catalogue.product(next.productId)));
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
                setWrong(null);
                setTo({ ...item, unit: catalogue.unitOf(item.productId) });
                made.current?.querySelector('input')?.focus();
              }}
            />
          ) : (
            <div className="flex h-9 items-center rounded-md border border-edge bg-raised pl-3 text-sm">
              <Truncate text={to.name} className="grow" />
              <IconButton
                label="Choose another product"
                icon={<X className="size-4" />}
                onClick={() => {
                  setWrong(null);
                  setTo(null);
                }}
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
        <Unit label="Unit that goes in" value={ratio.inputUnit} onChange={(inputUnit) => changeRatio({ inputUnit })} />
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
      <div ref={made} className="grid grid-cols-3 gap-3">
        <Labelled label="Made">
          <QuantityField
            label="Made"
            quantity={outputMilli}
            onChange={(milli) => {
              setWrong(null);
              setOutputMilli(milli);
            }}
          />
        </Labelled>
        <Labelled label="Weighed, if not as the ratio says">
          <QuantityField
            label="Weighed"
            quantity={weighedMilli}
            onChange={(milli) => {
              setWrong(null);
              setWeighedMilli(milli);
            }}
          />
        </Labelled>
        <TextField
          label="Reason"
          maxLength={500}
          placeholder="Optional"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <ConversionPreview from={from} to={to} stock={stock} outputMilli={outputMilli} outcome={outcome} />
      {wrong !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {wrong}
        </p>
      )}
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={conversion.busy}>
          Convert
        </Button>
      </div>
    </form>
  );
}

function shortSentence({ name, unit }: MovableItem, stock: Milli, wanted: Milli): string {
  const told = (milli: Milli) => `${displayMilli(milli)}${unit && ` ${unit}`}`;
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
