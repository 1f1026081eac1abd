import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ManagePage } from '#contract/pages.ts';

type Texts = Readonly<Record<string, string>>;

/**
 * What the address of the page says after its question mark, and how to change it: a filter replaces, an open record is
 * a step of its own, so that Back closes it.
 */
export function usePageSearch(page: ManagePage) {
  const search: Texts = useSearch({ strict: false });
  const navigate = useNavigate();
  /** @param change an empty text takes a parameter away */
  const change = (change_: Texts, { push = false } = {}): void => {
    const next = Object.fromEntries(Object.entries({ ...search, ...change_ }).filter(([, text]) => text !== ''));
    void navigate({ to: '/manage/$page', params: { page }, search: next, replace: !push });
  };
  return { search, change };
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
    open: (id: number | string) => change({ [name]: String(id) }, { push: asked === undefined }),
    close: () => change({ [name]: '' }),
  };
}
