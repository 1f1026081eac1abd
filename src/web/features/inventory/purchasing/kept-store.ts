import type { z } from 'zod';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import type { StateOwner } from '#web/api/session/per-owner.ts';

/**
 * Whether work was sent and happened. The browser's storage reaches the disk seconds late, so a till that was killed may
 * find work again that is done; the mark of its command has not been lost.
 */
export function isDone({ key }: { key: string }): boolean {
  return commands.store.getState().records.get(key)?.state === 'done';
}

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
        return found.success && !isDone(found.data) ? found.data : null;
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
