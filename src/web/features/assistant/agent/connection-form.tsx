import { useState } from 'react';
import {
  MAX_DAILY_TOKENS,
  MAX_MILLION_PRICE,
  MODEL_ALIASES,
  type ProviderKind,
  type ProviderSettings,
  testProviderRoute,
} from '#contract/assistant-settings.ts';
import type { ReplyOf } from '#contract/route.ts';
import { readDecimal, readWhole, typedSentence } from '#domain/typed.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { changeProviderCommand } from '../assistant-commands.ts';
import { keepProvider, useProvider, useProviderModels } from '../assistant-queries.ts';
import { Allowed, Group, isPriced, Prices, type TypedPrice } from './model-lists.tsx';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';

/** The server waits up to 10 s for the list of models and then 60 s for a turn. */
const TEST_TIMEOUT_MS = 80_000;
const NONE = 'none';

/** The connection to a model, and its limits of use. */
export function ConnectionForm() {
  const provider = useProvider();
  if (provider.isPending) return <LoadingPanel label="Loading connection..." />;
  if (provider.isError) {
    return (
      <ErrorPanel
        title="The connection could not be loaded"
        error={provider.error}
        onRetry={() => provider.refetch()}
      />
    );
  }
  return <Form saved={provider.data.settings} />;
}

interface Typed {
  provider: ProviderKind | null;
  baseUrl: string;
  /** Null keeps the stored key; '' deletes it. */
  apiKey: string | null;
  streamsWithTools: boolean;
  shareNames: boolean;
  personTokens: string;
  shopTokens: string;
  aliases: Record<string, string>;
  prices: readonly TypedPrice[];
  allowed: readonly string[];
}

const typedOf = (saved: ProviderSettings): Typed => ({
  provider: saved.provider,
  baseUrl: saved.base_url,
  apiKey: null,
  streamsWithTools: saved.streams_with_tools,
  shareNames: saved.share_customer_names,
  personTokens: String(saved.person_daily_tokens),
  shopTokens: String(saved.shop_daily_tokens),
  aliases: Object.fromEntries(saved.aliases.map(({ name, model }) => [name, model])),
  prices: saved.prices.map(({ model, input, output }) => ({ model, input: String(input), output: String(output) })),
  allowed: saved.allowed_models,
});

const modelsIn = (allowed: Typed['allowed']) => allowed.map((model) => model.trim()).filter((model) => model !== '');

/** The settings without empty rows, which mean nothing. */
const told = (typed: Typed): Typed => ({
  ...typed,
  allowed: modelsIn(typed.allowed),
  prices: typed.prices.filter(isPriced),
});

const readTokens = (text: string) => readWhole(text, { most: MAX_DAILY_TOKENS });

/** Dollars for a million tokens, which may be fractions of a cent. */
function dollarsIn(text: string): number | null {
  const read = readDecimal(text.replace('$', ''), { decimals: 6, most: MAX_MILLION_PRICE });
  return read.ok ? read.value : null;
}

function Form({ saved }: { saved: ProviderSettings }) {
  // Only the fields changed here. The others follow the saved settings.
  const [edits, setEdits] = useState<Partial<Typed>>({});
  const before = typedOf(saved);
  const typed = { ...before, ...edits, aliases: { ...before.aliases, ...edits.aliases } };
  const [version, setVersion] = useState(saved.version);
  const [problem, setProblem] = useState<string | null>(null);
  const command = useCommand(changeProviderCommand, 'assistant connection', (outcome) => {
    if (outcome.kind === 'done') {
      keepProvider(outcome.reply);
      setEdits({});
      setVersion(outcome.reply.settings.version);
    }
    if (outcome.kind === 'refused') {
      const theirs = versionMeanwhile(outcome.error);
      setProblem(
        theirs === null
          ? `Not saved. ${sentenceOf(outcome.error)}`
          : 'Not saved. Somebody else changed the connection meanwhile: what you see now is theirs with your changes on it. Save again to keep yours.',
      );
      if (theirs !== null) setVersion(theirs);
    }
  });
  const isSent = command.open !== null;
  const isEdited = JSON.stringify(told(typed)) !== JSON.stringify(told(before));
  const models = useProviderModels(saved.provider !== null);
  const change = (part: Partial<Typed>) => {
    setProblem(null);
    if (!isEdited) setVersion(saved.version);
    setEdits((kept) => ({ ...kept, ...part }));
  };

  function save() {
    const [person, shop] = [readTokens(typed.personTokens), readTokens(typed.shopTokens)];
    if (!person.ok) return setProblem(`Tokens of a person: ${typedSentence(person.refused)}`);
    if (!shop.ok) return setProblem(`Tokens of the business: ${typedSentence(shop.refused)}`);
    const prices = typed.prices
      .filter(isPriced)
      .map(({ model, input, output }) => ({ model: model.trim(), input: dollarsIn(input), output: dollarsIn(output) }));
    const wrong = prices.find((price) => price.model === '' || price.input === null || price.output === null);
    if (wrong) return setProblem('Enter a model and two prices in dollars, such as 3 and 15, or leave the row empty.');
    setProblem(null);
    void command.send({
      body: {
        provider: typed.provider,
        base_url: typed.baseUrl.trim(),
        ...(typed.apiKey !== null && { api_key: typed.apiKey.trim() }),
        streams_with_tools: typed.streamsWithTools,
        share_customer_names: typed.shareNames,
        person_daily_tokens: person.value,
        shop_daily_tokens: shop.value,
        aliases: MODEL_ALIASES.map((name) => ({ name, model: typed.aliases[name]?.trim() ?? '' })),
        prices: prices.map((price) => ({ model: price.model, input: price.input ?? 0, output: price.output ?? 0 })),
        allowed_models: modelsIn(typed.allowed),
        version,
      },
      memo: null,
      title: 'Save the connection',
    });
  }

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {saved.from === 'environment' && (
        <p className="rounded-md bg-blue-soft px-3 py-2 text-sm text-blue">
          The connection comes from the environment of the server. What you enter here comes before it.
        </p>
      )}
      <div className="grid gap-4 min-[640px]:grid-cols-2">
        <Field label="Provider" hint="A model on your own machine is reached by an OpenAI-compatible address.">
          {(control) => (
            <Select
              {...control}
              className="w-full"
              disabled={isSent}
              value={typed.provider ?? NONE}
              onChange={(next) => change({ provider: next === NONE ? null : next })}
              options={[
                { value: NONE, label: saved.from === 'environment' ? 'As in the environment' : 'None' },
                { value: 'anthropic', label: 'Anthropic' },
                { value: 'openai', label: 'OpenAI-compatible' },
              ]}
            />
          )}
        </Field>
        <TextField
          label="Address"
          hint="Left empty, it is the provider's own."
          inputMode="url"
          placeholder={typed.provider === 'openai' ? 'http://localhost:11434/v1' : 'https://api.anthropic.com'}
          value={typed.baseUrl}
          disabled={isSent || typed.provider === null}
          onChange={({ target }) => change({ baseUrl: target.value })}
        />
        <TextField
          label="Key"
          type="password"
          autoComplete="new-password"
          placeholder={saved.has_key ? 'A key is kept' : ''}
          hint={
            typed.apiKey === ''
              ? 'The key that is kept will be forgotten.'
              : 'Kept encrypted. It is never shown, and never sent to a browser.'
          }
          value={typed.apiKey ?? ''}
          disabled={isSent || typed.provider === null}
          onChange={({ target }) => change({ apiKey: target.value === '' ? null : target.value })}
        />
        <div className="flex flex-col justify-center gap-2">
          {saved.has_key && (
            <Checkbox
              label="Forget the key"
              checked={typed.apiKey === ''}
              disabled={isSent}
              onChange={(on) => change({ apiKey: on ? '' : null })}
            />
          )}
          <Checkbox
            label="Stream answers that use tools"
            checked={typed.streamsWithTools}
            disabled={isSent}
            onChange={(streamsWithTools) => change({ streamsWithTools })}
          />
          <Checkbox
            label="Send customers' names to the provider"
            checked={typed.shareNames}
            disabled={isSent}
            onChange={(shareNames) => change({ shareNames })}
          />
        </div>
      </div>
      <TestConnection isEdited={isEdited} />
      <Group title="Limits" className="min-[640px]:grid-cols-2">
        <TextField
          label="Tokens of a person in a day"
          inputMode="numeric"
          value={typed.personTokens}
          disabled={isSent}
          onChange={({ target }) => change({ personTokens: target.value })}
        />
        <TextField
          label="Tokens of the business in a day"
          inputMode="numeric"
          value={typed.shopTokens}
          disabled={isSent}
          onChange={({ target }) => change({ shopTokens: target.value })}
        />
      </Group>
      <Group title="Models" hint="empty means the newest that fits" className="min-[640px]:grid-cols-3">
        {MODEL_ALIASES.map((name) => (
          <TextField
            key={name}
            label={name}
            list="assistant-models"
            value={typed.aliases[name] ?? ''}
            disabled={isSent}
            onChange={({ target }) => change({ aliases: { ...edits.aliases, [name]: target.value } })}
          />
        ))}
        <datalist id="assistant-models">
          {(models.data?.models ?? []).map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </datalist>
        {models.data && models.data.error !== '' && (
          <p className="col-span-full text-sm text-yellow">{models.data.error}</p>
        )}
      </Group>
      <Allowed models={typed.allowed} disabled={isSent} onChange={(allowed) => change({ allowed })} />
      <Prices prices={typed.prices} disabled={isSent} onChange={(prices) => change({ prices })} />
      {problem !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
      <Checking what="connection" command={command.open} />
      <div className="flex justify-end">
        <Button variant="primary" type="submit" busy={isSent}>
          Save
        </Button>
      </div>
    </form>
  );
}

function TestConnection({ isEdited }: { isEdited: boolean }) {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Pick<ReplyOf<typeof testProviderRoute>, 'ok' | 'sentence'> | null>(null);
  async function test() {
    setBusy(true);
    setResult(null);
    try {
      setResult(await call(testProviderRoute, { body: {}, timeoutMs: TEST_TIMEOUT_MS }));
    } catch (error) {
      setResult({ ok: false, sentence: sentenceOf(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button busy={busy} disabled={isEdited} onClick={() => void test()}>
        Test connection
      </Button>
      <p role="status" className={result?.ok === false ? 'text-sm text-danger-ink' : 'text-sm text-ink-2'}>
        {result?.sentence ?? (isEdited ? 'Save first: what is saved is tested.' : 'Asks the model to call one tool.')}
      </p>
    </div>
  );
}
