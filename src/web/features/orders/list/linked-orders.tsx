import { useMemo, useState } from 'react';
import { useAddress } from '#web/api/address/address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type OrdersResult, useChosenOrders } from '../orders-queries.ts';
import { expand, ordersAddress } from './orders-address.ts';

/**
 * Orders that an address opens, by a link, a reload or Back. They are shown above the list where they are of another
 * page, or not among the orders that the filters leave. An order that is opened here and then leaves the list is gone.
 */
export function useLinkedOrders({ data, isPlaceholderData }: OrdersResult) {
  const { open } = ordersAddress.use();
  const heard = useAddress((address) => address.heard);
  // As they were open when the address was heard: one that is opened here later is not linked.
  const [{ linked, at }, setLinked] = useState({ linked: new Set(open.keys()), at: heard });
  if (at !== heard) setLinked({ linked: new Set(open.keys()), at: heard });
  const page = data?.data;
  const ids = useMemo(() => {
    if (!page || isPlaceholderData) return [];
    const listed = new Set(page.map(({ id }) => id));
    return [...open.keys()].filter((id) => linked.has(id) && !listed.has(id)).toSorted((a, b) => a - b);
  }, [page, isPlaceholderData, open, linked]);
  const { data: orders = [], isSuccess } = useChosenOrders(ids);
  const missing = isSuccess ? ids.filter((id) => !orders.some((order) => order.id === id)) : [];
  const withPage = useMemo(() => {
    const added = orders.filter(({ id }) => ids.includes(id));
    return added.length === 0 ? (page ?? []) : [...added, ...(page ?? [])];
  }, [orders, ids, page]);
  return { orders, missing, withPage };
}

/** An address may open an order that is no more, or that is not this person's to see. */
export function NotFoundOrders({ ids }: { ids: readonly number[] }) {
  if (ids.length === 0) return null;
  return (
    <div role="alert" className="flex items-center gap-3 bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
      <span className="grow">
        The linked order cannot be shown. It was deleted, or it belongs to a location that is not yours.
      </span>
      <Button
        size="sm"
        onClick={() => {
          for (const id of ids) expand(id, false);
        }}
      >
        Close
      </Button>
    </div>
  );
}
