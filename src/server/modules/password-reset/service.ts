import { randomBytes } from 'node:crypto';
import { RESET_PAGE } from '#contract/password-reset.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { endSessionsOf, hashToken, type Staff } from '#server/http/guard/session.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { resetMail, staffLinkMail } from '#server/mail/reset-mail.ts';
import { hashPassword } from '#server/modules/auth/service.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { endLinks, findReset, insertReset, lockAccount, spendReset, waitForLink } from './queries.ts';

export { endLinks };

/** Links for one account in an hour. More would only fill a mailbox. */
const MOST_PER_HOUR = 5;
const TOKEN_BYTES = 32;

export interface ResetLink {
  readonly sent: boolean;
  readonly link: string | null;
  readonly expiresAt: Date;
}

interface How {
  readonly secrets: Pick<Secrets, 'fields'>;
  /** True if the server can send mail. */
  readonly sendsMail: boolean;
  /** The address that the account's owner reaches this server by. */
  readonly origin: string;
}

/** Rule: customers/reset-link. */
const RESET_HOURS = 1;
/** For a first password: somebody who begins on Monday gets it on Friday. Rule: sign-in/staff-links. */
const INVITATION_HOURS = 72;

/**
 * Makes a link by which the owner of an account sets a password, and mails it. Without mail, or without an address, the
 * link is returned to the caller, who hands it over. Only `sendStaffLink` makes links for staff, for administrators.
 * Rules: customers/reset-link, sign-in/staff-links.
 * @throws Refusal `not_found`, also for accounts of the other kind; `too_many_requests`.
 */
export async function sendLink(
  tx: Tx,
  staff: Staff,
  userId: number,
  { secrets, sendsMail, origin, forStaff }: How & { readonly forStaff: boolean },
): Promise<ResetLink> {
  const account = await lockAccount(tx, userId, forStaff);
  if (!account) {
    throw new Refusal(
      'not_found',
      forStaff ? 'There is no such account, or it is disabled.' : `There is no customer ${userId}.`,
    );
  }
  const retryAfterS = await waitForLink(tx, userId, MOST_PER_HOUR);
  if (retryAfterS > 0) {
    throw new Refusal(
      'too_many_requests',
      `This ${forStaff ? 'account' : 'customer'} got ${MOST_PER_HOUR} links within an hour. The last one still works; please wait before you send another.`,
      { retryAfterS },
    );
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const isInvitation = forStaff && !account.has_password;
  const expiresAt = await insertReset(tx, {
    tokenHash: hashToken(token),
    userId,
    requestedBy: staff.id,
    forStaff,
    hours: isInvitation ? INVITATION_HOURS : RESET_HOURS,
  });
  const link = `${origin}${RESET_PAGE}#${token}`;
  const sent = sendsMail && !isPlaceholderEmail(account.email);
  if (sent) {
    const words = { to: account.email, name: account.name, shopName: staff.locationName ?? 'The shop', link };
    const mail = forStaff ? staffLinkMail({ ...words, username: account.username, isInvitation }) : resetMail(words);
    await enqueue(tx, secrets, 'mail', { ...mail, useless_after: expiresAt.toISOString() }, { userId });
  }
  const details = { by_mail: sent, ...(forStaff && { for_staff: true, invitation: isInvitation }) };
  await recordChange(tx, staff, { action: 'reset_link_made', entity: 'user', entityId: userId, details });
  return { sent, link: sent ? null : link, expiresAt };
}

/** The hash of the token of a link. */
function hashOf(tokenOrLink: string): Buffer {
  return hashToken(tokenOrLink.slice(tokenOrLink.lastIndexOf('#') + 1));
}

/** Every invalid link gets the same answer, so nobody learns which links existed. */
function notValid(): Refusal {
  return new Refusal(
    'reset_link_not_valid',
    'This link does not work any more. It works once and for a short time; please ask the shop for a new one.',
  );
}

/** @throws Refusal `reset_link_not_valid` */
export async function checkResetLink(db: Database, token: string): Promise<Date> {
  const expiresAt = await findReset(db, hashOf(token));
  if (!expiresAt) throw notValid();
  return expiresAt;
}

/**
 * Sets a password by a link, once, and ends the sessions of the account, whose id it answers. The password is hashed before a connection is held.
 * @throws Refusal `reset_link_not_valid`; `too_many_requests` when too many passwords wait to be hashed.
 */
export async function resetPassword(db: Database, token: string, password: string): Promise<number> {
  const tokenHash = hashOf(token);
  const passwordHash = await hashPassword(password);
  return writtenInLine(db, async (tx) => {
    const userId = await spendReset(tx, tokenHash, passwordHash);
    if (userId === undefined) throw notValid();
    await endSessionsOf(tx, userId);
    await recordChange(tx, null, { action: 'password_set_by_link', entity: 'user', entityId: userId });
    return userId;
  });
}
