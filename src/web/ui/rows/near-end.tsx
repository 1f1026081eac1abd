import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

/** The next page is fetched this many px before the end is in sight. */
const NEAR_END_PX = 100;

/** The end of a growing list, which fetches more shortly before it comes into sight. */
export function NearEnd({
  more,
  busy,
  onMore,
  children,
}: {
  more: boolean;
  busy: boolean;
  onMore: () => void;
  children: ReactNode;
}) {
  const foot = useRef<HTMLDivElement>(null);
  const reached = useEffectEvent(() => onMore());
  useEffect(() => {
    const element = foot.current;
    if (!element || !more || busy) return;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && reached(), {
      root: element.closest('[data-scrolls]'),
      rootMargin: `0px 0px ${NEAR_END_PX}px 0px`,
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [more, busy]);
  return (
    <div ref={foot} role="status" className="py-2 text-center text-xs text-ink-3">
      {children}
    </div>
  );
}
