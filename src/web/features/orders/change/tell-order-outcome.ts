import { type CallError, sentenceOf } from '#web/api/call/call-error.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { otherwiseWords } from '#web/api/commands/outcome.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { toast } from '#web/ui/status/toast.tsx';

/** The sentence for a key that was used with another request, so that something did happen. */
export function happenedOtherwise(error: CallError): string {
  return otherwiseWords(
    error,
    'This was done before, but not as it was sent from here. Look at the order before you do anything again.',
  );
}

/** Tells an answer that came while its form was not on the screen. */
export function tellOrderOutcome(outcome: CommandOutcome, { title }: CommandRecord, done: string): void {
  if (outcome.kind === 'done') toast.success(done);
  if (outcome.kind === 'otherwise') toast.error(`${title}: ${happenedOtherwise(outcome.error)}`);
  if (outcome.kind === 'refused') toast.error(`${title}: refused. ${sentenceOf(outcome.error)}`);
}
