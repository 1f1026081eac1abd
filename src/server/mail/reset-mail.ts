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

interface StaffLinkMail extends ResetMail {
  readonly username: string;
  /** The account has no password yet. */
  readonly isInvitation: boolean;
}

/** The mail with the link by which somebody of the staff sets a password. */
export function staffLinkMail({ to, name, shopName, link, username, isInvitation }: StaffLinkMail): Mail {
  return {
    to,
    subject: isInvitation ? `Your account at ${shopName}` : `Set your password at ${shopName}`,
    text: `Hello ${name},

${isInvitation ? `${shopName} has made an account for you. Open this link and choose a password:` : `Open this link to set a new password for your account at ${shopName}:`}

${link}

You sign in as ${username}. The link works once, ${isInvitation ? 'for three days' : 'for one hour'}. If it has ended, ask an administrator for another one.
${isInvitation ? '' : '\nIf you did not expect this, tell an administrator: your password stays as it is.\n'}`,
  };
}
