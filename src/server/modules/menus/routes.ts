import type { FastifyInstance } from 'fastify';
import {
  activeMenuRoute,
  changeMenuSettingsRoute,
  createMenuConfigRoute,
  deleteMenuConfigRoute,
  duplicateMenuConfigRoute,
  menuConfigRoute,
  menuConfigsRoute,
  menuConfigVersionsRoute,
  menuSettingsRoute,
  menuTemplatesRoute,
  restoreMenuConfigRoute,
  updateMenuConfigRoute,
} from '#contract/menus.ts';
import { logDisplayRoute, menuAnalyticsRoute } from '#contract/menu-reports.ts';
import {
  changeTvScheduleRoute,
  createStoreConfigRoute,
  storeConfigRoute,
  tvScheduleRoute,
  updateStoreConfigRoute,
} from '#contract/store-configs.ts';
import { MENU_TEMPLATES } from '#domain/menu/menu-templates.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import {
  createConfig,
  deleteConfig,
  duplicateConfig,
  getActive,
  listConfigs,
  listVersions,
  requireConfig,
  restoreConfig,
  updateConfig,
} from './configs.ts';
import { registerMenuDisplay } from './display-routes.ts';
import { analyse, logDisplays } from './reports.ts';
import { menusChanged } from './revision.ts';
import { changeSchedule, getSchedule } from './schedule.ts';
import { changeSettings, getSettings } from './settings.ts';
import { getStore, keepStore } from './store-config.ts';

/** TV menus: their layouts and themes, the TVs that show them, and what they show. */
export function registerMenus(app: FastifyInstance): void {
  registerConfigReads(app);
  registerConfigWrites(app);
  registerStores(app);
  registerMenuDisplay(app);

  serveWrite(app, logDisplayRoute, async ({ tx, principal, body }) =>
    success({ data: { kept: await logDisplays(tx, principal, body) } }),
  );
  serve(app, menuAnalyticsRoute, async ({ db, staff, query }) => success({ data: await analyse(db, staff, query) }));
}

function registerConfigReads(app: FastifyInstance): void {
  serve(app, menuConfigsRoute, async ({ db, staff, query }) => success({ data: await listConfigs(db, staff, query) }));
  serve(app, menuConfigRoute, async ({ db, staff, params }) =>
    success({ data: await requireConfig(db, staff, params.id) }),
  );
  serve(app, activeMenuRoute, async ({ db, staff, query }) =>
    success({ data: await getActive(db, staff, query.location_id) }),
  );
  serve(app, menuConfigVersionsRoute, async ({ db, staff, params }) =>
    success({ data: await listVersions(db, staff, params.id) }),
  );
  serve(app, menuTemplatesRoute, async () => menuTemplatesRoute.reply.parse(success({ data: MENU_TEMPLATES })));
  serve(app, menuSettingsRoute, async ({ db, staff, query }) =>
    success({ data: await getSettings(db, staff, query.location_id) }),
  );
}

function registerConfigWrites(app: FastifyInstance): void {
  serveWrite(app, createMenuConfigRoute, async ({ tx, staff, body, emit }) => {
    const data = await createConfig(tx, staff, body);
    emit(menusChanged(data.location_id));
    return success({ data });
  });

  serveWrite(app, updateMenuConfigRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await updateConfig(tx, staff, params.id, body);
    emit(menusChanged(data.location_id));
    return success({ data });
  });

  serveWrite(app, deleteMenuConfigRoute, async ({ tx, staff, params, query, emit }) => {
    const { location_id } = await deleteConfig(tx, staff, params.id, query.anyway === true);
    emit(menusChanged(location_id));
    return success({});
  });

  serveWrite(app, duplicateMenuConfigRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await duplicateConfig(tx, staff, params.id, body.name);
    emit(menusChanged(data.location_id));
    return success({ data });
  });

  serveWrite(app, restoreMenuConfigRoute, async ({ tx, staff, params, body, emit }) => {
    const asked = { id: params.id, restored: body.restored_version, seen: body.version };
    const data = await restoreConfig(tx, staff, asked);
    emit(menusChanged(data.location_id));
    return success({ data });
  });

  serveWrite(app, changeMenuSettingsRoute, async ({ tx, staff, body, emit }) => {
    const data = await changeSettings(tx, staff, body);
    emit(menusChanged(data.location_id));
    return success({ data });
  });
}

function registerStores(app: FastifyInstance): void {
  serve(app, storeConfigRoute, async ({ db, staff, params }) =>
    success({ data: await getStore(db, staff, params.location_id) }),
  );

  serveWrite(app, createStoreConfigRoute, async ({ tx, staff, body, emit }) => {
    const data = await keepStore(tx, staff, body.location_id, body);
    emit(menusChanged(data.location_id));
    return success({ data });
  });

  serveWrite(app, updateStoreConfigRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await keepStore(tx, staff, params.location_id, body);
    emit(menusChanged(data.location_id));
    return success({ data });
  });

  serve(app, tvScheduleRoute, async ({ db, staff, params, query }) =>
    success({ data: await getSchedule(db, staff, query.location_id, params.tv_number) }),
  );

  serveWrite(app, changeTvScheduleRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changeSchedule(tx, staff, params.tv_number, body);
    emit(menusChanged(data.location_id));
    return success({ data });
  });
}
