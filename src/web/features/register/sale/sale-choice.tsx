import { type ReactNode, useRef, useState } from 'react';
import type { CartLine } from '#domain/cart.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useIsByCard } from './sale-failed.tsx';
import { acknowledgeRefusal } from './sale-runner.ts';

interface Action {
  readonly label: string;
  /** Runs once the dialog has closed. Without it, the action only closes the dialog. */
  readonly onChosen?: () => void;
}

/** A dialog about a refused sale, with the possible actions. Choosing one settles the refusal. */
export function Choice({
  title,
  description,
  onClosed,
  actions,
  isEmptied = false,
  children,
}: {
  title: string;
  description: string;
  onClosed: () => void;
  /** Nothing is left to sell. */
  isEmptied?: boolean;
  /** From the safest to the most likely one, which gets the focus. */
  actions: readonly Action[];
  children: ReactNode;
}) {
  const [open, setOpen] = useState(true);
  const main = useRef<HTMLButtonElement>(null);
  const byCard = useIsByCard();
  function choose(onChosen?: () => void) {
    setOpen(false);
    acknowledgeRefusal();
    onChosen?.();
    onClosed();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && choose()}
      title={title}
      description={description}
      initialFocus={main}
      footer={
        <div className="flex w-full flex-wrap justify-end gap-2">
          {actions.map(({ label, onChosen }, index) => {
            const isMain = index === actions.length - 1;
            return (
              <Button
                key={label}
                ref={isMain ? main : undefined}
                variant={isMain ? 'primary' : 'secondary'}
                size="touch"
                onClick={() => choose(onChosen)}
              >
                {label}
              </Button>
            );
          })}
        </div>
      }
    >
      <div className="max-h-80 overflow-y-auto">{children}</div>
      {byCard && (
        <p className="mt-3 text-sm text-yellow">
          {isEmptied
            ? 'If the card was charged already, refund it.'
            : 'If the card was charged already, charge or refund only the difference to the new total.'}
        </p>
      )}
    </Dialog>
  );
}

/** "Blue Dream, 7 g" */
export function nameOf({ name, sold }: CartLine): string {
  return sold.kind === 'tier' ? `${name}, ${sold.chosen.tier.label}` : name;
}

export const TABLE = 'w-full text-base [&_td]:py-2 [&_th]:py-1.5 [&_th]:text-xs [&_th]:font-medium [&_th]:text-ink-3';
export const NUMBER = 'pl-4 text-right whitespace-nowrap';
