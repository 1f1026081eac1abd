import { sql } from 'kysely';
import { z } from 'zod';
import type { WireMenuConfig } from '#contract/menus.ts';
import {
  DEFAULT_LAYOUT,
  type DualMenu,
  type MenuPanel,
  ORIENTATIONS,
  PAGE_SECONDS,
  PRICE_LOCATIONS,
  type Quadrant,
  SOLD_OUT_WAYS,
  VIEW_MODES,
} from '#domain/menu/menu-config.ts';
import type { Database } from '#server/db/pool.ts';
import {
  createConfig,
  deleteConfig,
  listConfigs,
  lockMenus,
  menusChanged,
  requireConfig,
  requireSeen,
  restoreConfig,
  updateConfig,
} from '#server/modules/menus/service.ts';
import { Refusal } from '#server/refusal.ts';
import { kind, reason } from './kind.ts';

type Layout = WireMenuConfig['config_data'];

const PLACES = ['whole', 'left', 'right', 'left_bottom', 'right_bottom'] as const;
type Place = (typeof PLACES)[number];
const QUADRANT_OF: Record<Exclude<Place, 'whole'>, Quadrant> = {
  left: 'left',
  right: 'right',
  left_bottom: 'leftBottom',
  right_bottom: 'rightBottom',
};
const PLACE_WORDS: Record<Place, string> = {
  whole: 'Whole screen',
  left: 'Left',
  right: 'Right',
  left_bottom: 'Left, below',
  right_bottom: 'Right, below',
};
const VIEW_WORDS = { auto: 'cards or table by number', table: 'as a table', card: 'as cards' } as const;
const PRICE_WORDS = { none: 'no prices', header: 'price in the title', inline: 'price with each product' } as const;
const SOLD_OUT_WORDS = { grey: 'greyed', hide: 'hidden', end: 'at the end' } as const;

const panel = z.object({
  place: z
    .enum(PLACES)
    .describe('Where it stands: `whole` alone, or left and right, each of which may have one below.'),
  category: z.string().min(1).max(100).describe('Name or id of the category, from categories.'),
  view_mode: z.enum(VIEW_MODES).default('auto').describe('`auto`: cards for 20 products or fewer.'),
  show_images: z.boolean().default(true).describe('Whether pictures are shown.'),
  price_location: z.enum(PRICE_LOCATIONS).default('inline').describe('Where prices stand.'),
});

interface Category {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

const isCategory = (typed: string) => {
  const words = typed.trim().toLowerCase();
  return ({ id, name, slug }: Category): boolean =>
    String(id) === words || slug.toLowerCase() === words || name.toLowerCase() === words;
};

async function selectCategories(db: Database): Promise<Category[]> {
  return (await sql<Category>`SELECT id, name, slug FROM categories ORDER BY id`.execute(db)).rows;
}

/** @throws Refusal `not_valid` for panels that cannot be shown together, `not_found` for an unknown category */
function arranged(panels: readonly z.output<typeof panel>[], categories: readonly Category[]): Partial<Layout> {
  const places = new Set(panels.map(({ place }) => place));
  const isWhole = places.has('whole');
  if (places.size < panels.length) throw new Refusal('not_valid', 'Two panels stand at the same place.');
  if (isWhole && places.size > 1) throw new Refusal('not_valid', 'A panel of the whole screen stands alone.');
  const drawn = panels.map((one) => {
    const category = categories.find(isCategory(one.category));
    if (!category) throw new Refusal('not_found', `There is no category “${one.category}”.`);
    const made: MenuPanel = {
      category: String(category.id),
      viewMode: one.view_mode,
      showImages: one.show_images,
      priceLocation: one.price_location,
    };
    return { place: one.place, made };
  });
  const [first] = drawn;
  if (isWhole && first) return { isDualMenu: false, singleMenu: first.made };
  const { dualMenu: empty } = DEFAULT_LAYOUT;
  const quadrants = Object.fromEntries(
    drawn.map(({ place, made }) => [QUADRANT_OF[place as keyof typeof QUADRANT_OF], made]),
  ) as Partial<Record<Quadrant, MenuPanel>>;
  const dualMenu: DualMenu = {
    ...empty,
    ...quadrants,
    enableLeftStacking: places.has('left_bottom'),
    enableRightStacking: places.has('right_bottom'),
  };
  return { isDualMenu: true, dualMenu };
}

function panelWords(of: MenuPanel | undefined, categories: readonly Category[]): string {
  if (of === undefined || of.category === null) return '';
  const name = categories.find(isCategory(of.category))?.name ?? of.category;
  const pictures = of.showImages ? 'pictures' : 'no pictures';
  return `${name}: ${VIEW_WORDS[of.viewMode]}, ${pictures}, ${PRICE_WORDS[of.priceLocation]}`;
}

/** The content of each place of a layout in words, without places that show nothing. */
function layoutWords(layout: Partial<Layout>, categories: readonly Category[]): ReadonlyMap<string, string> {
  const { isDualMenu = false, singleMenu, dualMenu } = layout;
  const panelAt = (place: Place): MenuPanel | undefined => {
    if (place === 'whole') return isDualMenu ? undefined : singleMenu;
    if (!isDualMenu || !dualMenu) return undefined;
    if (place === 'left_bottom' && !dualMenu.enableLeftStacking) return undefined;
    if (place === 'right_bottom' && !dualMenu.enableRightStacking) return undefined;
    return dualMenu[QUADRANT_OF[place]];
  };
  return new Map([
    ...PLACES.map((place): [string, string] => [PLACE_WORDS[place], panelWords(panelAt(place), categories)]),
    ['Screen', layout.orientation ?? DEFAULT_LAYOUT.orientation],
    ['Sold out', SOLD_OUT_WORDS[layout.soldOut ?? DEFAULT_LAYOUT.soldOut]],
    ['Page', `${layout.pageSeconds ?? DEFAULT_LAYOUT.pageSeconds} s`],
  ]);
}

export const menuLayout = kind({
  kind: 'menu_layout',
  tool: 'draft_menu_layout',
  description:
    'Prepares a new layout of the menus on screens at the location of the person, or changes of a saved one, which they approve or turn down. A new one is saved and shown on no screen until somebody chooses it there; a changed one follows at once on the screens that show it.',
  permission: 'edit-menus',
  parameters: z.object({
    layout: z
      .string()
      .max(100)
      .optional()
      .describe('Name of the saved layout that is to change; left out for a new one.'),
    name: z.string().trim().min(1).max(100).optional().describe('Name of a new layout, or a new name.'),
    orientation: z.enum(ORIENTATIONS).optional().describe('How the screen hangs.'),
    panels: z
      .array(panel)
      .min(1)
      .max(4)
      .optional()
      .describe('What is shown where. They take the place of all panels that are there.'),
    sold_out: z.enum(SOLD_OUT_WAYS).optional().describe('What is done with products that are sold out.'),
    page_seconds: z
      .number()
      .min(PAGE_SECONDS.least)
      .max(PAGE_SECONDS.most)
      .optional()
      .describe('How long a page stands before the next, in seconds.'),
    reason,
  }),
  propose: async (db, staff, asked) => {
    const { locationId } = staff;
    if (locationId === null) throw new Refusal('location_required', 'The person works at no location yet.');
    const saved = await listConfigs(db, staff, { location_id: locationId, config_type: 'layout' });
    const wanted = asked.layout?.trim().toLowerCase();
    const before = wanted === undefined ? undefined : saved.find(({ name }) => name.toLowerCase() === wanted);
    if (wanted !== undefined && !before) {
      const names = saved.map(({ name }) => `“${name}”`).join(', ');
      throw new Refusal('not_found', `There is no layout “${asked.layout}” here. There are: ${names || 'none'}.`);
    }
    const name = asked.name ?? before?.name;
    if (name === undefined) throw new Refusal('not_valid', 'A new layout needs a name.');
    if (!before && !asked.panels) throw new Refusal('not_valid', 'A new layout needs a panel.');
    const categories = await selectCategories(db);
    const data: Layout = {
      ...before?.config_data,
      ...(asked.orientation && { orientation: asked.orientation }),
      ...(asked.sold_out && { soldOut: asked.sold_out }),
      ...(asked.page_seconds !== undefined && { pageSeconds: asked.page_seconds }),
      ...(asked.panels && arranged(asked.panels, categories)),
    };
    const was = before ? layoutWords(before.config_data, categories) : new Map<string, string>();
    const changes = [
      { item: name, field: 'Name', before: before?.name ?? '', after: name },
      ...[...layoutWords(data, categories)].map(([field, after]) => ({
        item: name,
        field,
        before: was.get(field) ?? '',
        after,
      })),
    ].filter((change) => change.before !== change.after);
    if (changes.length === 0) throw new Refusal('nothing_to_do', `The layout “${name}” is like that already.`);
    return {
      title: before ? `Menu layout “${before.name}”` : `New menu layout “${name}”`,
      content: {
        location_id: locationId,
        name,
        data,
        changed: before ? { id: before.id, version: before.version } : null,
      },
      changes,
    };
  },
  apply: async ({ tx, staff, emit }, { location_id: locationId, name, data, changed }) => {
    const saved = changed
      ? await updateConfig(tx, staff, changed.id, {
          name,
          config_data: data,
          location_id: undefined,
          version: changed.version,
        })
      : await createConfig(tx, staff, {
          name,
          location_id: locationId,
          config_type: 'layout',
          is_active: false,
          display_order: 0,
          config_data: data,
        });
    emit(menusChanged(saved.location_id));
    return {
      result: { label: `Layout ${saved.name}`, view: 'menu', id: saved.id },
      undo: { id: saved.id, version: saved.version, restored: changed?.version ?? null },
    };
  },
  undo: async ({ tx, staff, emit }, { id, version, restored }) => {
    const { location_id: locationId } = await requireConfig(tx, staff, id);
    await lockMenus(tx, locationId);
    const config = await requireConfig(tx, staff, id);
    requireSeen(config, version, `the layout “${config.name}”`);
    if (restored === null) await deleteConfig(tx, staff, id, false);
    else await restoreConfig(tx, staff, { id, restored, seen: version });
    emit(menusChanged(locationId));
  },
});
