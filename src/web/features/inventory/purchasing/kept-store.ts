import type { z } from 'zod';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import { isDone } from '#web/api/commands/keys.ts';
import type { StateOwner } from '#web/api/session/per-owner.ts';

/** Work in progress on purchase orders in the browser's storage, one record each; the next person does not find it. */
export function keptStore<Schema extends z.ZodType<{ key: string }>>(kind: string, schema: Schema) {
  const keyOf = (id: number | string, owner: StateOwner | null = ownerNow()) =>
    `tillwright.inventory.po-${kind}.${owner ? `${owner.userId}.${owner.locationId}` : 'nobody'}.${id}`;
  return {
    keyOf,
    /** Null when there is none, for what is done, and for what is broken or of another build. */
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
        // A full or forbidden storage: the work stays on the screen.
      }
    },
  };
}
