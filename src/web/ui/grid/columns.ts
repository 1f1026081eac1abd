import type { ReactNode } from 'react';
import { create } from 'zustand';
import type { PhonePlace } from '../rows/row-height.ts';

export interface Column<Row, Context, Id extends string = string> {
  readonly id: Id;
  readonly title: string;
  readonly required?: boolean;
  /** Shown until somebody chooses columns. */
  readonly byDefault: boolean;
  /** In px. Columns that `grow` share the spare room by these numbers. */
  readonly width: number;
  readonly grow?: number;
  readonly right?: boolean;
  /** Its place on a phone, which shows these columns and no others. */
  readonly phone?: PhonePlace;
  readonly cell: (row: Row, context: Context) => ReactNode;
}

/**
 * The columns of a table that this browser shows. The setting belongs to the browser, not to a person.
 * @param key of `localStorage`
 */
export function columnChoice<Id extends string>(
  key: string,
  columns: readonly { readonly id: Id; readonly required?: boolean; readonly byDefault: boolean }[],
) {
  const kept = localStorage.getItem(key)?.split(' ');
  const isShown = kept
    ? ({ id, required }: (typeof columns)[number]) => required === true || kept.includes(id)
    : ({ byDefault }: (typeof columns)[number]) => byDefault;
  const shown: ReadonlySet<Id> = new Set(columns.filter(isShown).map(({ id }) => id));
  // For everybody: the setting belongs to the browser.
  const store = create<{ shown: ReadonlySet<Id> }>(() => ({ shown }));
  return {
    use: () => store((state) => state.shown),
    choose: (chosen: ReadonlySet<Id>): void => {
      localStorage.setItem(key, [...chosen].join(' '));
      store.setState({ shown: chosen });
    },
  };
}
