import { z } from 'zod';
import { availability, shelfVersion } from './menu-shelf.ts';
import { MENU_TAGS } from './menus.ts';
import { route } from './route.ts';
import { idText } from './wire.ts';

/** The event streams of menus, in a file apart from the menu: a screen draws its menu before it listens. */

const commandEvent = z.object({
  type: z.literal('command').describe('Kind of the event.'),
  id: z.int().describe('Id of the command.'),
  command_type: z.string().describe('Command to carry out.'),
  payload: z.record(z.string(), z.unknown()).describe('Parameters of the command.'),
  expires_in_ms: z.int().describe('Remaining time to carry it out, in milliseconds.'),
});

export const menuEvent = z.discriminatedUnion('type', [
  z.object({
    type: z
      .literal('hello')
      .describe('Sent first, and again when events may have been missed: then read everything again.'),
  }),
  z.object({
    type: z.literal('menus').describe('Menus, TVs or schedules changed: read `display` again.'),
    revision: z.int().describe('Present revision.'),
  }),
  z.object({
    type: z.literal('shelf').describe('Products or prices changed: read `shelf` again.'),
    version: shelfVersion,
  }),
  z.object({
    type: z.literal('availability').describe('Stock changed.'),
    from: shelfVersion.describe(
      'Version of the shelf to which this event applies. If yours differs, read the shelf again.',
    ),
    version: shelfVersion.describe('Version of the shelf after this event.'),
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
  summary: "Live changes of the customers' menu",
  description: `${STREAM} Staff and devices of the location get it even if that menu is closed.`,
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
  summary: 'Live changes and commands of a TV',
  description: `For paired devices. ${STREAM} Commands that wait are sent first.`,
  tags: MENU_TAGS,
  reply: menuEvent,
  media: 'text/event-stream',
  refusals: ['too_many_streams'],
});
