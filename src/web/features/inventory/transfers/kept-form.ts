import { create } from 'zustand';
import { commands } from '#web/api/commands/commands.ts';
import { isDone, isSameWork } from '#web/api/commands/keys.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { followOwner, type StateOwner } from '#web/api/session/per-owner.ts';

interface Kept<Draft> {
  readonly key: string;
  readonly draft: Draft | null;
}

const NOTHING = { key: '', draft: null };

/**
 * A form that is being filled in, kept in the browser for its owner until it is done or discarded: a dialog that is
 * closed by a slip takes nothing away. It has the key of its command from its first entry on: the browser's storage
 * reaches the disk seconds late, so a till that was killed may find a form again that was sent, and must know that.
 * @param isWorthKeeping whether somebody would miss it
 */
export function keptForm<Draft extends object>({
  name,
  read,
  isWorthKeeping,
}: {
  name: string;
  read: (stored: unknown) => Draft | null;
  isWorthKeeping: (draft: Draft) => boolean;
}) {
  const store = create<Kept<Draft>>(() => NOTHING);
  let owner: StateOwner | null = null;
  const keyOf = ({ userId, locationId }: StateOwner) => `tillwright.inventory.${name}.${userId}.${locationId}`;
  const worth = (draft: Draft | null) => (draft !== null && isWorthKeeping(draft) ? draft : null);

  const isHere = (of: StateOwner) => owner !== null && keyOf(owner) === keyOf(of);

  /** Nothing for what is done, broken, or of another build. */
  function stored(of: StateOwner): Kept<Draft> {
    try {
      const { key, draft } = JSON.parse(localStorage.getItem(keyOf(of)) ?? '{}') as { key?: unknown; draft?: unknown };
      const found = read(draft);
      if (typeof key !== 'string' || key === '' || found === null) return NOTHING;
      return isDone(commands.store.getState().records, key) ? NOTHING : { key, draft: found };
    } catch {
      return NOTHING;
    }
  }

  function put(of: StateOwner, kept: Kept<Draft>): void {
    if (isHere(of)) store.setState(kept, true);
    try {
      if (worth(kept.draft) === null) localStorage.removeItem(keyOf(of));
      else localStorage.setItem(keyOf(of), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: it is kept for as long as the page lives.
    }
  }

  /** Whether this is the form that was sent, or nobody would miss what stands there; a newer one stays. */
  function isAboutThis(of: StateOwner, key: string): boolean {
    const now = isHere(of) ? store.getState() : stored(of);
    return isSameWork(key, now.key) || worth(now.draft) === null;
  }

  followOwner((next) => {
    owner = next;
    store.setState(next ? stored(next) : NOTHING, true);
  });
  window.addEventListener('storage', ({ key }) => {
    if (owner !== null && key === keyOf(owner)) store.setState(stored(owner), true);
  });

  return {
    /** What was sent with this key is done. Its owner may have gone from this till. */
    settle(of: StateOwner, key: string): void {
      if (isAboutThis(of, key)) put(of, NOTHING);
    },
    /** What was sent and refused is there again, to be changed. @param next its key from now on */
    putBack(of: StateOwner, key: string, draft: Draft | null, next = key): void {
      if (draft !== null && isAboutThis(of, key)) put(of, { key: next, draft });
    },
    /** That of its command. Empty before the first entry. */
    keyNow: () => store.getState().key,
    useDraft: () => store(({ draft }) => draft),
    /** What somebody would miss; null while there is no such thing. */
    useKept: () => store(({ draft }) => worth(draft)),
    keptNow: () => worth(store.getState().draft),
    change(changed: (draft: Draft | null) => Draft | null): void {
      if (owner === null) return;
      const { key, draft } = store.getState();
      const next = changed(draft);
      put(owner, next === null ? NOTHING : { key: key || newUuid(), draft: next });
    },
  };
}
