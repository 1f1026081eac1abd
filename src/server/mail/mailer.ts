import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Resolves once the mail server has accepted the mail. */
  send(mail: Mail): Promise<void>;
}

const CONNECT_WITHIN_MS = 5000;
const ANSWER_WITHIN_MS = 20_000;

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Sends through the mail server of SMTP_URL: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. A
 * password is sent only over TLS, or to this machine.
 */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  const isOwn = LOOPBACK.test(hostname);
  const transport = createTransport({
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: !isSecure && !isOwn && username !== '',
    ignoreTLS: !isSecure && isOwn,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
}
