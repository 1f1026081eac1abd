import { type ReactNode, useState } from 'react';
import type { ModelChoice } from '#contract/assistant-chat.ts';
import { type Agent, testAgentRoute } from '#contract/assistant-settings.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField, TextInput } from '#web/ui/fields/text-field.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { changeAgentCommand, restoreAgentCommand } from '../assistant-commands.ts';
import { keepAgent, useAgent, useAgentVersions } from '../assistant-queries.ts';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';
import { lengthOptions, longestAnswer, TemperatureField } from '../chat/chat-settings.tsx';

const MAX_TOKENS = [1024, 2048, 4096, 8192, 16_384];
const TEST_TIMEOUT_MS = 120_000;

type Fields = Pick<Agent, 'name' | 'model' | 'system_prompt' | 'temperature' | 'max_tokens'>;

/** The agent, with its earlier versions. */
export function AgentForm({ models }: { models: readonly ModelChoice[] }) {
  const agent = useAgent();
  if (agent.isPending) return <LoadingPanel label="Loading agent..." />;
  if (agent.isError) {
    return (
      <ErrorPanel
        title="Failed to load agent"
        error={agent.error}
        retryLabel="Try Again"
        onRetry={() => agent.refetch()}
      />
    );
  }
  return <Form saved={agent.data.agent} models={models} />;
}

const fieldsOf = ({ name, model, system_prompt, temperature, max_tokens }: Agent): Fields => ({
  name,
  model,
  system_prompt,
  temperature,
  max_tokens,
});

function Form({ saved, models }: { saved: Agent; models: readonly ModelChoice[] }) {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const [seen, setSeen] = useState(saved.version);
  const [problem, setProblem] = useState<ReactNode>(null);
  const fields = { ...fieldsOf(saved), ...edits };
  const changed = (Object.keys(edits) as (keyof Fields)[]).filter((name) => edits[name] !== saved[name]);
  const command = useCommand(changeAgentCommand, 'agent', (outcome) => {
    if (outcome.kind === 'done') {
      keepAgent(outcome.reply);
      setEdits({});
      setSeen(outcome.reply.agent.version);
    }
    if (outcome.kind === 'refused') {
      const theirs = versionMeanwhile(outcome.error);
      setProblem(
        theirs !== null
          ? 'Failed to update agent. Somebody else changed it meanwhile: what you see now is theirs with your changes on it. Save again to keep yours.'
          : `Failed to update agent. ${sentenceOf(outcome.error)}`,
      );
      if (theirs !== null) setSeen(theirs);
    }
  });
  const isSent = command.open !== null;
  const model = models.find(({ name }) => name === fields.model);
  const lengths = [...MAX_TOKENS, fields.max_tokens];
  const longest = longestAnswer(model, lengths);
  const change = (part: Partial<Fields>) => {
    setProblem(null);
    if (changed.length === 0) setSeen(saved.version);
    setEdits({ ...edits, ...part });
  };

  function save() {
    if (fields.name.trim() === '') return setProblem('Please enter a name');
    setProblem(null);
    const updates = Object.fromEntries(changed.map((name) => [name, fields[name]]));
    void command.send({ body: { agentId: saved.id, updates, version: seen }, memo: null, title: 'Save the agent' });
  }

  return (
    <div className="flex flex-col gap-6">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <div className="grid gap-4 min-[640px]:grid-cols-2">
          <TextField
            label="Name"
            required
            maxLength={80}
            value={fields.name}
            disabled={isSent}
            onChange={({ target }) => change({ name: target.value })}
          />
          <Field
            label="Model"
            error={
              model?.why_not_allowed
                ? 'Not one of the allowed models: nothing is asked until you choose another.'
                : undefined
            }
            hint={
              model && model.resolves_to !== '' && model.resolves_to !== model.name
                ? `Asks ${model.resolves_to}.`
                : undefined
            }
          >
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={fields.model}
                disabled={isSent}
                onChange={(next) => change({ model: next })}
                options={[
                  ...models.map(({ name, label }) => ({ value: name, label })),
                  ...(model ? [] : [{ value: fields.model, label: fields.model }]),
                ]}
              />
            )}
          </Field>
        </div>
        <Field
          label="System prompt"
          hint="Instructions before every conversation. Those of the shop’s tools are added."
        >
          {(control) => (
            <textarea
              {...control}
              rows={7}
              maxLength={20_000}
              value={fields.system_prompt}
              disabled={isSent}
              onChange={({ target }) => change({ system_prompt: target.value })}
              className="w-full resize-y rounded-md border border-edge bg-raised px-3 py-2 text-sm text-ink focus:border-focus focus:outline-1 focus:outline-focus"
            />
          )}
        </Field>
        <div className="grid gap-4 min-[640px]:grid-cols-2">
          <TemperatureField
            value={fields.temperature}
            step={0.01}
            disabled={isSent}
            whyNot={model?.takes_temperature === false ? model.why_no_temperature : ''}
            onChange={(next) => change({ temperature: next })}
          />
          <Field label="Max tokens" hint={longest.why || undefined}>
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={String(fields.max_tokens)}
                disabled={isSent}
                onChange={(next) => change({ max_tokens: Number(next) })}
                options={lengthOptions(lengths, longest.tokens)}
              />
            )}
          </Field>
        </div>
        {problem !== null && (
          <p role="alert" className="text-sm text-danger-ink">
            {problem}
          </p>
        )}
        <Checking what="agent" command={command.open} />
        <div className="flex justify-end gap-2">
          <Button disabled={changed.length === 0 || isSent} onClick={() => setEdits({})}>
            Discard
          </Button>
          <Button variant="primary" type="submit" busy={isSent} disabled={changed.length === 0}>
            Save
          </Button>
        </div>
      </form>
      <Test fields={fields} />
      <Versions saved={saved} onRestored={setSeen} />
    </div>
  );
}

/** Asks one question with the settings in the form, saved or not. */
function Test({ fields }: { fields: Fields }) {
  const [question, setQuestion] = useState('What can you help me with?');
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<ReplyOf<typeof testAgentRoute> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function test() {
    setBusy(true);
    setProblem(null);
    setResult(null);
    const { model, system_prompt, temperature, max_tokens } = fields;
    try {
      const body = { question: question.trim(), model, system_prompt, temperature, max_tokens };
      setResult(await call(testAgentRoute, { body, timeoutMs: TEST_TIMEOUT_MS }));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <section aria-labelledby="agent-test" className="border-t border-line pt-4">
      <h3 id="agent-test" className="mb-2 text-base font-semibold">
        Test
      </h3>
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') void test();
        }}
      >
        <TextInput
          className="grow"
          aria-label="Test question"
          maxLength={2000}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
        <Button type="submit" busy={busy} disabled={question.trim() === ''}>
          Test
        </Button>
      </form>
      <div role="status" className="mt-3 text-sm">
        {result && (
          <>
            <p className={result.ok ? 'whitespace-pre-wrap text-ink' : 'text-danger-ink'}>{result.answer}</p>
            <p className="mt-1 text-xs text-ink-3">
              {[
                result.model,
                `${(result.ms / 1000).toFixed(1)} s`,
                `${(result.input_tokens + result.output_tokens).toLocaleString('en-US')} tokens`,
                result.cost === null ? 'no prices entered' : `$${result.cost}`,
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </p>
          </>
        )}
        {problem !== null && <p className="text-danger-ink">{problem}</p>}
      </div>
    </section>
  );
}

function Versions({ saved, onRestored }: { saved: Agent; onRestored: (version: number) => void }) {
  const [open, setOpen] = useState(false);
  const versions = useAgentVersions(open);
  const { time_zone: timeZone } = useUser();
  const [refused, setRefused] = useState<string | null>(null);
  const restoring = useCommand(restoreAgentCommand, 'agent restore', (outcome) => {
    setRefused(outcome.kind === 'refused' ? sentenceOf(outcome.error) : null);
    // Edits in the form are saved over the version that was brought back.
    if (outcome.kind === 'done') onRestored(outcome.reply.agent.version);
  });
  return (
    <section aria-labelledby="agent-versions" className="border-t border-line pt-4">
      <div className="flex items-center justify-between">
        <h3 id="agent-versions" className="text-base font-semibold">
          Versions <span className="font-normal text-ink-3">now {saved.version}</span>
        </h3>
        <Button size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide versions' : 'Show versions'}
        </Button>
      </div>
      {open && versions.isPending && <LoadingPanel label="Loading versions..." />}
      {open && versions.isError && (
        <ErrorPanel
          title="The versions could not be loaded"
          error={versions.error}
          onRetry={() => versions.refetch()}
        />
      )}
      {open && versions.isSuccess && (
        <ul className="mt-2">
          {versions.data.versions.map((version) => (
            <li key={version.version} className="flex min-h-11 items-center gap-3 border-t border-line text-sm">
              <span className="w-20 shrink-0 font-medium">Version {version.version}</span>
              <span className="min-w-0 grow truncate text-ink-2">
                {version.model} · temperature {version.temperature} · {version.updated_by || 'at first'} ·{' '}
                {displayInstant(version.updated_at, timeZone)}
              </span>
              {version.version !== saved.version && (
                <Button
                  size="sm"
                  aria-label={`Bring back version ${version.version}`}
                  disabled={restoring.open !== null}
                  onClick={() =>
                    void restoring.send({
                      body: { restore: version.version, version: saved.version },
                      memo: null,
                      title: `Bring back version ${version.version} of the agent`,
                    })
                  }
                >
                  Bring back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {refused !== null && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="version" command={restoring.open} />
    </section>
  );
}
