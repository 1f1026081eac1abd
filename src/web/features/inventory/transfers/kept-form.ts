import { create } from 'zustand';
import { followOwner, type StateOwner } from '#web/api/per-owner.ts';

/**
 * A form that is being filled in, kept in the browser for its owner until it is done or discarded: a dialog that is
 * closed by a slip takes nothing away.
 * @param isWorthKeeping whether somebody would miss it
 */
export function keptForm<Draft>({
  name,
  read,
  isWorthKeeping,
}: {
  name: string;
  read: (stored: unknown) => Draft | null;
  isWorthKeeping: (draft: Draft) => boolean;
}) {
  const store = create<{ draft: Draft | null }>(() => ({ draft: null }));
  let owner: StateOwner | null = null;
  const keyOf = ({ userId, locationId }: StateOwner) => `tillwright.inventory.${name}.${userId}.${locationId}`;
  const worth = (draft: Draft | null) => (draft !== null && isWorthKeeping(draft) ? draft : null);

  function stored(of: StateOwner): Draft | null {
    try {
      return read(JSON.parse(localStorage.getItem(keyOf(of)) ?? 'null'));
    } catch {
      return null;
    }
  }

  /** Of whoever it belongs to, who may have gone from this till. */
  function put(of: StateOwner, draft: Draft | null): void {
    if (owner !== null && keyOf(owner) === keyOf(of)) store.setState({ draft });
    const kept = worth(draft);
    try {
      if (kept === null) localStorage.removeItem(keyOf(of));
      else localStorage.setItem(keyOf(of), JSON.stringify(kept));
    } catch {
      // A full or forbidden storage: it is kept for as long as the page lives.
    }
  }

  followOwner((next) => {
    owner = next;
    store.setState({ draft: next && stored(next) });
  });
  window.addEventListener('storage', ({ key }) => {
    if (owner !== null && key === keyOf(owner)) store.setState({ draft: stored(owner) });
  });

  return {
    put,
    useDraft: () => store(({ draft }) => draft),
    /** What somebody would miss; null while there is no such thing. */
    useKept: () => store(({ draft }) => worth(draft)),
    keptNow: () => worth(store.getState().draft),
    change(changed: (draft: Draft | null) => Draft | null): void {
      if (owner !== null) put(owner, changed(store.getState().draft));
    },
  };
}
