import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { PHONE, useMediaQuery } from '../media-query.ts';
import { Button } from './button.tsx';

/**
 * The controls above a list. On a phone they stand behind one button, so that the list begins at the top.
 * @param label the words of that button
 * @param actions always in sight: they add something or leave the list
 * @param below a second row of controls
 */
export function FilterBar({
  label = 'Filters',
  narrowed = false,
  actions,
  below,
  children,
}: {
  label?: string;
  /** The list is narrowed, which the button says too. */
  narrowed?: boolean;
  actions?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
}) {
  const isPhone = useMediaQuery(PHONE);
  const [open, setOpen] = useState(false);
  const id = useId();
  const row = 'flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-2';
  if (!isPhone) {
    return (
      <>
        <div className={row}>
          {children}
          {actions}
        </div>
        {below}
      </>
    );
  }
  return (
    <>
      <div className={row}>
        <Button
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          icon={<SlidersHorizontal aria-hidden className="size-4 text-ink-3" />}
          onClick={() => setOpen(!open)}
          className="aria-expanded:bg-press"
        >
          {label}
          {narrowed && <span className="text-accent-ink">on</span>}
        </Button>
        <span className="grow" />
        {actions}
      </div>
      {open && (
        <div id={id}>
          <div className={row}>{children}</div>
          {below}
        </div>
      )}
    </>
  );
}
