import { expect, it } from 'vitest';
import { DEFAULT_LAYOUT, DEFAULT_THEME, type MenuLayout } from '#domain/menu/menu-config.ts';
import { menuPlan } from '#domain/menu/menu-plan.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import type { Cents } from '#domain/money.ts';
import { faintPairs, smallTexts } from './legibility.ts';

const shelfOf = (products: number): Shelf => ({
  categories: [{ id: 25, name: 'Flower', slug: 'flower' }],
  products: Array.from({ length: products }, (_, place) => ({
    id: place + 1,
    name: `Product ${place + 1}`,
    categoryIds: [25],
    image: null,
    inStock: true,
    leftMilli: null,
    unit: '',
    prices: [{ label: null, cents: 4000 as Cents, wasCents: null, isShort: false }],
    changes: [],
    fields: {},
  })),
});
const single: MenuLayout = { ...DEFAULT_LAYOUT, singleMenu: { ...DEFAULT_LAYOUT.singleMenu, category: '25' } };

it('says nothing of colors that read well', () => {
  expect(faintPairs(DEFAULT_THEME)).toEqual([]);
});

it('warns below 4.5:1, and never rounds a contrast up to it', () => {
  // #777777 on white has a contrast of 4.48:1.
  const faint = {
    ...DEFAULT_THEME,
    backgroundColor: '#ffffff',
    fontColor: '#777777',
    cardFontColor: '#000000',
    containerColor: '#ffffff',
  };
  expect(faintPairs(faint)).toEqual([
    'The font on the background has a contrast of 4.4:1. Below 4.5:1 it is hard to read.',
  ]);
  // Details and labels have an opacity of three quarters.
  expect(faintPairs({ ...faint, fontColor: '#666666' })).toEqual([
    'The font on the background, where details and labels are dimmed, has a contrast of 3.3:1. Below 4.5:1 it is hard to read.',
  ]);
  expect(faintPairs({ ...faint, fontColor: '#444444' })).toEqual([]);
});

it('warns of the card font on every ground that it stands on', () => {
  const told = faintPairs({ ...DEFAULT_THEME, cardFontColor: '#222222' });
  expect(told.map((sentence) => sentence.split(' has')[0])).toEqual([
    'The card font on the container',
    'The card font on the background',
  ]);
});

it('warns of text that is too small from four metres, and of nothing where there is room', () => {
  expect(smallTexts(menuPlan(single, shelfOf(6), 0), 0)).toEqual([]);
  const panel = { ...DEFAULT_LAYOUT.singleMenu, category: '25', viewMode: 'table' as const };
  const crowded: MenuLayout = {
    ...DEFAULT_LAYOUT,
    isDualMenu: true,
    dualMenu: {
      left: panel,
      right: DEFAULT_LAYOUT.singleMenu,
      leftBottom: panel,
      rightBottom: DEFAULT_LAYOUT.singleMenu,
      enableLeftStacking: true,
      enableRightStacking: false,
    },
  };
  const told = smallTexts(menuPlan(crowded, shelfOf(60), 0), 0);
  expect(told).toEqual([
    'Names and prices on Left Top and Left Bottom are too small to read from four metres. Use fewer panels, or cards.',
  ]);
});

it('warns of names that are so long that they are drawn small', () => {
  const long =
    'Grandfather Mountain Sunrise Reserve Full-Spectrum Live Rosin Gummies of the Blue Ridge Parkway, 20 Count Tin';
  const shelf = shelfOf(24);
  const named = {
    ...shelf,
    products: shelf.products.map((one) => (one.id === 3 ? { ...one, name: long.repeat(2) } : one)),
  };
  expect(smallTexts(menuPlan(single, shelf, 0), 0)).toEqual([]);
  expect(smallTexts(menuPlan(single, named, 0), 0)).toEqual([
    '1 name is too long to be read from four metres. Shorten it, or use fewer panels.',
  ]);
});
