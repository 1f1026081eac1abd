import type { Config } from './config.ts';
import type { Database } from './db/pool.ts';
import { HopelessJob } from './jobs/queue.ts';
import type { JobHandlers } from './jobs/worker.ts';
import type { LiveBus } from './live/bus.ts';
import { openMailer } from './mail/mailer.ts';
import { checkChain } from './modules/audit/service.ts';
import { expirePoints } from './modules/loyalty/service.ts';
import type { Secrets } from './secrets/secrets.ts';

interface Means {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly live: Pick<LiveBus, 'publish'>;
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
  /** Makes a backup, or rehearses a restore. Left out where there is nothing to back up to. */
  readonly backUp?: (run: number) => Promise<void>;
}

/** The handler of each kind of job. */
export function jobHandlers(
  { db, secrets, live, backUp, config: { smtpUrl, mailFrom } }: Means,
  { customersPerStep }: { readonly customersPerStep?: number } = {},
): JobHandlers {
  const mailer = smtpUrl === undefined ? null : openMailer(smtpUrl, mailFrom);
  return {
    mail: async ({ to, subject, text, useless_after }) => {
      if (useless_after !== null && new Date(useless_after) <= new Date()) {
        throw new HopelessJob('The link in this mail had ended before the mail could be sent.');
      }
      if (!mailer) throw new HopelessJob('This server has no SMTP_URL, so it cannot send mail.');
      await mailer.send({ to, subject, text });
    },
    back_up: async ({ run }) => {
      if (!backUp) throw new HopelessJob('This server makes no backups.');
      await backUp(run);
    },
    check_chain: (payload) => checkChain(db, secrets, payload),
    expire_points: async (payload) => {
      if ((await expirePoints(db, secrets, payload, customersPerStep)) > 0)
        live.publish({ type: 'customers', customer_id: 0, parts: ['points'] });
    },
  };
}
