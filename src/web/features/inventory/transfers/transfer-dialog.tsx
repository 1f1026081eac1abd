import { X } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { type Milli, toMilli } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { useUser } from '#web/api/session.ts';
import { stockNow, useStock } from '#web/api/stock.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useScanner } from '#web/ui/scanner.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Truncate } from '#web/ui/truncate.tsx';
import { useCatalogueItems } from '../purchasing/catalogue-items.ts';
import { counted, displayMilli } from '../purchasing/figures.ts';
import { ItemPicker } from '../purchasing/item-picker.tsx';
import { QuantityField } from '../purchasing/quantity-field.tsx';
import type { MovableItem } from './movable-item.ts';
import { sentLines, sentTotal, type TransferLine, withOneMore } from './transfer-lines.ts';
import { useTransfer, useTransferTargets } from './use-transfer.ts';

/** Sends stock of the own location to another one. What is chosen in the list is there to begin with. */
export function TransferDialog({
  items,
  open,
  onClose,
  onDone,
}: {
  items: readonly MovableItem[];
  open: boolean;
  onClose: () => void;
  onDone?: () => void;
}) {
  const { location } = useUser();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Transfer stock"
      description={`It leaves ${location ?? 'here'} and arrives at the other location in one step.`}
      size="lg"
      initialFocus={items.length === 0 ? picker : undefined}
    >
      <TransferForm
        items={items}
        picker={picker}
        onCancel={onClose}
        onDone={() => {
          onClose();
          onDone?.();
        }}
      />
    </Dialog>
  );
}

function TransferForm({
  items,
  picker,
  onCancel,
  onDone,
}: {
  items: readonly MovableItem[];
  picker: RefObject<HTMLInputElement | null>;
  onCancel: () => void;
  onDone: () => void;
}) {
  const catalogue = useCatalogueItems();
  const [lines, setLines] = useState<readonly TransferLine[]>(() =>
    items.map((item) => ({ ...item, quantityMilli: toMilli(0) })),
  );
  const [to, setTo] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const transfer = useTransfer();
  const targets = useTransferTargets();
  const sent = sentLines(lines);
  const toName = targets.data?.find(({ id }) => id === to)?.name;

  const add = (item: MovableItem) => {
    setWrong(null);
    setLines((before) => withOneMore(before, item));
    setSaid(`${item.name} added`);
  };

  useScanner((code) => {
    const found = catalogue.byCode(code);
    if (found.kind === 'item') add({ ...found.item, unit: catalogue.unitOf(found.item.productId) });
    else if (found.kind === 'variants') setWrong(`${found.name} is counted by its variants. Scan the one.`);
    else setWrong(`No product has the code ${code}. Nothing was added.`);
  });

  async function submit() {
    if (transfer.busy) return;
    setWrong(null);
    if (to === null) return setWrong('Choose the location it goes to.');
    if (sent.length === 0) return setWrong('There is nothing to send: every quantity is 0.');
    const short = sent.find((line) => line.quantityMilli > stockNow(line));
    if (short)
      return setWrong(
        `There is not enough ${short.name} in stock: ${told(short, stockNow(short))} left, ${told(short, short.quantityMilli)} wanted.`,
      );
    const refused = await transfer.send({ to, toName: toName ?? '', reason, lines: sent });
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
      <div className="grid grid-cols-2 gap-3">
        <Field label="To" required error={targets.error ? sentenceOf(targets.error) : undefined}>
          {(control) => (
            <Select
              id={control.id}
              aria-describedby={control['aria-describedby']}
              className="w-full"
              placeholder="Choose a location"
              options={(targets.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              value={to === null ? null : String(to)}
              onChange={(value) => setTo(Number(value))}
            />
          )}
        </Field>
        <TextField
          label="Reason"
          maxLength={500}
          placeholder="Optional"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
      <ItemPicker
        label="Add product"
        placeholder="Add a product: name, SKU or barcode"
        items={catalogue}
        input={picker}
        onPick={(item) => add({ ...item, unit: catalogue.unitOf(item.productId) })}
      />
      {lines.length > 0 && (
        <div role="table" aria-label="Items to transfer" className="max-h-80 overflow-y-auto text-sm">
          {lines.map((line) => (
            <LineRow
              key={stockKey(line)}
              line={line}
              onChange={(quantityMilli) => {
                setWrong(null);
                setLines((before) => before.map((one) => (one === line ? { ...line, quantityMilli } : one)));
              }}
              onRemove={() => setLines((before) => before.filter((one) => one !== line))}
            />
          ))}
        </div>
      )}
      {wrong !== null && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {wrong}
        </p>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <p aria-live="polite" className="min-w-40 grow text-sm text-ink-2">
          {sent.length === 0
            ? 'Nothing to send yet'
            : `${displayMilli(sentTotal(sent))} on ${counted(sent.length, 'line')}${toName ? ` to ${toName}` : ''}`}
        </p>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={transfer.busy}>
          Transfer
        </Button>
      </div>
    </form>
  );
}

function told({ unit }: MovableItem, quantity: Milli): string {
  return `${displayMilli(quantity)}${unit && ` ${unit}`}`;
}

function LineRow({
  line,
  onChange,
  onRemove,
}: {
  line: TransferLine;
  onChange: (quantityMilli: TransferLine['quantityMilli']) => void;
  onRemove: () => void;
}) {
  const stock = useStock(line);
  const short = line.quantityMilli > stock;
  return (
    <div
      role="row"
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_8.5rem_9rem_2.25rem] items-center gap-3 border-b border-line py-1"
    >
      <span role="cell" className="min-w-0">
        <Truncate text={line.name} />
        <span className="block truncate text-xs text-ink-3">{line.sku}</span>
      </span>
      <span role="cell" className={cx('text-right text-xs tabular-nums', short ? 'text-danger-ink' : 'text-ink-2')}>
        {short ? 'Only ' : ''}
        {displayMilli(stock)}
        {line.unit && ` ${line.unit}`} in stock
      </span>
      <span role="cell">
        <QuantityField
          label={`Transfer of ${line.name}`}
          quantity={line.quantityMilli}
          most={stock}
          invalid={short}
          onChange={onChange}
        />
      </span>
      <span role="cell">
        <IconButton label={`Remove ${line.name}`} icon={<X className="size-4" />} onClick={onRemove} />
      </span>
    </div>
  );
}
