import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Hourglass } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { unsettledCommandsRoute } from '#contract/commands.ts';
import { call } from '#web/api/call/call.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { askNow, commands, useCommands, useNotKept } from '#web/api/commands/commands.ts';
import { isServerFault } from '#web/api/commands/outcome.ts';
import { type CommandRecord, isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { dialogOf } from '#web/ui/layers/layers.ts';
import { Popover } from '#web/ui/layers/popover.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import { Withdraw, withdraw } from '#web/entities/command/withdraw.tsx';
import { UNSETTLED, useReportLeftBehind } from './left-behind.ts';

const ELSEWHERE_MS = 60_000;

/** Unanswered commands of other tills, for managers who may settle them. */
function useElsewhere(here: ReadonlySet<string>) {
  const may = useMay('settle-commands');
  const { data } = useQuery({
    queryKey: UNSETTLED,
    queryFn: ({ signal }) => call(unsettledCommandsRoute, { signal }),
    select: (reply) => reply.data,
    enabled: may,
    refetchInterval: ELSEWHERE_MS,
  });
  return data?.filter(({ key }) => !here.has(key)) ?? [];
}

/**
 * Shown in the footer while a command has no answer, or was refused and nobody has read the reason. It shows the
 * command, its owner and the possible actions.
 */
export function OpenCommands() {
  const records = useCommands((state) => state.records);
  const kept = [...records.values()].filter(({ state }) => state !== 'done').toSorted((a, b) => a.sentAt - b.sentAt);
  const elsewhere = useElsewhere(new Set(records.keys()));
  const { time_zone: timeZone } = useUser();
  const [open, setOpen] = useState(false);
  /** The element that had the focus before the list; set while the focus is inside the list. */
  const focus = useRef<{ from: HTMLElement | null } | null>(null);
  useReportLeftBehind(records);
  const notKept = useNotKept((storage) => storage.since !== null);
  const count = kept.length + elsewhere.length;
  useLayoutEffect(() => {
    // The list and its button disappeared, because a press inside settled the last command.
    const held = focus.current;
    if (count > 0 || held === null) return;
    focus.current = null;
    handFocusOn(() => placeFor(held.from));
  }, [count]);
  if (count === 0) return notKept ? <NotKept /> : null;
  const refused = kept.filter(({ state }) => state === 'refused').length;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      side="top"
      align="start"
      className="w-96"
      title="Waiting for an answer"
      trigger={
        <button
          type="button"
          onFocus={({ relatedTarget: from }) => {
            // A dialog inside the list returns the focus by itself when it closes.
            if (from instanceof HTMLElement && dialogOf(from)) return;
            focus.current = { from: from instanceof HTMLElement ? from : null };
          }}
          className="flex h-5 items-center gap-1.5 rounded-sm bg-yellow-soft px-1.5 font-medium text-yellow hover:text-ink"
        >
          {refused > 0 ? (
            <CircleAlert aria-hidden className="size-3.5" />
          ) : (
            <Hourglass aria-hidden className="size-3.5" />
          )}
          {refused === count ? `${count} not saved` : `Checking ${count}`}
        </button>
      }
    >
      <ul className="flex flex-col divide-y divide-line text-sm">
        {kept.map((record) => (
          <OpenCommand key={record.key} record={record} />
        ))}
        {elsewhere.map(({ key, title, owner_name: owner, location_name: place, sent_at: at }) => (
          <li key={key} className="py-2">
            <p className="font-medium">{title}</p>
            <p className="text-ink-2">
              Sent by {owner}
              {place && ` at ${place}`}, {timeOf(Date.parse(at), timeZone)}. It waits at that till for {owner}, or for a
              manager there.
            </p>
          </li>
        ))}
      </ul>
    </Popover>
  );
}

/** The element that had the focus before the list, if it still exists; otherwise the view, from which Tab goes on. */
function placeFor(before: HTMLElement | null): HTMLElement | null {
  if (before?.isConnected) return before;
  const view = document.querySelector('main');
  if (view === null) return null;
  // Focusable only now: a press beside all controls must not focus the view.
  view.tabIndex = -1;
  view.addEventListener('blur', () => view.removeAttribute('tabindex'), { once: true });
  return view;
}

/** The browser's storage is full or private: a command would be lost with the page. */
function NotKept() {
  return (
    <Tooltip label="This browser cannot store unanswered work. Do not close this page while something is being checked.">
      <span className="flex items-center gap-1.5 text-yellow">
        <CircleAlert aria-hidden className="size-3.5" />
        Unanswered work is not stored
      </span>
    </Tooltip>
  );
}

function timeOf(at: number, timeZone: string): string {
  return new Date(at).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
}

function OpenCommand({ record }: { record: CommandRecord }) {
  const { key, title, owner, state, refusal } = record;
  const user = useUser();
  const mayEnd = useMay('settle-commands');
  const trouble = useCommands(({ troubles }) => troubles.get(key));
  const [cannotTell, setCannotTell] = useState(false);
  const isOwn = isOwnedBy(record, { userId: user.id, locationId: user.location_id });
  const isHere = owner.locationId === user.location_id;
  const by = owner.userId === user.id ? 'you' : owner.name;
  const where = isHere || owner.location === null ? '' : ` at ${owner.location}`;
  return (
    <li className="flex items-start gap-3 py-2">
      <div className="min-w-0 grow">
        <p className="font-medium">{title}</p>
        <p aria-live="polite" className={cx(state === 'refused' ? 'text-danger-ink' : 'text-ink-2')}>
          {state === 'refused'
            ? `Not saved: ${refusal?.message ?? ''}`
            : `Sent by ${by}${where}, ${timeOf(record.sentAt, user.time_zone)}. ${cannotTell ? CANNOT_TELL : whatNext({ isOwn, isHere, mayEnd, owner, why: trouble?.sentence })}`}
        </p>
      </div>
      {state === 'refused' && (isOwn || mayEnd) && (
        <Button size="sm" onClick={() => void commands.dismiss(key)}>
          Dismiss
        </Button>
      )}
      {isOpen(record) && isOwn && (
        <div className="flex shrink-0 flex-col items-end gap-1">
          <Button size="sm" onClick={askNow}>
            Check now
          </Button>
          <Withdraw command={record} size="sm" />
        </div>
      )}
      {isOpen(record) && !isOwn && isHere && mayEnd && (
        <Settle record={record} onCannotTell={() => setCannotTell(true)} />
      )}
    </li>
  );
}

const CANNOT_TELL =
  'That is more than a week ago, so nobody can tell any more whether it is saved. Look for it before anybody does it again.';

function whatNext({
  isOwn,
  isHere,
  mayEnd,
  owner,
  why,
}: {
  isOwn: boolean;
  isHere: boolean;
  mayEnd: boolean;
  owner: CommandRecord['owner'];
  why: string | undefined;
}): string {
  if (isOwn) return `${why ?? ''} It may or may not be saved. This till keeps checking. Do not do it again.`.trim();
  if (isHere && mayEnd) return 'Find out whether it is saved before anybody does it again.';
  return `It may or may not be saved. ${owner.name} finds out by signing in here${
    owner.location === null ? '' : ` at ${owner.location}`
  }, or a manager does.`;
}

/**
 * Lets a manager find out the outcome of another person's command. If it did not happen, it can be carried out or
 * withdrawn.
 */
function Settle({ record, onCannotTell }: { record: CommandRecord; onCannotTell: () => void }) {
  const { key, title, owner } = record;
  const [busy, setBusy] = useState(false);
  /** The result of asking: it was not recorded, it is too old to tell, or the server could not say. */
  const [found, setFound] = useState<'not recorded' | 'cannot tell' | 'no answer' | null>(null);

  async function settle() {
    setBusy(true);
    try {
      const answer = await commands.findOut(key);
      if (answer === 'happened') toast.success(`${title} by ${owner.name} is saved.`);
      if (answer === 'cannot tell') onCannotTell();
      setFound(answer === 'not recorded' || answer === 'cannot tell' ? answer : null);
    } catch (error) {
      toast.error(sentenceOf(error));
      setFound(isCallError(error) && isServerFault(error) ? 'no answer' : null);
    } finally {
      setBusy(false);
    }
  }

  async function takeOver() {
    const isSure = await ask({
      title: 'Record it in your name?',
      message: `${title} by ${owner.name} is not recorded. Record it if it took place, for instance because the customer paid and left.`,
      confirmLabel: 'Record it',
      cancelLabel: 'Not now',
    });
    if (isSure) await commands.takeOver(key);
  }

  /** Takes it off the list. The server is told too, so that the request cannot arrive late. */
  async function dismiss() {
    setBusy(true);
    try {
      await commands.withdraw(key);
    } catch (error) {
      toast.error(sentenceOf(error));
      setBusy(false);
    }
  }

  if (found === 'cannot tell') {
    return (
      <Button size="sm" busy={busy} onClick={() => void dismiss()}>
        Dismiss
      </Button>
    );
  }
  if (found === null) {
    return (
      <Button size="sm" busy={busy} onClick={() => void settle()}>
        Find out
      </Button>
    );
  }
  return (
    <div className="flex flex-col items-end gap-1">
      <span className="text-xs text-ink-2">{found === 'not recorded' ? 'Not recorded' : 'No answer'}</span>
      {found === 'not recorded' ? (
        <Button size="sm" onClick={() => void takeOver()}>
          Record it
        </Button>
      ) : (
        <Button size="sm" busy={busy} onClick={() => void settle()}>
          Find out
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => void withdraw(record)}>
        Withdraw
      </Button>
    </div>
  );
}
