import { z } from 'zod';
import { from } from './example.ts';
import { PAGES } from './pages.ts';
import { route } from './route.ts';
import { idParams, instant, newPassword, success } from './wire.ts';

const TAGS = ['Customers'];

/** Where the page stands that sets the password; the token follows behind a `#`, so that it reaches no log. */
export const RESET_PAGE = PAGES.resetPassword;

const LINK = 'https://till.example.com/reset-password#3uXw…';

/** The answer to whoever makes a link, for customers and staff alike. */
export const madeLink = success({
  sent: z.boolean().describe('The link goes out by mail.'),
  link: z
    .string()
    .nullable()
    .meta({ description: 'The link to hand over; null when it is sent.', examples: [LINK] }),
  expires_at: instant.describe('Until when it works.'),
});

export const sendResetLinkRoute = route({
  name: 'sendResetLink',
  method: 'POST',
  path: '/api/users-matrix/users/:id/password-reset',
  access: 'edit-customers',
  idempotency: 'none',
  summary: 'Send a customer a link to set a password',
  description:
    'For accounts of customers only. The link goes to their e-mail address; where the server sends no mail, or they have no address, it is answered, to be handed over. It works once, for an hour, and a newer one ends it.',
  tags: TAGS,
  params: idParams,
  reply: madeLink,
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

const token = z
  .string()
  .max(500)
  .meta({ description: 'What the link has behind its `#`, or the whole link.', examples: ['3uXw…'] });

export const checkResetLinkRoute = route({
  name: 'checkResetLink',
  method: 'POST',
  path: '/api/password-reset/check',
  access: 'public',
  idempotency: 'safe',
  summary: 'Does this link still work?',
  description: 'For the page of the link, before it asks for a password. Changes nothing.',
  tags: TAGS,
  body: z.object({ token }),
  reply: success({ expires_at: instant.describe('Until when it works.') }),
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
  description:
    'Works once. A link that was never given out, has been used, was replaced or is too old is answered alike, whatever the reason.',
  tags: TAGS,
  body: z.object({
    token,
    password: newPassword.meta({ description: 'The new password.', examples: ['a longer password'] }),
  }),
  reply: success({}),
  refusals: ['reset_link_not_valid'],
  example: { after: 'sendResetLink', body: { token: from('/link', LINK), password: 'a longer password' } },
});
