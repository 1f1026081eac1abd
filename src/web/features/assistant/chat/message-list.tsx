import { ArrowDown } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import type { ChatCommand } from './suggestions.ts';
import type { Turn } from './turns.ts';
import { TurnView } from './turn-view.tsx';

/** Within this distance of the end, the list scrolls along with new text. */
const AT_END_PX = 48;

const isNearEnd = (pane: HTMLElement | null): boolean =>
  pane === null || pane.scrollHeight - pane.scrollTop - pane.clientHeight < AT_END_PX;

interface MessageListProps {
  turns: readonly Turn[];
  hasEarlier: boolean;
  isFetchingEarlier: boolean;
  onEarlier: () => void;
  mayAsk: boolean;
  commands: readonly ChatCommand[];
  onCommand: (text: string) => void;
  onRetry: (turn: Turn) => void;
  onEdit: (turn: Turn, text: string) => void;
}

/** The messages of a conversation. The list scrolls along with new text, unless somebody reads further up. */
export function MessageList({ turns, hasEarlier, isFetchingEarlier, onEarlier, ...asking }: MessageListProps) {
  const pane = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const follows = useRef(true);
  const last = turns.at(-1)?.key;
  const first = turns[0]?.key;
  const heightBefore = useRef(0);
  const topBefore = useRef(0);

  const toEnd = () => pane.current?.scrollTo({ top: pane.current.scrollHeight });

  // A new question scrolls into view.
  useLayoutEffect(() => {
    follows.current = true;
    toEnd();
  }, [last]);

  // Earlier messages are added above, while the text that is being read stays in place.
  useLayoutEffect(() => {
    const element = pane.current;
    if (element && !follows.current) element.scrollTop += element.scrollHeight - heightBefore.current;
  }, [first]);

  useEffect(() => {
    const element = list.current;
    if (!element || !pane.current) return;
    const watcher = new ResizeObserver(() => {
      if (follows.current) toEnd();
      heightBefore.current = pane.current?.scrollHeight ?? 0;
      // A list that became short enough to be seen whole does not scroll.
      follows.current ||= isNearEnd(pane.current);
      setAtEnd(follows.current);
    });
    watcher.observe(element);
    // A smaller window cuts the end off.
    watcher.observe(pane.current);
    return () => watcher.disconnect();
  }, []);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={pane}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
        tabIndex={0}
        role="log"
        aria-label="Messages"
        className="h-full overflow-y-auto px-4 py-4 -outline-offset-2"
        onScroll={({ currentTarget }) => {
          const isNear = isNearEnd(currentTarget);
          const { scrollTop } = currentTarget;
          // New text below never stops the scrolling along; only scrolling up does.
          if (isNear) follows.current = true;
          else if (scrollTop < topBefore.current) follows.current = false;
          topBefore.current = scrollTop;
          setAtEnd(isNear || follows.current);
        }}
      >
        {hasEarlier && (
          <div className="mb-4 grid place-items-center">
            <Button size="sm" busy={isFetchingEarlier} onClick={onEarlier}>
              Show earlier messages
            </Button>
          </div>
        )}
        <ol ref={list} className="flex flex-col gap-6">
          {turns.map((turn) => (
            <TurnView key={turn.key} turn={turn} {...asking} />
          ))}
        </ol>
      </div>
      {!isAtEnd && (
        <Button
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-float"
          icon={<ArrowDown aria-hidden className="size-3.5" />}
          onClick={toEnd}
        >
          Latest
        </Button>
      )}
    </div>
  );
}
