// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { hearAddress } from '#web/api/address/address.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { IS_LONG } from '#testing/times.ts';
import { load } from './draft/loading.ts';
import { choose, presentDraft, select } from './draft/menu-draft.ts';
import { showAsOf } from './menus-address.ts';
import { MenusView } from './menus-view.tsx';
import { answerOfShop, FRIDAY, SLATE, STORE, WINDOW_TV } from './menus.testing.ts';
import { QrDialog } from './qr-dialog.tsx';
import { closeWindows } from './windows/local-windows.ts';

let screen: OnScreen | undefined;
const STAFF = ['run-screens'];
const MANAGER = ['run-screens', 'edit-menus'];

beforeEach(() => {
  localStorage.clear();
  // No draft is left from the test before.
  useSession.setState({ status: 'signed-in', me: { user: { id: 1, location_id: 1 } } } as Session, true);
});
afterEach(async () => {
  await screen?.leave();
  screen = undefined;
  closeWindows();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open(
  permissions: readonly string[],
  answers: (call: string, body: unknown) => Response | null = () => null,
): Promise<OnScreen> {
  serve((call, body) => answers(call, body) ?? answerOfShop(call));
  screen = await onPage(<MenusView state={{ search: '' }} />, permissions);
  const page = screen;
  await until(() => expect(page.text()).not.toContain('Loading'));
  return page;
}

const tools = (page: OnScreen) =>
  [...(page.all('[role=toolbar]')[0]?.querySelectorAll('button, input') ?? [])].map(
    (one) => one.getAttribute('aria-label') ?? (one.textContent || one.getAttribute('value')),
  );
const openedWindow = () => {
  const one = { closed: false, close: () => (one.closed = true) };
  return one as unknown as Window;
};
const body = () => document.body.textContent;
const inBody = (selector: string, name: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  );
async function press(selector: string, name: string): Promise<void> {
  await until(() => expect(inBody(selector, name), name).toBeDefined());
  await act(async () => inBody(selector, name)?.click());
}
async function menuItem(page: OnScreen, tool: string, item: string): Promise<void> {
  await page.press(page.button(tool));
  await press('[role=menuitem]', item);
}

it('offers a manager all that builds a menu, and staff what loads and launches one', async () => {
  const manager = await open(MANAGER);
  expect(tools(manager)).toEqual([
    'Hide TV Control Panel',
    'Config',
    'Layout',
    'Display',
    'Colors',
    'Fonts',
    'single',
    'dual',
    'Categories',
    'Columns',
    'Undo (Ctrl+Z)',
    'Redo (Ctrl+Shift+Z)',
    'Launch',
  ]);
  await manager.leave();
  const staff = await open(STAFF);
  expect(tools(staff)).toEqual(['Hide TV Control Panel', 'Config', 'Launch']);
  expect(staff.text()).not.toContain('Pair a TV');
  await staff.press(staff.button('Config'));
  const items = () => [...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent);
  await until(() =>
    expect(items()).toEqual(['Load Layouts & Themes', 'QR Code', 'Store Configuration', 'Menu Analytics']),
  );
  await press('[role=menuitem]', 'QR Code');
  const codes = () => [...document.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));
  await until(() => expect(codes()).toContainEqual(expect.stringContaining('menu-display?location_id=20')));
});

it('offers the columns once a category is selected', async () => {
  const page = await open(MANAGER);
  expect(page.button('Columns').disabled).toBe(true);
  await act(async () => load(FRIDAY));
  expect(page.button('Columns').disabled).toBe(false);
  await page.press(page.button('Columns'));
  await until(() => expect(body()).toContain('Type'));
  const name = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Name');
  expect(name?.querySelector('input')).toMatchObject({ checked: true, disabled: true });
});

it('says how many products stand on how many pages', async () => {
  const page = await open(MANAGER);
  await act(async () => load(FRIDAY));
  await until(() => expect(page.text()).toContain('34 products on 2 pages'));
});

it('asks for a quadrant before it changes the display of a dual menu', async () => {
  const page = await open(MANAGER);
  await act(async () => choose('dual', ['25', '26']));
  await act(async () => select(null));
  await page.press(page.button('Display'));
  await press('input[value=table]', '');
  const question = await answerQuestion('OK');
  expect(question).toContain(
    'Please click on a quadrant (Left Top, Right Top, Left Bottom, or Right Bottom) to configure it.',
  );
  expect(presentDraft().layout.dualMenu.left.viewMode).toBe('auto');
});

it('launches up to six windows, each for the location', async () => {
  const page = await open(STAFF);
  const opened = vi.spyOn(window, 'open').mockImplementation(openedWindow);
  for (let turn = 0; turn < 6; turn += 1) await page.press(page.button('Launch'));
  expect(opened.mock.calls[0]?.[0]).toMatch(/^\/menu-display\?location_id=20&tv_number=1&/);
  expect(page.button('Max Reached')).toMatchObject({
    disabled: true,
    title: 'Maximum of 6 windows reached. Close some windows first.',
  });
  await page.press(page.button('Close all'));
  expect(await answerQuestion('Cancel')).toContain('Close all 6 windows?');
});

it('says so when the browser blocks a window', async () => {
  const page = await open(STAFF);
  vi.spyOn(window, 'open').mockReturnValue(null);
  await page.press(page.button('Launch'));
  expect(await answerQuestion('OK')).toContain('Allow pop-up windows');
});

it('builds no menu without a location', async () => {
  serve((call) => answerOfShop(call) ?? refused(404, 'not_found', 'No.'));
  screen = await onPage(<MenusView state={{ search: '' }} />, MANAGER);
  await act(async () =>
    useSession.setState(
      {
        status: 'signed-in',
        me: { user: { id: 3, location_id: null, location: null, permissions: MANAGER } },
      } as unknown as Session,
      true,
    ),
  );
  expect(screen.text()).toContain('You are not assigned to a location.');
  expect(screen.all('[role=toolbar]')).toEqual([]);
});

it('asks for the name of a layout and of a theme', async () => {
  const page = await open(MANAGER);
  await menuItem(page, 'Config', 'Save Layout');
  await press('[role=dialog] button', 'Save Layout');
  expect(body()).toContain('Please enter a layout name');
  await press('[role=dialog] button', 'Cancel');
  await menuItem(page, 'Config', 'Save Theme');
  await press('[role=dialog] button', 'Save Theme');
  expect(body()).toContain('Please enter a theme name');
});

it('says who changed a layout meanwhile, and lets one choose', async () => {
  const theirs = { ...FRIDAY, version: 4, updated_by: 'Rowan Bell' };
  const sent: unknown[] = [];
  const page = await open(MANAGER, (call, sending) => {
    if (call !== 'PUT /api/proxy/flora-im/menus/configs/7') return null;
    sent.push(sending);
    return sent.length === 1
      ? refused(409, 'changed_meanwhile', 'Somebody changed it meanwhile.', { current: theirs })
      : done({ data: { ...theirs, version: 5 } });
  });
  await act(async () => load(FRIDAY));
  await menuItem(page, 'Config', 'Save Layout');
  await press('[role=dialog] button', 'Save Layout');
  await until(() => expect(body()).toContain('Rowan Bell changed Friday since you loaded it. Nothing was saved.'));
  await press('[role=dialog] button', 'Replace it with mine');
  await until(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([{ version: 3 }, { version: 4 }]);
});

it('shows that somebody saved a newer version of what is loaded', async () => {
  const page = await open(MANAGER);
  await act(async () => load({ ...FRIDAY, version: 2 }));
  await until(() => expect(page.text()).toContain('Marlow Reyes saved a newer Friday.'));
  await page.press(page.button('Load it'));
  expect(presentDraft().layoutFrom?.version).toBe(3);
});

it('loads a theme from the list, and takes it back', async () => {
  const page = await open(STAFF);
  await menuItem(page, 'Config', 'Load Layouts & Themes');
  await press('[role=tab]', 'Themes');
  await press('button', 'Load Slate');
  expect(presentDraft()).toMatchObject({ themeFrom: { id: SLATE.id }, theme: { backgroundColor: '#223344' } });
});

it('says that layouts and themes cannot be loaded', async () => {
  const page = await open(STAFF, (call) =>
    call === 'GET /api/proxy/flora-im/menus/configs' ? refused(403, 'forbidden', 'Not yours.') : null,
  );
  await menuItem(page, 'Config', 'Load Layouts & Themes');
  await until(() => expect(body()).toContain('Failed to load theme'));
});

it('says that the products cannot be loaded', async () => {
  serve((call) =>
    call === 'GET /api/menus/shelf' ? refused(404, 'not_found', 'No such location.') : answerOfShop(call),
  );
  screen = await onPage(<MenusView state={{ search: '' }} />, MANAGER);
  const page = screen;
  await until(() => expect(page.text()).toContain('⚠️ Error loading products'));
  expect(page.text()).toContain('No such location.');
});

it('tells of screens that are offline, and of those that show something else than they should', async () => {
  const away = { ...WINDOW_TV, id: 32, tv_number: 2, device_name: 'Counter', online: false };
  const stale = {
    ...WINDOW_TV,
    wrong: {
      since: '2026-11-20T20:10:00.000Z',
      menu: false,
      schedule: false,
      shelf: true,
      items: [{ product_id: 100, name: 'Jar 1', shows: '$40.00', should_show: '$45.00' }],
    },
  };
  const page = await open(STAFF, (call) => (call === 'GET /api/tv/devices' ? done({ data: [stale, away] }) : null));
  await until(() => expect(page.text()).toContain('offline since Nov 20, 2026, 2:02 PM'));
  expect(page.text()).toContain('1 screen is out of date');
  await page.press(page.button('Show'));
  expect(page.text()).toContain('Shows former prices or stock since Nov 20, 2026, 3:10 PM');
  expect(page.text()).toContain('Jar 1: $40.00, should be $45.00');
});

it('sends a command to all TVs, and says to how many', async () => {
  const sent: unknown[] = [];
  const page = await open(STAFF, (call, sending) => {
    if (call !== 'POST /api/tv/commands') return null;
    sent.push(sending);
    return refused(404, 'no_screens', 'No TV is paired here.');
  });
  await menuItem(page, 'For all TVs', 'Refresh all');
  await until(() => expect(sent).toEqual([{ command_type: 'refresh', payload: {}, location_id: 20 }]));
});

it('takes the code of a screen in any case, and says what is wrong with one', async () => {
  const sent: unknown[] = [];
  const page = await open(MANAGER, (call, sending) => {
    if (call !== 'POST /api/tv/pairings/confirm') return null;
    sent.push(sending);
    return refused(422, 'pairing_code_wrong', 'No screen shows this code now.');
  });
  await page.press(page.button('Pair a TV'));
  const field = () => document.querySelector<HTMLInputElement>('#pair-tv input') as HTMLInputElement;
  await until(() => expect(field()).not.toBeNull());
  await page.type(field(), 'k7m');
  await press('[role=dialog] button', 'Pair');
  expect(body()).toContain('The code has 6 letters and digits.');
  await page.type(field(), 'k7m-2q0');
  await press('[role=dialog] button', 'Pair');
  expect(body()).toContain('No code has a 0 in it.');
  await page.type(field(), 'k7m 2qx');
  await press('[role=dialog] button', 'Pair');
  await until(() => expect(body()).toContain('No screen shows this code now.'));
  expect(sent).toEqual([{ code: 'K7M2QX', replace: false, location_id: 20 }]);
  expect(field().value).toBe('K7M 2QX');
});

it.runIf(IS_LONG)('says what was shown for how long, where, and what was sold out', async () => {
  const asked: string[] = [];
  const shown = {
    location_id: 20,
    start_date: '2026-10-22',
    end_date: '2026-11-20',
    configs: [
      { config_id: 7, name: 'Friday', config_type: 'layout', hours: 31.5, last_shown: '2026-11-20T19:02:00.000Z' },
    ],
    tvs: [
      { tv_number: 1, hours: 30 },
      { tv_number: 4, hours: 1.5 },
    ],
    products: [
      { product_id: 100, name: 'Jar 1', hours: 31.5, sold_out_minutes: 0 },
      { product_id: 101, name: 'Jar 2', hours: 10, sold_out_minutes: 150 },
    ],
  };
  const page = await open(STAFF, (call) => {
    if (call !== 'GET /api/proxy/flora-im/menus/analytics') return null;
    asked.push(call);
    return done({ data: asked.length === 1 ? { ...shown, configs: [], tvs: [], products: [] } : shown });
  });
  await menuItem(page, 'Config', 'Menu Analytics');
  await until(() => expect(body()).toContain('Nothing was shown'));
  await press('[role=dialog] button', 'Close');
  await act(() => queryClient.invalidateQueries());
  await menuItem(page, 'Config', 'Menu Analytics');
  await until(() => expect(body()).toContain('31.5 h on 2 TVs'));
  const rows = () =>
    [...document.querySelectorAll('[role=dialog] tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
  expect(rows()).toEqual([
    ['Friday', 'Layout', '31.5 h', 'Nov 20, 2026, 2:02 PM'],
    ['Window', '1', '30 h'],
    ['TV 4', '4', '1.5 h'],
    ['Jar 1', '31.5 h', '0', ''],
    ['Jar 2', '10 h', '150', '25 %'],
  ]);
  await press('[role=dialog] input[value=sold-out]', '');
  await until(() => expect(rows()[3]?.[0]).toBe('Jar 2'));
});

it.each([
  [
    'Duplicate',
    'POST',
    '/api/proxy/flora-im/menus/configs/7/duplicate',
    'Failed to duplicate menu config: No. Friday is as it was.',
  ],
  ['Delete', 'DELETE', '/api/proxy/flora-im/menus/configs/7', 'Failed to delete menu config: No. Friday is as it was.'],
])('says why it could not %s a layout', async (item, method, path, said) => {
  const page = await open(MANAGER, (call) =>
    call === `${method} ${path}` ? refused(403, 'not_allowed', 'No.') : null,
  );
  const shown = await onScreen(<Toaster />);
  await menuItem(page, 'Config', 'Load Layouts & Themes');
  await press('button', 'More for Friday');
  await press('[role=menuitem]', item);
  if (item === 'Delete') await answerQuestion('Delete');
  await until(() => expect(body()).toContain(said));
  await shown.leave();
});

it('says in the dialog why a layout could not be saved', async () => {
  const page = await open(MANAGER, (call) =>
    call.endsWith('/menus/configs') && call.startsWith('POST') ? refused(422, 'not_valid', 'Too many.') : null,
  );
  await menuItem(page, 'Config', 'Save Layout');
  await page.type(
    document.querySelector<HTMLInputElement>('[role=dialog] input[type=text], [role=dialog] input') as HTMLInputElement,
    'Friday',
  );
  await press('[role=dialog] button', 'Save Layout');
  await until(() => expect(body()).toContain('Failed to create menu config: Too many.'));
});

it.each([
  ['Menu Analytics', 'GET /api/proxy/flora-im/menus/analytics', null, 'Failed to fetch analytics'],
  ['Load Layouts & Themes', 'GET /api/proxy/flora-im/menus/templates', 'Starters', 'Failed to fetch templates'],
])('%s says what it could not load', async (item, failing, tab, said) => {
  const page = await open(STAFF, (call) => (call === failing ? refused(404, 'not_found', 'There is none.') : null));
  await menuItem(page, 'Config', item);
  if (tab !== null) await press('[role=tab]', tab);
  await until(() => expect(body()).toContain(said));
  expect(body()).toContain('There is none.');
});

it.runIf(IS_LONG)('offers the name column alone, and says so, when fields cannot be loaded', async () => {
  let isDown = false;
  const page = await open(MANAGER, (call) =>
    isDown && call === 'GET /api/menus/shelf' ? refused(404, 'not_found', 'The fields are gone.') : null,
  );
  await act(async () => load(FRIDAY));
  isDown = true;
  await act(() => queryClient.invalidateQueries());
  await page.press(page.button('Columns'));
  await until(() => expect(body()).toContain('Error loading fields'));
  expect(body()).toContain('The fields are gone.');
});

it('shows a TV at an instant as its screen does, and says what is not known of it', async () => {
  const display = {
    revision: 1,
    location: { id: 20, name: 'Main', time_zone: 'America/New_York', opening_hours: [], closed_days: [] },
    device: null,
    tv: { ...STORE.tvs[0], orientation: 'vertical', enabled: false },
    usual: { layout_id: null, theme_id: null },
    schedule: { weekly: [], days: [] },
    showing: { layout_id: null, theme_id: null, name: '', until: null },
    configs: [],
    now: '2026-11-20T19:02:00.000Z',
  };
  const page = await open(STAFF, (call) => (call === 'GET /api/menus/display' ? done({ data: display }) : null));
  await act(async () => showAsOf({ instant: '2001-11-20T19:02:00.000Z', tvNumber: 1 }));
  // An upright TV without an arrangement shows the first category.
  await until(() => expect(page.text()).toContain('34 products on'));
  expect(page.text()).toContain('The screen is black then: it is switched off.');
  expect(page.text()).toContain('Prices and stock are those of now.');
  await act(async () => showAsOf({ instant: '2101-11-20T19:02:00.000Z', tvNumber: null }));
  await until(() => expect(page.text()).toContain('later ones are not known here'));
  await act(async () => showAsOf({ instant: null, tvNumber: null }));
  await until(() => expect(page.text()).not.toContain('not known here'));
  // A link leads there, too, and opens the line that leads back.
  await page.press(page.button('Back to building'));
  // The first address after somebody signed in is that of the person before.
  hearAddress('menu', {});
  await act(async () => hearAddress('menu', { tv: '1', at: '2001-11-20T19:02:00.000Z' }));
  await until(() => expect(page.text()).toContain('The screen is black then: it is switched off.'));
  await page.press(page.button('Back to building'));
  expect(page.text()).not.toContain('switched off');
});

it('has no code for customers without a location', async () => {
  screen = await onPage(<QrDialog open onOpenChange={() => undefined} />, STAFF);
  await act(async () =>
    useSession.setState(
      {
        status: 'signed-in',
        me: { user: { id: 3, location_id: null, location: null, permissions: STAFF } },
      } as unknown as Session,
      true,
    ),
  );
  expect(body()).toContain('No location selected');
  expect(document.querySelector('svg[role=img]')).toBeNull();
});
