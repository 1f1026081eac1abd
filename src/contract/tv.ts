// One file, because pairing, reports and commands all answer with the same screen.
import { z } from 'zod';
import { from } from './example.ts';
import { rowVersion, versionSeen } from './menu-config.ts';
import { route } from './route.ts';
import { errorText, report, shownItem } from './tv-report.ts';
import { MOST_TVS, tvNumber } from './store-configs.ts';
import { id, idParams, instant, locationId, locationIdIn, locationIdText, productId, success, text } from './wire.ts';

const TV_TAGS = ['TVs'];

/** A screen counts as online for this long after it last reported itself. Rule: menus/devices. */
export const ONLINE_SECONDS = 30;
/** Interval at which a screen reports itself. Rule: menus/devices. */
export const HEARTBEAT_SECONDS = 10;
/** Characters of a code, without those that are easily misread. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 6;
/** Rule: menus/devices. */
export const MAX_SNAPSHOT_BYTES = 300_000;

const deviceName = text(100)
  .refine((name) => name.trim() !== '', 'is empty')
  .meta({ description: 'Name.', examples: ['Window'] });
const tvDevice = z
  .object({
    id: z.int().meta({ description: 'Id of the device.', examples: [1] }),
    location_id: locationId,
    tv_number: tvNumber,
    device_name: deviceName,
    paired_at: instant.describe('Time of pairing.'),
    last_seen: instant.nullable().describe('Time of its last report; null before the first.'),
    online: z.boolean().describe(`True if its last report is less than ${ONLINE_SECONDS} s old.`),
    showing: z
      .object({
        ...report,
        layout_name: z.string().nullable().describe('Name of the layout.'),
        theme_name: z.string().nullable().describe('Name of the theme.'),
      })
      .nullable()
      .describe('Its last report; null before the first.'),
    wrong: z
      .object({
        since: instant.describe('Start of the difference.'),
        menu: z.boolean().describe('True if it shows a former menu.'),
        schedule: z
          .boolean()
          .describe('True if it shows another layout or theme than its TV should show at that time.'),
        shelf: z.boolean().describe('True if it shows former products, prices or stock.'),
        items: z
          .array(
            z.object({
              product_id: productId,
              name: z.string().meta({ description: 'Name.', examples: ['Blue Ridge Mist'] }),
              shows: z.string().meta({ description: 'Price or state on show.', examples: ['$40.00'] }),
              should_show: z
                .string()
                .meta({ description: 'Price or state that it should show.', examples: ['$45.00'] }),
            }),
          )
          .describe('Products on its page that are wrong, as far as it reported them.'),
      })
      .nullable()
      .describe('Differences from what it should show; null if there are none.'),
    snapshot_at: instant.nullable().describe('Time of its last picture; null without one.'),
    version: rowVersion,
  })
  .meta({ id: 'TvDevice', description: 'A paired screen.' });
export type WireTvDevice = z.output<typeof tvDevice>;

export const tvDevicesRoute = route({
  name: 'tvDevices',
  method: 'GET',
  path: '/api/tv/devices',
  access: 'run-screens',
  summary: 'Paired screens',
  description: 'Screens of a location, by number. Screens that are off stay in the list until they are forgotten.',
  tags: TV_TAGS,
  query: z.object({ location_id: locationIdText }),
  reply: success({ data: z.array(tvDevice).describe('Screens.') }),
  refusals: ['location_required', 'not_found'],
});

export const changeTvDeviceRoute = route({
  name: 'changeTvDevice',
  method: 'PUT',
  path: '/api/tv/devices/:id',
  access: 'edit-menus',
  summary: 'Rename or renumber a screen',
  description: 'Fields left out stay unchanged. A number that another screen has is refused.',
  tags: TV_TAGS,
  params: idParams,
  body: z.object({ device_name: deviceName.optional(), tv_number: tvNumber.optional(), version: versionSeen }),
  reply: success({ data: tvDevice }),
  refusals: ['changed_meanwhile', 'not_found', 'tv_number_taken'],
  example: { after: 'confirmPairing', params: { id: from('/data/id', 1) }, body: { device_name: 'Window' } },
});

export const forgetTvDeviceRoute = route({
  name: 'forgetTvDevice',
  method: 'DELETE',
  path: '/api/tv/devices/:id',
  access: 'edit-menus',
  summary: 'Forget a screen',
  description: 'Its token ends at once, and it shows a code for pairing again.',
  tags: TV_TAGS,
  params: idParams,
  reply: success({}),
  refusals: ['not_found'],
  example: { after: 'confirmPairing', params: { id: from('/data/id', 1) } },
});

export const tvSnapshotRoute = route({
  name: 'tvSnapshot',
  method: 'GET',
  path: '/api/tv/devices/:id/snapshot',
  access: 'run-screens',
  summary: 'The last picture of a screen',
  description: 'The picture that the screen drew for the last command `snapshot`.',
  tags: TV_TAGS,
  params: idParams,
  reply: success({
    data: z
      .object({
        taken_at: instant.describe('Time.'),
        image: z.string().meta({ description: 'A `data:` address.', examples: ['data:image/webp;base64,UklGRg=='] }),
      })
      .describe('The picture.'),
  }),
  refusals: ['not_found'],
  example: { after: 'keepTvSnapshot', params: { id: from('/data/tv_id', 1) } },
});

const code = z
  .string()
  .max(20)
  .transform((typed) => typed.replaceAll(/[\s-]/g, '').toUpperCase())
  .meta({ description: 'The code on the screen, in any case, with or without blanks.', examples: ['K7M2QX'] });

/** Only the screen has it, so people who saw the code cannot take its token. */
const claim = z
  .string()
  .regex(/^[\w-]{43}$/)
  .meta({
    description: 'Secret that only the screen gets and keeps.',
    examples: ['q3Zx0mQm1vJc8fT2bN5yR7sK9dL4gH6pW0aE2uI8oYk'],
  });

export const beginPairingRoute = route({
  name: 'beginPairing',
  method: 'POST',
  path: '/api/tv/pairings',
  access: 'public',
  idempotency: 'none',
  status: 201,
  summary: 'Show a code',
  description:
    'A new screen asks for a code, shows it, and asks with `claim` whether somebody entered it. A code is valid for 10 minutes and is used once. An address may have 20 of them.',
  tags: TV_TAGS,
  body: z.object({}),
  reply: success({
    data: z
      .object({
        code: z.string().meta({ description: 'Code to show.', examples: ['K7M2QX'] }),
        claim,
        expires_at: instant.describe('End of validity.'),
      })
      .describe('The code.'),
  }),
  refusals: ['too_many_pairings'],
  example: { body: {} },
});

export const claimPairingRoute = route({
  name: 'claimPairing',
  method: 'POST',
  path: '/api/tv/pairings/claim',
  access: 'public',
  idempotency: 'none',
  summary: 'Claim a pairing',
  description:
    'A new screen asks every few seconds. Once somebody has entered the code, the answer sets the cookie `tillwright_device`, even if it is asked again after a lost answer.',
  tags: TV_TAGS,
  body: z.object({ claim }),
  reply: success({
    data: z
      .object({
        paired: z.boolean().describe('True if this browser is a paired screen now.'),
        device: z
          .object({
            id: z.int().describe('Id.'),
            tv_number: tvNumber,
            device_name: deviceName,
            location_id: locationId,
          })
          .nullable()
          .describe('The paired screen; null until somebody enters the code.'),
      })
      .describe('State of the pairing.'),
  }),
  refusals: ['not_found'],
  example: {
    after: 'beginPairing',
    body: { claim: from('/data/claim', 'q3Zx0mQm1vJc8fT2bN5yR7sK9dL4gH6pW0aE2uI8oYk') },
  },
});

export const confirmPairingRoute = route({
  name: 'confirmPairing',
  method: 'POST',
  path: '/api/tv/pairings/confirm',
  access: 'edit-menus',
  status: 201,
  summary: 'Pair a screen',
  description:
    'Pairs the screen that shows the code. Without a number it gets the lowest free one. With `replace`, the screen that has the number is forgotten. After five wrong codes the caller has to wait for ten minutes.',
  tags: TV_TAGS,
  body: z.object({
    code,
    location_id: locationIdIn,
    tv_number: tvNumber.optional(),
    device_name: deviceName.optional().describe('"TV 1" when left out.'),
    replace: z.boolean().default(false).describe('True to replace the screen that has this number.'),
  }),
  reply: success({ data: tvDevice }),
  refusals: ['location_required', 'not_found', 'pairing_code_wrong', 'too_many_requests', 'tv_number_taken'],
  example: { after: 'beginPairing', body: { code: from('/data/code', 'K7M2QX') } },
});

export const tvHeartbeatRoute = route({
  name: 'tvHeartbeat',
  method: 'POST',
  path: '/api/tv/heartbeat',
  access: 'signed-in',
  admits: ['device'],
  idempotency: 'none',
  summary: 'Report a screen',
  description: `Every ${HEARTBEAT_SECONDS} s. It is online until ${ONLINE_SECONDS} s after the last one.`,
  tags: TV_TAGS,
  body: z.object({
    ...report,
    last_error: errorText.nullable().default(null).describe('The last error; null without one.'),
    items: z
      .array(shownItem)
      .max(MOST_TVS)
      .default([])
      .describe('Products of the page on show, so that wrong ones can be named.'),
  }),
  reply: success({ data: z.object({ now: instant.describe("The server's clock.") }).describe('An acknowledgement.') }),
  example: {
    body: {
      revision: 7,
      shelf_version: '412.7731-20780-9f31c0de',
      layout_id: null,
      theme_id: null,
      page: 1,
      pages: 3,
      item_count: 12,
      width: 1920,
      height: 1080,
      items: [{ product_id: 1602, price: '12.50', sold_out: false }],
    },
  },
});

export const keepTvSnapshotRoute = route({
  name: 'keepTvSnapshot',
  method: 'PUT',
  path: '/api/tv/snapshot',
  access: 'signed-in',
  admits: ['device'],
  idempotency: 'none',
  summary: 'A picture of the screen',
  description: `WebP, PNG or JPEG of at most ${MAX_SNAPSHOT_BYTES / 1000} kB. Only the last one is kept.`,
  tags: TV_TAGS,
  body: z.object({
    image: z
      .string()
      .max(410_000)
      .regex(/^data:image\/(?:webp|png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, 'is no picture')
      .meta({ description: 'A `data:` address.', examples: ['data:image/webp;base64,UklGRg=='] }),
  }),
  reply: success({ data: z.object({ tv_id: z.int().describe('Id of the device.') }).describe('Result.') }),
  refusals: ['not_valid'],
  bodyLimitBytes: 420_000,
  example: { body: { image: 'data:image/png;base64,iVBORw0KGgo=' } },
});

/** Commands to a screen. */
const TV_COMMANDS = ['update_theme', 'refresh', 'identify', 'snapshot'] as const;
/** Commands that are not carried out within this time have failed. Rule: menus/commands. */
export const COMMAND_EXPIRES_SECONDS = 120;
const commandType = z
  .enum(TV_COMMANDS)
  .describe('`update_theme` changes what it shows, `identify` shows its number for 10 s.');

const tvCommand = z
  .object({
    id: z.int().meta({ description: 'Id of the command.', examples: [1] }),
    tv_id: z.int().describe('Id of the device.'),
    tv_number: tvNumber,
    device_name: deviceName,
    command_type: commandType,
    payload: z.record(z.string(), z.unknown()).describe('Parameters of the command.'),
    status: z.enum(['pending', 'completed', 'failed']).describe('State.'),
    created_at: instant.describe('Time of sending.'),
    completed_at: instant.nullable().describe('Time when it was carried out or failed; null while it is pending.'),
    error_message: z.string().nullable().describe('Reason for the failure.'),
  })
  .meta({ id: 'TvCommand', description: 'A command to a screen.' });
export type WireTvCommand = z.output<typeof tvCommand>;

export const sendTvCommandRoute = route({
  name: 'sendTvCommand',
  method: 'POST',
  path: '/api/tv/commands',
  access: 'run-screens',
  status: 201,
  summary: 'Send a command to screens',
  description:
    'Sends it to one screen by `tv_id`, or to all screens of a location. `update_theme` needs the permission to edit menus, because it also changes the layout and theme of the TV from now on. A command that is not carried out within 2 minutes fails.',
  tags: TV_TAGS,
  body: z.object({
    tv_id: id.optional().describe('Id of the device; all of the location when left out.'),
    location_id: locationIdIn,
    command_type: commandType,
    payload: z
      .object({
        layout_id: id
          .nullable()
          .optional()
          .describe('For `update_theme`: a layout of the location; stays when left out.'),
        theme_id: id
          .nullable()
          .optional()
          .describe('For `update_theme`: a theme of the location; stays when left out.'),
      })
      .default({})
      .describe('Parameters of the command.'),
  }),
  reply: success({ data: z.array(tvCommand).describe('One for each screen.') }),
  refusals: ['location_required', 'no_screens', 'not_found', 'not_valid'],
  example: { after: 'confirmPairing', body: { tv_id: from('/data/id', 1), command_type: 'identify' } },
});

export const tvCommandsRoute = route({
  name: 'tvCommands',
  method: 'GET',
  path: '/api/tv/commands',
  access: 'signed-in',
  admits: ['device'],
  summary: 'Commands that wait',
  description: 'Asked every few seconds by a screen whose stream is down.',
  tags: TV_TAGS,
  reply: success({
    data: z
      .array(
        z.object({
          id: z.int().describe('Id of the command.'),
          command_type: commandType,
          payload: z.record(z.string(), z.unknown()).describe('Parameters of the command.'),
          expires_in_ms: z.int().describe('Remaining time to carry it out, in milliseconds.'),
        }),
      )
      .describe('Oldest first.'),
  }),
});

export const settleTvCommandRoute = route({
  name: 'settleTvCommand',
  method: 'PUT',
  path: '/api/tv/commands/:id',
  access: 'signed-in',
  admits: ['device'],
  idempotency: 'none',
  summary: 'Report that a command was carried out',
  description: 'Sent by the screen that got the command. Sent again, it changes nothing.',
  tags: TV_TAGS,
  params: idParams,
  body: z.object({
    status: z.enum(['completed', 'failed']).describe('Outcome.'),
    error_message: errorText.nullable().default(null).describe('Reason for the failure.'),
  }),
  reply: success({}),
  refusals: ['not_found'],
  example: { after: 'tvCommands', params: { id: from('/data/0/id', 1) }, body: { status: 'completed' } },
});

export const tvCommandLogRoute = route({
  name: 'tvCommandLog',
  method: 'GET',
  path: '/api/tv/command-log',
  access: 'run-screens',
  summary: 'Log of commands to screens',
  description: 'Newest first. Commands are stored for 30 days.',
  tags: TV_TAGS,
  query: z.object({
    location_id: locationIdText,
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'is not a whole number')
      .transform(Number)
      .pipe(z.int().min(1).max(200))
      .default(50)
      .describe('Number of rows: 50 by default, 200 at most.'),
  }),
  reply: success({
    data: z
      .array(
        tvCommand.extend({
          success: z.boolean().nullable().describe('True if it was carried out; null while it is pending.'),
          latency_ms: z
            .int()
            .nullable()
            .describe('Time from sending to the end, in milliseconds; null while it is pending.'),
          executed_at: instant.nullable().describe('The same as `completed_at`.'),
        }),
      )
      .describe('Commands.'),
  }),
  refusals: ['location_required', 'not_found'],
});
