import type { ModelChoice } from '#contract/assistant-chat.ts';
import { MODEL_ALIASES, type ModelAlias } from '#contract/assistant-settings.ts';
import { AnthropicProvider } from '#server/providers/anthropic.ts';
import { OpenAiProvider } from '#server/providers/openai.ts';
import { type ModelInfo, type Provider, ProviderError } from '#server/providers/provider.ts';
import type { SettingsRow } from './queries.ts';
import type { Reach } from './provider-settings.ts';

/** Rule: assistant/models. */
const KEPT_MS = 3_600_000;
/** A list that could not be read is asked for again after this. */
const FAILED_KEPT_MS = 60_000;
const LIST_WITHIN_MS = 10_000;
/** The start of the view does not wait longer for a list. */
const START_WITHIN_MS = 1500;
/** Longest answer that the server allows. Rule: assistant/limits. */
const MOST_TOKENS = 16_384;

const ALIASES: Record<ModelAlias, { label: string; line: string; named: RegExp; otherwise: string }> = {
  'claude-sonnet-4': {
    label: 'Claude Sonnet 4',
    line: 'sonnet',
    named: /^claude-sonnet-4(?:-0)?(?:-\d{8})?$/,
    otherwise: 'claude-sonnet-5-5',
  },
  'claude-opus-4': {
    label: 'Claude Opus 4',
    line: 'opus',
    named: /^claude-opus-4(?:-0)?(?:-\d{8})?$/,
    otherwise: 'claude-opus-5-5',
  },
  'claude-3.5-sonnet': {
    label: 'Claude 3.5 Sonnet',
    line: 'sonnet',
    named: /^claude-3-5-sonnet/,
    otherwise: 'claude-sonnet-5-5',
  },
};

function isAlias(name: string): name is ModelAlias {
  return (MODEL_ALIASES as readonly string[]).includes(name);
}

interface Listed {
  readonly models: readonly ModelInfo[];
  readonly error: string;
  readonly until: number;
}

type Choosing = Pick<SettingsRow, 'aliases' | 'allowed_models'>;

/** An alias counts as the model that it stands for. Rule: assistant/models. */
export function isAllowed({ allowed_models: allowed }: Pick<SettingsRow, 'allowed_models'>, model: string): boolean {
  return allowed.length === 0 || allowed.includes(model);
}

/** Why the agent is not asked, when its model was taken off the list. */
export function agentNotAllowed(name: string, model: string): string {
  const stands = name === model ? '' : ` (${model})`;
  return `The agent uses ${name.slice(0, 80)}${stands}, which is not one of the allowed models. An administrator chooses another model for the agent, or allows this one.`;
}

/** The provider of the present settings, and the list of its models. */
export class Models {
  private key = '';
  private provider: Provider | null = null;
  private listed: Promise<Listed> | null = null;

  /** The same object as long as the settings are the same: it has learned what its models refuse. */
  of(reach: Reach): Provider {
    const key = JSON.stringify(reach);
    if (this.provider === null || key !== this.key) {
      this.key = key;
      this.listed = null;
      this.provider = reach.kind === 'anthropic' ? new AnthropicProvider(reach) : new OpenAiProvider(reach);
    }
    return this.provider;
  }

  /** The provider's models, kept for an hour. */
  async list(reach: Reach, { refresh = false } = {}): Promise<Listed> {
    const provider = this.of(reach);
    const known = await this.listed;
    if (known && known.until > Date.now() && !refresh) return known;
    const reading = provider.models(AbortSignal.timeout(LIST_WITHIN_MS)).then(
      (models) => ({ models, error: '', until: Date.now() + KEPT_MS }),
      (error: unknown) => ({
        // The models of the last list can be chosen meanwhile.
        models: known?.models ?? [],
        error: error instanceof ProviderError ? error.message : 'The provider did not list its models in time.',
        until: Date.now() + FAILED_KEPT_MS,
      }),
    );
    this.listed = reading;
    return reading;
  }

  /** The list if it is there in a moment, or else none: it is there for the next one who asks. */
  async listSoon(reach: Reach): Promise<readonly ModelInfo[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => (timer = setTimeout(resolve, START_WITHIN_MS, null)));
    const listed = await Promise.race([this.list(reach), late]);
    clearTimeout(timer);
    return listed?.models ?? [];
  }

  /** The model that a name stands for: itself, unless it is an alias. Rule: assistant/models. */
  async resolve(reach: Reach, { aliases }: Pick<SettingsRow, 'aliases'>, name: string): Promise<string> {
    if (!isAlias(name)) return name;
    return aliases[name] ?? modelOf(name, reach.kind, await this.listSoon(reach));
  }

  /** The longest answer that a model gives here, in tokens, of which a question may want fewer. Rule: assistant/limits. */
  async longest(reach: Reach, model: string, wanted: number): Promise<number> {
    const known = (await this.listSoon(reach)).find(({ name }) => name === model);
    return Math.min(wanted, longestOf(known));
  }

  /**
   * The model that a question names, when it is one that can be chosen: one that an administrator allows; where none is
   * named, an alias, the agent's own, or one that the provider lists. Questions may not spend on any other.
   * Rule: assistant/models.
   */
  async offered(
    reach: Reach,
    settings: Choosing,
    asked: { readonly name: string; readonly agents: string },
  ): Promise<string | null> {
    const { name, agents } = asked;
    if (settings.allowed_models.length > 0) {
      const model = await this.resolve(reach, settings, name);
      return isAllowed(settings, model) ? model : null;
    }
    const isKnown =
      name === agents || isAlias(name) || (await this.listSoon(reach)).some((listed) => listed.name === name);
    return isKnown ? this.resolve(reach, settings, name) : null;
  }

  /** Returns a function that says whether the agent may have the model of a name. */
  async allowing(reach: Reach | null, settings: Choosing): Promise<(name: string) => boolean> {
    if (reach === null || settings.allowed_models.length === 0) return () => true;
    const stand = await Promise.all(
      MODEL_ALIASES.map(async (alias) => [alias as string, await this.resolve(reach, settings, alias)] as const),
    );
    const standsFor = new Map(stand);
    return (name) => isAllowed(settings, standsFor.get(name) ?? name);
  }

  /** The models that can be chosen, and the agent's own if it may not be asked: its settings say so. */
  async choices(reach: Reach, settings: Choosing, agents: string): Promise<ModelChoice[]> {
    const provider = this.of(reach);
    const models = await this.listSoon(reach);
    const known = new Map(models.map((model) => [model.name, model]));
    const choice = (name: string, label: string, resolvesTo: string): ModelChoice => {
      const model = known.get(resolvesTo);
      // The list is an hour old; a model may have refused something since.
      const refused = provider.refusedBy(resolvesTo);
      const takesTemperature = !refused.has('temperature');
      return {
        name,
        label,
        resolves_to: resolvesTo,
        takes_temperature: takesTemperature,
        why_no_temperature: takesTemperature ? '' : `${model?.label ?? resolvesTo} takes no temperature.`,
        takes_images: (model?.takesImages ?? true) && !refused.has('images'),
        max_tokens: longestOf(model),
        why_not_allowed: isAllowed(settings, resolvesTo) ? '' : agentNotAllowed(name, resolvesTo),
      };
    };
    const choices = [
      ...MODEL_ALIASES.map((name) =>
        choice(name, ALIASES[name].label, settings.aliases[name] ?? modelOf(name, reach.kind, models)),
      ),
      ...models.map(({ name, label }) => choice(name, label, name)),
    ];
    // A provider need not list a model that an administrator names, and lists the agent's no more when it is withdrawn.
    const named = settings.allowed_models.length === 0 ? [] : [...settings.allowed_models, agents];
    const unlisted = [...new Set(named)].filter((name) => !choices.some((listed) => listed.name === name));
    return [...choices, ...unlisted.map((name) => choice(name, name, name))].filter(
      ({ name, why_not_allowed: why }) => why === '' || name === agents,
    );
  }
}

const longestOf = (model: ModelInfo | undefined): number => Math.min(model?.maxTokens ?? MOST_TOKENS, MOST_TOKENS);

function modelOf(alias: ModelAlias, kind: Reach['kind'], models: readonly ModelInfo[]): string {
  const { line, named, otherwise } = ALIASES[alias];
  const exact = models.find(({ name }) => named.test(name));
  if (exact) return exact.name;
  const [newest] = models
    .filter((model) => model.line === line)
    .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
  if (newest) return newest.name;
  // A local server has one model, or a few: its first one.
  return kind === 'anthropic' ? otherwise : (models[0]?.name ?? alias);
}

/** US dollars in millionths; null where no price was entered for the model. */
export function costMicros(
  { prices }: Pick<SettingsRow, 'prices'>,
  model: string,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  const price = prices[model];
  return price ? Math.round(inputTokens * price.input + outputTokens * price.output) : null;
}

/** As "0.0123". */
export function dollars(micros: number | null): string | null {
  return micros === null ? null : (micros / 1_000_000).toFixed(4);
}
