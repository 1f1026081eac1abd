import { useCallback, useEffect, useMemo, useState } from 'react';
import { on } from '#web/api/events.ts';
import { SEARCH_PAUSE_MS } from '#web/ui/use-debounced.ts';
import type { OrderSearch } from './order-filter.ts';
import type { OrdersResult } from '../orders-queries.ts';
import { expand } from './orders-address.ts';
import { focusFirstRow } from '#web/ui/rows/row-keys.ts';

/** The part of a view's remembered state that the orders use. */
export interface Narrowed {
  readonly search: string;
  readonly customer: { readonly id: number; readonly name: string } | null;
}

/** The search text, once typing pauses or somebody moves on to the list. */
export function useOrderSearch({ search: text, customer }: Narrowed): {
  search: OrderSearch;
  entering: boolean;
  entered: () => void;
} {
  const [paused, setPaused] = useState(text);
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    const enter = () => {
      setPaused(text);
      setEntering(true);
    };
    const timer = window.setTimeout(() => setPaused(text), text === '' ? 0 : SEARCH_PAUSE_MS);
    const stop = on('enterList', enter);
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [text]);
  const search = useMemo(() => ({ text: paused, customer }), [paused, customer]);
  const entered = useCallback(() => setEntering(false), []);
  return { search, entering: entering && paused === text, entered };
}

/** Focuses the first order once the list is there; an only result is opened. */
export function useEntered({ data, isPlaceholderData }: OrdersResult, entering: boolean, entered: () => void): void {
  useEffect(() => {
    if (!entering || !data || isPlaceholderData) return;
    entered();
    const [only, ...others] = data.data;
    if (only && others.length === 0) expand(only.id, true);
    focusFirstRow(document.querySelector('[role=grid]'));
  }, [data, isPlaceholderData, entering, entered]);
}
