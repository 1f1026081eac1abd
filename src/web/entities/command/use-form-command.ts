import { useState } from 'react';
import type { Route } from '#contract/route.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { type FormCommand, useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import type { CommandDefinition, CommandOutcome } from '#web/api/commands/definition.ts';

/** Why what a form sent did not happen; null when it happened. */
export function whyRefused<R extends Route>(outcome: CommandOutcome<R>): string | null {
  if (outcome.kind === 'refused') return sentenceOf(outcome.error);
  return outcome.kind === 'elsewhere' && outcome.state === 'refused'
    ? 'Another window of this browser says why.'
    : null;
}

/**
 * The command of a form, and why it was refused.
 * @param nothing the first sentence of a refusal: "Nothing was sent."
 * @param onDone called when it is done
 */
export function useFormCommand<R extends Route, Memo>(
  definition: CommandDefinition<R, Memo>,
  subject: string,
  nothing: string,
  onDone: () => void,
) {
  const [wrong, setWrong] = useState<string | null>(null);
  const command = useCommand(definition, subject, (outcome) => {
    const why = whyRefused(outcome);
    if (why === null) onDone();
    else setWrong(`${nothing} ${why}`);
  });
  const send: FormCommand<R, Memo>['send'] = async (sending) => {
    const isSent = await command.send(sending);
    if (!isSent) setWrong(whyNotSent(sending.key));
    return isSent;
  };
  return { ...command, send, wrong, setWrong };
}
