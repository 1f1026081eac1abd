import { displayGrouped, fromQuantityNumber } from '#domain/quantity.ts';
import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { stockKey } from '#domain/stock.ts';
import { ScanFlash } from '#web/ui/scan/scan-flash.tsx';
import { useScanner } from '#web/ui/scan/scanner.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { useCatalogueItems } from '../../items/catalogue-items.ts';
import { countOf, oneMoreOf } from './pending-receipt.ts';
import { isDialogOpen } from '#web/ui/layers/layers.ts';
import { changePending, pendingOf } from './pending-receipts.ts';

/**
 * Each scan adds one to its line. The line of a weighed item is brought into sight, for its weight to be typed. Unknown
 * codes, and items that were not ordered, are reported and not counted.
 */
export function ReceiveScanner({
  order,
  frozen,
  onHit,
}: {
  order: PurchaseOrder;
  /** The counts were sent and cannot change until the answer is here. */
  frozen: boolean;
  onHit: (itemId: number, weighed: boolean) => void;
}) {
  const items = useCatalogueItems();
  const [missed, setMissed] = useState(0);
  const [said, setSaid] = useState('');

  function miss(sentence: string) {
    setMissed((count) => count + 1);
    toast.error(sentence);
  }

  useScanner((code) => {
    if (isDialogOpen()) return miss(`Not counted: ${code}. Close the open dialog first, then scan again.`);
    if (frozen) {
      return miss(`Not counted: ${code}. The count is being received. Scan it again when the answer is here.`);
    }
    const found = items.byCode(code);
    if (found.kind === 'unknown') {
      return miss(
        items.isReady
          ? `No product has the code ${code}. Nothing was counted.`
          : 'The products are still loading. Scan it again in a moment.',
      );
    }
    if (found.kind === 'variants') {
      return miss(`${found.name} is counted by its variants. Scan the code of the variant.`);
    }
    const key = stockKey(found.item);
    const line = order.items.find(
      ({ product_id, variation_id }) => stockKey({ productId: product_id, variationId: variation_id }) === key,
    );
    if (!line) return miss(`${found.item.name} is not on ${order.po_number}. Nothing was counted.`);
    if (items.unitOf(line.product_id) !== '') {
      setSaid(`${line.product_name}: type what was weighed`);
      return onHit(line.id, true);
    }
    changePending(order.id, (pending) => oneMoreOf(pending, line));
    const count = countOf(pendingOf(order.id), line.id);
    setSaid(
      `${line.product_name}: ${displayGrouped(count)} of ${displayGrouped(fromQuantityNumber(line.quantity_remaining))}`,
    );
    onHit(line.id, false);
  });

  return (
    <>
      <ScanFlash count={missed} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
