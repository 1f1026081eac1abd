import { z } from 'zod';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import type { Change } from '#web/api/queries/query-keys.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

/** A command that is one press: there is no form to bring back. */
export function pressedCommand<R extends Route>(
  kind: string,
  route: R,
  {
    stale,
    done,
    show,
  }: {
    stale: Change;
    /** What happened; left out where the screen shows it. */
    done?: (reply: ReplyOf<R>) => string;
    show?: (reply: ReplyOf<R>) => void;
  },
): CommandDefinition<R, null> {
  return {
    kind,
    route,
    readMemo: (kept) => z.null().safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'done' && outcome.first) show?.(outcome.reply);
      fetchAgain(stale);
      if (outcome.kind === 'done' && !done) return;
      tellOutcome(outcome, command, watched, { done: done ?? (() => '') });
    },
  };
}
