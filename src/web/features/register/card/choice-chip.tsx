import type { MouseEvent } from 'react';
import { cx } from '#web/ui/cx.ts';

export const CHIP =
  'flex h-touch min-w-touch grow flex-col items-center justify-center rounded-md border px-1 text-xs leading-4 whitespace-nowrap transition-colors select-none';
export const FREE =
  'border-line-strong bg-raised text-ink-2 hover:not-has-disabled:border-edge hover:not-has-disabled:bg-press';

/**
 * One of several choices, as a chip of 44 px with a line below its label. It is a real radio button, so that arrows
 * move the choice.
 */
export function ChoiceChip({
  name,
  label,
  detail,
  checked,
  disabled = false,
  faint = false,
  title,
  adds = false,
  onChoose,
  onAgain,
}: {
  /** Chips with the same name exclude each other. */
  name: string;
  label: string;
  detail: string;
  checked: boolean;
  disabled?: boolean;
  /** It can be chosen, but there is not enough stock. */
  faint?: boolean;
  title: string | undefined;
  /** The chip becomes Add once it is chosen: the next press adds it. Rule: grid/one-place. */
  adds?: boolean;
  onChoose: () => void;
  /** Called when the chosen chip is pressed again, but not by key. */
  onAgain?: (press: MouseEvent) => void;
}) {
  // A chosen item may sell out.
  const chosen = checked && !disabled;
  const isAdd = chosen && adds;
  return (
    <label
      title={title}
      className={cx(
        CHIP,
        'relative max-w-full has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
        chosen ? 'border-accent bg-accent text-on-accent' : FREE,
        faint && !chosen && 'border-dashed',
        disabled && 'cursor-not-allowed border-line bg-transparent',
      )}
    >
      <input
        type="radio"
        name={name}
        aria-label={isAdd ? `${label}, Add ${detail}` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        onClick={(press) => checked && press.detail > 0 && onAgain?.(press)}
        className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
      />
      {isAdd ? (
        <AddWords label={label} detail={detail} />
      ) : (
        <Words label={label} detail={detail} look={chosen ? 'chosen' : faint || disabled ? 'faint' : 'free'} />
      )}
    </label>
  );
}

/**
 * The same look for a card at rest. A press chooses it and selects the card. The chosen chip becomes Add in its place,
 * so that nothing moves under the finger. Rule: grid/one-place.
 */
export function RestingChip({
  label,
  detail,
  name,
  faint,
  title,
  isAdd = false,
  disabled = false,
  onChoose,
}: {
  label: string;
  detail: string;
  /** The accessible name, if the visible words do not say enough. */
  name?: string;
  faint: boolean;
  title: string | undefined;
  /** The chip was chosen, so the next press adds it. */
  isAdd?: boolean;
  disabled?: boolean;
  onChoose: (press: MouseEvent) => void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      aria-label={name}
      disabled={disabled}
      onClick={onChoose}
      className={cx(CHIP, isAdd ? 'border-accent bg-accent text-on-accent' : FREE, faint && !isAdd && 'border-dashed')}
    >
      {isAdd ? (
        <AddWords label={label} detail={detail} />
      ) : (
        <Words label={label} detail={detail} look={faint ? 'faint' : 'free'} />
      )}
    </button>
  );
}

/** The words of a chosen chip that adds. The invisible label keeps the chip as wide as it was. */
function AddWords({ label, detail }: { label: string; detail: string }) {
  return (
    <>
      <span className="relative max-w-full font-medium">
        <span className="invisible block truncate font-normal normal-nums">{label}</span>
        <span className="absolute -inset-x-4 top-0 text-center">Add</span>
      </span>
      <span className="font-semibold">{detail}</span>
    </>
  );
}

const LOOK = {
  chosen: { label: 'font-medium', detail: '' },
  free: { label: '', detail: 'text-ink' },
  faint: { label: 'text-ink-3', detail: 'text-ink-3' },
};

export function Words({ label, detail, look }: { label: string; detail: string; look: keyof typeof LOOK }) {
  return (
    <>
      <span className={cx('max-w-full truncate normal-nums', LOOK[look].label)}>{label}</span>
      <span className={cx('font-semibold', LOOK[look].detail)}>{detail}</span>
    </>
  );
}
