import { expect, it } from 'vitest';
import { DEFAULT_LAYOUT, DEFAULT_THEME, type MenuLayout } from '#domain/menu/menu-config.ts';
import { customersAddress, displayAddress, tvAddress } from './display-address.ts';

const panel = (category: string | null) => ({ ...DEFAULT_LAYOUT.singleMenu, category });
const paramsOf = (layout: MenuLayout) =>
  Object.fromEntries(
    new URL(displayAddress({ locationId: 20, tvNumber: 2 }, layout, DEFAULT_THEME), 'http://shop.test').searchParams,
  );

it('says all of a single menu', () => {
  const layout: MenuLayout = {
    ...DEFAULT_LAYOUT,
    singleMenu: { ...panel('25'), viewMode: 'table', showImages: false, priceLocation: 'header' },
    soldOut: 'end',
    categoryColumnConfigs: { '25': ['name', 'thca_percentage'], '26': ['name'] },
  };
  expect(paramsOf(layout)).toEqual({
    location_id: '20',
    tv_number: '2',
    orientation: 'horizontal',
    category: '25',
    viewMode: 'table',
    priceLocation: 'header',
    showImages: 'false',
    soldOut: 'end',
    pageSeconds: '12',
    columns: '25:name,thca_percentage;26:name',
    backgroundColor: '#000000',
    fontColor: '#ffffff',
    cardFontColor: '#ffffff',
    containerColor: '#1f1f1f',
    imageBackgroundColor: '#1a1a1a',
    titleFont: 'Tiempos',
    pricingFont: 'Tiempos',
    cardFont: 'Tiempos',
    leftBelow: '0',
  });
});

it('says the bottom of a side only where it is stacked', () => {
  const dualMenu = {
    ...DEFAULT_LAYOUT.dualMenu,
    left: panel('25'),
    leftBottom: panel('28'),
    right: panel('26'),
    rightBottom: panel('29'),
    enableLeftStacking: true,
  };
  expect(paramsOf({ ...DEFAULT_LAYOUT, isDualMenu: true, dualMenu })).toMatchObject({
    dual: 'true',
    leftCategory: '25',
    leftImages: 'true',
    enableLeftStacking: 'true',
    leftCategory2: '28',
    leftViewMode2: 'auto',
    rightCategory: '26',
  });
  expect(paramsOf({ ...DEFAULT_LAYOUT, isDualMenu: true, dualMenu })).not.toHaveProperty('rightCategory2');
});

it('leads customers and TVs to the menu of their location', () => {
  expect(customersAddress(20)).toBe('/menu-display?location_id=20');
  expect(tvAddress(20, 3)).toBe('/menu-display?location_id=20&tv_number=3');
});
