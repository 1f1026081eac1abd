import type { Mail } from './mailer.ts';

interface ResetMail {
  readonly to: string;
  readonly name: string;
  readonly shopName: string;
  readonly link: string;
}

/** The mail with the link with which a customer sets a password. */
export function resetMail({ to, name, shopName, link }: ResetMail): Mail {
  return {
    to,
    subject: `Set your password at ${shopName}`,
    text: `Hello ${name},

${shopName} sends you this link to set a new password for your customer account:

${link}

The link works once, for one hour. If it has ended, ask the shop for another one.

If you did not ask for this, you need not do anything: your password stays as it is.
`,
  };
}
