import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

export interface HeaderRow {
  readonly kind: 'header';
  readonly key: string;
  readonly name: string;
  readonly slug: string;
  readonly count: number;
}

export interface CardsRow {
  readonly kind: 'cards';
  readonly key: string;
  /** The index of the header row of its group. */
  readonly headerIndex: number;
  readonly products: readonly RegisterProduct[];
}

export type GridRow = HeaderRow | CardsRow;

export interface GridRows {
  readonly rows: readonly GridRow[];
  /** The index of the row of each product, by product id. */
  readonly rowOf: ReadonlyMap<number, number>;
}

const UNCATEGORIZED = { name: 'Uncategorized', slug: 'uncategorized' };

/** The group of a product, whose name stands above its cards. */
export type GroupOf = (product: RegisterProduct) => { readonly name: string; readonly slug: string };

const byCategory: GroupOf = ({ categories }) => categories[0] ?? UNCATEGORIZED;

/** Divides products, already in display order, into header rows with a count and rows of cards. Rule: grid/layout. */
export function buildRows(products: readonly RegisterProduct[], columns: number, groupOf = byCategory): GridRows {
  const rows: GridRow[] = [];
  const rowOf = new Map<number, number>();
  let start = 0;
  while (start < products.length) {
    const groupAt = (index: number) => {
      const product = products[index];
      return product && groupOf(product);
    };
    const { name, slug } = groupAt(start) ?? UNCATEGORIZED;
    let end = start + 1;
    while (groupAt(end)?.slug === slug) end += 1;
    const headerIndex = rows.length;
    rows.push({ kind: 'header', key: `header ${slug}`, name, slug, count: end - start });
    for (let first = start; first < end; first += columns) {
      const inRow = products.slice(first, Math.min(first + columns, end));
      for (const { id } of inRow) rowOf.set(id, rows.length);
      rows.push({ kind: 'cards', key: `cards ${inRow[0]?.id ?? first}`, headerIndex, products: inRow });
    }
    start = end;
  }
  return { rows, rowOf };
}

export type MoveKey = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown' | 'Home' | 'End' | 'PageUp' | 'PageDown';

const MOVES: readonly string[] = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
];
/** The number of rows that Page Up and Page Down move by. */
const PAGE_ROWS = 3;

export function isMoveKey(key: string): key is MoveKey {
  return MOVES.includes(key);
}

function cardsRowFrom(rows: readonly GridRow[], from: number, step: 1 | -1): CardsRow | null {
  for (let index = from; index >= 0 && index < rows.length; index += step) {
    const row = rows[index];
    if (row?.kind === 'cards') return row;
  }
  return null;
}

/**
 * The card that a key leads to from the card of `productId`; null if there is none in that direction. Headers are
 * skipped, and a shorter row is entered at its last card. Home and End lead to the first and last card of the grid.
 */
export function cardAfter({ rows, rowOf }: GridRows, productId: number, key: MoveKey): number | null {
  if (key === 'Home') return cardsRowFrom(rows, 0, 1)?.products[0]?.id ?? null;
  if (key === 'End') return cardsRowFrom(rows, rows.length - 1, -1)?.products.at(-1)?.id ?? null;
  const at = rowOf.get(productId);
  const row = at === undefined ? undefined : rows[at];
  if (at === undefined || row?.kind !== 'cards') return null;
  const column = row.products.findIndex(({ id }) => id === productId);
  const inColumn = (next: CardsRow | null) => next?.products[Math.min(column, next.products.length - 1)]?.id ?? null;

  switch (key) {
    case 'ArrowLeft':
      return row.products[column - 1]?.id ?? cardsRowFrom(rows, at - 1, -1)?.products.at(-1)?.id ?? null;
    case 'ArrowRight':
      return row.products[column + 1]?.id ?? cardsRowFrom(rows, at + 1, 1)?.products[0]?.id ?? null;
    case 'ArrowUp':
      return inColumn(cardsRowFrom(rows, at - 1, -1));
    case 'ArrowDown':
      return inColumn(cardsRowFrom(rows, at + 1, 1));
    case 'PageUp':
    case 'PageDown': {
      const step = key === 'PageDown' ? 1 : -1;
      let reached: CardsRow | null = null;
      let from = at;
      for (let count = 0; count < PAGE_ROWS; count += 1) {
        const next: CardsRow | null = cardsRowFrom(rows, from + step, step);
        if (!next) break;
        reached = next;
        from = rows.indexOf(next, 0);
      }
      return inColumn(reached);
    }
  }
}
