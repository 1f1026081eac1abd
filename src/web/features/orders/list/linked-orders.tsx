import { useMemo, useState } from 'react';
import { useAddress } from '#web/api/address/address.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { type OrdersResult, useChosenOrders } from '../orders-queries.ts';
import { expand, ordersAddress } from './orders-address.ts';

/**
 * Orders that the address opened, by a link, a reload or Back. When they are not on the present page, or do not match
 * the filters, they are shown above the list. An order opened here that leaves the list is not.
 */
export function useLinkedOrders({ data, isPlaceholderData }: OrdersResult) {
  const { open } = ordersAddress.use();
  const heard = useAddress((address) => address.heard);
  // The orders open when the address was heard. One that is opened later was not linked.
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

/** The address names an order that no longer exists, or that this person may not see. */
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
