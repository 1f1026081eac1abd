import { z } from 'zod';
import { PERMISSIONS, ROLES } from '#domain/permissions.ts';
import { route } from './route.ts';
import { id, newPassword, success, text } from './wire.ts';

/** Who is signed in, and where they work now. `location` and `location_id` are null until somebody assigns one. */
export const sessionUser = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  permissions: z.array(z.enum(PERMISSIONS)),
  location: z.string().nullable(),
  location_id: z.int().nullable(),
  time_zone: z.string(),
});
export type SessionUser = z.output<typeof sessionUser>;

export const loginRoute = route({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  idempotency: 'none',
  summary: 'Sign in',
  tags: ['Auth'],
  body: z.object({ username: text(320).min(1), password: z.string().min(1).max(1000) }),
  reply: success({ user: sessionUser, token: z.string() }),
});

export const logoutRoute = route({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Sign out and end this session',
  tags: ['Auth'],
  reply: success({}),
});

/** What a register needs before it can sell: who, where, which taxes, which shops. One round trip. */
export const meRoute = route({
  method: 'GET',
  path: '/api/auth/me',
  access: 'signed-in',
  summary: 'Who is signed in, with the taxes of their location and the locations there are',
  tags: ['Auth'],
  reply: success({
    user: sessionUser,
    taxes: z.array(z.object({ id: z.int(), code: z.string(), name: z.string(), rate: z.number() })),
    locations: z.array(z.object({ id: z.int(), name: z.string() })),
    /** 'production', or 'docker' in a container: the badge in the footer. */
    environment: z.string(),
  }),
});

/** Refuses 403 `wrong_password`; 429 as signing in does, since it guesses at the same password. */
export const changePasswordRoute = route({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Change one’s own password; every other session of the account ends',
  tags: ['Auth'],
  body: z.object({
    current_password: z.string().min(1).max(1000),
    new_password: newPassword,
  }),
  reply: success({}),
});

export const switchLocationRoute = route({
  method: 'PUT',
  path: '/api/auth/location',
  access: 'switch-location',
  idempotency: 'none',
  summary: 'Work at another location for this session',
  tags: ['Auth'],
  body: z.object({ location_id: id }),
  reply: success({ user: sessionUser }),
});

/** What the sign-in page may know before anybody signed in. */
export const signInHintsRoute = route({
  method: 'GET',
  path: '/api/auth/hints',
  access: 'public',
  summary: 'Whether this is a demo shop, and its sign-ins if so',
  tags: ['Auth'],
  reply: success({
    demo: z.boolean(),
    accounts: z.array(z.object({ username: z.string(), password: z.string(), role: z.string() })),
  }),
});
