import { useState } from 'react';
import { managedView, type ManagePage } from '#contract/pages.ts';
import { changeSearch, type How, useSearchOf } from '#web/api/address/address.ts';

/**
 * What the address of the page says after its question mark, and how to change it: a filter replaces, what is typed
 * replaces once typing pauses, and an open record is a step of its own, so that Back closes it.
 */
export function usePageSearch(page: ManagePage) {
  const view = managedView(page);
  /** @param change an empty text takes a parameter away */
  const change = (change_: Readonly<Record<string, string>>, how: How = 'replace'): void =>
    changeSearch(
      view,
      Object.fromEntries(Object.entries(change_).map(([name, text]) => [name, text === '' ? undefined : text])),
      how,
    );
  return { search: useSearchOf(view), change };
}

/** Names a record that is to be made. */
export const NEW_RECORD = 'new';

/** Which record of a page is open, as its address says. @param name of the parameter */
export function useOpenRecord(page: ManagePage, name: string) {
  const { search, change } = usePageSearch(page);
  const asked = search[name];
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  return {
    asked,
    /** Also while it closes: what was open last. */
    shown: asked ?? last,
    /** Back closes it. */
    open: (id: number | string) => change({ [name]: String(id) }, asked === undefined ? 'push' : 'replace'),
    close: () => change({ [name]: '' }),
  };
}
