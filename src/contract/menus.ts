import { z } from 'zod';
import { from } from './example.ts';
import {
  configId,
  configName,
  configType,
  menuConfigData,
  menuConfigDataIn,
  rowVersion,
  versionSeen,
} from './menu-config.ts';
import { route } from './route.ts';
import { cacheStamp, flag, id, idParams, instant, locationId, locationIdIn, locationIdText, success } from './wire.ts';

export const MENUS_BASE = '/api/proxy/flora-im/menus';
const CONFIGS = `${MENUS_BASE}/configs`;
export const MENU_TAGS = ['Menus'];

const SAMPLE = { name: 'Friday', config_data: { singleMenu: { category: 'flower' } } };

const menuConfig = z
  .object({
    id: configId,
    name: configName,
    location_id: locationId,
    config_type: configType,
    is_active: z.boolean().describe('True if it is the active one of its type, which customers see.'),
    display_order: z.int().describe('Place in lists, from 0.'),
    config_data: menuConfigData,
    version: rowVersion,
    created_at: instant.describe('Time of creation.'),
    updated_at: instant.describe('Time of the last change.'),
    updated_by: z
      .string()
      .nullable()
      .meta({ description: 'Name of the person who last changed it.', examples: ['Marlow Reyes'] }),
  })
  .meta({ id: 'MenuConfig', description: 'A saved layout or theme.' });
export type WireMenuConfig = z.output<typeof menuConfig>;

const one = success({ data: menuConfig });

export const menuConfigsRoute = route({
  name: 'menuConfigs',
  method: 'GET',
  path: CONFIGS,
  access: 'run-screens',
  summary: 'Layouts and themes',
  description: 'Layouts and themes of a location, in their order.',
  tags: MENU_TAGS,
  query: z.object({
    location_id: locationIdText,
    is_active: flag.optional().describe('True for active ones only, false for inactive ones only.'),
    config_type: configType.optional(),
    _t: cacheStamp,
  }),
  reply: success({ data: z.array(menuConfig).describe('Configurations.') }),
  refusals: ['location_required', 'not_found'],
});

export const menuConfigRoute = route({
  name: 'menuConfig',
  method: 'GET',
  path: `${CONFIGS}/:id`,
  access: 'run-screens',
  summary: 'A layout or theme',
  description: 'A layout or theme of a location that the caller may see.',
  tags: MENU_TAGS,
  params: idParams,
  query: z.object({ _t: cacheStamp }),
  reply: one,
  refusals: ['not_found'],
  example: { after: 'createMenuConfig', params: { id: from('/data/id', 1) } },
});

export const activeMenuRoute = route({
  name: 'activeMenu',
  method: 'GET',
  path: `${MENUS_BASE}/active`,
  access: 'run-screens',
  summary: 'The active layout',
  description: 'The active layout of a location; 404 if none is active.',
  tags: MENU_TAGS,
  query: z.object({ location_id: locationIdText, _t: cacheStamp }),
  reply: one,
  refusals: ['location_required', 'not_found'],
  example: { after: 'updateMenuConfig' },
});

export const createMenuConfigRoute = route({
  name: 'createMenuConfig',
  method: 'POST',
  path: CONFIGS,
  access: 'edit-menus',
  status: 201,
  summary: 'Save a layout or theme',
  description:
    'Without `config_type` it is a layout if it names a category, else a theme. It is inactive unless `is_active` is true. Invalid colours and fonts are refused.',
  tags: MENU_TAGS,
  body: z.object({
    name: configName,
    location_id: locationIdIn,
    config_type: configType.optional(),
    is_active: z.boolean().default(false).describe('True to show it to customers.'),
    display_order: z.int().min(0).max(10_000).default(0).describe('Place in lists.'),
    config_data: menuConfigDataIn,
  }),
  reply: one,
  refusals: ['location_required', 'not_found', 'not_valid'],
  example: { body: SAMPLE },
});

export const updateMenuConfigRoute = route({
  name: 'updateMenuConfig',
  method: 'PUT',
  path: `${CONFIGS}/:id`,
  access: 'edit-menus',
  summary: 'Change a layout or theme',
  description:
    'Fields left out stay unchanged. `config_data` is replaced as a whole. Only one configuration of a type is active: a newly active one replaces the other. Screens that show it follow at once.',
  tags: MENU_TAGS,
  params: idParams,
  body: z.object({
    name: configName.optional(),
    location_id: locationIdIn.describe('Ignored: a configuration stays at its location.'),
    config_type: configType.optional().describe('Ignored: a layout stays one.'),
    is_active: z.boolean().optional().describe('True to show it to customers.'),
    display_order: z.int().min(0).max(10_000).optional().describe('Place in lists.'),
    config_data: menuConfigDataIn.optional(),
    version: versionSeen,
  }),
  reply: one,
  refusals: ['changed_meanwhile', 'not_found'],
  example: { after: 'createMenuConfig', params: { id: from('/data/id', 1) }, body: { is_active: true } },
});

export const deleteMenuConfigRoute = route({
  name: 'deleteMenuConfig',
  method: 'DELETE',
  path: `${CONFIGS}/:id`,
  access: 'edit-menus',
  summary: 'Delete a layout or theme',
  description:
    'Refused with 409 `menu_in_use` if a screen shows it or it is a fallback, unless `anyway` is true. Then those screens show the fallback.',
  tags: MENU_TAGS,
  params: idParams,
  query: z.object({ anyway: flag.optional().describe('True to delete it even if screens show it.') }),
  reply: success({}),
  refusals: ['menu_in_use', 'not_found'],
  example: { after: 'duplicateMenuConfig', params: { id: from('/data/id', 1) } },
});

export const duplicateMenuConfigRoute = route({
  name: 'duplicateMenuConfig',
  method: 'POST',
  path: `${CONFIGS}/:id/duplicate`,
  access: 'edit-menus',
  status: 201,
  summary: 'Duplicate a layout or theme',
  description: 'The copy is not active. Without a name it is called "Friday (copy)".',
  tags: MENU_TAGS,
  params: idParams,
  body: z.object({ name: configName.optional() }),
  reply: one,
  refusals: ['not_found', 'not_valid'],
  example: { after: 'createMenuConfig', params: { id: from('/data/id', 1) }, body: {} },
});

const menuConfigVersion = z
  .object({
    version: rowVersion,
    name: configName,
    config_data: menuConfigData,
    saved_at: instant.describe('Time of saving.'),
    saved_by: z
      .string()
      .nullable()
      .meta({ description: 'Person who saved it.', examples: ['Marlow Reyes'] }),
  })
  .meta({ id: 'MenuConfigVersion', description: 'A saved version of a layout or theme.' });
export type WireMenuConfigVersion = z.output<typeof menuConfigVersion>;

export const menuConfigVersionsRoute = route({
  name: 'menuConfigVersions',
  method: 'GET',
  path: `${CONFIGS}/:id/versions`,
  access: 'run-screens',
  summary: 'Versions of a layout or theme',
  description: 'Its last 100 versions, newest first. The first one is the present one.',
  tags: MENU_TAGS,
  params: idParams,
  reply: success({ data: z.array(menuConfigVersion).describe('Versions.') }),
  refusals: ['not_found'],
  example: { after: 'createMenuConfig', params: { id: from('/data/id', 1) } },
});

export const restoreMenuConfigRoute = route({
  name: 'restoreMenuConfig',
  method: 'POST',
  path: `${CONFIGS}/:id/restore`,
  access: 'edit-menus',
  summary: 'Restore a version',
  description: 'Saves the name and contents of that version as a new version; the history stays complete.',
  tags: MENU_TAGS,
  params: idParams,
  body: z.object({ restored_version: z.int().min(1).describe('The version to restore.'), version: versionSeen }),
  reply: one,
  refusals: ['changed_meanwhile', 'not_found'],
  example: {
    after: 'updateMenuConfig',
    params: { id: from('/data/id', 1) },
    body: { restored_version: 1 },
  },
});

const menuTemplate = z
  .object({
    id: z.string().meta({ description: 'Name of the template in programs.', examples: ['chalkboard'] }),
    name: configName,
    description: z.string().meta({ description: 'Purpose.', examples: ['White on slate'] }),
    config_type: configType,
    config_data: menuConfigData,
  })
  .meta({ id: 'MenuTemplate', description: 'A template of a layout or theme.' });

export const menuTemplatesRoute = route({
  name: 'menuTemplates',
  method: 'GET',
  path: `${MENUS_BASE}/templates`,
  access: 'run-screens',
  summary: 'Templates of layouts and themes',
  description: 'Templates that are the same for every location. Save one as a configuration to use it.',
  tags: MENU_TAGS,
  query: z.object({ _t: cacheStamp }),
  reply: success({ data: z.array(menuTemplate).describe('Templates.') }),
});

const menuSettings = z
  .object({
    location_id: locationId,
    public_enabled: z.boolean().describe("True if the customers' menu of the location is open."),
    fallback_layout_id: configId.nullable().describe('Layout of screens that have none of their own.'),
    fallback_theme_id: configId.nullable().describe('Theme of screens that have none of their own.'),
    version: rowVersion,
  })
  .meta({ id: 'MenuSettings', description: 'Settings of the menus of a location.' });
export type WireMenuSettings = z.output<typeof menuSettings>;

export const menuSettingsRoute = route({
  name: 'menuSettings',
  method: 'GET',
  path: '/api/menus/settings',
  access: 'run-screens',
  summary: 'Settings of the menus',
  description: 'The settings of a location.',
  tags: MENU_TAGS,
  query: z.object({ location_id: locationIdText }),
  reply: success({ data: menuSettings }),
  refusals: ['location_required', 'not_found'],
});

export const changeMenuSettingsRoute = route({
  name: 'changeMenuSettings',
  method: 'PUT',
  path: '/api/menus/settings',
  access: 'edit-menus',
  summary: 'Change the settings of the menus',
  description: "Fields left out stay unchanged. A customers' menu that is switched off answers 404.",
  tags: MENU_TAGS,
  body: z.object({
    location_id: locationIdIn,
    public_enabled: z.boolean().optional().describe("True to open the customers' menu."),
    fallback_layout_id: id.nullable().optional().describe('A layout of the location.'),
    fallback_theme_id: id.nullable().optional().describe('A theme of the location.'),
    version: versionSeen,
  }),
  reply: success({ data: menuSettings }),
  refusals: ['changed_meanwhile', 'location_required', 'not_found', 'not_valid'],
  example: { body: { public_enabled: true, fallback_layout_id: null, fallback_theme_id: null } },
});
