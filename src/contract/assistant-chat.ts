import { z } from 'zod';
import { toolCard, toolParameters } from './assistant-cards.ts';
import { ASSISTANT_TAGS, run, usage } from './assistant-history.ts';
import { agent } from './assistant-settings.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { cacheStamp, id, success, text } from './wire.ts';

/** Rule: assistant/limits. */
const MAX_QUESTION_LENGTH = 20_000;
/** Earlier messages that a client without a conversation may bring: all of a long one, of which the last are told. */
const MAX_BROUGHT = 10_000;
/** A brought message may be as long as an answer. */
const MAX_BROUGHT_LENGTH = 400_000;
const MAX_IMAGES = 4;
const MAX_IMAGE_LENGTH = 1_500_000;

const runId = z.uuid().meta({ description: 'Id of the run.', examples: ['5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a'] });
const runParams = z.object({ id: runId });

/** A failed answer begins with these words where no provider is connected. */
export const NO_MODEL_CONNECTED = 'No model is connected';

/** One `data:` line of an answer. `seq` counts them from 1. */
export const chatEvent = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('thinking').describe('The model thinks. The first line is of this type and has the ids.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('The thoughts; empty in the first line.'),
      data: z
        .object({
          run_id: runId,
          conversation_id: z.int().describe('The conversation, which may be new.'),
          question_id: z.int().describe('The saved question.'),
          title: z.string().describe('Name of the conversation.'),
        })
        .optional()
        .describe('Ids of the conversation and the question; in the first line only.'),
    }),
    z.object({
      type: z.literal('tool_call').describe('A tool begins.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('The query in words.'),
      data: z.object({ id: z.string().describe('Id of the call.'), name: z.string().describe('Name of the tool.') }),
    }),
    z.object({
      type: z.literal('tool_result').describe('A tool has ended.'),
      seq: z.int().describe('Number of the line.'),
      content: z.string().describe('Number of rows, or the reason why there are none.'),
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
      type: z.literal('done').describe('The answer is complete or was stopped. This is the last line.'),
      seq: z.int().describe('Number of the line.'),
      data: z.object({
        run_id: runId,
        message_id: z.int().nullable().describe('The saved answer; null when nothing was saved.'),
        state: z.enum(['finished', 'interrupted']).describe('End state of the answer.'),
        usage,
      }),
    }),
    z.object({
      type: z.literal('error').describe('The answer failed. This is the last line.'),
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
            'incomplete',
            'provider_error',
            'internal_error',
          ])
          .describe('Reason for the failure.'),
        retry_after_s: z.int().nullable().describe('Seconds to wait before another try makes sense.'),
        usage,
      }),
    }),
  ])
  .meta({ id: 'ChatEvent', description: 'One line of an answer.' });
export type ChatEvent = z.output<typeof chatEvent>;

const said = z.object({
  role: z
    .enum(['user', 'assistant', 'thinking', 'tool'])
    .describe('Author of the message. Only questions and answers are read.'),
  content: text(MAX_BROUGHT_LENGTH).meta({ description: 'Text of the message.', examples: ['Hello'] }),
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
    .meta({
      description:
        'Earlier messages, of which the last are told. They are told as they are, even if names of customers are not shared: leave names out. Ignored if `conversation_id` is sent.',
      examples: [[]],
    }),
  user_location: z
    .object({
      id: z.int().nullable().describe('Ignored: the session names the location.'),
      name: text(200).nullable().describe('Ignored.'),
    })
    .nullable()
    .optional()
    .meta({ description: 'Ignored: the session names the location.', examples: [null] }),
  conversation_id: id.optional().describe('The conversation; a new one when left out.'),
  run_id: runId
    .optional()
    .describe(
      'Id made by the client. A question that is sent again with the same id is not asked twice; its answer is streamed again.',
    ),
  replaces: id
    .optional()
    .describe('Id of the question that this one replaces, together with all messages after it: an edit or a retry.'),
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
  description: `Works as the other call does: earlier clients send questions about stock here. ${HOW}`,
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
  summary: 'Progress of an answer',
  description: 'The state of the run. If its server ended, the run is interrupted.',
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
  description: 'Stops it within a second, on any server. The part that arrived is kept as interrupted.',
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
  description:
    'Asks as the streaming call does, but answers the run: listen to its events, or read the messages later.',
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
    label: z.string().meta({ description: 'Display name.', examples: ['Claude Sonnet 4'] }),
    resolves_to: z.string().describe('The model that is asked.'),
    takes_temperature: z.boolean().describe('True if a temperature is sent.'),
    why_no_temperature: z.string().describe('Reason why no temperature is sent; empty if one is.'),
    takes_images: z.boolean().describe('True if pictures may be sent.'),
    max_tokens: z.int().describe('Longest answer that the server allows.'),
    why_not_allowed: z.string().describe("Reason why the agent's own model is not asked; empty for a model that is."),
  })
  .meta({ id: 'ModelChoice', description: 'A model to choose.' });
export type ModelChoice = z.output<typeof modelChoice>;

export const assistantRoute = route({
  name: 'assistant',
  method: 'GET',
  path: '/api/ai/status',
  access: 'use-assistant',
  summary: 'Capabilities of the assistant',
  description:
    'Everything that the chat needs at its start: the agent, models, commands, the tokens used today and their cost.',
  tags: ASSISTANT_TAGS,
  query: z.object({ _t: cacheStamp }),
  reply: success({
    connected: z.boolean().describe('True if a model is connected. Commands work without one.'),
    why_not_connected: z.string().describe('A sentence that tells how to connect a model; empty if one is connected.'),
    agent,
    models: z.array(modelChoice).describe('The three aliases, then the models of the provider.'),
    commands: z
      .array(
        z.object({
          name: z.string().meta({ description: 'First word of the command.', examples: ['/sales'] }),
          usage: z.string().meta({ description: 'Syntax of its parameters.', examples: ['[when] [by what]'] }),
          description: z.string().describe('Purpose.'),
          examples: z.array(z.string()).describe('Complete examples.'),
          completions: z.array(z.string()).describe('Words that may follow the command.'),
        }),
      )
      .describe('Commands that run tools directly.'),
    usage: z
      .object({
        person_today: z.int().describe('Tokens that the caller used today.'),
        person_limit: z.int().describe('Daily limit of a person, in tokens.'),
        shop_today: z.int().describe('Tokens that the business used today.'),
        shop_limit: z.int().describe('Daily limit of the business, in tokens.'),
        person_cost: z
          .string()
          .nullable()
          .describe("Cost of the caller's tokens in US dollars, where prices were entered."),
        shop_cost: z
          .string()
          .nullable()
          .describe("Cost of the business's tokens in US dollars, where prices were entered."),
      })
      .describe('Tokens of the day and their cost.'),
    shares_names: z
      .boolean()
      .describe('True if an administrator allows names of customers to be sent to the provider.'),
    sent: z.array(z.string()).meta({
      description: 'Text about the data that is sent to the provider with a question.',
      examples: [['The question']],
    }),
  }),
});

export const toolRowsRoute = route({
  name: 'toolRows',
  method: 'GET',
  path: '/api/ai/rows',
  access: 'use-assistant',
  summary: 'Current rows of a tool',
  description:
    'Runs a read-only tool with the permissions of the caller, for a live artifact that is not saved yet. Nothing is stored.',
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
      .meta({ description: 'Parameters of the tool, as JSON.', examples: ['{}'] }),
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
  description: 'Runs the tool again with the permissions of the caller and writes up to 5,000 rows.',
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
