import { z } from 'zod';
import { id, success, text } from './wire.ts';
import { route } from './route.ts';

/** Limit of one report: more than a browser ever leaves behind. The till reports the oldest ones. */
export const MOST_REPORTED = 50;
export const LONGEST_TITLE = 200;

const commandKey = z.string().regex(/^[\x21-\x7e]{8,128}$/, 'is not an Idempotency-Key');

const commandTitle = text(LONGEST_TITLE).refine((title) => title !== '', 'is empty');

/** A request from a till whose answer never came and whose owner has signed out since. */
const unsettledCommand = z
  .object({
    key: commandKey.meta({
      description: 'The `Idempotency-Key` it was sent with.',
      examples: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'],
    }),
    title: commandTitle.meta({ description: 'Title for people, without personal data.', examples: ['Sale of $25.99'] }),
    owner_id: id.meta({ description: 'Id of the person who sent it.', examples: [3] }),
    location_id: id.nullable().meta({ description: 'Id of the location; null for none.', examples: [20] }),
    sent_at: z.iso.datetime().meta({ description: 'Time of sending.', examples: ['2026-11-20T15:04:05.000Z'] }),
  })
  .meta({ id: 'UnsettledRequest', description: 'A request whose answer never came.' });

export const reportUnsettledRoute = route({
  name: 'reportUnsettled',
  method: 'POST',
  path: '/api/commands/unsettled',
  body: z.object({
    unsettled: z.array(unsettledCommand).max(MOST_REPORTED).describe('Requests without an answer.'),
    settled: z.array(commandKey).max(500).describe('Keys that were reported before and whose outcome is known by now.'),
  }),
  reply: success({}),
  summary: 'Report requests without an answer',
  description: 'For tills: requests whose answer never came and whose owner has signed out since.',
  tags: ['Commands'],
  access: 'signed-in',
  idempotency: 'safe',
  example: { body: { unsettled: [], settled: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] } },
});

export const withdrawCommandRoute = route({
  name: 'withdrawCommand',
  method: 'POST',
  path: '/api/commands/withdraw',
  body: z.object({
    key: commandKey.meta({
      description: 'The `Idempotency-Key` of the request.',
      examples: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'],
    }),
    owner_id: id.meta({
      description: "Id of the person who sent it. Only a manager may withdraw somebody else's request.",
      examples: [3],
    }),
    title: commandTitle.meta({
      description: 'Title for the audit trail, without personal data.',
      examples: ['Sale of $25.99'],
    }),
  }),
  reply: success({
    happened: z
      .boolean()
      .describe(
        'True if it was carried out already. Then nothing is withdrawn, and its key still gets the same answer.',
      ),
    partly: z
      .boolean()
      .describe(
        'True if it was withdrawn half way (a change of many orders). The orders changed by then stay changed.',
      ),
  }),
  summary: 'Withdraw a request without an answer',
  description: 'Guarantees that a request without an answer can no longer be carried out, or answers that it was.',
  tags: ['Commands'],
  access: 'signed-in',
  idempotency: 'none',
  refusals: ['not_allowed', 'request_in_progress'],
  example: {
    body: { key: '0d9c1b9e-5f1c-4f0e-9d2b-6a1c3f7e2b48', owner_id: 3, title: 'Sale of $25.99' },
  },
});

export const unsettledCommandsRoute = route({
  name: 'unsettledCommands',
  method: 'GET',
  path: '/api/commands/unsettled',
  reply: success({
    data: z
      .array(
        unsettledCommand.extend({
          owner_name: z.string().describe('Name of the person who sent it.'),
          location_name: z.string().nullable().describe('Name of the location; null for none.'),
        }),
      )
      .describe('Requests without an answer, oldest first.'),
  }),
  summary: 'Requests without an answer',
  description: 'Requests that wait at tills for their owner or a manager, in all locations, oldest first.',
  tags: ['Commands'],
  access: 'settle-commands',
});
