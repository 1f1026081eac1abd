import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WireHeldCart } from '#contract/held-carts.ts';
import { cartCount } from '#domain/cart.ts';
import { counted } from '#domain/counted.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { ownerNow, useCommands } from '#web/api/commands/commands.ts';
import { isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { useUser } from '#web/api/session/session.ts';
import { displayAmount } from '#web/entities/order/order-format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { displayTime } from '#web/ui/dates.ts';
import { Popover } from '#web/ui/layers/popover.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { focusCart } from '../cart/cart-focus.ts';
import { HOLD } from '../sale/sent-sales.ts';
import { burnCommand, burnHeld, heldCartsQuery, heldSubject, resumeCommand, resumeHeld } from './held-commands.ts';

/**
 * The held carts without those that are being resumed or discarded, and the number of carts on their way to the server.
 */
function useHeld() {
  const { location_id: locationId } = useUser();
  const { data, error } = useQuery(heldCartsQuery(locationId));
  const records = useCommands((state) => state.records);
  const open = [...records.values()].filter((record) => isOpen(record) && isOwnedBy(record, ownerNow()));
  const pressed = new Set(
    open.flatMap(({ kind, subject }) => (kind === resumeCommand.kind || kind === burnCommand.kind ? [subject] : [])),
  );
  return {
    carts: (data?.data ?? []).filter(({ id }) => !pressed.has(heldSubject(id))),
    onTheirWay: open.filter(({ kind }) => kind === HOLD.kind).length,
    error: data ? null : error,
  };
}

/** " · Held (2)", for the bar that replaces the cart in a narrow window; nothing while no cart is held. */
export function HeldWords() {
  const { carts, onTheirWay } = useHeld();
  const count = carts.length + onTheirWay;
  return count === 0 ? null : ` · Held (${count})`;
}

/** "Held (2)": opens the held carts of the location, to resume, join or discard one. Rule: register/hold. */
export function HeldChip() {
  const { carts, onTheirWay, error } = useHeld();
  const [open, setOpen] = useState(false);
  const lines = useCart((cart) => cart.lines);
  const count = carts.length + onTheirWay;
  if (count === 0 && !open && !error) return null;
  const act = (todo: () => void) => {
    todo();
    setOpen(false);
    focusCart();
  };
  return (
    <Popover
      title="Held carts"
      open={open}
      onOpenChange={setOpen}
      align="end"
      className="w-88 p-2"
      trigger={
        <Button size="touch" variant="ghost" className="px-2.5! text-sm">
          Held ({count})
        </Button>
      }
    >
      {error && (
        <p role="alert" className="px-1 pb-1 text-sm text-danger-ink">
          {sentenceOf(error)}
        </p>
      )}
      {carts.length === 0 ? (
        <p className="px-1 pb-1 text-sm text-ink-2">{onTheirWay > 0 ? 'Being held...' : 'No cart is held.'}</p>
      ) : (
        <ul aria-label="Held carts" className="flex flex-col gap-1">
          {carts.map((held) => (
            <HeldRow key={held.id} held={held} lines={cartCount(lines)} act={act} />
          ))}
        </ul>
      )}
    </Popover>
  );
}

const nameOf = ({ name, customer_name: customer, items }: WireHeldCart): string =>
  name ?? customer ?? counted(items, 'item');

/** "2 items · Walnut Grinder"; without the number where it is the name already. */
function contentsOf({ first_item: first, name, customer_name: customer, items }: WireHeldCart): string {
  const isUnnamed = name === null && customer === null;
  return isUnnamed ? first : `${counted(items, 'item')} · ${first}`;
}

async function discard(held: WireHeldCart): Promise<void> {
  const sure = await ask({
    title: 'Discard List?',
    message: `${nameOf(held)}, ${displayAmount(held.subtotal)}: the held cart is emptied.`,
    confirmLabel: 'Discard List',
    cancelLabel: 'Cancel',
    tone: 'danger',
  });
  if (sure) burnHeld(held.id);
}

/** A press on the row resumes the cart. The present cart is held in its place. */
function HeldRow({ held, lines, act }: { held: WireHeldCart; lines: number; act: (todo: () => void) => void }) {
  const { time_zone: timeZone } = useUser();
  const name = nameOf(held);
  const others = held.name !== null && held.customer_name !== null ? `${held.customer_name} · ` : '';
  const resume = () => {
    const { hold, lines: present } = useCart.getState();
    // `hold` refuses if money was taken for the cart, and says so.
    if (present.length > 0 && hold() === null) return;
    resumeHeld(held);
  };
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        aria-label={lines > 0 ? `Hold this cart and resume ${name}` : `Resume ${name}`}
        className="flex min-h-14 min-w-0 grow items-center gap-3 rounded-md border border-line-strong bg-raised px-3 py-1.5 text-left transition-colors hover:bg-press active:bg-press"
        onClick={() => act(resume)}
      >
        <span className="min-w-0 grow">
          <Truncate text={name} className="block text-base font-medium" />
          <span className="block truncate text-xs text-ink-2">
            {displayTime(held.held_at, timeZone)} · {held.held_by}
          </span>
          <span className="block truncate text-xs text-ink-2">
            {others}
            {contentsOf(held)}
          </span>
        </span>
        <span className="shrink-0 text-right">
          <span className="block text-base font-medium tabular-nums">{displayAmount(held.subtotal)}</span>
          <span className="block text-xs text-ink-3">before tax</span>
          <span className="block text-xs text-accent-ink">{lines > 0 ? 'Swap' : 'Resume'}</span>
        </span>
      </button>
      {lines > 0 && (
        <Button
          size="touch"
          variant="ghost"
          className="px-2! text-sm"
          aria-label={`Join ${name} with this cart`}
          onClick={() => act(() => resumeHeld(held, true))}
        >
          Join
        </Button>
      )}
      <IconButton
        size="touch"
        label={`Discard ${name}`}
        icon={<Trash2 className="size-4.5" />}
        onClick={() => act(() => void discard(held))}
      />
    </li>
  );
}
