import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Field } from './field.tsx';

const SIZE = { sm: 'h-7 px-2 text-xs pointer-coarse:h-10', md: 'h-9 px-3 text-sm', touch: 'h-touch px-3.5 text-base' };

export type TextInputProps = Omit<ComponentProps<'input'>, 'size'> & {
  size?: keyof typeof SIZE;
  leading?: ReactNode;
  trailing?: ReactNode;
};

/** A bare input with room for an icon before it and a control after it. Name it with `aria-label` or a `Field`. */
export function TextInput({ size = 'md', leading, trailing, className, ...rest }: TextInputProps) {
  return (
    <span className={cx('relative flex items-center', className)}>
      {leading && <span className="pointer-events-none absolute left-3 text-ink-3">{leading}</span>}
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className={cx(
          'w-full min-w-0 rounded-md border border-edge bg-raised text-ink transition-colors hover:not-disabled:border-ink-3 focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus disabled:cursor-not-allowed disabled:border-line-strong disabled:text-ink-3 aria-invalid:border-danger-ink',
          SIZE[size],
          leading ? 'pl-9' : '',
          trailing ? 'pr-11' : '',
        )}
      />
      {trailing && <span className="absolute right-1 flex items-center">{trailing}</span>}
    </span>
  );
}

export function TextField({
  label,
  hint,
  error,
  required,
  className,
  ...input
}: TextInputProps & { label: ReactNode; hint?: ReactNode; error?: ReactNode }) {
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) => <TextInput {...input} {...control} />}
    </Field>
  );
}
