import { replaceEqualDeep } from '@tanstack/react-query';
import {
  assignCategory,
  chooseDual,
  chooseSingle,
  clearCategories,
  DEFAULT_LAYOUT,
  DEFAULT_THEME,
  type MenuLayout,
  type MenuPanel,
  type MenuTheme,
  type Orientation,
  type Quadrant,
} from '#domain/menu/menu-config.ts';
import type { Place } from '#domain/menu/menu-layout.ts';
import { followOwner, perOwner, type StateOwner } from '#web/api/session/per-owner.ts';
import { amended, begun, type History, redone, step, undone } from './history.ts';
import { readKept, writeKept } from './kept-draft.ts';
import type { MenuDraft } from './parts.ts';

const BLANK: MenuDraft = {
  layout: DEFAULT_LAYOUT,
  theme: DEFAULT_THEME,
  selected: null,
  layoutFrom: null,
  themeFrom: null,
};

interface Builder {
  readonly history: History<MenuDraft>;
  /** True if the TV Control Panel is unfolded. */
  readonly isPanelOpen: boolean;
}

/** Kept while the person is in other views, and in the browser. Rule: menus/draft. */
export const useBuilder = perOwner<Builder>(() => ({ history: begun(BLANK), isPanelOpen: true }));

export const useDraft = (): MenuDraft => useBuilder(({ history }) => history.present);

let owner: StateOwner | null = null;
followOwner((next) => {
  owner = next;
  const kept = next && readKept(next);
  if (kept) useBuilder.setState({ history: begun(kept.draft), isPanelOpen: kept.isPanelOpen });
});

function put(part: Partial<Pick<Builder, 'history' | 'isPanelOpen'>>): void {
  useBuilder.setState(part);
  const { history, isPanelOpen } = useBuilder.getState();
  if (owner) writeKept(owner, { draft: history.present, isPanelOpen });
}

export const presentDraft = (): MenuDraft => useBuilder.getState().history.present;

/** @param what see `step` */
export function change(part: Partial<MenuDraft>, what: string | null = null): void {
  const { history } = useBuilder.getState();
  put({ history: step(history, { ...history.present, ...part }, what, Date.now()) });
}

export function undo(): void {
  put({ history: undone(useBuilder.getState().history) });
}

export function redo(): void {
  put({ history: redone(useBuilder.getState().history) });
}

/**
 * Records a save in the history without adding a step: an undo must not undo the fact that it was saved.
 * Steps with another loaded configuration keep their origin.
 * @param fromId the configuration that the draft was loaded from when it was sent
 */
export function noteSaved(
  part: Pick<MenuDraft, 'layoutFrom'> | Pick<MenuDraft, 'themeFrom'>,
  fromId: number | null,
): void {
  const { history } = useBuilder.getState();
  const { past, future } = history;
  const name = 'layoutFrom' in part ? 'layoutFrom' : 'themeFrom';
  const saved = 'layoutFrom' in part ? part.layoutFrom : part.themeFrom;
  const isSaved = (draft: MenuDraft): boolean => draft[name]?.id === saved?.id;
  const isIts = (draft: MenuDraft): boolean => isSaved(draft) || (draft[name]?.id ?? null) === fromId;
  const from = past.findLastIndex((draft) => !isIts(draft)) + 1;
  const other = future.findIndex((draft) => !isIts(draft));
  const until = other === -1 ? future.length : other;
  put({
    history: {
      ...amended(history, { ...history.present, ...part }),
      past: past.map((draft, at) => (at >= from || isSaved(draft) ? { ...draft, ...part } : draft)),
      future: future.map((draft, at) => (at < until || isSaved(draft) ? { ...draft, ...part } : draft)),
    },
  });
}

export function foldPanel(isPanelOpen: boolean): void {
  put({ isPanelOpen });
}

export function changeTheme(part: Partial<MenuTheme>): void {
  const { theme } = presentDraft();
  change({ theme: { ...theme, ...part } }, Object.keys(part).join());
}

/** Selecting a panel is not a step of its own. */
export function select(selected: Quadrant | null): void {
  const { history } = useBuilder.getState();
  put({ history: amended(history, { ...history.present, selected }) });
}

export function changeLayout(part: Partial<MenuLayout>): void {
  change({ layout: { ...presentDraft().layout, ...part } }, 'pageSeconds' in part ? 'pageSeconds' : null);
}

export function turn(orientation: Orientation): void {
  changeLayout({ orientation });
}

/** @param categories of the catalogue, in its order */
export function choose(mode: 'single' | 'dual', categories: readonly string[]): void {
  const draft = presentDraft();
  change(mode === 'dual' ? chooseDual(draft, categories) : chooseSingle(draft));
}

/** The panel whose settings are shown; null if a dual menu has none selected. */
export function placeOf({ layout, selected }: MenuDraft): Place | null {
  return layout.isDualMenu ? selected : 'single';
}

export function panelAt({ layout }: MenuDraft, place: Place): MenuPanel {
  return place === 'single' ? layout.singleMenu : layout.dualMenu[place];
}

export function changePanel(place: Place, part: Partial<MenuPanel>): void {
  const draft = presentDraft();
  const { layout } = draft;
  const panel = { ...panelAt(draft, place), ...part };
  change({
    layout:
      place === 'single'
        ? { ...layout, singleMenu: panel }
        : { ...layout, dualMenu: { ...layout.dualMenu, [place]: panel } },
  });
}

export function setCategory(place: Place, category: string | null): void {
  const { layout } = presentDraft();
  change({
    layout:
      place === 'single'
        ? { ...layout, singleMenu: { ...layout.singleMenu, category } }
        : assignCategory(layout, place, category),
    ...(place !== 'single' && { selected: place }),
  });
}

export function clearAll(): void {
  change({ layout: clearCategories(presentDraft().layout) });
}

export function setColumns(category: string, columns: readonly string[]): void {
  const { layout } = presentDraft();
  change({
    layout: { ...layout, categoryColumnConfigs: { ...layout.categoryColumnConfigs, [category]: columns } },
  });
}

/** Resets to the first fields that the products have. */
export function resetColumns(category: string): void {
  const { layout } = presentDraft();
  const { [category]: _reset, ...categoryColumnConfigs } = layout.categoryColumnConfigs;
  change({ layout: { ...layout, categoryColumnConfigs } });
}

/** Starts again with a blank menu that has no stored origin. */
export function beginAnew(): void {
  change(BLANK);
}

/** Compares without regard to the order of keys, which the database does not keep. */
function isSame(one: unknown, other: unknown): boolean {
  return replaceEqualDeep(one, other) === one;
}

/** Tells which parts of the draft have unsaved changes. */
export function unsaved(draft: MenuDraft): { layout: boolean; theme: boolean } {
  return {
    layout: !isSame(draft.layout, draft.layoutFrom?.saved ?? BLANK.layout),
    theme: !isSame(draft.theme, draft.themeFrom?.saved ?? BLANK.theme),
  };
}
