import { type WireMenuConfig } from '#contract/menus.ts';
import type { WireTvDevice } from '#contract/tv.ts';
import { DEFAULT_LAYOUT } from '#domain/menu/menu-config.ts';

/** A layout of location 20. */
export const FRIDAY: WireMenuConfig = {
  id: 7,
  name: 'Friday',
  location_id: 20,
  config_type: 'layout',
  is_active: false,
  display_order: 0,
  config_data: { isDualMenu: false, singleMenu: { ...DEFAULT_LAYOUT.singleMenu, category: '25' } },
  version: 3,
  created_at: '2026-11-20T15:00:00.000Z',
  updated_at: '2026-11-20T15:00:00.000Z',
  updated_by: 'Marlow Reyes',
};

export const SLATE: WireMenuConfig = {
  ...FRIDAY,
  id: 8,
  name: 'Slate',
  config_type: 'theme',
  config_data: { backgroundColor: '#223344' },
};

/** A paired screen that is online and shows the right menu. */
export const WINDOW_TV: WireTvDevice = {
  id: 31,
  location_id: 20,
  tv_number: 1,
  device_name: 'Window',
  paired_at: '2026-11-01T15:00:00.000Z',
  last_seen: '2026-11-20T19:02:00.000Z',
  online: true,
  showing: {
    revision: 4,
    shelf_version: '1.1-a',
    layout_id: 7,
    theme_id: 8,
    page: 1,
    pages: 3,
    item_count: 34,
    width: 1920,
    height: 1080,
    last_error: null,
    layout_name: 'Friday',
    theme_name: 'Slate',
  },
  wrong: null,
  snapshot_at: null,
  version: 1,
};

export const STORE = {
  location_id: 20,
  store_name: 'Main',
  tvs: [
    {
      tv_number: 1,
      display_name: 'Window',
      orientation: 'horizontal',
      layout_id: 7,
      theme_id: null,
      layout_name: 'Friday',
      theme_name: null,
      auto_launch: false,
      enabled: true,
    },
  ],
  version: 2,
};

const SHELF = {
  version: '1.1-a',
  categories: [
    { id: 25, name: 'Flower', slug: 'flower' },
    { id: 26, name: 'Vape', slug: 'vape' },
  ],
  products: Array.from({ length: 34 }, (_, place) => ({
    id: 100 + place,
    in_stock: true,
    left: null,
    unit: '',
    name: `Jar ${place + 1}`,
    category_ids: [25],
    image: null,
    prices: [{ label: null, price: '40.00', was: null, short: false }],
    changes: [],
    fields: { strain_type: 'Hybrid' },
  })),
};

const SETTINGS = {
  location_id: 20,
  public_enabled: true,
  fallback_layout_id: null,
  fallback_theme_id: null,
  version: 1,
};

const done = (body: object): Response => Response.json({ success: true, ...body });
const nothingThere = (): Response =>
  Response.json({ success: false, code: 'not_found', error: 'There is nothing at this address.' }, { status: 404 });

/** The answers of a shop with one TV. A test answers any other call itself. */
export function answerOfShop(call: string): Response | null {
  switch (call) {
    case 'GET /api/menus/shelf':
      return done({ data: SHELF });
    case 'GET /api/proxy/flora-im/menus/configs':
      return done({ data: [FRIDAY, SLATE] });
    case 'GET /api/proxy/flora-im/menus/templates':
      return done({ data: [] });
    case 'GET /api/proxy/flora-im/store-configs/20':
      return done({ data: STORE });
    case 'GET /api/menus/settings':
      return done({ data: SETTINGS });
    case 'GET /api/tv/devices':
      return done({ data: [WINDOW_TV] });
    case 'GET /api/tv/command-log':
      return done({ data: [] });
    case 'GET /api/proxy/flora-im/products':
      return done({ data: [], meta: { total: 0, pages: 1, page: 1, per_page: 1000 } });
    default:
      return call.startsWith('GET') ? nothingThere() : null;
  }
}
