import { fromQuantityNumber } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import type { ChangedLine } from './pending-receipt.ts';

const HEADS = ['Item', 'You saw', 'Received now', 'Ordered', 'You counted'];

/** Somebody else received in the meantime. Shows both quantities and asks what to do with the counts made here. */
export function ReceiptConflict({
  lines,
  onKeep,
  onClose,
}: {
  lines: readonly ChangedLine[];
  onKeep: (keep: 'counts' | 'theirs') => void;
  onClose: () => void;
}) {
  const unitOf = useUnitOf();
  return (
    <Dialog
      open={lines.length > 0}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Somebody else received goods meanwhile"
      description="Your count is not received yet. If they counted the same goods, take theirs; if yours arrived in addition, keep yours."
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Look again</Button>
          <Button onClick={() => onKeep('counts')}>Keep mine on top</Button>
          <Button variant="primary" onClick={() => onKeep('theirs')}>
            Take theirs
          </Button>
        </>
      }
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-3">
            {HEADS.map((head, at) => (
              <th
                key={head}
                scope="col"
                className={at === 0 ? 'py-2 text-left font-medium' : 'py-2 pl-3 text-right font-medium'}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ item, seenMilli, nowMilli, countedMilli }) => (
            <tr key={item.id} className="border-b border-line">
              <th scope="row" className="max-w-64 truncate py-2 text-left font-normal">
                {item.product_name}
              </th>
              {[seenMilli, nowMilli, fromQuantityNumber(item.quantity_ordered), countedMilli].map((milli, at) => (
                <td key={HEADS[at + 1]} className="py-2 pl-3 text-right tabular-nums">
                  {groupedWords(milli, unitOf(item.product_id))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
