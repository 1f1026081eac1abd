import { inlinePrices } from '#domain/menu/menu-layout.ts';
import type { ShelfPrice } from '#domain/menu/shelf.ts';
import { displayMoney } from '#domain/money.ts';

function Price({ price: { label, cents, wasCents, isShort } }: { price: ShelfPrice }) {
  return (
    <li className={isShort ? 'menu-price menu-price-short' : 'menu-price'}>
      {label !== null && <span className="menu-price-label">{label} </span>}
      <span className="menu-price-amount">
        {displayMoney(cents)}
        {wasCents !== null && (
          <>
            {' '}
            <s className="menu-price-was">
              <span className="menu-unseen">instead of </span>
              {displayMoney(wasCents)}
            </s>
          </>
        )}
      </span>
      {isShort && <span className="menu-unseen"> sold out</span>}
    </li>
  );
}

const keyOf = ({ label, cents }: ShelfPrice): string => `${label ?? ''} ${cents}`;

/** The prices beside a product. Rule: menus/inline-prices. */
export function InlinePrices({ prices }: { prices: readonly ShelfPrice[] }) {
  const { shown, more } = inlinePrices(prices);
  if (shown.length === 0) return null;
  return (
    <ul className="menu-prices">
      {shown.map((price) => (
        <Price key={keyOf(price)} price={price} />
      ))}
      {more > 0 && <li className="menu-price-more">+{more} more</li>}
    </ul>
  );
}

/** All prices that most products of a panel share. Rule: menus/header-prices. */
export function HeaderPrices({ prices }: { prices: readonly ShelfPrice[] }) {
  return (
    <ul className="menu-header-prices">
      {prices.map((price) => (
        <Price key={keyOf(price)} price={price} />
      ))}
    </ul>
  );
}
