import { useEffect, useRef, useState } from 'react';
import type { MenuLayout, MenuTheme } from '#domain/menu/menu-config.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { MenuScreen } from '#web/menu/menu-screen.tsx';

const WIDTH = 200;
const HEIGHT = 113;

/** A small drawing of a menu, drawn once it scrolls into view. An upright screen stays upright. */
export function Thumbnail({
  layout,
  theme,
  shelf,
  nowMs,
}: {
  layout: MenuLayout;
  theme: MenuTheme;
  shelf: Shelf;
  nowMs: number;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const width = layout.orientation === 'vertical' ? Math.round((HEIGHT * 9) / 16) : WIDTH;
  return (
    <div
      ref={place}
      // Hidden from screen readers, which would read its texts as part of the list.
      inert
      aria-hidden
      className="grid place-items-center overflow-hidden rounded-sm bg-ground"
      style={{ height: HEIGHT }}
    >
      {isSeen && <MenuScreen {...{ layout, theme, shelf, width, height: HEIGHT, page: 0, nowMs }} />}
    </div>
  );
}
