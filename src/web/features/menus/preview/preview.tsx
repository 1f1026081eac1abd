import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { MenuLayout, MenuTheme, Quadrant } from '#domain/menu/menu-config.ts';
import { pagesSentence, type Place } from '#domain/menu/menu-layout.ts';
import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { MenuScreen } from '#web/menu/menu-screen.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { placeName } from '../quadrants.ts';
import { faintPairs, smallTexts } from './legibility.ts';
import { Warnings } from './warnings.tsx';

/** The largest size with the screen's shape that fits into its place. */
function useFitted(isUpright: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const ratio = isUpright ? 9 / 16 : 16 / 9;
  const width = Math.floor(Math.min(room.width, room.height * ratio));
  return { place, width, height: Math.floor(width / ratio) };
}

export interface PreviewProps {
  readonly layout: MenuLayout;
  readonly theme: MenuTheme;
  readonly shelf: Shelf;
  readonly plan: readonly PlannedPanel[];
  readonly nowMs: number;
  readonly selected: Quadrant | null;
  /** Left out if nothing can be changed. */
  readonly onSelect?: ((quadrant: Quadrant) => void) | undefined;
  /** Shown above the menu if this is not the menu in the builder now. */
  readonly notice?: ReactNode;
}

/** The menu as screens will draw it, scaled to fit. Sentences below it give its products, pages and hard-to-read texts. */
export function Preview({ layout, theme, shelf, plan, nowMs, selected, onSelect, notice }: PreviewProps) {
  const { place, width, height } = useFitted(layout.orientation === 'vertical');
  const [turn, setTurn] = useState(0);
  const most = Math.max(1, ...plan.map(({ pages }) => pages.length));
  const page = turn % most;
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col gap-3 p-4">
      {notice}
      <div ref={place} className="relative grid min-h-0 grow place-items-center overflow-hidden">
        {width > 0 && (
          <div
            role="group"
            aria-label="Preview"
            className="relative overflow-hidden rounded-sm"
            style={{ width, height }}
          >
            <ErrorBoundary name="The preview" resetKey={JSON.stringify(layout)}>
              <MenuScreen {...{ layout, theme, shelf, width, height, page, nowMs }} />
            </ErrorBoundary>
            {layout.isDualMenu && onSelect && (
              <Quadrants plan={plan} layout={layout} selected={selected} onSelect={onSelect} />
            )}
          </div>
        )}
      </div>
      <Below plan={plan} theme={theme} nowMs={nowMs} page={page} pages={most} onTurn={setTurn} />
    </div>
  );
}

const PERCENT = 100;

/** A button over each panel, which selects it. */
function Quadrants({
  plan,
  layout,
  selected,
  onSelect,
}: {
  plan: readonly PlannedPanel[];
  layout: MenuLayout;
  selected: Quadrant | null;
  onSelect: (quadrant: Quadrant) => void;
}) {
  const [wide, high] = layout.orientation === 'horizontal' ? [1920, 1080] : [1080, 1920];
  const quadrants = plan.filter((panel): panel is PlannedPanel & { place: Quadrant } => panel.place !== 'single');
  return quadrants.map(({ place, rect, category }) => (
    <button
      key={place}
      type="button"
      aria-pressed={selected === place}
      aria-label={`${placeName(place)}: ${category?.name ?? 'No Category Selected'}`}
      onClick={() => onSelect(place)}
      className={cx(
        'absolute border-2 -outline-offset-4 transition-colors',
        selected === place ? 'border-accent' : 'border-transparent hover:border-edge',
      )}
      style={{
        left: `${(rect.x / wide) * PERCENT}%`,
        top: `${(rect.y / high) * PERCENT}%`,
        width: `${(rect.width / wide) * PERCENT}%`,
        height: `${(rect.height / high) * PERCENT}%`,
      }}
    />
  ));
}

function sentenceFor({ place, products, pages }: PlannedPanel): string {
  const said = pagesSentence(products, pages.length);
  return place === 'single' ? said : `${placeName(place satisfies Place)}: ${said}`;
}

function Below({
  plan,
  theme,
  nowMs,
  page,
  pages,
  onTurn,
}: {
  plan: readonly PlannedPanel[];
  theme: MenuTheme;
  nowMs: number;
  page: number;
  pages: number;
  onTurn: (change: (turn: number) => number) => void;
}) {
  const filled = plan.filter(({ category }) => category !== null);
  return (
    <div className="flex min-h-16 shrink-0 items-start gap-4 max-[700px]:flex-col max-[700px]:gap-2">
      <div className="min-w-0 grow">
        <p aria-live="polite" className="text-sm text-ink-2">
          {filled.map(sentenceFor).join(' · ')}
        </p>
        <div className="mt-1">
          <Warnings sentences={[...faintPairs(theme), ...smallTexts(plan, nowMs)]} />
        </div>
      </div>
      {pages > 1 && (
        <div className="flex shrink-0 items-center gap-1 text-sm text-ink-2 tabular-nums">
          <IconButton
            label="Previous page"
            size="sm"
            icon={<ChevronLeft className="size-4" />}
            onClick={() => onTurn((turn) => turn + pages - 1)}
          />
          Page {page + 1} of {pages}
          <IconButton
            label="Next page"
            size="sm"
            icon={<ChevronRight className="size-4" />}
            onClick={() => onTurn((turn) => turn + 1)}
          />
        </div>
      )}
    </div>
  );
}
