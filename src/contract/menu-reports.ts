import { z } from 'zod';
import { from } from './example.ts';
import { MENUS_BASE, MENU_TAGS } from './menus.ts';
import { configId, configName, configType } from './menu-config.ts';
import { paired } from './menu-shelf.ts';
import { route } from './route.ts';
import { tvNumber } from './store-configs.ts';
import { day, id, idText, instant, locationId, locationIdIn, locationIdText, productId, success } from './wire.ts';

/** Proof of play is kept this long. Rule: menus/proof-of-play. */
export const PLAYS_KEPT_DAYS = 90;
const MOST_ENTRIES = 200;
/** The longest time that one entry may cover. Screens report at least this often. */
const LONGEST_SHOWN_SECONDS = 3600;

export const logDisplayRoute = route({
  name: 'logDisplay',
  method: 'POST',
  path: `${MENUS_BASE}/log-display`,
  access: 'signed-in',
  admits: ['staff', 'device'],
  idempotency: 'none',
  summary: 'Report proof of play',
  description: `Proof of play is stored for ${PLAYS_KEPT_DAYS} days. A screen may collect entries while it is offline and send entries again: each \`id\` counts once. Times are those of the screen’s clock; the server corrects them with \`sent_at\`. Entries that are too old, or of menus that the location does not have, are ignored.`,
  tags: MENU_TAGS,
  query: z.object({ paired }),
  body: z.object({
    location_id: locationIdIn.describe('Ignored for a device.'),
    tv_number: tvNumber.optional().describe('Ignored for a device.'),
    sent_at: z.iso.datetime().describe('The clock of the screen now.'),
    entries: z
      .array(
        z.object({
          id: z.uuid().describe('Made by the screen.'),
          config_id: id.describe('The layout.'),
          theme_id: id.nullable().default(null).describe('The theme.'),
          started_at: z.iso.datetime().describe('Start of the showing.'),
          seconds: z.number().min(0).max(LONGEST_SHOWN_SECONDS).describe('Duration in seconds.'),
          products: z
            .array(
              z.object({
                product_id: id.meta({ description: 'Id of the product.', examples: [1602] }),
                seconds: z.number().min(0).max(LONGEST_SHOWN_SECONDS).describe('Time that it was on show, in seconds.'),
                sold_out_seconds: z
                  .number()
                  .min(0)
                  .max(LONGEST_SHOWN_SECONDS)
                  .default(0)
                  .describe('Part of that time during which it was shown as sold out, in seconds.'),
              }),
            )
            .max(500)
            .default([])
            .describe('Products on show.'),
        }),
      )
      .min(1)
      .max(MOST_ENTRIES)
      .describe('Showings of menus.'),
  }),
  // A screen that was without a network for days sends many at once.
  bodyLimitBytes: 4_000_000,
  reply: success({ data: z.object({ kept: z.int().describe('Entries that were new.') }).describe('Result.') }),
  refusals: ['location_required', 'not_found'],
  example: {
    after: 'createMenuConfig',
    body: {
      sent_at: '2026-11-20T15:04:05.000Z',
      entries: [
        {
          id: '8a6e0804-2bd0-4672-b79d-d97027f9071a',
          config_id: from('/data/id', 1),
          started_at: '2026-11-20T15:00:05.000Z',
          seconds: 240,
          products: [{ product_id: 1602, seconds: 240 }],
        },
      ],
    },
  },
});

const recentDay = day.refine((asked) => asked.startsWith('20'), 'is not of this century');

export const menuAnalyticsRoute = route({
  name: 'menuAnalytics',
  method: 'GET',
  path: `${MENUS_BASE}/analytics`,
  access: 'run-screens',
  summary: 'Proof of play',
  description: `Showing times at a location, by default of the last 30 days. Reports are stored for ${PLAYS_KEPT_DAYS} days.`,
  tags: MENU_TAGS,
  query: z.object({
    location_id: locationIdText,
    config_id: idText.optional().describe('Only this layout or theme. Products are those of the whole location.'),
    start_date: recentDay.optional().describe('First day.'),
    end_date: recentDay.optional().describe('Last day.'),
  }),
  reply: success({
    data: z
      .object({
        location_id: locationId,
        start_date: day,
        end_date: day,
        configs: z
          .array(
            z.object({
              config_id: configId,
              name: configName,
              config_type: configType,
              hours: z.number().meta({ description: 'Hours on all TVs together.', examples: [12.5] }),
              last_shown: instant.describe('Time of the last showing.'),
            }),
          )
          .describe('Longest first.'),
        tvs: z
          .array(
            z.object({
              tv_number: tvNumber.nullable().describe('Number of the TV; null for local windows.'),
              hours: z.number().meta({ description: 'Hours.', examples: [12.5] }),
            }),
          )
          .describe('Hours by TV, by number; null for local windows.'),
        products: z
          .array(
            z.object({
              product_id: productId,
              name: z.string().meta({ description: 'Name.', examples: ['Blue Ridge Mist'] }),
              hours: z.number().meta({ description: 'Hours on show.', examples: [3.2] }),
              sold_out_minutes: z
                .number()
                .meta({ description: 'Minutes of that time during which it was shown as sold out.', examples: [35] }),
            }),
          )
          .describe('The 200 products that were on show longest.'),
      })
      .describe('Sums.'),
  }),
  refusals: ['location_required', 'not_found'],
});
