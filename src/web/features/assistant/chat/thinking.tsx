import { Brain, ChevronRight } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { useState } from 'react';

/** The model's thoughts, closed until somebody opens them. */
export function Thinking({ text, isGoingOn }: { text: string; isGoingOn: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="text-xs text-ink-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex h-7 items-center gap-1.5 rounded-sm px-1 font-medium hover:text-ink"
      >
        <Brain aria-hidden className={cx('size-3.5', isGoingOn && 'animate-skeleton')} />
        {isGoingOn ? 'Thinking' : 'Thought'}
        <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', open && 'rotate-90')} />
      </button>
      {open && <p className="border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap">{text}</p>}
    </div>
  );
}

/** Shown between pressing Send and the first line of the answer. */
export function ThinkingPlaceholder() {
  return (
    <p role="status" className="flex h-7 items-center gap-1.5 text-xs font-medium text-ink-3">
      <Brain aria-hidden className="size-3.5 animate-skeleton" />
      Thinking...
    </p>
  );
}
