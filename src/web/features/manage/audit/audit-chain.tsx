import { CircleAlert, ShieldCheck } from 'lucide-react';
import type { ChainCheck } from '#contract/audit.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { CHAIN_SUBJECT, checkChainCommand, useChain } from './audit-queries.ts';

const count = (rows: number): string => rows.toLocaleString('en-US');

function resultWords(
  { finished_at: at, looked, broken, first_broken_id: first }: ChainCheck,
  timeZone: string,
): string {
  const when = at === null ? '' : displayInstant(at, timeZone);
  if (broken === 0) return `Chain verified ${when}: ${count(looked)} rows are as they were sealed.`;
  const rows = broken === 1 ? '1 row is' : `${count(broken)} rows are`;
  return `${rows} not as sealed, found ${when}; the first is row ${first ?? '?'}. Somebody changed the database by hand: compare it with a backup.`;
}

/** The time of the last verification of the chain, with a button to verify it now. */
export function AuditChain() {
  const { time_zone: timeZone } = useUser();
  const chain = useChain();
  const command = useCommand(checkChainCommand, CHAIN_SUBJECT, (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  const { last = null, running = null } = chain.data ?? {};
  const isBroken = running === null && last !== null && last.broken > 0;
  const Icon = isBroken ? CircleAlert : ShieldCheck;
  return (
    <div className="flex flex-col gap-2 px-6 pb-3 max-[640px]:px-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <div className="flex min-w-0 items-start gap-2">
          <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isBroken ? 'text-danger-ink' : 'text-ink-3'}`} />
          <p role="status" className={isBroken ? 'text-danger-ink' : 'text-ink-2'}>
            {chain.isPending
              ? 'Looking for the last check...'
              : chain.error && !chain.data
                ? sentenceOf(chain.error)
                : running
                  ? `Verifying the chain: ${count(running.looked)} rows so far.`
                  : last
                    ? resultWords(last, timeZone)
                    : 'The chain has not been verified yet.'}
          </p>
        </div>
        <Button
          size="sm"
          busy={command.open !== null || running !== null}
          onClick={() => void command.send({ title: 'Verify the audit trail', memo: null })}
        >
          Verify now
        </Button>
      </div>
      <Checking what="request" command={command.open} />
    </div>
  );
}
