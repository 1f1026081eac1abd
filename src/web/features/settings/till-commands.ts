import { z } from 'zod';
import type { Route } from '#contract/route.ts';
import { nameTillRoute, retireTillRoute } from '#contract/tills.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

function tillCommand<R extends Route, Memo>(kind: string, route: R, memo: z.ZodType<Memo>): CommandDefinition<R, Memo> {
  return {
    kind,
    route,
    readMemo: (kept) => memo.safeParse(kept).data ?? null,
    onOutcome: (outcome, command, watched) => {
      fetchAgain('tills');
      tellOutcome(outcome, command, watched, { done: () => `${command.title}: saved` });
    },
  };
}

/** The memo is the typed name. */
export const nameTillCommand = tillCommand('till-name', nameTillRoute, z.object({ name: z.string() }));
export const retireTillCommand = tillCommand('till-retire', retireTillRoute, z.null());

export const tillSubject = (id: string) => `till ${id}`;
