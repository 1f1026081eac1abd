import { z } from 'zod';
import { APPROVABLE } from '#domain/permissions.ts';
import { isGoodPin, PIN_SENTENCE } from '#domain/pin.ts';
import { sessionUser } from './auth.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, success, text } from './wire.ts';

const TAGS = ['Auth'];

export const setPinRoute = route({
  name: 'setPin',
  method: 'PUT',
  path: '/api/auth/pin',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Set or remove one’s own PIN',
  description: 'A PIN takes over a till where somebody else is signed in. Setting one needs the password.',
  tags: TAGS,
  body: z.object({
    current_password: z.string().min(1).max(1000).describe('Password.'),
    pin: z
      .string()
      .max(20)
      .refine(isGoodPin, PIN_SENTENCE)
      .nullable()
      .meta({ description: 'Six digits; null removes it.', examples: ['482913'] }),
  }),
  reply: success({ has_pin: z.boolean().describe('True if there is a PIN now.') }),
  refusals: ['wrong_password'],
  example: { body: { current_password: 'tillwright', pin: '482913' } },
});

export const peopleWithPinRoute = route({
  name: 'peopleWithPin',
  method: 'GET',
  path: '/api/auth/people',
  access: 'signed-in',
  summary: 'People who can take over this till',
  description: 'People with a PIN who may work at the location of the session.',
  tags: TAGS,
  reply: success({
    data: z
      .array(
        z.object({
          id: z.int().describe('Id of the account.'),
          name: z.string().meta({ description: 'Name.', examples: ['Sasha Lind'] }),
          approves: z
            .array(z.enum(APPROVABLE))
            .describe('Permissions that they can approve at this till by their PIN.'),
        }),
      )
      .describe('Everybody except the caller.'),
    has_pin: z.boolean().describe('True if the caller has a PIN.'),
  }),
});

export const switchPersonRoute = route({
  name: 'switchPerson',
  method: 'POST',
  path: '/api/auth/switch',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Take over a till by PIN',
  description:
    'Ends the present session and begins one of the person with the PIN at the same location. After five wrong PINs in a row, that PIN is blocked for 15 minutes; the person can sign in with the password meanwhile.',
  tags: TAGS,
  body: z.object({
    user_id: id.meta({ description: 'Id of the account that takes over.', examples: [2] }),
    pin: z
      .string()
      .max(20)
      .meta({ description: 'Their PIN.', examples: ['482913'] }),
  }),
  reply: success({
    user: sessionUser,
    token: z.string().meta({ description: 'Bearer token of the new session.', examples: ['cK0o1Tn4…'] }),
  }),
  refusals: ['wrong_pin'],
  example: { after: 'setPin', body: { user_id: 1, pin: '482913' } },
});

export const approveRoute = route({
  name: 'approve',
  method: 'POST',
  path: '/api/auth/approve',
  access: 'signed-in',
  idempotency: 'none',
  summary: 'Approve a request of somebody else by PIN',
  description:
    'A request that was refused with `approval_needed` is approved by a person who has these permissions, at the till of the caller. Then the caller sends the same request again with the same `Idempotency-Key`. The approval holds for this request alone, and for 15 minutes. PINs are blocked as in taking over a till.',
  tags: TAGS,
  body: z.object({
    user_id: id.meta({ description: 'Id of the account that approves.', examples: [2] }),
    pin: z
      .string()
      .max(20)
      .meta({ description: 'Their PIN.', examples: ['482913'] }),
    key: z
      .string()
      .regex(/^[\x21-\x7e]{8,128}$/)
      .meta({ description: 'Idempotency key of the request.', examples: ['0b8a4b0e-2d4f-4a57-9f7e-6f1d3f1c2a10'] }),
    title: text(200).meta({ description: 'The request in words, for the audit trail.', examples: ['Sale of $42.80'] }),
    needs: z
      .array(
        z.object({
          permission: z.enum(APPROVABLE).describe('Permission.'),
          amount: z
            .int()
            .min(0)
            .max(100_000_000_000)
            .meta({
              description: 'Percent off a line, or cents that the order then has given back; else 0.',
              examples: [30],
            }),
          reason: text(300).meta({ description: 'The reason in words.', examples: ['30% off Grinder'] }),
        }),
      )
      .min(1)
      .max(APPROVABLE.length)
      .describe('As the refusal says; compared with it.'),
  }),
  reply: success({
    approved_by: z
      .object({
        id: z.int().describe('Id of the account.'),
        name: z.string().meta({ description: 'Name.', examples: ['Morgan Manager'] }),
      })
      .describe('The person who approved.'),
  }),
  refusals: ['wrong_pin', 'not_allowed', 'approval_not_asked'],
  example: {
    after: 'setPin',
    body: {
      user_id: 1,
      pin: '482913',
      key: '0b8a4b0e-2d4f-4a57-9f7e-6f1d3f1c2a10',
      title: 'Sale of $42.80',
      needs: [{ permission: 'override-prices', amount: 30, reason: '30% off Grinder' }],
    },
  },
});

export const removePinRoute = route({
  name: 'removePin',
  method: 'POST',
  path: '/api/manage/staff/:id/pin/remove',
  access: 'manage-staff',
  summary: 'Remove the PIN of a staff member',
  description: 'They can set another one with their password.',
  tags: ['Staff'],
  params: idParams,
  reply: success({ removed: z.boolean().describe('True if there was one.') }),
  refusals: ['not_found'],
  example: { after: 'createStaff', params: { id: from('/data/id', 1004) } },
});
