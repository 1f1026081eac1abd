import { z } from 'zod';
import { ORIENTATIONS } from '#domain/menu/menu-config.ts';
import { configId, rowVersion, versionSeen } from './menu-config.ts';
import { MENU_TAGS } from './menus.ts';
import { route } from './route.ts';
import { cacheStamp, day, id, idText, locationId, locationIdIn, locationIdText, success, text } from './wire.ts';

const PATH = '/api/proxy/flora-im/store-configs';
/** TVs of a location. Rule: menus/tvs. */
export const MOST_TVS = 200;

export const tvNumber = z
  .int()
  .min(1)
  .max(999)
  .meta({ description: 'Number of the TV at its location.', examples: [1] });
const displayName = text(100).meta({ description: 'Name.', examples: ['TV 1'] });
const orientation = z.enum(ORIENTATIONS).describe('Orientation.');

export const storeTv = z
  .object({
    tv_number: tvNumber,
    display_name: displayName,
    orientation,
    layout_id: configId.nullable().describe('Its layout; null shows the fallback.'),
    theme_id: configId.nullable().describe('Its theme; null shows the fallback.'),
    layout_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the layout.', examples: ['Friday'] }),
    theme_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the theme.', examples: ['Chalkboard'] }),
    auto_launch: z.boolean().describe('True if its window opens automatically with the menu builder.'),
    enabled: z.boolean().describe('True if it shows a menu; otherwise it is black.'),
  })
  .meta({ id: 'StoreTv', description: 'A TV of a location with its layout and theme.' });

const storeConfig = z
  .object({
    location_id: locationId,
    store_name: z.string().meta({ description: 'Name of the store.', examples: ['Charlotte Central'] }),
    tvs: z.array(storeTv).describe('TVs by number.'),
    version: rowVersion,
  })
  .meta({ id: 'StoreConfig', description: 'The TVs of a location.' });
export type WireStoreConfig = z.output<typeof storeConfig>;

const tvsIn = z
  .array(
    z.object({
      tv_number: tvNumber,
      display_name: displayName.optional(),
      orientation: orientation.default('horizontal'),
      layout_id: id.nullable().default(null).describe('A layout of the location.'),
      theme_id: id.nullable().default(null).describe('A theme of the location.'),
      layout_name: text(200).nullish().describe('Ignored.'),
      theme_name: text(200).nullish().describe('Ignored.'),
      auto_launch: z.boolean().default(false).describe('True if its window opens automatically.'),
      enabled: z.boolean().default(true).describe('True if it shows a menu.'),
    }),
  )
  .min(1)
  .max(MOST_TVS)
  .refine((tvs) => new Set(tvs.map(({ tv_number }) => tv_number)).size === tvs.length, 'has a TV number twice')
  .describe('All TVs. A TV that is left out is removed with its schedule.');

const body = {
  store_name: text(200).meta({ description: 'Name of the store.', examples: ['Charlotte Central'] }),
  tvs: tvsIn,
};
const SAMPLE = { store_name: 'Charlotte Central', tvs: [{ tv_number: 1, display_name: 'TV 1' }] };

export const storeConfigRoute = route({
  name: 'storeConfig',
  method: 'GET',
  path: `${PATH}/:location_id`,
  access: 'run-screens',
  summary: 'The TVs of a location',
  description: '404 when none were set up.',
  tags: MENU_TAGS,
  params: z.object({ location_id: idText }),
  query: z.object({ _t: cacheStamp }),
  reply: success({ data: storeConfig }),
  refusals: ['not_found'],
  example: { after: 'createStoreConfig', params: { location_id: 20 } },
});

export const createStoreConfigRoute = route({
  name: 'createStoreConfig',
  method: 'POST',
  path: PATH,
  access: 'edit-menus',
  summary: 'Set up the TVs of a location',
  description: 'Sets them up for the first time. If they were set up before, it works as `updateStoreConfig` does.',
  tags: MENU_TAGS,
  body: z.object({ location_id: locationIdIn, ...body, version: versionSeen }),
  reply: success({ data: storeConfig }),
  refusals: ['changed_meanwhile', 'location_required', 'not_found', 'not_valid'],
  example: { body: SAMPLE },
});

export const updateStoreConfigRoute = route({
  name: 'updateStoreConfig',
  method: 'PUT',
  path: `${PATH}/:location_id`,
  access: 'edit-menus',
  summary: 'Change the TVs of a location',
  description: 'Screens whose layout, theme or orientation changes follow at once.',
  tags: MENU_TAGS,
  params: z.object({ location_id: idText }),
  body: z.object({ location_id: locationIdIn.describe('Ignored.'), ...body, version: versionSeen }),
  reply: success({ data: storeConfig }),
  refusals: ['changed_meanwhile', 'not_found', 'not_valid'],
  example: { params: { location_id: 20 }, body: SAMPLE },
});

const wallTime = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .meta({ description: 'A time on the clock of the location.', examples: ['16:00'] });

const slotShape = {
  name: text(100).meta({ description: 'Purpose.', examples: ['Happy hour'] }),
  starts: wallTime,
  ends: z
    .string()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)
    .meta({ description: 'End; if it is not after `starts`, it is on the next day.', examples: ['18:00'] }),
};
const slotIn = z.object({
  ...slotShape,
  name: slotShape.name.default(''),
  layout_id: id.nullable().default(null).describe('Layout meanwhile; null keeps the usual one.'),
  theme_id: id.nullable().default(null).describe('Theme meanwhile; null keeps the usual one.'),
});
const slot = z.object({
  ...slotShape,
  layout_id: configId.nullable().describe('Layout meanwhile; null keeps the usual one.'),
  theme_id: configId.nullable().describe('Theme meanwhile; null keeps the usual one.'),
});
const weekday = z
  .int()
  .min(1)
  .max(7)
  .meta({ description: 'Day on which it starts, as ISO counts: 1 is Monday.', examples: [5] });

export const schedule = z
  .object({
    weekly: z.array(slot.extend({ weekday })).describe('Times of the week.'),
    days: z
      .array(z.object({ day, slots: z.array(slot).describe('Times of that day; none shows the usual menu all day.') }))
      .describe('Days with times of their own, which replace those of the week.'),
  })
  .meta({ id: 'MenuSchedule', description: 'Times at which a TV shows a different layout or theme.' });

const tvSchedule = schedule
  .extend({ location_id: locationId, tv_number: tvNumber, version: rowVersion })
  .meta({ id: 'TvSchedule', description: 'The schedule of a TV.' });
export type WireTvSchedule = z.output<typeof tvSchedule>;

/** Times of a week and of a day, and days with times of their own. */
const MOST_SLOTS = 100;
const MOST_DAYS = 100;

const scheduleParams = z.object({ tv_number: idText.describe('Number of the TV.') });

export const tvScheduleRoute = route({
  name: 'tvSchedule',
  method: 'GET',
  path: '/api/tv/schedules/:tv_number',
  access: 'run-screens',
  summary: 'The schedule of a TV',
  description: 'Times are by the clock of its location.',
  tags: MENU_TAGS,
  params: scheduleParams,
  query: z.object({ location_id: locationIdText }),
  reply: success({ data: tvSchedule }),
  refusals: ['location_required', 'not_found'],
  example: { after: 'createStoreConfig', params: { tv_number: 1 } },
});

export const changeTvScheduleRoute = route({
  name: 'changeTvSchedule',
  method: 'PUT',
  path: '/api/tv/schedules/:tv_number',
  access: 'edit-menus',
  summary: 'Change the schedule of a TV',
  description:
    'Replaces it as a whole. If several times overlap, the one that began last counts. A day in `days` follows only its own times.',
  tags: MENU_TAGS,
  params: scheduleParams,
  body: z.object({
    location_id: locationIdIn,
    weekly: z.array(slotIn.extend({ weekday })).max(MOST_SLOTS).default([]).describe('Times of the week.'),
    days: z
      .array(z.object({ day, slots: z.array(slotIn).max(20).describe('Times of that day.') }))
      .max(MOST_DAYS)
      .default([])
      .describe('Days with times of their own.'),
    version: versionSeen,
  }),
  reply: success({ data: tvSchedule }),
  refusals: ['changed_meanwhile', 'location_required', 'not_found', 'not_valid'],
  example: { after: 'createStoreConfig', params: { tv_number: 1 }, body: { weekly: [], days: [] } },
});
