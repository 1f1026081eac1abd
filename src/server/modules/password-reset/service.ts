import { randomBytes } from 'node:crypto';
import { RESET_PAGE } from '#contract/password-reset.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { endSessionsOf, hashToken, type Staff } from '#server/http/guard/session.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { resetMail } from '#server/mail/reset-mail.ts';
import { hashPassword } from '#server/modules/auth/service.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { findReset, insertReset, lockCustomer, spendReset, waitForLink } from './queries.ts';

export { endResets } from './queries.ts';

/** Links for one customer in an hour: whoever presses again and again fills a mailbox. */
const MOST_PER_HOUR = 5;
const TOKEN_BYTES = 32;

export interface ResetLink {
  readonly sent: boolean;
  readonly link: string | null;
  readonly expiresAt: Date;
}

interface How {
  readonly secrets: Pick<Secrets, 'fields'>;
  /** Whether the server can send mail. */
  readonly sendsMail: boolean;
  /** The address that the customer's browser reaches this server by. */
  readonly origin: string;
}

/**
 * Makes a link by which a customer sets a password, and mails it. Without mail, or without an address, the link is
 * answered: the staff member hands it over. Never for staff: their password would be in anybody's hands.
 * Rule: customers/reset-link.
 * @throws Refusal `not_found`, also for accounts of staff; `too_many_requests`.
 */
export async function sendResetLink(
  tx: Tx,
  staff: Staff,
  customerId: number,
  { secrets, sendsMail, origin }: How,
): Promise<ResetLink> {
  const customer = await lockCustomer(tx, customerId);
  if (!customer) throw new Refusal('not_found', `There is no customer ${customerId}.`);
  const retryAfterS = await waitForLink(tx, customerId, MOST_PER_HOUR);
  if (retryAfterS > 0) {
    throw new Refusal(
      'too_many_requests',
      `This customer got ${MOST_PER_HOUR} links within an hour. The last one still works; please wait before you send another.`,
      { retryAfterS },
    );
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = await insertReset(tx, { tokenHash: hashToken(token), userId: customerId, requestedBy: staff.id });
  const link = `${origin}${RESET_PAGE}#${token}`;
  const sent = sendsMail && !isPlaceholderEmail(customer.email);
  if (sent) {
    const mail = resetMail({
      to: customer.email,
      name: customer.name,
      shopName: staff.locationName ?? 'The shop',
      link,
    });
    await enqueue(tx, secrets, 'mail', { ...mail, useless_after: expiresAt.toISOString() }, { customerId });
  }
  await recordChange(tx, staff, {
    action: 'reset_link_made',
    entity: 'user',
    entityId: customerId,
    details: { by_mail: sent },
  });
  return { sent, link: sent ? null : link, expiresAt };
}

/** The hash of the token of a link. */
function hashOf(tokenOrLink: string): Buffer {
  return hashToken(tokenOrLink.slice(tokenOrLink.lastIndexOf('#') + 1));
}

/** One answer to everything that is wrong with a link: which links there were is nobody's business. */
function notValid(): Refusal {
  return new Refusal(
    'reset_link_not_valid',
    'This link does not work any more. It works once and for one hour; please ask the shop for a new one.',
  );
}

/** @throws Refusal `reset_link_not_valid` */
export async function checkResetLink(db: Database, token: string): Promise<Date> {
  const expiresAt = await findReset(db, hashOf(token));
  if (!expiresAt) throw notValid();
  return expiresAt;
}

/**
 * Sets a customer's password by a link, once. The password is hashed before a connection is held.
 * @throws Refusal `reset_link_not_valid`; `too_many_requests` when too many passwords wait to be hashed.
 */
export async function resetPassword(db: Database, token: string, password: string): Promise<void> {
  const tokenHash = hashOf(token);
  if (!(await findReset(db, tokenHash))) throw notValid();
  const passwordHash = await hashPassword(password);
  await inTransaction(db, async (tx) => {
    const userId = await spendReset(tx, tokenHash, passwordHash);
    if (userId === undefined) throw notValid();
    await endSessionsOf(tx, userId);
    await recordChange(tx, null, { action: 'password_set_by_link', entity: 'user', entityId: userId });
  });
}
