import { z } from 'zod';
import { toMilli } from '#domain/quantity.ts';
import { useCommands } from '#web/api/commands/commands.ts';
import { isDone, isSameWork } from '#web/api/commands/keys.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { perOwner, type StateOwner } from '#web/api/session/per-owner.ts';
import { type DraftOrder, EMPTY_DRAFT } from './draft-order.ts';
import { keptStore } from '../kept-store.ts';

export const keptDraft = z.object({
  /** The order's version when editing began; null for a new order. */
  version: z.int().nullable(),
  /** The key of its command, made with the draft. It shows whether a stored draft was sent already. */
  key: z.string(),
  draft: z.object({
    supplierId: z.int().nullable(),
    lines: z.array(
      z.object({
        productId: z.int(),
        variationId: z.int().nullable(),
        name: z.string(),
        sku: z.string().nullable(),
        quantityMilli: z.int().transform(toMilli),
        cost: z.string(),
        notes: z.string(),
      }),
    ),
    taxPercent: z.string(),
    shipping: z.string(),
    notes: z.string(),
  }),
});
export type KeptDraft = Omit<z.output<typeof keptDraft>, 'draft'> & { readonly draft: DraftOrder };

/** The id of the order being edited, or 'new'. */
export type DraftId = number | 'new';

const store = keptStore('draft', keptDraft);

/** Drafts being typed, also kept in the browser's storage, so that a reload or another view loses nothing. */
const useDrafts = perOwner<{ drafts: ReadonlyMap<string, KeptDraft> }>(() => ({ drafts: new Map() }));

export function useDraft(id: DraftId): KeptDraft | null {
  const key = store.keyOf(id);
  const kept = useDrafts(({ drafts }) => drafts.get(key) ?? null);
  const wasSaved = useCommands(({ records }) => kept !== null && isDone(records, kept.key));
  return wasSaved ? null : kept;
}

/** True if a stored draft has lines. */
export function hasLines(id: DraftId): boolean {
  return (store.read(id)?.draft.lines.length ?? 0) > 0;
}

/**
 * The draft `sent` has been answered: it is deleted, or may be edited again. A draft begun since stays.
 * @param owner whose draft it is, who may have left
 * @param next its new key; null when it is done
 */
export function settleDraft(id: DraftId, sent: KeptDraft, next: string | null, owner: StateOwner): void {
  const now = useDrafts.getState().drafts.get(store.keyOf(id, owner)) ?? store.read(id, owner);
  if (now && !isSameWork(sent.key, now.key) && now.draft.lines.length > 0) return;
  keepDraft(id, next === null ? null : { ...sent, key: next }, owner);
}

function keepDraft(id: DraftId, kept: KeptDraft | null, owner?: StateOwner): void {
  const key = store.keyOf(id, owner);
  store.write(key, kept && { ...kept, draft: { ...kept.draft, lines: [...kept.draft.lines] } });
  useDrafts.setState(({ drafts }) => {
    const next = new Map(drafts);
    if (kept) next.set(key, kept);
    else next.delete(key);
    return { drafts: next };
  });
}

/** The stored draft, or a new one. */
export function beginDraft(id: DraftId, start: DraftOrder = EMPTY_DRAFT, version: number | null = null): void {
  keepDraft(id, store.read(id) ?? { version, key: newUuid(), draft: start });
}

/** Starts over from the saved order. */
export function restartDraft(id: DraftId, draft: DraftOrder, version: number | null): KeptDraft {
  const kept = { version, key: newUuid(), draft };
  keepDraft(id, kept);
  return kept;
}

export function changeDraft(id: DraftId, change: (draft: DraftOrder) => DraftOrder): void {
  const kept = useDrafts.getState().drafts.get(store.keyOf(id));
  if (kept) keepDraft(id, { ...kept, draft: change(kept.draft) });
}

export function forgetDraft(id: DraftId): void {
  keepDraft(id, null);
}
