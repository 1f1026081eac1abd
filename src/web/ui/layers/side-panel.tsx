import { ChevronUp, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../controls/icon-button.tsx';

/**
 * A view with a 380 px panel on its right (cart, chat). In a window below 900 px, a bar at the bottom shows `summary`
 * ("3 items, $42.00") and opens the panel over the view.
 */
export function SidePanelLayout({
  label,
  panel,
  summary,
  wanted = false,
  ended = false,
  children,
}: {
  label: string;
  panel: ReactNode;
  summary?: ReactNode;
  /** Turning it on opens the panel in a narrow window, because people must see what happens there. */
  wanted?: boolean;
  /** Turning it on closes the panel in a narrow window, because there is nothing more to do in it. */
  ended?: boolean;
  children: ReactNode;
}) {
  const [raised, setRaised] = useState(wanted);
  const [before, setBefore] = useState({ wanted, ended });
  if (before.wanted !== wanted || before.ended !== ended) {
    setBefore({ wanted, ended });
    if (wanted && !before.wanted) setRaised(true);
    else if (ended && !before.ended) setRaised(false);
  }
  return (
    <div className="relative flex h-full min-h-0 flex-col min-[900px]:flex-row">
      {/* Isolated, so that everything that floats or sticks in the view stays below the open panel. */}
      <div className="isolate min-h-0 min-w-0 grow">{children}</div>
      <button
        type="button"
        aria-expanded={raised}
        onClick={() => setRaised(true)}
        className="flex h-14 shrink-0 items-center gap-3 border-t border-line bg-panel px-4 text-base font-medium -outline-offset-2 min-[900px]:hidden"
      >
        {label}
        <span className="grow text-left text-ink-2">{summary}</span>
        <ChevronUp aria-hidden className="size-4 text-ink-3" />
      </button>
      <aside
        aria-label={label}
        className={cx(
          'flex-col border-line bg-panel min-[900px]:flex min-[900px]:w-side-panel min-[900px]:shrink-0 min-[900px]:border-l',
          raised ? 'absolute inset-0 z-10 flex min-[900px]:static' : 'hidden',
        )}
      >
        <div className="flex h-12 shrink-0 items-center justify-between border-b border-line pr-1 pl-4 min-[900px]:hidden">
          <span className="text-base font-medium">{label}</span>
          <IconButton
            label={`Close ${label.toLowerCase()}`}
            size="touch"
            icon={<X className="size-4" />}
            onClick={() => setRaised(false)}
          />
        </div>
        <div className="min-h-0 grow">{panel}</div>
      </aside>
    </div>
  );
}
