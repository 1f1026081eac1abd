import type { PurchaseOrder } from '#contract/purchasing.ts';
import { canEditItems } from '#domain/purchase-order.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { differencesOf, draftOf, type DraftOrder } from './draft-order.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { STATUS_WORDS } from '../order-words.ts';
import { useSuppliers } from '../purchasing-queries.ts';

/** Somebody else saved the order meanwhile. Shows both versions and asks which to keep. */
export function EditConflict({
  mine,
  theirs,
  onMine,
  onTheirs,
  onClose,
}: {
  mine: DraftOrder;
  theirs: PurchaseOrder;
  onMine: () => void;
  onTheirs: () => void;
  onClose: () => void;
}) {
  const unitOf = useUnitOf();
  const { data: suppliers = [] } = useSuppliers();
  const nameOf = (id: number | null) => suppliers.find((one) => one.id === id)?.name ?? 'No supplier';
  const differences = differencesOf(mine, draftOf(theirs), nameOf, unitOf);
  const mayKeep = canEditItems(theirs.status);
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${theirs.po_number} was changed by somebody else`}
      description={
        mayKeep
          ? 'Nothing was saved yet. Choose which to keep.'
          : `It is ${STATUS_WORDS[theirs.status].toLowerCase()} now, so its lines can no longer be changed. Nothing was saved.`
      }
      size="lg"
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button onClick={onTheirs}>Use the saved version</Button>
          {mayKeep && (
            <Button variant="primary" onClick={onMine}>
              Save mine
            </Button>
          )}
        </>
      }
    >
      {differences.length === 0 ? (
        <p className="text-sm text-ink-2">The saved order is the same as yours.</p>
      ) : (
        <table className="w-full table-fixed text-sm">
          <thead>
            <tr className="border-b border-line text-left text-xs text-ink-3">
              <th scope="col" className="py-2 pr-3 font-medium">
                What
              </th>
              <th scope="col" className="py-2 pr-3 font-medium">
                Yours
              </th>
              <th scope="col" className="py-2 font-medium">
                Saved now
              </th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ what, mine: my, theirs: their }) => (
              <tr key={what} className="border-b border-line align-top">
                <th scope="row" className="py-2 pr-3 text-left font-normal break-words text-ink-2">
                  {what}
                </th>
                <td className="py-2 pr-3 break-words tabular-nums">{my}</td>
                <td className="py-2 break-words tabular-nums">{their}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
