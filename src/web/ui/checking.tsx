import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { handFocusOn } from './hand-focus.ts';
import { Spinner } from './spinner.tsx';

/**
 * Shown in a form whose command has no answer yet. The form cannot be edited meanwhile; it may be closed, and the
 * command goes on by itself.
 * @param what 'refund', for "Checking whether this refund saved"
 * @param why what became of the last try; empty while the first one is under way
 */
export function Checking({ what, why, onCheck }: { what: string; why: string; onCheck: () => void }) {
  const told = useRef<HTMLDivElement>(null);
  // The button that was pressed is locked by now.
  useEffect(() => handFocusOn(() => told.current), []);
  return (
    <div
      ref={told}
      role="status"
      tabIndex={-1}
      data-checking
      className="flex items-start gap-3 rounded-md bg-yellow-soft px-3 py-2.5 text-sm text-ink-2 -outline-offset-2"
    >
      <Spinner className="mt-0.5 shrink-0 text-yellow" />
      <div className="min-w-0 grow">
        <p className="font-medium text-ink">Checking whether this {what} saved</p>
        <p>
          {why} It is kept here and asked for again until the answer is known. It cannot happen twice. You can close
          this and go on.
        </p>
      </div>
      <Button onClick={onCheck}>Check now</Button>
    </div>
  );
}
