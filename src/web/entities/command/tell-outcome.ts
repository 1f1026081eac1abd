import type { ReplyOf, Route } from '#contract/route.ts';
import { type CallError, sentenceOf } from '#web/api/call/call-error.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { otherwiseWords } from '#web/api/commands/outcome.ts';
import { type CommandRecord, isOwnedBy } from '#web/api/commands/record.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { toast, type ToastAction } from '#web/ui/status/toast.tsx';

/**
 * Tells the person who sent a command its outcome: success always, a refusal only when no form shows it (`watched`).
 * Another person who is signed in by then is told nothing.
 * @param done the success in words
 * @param next offered beside the success
 * @param again what to do about a refusal that no form shows
 */
export function tellOutcome<R extends Route>(
  outcome: CommandOutcome<R>,
  command: CommandRecord,
  watched: boolean,
  {
    done,
    next,
    again = '',
  }: {
    done: (reply: ReplyOf<R>) => string;
    next?: ((reply: ReplyOf<R>) => ToastAction | null) | undefined;
    again?: string;
  },
): void {
  if (!isOwnedBy(command, ownerNow())) return;
  switch (outcome.kind) {
    case 'done':
      return toast.success(done(outcome.reply), next?.(outcome.reply) ?? undefined);
    case 'otherwise':
      return tellOtherwise(
        command.title,
        outcome.error,
        'This was saved before, perhaps with other contents. Look at what is saved before you do it again.',
      );
    case 'refused':
      if (!watched) toast.error(`${command.title}: not saved. ${outcome.error.message}${again && ` ${again}`}`);
      return;
    case 'elsewhere':
    // The other window tells it, and so does the form here.
  }
}

/**
 * Tells that it happened with other details, or that its outcome can no longer be known.
 * @param what was sent
 */
export function tellOtherwise(what: string, error: CallError, happened: string): void {
  const words = otherwiseWords(error, happened);
  void tell({ title: words === happened ? 'Already saved' : 'Perhaps saved before', message: `${what}: ${words}` });
}

/**
 * For a form that hears of a command of another window and holds other contents. The window that got the answer tells
 * what was saved (`tellOutcome`).
 */
export function tellOfOther<R extends Route>(outcome: CommandOutcome<R>): void {
  if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
  if (outcome.kind === 'refused')
    toast.error(`What another window of yours sent was refused. ${sentenceOf(outcome.error)}`);
}

/** For a form whose answer arrived in another window of the same person. */
export function tellElsewhere(state: 'done' | 'refused'): void {
  toast.info(`This was ${state === 'done' ? 'saved' : 'refused'} in another window of yours.`);
}
