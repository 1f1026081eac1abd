import type { z } from 'zod';
import { useSession } from '#web/api/session.ts';

/** Whose work it is, and where: the next person at this browser does not find it. */
function owner(): string {
  const session = useSession.getState();
  return session.status === 'signed-in' ? `${session.me.user.id}.${session.me.user.location_id}` : 'nobody';
}

/** Work in progress on purchase orders in the browser's storage, one record each. */
export function keptStore<Schema extends z.ZodType>(kind: string, schema: Schema) {
  const keyOf = (id: number | string) => `tillwright.inventory.po-${kind}.${owner()}.${id}`;
  return {
    keyOf,
    /** Null when there is none, and for what is broken or of another build. */
    read(id: number | string): z.output<Schema> | null {
      try {
        const found = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(id)) ?? 'null'));
        return found.success ? found.data : null;
      } catch {
        return null;
      }
    },
    write(id: number | string, record: z.output<Schema> | null): void {
      try {
        if (record === null) localStorage.removeItem(keyOf(id));
        else localStorage.setItem(keyOf(id), JSON.stringify(record));
      } catch {
        // A full or forbidden storage: the work stays on the screen.
      }
    },
  };
}
