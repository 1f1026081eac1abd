import { useId, useMemo } from 'react';
import { columnLabel, columnsOf, fieldText, NAME_COLUMN } from '#domain/menu/menu-plan.ts';
import { placedPanels } from '#domain/menu/menu-layout.ts';
import type { OnScreen } from '#domain/menu/on-screen.ts';
import {
  arranged,
  countedFor,
  leftWords,
  namedCategory,
  pricesAt,
  productsOf,
  type Shelf,
  type ShelfCategory,
  type MenuProduct,
} from '#domain/menu/shelf.ts';
import { displayMoney } from '#domain/money.ts';
import type { KnownMenu } from '../store.ts';

function Item({ product, fields, pricesMs }: { product: MenuProduct; fields: readonly string[]; pricesMs: number }) {
  const facts = fields.flatMap((field) => fieldText(product, field) || []);
  const { inStock, leftMilli, image } = product;
  return (
    <li className={inStock ? 'phone-item' : 'phone-item phone-out'}>
      {image === null ? (
        <span className="phone-picture" />
      ) : (
        <img className="phone-picture" src={image} alt="" loading="lazy" />
      )}
      <div className="phone-words">
        <h3>{product.name}</h3>
        {facts.length > 0 && <p className="phone-facts">{facts.join(' · ')}</p>}
        <ul className="phone-prices">
          {pricesAt(product, pricesMs).map(({ label, cents, wasCents, isShort }) => (
            <li key={`${label} ${cents}`} className={isShort ? 'phone-short' : undefined}>
              {label !== null && <span className="phone-facts">{label} </span>}
              {displayMoney(cents)} {wasCents !== null && <s className="phone-facts">{displayMoney(wasCents)}</s>}
            </li>
          ))}
        </ul>
      </div>
      {!inStock && <span className="phone-badge">Sold Out</span>}
      {inStock && leftMilli !== null && <span className="phone-badge">{leftWords(leftMilli, product)}</span>}
    </li>
  );
}

/** Those of the menu come first. */
function inOrder(shelf: Shelf, { layout }: OnScreen): ShelfCategory[] {
  const first = placedPanels(layout).flatMap(({ panel }) => namedCategory(shelf, panel.category) ?? []);
  return [...new Set([...first, ...shelf.categories])].filter((category) => productsOf(shelf, category).length > 0);
}

/** The menu of a location on a customer's phone: all products, as a list to scroll. */
export function CustomersMenu({
  menu,
  shelf: whole,
  shown,
  pricesMs,
}: {
  menu: KnownMenu;
  shelf: Shelf;
  shown: OnScreen;
  pricesMs: number;
}) {
  const id = useId();
  const shelf = useMemo(() => countedFor(whole, shown.theme.leftBelow), [whole, shown]);
  const categories = useMemo(() => inOrder(shelf, shown), [shelf, shown]);
  const { theme, layout } = shown;
  return (
    <div
      className="phone"
      style={{
        ['--menu-ground' as string]: theme.backgroundColor,
        ['--menu-ink' as string]: theme.fontColor,
        ['--menu-card-ink' as string]: theme.cardFontColor,
        ['--menu-container' as string]: theme.containerColor,
        ['--menu-picture-ground' as string]: theme.imageBackgroundColor,
      }}
    >
      <header className="phone-head">
        <h1>{menu.display.location.name}</h1>
        <nav aria-label="Categories">
          {categories.map((category) => (
            <a key={category.id} href={`#${id}${category.id}`}>
              {category.name}
            </a>
          ))}
        </nav>
      </header>
      <main>
        {categories.length === 0 && <p>No products found in this category</p>}
        {categories.map((category) => {
          const products = arranged(productsOf(shelf, category), layout.soldOut);
          const fields = columnsOf(layout, category, products).filter(
            (column) => column !== NAME_COLUMN && columnLabel(column) !== 'Price',
          );
          return (
            <section key={category.id} aria-labelledby={`${id}${category.id}`}>
              <h2 id={`${id}${category.id}`}>{category.name}</h2>
              <ul className="phone-items">
                {products.map((product) => (
                  <Item key={product.id} product={product} fields={fields} pricesMs={pricesMs} />
                ))}
              </ul>
            </section>
          );
        })}
      </main>
    </div>
  );
}
