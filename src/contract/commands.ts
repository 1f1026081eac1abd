import { z } from 'zod';
import { id, text } from './wire.ts';
import { route } from './route.ts';

/** More than one browser leaves behind; the till reports the oldest. */
export const MOST_REPORTED = 50;
export const LONGEST_TITLE = 200;

const commandKey = z.string().regex(/^[\x21-\x7e]{8,128}$/, 'is not an Idempotency-Key');

const commandTitle = text(LONGEST_TITLE).refine((title) => title !== '', 'is empty');

/** A request that was sent from a till, whose answer never came, and whose owner has left the till since. */
const unsettledCommand = z.object({
  key: commandKey,
  /** What it is, for people, without anybody's personal data: "Sale of $25.99". */
  title: commandTitle,
  owner_id: id,
  location_id: id.nullable(),
  sent_at: z.iso.datetime(),
});

export const reportUnsettledRoute = route({
  method: 'POST',
  path: '/api/commands/unsettled',
  body: z.object({
    unsettled: z.array(unsettledCommand).max(MOST_REPORTED),
    /** Keys reported before whose outcome is known by now. */
    settled: z.array(commandKey).max(500),
  }),
  reply: z.object({ success: z.literal(true) }),
  summary: 'Reports what a till has sent and never got an answer to, and its owner has signed out',
  tags: ['commands'],
  access: 'signed-in',
  idempotency: 'safe',
});

export const withdrawCommandRoute = route({
  method: 'POST',
  path: '/api/commands/withdraw',
  body: z.object({
    key: commandKey,
    /** Who sent it. Of somebody else's only a manager may say that it is not to happen any more. */
    owner_id: id,
    /** What it is, without anybody's personal data: for the audit trail. */
    title: commandTitle,
  }),
  reply: z.object({
    success: z.literal(true),
    /** It was carried out before: nothing is withdrawn, and its own request is answered as it was. */
    happened: z.boolean(),
    /** It was withdrawn half way (a change of many orders): what was done of it stays done. */
    partly: z.boolean(),
  }),
  summary: 'Makes sure that a request whose answer never came is not carried out any more, or tells that it was',
  tags: ['commands'],
  access: 'signed-in',
  idempotency: 'none',
});

export const unsettledCommandsRoute = route({
  method: 'GET',
  path: '/api/commands/unsettled',
  reply: z.object({
    success: z.literal(true),
    data: z.array(
      unsettledCommand.extend({
        owner_name: z.string(),
        location_name: z.string().nullable(),
      }),
    ),
  }),
  summary: 'What waits at tills for its owner or a manager, in all locations, oldest first',
  tags: ['commands'],
  access: 'settle-commands',
});
