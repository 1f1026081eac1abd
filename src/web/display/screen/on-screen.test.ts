import { describe, expect, it } from 'vitest';
import type { WireMenuDisplay } from '#contract/menu-shelf.ts';
import { DEFAULT_LAYOUT, DEFAULT_THEME } from '#domain/menu/menu-config.ts';
import type { Shelf } from '#domain/menu/shelf.ts';
import { readAddress } from '../address.ts';
import { onScreenAt } from './on-screen.ts';

const shelf: Shelf = {
  categories: [25, 26, 27].map((id) => ({ id, name: `Category ${id}`, slug: `category-${id}` })),
  products: [25, 27].map((category) => ({
    id: category,
    name: 'Product',
    categoryIds: [category],
    image: null,
    inStock: true,
    leftMilli: null,
    unit: '',
    prices: [],
    changes: [],
    fields: {},
  })),
};

const panel = (category: string) => ({ ...DEFAULT_LAYOUT.singleMenu, category });

const display: WireMenuDisplay = {
  revision: 1,
  location: {
    id: 20,
    name: 'Charlotte Central',
    time_zone: 'America/New_York',
    opening_hours: [{ weekday: 5, opens: '09:00', closes: '21:00' }],
    closed_days: [],
  },
  device: { id: 1, device_name: 'Window' },
  tv: {
    tv_number: 1,
    display_name: 'TV 1',
    orientation: 'vertical',
    layout_id: 1,
    theme_id: null,
    auto_launch: false,
    enabled: true,
  },
  usual: { layout_id: 1, theme_id: null },
  schedule: {
    weekly: [{ weekday: 5, name: 'Happy hour', starts: '16:00', ends: '18:00', layout_id: null, theme_id: 2 }],
    days: [],
  },
  showing: { layout_id: 1, theme_id: null, name: '', until: null },
  configs: [
    { id: 1, name: 'Friday', config_type: 'layout', version: 1, config_data: { singleMenu: panel('27') } },
    { id: 2, name: 'Happy', config_type: 'theme', version: 1, config_data: { backgroundColor: '#112233' } },
  ],
  now: '2026-11-20T15:00:00Z',
};

const at = (instant: string, search = '', more: Partial<WireMenuDisplay> = {}) =>
  onScreenAt(
    { display: { ...display, ...more }, shelf: { version: '1', categories: [], products: [] } },
    shelf,
    readAddress(search),
    new Date(instant),
  );

describe('what a screen shows', () => {
  it('is the layout and theme of its TV, by its schedule, without asking anybody', () => {
    const usual = at('2026-11-20T15:00:00Z');
    expect([usual.layout.singleMenu.category, usual.layout.orientation, usual.theme]).toEqual([
      '27',
      'vertical',
      DEFAULT_THEME,
    ]);
    const happy = at('2026-11-20T21:30:00Z');
    expect([happy.layoutId, happy.themeId, happy.theme.backgroundColor]).toEqual([1, 2, '#112233']);
  });

  it('is what the address says above that', () => {
    const said = at('2026-11-20T15:00:00Z', '?category=25&fontColor=ff0000&orientation=horizontal');
    expect([said.layout.singleMenu.category, said.layout.orientation, said.theme.fontColor, said.layoutId]).toEqual([
      '25',
      'horizontal',
      '#ff0000',
      null,
    ]);
  });

  it('is drawn in the colours that its layout brings, where its theme says nothing else', () => {
    const config_data = { singleMenu: panel('27'), fontColor: '#abcdef', backgroundColor: '#445566' };
    const configs = display.configs.map((config) => (config.id === 1 ? { ...config, config_data } : config));
    const colours = (instant: string, search = '') => {
      const { backgroundColor, fontColor, leftBelow } = at(instant, search, { configs }).theme;
      return [backgroundColor, fontColor, leftBelow];
    };
    expect(colours('2026-11-20T15:00:00Z')).toEqual(['#445566', '#abcdef', null]);
    expect(colours('2026-11-20T21:30:00Z')).toEqual(['#112233', '#abcdef', null]);
    expect(colours('2026-11-20T21:30:00Z', '?leftBelow=5&backgroundColor=000')).toEqual(['#000000', '#abcdef', 5]);
  });

  it('is the first categories with products where nothing was arranged', () => {
    const { layout } = at('2026-11-20T15:00:00Z', '', { tv: null, usual: { layout_id: null, theme_id: null } });
    expect([layout.isDualMenu, layout.dualMenu.left.category, layout.dualMenu.right.category]).toEqual([
      true,
      '25',
      '27',
    ]);
    expect([layout.dualMenu.enableLeftStacking, layout.dualMenu.enableRightStacking]).toEqual([false, false]);
  });

  it('is dark on a paired screen while the shop is closed or the TV is switched off, and nowhere else', () => {
    const night = '2026-11-21T02:00:00Z';
    expect([at('2026-11-20T15:00:00Z').dark, at(night).dark, at(night, '', { device: null }).dark]).toEqual([
      null,
      'closed',
      null,
    ]);
    const off = display.tv && { ...display.tv, enabled: false };
    expect(at('2026-11-20T15:00:00Z', '', { device: null, tv: off }).dark).toBe('off');
  });
});
