import { z } from 'zod';
import type { ReplyOf, Route } from '#contract/route.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import type { Change } from '#web/api/queries/query-keys.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

/** A command of a single press, without a form to show again. */
export function pressedCommand<R extends Route>(
  kind: string,
  route: R,
  {
    stale,
    done,
    show,
  }: {
    stale: Change;
    /** Words for the success; left out if the screen shows it. */
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
