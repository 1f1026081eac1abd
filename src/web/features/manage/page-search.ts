import { useNavigate, useSearch } from '@tanstack/react-router';
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
