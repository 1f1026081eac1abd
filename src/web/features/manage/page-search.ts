import { useState } from 'react';
import type { Addressed } from '#web/api/address/address.ts';
import { type Param, wholeOf } from '#web/api/address/params.ts';

/** The id of a record that is to be made. */
export const NEW_RECORD = 'new';

/** The open record of a page: its id, `NEW_RECORD`, or null for none. */
export function openRecord(name: string): Param<string | null> {
  const isRecord = (text: string) => text === NEW_RECORD || wholeOf(text) !== null;
  return { name, fallback: null, read: (text) => (isRecord(text) ? text : undefined), write: (id) => id ?? undefined };
}

/** The open record of a page, from its address. */
export function useOpenRecord(address: Addressed<{ record: string | null }>) {
  const { record } = address.use();
  const asked = record ?? undefined;
  const [last, setLast] = useState(asked);
  if (asked !== undefined && asked !== last) setLast(asked);
  return {
    asked,
    /** The open record, or the last one while its dialog closes. */
    shown: asked ?? last,
    /** Adds a history entry, so that Back closes the record. */
    open: (id: number | string) => address.change({ record: String(id) }, asked === undefined ? 'push' : 'replace'),
    close: () => address.change({ record: null }),
  };
}
