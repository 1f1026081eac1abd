import { type ReactNode, useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from '#web/ui/fields/text-field.tsx';

/** The price of a model, as typed. */
export interface TypedPrice {
  readonly model: string;
  readonly input: string;
  readonly output: string;
}

export const isPriced = ({ model, input, output }: TypedPrice): boolean => `${model}${input}${output}`.trim() !== '';

/** Fields under a heading. */
export function Group({
  title,
  hint,
  className,
  children,
}: {
  title: string;
  hint?: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="border-t border-line pt-4">
      <h3 id={id} className="mb-3 text-base font-semibold">
        {title} {hint && <span className="text-sm font-normal text-ink-3">{hint}</span>}
      </h3>
      <div className={cx('grid gap-4', className)}>{children}</div>
    </div>
  );
}

interface AllowedProps {
  models: readonly string[];
  disabled: boolean;
  onChange: (models: readonly string[]) => void;
}

/** The models that may be asked. */
export function Allowed({ models, disabled, onChange }: AllowedProps) {
  // A row that is emptied stays: the next one would come under the caret.
  const rows = models.at(-1) === '' ? models : [...models, ''];
  return (
    <Group
      title="Allowed models"
      hint="empty means every one that the provider lists; names above count as the model they stand for"
      className="min-[640px]:grid-cols-3"
    >
      {rows.map((model, index) => (
        <TextInput
          // oxlint-disable-next-line react/no-array-index-key -- rows are known by their place while they are typed
          key={index}
          aria-label={`Allowed model ${index + 1}`}
          placeholder={index === rows.length - 1 ? 'Model' : undefined}
          list="assistant-models"
          maxLength={200}
          value={model}
          disabled={disabled}
          onChange={({ target }) => onChange(rows.map((row, at) => (at === index ? target.value : row)))}
        />
      ))}
    </Group>
  );
}

interface PricesProps {
  prices: readonly TypedPrice[];
  disabled: boolean;
  onChange: (prices: readonly TypedPrice[]) => void;
}

/** The prices of models, from which the cost of answers is computed. */
export function Prices({ prices, disabled, onChange }: PricesProps) {
  const last = prices.at(-1);
  const rows = last && !isPriced(last) ? prices : [...prices, { model: '', input: '', output: '' }];
  const change = (index: number, part: Partial<TypedPrice>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <Group title="Prices" hint="US dollars for a million tokens">
      <div className="flex flex-col gap-2">
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows are known by their place while they are typed
          <div key={index} className="grid grid-cols-[minmax(0,1fr)_7rem_7rem] gap-2">
            <TextInput
              aria-label={`Model of price ${index + 1}`}
              placeholder="Model"
              list="assistant-models"
              value={row.model}
              disabled={disabled}
              onChange={({ target }) => change(index, { model: target.value })}
            />
            <TextInput
              aria-label={`Price ${index + 1} for tokens read`}
              placeholder="Read"
              inputMode="decimal"
              value={row.input}
              disabled={disabled}
              onChange={({ target }) => change(index, { input: target.value })}
            />
            <TextInput
              aria-label={`Price ${index + 1} for tokens written`}
              placeholder="Written"
              inputMode="decimal"
              value={row.output}
              disabled={disabled}
              onChange={({ target }) => change(index, { output: target.value })}
            />
          </div>
        ))}
      </div>
    </Group>
  );
}
