import { useLayoutEffect } from 'react';
import { meant } from './search-state.ts';
import { useUnifiedSearch } from './use-unified-search.ts';

export const LIST_ID = 'unified-search-list';

export function optionId(index: number): string {
  return `${LIST_ID}-${index}`;
}

/** The options of the open popup, for the keys pressed in the search box. */
export interface OptionList {
  count: number;
  /** Index of the only match, which Enter takes without a highlight. */
  sole: number | null;
  pick: (index: number) => void;
  /**
   * Takes what Enter means while the options on the screen are still those of an earlier text; false if there is none.
   */
  pickLate?: (() => boolean) | undefined;
  /** Opens the record behind an option, if there is one. */
  open?: (index: number) => void;
  /** Does what a part of an option is for. @param part its `data-part` */
  pressPart?: (part: string) => void;
}

let present: OptionList | null = null;

/** While mounted, the keys in the search box move through this popup's options. */
export function useOptionList(list: OptionList): void {
  useLayoutEffect(() => {
    present = list;
    if (useUnifiedSearch.getState().listed !== list.count) useUnifiedSearch.setState({ listed: list.count });
  });
  useLayoutEffect(
    () => () => {
      present = null;
      useUnifiedSearch.setState({ listed: 0 });
    },
    [],
  );
}

export function moveHighlight(step: 1 | -1): void {
  useUnifiedSearch.getState().move(step, present?.count ?? 0);
}

export function pickOption(index: number): void {
  present?.pick(index);
}

export function openOption(index: number): void {
  present?.open?.(index);
}

export function pressPart(part: string): void {
  present?.pressPart?.(part);
}

/** Opens the option that Alt+Enter means; false if there is none. */
export function openMeant(): boolean {
  const index = present?.open && meant(useUnifiedSearch.getState(), present.count, present.sole);
  if (index === null || index === undefined) return false;
  openOption(index);
  return true;
}

/** Picks the option that Enter means; false if there is none. */
export function pickMeant(): boolean {
  if (present?.pickLate && useUnifiedSearch.getState().highlighted === null) return present.pickLate();
  const index = present && meant(useUnifiedSearch.getState(), present.count, present.sole);
  if (index === null || !present) return false;
  present.pick(index);
  return true;
}
