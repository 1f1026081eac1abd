import { groupedWords } from '#domain/unit.ts';
import { X } from 'lucide-react';
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { stockKey } from '#domain/stock.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { commands } from '#web/api/commands/commands.ts';
import { stockNow, useStock } from '#web/entities/stock/stock.ts';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { useScanner } from '#web/ui/scan/scanner.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { useFormCommand } from '#web/entities/command/use-form-command.ts';
import { useCatalogueItems } from '../items/catalogue-items.ts';
import { counted } from '#domain/counted.ts';
import { ItemPicker } from '../items/item-picker.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import type { MovableItem } from './movable-item.ts';
import { MovingButtons, MovingProblem } from './moving-footer.tsx';
import { EMPTY_TRANSFER, keptTransfer, transferBody, transferCommand, type TransferDraft } from './transfer-command.ts';
import { sentLines, sentWords, type TransferLine, withItems, withOneMore } from './transfer-lines.ts';
import { useTransferTargets } from './use-transfer-targets.ts';

/** Transfers stock from the own location to another one. It begins with the items selected in the list. */
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
  const picker = useRef<HTMLInputElement>(null);
  function close(): void {
    const kept = keptTransfer.keptNow();
    if (kept && commands.openOf('transfer', 'transfer') === null)
      toast.info(`The transfer of ${counted(sentLines(kept.lines).length, 'line')} is kept`);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Transfer stock"
      description="Stock moves to the other location immediately."
      size="lg"
      initialFocus={items.length === 0 ? picker : undefined}
    >
      <TransferForm
        items={items}
        picker={picker}
        onCancel={close}
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
  const [wasKept] = useState(() => keptTransfer.keptNow() !== null);
  const draft = keptTransfer.useDraft() ?? EMPTY_TRANSFER;
  const [said, setSaid] = useState('');
  const targets = useTransferTargets();
  const transfer = useFormCommand(transferCommand, 'transfer', 'Nothing was sent.', onDone);
  const { open, memo, setWrong } = transfer;
  const isSent = open !== null;
  const { lines, to, reason } = memo ?? draft;
  const sent = sentLines(lines);
  const toName = memo?.toName ?? targets.data?.find(({ id }) => id === to)?.name;

  const change = (part: (before: TransferDraft) => Partial<TransferDraft>) => {
    setWrong(null);
    keptTransfer.change((before) => ({ ...(before ?? EMPTY_TRANSFER), ...part(before ?? EMPTY_TRANSFER) }));
  };
  const begin = (kept: TransferDraft) => ({ ...kept, lines: withItems(kept.lines, items) });
  const beginWith = useEffectEvent(() => keptTransfer.change(() => begin(keptTransfer.keptNow() ?? EMPTY_TRANSFER)));
  useLayoutEffect(() => {
    if (!isSent) beginWith();
  }, [isSent]);

  const add = (item: MovableItem) => {
    change((before) => ({ lines: withOneMore(before.lines, item) }));
    setSaid(`${item.name} added`);
  };

  useScanner((code) => {
    if (isSent) return toast.error(`Not added: ${code}. The transfer is being saved.`);
    const found = catalogue.byCode(code);
    if (found.kind === 'item') add({ ...found.item, unit: catalogue.unitOf(found.item.productId) });
    else if (found.kind === 'variants')
      setWrong(`${found.name} is counted by its variants. Scan the code of the variant.`);
    else setWrong(`No product has the code ${code}. Nothing was added.`);
  });

  function submit() {
    if (isSent) return;
    setWrong(null);
    if (to === null) return setWrong('Choose the location it goes to.');
    const short = sent.find((line) => line.quantityMilli > stockNow(line));
    if (short)
      return setWrong(
        `There is not enough ${short.name} in stock: ${groupedWords(stockNow(short), short.unit)} left, ${groupedWords(short.quantityMilli, short.unit)} wanted.`,
      );
    const sending = { ...draft, lines: sent, toName: toName ?? 'the other location' };
    void transfer.send({
      key: keptTransfer.keyNow(),
      title: `Transfer of ${counted(sent.length, 'line')} to ${sending.toName}`,
      memo: sending,
      body: transferBody(sending, to),
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
        <p className="text-sm text-ink-2">You began this transfer earlier. Discard it to start over.</p>
      )}
      <fieldset disabled={isSent} className="contents">
        <div className="grid grid-cols-2 gap-3 max-[640px]:grid-cols-1">
          <Field label="To" required error={targets.error ? sentenceOf(targets.error) : undefined}>
            {(control) => (
              <Select
                id={control.id}
                aria-describedby={control['aria-describedby']}
                className="w-full"
                placeholder="Choose a location"
                options={(targets.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={to === null ? null : String(to)}
                disabled={isSent}
                onChange={(value) => change(() => ({ to: Number(value) }))}
              />
            )}
          </Field>
          <TextField
            label="Reason"
            maxLength={500}
            placeholder="Optional"
            value={reason}
            onChange={({ target }) => change(() => ({ reason: target.value }))}
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
                onChange={(quantityMilli) =>
                  change((before) => ({
                    lines: before.lines.map((one) => (one === line ? { ...line, quantityMilli } : one)),
                  }))
                }
                onRemove={() => change((before) => ({ lines: before.lines.filter((one) => one !== line) }))}
              />
            ))}
          </div>
        )}
      </fieldset>
      <MovingProblem what="transfer" command={transfer} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap items-center justify-end gap-3 border-t border-line pt-4">
        <p aria-live="polite" className="min-w-40 grow text-sm text-ink-2 max-[640px]:basis-full">
          {sent.length === 0
            ? 'Nothing to send yet'
            : `${sentWords(sent)} on ${counted(sent.length, 'line')}${toName ? ` to ${toName}` : ''}`}
        </p>
        <MovingButtons
          what="transfer"
          submit="Transfer"
          ready={sent.length > 0}
          sent={isSent}
          onClose={onCancel}
          onDiscard={sent.length === 0 ? null : () => change(() => begin(EMPTY_TRANSFER))}
        />
      </div>
    </form>
  );
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
      // On a phone the name has a line of its own, with the button that removes it.
      className="grid min-h-11 grid-cols-[minmax(0,1fr)_8.5rem_9rem_2.25rem] items-center gap-3 border-b border-line py-1 max-[640px]:grid-cols-[minmax(0,1fr)_6.75rem_2.25rem] max-[640px]:gap-y-1"
    >
      <span role="cell" className="min-w-0 max-[640px]:col-span-2">
        <Truncate text={line.name} />
        <span className="block truncate text-xs text-ink-3">{line.sku}</span>
      </span>
      <span
        role="cell"
        className={cx(
          'text-right text-xs tabular-nums max-[640px]:order-2 max-[640px]:text-left',
          short ? 'text-danger-ink' : 'text-ink-2',
        )}
      >
        {short ? 'Only ' : ''}
        {groupedWords(stock, line.unit)} in stock
      </span>
      <span role="cell" className="max-[640px]:order-3 max-[640px]:col-span-2">
        <QuantityField
          label={`Transfer of ${line.name}`}
          quantity={line.quantityMilli}
          most={stock}
          invalid={short}
          onChange={onChange}
        />
      </span>
      <span role="cell" className="max-[640px]:order-1">
        <IconButton label={`Remove ${line.name}`} icon={<X className="size-4" />} onClick={onRemove} />
      </span>
    </div>
  );
}
