import { z } from 'zod';
import { route } from './route.ts';
import { cacheStamp, flag, instant, success, text } from './wire.ts';

const TAGS = ['Assistant'];

/** Model names that clients know. Each is an alias for a model of the provider. */
export const MODEL_ALIASES = ['claude-sonnet-4', 'claude-opus-4', 'claude-3.5-sonnet'] as const;
export type ModelAlias = (typeof MODEL_ALIASES)[number];
export const PROVIDERS = ['anthropic', 'openai'] as const;
export type ProviderKind = (typeof PROVIDERS)[number];

const WORDS = {
  name: { description: 'Name of the agent.', examples: ['Shop assistant'] },
  model: { description: 'An alias, or a model of the provider.', examples: ['claude-sonnet-4'] },
  system_prompt: {
    description: 'Instructions to the model before every conversation. Only administrators may read them.',
    examples: ['Answer in two sentences.'],
  },
  temperature: { description: 'From 0 to 1.', examples: [0.7] },
  max_tokens: { description: 'Longest answer, in tokens.', examples: [8192] },
  version: { description: 'Grows with every change.', examples: [1] },
};

export const agent = z
  .object({
    id: z.int().describe('Id of the agent.'),
    name: z.string().meta(WORDS.name),
    model: z.string().meta(WORDS.model),
    resolves_to: z.string().describe('The model that is asked; empty without a provider.'),
    system_prompt: z.string().meta(WORDS.system_prompt),
    temperature: z.number().meta(WORDS.temperature),
    max_tokens: z.int().meta(WORDS.max_tokens),
    version: z.int().meta(WORDS.version),
    updated_at: instant.describe('Time of the last change.'),
    updated_by: z.string().describe('Person who changed it; empty if nobody has.'),
  })
  .meta({ id: 'Agent', description: "Settings for the assistant's answers." });
export type Agent = z.output<typeof agent>;

export const agentRoute = route({
  name: 'agent',
  method: 'GET',
  path: '/api/ai/config',
  access: 'use-assistant',
  summary: 'The agent',
  description: 'Its system prompt is empty for those who may not change it.',
  tags: TAGS,
  query: z.object({ _t: cacheStamp }),
  reply: success({ agent }),
});

export const changeAgentRoute = route({
  name: 'changeAgent',
  method: 'PUT',
  path: '/api/ai/config',
  access: 'configure',
  summary: 'Change the agent',
  description: 'Saves a new version; fields left out stay unchanged.',
  tags: TAGS,
  body: z.object({
    agentId: z
      .union([z.int(), text(40)])
      .optional()
      .describe('There is one agent; not read.'),
    updates: z
      .object({
        name: text(80)
          .transform((written) => written.trim())
          .refine((written) => written !== '', 'Please enter a name')
          .optional()
          .meta(WORDS.name),
        model: text(200).min(1).optional().meta(WORDS.model),
        system_prompt: text(20_000).optional().meta(WORDS.system_prompt),
        temperature: z.number().min(0).max(1).optional().meta(WORDS.temperature),
        max_tokens: z.int().min(1).max(16_384).optional().meta(WORDS.max_tokens),
      })
      .describe('Fields to change.'),
    version: z.int().optional().describe('The version that the caller changed.'),
  }),
  reply: success({ agent }),
  refusals: ['changed_meanwhile', 'nothing_to_do', 'model_not_allowed'],
  example: { body: { updates: { temperature: 0.6 } } },
});

export const agentVersionsRoute = route({
  name: 'agentVersions',
  method: 'GET',
  path: '/api/ai/config/versions',
  access: 'configure',
  summary: 'Versions of the agent',
  description: 'Newest first, the last hundred.',
  tags: TAGS,
  reply: success({ versions: z.array(agent).describe('Newest first.') }),
});

export const restoreAgentRoute = route({
  name: 'restoreAgent',
  method: 'POST',
  path: '/api/ai/config/restore',
  access: 'configure',
  summary: 'Bring back a version of the agent',
  description: 'Saves it again as the newest version; the others stay.',
  tags: TAGS,
  body: z.object({
    restore: z.int().min(1).max(1_000_000).describe('The version to bring back.'),
    version: z.int().optional().describe('The version that the caller sees.'),
  }),
  reply: success({ agent }),
  refusals: ['not_found', 'changed_meanwhile', 'nothing_to_do', 'model_not_allowed'],
  example: { after: 'changeAgent', body: { restore: 1 } },
});

export const testAgentRoute = route({
  name: 'testAgent',
  method: 'POST',
  path: '/api/ai/config/test',
  access: 'configure',
  summary: 'Try settings with one question',
  description:
    'Asks with the values sent, which need not be saved. No tools are used, and only the number of tokens is stored.',
  tags: TAGS,
  idempotency: 'none',
  body: z.object({
    question: text(2000)
      .min(1)
      .meta({ description: 'The question.', examples: ['Say hello.'] }),
    model: text(200).optional().meta(WORDS.model),
    system_prompt: text(20_000).optional().meta(WORDS.system_prompt),
    temperature: z.number().min(0).max(1).optional().meta(WORDS.temperature),
    max_tokens: z.int().min(1).max(16_384).optional().meta(WORDS.max_tokens),
  }),
  reply: success({
    ok: z.boolean().describe('True if an answer came.'),
    answer: z.string().describe('The answer, or the reason why there is none.'),
    model: z.string().describe('The model that was asked.'),
    ms: z.int().describe('Duration in milliseconds.'),
    input_tokens: z.int().describe('Tokens that were read.'),
    output_tokens: z.int().describe('Tokens that were written.'),
    cost: z.string().nullable().describe('US dollars, where prices were entered.'),
  }),
  example: { body: { question: 'Say hello.' } },
});

/** In US dollars. */
export const MAX_MILLION_PRICE = 10_000;

const price = z.object({
  model: text(200)
    .min(1)
    .meta({ description: 'A model of the provider.', examples: ['claude-sonnet-4-6'] }),
  input: z
    .number()
    .min(0)
    .max(MAX_MILLION_PRICE)
    .meta({ description: 'US dollars for a million tokens read.', examples: [3] }),
  output: z
    .number()
    .min(0)
    .max(MAX_MILLION_PRICE)
    .meta({ description: 'US dollars for a million tokens written.', examples: [15] }),
});

const alias = z.object({
  name: z.enum(MODEL_ALIASES).describe('The alias.'),
  model: text(200).meta({ description: 'Model of the alias; empty for the newest that fits.', examples: [''] }),
});

const allowedModel = text(200)
  .transform((written) => written.trim())
  .refine((written) => written !== '', 'Please enter a model')
  .meta({ description: 'A model of the provider.', examples: ['claude-sonnet-4-6'] });

export const MAX_DAILY_TOKENS = 1_000_000_000;
const DAILY = z.int().min(0).max(MAX_DAILY_TOKENS);
const SETTINGS = {
  provider: z
    .enum(PROVIDERS)
    .nullable()
    .meta({ description: 'Protocol; null for none.', examples: ['anthropic'] }),
  base_url: text(500).meta({ description: 'Address of the provider; empty for its own.', examples: [''] }),
  streams_with_tools: z
    .boolean()
    .meta({ description: 'Off for servers that lose calls of tools while streaming.', examples: [true] }),
  share_customer_names: z
    .boolean()
    .meta({ description: 'True if names of customers are sent to the provider.', examples: [false] }),
  person_daily_tokens: DAILY.meta({ description: 'Tokens allowed to a person in a day.', examples: [200_000] }),
  shop_daily_tokens: DAILY.meta({ description: 'Tokens allowed to the business in a day.', examples: [2_000_000] }),
  aliases: z
    .array(alias)
    .max(3)
    .meta({ description: 'Models of the aliases.', examples: [[]] }),
  prices: z
    .array(price)
    .max(50)
    .meta({ description: 'Prices of models.', examples: [[]] }),
  allowed_models: z
    .array(allowedModel)
    .max(50)
    .meta({ description: 'The models that may be asked; empty for every one of the provider.', examples: [[]] }),
};

const providerSettings = z
  .object({
    ...SETTINGS,
    provider: z.enum(PROVIDERS).nullable().describe('Protocol; null for none.'),
    has_key: z.boolean().describe('True if a key is stored. The key itself is never answered.'),
    from: z
      .enum(['settings', 'environment', 'nowhere'])
      .describe("Source of the provider's settings. Values entered here take precedence over the environment."),
    version: z.int().meta(WORDS.version),
  })
  .meta({ id: 'ProviderSettings', description: 'Connection of the assistant to a model.' });
export type ProviderSettings = z.output<typeof providerSettings>;

export const providerRoute = route({
  name: 'provider',
  method: 'GET',
  path: '/api/ai/provider',
  access: 'configure',
  summary: 'Connection to a model',
  description: 'The provider, its address and the limits. Keys are not answered.',
  tags: TAGS,
  reply: success({ settings: providerSettings }),
});

export const changeProviderRoute = route({
  name: 'changeProvider',
  method: 'PUT',
  path: '/api/ai/provider',
  access: 'configure',
  summary: 'Change the connection to a model',
  description: 'Fields left out stay unchanged. A key is kept encrypted.',
  tags: TAGS,
  body: z.object({
    provider: SETTINGS.provider.optional(),
    base_url: SETTINGS.base_url
      .refine(isProviderAddress, 'must be an address like https://models.example.com/v1')
      .optional(),
    api_key: text(1000)
      .regex(/^[\x21-\x7e]*$/, 'has characters that no key has')
      .optional()
      .meta({ description: 'A new key; empty to forget the one that is kept.', examples: [''] }),
    streams_with_tools: SETTINGS.streams_with_tools.optional(),
    share_customer_names: SETTINGS.share_customer_names.optional(),
    person_daily_tokens: SETTINGS.person_daily_tokens.optional(),
    shop_daily_tokens: SETTINGS.shop_daily_tokens.optional(),
    aliases: SETTINGS.aliases.optional(),
    prices: SETTINGS.prices.optional(),
    allowed_models: SETTINGS.allowed_models.optional(),
    version: z.int().optional().describe('The version that the caller changed.'),
  }),
  reply: success({ settings: providerSettings }),
  refusals: ['settings_changed', 'nothing_to_do', 'not_valid'],
  example: { body: { person_daily_tokens: 150_000 } },
});

/** Http or https, with a host and without a user. */
function isProviderAddress(address: string): boolean {
  if (address === '') return true;
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(address);
  return (
    (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username + password + search + hash === ''
  );
}

export const testProviderRoute = route({
  name: 'testProvider',
  method: 'POST',
  path: '/api/ai/provider/test',
  access: 'configure',
  summary: 'Test the connection to a model',
  description: 'Asks for one call of a tool, while streaming when that is switched on.',
  tags: TAGS,
  idempotency: 'none',
  body: z.object({ model: text(200).optional().meta(WORDS.model) }),
  reply: success({
    ok: z.boolean().describe('True if the call of the tool came.'),
    sentence: z.string().describe('Result of the test, in a sentence.'),
    model: z.string().describe('The model that was asked.'),
    ms: z.int().describe('Duration in milliseconds.'),
  }),
  example: { body: {} },
});

export const modelsRoute = route({
  name: 'models',
  method: 'GET',
  path: '/api/ai/models',
  access: 'configure',
  summary: 'Models of the provider',
  description: 'Kept for an hour.',
  tags: TAGS,
  query: z.object({ refresh: flag.optional().describe('Ask the provider again.'), _t: cacheStamp }),
  reply: success({
    models: z
      .array(z.object({ name: z.string().describe('Its name.'), label: z.string().describe('Display name.') }))
      .describe('Models in the order of the provider.'),
    error: z.string().describe('Reason why there are none; empty if there are some.'),
  }),
});

const toldRows = z.object({
  tool: z.string().describe('Tool that found the rows.'),
  rows: z.int().describe('Rows that were sent.'),
  total: z.int().describe('Rows that were found.'),
  columns: z.array(z.string()).describe('Headings of the columns that were sent.'),
  figures: z.array(z.string()).describe('Names of the single figures that were sent.'),
});
export type ToldRows = z.output<typeof toldRows>;

const sentItem = z.object({
  at: instant.describe('Time.'),
  person: z.string().describe('Person who asked.'),
  model: z.string().describe('Model that was asked.'),
  tools: z.array(z.string()).describe('Tools whose rows were sent.'),
  told: z
    .array(toldRows)
    .describe('The rows that were sent, in order, without their values. Empty for an answer whose server ended.'),
  images: z.int().describe('Number of pictures that were sent.'),
  input_tokens: z.int().describe('Tokens that were sent.'),
  output_tokens: z.int().describe('Tokens that came back.'),
  cost: z.string().nullable().describe('US dollars, where prices were entered.'),
});

export const sentRoute = route({
  name: 'sent',
  method: 'GET',
  path: '/api/ai/sent',
  access: 'configure',
  summary: 'Questions sent to the provider',
  description:
    'Facts about the last hundred questions: the person, the tools with the columns and rows that were sent, and the number of tokens, without texts and values.',
  tags: TAGS,
  reply: success({ sent: z.array(sentItem).describe('Newest first.') }),
});
