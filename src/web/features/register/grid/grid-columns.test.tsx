// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { onScreen } from '#testing/on-screen.tsx';
import { setCompactCards, useCompactCards } from './card-density.ts';
import { type CardStyle, useGridLayout } from './grid-layout.ts';

const WIDE_PX = 1280;
const resizeTo = (width: number) =>
  (window as unknown as { happyDOM: { setViewport: (to: object) => void } }).happyDOM.setViewport({ width });
afterEach(() => resizeTo(WIDE_PX));

function Columns({ style }: { style: CardStyle }) {
  const pane = useRef<HTMLDivElement>(null);
  const layout = useGridLayout(pane, style);
  // A pane has no width in a document that is not laid out.
  return (
    <div
      ref={(element) => void (pane.current = element && Object.defineProperty(element, 'clientWidth', { value: 500 }))}
    >
      {layout?.columns}
    </div>
  );
}

async function columnsAt(width: number, style: CardStyle = 'compact'): Promise<string> {
  resizeTo(width);
  const screen = await onScreen(<Columns style={style} />);
  const columns = screen.text();
  await screen.leave();
  return columns;
}

it('has two columns of cards below 1024 px, three from there and four from 1440 px', async () => {
  expect([await columnsAt(390), await columnsAt(1023)]).toEqual(['2', '2']);
  expect([await columnsAt(1024), await columnsAt(1439)]).toEqual(['3', '3']);
  expect(await columnsAt(1440)).toBe('4');
});

it('has one column of stock fields on a phone, so that their figures are whole', async () => {
  expect([await columnsAt(390, 'audit'), await columnsAt(640, 'audit')]).toEqual(['1', '1']);
  expect([await columnsAt(641, 'audit'), await columnsAt(1024, 'audit')]).toEqual(['2', '3']);
});

function Density({ products, isPending = false }: { products: number; isPending?: boolean }) {
  return <p>{useCompactCards({ products: Array.from({ length: products }), isPending }) ? 'small' : 'large'}</p>;
}

async function cardsOf(products: number, isPending = false): Promise<string> {
  const screen = await onScreen(<Density products={products} isPending={isPending} />);
  const cards = screen.text();
  await screen.leave();
  return cards;
}

it('has small cards from 60 products on and while they load, until somebody chooses', async () => {
  expect([await cardsOf(59), await cardsOf(60), await cardsOf(0, true)]).toEqual(['large', 'small', 'small']);
  await act(async () => setCompactCards(false));
  expect(await cardsOf(60)).toBe('large');
});
