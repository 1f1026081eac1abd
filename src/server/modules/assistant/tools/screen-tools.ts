import { z } from 'zod';
import type { Database } from '#server/db/pool.ts';
import { displayOf, selectStore } from '#server/modules/menus/service.ts';
import { listScreens, type Screen } from '#server/modules/tv/service.ts';
import { LOCATION, placeAsked } from './place-and-time.ts';
import { column, fact, tool } from './tool.ts';

interface Menu {
  readonly layout: string | null;
  readonly theme: string | null;
  readonly until: string | null;
}

/** The menu that a screen shows now; the customers' menu for null. */
async function menuOn(db: Database, locationId: number, tvNumber: number | null): Promise<Menu> {
  const { showing, configs } = await displayOf(db, { locationId, tvNumber, device: null, asOf: new Date() });
  const nameOf = (id: number | null) => configs.find((config) => config.id === id)?.name ?? null;
  return { layout: nameOf(showing.layout_id), theme: nameOf(showing.theme_id), until: showing.until };
}

function stateOf(screen: Screen | undefined): string {
  if (!screen) return 'Not paired';
  if (screen.last_seen === null) return 'Never reported';
  if (!screen.online) return 'Offline';
  return screen.wrong_since === null ? 'Online' : 'Online, shows something old';
}

export const menus = tool({
  name: 'menus',
  description:
    "Menus on the screens (TVs) of a location: for each screen the layout and theme that it is to show now and until when, what it last reported that it shows, and whether it is online, offline or not paired; and what the customers' menu shows.",
  permission: 'run-screens',
  parameters: z.object({ ...LOCATION }),
  run: async (asked, { location_id: locationId }) => {
    const { db, limit } = asked;
    const place = await placeAsked(asked, locationId);
    const [store, screens] = [await selectStore(db, place.id), await listScreens(db, place.id)];
    const tvs = new Map(store?.tvs.map((tv) => [tv.tv_number, tv]));
    const paired = new Map(screens.map((screen) => [screen.tv_number, screen]));
    const numbers = [...new Set([...tvs.keys(), ...paired.keys()])].toSorted((one, other) => one - other);
    const rows = [];
    for (const number of numbers.slice(0, limit)) {
      const [tv, screen] = [tvs.get(number), paired.get(number)];
      const menu = await menuOn(db, place.id, number);
      rows.push({
        tv: number,
        name: tv?.display_name ?? null,
        device: screen?.device_name ?? null,
        state: stateOf(screen),
        layout: menu.layout,
        theme: menu.theme,
        until: menu.until,
        reported_layout: screen?.layout_name ?? null,
        reported_theme: screen?.theme_name ?? null,
        last_seen: screen?.last_seen?.toISOString() ?? null,
      });
    }
    const customers = await menuOn(db, place.id, null);
    return {
      title: 'Menus on screens',
      columns: [
        column('tv', 'TV', 'number'),
        column('name', 'Name'),
        column('device', 'Screen'),
        column('state', 'State'),
        column('layout', 'Is to show'),
        column('theme', 'In theme'),
        column('until', 'Until', 'instant'),
        column('reported_layout', 'Reported layout'),
        column('reported_theme', 'Reported theme'),
        column('last_seen', 'Last reported', 'instant'),
      ],
      rows,
      total: numbers.length,
      facts: [
        fact('Screens paired', screens.length),
        fact('Online', screens.filter(({ online }) => online).length),
        fact('Offline', screens.filter(({ online }) => !online).length),
        fact('TVs without a screen', numbers.filter((number) => !paired.has(number)).length),
        fact("Customers' menu", customers.layout ?? 'Nothing chosen', 'text'),
      ],
      location: place.name,
      open: { view: 'menu', label: 'Open in TV Menu Display', filter: {} },
    };
  },
});
