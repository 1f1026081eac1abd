import { type ReactNode, useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { orderLocationName, orderSourceName } from '#domain/order-origin.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay, useMe, useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { inPlace } from '#web/ui/rows/in-place.ts';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { orderSubject } from '../change/command-of-order.ts';
import { noteCommand } from '../change/order-changes.ts';
import { useOrderDetail } from '../orders-queries.ts';
import { NameTill } from './name-till.tsx';
import { happenedOtherwise } from '../change/tell-order-outcome.ts';
import { timelineSentence } from './timeline-words.ts';
import { displayInstant } from '#web/ui/dates.ts';

/** Rule: orders/notes-tab. */
export function NotesTab({ order }: { order: WireOrder }) {
  const { user, locations } = useMe();
  const at = (instant: string) => displayInstant(instant, user.time_zone);
  return (
    <div className="grid gap-x-10 gap-y-5 min-[860px]:grid-cols-3">
      <div className="flex min-w-0 flex-col gap-4">
        <section aria-label="Customer note">
          <Heading>Customer note</Heading>
          <p className={order.customer_note === '' ? 'text-ink-3' : 'break-words whitespace-pre-wrap select-text'}>
            {order.customer_note || 'No notes available for this order'}
          </p>
        </section>
        <Facts label="Order information">
          <Fact name="Order ID">{order.id}</Fact>
          <Fact name="Location">{orderLocationName(order, locations)}</Fact>
          <Till order={order} />
          <Fact name="Source">{orderSourceName(order)}</Fact>
          <Fact name="Created Via" muted={order.created_via === ''}>
            {order.created_via || 'N/A'}
          </Fact>
          <Fact name="Created">{at(order.date_created)}</Fact>
          <Fact name="Modified">{at(order.date_modified)}</Fact>
        </Facts>
      </div>
      <StaffNotes order={order} at={at} />
      <Timeline order={order} at={at} />
    </div>
  );
}

/** Nothing for an order that no till sold. The till's name comes with the details. */
function Till({ order }: { order: WireOrder }) {
  const { location_id: own } = useUser();
  const till = useOrderDetail(order.id).data?.till;
  if (!till) return null;
  return (
    <Fact name="Till" muted={till.name === null}>
      {till.name ?? 'Without a name'} {order.location_id === own && <NameTill till={till} />}
    </Fact>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return <h3 className="mb-1.5 text-xs font-medium text-ink-3">{children}</h3>;
}

interface Part {
  order: WireOrder;
  at: (instant: string) => string;
}

/** Only staff read these; they are shown as written. */
function StaffNotes({ order, at }: Part) {
  const { data, error } = useOrderDetail(order.id);
  const mayChange = useMay('change-orders');
  return (
    <section aria-label="Staff notes" className="min-w-0">
      <Heading>Staff notes</Heading>
      {data && data.notes.length > 0 && (
        <ul className="mb-3 flex flex-col gap-2.5">
          {data.notes.map((note) => (
            <li key={note.id} className="border-l-2 border-line-strong pl-2.5">
              <p className="break-words whitespace-pre-wrap select-text">{note.text}</p>
              <p className="text-xs text-ink-3">
                {note.author}, {at(note.created_at)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {!data && (error ? <Missing error={error} /> : <Skeleton className="mb-3 h-9" />)}
      {mayChange && <NoteForm order={order} />}
    </section>
  );
}

function NoteForm({ order }: { order: WireOrder }) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(noteCommand, orderSubject(order.id), (outcome, memo) => {
    const isElsewhere = outcome.kind === 'elsewhere' && outcome.state === 'refused';
    setText(outcome.kind === 'refused' || isElsewhere ? (memo?.text ?? text) : '');
    if (outcome.kind === 'refused') setRefused(`The note was not saved. ${sentenceOf(outcome.error)}`);
    if (isElsewhere) setRefused('The note was not saved. Another window of this browser has the reason.');
    if (outcome.kind === 'otherwise') setRefused(happenedOtherwise(outcome.error));
  });
  const shown = command.memo?.text ?? text;

  function save() {
    if (text.trim() === '' || command.open) return;
    setRefused(null);
    const note = text.trim();
    void command.send({
      title: `Note on order ${order.number}`,
      memo: { id: order.id, number: order.number, text: note },
      params: { id: String(order.id) },
      body: { text: note },
    });
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <textarea
        aria-label="New note"
        placeholder="Write a note for staff"
        rows={2}
        maxLength={2000}
        value={shown}
        disabled={command.open !== null}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          save();
        }}
        className="block w-full resize-y rounded-md border border-edge bg-raised px-3 py-2 text-sm text-ink focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus"
      />
      {refused !== null && (
        <p role="alert" className="mt-1.5 text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="note" command={command.open} />
      <Button type="submit" size="sm" className="mt-2" busy={command.open !== null} disabled={shown.trim() === ''}>
        Add note
      </Button>
    </form>
  );
}

function Timeline({ order, at }: Part) {
  const { data, error } = useOrderDetail(order.id);
  return (
    <section aria-label="Timeline" className="min-w-0">
      <Heading>Timeline</Heading>
      {data ? (
        <ol className="flex flex-col gap-2">
          {inPlace(data.timeline).map(({ place, item }) => (
            <li key={place} className="border-l-2 border-line-strong pl-2.5">
              <p className="break-words">{timelineSentence(item)}</p>
              <p className="text-xs text-ink-3">
                {item.by ? `${item.by}, ` : ''}
                {at(item.at)}
              </p>
            </li>
          ))}
        </ol>
      ) : error ? (
        <Missing error={error} />
      ) : (
        <Skeleton className="h-24" />
      )}
    </section>
  );
}

function Missing({ error }: { error: unknown }) {
  return <p className="mb-3 text-danger-ink">Not loaded. {sentenceOf(error)}</p>;
}
