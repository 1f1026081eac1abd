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
 * A form that is stored in the browser for its owner until it is done or discarded, so that closing its dialog by
 * mistake loses nothing. It gets the key of its command with its first entry: localStorage reaches the disk seconds
 * late, so a killed till may find a form again that it had sent, and must know that.
 * @param isWorthKeeping true if somebody would miss the draft
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

  /** The stored form; empty when it is done, broken or from another build. */
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
      // The storage is full or forbidden; the form is kept until the page closes.
    }
  }

  /** True if the stored form is the one that was sent, or is empty. A newer form stays. */
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
    /** The command with this key is done, so its form is deleted. The owner may have left this till. */
    settle(of: StateOwner, key: string): void {
      if (isAboutThis(of, key)) put(of, NOTHING);
    },
    /**
     * Restores a form that was refused, for changing it.
     * @param next its new key
     */
    putBack(of: StateOwner, key: string, draft: Draft | null, next = key): void {
      if (draft !== null && isAboutThis(of, key)) put(of, { key: next, draft });
    },
    /** The key of its command; '' before the first entry. */
    keyNow: () => store.getState().key,
    useDraft: () => store(({ draft }) => draft),
    /** The draft if it is worth keeping; otherwise null. */
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
