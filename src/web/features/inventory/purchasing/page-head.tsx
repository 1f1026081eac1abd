import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { IconButton } from '#web/ui/controls/icon-button.tsx';

/** Escape belongs to the field: it takes back, closes a list, or does nothing. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/**
 * The head of what opened over a list: its name has the focus first, the arrow and Escape lead back.
 * @param title read aloud when it opens
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
  /** Where the arrow leads: "Purchase orders". */
  back: string;
  marks?: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
  /** False where something below it has the focus: the row that somebody comes back to. */
  takeFocus?: boolean;
  onBack: () => void;
}) {
  const head = useRef<HTMLElement>(null);
  const name = useRef<HTMLHeadingElement>(null);
  const leave = useEffectEvent(onBack);
  const takesFocus = useRef(takeFocus);
  useEffect(() => {
    if (takesFocus.current) name.current?.focus({ preventScroll: true });
    // Heard on the page itself: Escape in a list that floats elsewhere only closes that list.
    const page = head.current?.parentElement;
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      leave();
    };
    page?.addEventListener('keydown', press);
    return () => page?.removeEventListener('keydown', press);
  }, []);
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
