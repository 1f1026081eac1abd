import type { FastifyInstance } from 'fastify';
import type { RefusalCode } from '#contract/refusals.ts';
import { refusalsOf } from '#server/http/openapi/refusals.ts';

/** Complains, which fails the running test, when a call is refused with a code that the documentation does not list for it. */
export function watchRefusals(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { contract } = request.routeOptions.config;
    if (contract === undefined || reply.statusCode < 400 || typeof payload !== 'string') return;
    const { code } = JSON.parse(payload) as { code?: string };
    if (refusalsOf(contract).has(code as RefusalCode)) return;
    // oxlint-disable-next-line no-console -- fails the test that runs
    console.error(`${contract.method} ${contract.path} answered ${code}, which its route does not list`);
  });
}
