import { useRef, useState } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { counted } from '#domain/counted.ts';
import { MAX_POINTS } from '#domain/loyalty-points.ts';
import { customerName } from '#domain/customer-search.ts';
import { readWhole } from '#domain/typed.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { adjustPointsCommand, customerSubject } from '../customer-commands.ts';
import { type AdjustDraft, NO_ADJUSTMENT, restorePoints, typePoints, useDrafts } from '../customers-drafts.ts';
import { ADJUST_PRESETS } from './points-words.ts';
import { useBalance } from './rewards-queries.ts';

/** A whole number with an optional sign; null if it cannot be read. */
function readPoints(text: string): number | null {
  const read = readWhole(text, { least: -MAX_POINTS, most: MAX_POINTS });
  return read.ok ? read.value : null;
}

/** Gives or takes points, with a reason. Rule: loyalty/adjust. */
export function AdjustForm({ customer }: { customer: DirectoryEntry }) {
  const { data } = useBalance(customer.id);
  const typed = useDrafts((drafts) => drafts.points.get(customer.id) ?? NO_ADJUSTMENT);
  const type = (change: Partial<AdjustDraft>) => typePoints(customer.id, { ...typed, ...change });
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(adjustPointsCommand, customerSubject(customer.id, 'points'), (outcome, memo, here) => {
    if (outcome.kind === 'elsewhere' && outcome.state === 'refused' && here && memo) restorePoints(customer.id, memo);
    if (here) handFocusOn(() => form.current?.querySelector('input'));
    if (outcome.kind !== 'refused') return;
    const { error } = outcome;
    if (error.code === 'points_below_zero' && memo) void confirmBelowZero(memo, error.details);
    else setRefused(`Failed to adjust points: ${sentenceOf(error)}`);
  });
  const form = useRef<HTMLFormElement>(null);
  const { points: pointsText, reason } = command.memo ?? typed;
  const points = readPoints(pointsText);
  const isSent = command.open !== null;
  const mayPress = points !== null && points !== 0 && reason.trim() !== '' && !isSent;
  const balance = data?.balance;
  const isWrong = pointsText.trim() !== '' && pointsText.trim() !== '-' && pointsText.trim() !== '+' && points === null;

  async function send(draft: AdjustDraft, confirmed: boolean): Promise<void> {
    const given = readPoints(draft.points);
    if (given === null || given === 0 || draft.reason.trim() === '') {
      setRefused('Points and description are required');
      return;
    }
    setRefused(null);
    // The text goes with the command, and comes back if that is refused.
    typePoints(customer.id, null);
    const sent = await command.send({
      title: `Points of customer #${customer.id}`,
      memo: draft,
      params: { id: String(customer.id) },
      body: { points: given, description: draft.reason.trim(), ...(confirmed && { confirm_below_zero: true }) },
    });
    if (!sent) restorePoints(customer.id, draft);
  }

  async function confirmBelowZero(draft: AdjustDraft, details: Readonly<Record<string, unknown>>): Promise<void> {
    const [now, then] = [details['balance'], details['new_balance']].map((one) => counted(Number(one), 'point'));
    const yes = await ask({
      title: 'Balance below zero',
      message: `${customerName(customer)} has ${now} and would have ${then}. Nothing was changed yet.`,
      confirmLabel: 'Adjust anyway',
      tone: 'danger',
    });
    if (yes) await send(draft, true);
  }

  return (
    <form
      ref={form}
      aria-label="Adjust points"
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSent) void send(typed, false);
      }}
    >
      <TextField
        label="Points"
        inputMode="text"
        placeholder="50 or -50"
        autoComplete="off"
        value={pointsText}
        disabled={isSent}
        error={isWrong ? 'A whole number, with a minus to take points.' : undefined}
        onChange={({ target }) => type({ points: target.value })}
      />
      {/* Hidden until the answer, because a balance fetched meanwhile may include these points already. */}
      {balance !== undefined && points !== null && points !== 0 && !isSent && (
        <p role="status" className="-mt-1 text-sm tabular-nums">
          {balance.toLocaleString('en-US')} <span aria-hidden>→</span>
          <span className="sr-only">becomes</span>{' '}
          <span className={cx('font-semibold', points > 0 ? 'text-accent-ink' : 'text-danger-ink')}>
            {(balance + points).toLocaleString('en-US')}
          </span>
        </p>
      )}
      <TextField
        label="Reason"
        maxLength={500}
        value={reason}
        disabled={isSent}
        onChange={({ target }) => type({ reason: target.value })}
      />
      <div role="group" aria-label="Reasons" className="flex flex-wrap gap-1.5">
        {ADJUST_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            disabled={isSent}
            aria-pressed={reason === preset}
            onClick={() => type({ reason: preset })}
            className={cx(
              'min-h-7 rounded-full border px-2.5 text-xs transition-colors',
              reason === preset
                ? 'border-accent bg-accent-soft text-accent-ink'
                : 'border-line-strong text-ink-2 hover:bg-hover hover:text-ink',
            )}
          >
            {preset}
          </button>
        ))}
      </div>
      {refused !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="adjustment" command={command.open} />
      <Button type="submit" variant="primary" busy={isSent} disabled={!mayPress && !isSent}>
        {isSent ? 'Adjusting...' : 'Adjust Points'}
      </Button>
    </form>
  );
}
