// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { done, serve, until } from '#testing/served-page.tsx';
import { type Session, useSession } from '#web/api/session/session.ts';
import { commands, defineCommands } from '#web/api/commands/commands.ts';
import { refund } from '#web/api/commands/engine.testing.ts';

afterEach(() => vi.unstubAllGlobals());

it('asks for a command once its code can be fetched, though its owner was here before', async () => {
  const user = { id: 3, name: 'Sasha', location_id: 20, location: 'Charlotte Central' };
  useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true);
  const asked: string[] = [];
  serve((call) => {
    if (call !== 'POST /api/refunds') return null;
    asked.push(call);
    return done({ number: 1 });
  });
  const { kind } = refund;
  const body = { amount: '10.88' };
  await commands.send<typeof refund.route, unknown>(
    { kind },
    { subject: 'order 17', title: 'Refund', memo: null, body },
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toEqual([]);
  defineCommands({ refund: async () => refund });
  await until(() => expect(commands.store.getState().records.values().next().value).toMatchObject({ state: 'done' }));
  expect(asked).toEqual(['POST /api/refunds']);
});
