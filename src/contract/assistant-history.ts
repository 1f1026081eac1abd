import { z } from 'zod';
import { toolCard } from './assistant-cards.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { cacheStamp, idParams, idText, instant, pageMeta, pageQuery, searched, success, text } from './wire.ts';

export const ASSISTANT_TAGS = ['Assistant'];
const BASE = '/api/ai/history';

const MESSAGE_ROLES = ['user', 'assistant', 'thinking', 'tool'] as const;
/** `interrupted`: it was stopped, or its server ended; the part that arrived is kept. */
const MESSAGE_STATES = ['finished', 'interrupted', 'failed'] as const;
/** `running` until its last event. */
const RUN_STATES = ['running', ...MESSAGE_STATES] as const;

export const usage = z
  .object({
    input_tokens: z.int().describe('Tokens that were read.'),
    output_tokens: z.int().describe('Tokens that were written.'),
    cost: z
      .string()
      .nullable()
      .meta({
        description: 'US dollars, where an administrator entered prices; null otherwise.',
        examples: ['0.0123'],
      }),
    model: z.string().describe('The model that answered; empty for none.'),
    ms: z.int().describe('Milliseconds from the question to the last word.'),
  })
  .meta({ id: 'AssistantUsage', description: 'Model, tokens, cost and duration of an answer.' });
export type AssistantUsage = z.output<typeof usage>;

export const run = z
  .object({
    id: z.string().meta({ description: 'Id of the run.', examples: ['5f0c7f4e-2b6a-4b51-9d0e-9a8f2f9d1c3a'] }),
    conversation_id: z.int().nullable().describe('Id of its conversation; null when that was deleted.'),
    state: z.enum(RUN_STATES).describe('State of the run.'),
    started_at: instant.describe('Time of the question.'),
  })
  .meta({ id: 'AssistantRun', description: 'The making of one answer. It continues even if nobody listens.' });
export type Run = z.output<typeof run>;

export const chatMessage = z
  .object({
    id: z.int().describe('Id of the message.'),
    role: z.enum(MESSAGE_ROLES).describe('Author or kind of the message.'),
    content: z.string().describe('The text, as Markdown for an answer.'),
    timestamp: instant.describe('Time.'),
    state: z.enum(MESSAGE_STATES).describe('End state of the answer.'),
    error: z.string().describe('A sentence for the reader when it failed; empty otherwise.'),
    run_id: z.string().nullable().describe('The run that it belongs to.'),
    tool_name: z.string().describe('The tool of a tool message; empty otherwise.'),
    card: toolCard.nullable().describe('The card of a tool message.'),
    usage: usage.nullable().describe('Model, tokens, cost and duration of an answer.'),
    images: z.int().describe('Pictures that were sent with a question. They are not kept.'),
  })
  .meta({ id: 'ChatMessage', description: 'A message of a conversation.' });
export type ChatMessage = z.output<typeof chatMessage>;

export const conversation = z
  .object({
    id: z.int().describe('Id of the conversation.'),
    title: z.string().meta({ description: 'Name.', examples: ['What should I reorder?'] }),
    message_count: z.int().describe('Number of questions and answers.'),
    last_message: z.string().describe('The first 50 characters of the last one.'),
    created_at: instant.describe('Time of creation.'),
    updated_at: instant.describe('Time of the last message.'),
    found: z.string().describe('Text around the match of the search; empty without a search.'),
  })
  .meta({ id: 'Conversation', description: 'A conversation of the caller with the assistant.' });
export type Conversation = z.output<typeof conversation>;

const title = text(200).meta({ description: 'Name.', examples: ['What should I reorder?'] });

export const conversationsRoute = route({
  name: 'conversations',
  method: 'GET',
  path: BASE,
  access: 'use-assistant',
  summary: 'Conversations of the caller',
  description: 'Newest first. A search covers names and all messages, and answers 100 at most at a time.',
  tags: ASSISTANT_TAGS,
  query: z.object({ search: searched.optional(), ...pageQuery(500, 500) }),
  reply: success({ conversations: z.array(conversation).describe('Newest first.'), meta: pageMeta }),
});

export const createConversationRoute = route({
  name: 'createConversation',
  method: 'POST',
  path: BASE,
  access: 'use-assistant',
  summary: 'Begin a conversation',
  description: 'Makes an empty conversation. A question sent without a conversation makes one, too.',
  tags: ASSISTANT_TAGS,
  status: 201,
  loginSentence: 'Please log in to create a new conversation',
  body: z.object({ title: title.default('') }),
  reply: success({ conversation }),
  example: { body: { title: 'What should I reorder?' } },
});

export const renameConversationRoute = route({
  name: 'renameConversation',
  method: 'PUT',
  path: `${BASE}/:id`,
  access: 'use-assistant',
  summary: 'Rename a conversation',
  description: 'The name is trimmed and not empty.',
  tags: ASSISTANT_TAGS,
  params: idParams,
  body: z.object({
    title: title.transform((written) => written.trim()).refine((written) => written !== '', 'Please enter a name'),
  }),
  reply: success({ conversation }),
  refusals: ['not_found'],
  example: { after: 'createConversation', params: { id: from('/conversation/id', 1) }, body: { title: 'Reorder' } },
});

export const deleteConversationRoute = route({
  name: 'deleteConversation',
  method: 'DELETE',
  path: `${BASE}/:id`,
  access: 'use-assistant',
  summary: 'Delete a conversation',
  description: 'Deletes its messages too, and stops an answer in progress. Artifacts and approved drafts stay.',
  tags: ASSISTANT_TAGS,
  params: idParams,
  reply: success({}),
  refusals: ['not_found'],
  example: { after: 'createConversation', params: { id: from('/conversation/id', 1) } },
});

export const messagesRoute = route({
  name: 'messages',
  method: 'GET',
  path: `${BASE}/:id/messages`,
  access: 'use-assistant',
  summary: 'Messages of a conversation',
  description:
    'The last messages, oldest first; `before` goes further back. `run` is the answer in progress: listen to its events.',
  tags: ASSISTANT_TAGS,
  params: idParams,
  query: z.object({
    before: idText.optional().describe('Only messages before the one with this id.'),
    per_page: idText.pipe(z.int().min(1).max(200)).default(100).describe('Largest number of messages to answer.'),
    _t: cacheStamp,
  }),
  reply: success({
    conversation,
    messages: z.array(chatMessage).describe('Oldest first.'),
    has_more: z.boolean().describe('True if there are earlier messages.'),
    run: run.nullable().describe('The answer in progress; null for none.'),
  }),
  refusals: ['not_found'],
  example: { after: 'createConversation', params: { id: from('/conversation/id', 1) } },
});

export const clearConversationRoute = route({
  name: 'clearConversation',
  method: 'DELETE',
  path: `${BASE}/:id/messages`,
  access: 'use-assistant',
  summary: 'Clear a conversation',
  description: 'Deletes its messages and keeps its name. Stops an answer in progress.',
  tags: ASSISTANT_TAGS,
  params: idParams,
  reply: success({ conversation }),
  refusals: ['not_found'],
  example: { after: 'createConversation', params: { id: from('/conversation/id', 1) } },
});
