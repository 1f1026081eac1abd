import { useState } from 'react';
import { managedView, type ManagePage } from '#contract/pages.ts';
import { changeSearch, type How, useSearchOf } from '#web/api/address/address.ts';

/**
 * The address parameters of the page, and a function to change them. A filter replaces the history entry, typed text
 * replaces it once typing pauses, and opening a record adds an entry, so that Back closes it.
 */
export function usePageSearch(page: ManagePage) {
  const view = managedView(page);
  /** @param change an empty text removes a parameter */
  const change = (change_: Readonly<Record<string, string>>, how: How = 'replace'): void =>
    changeSearch(
      view,
      Object.fromEntries(Object.entries(change_).map(([name, text]) => [name, text === '' ? undefined : text])),
      how,
    );
  return { search: useSearchOf(view), change };
}

/** The id of a record that is to be made. */
export const NEW_RECORD = 'new';

/** The open record of a page, from its address. @param name of the parameter */
export function useOpenRecord(page: ManagePage, name: string) {
  const { search, change } = usePageSearch(page);
  const asked = search[name];
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  return {
    asked,
    /** The open record, or the last one while its dialog closes. */
    shown: asked ?? last,
    /** Adds a history entry, so that Back closes the record. */
    open: (id: number | string) => change({ [name]: String(id) }, asked === undefined ? 'push' : 'replace'),
    close: () => change({ [name]: '' }),
  };
}
