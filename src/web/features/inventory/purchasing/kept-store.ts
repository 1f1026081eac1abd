import type { z } from 'zod';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import { isDone } from '#web/api/commands/keys.ts';
import type { StateOwner } from '#web/api/session/per-owner.ts';

/** Stores unfinished work on purchase orders in the browser, one record each, for its owner only. */
export function keptStore<Schema extends z.ZodType<{ key: string }>>(kind: string, schema: Schema) {
  const keyOf = (id: number | string, owner: StateOwner | null = ownerNow()) =>
    `tillwright.inventory.po-${kind}.${owner ? `${owner.userId}.${owner.locationId}` : 'nobody'}.${id}`;
  return {
    keyOf,
    /** Null when there is none, when it is done, and for a record that is broken or from another build. */
    read(id: number | string, owner?: StateOwner): z.output<Schema> | null {
      try {
        const found = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(id, owner)) ?? 'null'));
        return found.success && !isDone(commands.store.getState().records, found.data.key) ? found.data : null;
      } catch {
        return null;
      }
    },
    write(key: string, record: z.output<Schema> | null): void {
      try {
        if (record === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(record));
      } catch {
        // The storage is full or forbidden; the work stays on the screen.
      }
    },
  };
}
