import { madeLink } from './password-reset.ts';
import { z } from 'zod';
import { STAFF_ROLES } from '#domain/staff-account.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, instant, serverSays, success, text } from './wire.ts';

const TAGS = ['Staff'];
const SAMPLE_ID = 1004;

const STAFF_STATUSES = ['active', 'disabled'] as const;

const staffMember = z
  .object({
    id: z.int().meta({ description: 'Id of the account.', examples: [SAMPLE_ID] }),
    username: z.string().meta({ description: 'Name to sign in with.', examples: ['jordan.lee'] }),
    name: z.string().meta({ description: 'Name to show.', examples: ['Jordan Lee'] }),
    email: z.string().meta({ description: 'E-mail address; empty for none.', examples: ['jordan@example.com'] }),
    role: z.enum(STAFF_ROLES).describe('Role.'),
    status: z.enum(STAFF_STATUSES).describe('A disabled account cannot sign in.'),
    location_id: z
      .int()
      .nullable()
      .meta({ description: 'Id of the location where they belong; null for none.', examples: [20] }),
    location: z
      .string()
      .nullable()
      .meta({ description: 'Name of that location.', examples: ['Charlotte Central'] }),
    has_password: z.boolean().describe('True if they have a password; false until an invited person has set one.'),
    has_pin: z.boolean().describe('True if they have a PIN to take over tills with.'),
    invited_until: instant.nullable().describe('End of validity of an open link to set a password; null for none.'),
    last_sign_in_at: instant.nullable().describe('Last sign-in; null for never.'),
    sessions: z.int().meta({ description: 'Sessions that are open now.', examples: [1] }),
    created_at: instant.describe('Time of creation.'),
    version: z.int().describe('Counts its changes.'),
  })
  .meta({ id: 'StaffMember', description: 'A staff account.' });
export type StaffMember = z.output<typeof staffMember>;

const name = text(200)
  .refine((given) => given.trim() !== '', 'is empty')
  .meta({ description: 'Name to show.', examples: ['Jordan Lee'] });
const username = text(100).meta({
  description: 'Name to sign in with; made from the name when empty or left out.',
  examples: ['jordan.lee'],
});
const email = text(320).meta({ description: 'E-mail address; empty for none.', examples: ['jordan@example.com'] });
const role = z.enum(STAFF_ROLES).describe('Role.');
const homeLocation = id
  .nullable()
  .meta({ description: 'Id of the location where they belong; null for none: then they cannot sell.', examples: [20] });

export const staffRoute = route({
  name: 'staff',
  method: 'GET',
  path: '/api/manage/staff',
  access: 'manage-staff',
  summary: 'Staff accounts',
  description: 'Everybody who can or could sign in, by name; disabled accounts last.',
  tags: TAGS,
  reply: success({ data: z.array(staffMember).describe('Staff.') }),
});

export const createStaffRoute = route({
  name: 'createStaff',
  method: 'POST',
  path: '/api/manage/staff',
  access: 'manage-staff',
  summary: 'Create a staff account',
  description:
    'The account has no password: `sendStaffLink` makes the link with which its owner sets one, so nobody else ever knows it.',
  tags: TAGS,
  status: 201,
  body: z.object({
    name,
    username: username.optional(),
    email: email.optional(),
    role,
    location_id: homeLocation,
    password: serverSays,
    status: serverSays,
  }),
  reply: success({ data: staffMember }),
  refusals: ['email_taken', 'username_taken'],
  example: { body: { name: 'Jordan Lee', role: 'staff', location_id: 20 } },
});

export const changeStaffRoute = route({
  name: 'changeStaff',
  method: 'PUT',
  path: '/api/manage/staff/:id',
  access: 'manage-staff',
  summary: 'Change a staff account',
  description:
    'Fields left out stay unchanged. A new role, and disabling, end the sessions of the account. Nobody can change their own role or status, and at least one administrator who can sign in always remains.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    name: name.optional(),
    username: username.refine((given) => given.trim() !== '', 'is empty').optional(),
    email: email.optional(),
    role: role.optional(),
    location_id: homeLocation.optional(),
    status: z.enum(STAFF_STATUSES).optional().describe('`disabled` ends all sessions.'),
    version: z
      .int()
      .optional()
      .describe(
        'The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.',
      ),
    password: serverSays,
  }),
  reply: success({ data: staffMember }),
  refusals: [
    'changed_meanwhile',
    'email_taken',
    'last_administrator',
    'not_found',
    'nothing_to_do',
    'own_account',
    'username_taken',
  ],
  example: { after: 'createStaff', params: { id: from('/data/id', SAMPLE_ID) }, body: { role: 'manager' } },
});

export const sendStaffLinkRoute = route({
  name: 'sendStaffLink',
  method: 'POST',
  path: '/api/manage/staff/:id/link',
  access: 'manage-staff',
  idempotency: 'none',
  summary: 'Make a link with which a staff member sets their password',
  description:
    'The link is sent to their e-mail address. If the server sends no mail, they have no address, or the request names the server by a name of its own machine and `PUBLIC_URL` is not set, the answer has the link, to be handed over. It works once, for an hour, or for three days as an invitation while the account has no password. A newer link replaces it.',
  tags: TAGS,
  params: idParams,
  reply: madeLink,
  refusals: ['not_found'],
  example: { after: 'createStaff', params: { id: from('/data/id', SAMPLE_ID) } },
});

export const staffSessionsRoute = route({
  name: 'staffSessions',
  method: 'GET',
  path: '/api/manage/staff/:id/sessions',
  access: 'manage-staff',
  summary: 'Open sessions of a staff member',
  description: 'Their present sessions, the last used first.',
  tags: TAGS,
  params: idParams,
  reply: success({
    data: z
      .array(
        z.object({
          id: z.string().meta({ description: 'Identifies the session. It gives no access.', examples: ['9f2c…'] }),
          user_agent: z
            .string()
            .meta({ description: 'Name that the browser gives itself.', examples: ['Mozilla/5.0'] }),
          location: z
            .string()
            .nullable()
            .meta({ description: 'Location worked at.', examples: ['Charlotte Central'] }),
          created_at: instant.describe('Time of the sign-in.'),
          last_seen_at: instant.describe('Last request, to the minute.'),
          current: z.boolean().describe('True for the session of the caller.'),
        }),
      )
      .describe('Sessions.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createStaff', params: { id: from('/data/id', SAMPLE_ID) } },
});

export const endStaffSessionsRoute = route({
  name: 'endStaffSessions',
  method: 'POST',
  path: '/api/manage/staff/:id/sessions/end',
  access: 'manage-staff',
  summary: 'End sessions of a staff member',
  description:
    'Ends one session, or all of them, but never the session of the caller. The person who used it has to sign in again.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    session_id: text(100)
      .optional()
      .meta({ description: 'The session to end; all when left out.', examples: ['9f2c…'] }),
  }),
  reply: success({ ended: z.int().meta({ description: 'Sessions that were ended.', examples: [1] }) }),
  refusals: ['not_found'],
  example: { after: 'createStaff', params: { id: from('/data/id', SAMPLE_ID) }, body: {} },
});
