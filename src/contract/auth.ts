import { z } from 'zod';
import { PERMISSIONS, ROLES } from '#domain/permissions.ts';
import { route } from './route.ts';
import { id, newPassword, success, text } from './wire.ts';

/** The signed-in person and their present location. `location` and `location_id` are null until one is assigned. */
export const sessionUser = z
  .object({
    id: z.int().meta({ description: 'Id of the account.', examples: [1] }),
    username: z.string().meta({ description: 'Name to sign in with.', examples: ['admin'] }),
    name: z.string().meta({ description: 'Name to show.', examples: ['Avery Admin'] }),
    email: z.string().meta({ description: 'E-mail address.', examples: ['admin@example.com'] }),
    role: z.enum(ROLES).describe('Role.'),
    permissions: z.array(z.enum(PERMISSIONS)).describe('Permissions of the role.'),
    most_discount_percent: z
      .int()
      .nullable()
      .optional()
      .meta({ description: 'Most percent off a line by hand without an approval; null for any.', examples: [20] }),
    location: z
      .string()
      .nullable()
      .meta({
        description: 'Name of the location worked at; null until one is assigned.',
        examples: ['Charlotte Central'],
      }),
    location_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of that location.', examples: [20] }),
    time_zone: z.string().meta({ description: 'Time zone of the shop (IANA).', examples: ['America/New_York'] }),
  })
  .meta({ id: 'SessionUser', description: 'The signed-in person and their present location.' });
export type SessionUser = z.output<typeof sessionUser>;

export const credentials = z.object({
  username: text(320)
    .min(1)
    .meta({ description: 'Name or e-mail address.', examples: ['admin'] }),
  password: z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: 'Password.', examples: ['tillwright'] }),
});

export const bearerToken = z.string().meta({ description: 'Bearer token of the session.', examples: ['cK0o1Tn4…'] });

export const loginRoute = route({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  idempotency: 'none',
  summary: 'Sign in',
  description:
    'Answers a token for the header `Authorization: Bearer <token>`, and sets a cookie for browsers. A session ends when it is signed out or long unused. After several failures an account or address has to wait.',
  tags: ['Auth'],
  body: credentials,
  reply: success({
    user: sessionUser,
    token: bearerToken,
  }),
  refusals: ['wrong_credentials'],
  example: { body: { username: 'admin', password: 'tillwright' } },
});

export const logoutRoute = route({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Sign out and end this session',
  description: 'The token is invalid afterwards.',
  tags: ['Auth'],
  reply: success({}),
});

export const meRoute = route({
  name: 'me',
  method: 'GET',
  path: '/api/auth/me',
  access: 'signed-in',
  summary: 'The session',
  description: 'The signed-in person, the taxes of their location, and all locations.',
  tags: ['Auth'],
  reply: success({
    user: sessionUser,
    taxes: z
      .array(
        z.object({
          id: z.int().describe('Id.'),
          code: z.string().meta({ description: 'Code of the tax.', examples: ['US-NC-20'] }),
          name: z.string().meta({ description: 'Name.', examples: ['Sales Tax'] }),
          rate: z.number().meta({ description: 'Rate as a fraction: 0.0875 is 8.75 %.', examples: [0.0875] }),
          compound: z
            .boolean()
            .optional()
            .describe('True for a compound tax: it is charged on the taxes before it, too.'),
          included: z
            .boolean()
            .optional()
            .describe('True for an included tax: it is taken out of prices before other taxes are added.'),
          before_points: z.boolean().optional().describe('True if it is charged on the price before points were used.'),
          category_ids: z
            .array(z.int())
            .optional()
            .describe('Categories whose goods it is charged on, with all categories below them.'),
          price_classes: z.array(z.string()).optional().describe('Price classes whose goods it is charged on.'),
        }),
      )
      .describe(
        'Taxes of the location in the order of charging. A tax without categories and classes is charged on all taxable goods.',
      ),
    locations: z
      .array(
        z.object({
          id: z.int().describe('Id.'),
          name: z.string().meta({ description: 'Name.', examples: ['Sales Tax'] }),
        }),
      )
      .describe('All locations.'),
    environment: z.string().meta({
      description: "Environment of the server: 'production', or 'docker' in a container.",
      examples: ['production'],
    }),
    // Left out by servers of an earlier build.
    trust_path: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: "Page that explains to a device how to trust the shop's own certificate; null if none is needed.",
        examples: ['/trust'],
      }),
  }),
});

export const changePasswordRoute = route({
  name: 'changePassword',
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Change one’s own password',
  description: 'Ends every other session of the account. After several failures the account has to wait.',
  tags: ['Auth'],
  body: z.object({
    current_password: z.string().min(1).max(1000).describe('Current password.'),
    new_password: newPassword.describe('New password.'),
  }),
  reply: success({}),
  refusals: ['wrong_password'],
  example: { body: { current_password: 'tillwright', new_password: 'till-and-wright' } },
});

export const switchLocationRoute = route({
  name: 'switchLocation',
  method: 'PUT',
  path: '/api/auth/location',
  access: 'switch-location',
  idempotency: 'none',
  summary: 'Work at another location',
  description: 'Changes the location of this session only. Everything it does from now on happens there.',
  tags: ['Auth'],
  body: z.object({ location_id: id.meta({ description: 'Location to work at.', examples: [20] }) }),
  reply: success({ user: sessionUser }),
  refusals: ['not_found'],
  example: { body: { location_id: 20 } },
});

export const signInHintsRoute = route({
  name: 'signInHints',
  method: 'GET',
  path: '/api/auth/hints',
  access: 'public',
  summary: 'Sign-ins of a demo shop',
  description: 'Facts about a demo shop that the sign-in page may show before anybody has signed in.',
  tags: ['Auth'],
  reply: success({
    demo: z.boolean().describe('True if this is a demo shop.'),
    accounts: z
      .array(
        z.object({
          username: z.string().meta({ description: 'Name to sign in with.', examples: ['admin'] }),
          password: z.string().meta({ description: 'Password of the account.', examples: ['tillwright'] }),
          role: z.string().describe('Role.'),
        }),
      )
      .describe('Accounts of the demo shop; empty for any other shop.'),
  }),
});
