import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkResetLinkRoute, resetPasswordRoute, sendResetLinkRoute } from '#contract/password-reset.ts';
import { sendStaffLinkRoute } from '#contract/staff.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';
import { isLoopback } from '#server/http/guard/loopback.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { checkResetLink, type ResetLink, resetPassword, sendLink } from './service.ts';

/** One network may try this share of a session's requests on links: 60 a minute. There are 2^256 possible links. */
const SHARE_FOR_TRIES = 1000;

function toWireLink({ sent, link, expiresAt }: ResetLink) {
  return { sent, link, expires_at: expiresAt.toISOString() };
}

/** Links by which customers and staff set the password of their account. Rules: customers/reset-link, sign-in/staff-links. */
export function registerPasswordReset(app: FastifyInstance): void {
  const { config, db, live, rates, secrets } = app.deps;

  const how = (request: FastifyRequest) => ({
    secrets,
    // A name of this machine leads nobody else here.
    sendsMail: config.smtpUrl !== undefined && (config.publicUrl !== undefined || !isLoopback(request.hostname)),
    // Without PUBLIC_URL the account's owner reaches the server as the staff member does.
    origin: config.publicUrl ?? `${request.protocol}://${request.host}`,
  });

  const countTry = (request: FastifyRequest): void =>
    rates.count(`reset:${networkOf(callerAddress(request))}`, Math.ceil(config.rateLimitPerMinute / SHARE_FOR_TRIES));

  serveWrite(app, sendResetLinkRoute, async ({ tx, staff, params, request, reply }) => {
    reply.header('cache-control', 'no-store');
    return success(toWireLink(await sendLink(tx, staff, params.id, { ...how(request), forStaff: false })));
  });

  serveWrite(app, sendStaffLinkRoute, async ({ tx, staff, params, request, reply, emit }) => {
    const made = await sendLink(tx, staff, params.id, { ...how(request), forStaff: true });
    emit({ type: 'staff', user_id: params.id });
    reply.header('cache-control', 'no-store');
    return success(toWireLink(made));
  });

  serve(app, checkResetLinkRoute, async ({ db: reads, body, request, reply }) => {
    countTry(request);
    reply.header('cache-control', 'no-store');
    return success({ expires_at: (await checkResetLink(reads, body.token)).toISOString() });
  });

  // Not in one transaction: no connection is held while a password waits for its turn to be hashed.
  serve(app, resetPasswordRoute, async ({ db: reads, body, request, reply }) => {
    countTry(request);
    await checkResetLink(reads, body.token);
    const userId = await resetPassword(db, body.token, body.password);
    live.publish({ type: 'session', user_id: userId });
    live.publish({ type: 'staff', user_id: userId });
    reply.header('cache-control', 'no-store');
    return success({});
  });
}
