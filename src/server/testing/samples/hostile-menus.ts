import { sql } from 'kysely';
import { hashToken } from '#server/http/guard/session.ts';
import type { TestApp, Till } from '../app.ts';
import { FIRST } from './hostile-stock-requests.ts';
import { SHOP } from '../shop.ts';

const PANEL = { category: 'flower', viewMode: 'auto', showImages: true, priceLocation: 'inline' };
const MENU = {
  orientation: 'horizontal',
  isDualMenu: true,
  singleMenu: PANEL,
  dualMenu: {
    left: PANEL,
    right: PANEL,
    leftBottom: PANEL,
    rightBottom: PANEL,
    enableLeftStacking: true,
    enableRightStacking: false,
  },
  categoryColumnConfigs: { flower: ['name'] },
  soldOut: 'grey',
  pageSeconds: 12,
  backgroundColor: '#000000',
  fontColor: '#ffffff',
  cardFontColor: '#ffffff',
  containerColor: '#1f1f1f',
  imageBackgroundColor: '#1a1a1a',
  titleFont: 'Lora',
  pricingFont: 'Lora',
  cardFont: 'Lora',
  leftBelow: 5,
};
const STORE = {
  location_id: 20,
  store_name: 's',
  tvs: [
    {
      tv_number: 1,
      display_name: 'n',
      orientation: 'horizontal',
      layout_id: null,
      theme_id: null,
      layout_name: 'l',
      theme_name: 't',
      auto_launch: false,
      enabled: true,
    },
  ],
};
const SLOTS = [{ name: 'n', starts: '16:00', ends: '18:00', layout_id: FIRST, theme_id: null }];
/** Requests that only screens may send. Anyone else is refused before the body is read. */
const SCREEN_SAMPLES = {
  'POST /api/tv/heartbeat': {
    revision: 1,
    shelf_version: 'v',
    layout_id: 1,
    theme_id: 1,
    page: 1,
    pages: 1,
    item_count: 1,
    width: 1920,
    height: 1080,
    last_error: 'e',
    items: [{ product_id: SHOP.grinder, price: '23.90', sold_out: false }],
  },
  'PUT /api/tv/snapshot': { image: 'data:image/png;base64,iVBORw==' },
  'PUT /api/tv/commands/:id': { status: 'failed', error_message: 'e' },
};

export const MENU_SAMPLES: Record<string, Record<string, unknown>> = {
  ...SCREEN_SAMPLES,
  'POST /api/proxy/flora-im/menus/configs': {
    name: 'n',
    location_id: 20,
    config_type: 'layout',
    is_active: false,
    display_order: 1,
    config_data: MENU,
  },
  'PUT /api/proxy/flora-im/menus/configs/:id': {
    name: 'n',
    location_id: 20,
    config_type: 'layout',
    is_active: true,
    display_order: 1,
    config_data: MENU,
    version: 1,
  },
  'POST /api/proxy/flora-im/menus/configs/:id/duplicate': { name: 'n' },
  'POST /api/proxy/flora-im/menus/configs/:id/restore': { restored_version: 1, version: 1 },
  'POST /api/proxy/flora-im/menus/log-display': {
    location_id: 20,
    tv_number: 1,
    sent_at: '2026-11-20T15:04:05.000Z',
    entries: [
      {
        id: '8a6e0804-2bd0-4672-b79d-d97027f9071a',
        config_id: FIRST,
        theme_id: null,
        started_at: '2026-11-20T15:00:05.000Z',
        seconds: 60,
        products: [{ product_id: SHOP.grinder, seconds: 60, sold_out_seconds: 1 }],
      },
    ],
  },
  'PUT /api/menus/settings': {
    location_id: 20,
    public_enabled: true,
    fallback_layout_id: FIRST,
    fallback_theme_id: null,
    version: 1,
  },
  'POST /api/proxy/flora-im/store-configs': { ...STORE, version: 1 },
  'PUT /api/proxy/flora-im/store-configs/:location_id': { ...STORE, version: 1 },
  'PUT /api/tv/schedules/:tv_number': {
    location_id: 20,
    weekly: SLOTS.map((slot) => ({ ...slot, weekday: 5 })),
    days: [{ day: '2026-12-25', slots: SLOTS }],
    version: 1,
  },
  'POST /api/tv/pairings': {},
  'POST /api/tv/pairings/claim': { claim: 'q3Zx0mQm1vJc8fT2bN5yR7sK9dL4gH6pW0aE2uI8oYk' },
  'POST /api/tv/pairings/confirm': {
    code: 'K7M2QX',
    location_id: 20,
    tv_number: 7,
    device_name: 'n',
    replace: true,
  },
  'PUT /api/tv/devices/:id': { device_name: 'n', tv_number: 2, version: 1 },
  'POST /api/tv/commands': {
    tv_id: FIRST,
    location_id: 20,
    command_type: 'update_theme',
    payload: { layout_id: FIRST, theme_id: null },
  },
};

const TOKEN = 'S'.repeat(43);
/** A paired screen, TV 1 of location 20. */
export const SCREEN = { headers: { authorization: `Bearer ${TOKEN}` } };

const LAYOUT = JSON.stringify({
  singleMenu: { category: '25', viewMode: 'auto', showImages: true, priceLocation: 'none' },
});

/** A layout, a TV with its screen, and a command to it, each with the number that samples name. */
export async function makeMenus({ database: { db } }: TestApp, userId: number): Promise<void> {
  await sql`
    INSERT INTO menu_configs (id, location_id, name, config_type, config_data) OVERRIDING SYSTEM VALUE
    VALUES (${FIRST}, 20, 'Layout', 'layout', ${LAYOUT}::jsonb)`.execute(db);
  await sql`SELECT setval(pg_get_serial_sequence('menu_configs', 'id'), ${FIRST})`.execute(db);
  await storeAsBefore(db);
  await sql`
    INSERT INTO machines (id, kind, name, location_id, created_by) OVERRIDING SYSTEM VALUE
    VALUES (${FIRST}, 'device', 'TV 1', 20, ${userId})`.execute(db);
  await sql`SELECT setval(pg_get_serial_sequence('machines', 'id'), ${FIRST})`.execute(db);
  await sql`INSERT INTO sessions (token_hash, machine_id) VALUES (${hashToken(TOKEN)}, ${FIRST})`.execute(db);
  await sql`
    INSERT INTO tv_devices (machine_id, location_id, tv_number, device_name) VALUES (${FIRST}, 20, 1, 'TV 1')`.execute(
    db,
  );
  await sql`INSERT INTO tv_snapshots (machine_id, media, image) VALUES (${FIRST}, 'image/png', '\\x89504e47')`.execute(
    db,
  );
  await sql`
    INSERT INTO tv_commands (id, machine_id, location_id, command_type, created_by, expires_at) OVERRIDING SYSTEM VALUE
    VALUES (${FIRST}, ${FIRST}, 20, 'refresh', ${userId}, now() + interval '1 day')`.execute(db);
  await sql`SELECT setval(pg_get_serial_sequence('tv_commands', 'id'), ${FIRST})`.execute(db);
}

async function storeAsBefore(db: TestApp['database']['db']): Promise<null> {
  await sql`DELETE FROM store_tvs`.execute(db);
  await sql`DELETE FROM store_configs`.execute(db);
  await sql`INSERT INTO store_configs (location_id, store_name) VALUES (20, 'Central')`.execute(db);
  await sql`INSERT INTO store_tvs (location_id, tv_number, display_name) VALUES (20, 1, 'TV 1')`.execute(db);
  return null;
}

async function newConfig({ database: { db } }: TestApp): Promise<{ id: string; line: number }> {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO menu_configs (location_id, name, config_type, config_data) VALUES (20, 'Anew', 'layout', ${LAYOUT}::jsonb)
      RETURNING id, name, config_data)
    INSERT INTO menu_config_versions (config_id, version, name, config_data) SELECT id, 1, name, config_data FROM made
    RETURNING config_id AS id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

async function newScreen(manager: Till, { database: { db } }: TestApp): Promise<{ id: string; line: number }> {
  await sql`UPDATE tv_devices SET forgotten_at = now() WHERE machine_id <> ${FIRST}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO machines (kind, name, location_id, created_by) VALUES ('device', 'TV 3', 20, ${manager.userId}) RETURNING id)
    INSERT INTO tv_devices (machine_id, location_id, tv_number, device_name) SELECT id, 20, 3, 'TV 3' FROM made
    RETURNING machine_id AS id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

const MENUS = '/api/proxy/flora-im/menus/configs';
const STORES = '/api/proxy/flora-im/store-configs';

/** Makes again the objects that an accepted sample has used up, by route. */
export const MENUS_ANEW: Record<
  string,
  (manager: Till, shop: TestApp) => Promise<{ id: string; line: number } | null>
> = {
  [`PUT ${MENUS}/:id`]: (_manager, shop) => newConfig(shop),
  [`POST ${MENUS}/:id/restore`]: (_manager, shop) => newConfig(shop),
  [`DELETE ${MENUS}/:id`]: (_manager, shop) => newConfig(shop),
  [`POST ${STORES}`]: (_manager, { database: { db } }) => storeAsBefore(db),
  [`PUT ${STORES}/:location_id`]: (_manager, { database: { db } }) => storeAsBefore(db),
  'PUT /api/tv/schedules/:tv_number': (_manager, { database: { db } }) => storeAsBefore(db),
  'PUT /api/menus/settings': async (_manager, { database: { db } }) => {
    await sql`DELETE FROM menu_settings`.execute(db);
    return null;
  },
  'PUT /api/tv/devices/:id': newScreen,
  'POST /api/tv/pairings/confirm': async (_manager, { database: { db } }) => {
    await sql`DELETE FROM tv_pairings`.execute(db);
    await sql`
        INSERT INTO tv_pairings (code, claim_hash, network, expires_at) VALUES ('K7M2QX', '\\x00', 'test', now() + interval '1 hour')`.execute(
      db,
    );
    return null;
  },
};
