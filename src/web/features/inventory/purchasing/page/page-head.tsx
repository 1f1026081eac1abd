import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { useEscape } from '#web/ui/layers/use-escape.ts';

/** In a field, Escape undoes typing, closes a list or does nothing; it does not leave the page. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/**
 * The head of a page that opened over a list. Its title gets the focus; the arrow and Escape lead back.
 * @param title read aloud when the page opens
 */
export function PageHead({
  title,
  back,
  marks,
  facts,
  actions,
  takeFocus = true,
  onBack,
}: {
  title: string;
  /** The page that the arrow leads to: "Purchase orders". */
  back: string;
  marks?: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
  /** False when a row below should get the focus, because somebody came back to it. */
  takeFocus?: boolean;
  onBack: () => void;
}) {
  const head = useRef<HTMLElement>(null);
  const name = useRef<HTMLHeadingElement>(null);
  const takesFocus = useRef(takeFocus);
  useEffect(() => {
    // Without scrolling, because the page has just opened at its top.
    if (takesFocus.current) name.current?.focus({ preventScroll: true });
  }, []);
  useEscape(
    () => head.current?.parentElement,
    ({ target }) => {
      if (isTyping(target)) return false;
      onBack();
      return true;
    },
  );
  return (
    <header ref={head} className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <IconButton
        label={`Back to ${back}`}
        tooltipSide="bottom"
        icon={<ArrowLeft className="size-4.5" />}
        className="-ml-2"
        onClick={onBack}
      />
      <h2 ref={name} tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </h2>
      {marks}
      {facts && <span className="min-w-0 truncate text-sm text-ink-2">{facts}</span>}
      {actions && <div className="ml-auto">{actions}</div>}
    </header>
  );
}
