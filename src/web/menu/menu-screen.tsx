import './menu-screen.css';
import { useEffect, useMemo } from 'react';
import type { MenuLayout, MenuTheme } from '#domain/menu/menu-config.ts';
import { menuPlan, type PlannedPanel } from '#domain/menu/menu-plan.ts';
import { countedFor, type Shelf } from '#domain/menu/shelf.ts';
import { fontFamily, loadFonts } from './menu-fonts.ts';
import { MenuCards } from './menu-cards.tsx';
import { HeaderPrices } from './menu-prices.tsx';
import { MenuTable } from './menu-table.tsx';
import { panelSizes } from './sizes.ts';

export interface MenuScreenProps {
  readonly layout: MenuLayout;
  readonly theme: MenuTheme;
  readonly shelf: Shelf;
  /** The place that the menu fills, in pixels; everything in it is scaled. */
  readonly width: number;
  readonly height: number;
  /** The number of the turn, from 0: a panel of three pages shows the second at 1, 4, 7. */
  readonly page: number;
  /** The instant whose prices are shown, in ms since 1970. */
  readonly nowMs: number;
}

function Empty({ title, hint }: { title: string; hint: string }) {
  return (
    <div className="menu-empty">
      <p className="menu-empty-title">{title}</p>
      <p>{hint}</p>
    </div>
  );
}

function Turn({ page, pages }: { page: number; pages: number }) {
  if (pages === 1) return null;
  return (
    <span className="menu-turn" role="img" aria-label={`Page ${page + 1} of ${pages}`}>
      {Array.from({ length: pages }, (_, at) => (
        <span key={at} className={at === page ? 'menu-turn-dot menu-turn-now' : 'menu-turn-dot'} />
      ))}
    </span>
  );
}

function Panel({ plan, turn, nowMs }: { plan: PlannedPanel; turn: number; nowMs: number }) {
  const { rect, category, panel, pages, place } = plan;
  const frame = { left: rect.x, top: rect.y, width: rect.width, height: rect.height };
  const sizes = panelSizes(plan);
  if (category === null) {
    return (
      <section className="menu-panel" style={frame} data-place={place}>
        {panel.category === null ? (
          <Empty title="No Category Selected" hint="Select a category from the toolbar above" />
        ) : (
          <Empty title="No Products" hint="No products found in this category" />
        )}
      </section>
    );
  }
  const page = turn % pages.length;
  const products = pages[page] ?? [];
  const List = plan.view === 'card' ? MenuCards : MenuTable;
  return (
    <section
      className={`menu-panel menu-panel-${place}`}
      style={{ ...frame, padding: sizes.padding }}
      data-place={place}
      aria-label={category.name}
    >
      <header
        className={sizes.arePricesBeside ? 'menu-header menu-header-beside' : 'menu-header'}
        style={{ height: sizes.header }}
      >
        <h2 className="menu-title" style={{ fontSize: sizes.title, ['--menu-lines' as string]: sizes.titleLines }}>
          {category.name}
        </h2>
        <Turn page={page} pages={pages.length} />
        {plan.prices.header.length > 0 && (
          <div className="menu-header-line" style={{ fontSize: sizes.headerPrice }}>
            <HeaderPrices prices={plan.prices.header} />
          </div>
        )}
      </header>
      {products.length === 0 ? (
        <Empty title="No Products" hint="No products found in this category" />
      ) : (
        <div className="menu-body" key={page}>
          <List plan={plan} products={products} nowMs={nowMs} />
        </div>
      )}
    </section>
  );
}

/**
 * A menu as it is on the wall. The display, the preview and the thumbnails all draw it, so that they cannot differ. It
 * fetches nothing but the fonts that the theme names.
 */
export function MenuScreen({ layout, theme, shelf, width, height, page, nowMs }: MenuScreenProps) {
  const { leftBelow } = theme;
  const counted = useMemo(() => countedFor(shelf, leftBelow), [shelf, leftBelow]);
  const plan = useMemo(() => menuPlan(layout, counted, nowMs), [layout, counted, nowMs]);
  useEffect(() => void loadFonts(theme), [theme]);
  const upright = layout.orientation === 'vertical';
  const [gridWidth, gridHeight] = upright ? [1080, 1920] : [1920, 1080];
  const scale = Math.min(width / gridWidth, height / gridHeight);
  // A screen of another shape has more room in one direction. The panels take it up; nothing is stretched.
  const [stageWidth, stageHeight] = [width / scale, height / scale];
  const [wider, higher] = [stageWidth / gridWidth, stageHeight / gridHeight];
  return (
    <div
      className="menu-screen"
      style={{
        width,
        height,
        ['--menu-ground' as string]: theme.backgroundColor,
        ['--menu-ink' as string]: theme.fontColor,
        ['--menu-card-ink' as string]: theme.cardFontColor,
        ['--menu-container' as string]: theme.containerColor,
        ['--menu-picture-ground' as string]: theme.imageBackgroundColor,
        ['--menu-title-font' as string]: fontFamily(theme.titleFont),
        ['--menu-price-font' as string]: fontFamily(theme.pricingFont),
        ['--menu-card-font' as string]: fontFamily(theme.cardFont),
      }}
    >
      <div className="menu-stage" style={{ width: stageWidth, height: stageHeight, transform: `scale(${scale})` }}>
        {plan.map((one) => {
          const { x, y, width: w, height: h } = one.rect;
          const rect = { x: x * wider, y: y * higher, width: w * wider, height: h * higher };
          return <Panel key={one.place} plan={{ ...one, rect }} turn={page} nowMs={nowMs} />;
        })}
      </div>
    </div>
  );
}
