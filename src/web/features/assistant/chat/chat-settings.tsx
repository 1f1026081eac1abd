import { SlidersHorizontal } from 'lucide-react';
import { useId } from 'react';
import type { ModelChoice } from '#contract/assistant-chat.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Popover } from '#web/ui/layers/popover.tsx';
import { limitWords } from './usage-words.ts';
import { CHAT_MAX_TOKENS, changeChat } from './chat-state.ts';

/** The settings for the next answers: model, temperature and length. */
export function ChatSettings({
  models,
  model,
  temperature,
  maxTokens,
  sent,
  usage,
}: {
  models: readonly ModelChoice[];
  model: ModelChoice | undefined;
  temperature: number;
  maxTokens: number;
  sent: readonly string[];
  /** Null while no model is connected. */
  usage: Parameters<typeof limitWords>[0] | null;
}) {
  const longest = longestAnswer(model, CHAT_MAX_TOKENS);
  const shown = Math.min(maxTokens, longest.tokens);
  return (
    <Popover
      title="Chat settings"
      align="end"
      trigger={<IconButton label="Chat settings" icon={<SlidersHorizontal className="size-4" />} />}
    >
      <div className="flex flex-col gap-4">
        {models.length > 0 && (
          <Field
            label="Model"
            error={model?.why_not_allowed || undefined}
            hint={
              model && model.resolves_to !== '' && model.resolves_to !== model.name
                ? `Answers come from ${model.resolves_to}.`
                : undefined
            }
          >
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={model?.name ?? null}
                placeholder="The agent's own"
                onChange={(name) => changeChat({ model: name })}
                options={models.map(({ name, label }) => ({ value: name, label }))}
              />
            )}
          </Field>
        )}
        <TemperatureField
          value={temperature}
          step={0.1}
          whyNot={model?.takes_temperature === false ? model.why_no_temperature : ''}
          onChange={(next) => changeChat({ temperature: next })}
        />
        <Field label="Max tokens" hint={longest.why || 'The longest answer. A token is about four letters.'}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              value={String(shown)}
              onChange={(next) => changeChat({ maxTokens: Number(next) })}
              options={lengthOptions([...CHAT_MAX_TOKENS, shown], longest.tokens)}
            />
          )}
        </Field>
        {usage !== null && (
          <div className="border-t border-line pt-3 text-xs text-ink-3">
            <p className="font-medium text-ink-2">Tokens used today</p>
            <ul className="mt-1">
              {limitWords(usage).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
        {sent.length > 0 && (
          <div className="border-t border-line pt-3 text-xs text-ink-3">
            <p className="font-medium text-ink-2">What leaves the shop with a question</p>
            <ul className="mt-1 list-disc pl-4">
              {sent.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Popover>
  );
}

/** The most tokens that a model answers with, and a sentence where that is less than some of the lengths to choose from. */
export function longestAnswer(
  model: ModelChoice | undefined,
  offered: readonly number[],
): { readonly tokens: number; readonly why: string } {
  if (model === undefined) return { tokens: Infinity, why: '' };
  const { label, max_tokens: tokens } = model;
  const isLess = offered.some((one) => one > tokens);
  return { tokens, why: isLess ? `${label} answers with ${tokens.toLocaleString('en-US')} tokens at most.` : '' };
}

/** Each length once. Those that are too long for the model cannot be chosen. */
export function lengthOptions(lengths: readonly number[], longest: number) {
  return [...new Set(lengths)]
    .toSorted((one, other) => one - other)
    .map((tokens) => ({ value: String(tokens), label: tokens.toLocaleString('en-US'), disabled: tokens > longest }));
}

/** @param whyNot the reason why the model takes no temperature; empty when it takes one */
export function TemperatureField({
  value,
  step,
  whyNot,
  disabled = false,
  onChange,
}: {
  value: number;
  step: number;
  whyNot: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}) {
  const id = useId();
  const digits = step < 0.1 ? 2 : 1;
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-sm">
        <label htmlFor={id} className="font-medium text-ink-2">
          Temperature
        </label>
        <output htmlFor={id} className="text-ink">
          {value.toFixed(digits)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={1}
        step={step}
        value={value}
        disabled={disabled || whyNot !== ''}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(Number(target.value))}
        className="h-6 w-full accent-accent disabled:opacity-50"
      />
      <p id={`${id}-note`} className="text-xs text-ink-3">
        {whyNot || 'Low: sober answers that hardly vary. High: varied ones.'}
      </p>
    </div>
  );
}
