import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  beginPairingRoute,
  changeTvDeviceRoute,
  claimPairingRoute,
  confirmPairingRoute,
  forgetTvDeviceRoute,
  tvHeartbeatRoute,
  keepTvSnapshotRoute,
  MAX_SNAPSHOT_BYTES,
  sendTvCommandRoute,
  settleTvCommandRoute,
  tvCommandLogRoute,
  tvCommandsRoute,
  tvDevicesRoute,
  tvSnapshotRoute,
} from '#contract/tv.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';
import { renewDeviceCookie, setDeviceCookie } from '#server/http/guard/session-cookie.ts';
import { serve, servePreparedWrite, serveWrite, writtenInLine } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { menusChanged, shelfFeed } from '#server/modules/menus/service.ts';
import { commandLog, sendCommand, settleCommand, waitingCommands } from './commands.ts';
import {
  changeDevice,
  forgetDevice,
  getDevice,
  getSnapshot,
  keepSnapshot,
  listDevices,
  type Shelves,
} from './devices.ts';
import { Heartbeats } from './heartbeats.ts';
import { Refusal } from '#server/refusal.ts';
import { beginPairing, claimPairing, confirmPairing, countTry, uncountTry } from './pairing.ts';
import { registerTvStreams } from './tv-streams.ts';

/** Requests of one address: twenty screens that ask every other second. */
const PAIRING_REQUESTS_PER_MINUTE = 600;
/** Browsers drop a cookie after 400 days; a screen hangs for longer. */
const RENEW_COOKIE_MS = 24 * 60 * 60 * 1000;

/** Paired screens: pairing and removing them, their reports, and the commands to them. */
export function registerTvs(app: FastifyInstance): void {
  const feed = shelfFeed(app);
  const shelves: Shelves = (locationId) => feed.at(locationId);
  registerDevices(app, shelves);
  registerPairing(app, shelves);
  registerReports(app, shelves);
  registerCommands(app);
  registerTvStreams(app);
}

function registerDevices(app: FastifyInstance, shelves: Shelves): void {
  serve(app, tvDevicesRoute, async ({ db, staff, query }) =>
    success({ data: await listDevices(db, staff, query.location_id, shelves) }),
  );

  serveWrite(app, changeTvDeviceRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changeDevice(tx, staff, params.id, body, shelves);
    emit(menusChanged(data.location_id));
    emit({ type: 'tvs', location_id: data.location_id });
    return success({ data });
  });

  serveWrite(app, forgetTvDeviceRoute, async ({ tx, staff, params, emit }) => {
    for (const event of await forgetDevice(tx, staff, params.id)) emit(event);
    return success({});
  });

  serve(app, tvSnapshotRoute, async ({ db, staff, params }) =>
    success({ data: await getSnapshot(db, staff, params.id) }),
  );
}

function registerPairing(app: FastifyInstance, shelves: Shelves): void {
  const { db, rates, config } = app.deps;
  const networkAsking = (request: FastifyRequest): string => {
    const network = networkOf(callerAddress(request));
    rates.count(`pairing:${network}`, PAIRING_REQUESTS_PER_MINUTE);
    return network;
  };

  serve(app, beginPairingRoute, async ({ request, reply }) => {
    const network = networkAsking(request);
    const { code, claim, expiresAt } = await writtenInLine(db, (tx) => beginPairing(tx, network));
    reply.header('cache-control', 'no-store');
    return success({ data: { code, claim, expires_at: expiresAt.toISOString() } });
  });

  serve(app, claimPairingRoute, async ({ body, request, reply }) => {
    networkAsking(request);
    reply.header('cache-control', 'no-store');
    const claimed = await writtenInLine(db, (tx) => claimPairing(tx, body.claim));
    if (claimed) setDeviceCookie(request, reply, config, claimed.token);
    return success({ data: { paired: claimed !== null, device: claimed?.device ?? null } });
  });

  servePreparedWrite(
    app,
    confirmPairingRoute,
    ({ staff }) => countTry(db, staff),
    async ({ tx, staff, body, emit }) => {
      const { id, events } = await confirmPairing(tx, staff, body).catch(async (error: unknown) => {
        if (error instanceof Refusal && error.code !== 'pairing_code_wrong') await uncountTry(db, staff);
        throw error;
      });
      for (const event of events) emit(event);
      return success({ data: await getDevice(tx, staff, id, shelves) });
    },
  );
}

function registerReports(app: FastifyInstance, shelves: Shelves): void {
  const heartbeats = new Heartbeats(app.deps, shelves);
  app.addHook('onClose', async () => heartbeats.close());

  const renewedAt = new Map<number, number>();

  serve(app, tvHeartbeatRoute, async ({ principal, body, request, reply }) => {
    await heartbeats.take(principal.id, principal.locationId, body);
    if (Date.now() - (renewedAt.get(principal.id) ?? 0) > RENEW_COOKIE_MS) {
      renewDeviceCookie(request, reply, app.deps.config);
      renewedAt.set(principal.id, Date.now());
    }
    return success({ data: { now: new Date().toISOString() } });
  });

  serveWrite(app, keepTvSnapshotRoute, async ({ tx, principal, body, emit }) => {
    await keepSnapshot(tx, principal.id, body.image, MAX_SNAPSHOT_BYTES);
    emit({ type: 'tvs', location_id: principal.locationId });
    return success({ data: { tv_id: principal.id } });
  });
}

function registerCommands(app: FastifyInstance): void {
  serveWrite(app, sendTvCommandRoute, async ({ tx, staff, body, emit }) => {
    const { commands, events } = await sendCommand(tx, staff, body);
    for (const event of events) emit(event);
    return success({ data: [...commands] });
  });

  serve(app, tvCommandsRoute, async ({ db, principal }) => success({ data: await waitingCommands(db, principal.id) }));

  serveWrite(app, settleTvCommandRoute, async ({ tx, principal, params, body, emit }) => {
    const locationId = await settleCommand(tx, principal.id, params.id, body);
    if (locationId !== null) emit({ type: 'tvs', location_id: locationId });
    return success({});
  });

  serve(app, tvCommandLogRoute, async ({ db, staff, query }) => success({ data: await commandLog(db, staff, query) }));
}
