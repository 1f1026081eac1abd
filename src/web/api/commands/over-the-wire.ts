import { LONGEST_TITLE, withdrawCommandRoute } from '#contract/commands.ts';
import type { Route } from '#contract/route.ts';
import type { CallOptions, createCall } from '../call/call.ts';
import { isCallError } from '../call/call-error.ts';
import type { CommandDeps } from './engine.ts';
import { ageMs } from './keys.ts';

/**
 * Sends commands to the server.
 * @param call sends a request of the signed-in person
 * @param onSentByAnother runs when the session no longer belongs to the owner of the command
 */
export function overTheWire(
  call: ReturnType<typeof createCall>['call'],
  onSentByAnother: () => void,
): Pick<CommandDeps, 'post' | 'withdraw'> {
  return {
    post: async ({ route, timeoutMs }, { key, owner, sentAt, request }) => {
      let replayed = false;
      const frozen: unknown = {
        ...request,
        idempotencyKey: key,
        sentBy: owner,
        sentBeforeMs: ageMs({ sentAt }, Date.now()),
        retries: 0,
        ...(timeoutMs !== undefined && { timeoutMs }),
        onReplayed: () => {
          replayed = true;
        },
      };
      try {
        const reply: unknown = await call(route as Route, frozen as CallOptions<Route>);
        return { reply, replayed };
      } catch (error) {
        if (isCallError(error, 'sent_by_another')) onSentByAnother();
        throw error;
      }
    },
    withdraw: ({ key, owner, title }) =>
      call(withdrawCommandRoute, { body: { key, owner_id: owner.userId, title: title.slice(0, LONGEST_TITLE) } }),
  };
}
