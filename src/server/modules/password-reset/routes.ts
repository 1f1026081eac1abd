import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkResetLinkRoute, resetPasswordRoute, sendResetLinkRoute } from '#contract/password-reset.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { checkResetLink, resetPassword, sendResetLink } from './service.ts';

/** Of the requests of a session, what one network may try of links: 60 a minute. There are 2^256 to be guessed. */
const SHARE_FOR_TRIES = 1000;

/** Links by which customers set the password of their account. Rule: customers/reset-link. */
export function registerPasswordReset(app: FastifyInstance): void {
  const { config, db, rates, secrets } = app.deps;

  const countTry = (request: FastifyRequest): void =>
    rates.count(`reset:${networkOf(callerAddress(request))}`, Math.ceil(config.rateLimitPerMinute / SHARE_FOR_TRIES));

  serveWrite(app, sendResetLinkRoute, async ({ tx, staff, params, request, reply }) => {
    const { sent, link, expiresAt } = await sendResetLink(tx, staff, params.id, {
      secrets,
      sendsMail: config.smtpUrl !== undefined,
      // Without PUBLIC_URL the customer reaches the server as the staff member does.
      origin: config.publicUrl ?? `${request.protocol}://${request.host}`,
    });
    reply.header('cache-control', 'no-store');
    return success({ sent, link, expires_at: expiresAt.toISOString() });
  });

  serve(app, checkResetLinkRoute, async ({ body, request, reply }) => {
    countTry(request);
    reply.header('cache-control', 'no-store');
    return success({ expires_at: (await checkResetLink(db, body.token)).toISOString() });
  });

  // Not in one transaction: no connection is held while a password waits for its turn to be hashed.
  serve(app, resetPasswordRoute, async ({ body, request, reply }) => {
    countTry(request);
    await resetPassword(db, body.token, body.password);
    reply.header('cache-control', 'no-store');
    return success({});
  });
}
