import { z } from 'zod';
import { from } from './example.ts';
import { PAGES } from './pages.ts';
import { route } from './route.ts';
import { idParams, instant, newPassword, success } from './wire.ts';

const TAGS = ['Customers'];

/** Address of the page that sets the password. The token follows after a `#`, so that it reaches no log. */
export const RESET_PAGE = PAGES.resetPassword;

const LINK = 'https://till.example.com/reset-password#3uXw…';

/** The answer to the person who makes a link, for customers and staff alike. */
export const madeLink = success({
  sent: z.boolean().describe('True if the link is sent by e-mail.'),
  link: z
    .string()
    .nullable()
    .meta({ description: 'Link to hand over; null if it is sent by e-mail.', examples: [LINK] }),
  expires_at: instant.describe('End of validity.'),
});

export const sendResetLinkRoute = route({
  name: 'sendResetLink',
  method: 'POST',
  path: '/api/users-matrix/users/:id/password-reset',
  access: 'edit-customers',
  idempotency: 'none',
  summary: 'Send a customer a link to set a password',
  description:
    'For accounts of customers only. The link is sent to their e-mail address. If the server sends no mail, they have no address, or the request names the server by a name of its own machine and `PUBLIC_URL` is not set, the answer has the link, to be handed over. It works once, for an hour, and a newer link replaces it.',
  tags: TAGS,
  params: idParams,
  reply: madeLink,
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

const token = z
  .string()
  .max(500)
  .meta({ description: 'The part of the link after `#`, or the whole link.', examples: ['3uXw…'] });

export const checkResetLinkRoute = route({
  name: 'checkResetLink',
  method: 'POST',
  path: '/api/password-reset/check',
  access: 'public',
  idempotency: 'safe',
  summary: 'Check a link to set a password',
  description: 'Checks whether the link still works, before its page asks for a password. Changes nothing.',
  tags: TAGS,
  body: z.object({ token }),
  reply: success({ expires_at: instant.describe('End of validity.') }),
  refusals: ['reset_link_not_valid'],
  example: { after: 'sendResetLink', body: { token: from('/link', LINK) } },
});

export const resetPasswordRoute = route({
  name: 'resetPassword',
  method: 'POST',
  path: '/api/password-reset',
  access: 'public',
  idempotency: 'none',
  summary: 'Set a password by a link',
  description: 'Works once. All invalid links get the same answer: never issued, used, replaced or too old.',
  tags: TAGS,
  body: z.object({
    token,
    password: newPassword.meta({ description: 'The new password.', examples: ['a longer password'] }),
  }),
  reply: success({}),
  refusals: ['reset_link_not_valid'],
  example: { after: 'sendResetLink', body: { token: from('/link', LINK), password: 'a longer password' } },
});
