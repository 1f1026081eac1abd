import { z } from 'zod';
import { toolCard, toolParameters } from './assistant-cards.ts';
import { ASSISTANT_TAGS, run, usage } from './assistant-history.ts';
import { agent } from './assistant-settings.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { cacheStamp, id, success, text } from './wire.ts';

/** Rule: assistant/limits. */
const MAX_QUESTION_LENGTH = 20_000;
/** Earlier messages that a client without a conversation may bring. */
const MAX_BROUGHT = 100;
const MAX_IMAGES = 4;
const MAX_IMAGE_LENGTH = 1_500_000;

const runId = z.uuid().meta({ description: 'Id of the run.', examples: ['5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a'] });
const runParams = z.object({ id: runId });

/** One `data:` line of an answer. `seq` counts them from 1. */
export const chatEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('thinking').describe('It thinks. The first line is one, with the ids.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('What it thinks; empty in the first line.'),
      data: z
        .object({
          run_id: runId,
          conversation_id: z.int().describe('The conversation, which may be new.'),
          question_id: z.int().describe('The saved question.'),
          title: z.string().describe('Name of the conversation.'),
        })
        .optional()
        .describe('In the first line only.'),
    }),
    z.object({
      type: z.literal('tool_call').describe('A tool begins.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('What is asked, in words.'),
      data: z.object({ id: z.string().describe('Id of the call.'), name: z.string().describe('Name of the tool.') }),
    }),
    z.object({
      type: z.literal('tool_result').describe('A tool has ended.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('How many rows, or why none.'),
      data: z.object({
        id: z.string().describe('Id of the call.'),
        name: z.string().describe('Name of the tool.'),
        card: toolCard,
      }),
    }),
    z.object({
      type: z.literal('content').describe('A piece of the answer.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('The piece.'),
    }),
    z.object({
      type: z.literal('done').describe('The answer is whole, or was stopped. The last line.'),
      seq: z.int().describe('Number of the line.'),
      data: z.object({
        run_id: runId,
        message_id: z.int().nullable().describe('The saved answer; null when nothing was saved.'),
        state: z.enum(['finished', 'interrupted']).describe('How it ended.'),
        usage,
      }),
    }),
    z.object({
      type: z.literal('error').describe('It failed. The last line.'),
      seq: z.int().describe('Number of the line.'),
      error: z.string().describe('A sentence for the reader.'),
      data: z.object({
        run_id: runId,
        message_id: z.int().nullable().describe('The saved part of the answer.'),
        code: z
          .enum([
            'overloaded',
            'rate_limit',
            'no_model',
            'wrong_key',
            'unreachable',
            'timeout',
            'stalled',
            'limit_reached',
            'provider_error',
            'internal_error',
          ])
          .describe('Why.'),
        retry_after_s: z.int().nullable().describe('Seconds to wait before another try makes sense.'),
        usage,
      }),
    }),
  ])
  .meta({ id: 'ChatEvent', description: 'One line of an answer.' });
export type ChatEvent = z.output<typeof chatEvent>;

const said = z.object({
  role: z.enum(['user', 'assistant', 'thinking', 'tool']).describe('Who said it. Only questions and answers are read.'),
  content: text(100_000).meta({ description: 'What was said.', examples: ['Hello'] }),
});

const question = z.object({
  message: text(MAX_QUESTION_LENGTH)
    .refine((written) => written.trim() !== '', 'has no text')
    .meta({ description: 'The question, or a command such as /low.', examples: ['/low'] }),
  temperature: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: "From 0 to 1; the agent's own when left out.", examples: [0.9] }),
  max_tokens: z
    .int()
    .min(1)
    .max(16_384)
    .optional()
    .meta({ description: "Longest answer; the agent's own when left out.", examples: [8192] }),
  conversation: z
    .array(said)
    .max(MAX_BROUGHT)
    .optional()
    .meta({ description: 'What was said before. Not read where `conversation_id` says which.', examples: [[]] }),
  user_location: z
    .object({
      id: z.int().nullable().describe('Ignored: the session says where.'),
      name: text(200).nullable().describe('Ignored.'),
    })
    .nullable()
    .optional()
    .meta({ description: 'Ignored: the session says where the caller works.', examples: [null] }),
  conversation_id: id.optional().describe('The conversation; a new one when left out.'),
  run_id: runId
    .optional()
    .describe('Made by the client. A question that is sent again with it is not asked twice: its answer is streamed.'),
  replaces: id
    .optional()
    .describe('A question of the conversation that this one takes the place of, with all after it: edit, or retry.'),
  model: text(200)
    .optional()
    .meta({ description: "An alias or a model of the provider; the agent's own when left out.", examples: [''] }),
  images: z
    .array(
      z
        .string()
        .max(MAX_IMAGE_LENGTH)
        .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, 'is not a picture'),
    )
    .max(MAX_IMAGES)
    .optional()
    .meta({ description: 'Pictures as data addresses, for models that take them.', examples: [[]] }),
});
export type Question = z.output<typeof question>;

const ask = {
  method: 'POST',
  access: 'use-assistant',
  summary: 'Ask the assistant',
  tags: ASSISTANT_TAGS,
  idempotency: 'none',
  bodyLimitBytes: 8 * 1024 * 1024,
  body: question,
  reply: chatEvent,
  media: 'text/event-stream',
  refusals: ['not_found', 'run_going_on'],
  example: { body: { message: '/low' } },
} as const;

const HOW =
  'The question is saved first; then lines of events follow until `done` or `error`. The answer is made on when the connection is lost: read it again with the call for its events.';

export const askDirectRoute = route({ ...ask, name: 'askDirect', path: '/api/ai/direct', description: HOW });

export const askAboutStockRoute = route({
  ...ask,
  name: 'askAboutStock',
  path: '/api/ai/wordpress-proxy',
  description: `As the other one: earlier clients send questions about stock here. ${HOW}`,
});

export const runEventsRoute = route({
  name: 'runEvents',
  method: 'GET',
  path: '/api/ai/runs/:id/events',
  access: 'use-assistant',
  summary: 'Listen to an answer again',
  description: 'The lines after `after`, then those that follow. They are kept for 24 hours.',
  tags: ASSISTANT_TAGS,
  params: runParams,
  query: z.object({
    after: z
      .string()
      .regex(/^\d{1,7}$/, 'is not a number')
      .transform(Number)
      .default(0)
      .meta({ description: 'Number of the last line that arrived.', examples: ['0'] }),
    _t: cacheStamp,
  }),
  reply: chatEvent,
  media: 'text/event-stream',
  refusals: ['not_found'],
  example: { after: 'startRun', params: { id: from('/run/id', '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a') } },
});

export const runRoute = route({
  name: 'run',
  method: 'GET',
  path: '/api/ai/runs/:id',
  access: 'use-assistant',
  summary: 'How far an answer is',
  description: 'A run whose server ended is interrupted.',
  tags: ASSISTANT_TAGS,
  params: runParams,
  reply: success({ run }),
  refusals: ['not_found'],
  example: { after: 'startRun', params: { id: from('/run/id', '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a') } },
});

export const stopRunRoute = route({
  name: 'stopRun',
  method: 'POST',
  path: '/api/ai/runs/:id/stop',
  access: 'use-assistant',
  summary: 'Stop an answer',
  description: 'Within a second, on whichever server it is made. What arrived is kept as interrupted.',
  tags: ASSISTANT_TAGS,
  idempotency: 'none',
  params: runParams,
  reply: success({ run }),
  refusals: ['not_found'],
  example: { after: 'startRun', params: { id: from('/run/id', '5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a') } },
});

export const startRunRoute = route({
  name: 'startRun',
  method: 'POST',
  path: '/api/ai/runs',
  access: 'use-assistant',
  summary: 'Ask without listening',
  description: 'As asking, but the answer is the run: listen to its events, or read the messages later.',
  tags: ASSISTANT_TAGS,
  status: 201,
  idempotency: 'none',
  bodyLimitBytes: 8 * 1024 * 1024,
  body: question,
  reply: success({ run }),
  refusals: ['not_found', 'run_going_on'],
  example: { body: { message: '/low' } },
});

const modelChoice = z
  .object({
    name: z.string().meta({ description: 'An alias, or the name of a model.', examples: ['claude-sonnet-4'] }),
    label: z.string().meta({ description: 'How it is shown.', examples: ['Claude Sonnet 4'] }),
    resolves_to: z.string().describe('The model that is asked.'),
    takes_temperature: z.boolean().describe('Whether a temperature is sent.'),
    why_no_temperature: z.string().describe('Why none is sent; empty when one is.'),
    takes_images: z.boolean().describe('Whether pictures may be sent.'),
    max_tokens: z.int().describe('Longest answer that the server allows.'),
  })
  .meta({ id: 'ModelChoice', description: 'A model to choose.' });
export type ModelChoice = z.output<typeof modelChoice>;

export const assistantRoute = route({
  name: 'assistant',
  method: 'GET',
  path: '/api/ai/status',
  access: 'use-assistant',
  summary: 'What the assistant can do here',
  description: 'Everything that the chat needs at its start: the agent, models, commands, what is used of the day.',
  tags: ASSISTANT_TAGS,
  query: z.object({ _t: cacheStamp }),
  reply: success({
    connected: z.boolean().describe('Whether a model is connected. Commands work without one.'),
    why_not_connected: z.string().describe('One sentence how to connect one; empty when one is.'),
    agent,
    models: z.array(modelChoice).describe('The three aliases, then what the provider offers.'),
    commands: z
      .array(
        z.object({
          name: z.string().meta({ description: 'How it begins.', examples: ['/sales'] }),
          usage: z.string().meta({ description: 'How it goes on.', examples: ['[when] [by what]'] }),
          description: z.string().describe('What it does.'),
          examples: z.array(z.string()).describe('Whole commands that work.'),
          completions: z.array(z.string()).describe('Words that may follow.'),
        }),
      )
      .describe('Commands that run tools directly.'),
    usage: z
      .object({
        person_today: z.int().describe('Tokens of the caller today.'),
        person_limit: z.int().describe('Allowed to a person in a day.'),
        shop_today: z.int().describe('Tokens of the business today.'),
        shop_limit: z.int().describe('Allowed to the business in a day.'),
      })
      .describe('Tokens of the day.'),
    sent: z
      .array(z.string())
      .meta({ description: 'What leaves the shop with a question, in words.', examples: [['The question']] }),
  }),
});

export const toolRowsRoute = route({
  name: 'toolRows',
  method: 'GET',
  path: '/api/ai/rows',
  access: 'use-assistant',
  summary: 'What a tool finds now',
  description:
    'Runs a tool that reads, as the caller: the rows of a live artifact that is not saved yet. Nothing is kept of it.',
  tags: ASSISTANT_TAGS,
  query: z.object({
    tool: text(60).meta({ description: 'A tool that reads.', examples: ['low_stock'] }),
    parameters: text(4000)
      .transform((written, context) => {
        try {
          return toolParameters.parse(JSON.parse(written));
        } catch {
          context.addIssue({ code: 'custom', message: 'is no object of parameters' });
          return z.NEVER;
        }
      })
      .default({})
      .meta({ description: 'What it is asked, as JSON.', examples: ['{}'] }),
    _t: cacheStamp,
  }),
  reply: success({ card: toolCard }),
  refusals: ['not_found', 'not_allowed', 'not_valid', 'location_required', 'took_too_long'],
  example: { query: { tool: 'low_stock', parameters: '{}' } },
});

export const toolCsvRoute = route({
  name: 'toolCsv',
  method: 'GET',
  path: '/api/ai/messages/:id/rows.csv',
  access: 'use-assistant',
  summary: 'The rows of a card as CSV',
  description: 'Asks the tool again, as the caller, and writes up to 5,000 rows.',
  tags: ASSISTANT_TAGS,
  params: z.object({
    id: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number)
      .meta({ description: 'Id of the tool message.', examples: ['1'] }),
  }),
  reply: z.string(),
  media: 'text/csv',
  refusals: ['not_found', 'not_allowed', 'not_valid', 'location_required', 'took_too_long'],
  example: { params: { id: 1 } },
});
