import { useState } from 'react';
import type { ManagedLocation } from '#contract/locations.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { askLocations, closeLocationCommand, locationSubject, reopenLocationCommand } from './location-queries.ts';

const WRITE_OFF = 'write-off';
const items = (count: number): string => (count === 1 ? '1 item' : `${count.toLocaleString('en-US')} items`);

/** Closes a location, after deciding what happens to its stock, or opens it again. */
export function Closing({ location, others }: { location: ManagedLocation; others: readonly ManagedLocation[] }) {
  const { location_id: own } = useUser();
  const { id, name, version, stocked_items: stocked, staff, open_purchase_orders: orders = [] } = location;
  const [isAsking, setAsking] = useState(false);
  const [fate, setFate] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isLooking, setLooking] = useState(false);
  /** Identifies the stock that the question was about. */
  const [seen, setSeen] = useState<string>();
  const heard = (outcome: { kind: string; error?: unknown; state?: 'done' | 'refused' }) => {
    if (outcome.kind === 'elsewhere' && outcome.state) tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') setRefused(sentenceOf(outcome.error));
    if (outcome.kind === 'done') setAsking(false);
  };
  const closing = useCommand(closeLocationCommand, locationSubject(id, 'closing'), heard);
  const reopening = useCommand(reopenLocationCommand, locationSubject(id, 'reopening'), heard);
  const params = { id: String(id) };
  const open = closing.open ?? reopening.open;
  const isBusy = isLooking || open !== null;

  /** Fetches the stock again first: a question about 3 items must not end the stock of 4. */
  async function close(): Promise<void> {
    setRefused(null);
    setLooking(true);
    try {
      const now = (await askLocations()).find((one) => one.id === id) ?? location;
      setSeen(now.stock_stamp);
      if (now.stocked_items !== stocked)
        return setRefused(
          `The stock changed meanwhile: it is ${items(now.stocked_items)} now. Nothing was closed. Close it again.`,
        );
      if (now.stock_stamp !== seen)
        return setRefused(
          'Stock changed meanwhile; the number of items is the same. Nothing was closed. Close it again.',
        );
    } catch (error) {
      return setRefused(`Nothing was closed. ${sentenceOf(error)}`);
    } finally {
      setLooking(false);
    }
    const stock =
      stocked === 0
        ? { stock: 'none' as const }
        : fate === WRITE_OFF
          ? { stock: 'write_off' as const }
          : { stock: 'transfer' as const, to_location_id: Number(fate) };
    void closing.send({
      title: `Close ${name}`,
      memo: null,
      params,
      body: { ...stock, version, ...(seen !== undefined && { stock_seen: seen }) },
    });
  }

  return (
    <section aria-label="Closing" className="flex flex-col gap-3 border-t border-line pt-4 text-sm">
      {location.closed_at !== null ? (
        <>
          <p className="text-ink-2">This location is closed. Its orders and its history stay.</p>
          <Button
            className="self-start"
            busy={open !== null}
            onClick={() => {
              setRefused(null);
              void reopening.send({ title: `Reopen ${name}`, memo: null, params, body: { version } });
            }}
          >
            Open it again
          </Button>
        </>
      ) : isAsking ? (
        <>
          <p className="text-ink-2">
            Nobody can work here afterwards
            {staff > 0 && `; ${staff === 1 ? '1 account' : `${staff} accounts`} will be without a location`}. Orders and
            history stay, and so does stock of archived items on the books. Purchase orders for it wait until it is open
            again.
          </p>
          {orders.length > 0 && (
            <div className="text-ink-2">
              <p>{orders.length === 1 ? 'This purchase order waits:' : 'These purchase orders wait:'}</p>
              <ul aria-label="Open purchase orders" className="mt-1 list-disc pl-5">
                {orders.map((order) => (
                  <li key={order.id}>
                    {order.number} from {order.supplier}, {order.status.replaceAll('_', ' ')}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {stocked > 0 && (
            <label className="flex flex-wrap items-center gap-2 text-ink">
              What happens to the stock of {items(stocked)}?
              <Select
                label="What happens to the stock"
                className="w-64"
                disabled={isBusy}
                value={fate}
                placeholder="Choose"
                options={[
                  ...others.map((other) => ({ value: String(other.id), label: `Send it to ${other.name}` })),
                  { value: WRITE_OFF, label: 'Write it off' },
                ]}
                onChange={setFate}
              />
            </label>
          )}
          <div className="flex gap-2">
            <Button
              variant="danger"
              busy={isBusy}
              disabled={stocked > 0 && fate === null && !isBusy}
              onClick={() => void close()}
            >
              Close {name}
            </Button>
            <Button
              ref={stocked === 0 ? focusAtOnce : undefined}
              variant="ghost"
              disabled={isBusy}
              onClick={() => setAsking(false)}
            >
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Button
            disabled={id === own}
            onClick={() => {
              setRefused(null);
              setAsking(true);
              setSeen(location.stock_stamp);
              // Fetches the stock that the question names. If this fails, closing fetches it again.
              void askLocations()
                .then((all) => setSeen(all.find((one) => one.id === id)?.stock_stamp))
                .catch(() => {});
            }}
          >
            Close this location
          </Button>
          {id === own && <span className="text-ink-3">You work here now. Switch to another location first.</span>}
        </div>
      )}
      {refused !== null && (
        <p role="alert" className="text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="change" command={open} />
    </section>
  );
}
