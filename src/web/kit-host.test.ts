import { afterAll, expect, it } from 'vitest';
import { type Session, useSession } from '#web/api/session/session.ts';
import './kit-host.ts';
import { ask, tell } from './ui/layers/prompts.tsx';

const session = (id: number, locationId: number): Session =>
  ({ status: 'signed-in', me: { user: { id, location_id: locationId } } }) as Session;
const before = useSession.getState();
afterAll(() => useSession.setState(before, true));

it.each([
  ['another person', session(4, 20)],
  ['the same person at another location', session(3, 19)],
])('a question is not left for %s to answer: it is answered with no', async (_who, next) => {
  useSession.setState(session(3, 20), true);
  const asked = ask({ title: 'Delete the order?', message: 'It is gone then.', confirmLabel: 'Delete' });
  const waiting = ask({ title: 'Discard the draft?', message: 'It is gone then.', confirmLabel: 'Discard' });
  const told = tell({ title: 'Already saved', message: 'Refund of $10.88.' });
  useSession.setState(next, true);
  await expect(Promise.all([asked, waiting, told])).resolves.toEqual([false, false, undefined]);
});
