// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, DEFAULT_THEME } from '#domain/menu/menu-config.ts';
import { clearCaches } from '#web/api/session/browser-data.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { begin, load, noteSavedConfig } from './loading.ts';
import {
  beginAnew,
  changePanel,
  changeTheme,
  choose,
  clearAll,
  presentDraft,
  redo,
  resetColumns,
  select,
  setCategory,
  setColumns,
  undo,
  unsaved,
  useBuilder,
} from './menu-draft.ts';

const signIn = (id: number, locationId: number) =>
  useSession.setState(
    { status: 'signed-in', me: { user: { id, name: `No ${id}`, location_id: locationId } } } as Session,
    true,
  );
const CATEGORIES = ['25', '26', '27'];
const friday = {
  id: 7,
  name: 'Friday',
  version: 3,
  config_type: 'layout' as const,
  // The keys are in another order, as the database may return them.
  config_data: { soldOut: 'hide' as const, pageSeconds: 30, isDualMenu: true, dualMenu: DEFAULT_LAYOUT.dualMenu },
};

beforeEach(() => {
  localStorage.clear();
  signIn(1, 19);
  signIn(3, 20);
});

it('begins a dual menu with the first two categories, and selects the left', () => {
  choose('dual', CATEGORIES);
  const { layout, selected } = presentDraft();
  expect([layout.dualMenu.left.category, layout.dualMenu.right.category, selected]).toEqual(['25', '26', 'left']);
  choose('single', CATEGORIES);
  expect(presentDraft().selected).toBeNull();
  undo();
  expect(presentDraft()).toMatchObject({ selected: 'left', layout: { isDualMenu: true } });
  undo();
  expect(presentDraft().layout).toEqual(DEFAULT_LAYOUT);
  redo();
  expect(presentDraft().layout.dualMenu.left.category).toBe('25');
});

it('stacks a side whose bottom gets a category, until it is taken away or all are', () => {
  choose('dual', CATEGORIES);
  setCategory('leftBottom', '27');
  expect(presentDraft()).toMatchObject({ selected: 'leftBottom', layout: { dualMenu: { enableLeftStacking: true } } });
  setCategory('leftBottom', null);
  expect(presentDraft().layout.dualMenu.enableLeftStacking).toBe(false);
  setCategory('rightBottom', '27');
  clearAll();
  const { dualMenu } = presentDraft().layout;
  expect([dualMenu.left.category, dualMenu.right.category, dualMenu.enableRightStacking]).toEqual([null, null, false]);
});

it('changes the panel that is meant, and nothing else', () => {
  choose('dual', CATEGORIES);
  select('right');
  changePanel('right', { viewMode: 'table', showImages: false });
  const { left, right } = presentDraft().layout.dualMenu;
  expect([left.viewMode, left.showImages, right.viewMode, right.showImages]).toEqual(['auto', true, 'table', false]);
});

it('keeps the columns of a category until they are reset', () => {
  setColumns('25', ['name', 'thca_percentage']);
  expect(presentDraft().layout.categoryColumnConfigs).toEqual({ '25': ['name', 'thca_percentage'] });
  resetColumns('25');
  expect(presentDraft().layout.categoryColumnConfigs).toEqual({});
});

it('is there again after a reload, for its person at their location only, and outlives Clear All Cache', async () => {
  setCategory('single', '26');
  changeTheme({ fontColor: '#ff0000' });
  await clearCaches();
  signIn(4, 20);
  expect(presentDraft().layout.singleMenu.category).toBeNull();
  signIn(3, 19);
  expect(presentDraft().layout.singleMenu.category).toBeNull();
  signIn(3, 20);
  expect(presentDraft()).toMatchObject({ layout: { singleMenu: { category: '26' } }, theme: { fontColor: '#ff0000' } });
});

it('takes no broken draft from the browser', () => {
  localStorage.setItem('menu_config.9.20', '{"data":{"fontColor":"url(x)"}}');
  signIn(9, 20);
  expect(presentDraft().theme).toEqual(DEFAULT_THEME);
});

it('loads a layout as a step, and knows what was changed since', () => {
  load(friday);
  expect(presentDraft()).toMatchObject({ layout: { soldOut: 'hide' }, layoutFrom: { id: 7, name: 'Friday' } });
  expect(unsaved(presentDraft())).toEqual({ layout: false, theme: false });
  setCategory('left', '25');
  expect(unsaved(presentDraft()).layout).toBe(true);
  undo();
  expect(unsaved(presentDraft()).layout).toBe(false);
  undo();
  expect(presentDraft().layoutFrom).toBeNull();
});

it('takes the colours that a layout brings, without calling them a theme', () => {
  load({ ...friday, config_data: { ...friday.config_data, backgroundColor: '#112233' } });
  expect(presentDraft()).toMatchObject({ theme: { backgroundColor: '#112233' }, themeFrom: null });
});

it('leaves the layout alone when a theme is loaded', () => {
  load(friday);
  load({
    id: 8,
    name: 'Slate',
    version: 1,
    config_type: 'theme',
    config_data: { ...DEFAULT_THEME, fontColor: '#00ff00' },
  });
  expect(presentDraft()).toMatchObject({
    layout: { isDualMenu: true },
    layoutFrom: { id: 7 },
    theme: { fontColor: '#00ff00' },
    themeFrom: { id: 8 },
  });
});

it('begins with a starter as something that is not saved yet', () => {
  begin({ config_type: 'layout', config_data: { isDualMenu: true } });
  expect(presentDraft()).toMatchObject({ layout: { isDualMenu: true }, layoutFrom: null });
  expect(unsaved(presentDraft()).layout).toBe(true);
});

it('does not take back that it was saved, nor takes over what was saved for another menu', () => {
  choose('dual', CATEGORIES);
  const { layout } = presentDraft();
  noteSavedConfig({ ...friday, config_data: { ...layout, categoryColumnConfigs: {} } }, null);
  expect(presentDraft().layoutFrom).toMatchObject({ id: 7, version: 3 });
  undo();
  expect(presentDraft().layoutFrom).toMatchObject({ id: 7 });
  // The answer to an earlier save comes after another menu was loaded.
  load({ ...friday, id: 12, name: 'Window' });
  noteSavedConfig(friday, null);
  expect(presentDraft().layoutFrom).toMatchObject({ id: 12 });
});

it('leaves the steps at which another layout was loaded to that layout', () => {
  load(friday);
  load({ ...friday, id: 12, name: 'Window' });
  setCategory('left', '25');
  noteSavedConfig({ ...friday, id: 12, name: 'Window', version: 4 }, 12);
  undo();
  expect(presentDraft().layoutFrom).toMatchObject({ id: 12, version: 4 });
  undo();
  expect(presentDraft().layoutFrom).toMatchObject({ id: 7, name: 'Friday' });
  redo();
  // The answer to a save comes after undoing back to here.
  noteSavedConfig({ ...friday, id: 12, name: 'Window', version: 5 }, 12);
  redo();
  expect(presentDraft().layoutFrom).toMatchObject({ id: 12, version: 5 });
});

it('starts anew, and that can be taken back', () => {
  load(friday);
  beginAnew();
  expect(presentDraft()).toMatchObject({ layout: DEFAULT_LAYOUT, layoutFrom: null });
  undo();
  expect(presentDraft().layoutFrom?.id).toBe(7);
  expect(useBuilder.getState().history.future).toHaveLength(1);
});
