import { z } from 'zod';
import { availability, shelfVersion } from './menu-shelf.ts';
import { MENU_TAGS } from './menus.ts';
import { route } from './route.ts';
import { idText } from './wire.ts';

/** The streams of menus. Apart from the menu, which a screen draws before it listens. */

const commandEvent = z.object({
  type: z.literal('command').describe('Kind of the event.'),
  id: z.int().describe('Id of the command.'),
  command_type: z.string().describe('What to do.'),
  payload: z.record(z.string(), z.unknown()).describe('What it needs.'),
  expires_in_ms: z.int().describe('For how long it may still be carried out.'),
});

export const menuEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello').describe('First, and when events may have been missed: read again.') }),
  z.object({
    type: z.literal('menus').describe('Menus, TVs or schedules changed: read `display` again.'),
    revision: z.int().describe('The present one.'),
  }),
  z.object({
    type: z.literal('shelf').describe('Products or prices changed: read `shelf` again.'),
    version: shelfVersion,
  }),
  z.object({
    type: z.literal('availability').describe('Stock changed.'),
    from: shelfVersion.describe('Applies to this version of the shelf; with another one, read it again.'),
    version: shelfVersion.describe('The version that it leads to.'),
    products: z
      .array(
        z.object({
          ...availability,
          short: z.array(z.boolean()).describe('`short` of each of its prices, in their order.'),
        }),
      )
      .describe('Products that changed.'),
  }),
  commandEvent,
]);
export type MenuEvent = z.output<typeof menuEvent>;

const STREAM =
  'Server-sent events: one JSON object per `data:` line, at most 10 a second. `hello` comes first. A line every 15 s shows that it is alive.';

export const menuEventsRoute = route({
  name: 'menuEvents',
  method: 'GET',
  path: '/api/menus/events',
  access: 'public',
  admits: ['staff', 'device'],
  summary: "What changes on the customers' menu",
  description: `${STREAM} Staff and devices of the location hear it while that menu is closed, too.`,
  tags: MENU_TAGS,
  query: z.object({ location_id: idText }),
  reply: menuEvent,
  media: 'text/event-stream',
  refusals: ['not_found', 'too_many_streams'],
  example: { query: { location_id: 20 } },
});

export const tvEventsRoute = route({
  name: 'tvEvents',
  method: 'GET',
  path: '/api/tv/events',
  access: 'signed-in',
  admits: ['device'],
  summary: 'What changes on a TV, and what it is to do',
  description: `For paired devices. ${STREAM} Commands that wait are sent first.`,
  tags: MENU_TAGS,
  reply: menuEvent,
  media: 'text/event-stream',
  refusals: ['too_many_streams'],
});
