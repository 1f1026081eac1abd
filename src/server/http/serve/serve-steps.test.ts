import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { refusalOf, testApp } from '#server/testing/app.ts';
import { serveSteps } from './serve-steps.ts';
import { success } from './success.ts';

const slowRoute = route({
  name: 'slowParts',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/test/slow-parts',
  body: z.object({ slow: z.int() }),
  reply: z.object({ success: z.literal(true) }),
  summary: 'slow parts',
  tags: ['test'],
  access: 'signed-in',
});

it('says that a part of a request was carried out when the database stopped a later one', async () => {
  const shop = await testApp({
    modules: [
      (app) =>
        serveSteps(app, slowRoute, async ({ body, step }) => {
          for (const part of [1, 2]) {
            await step(`${part}`, async (tx) => {
              await sql`set local statement_timeout = 50`.execute(tx);
              await sql`select pg_sleep(${part === body.slow ? 60 : 0})`.execute(tx);
              return part;
            });
          }
          return success({});
        }),
    ],
  });
  const till = await shop.signIn('staff');
  const later = await till.post(slowRoute.path, { slow: 2 });
  expect(refusalOf(later)).toEqual([503, 'took_too_long']);
  expect(later.json<{ error: string }>().error).toContain('the parts before it were carried out');
  expect(later.headers['retry-after']).toBe('5');
  const first = await till.post(slowRoute.path, { slow: 1 });
  expect(first.json<{ error: string }>().error).toContain('nothing was changed');
  await shop.close();
});
