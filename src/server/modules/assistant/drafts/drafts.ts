import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Draft, ToolCard } from '#contract/assistant-cards.ts';
import type { LiveEvent } from '#contract/live.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { canonicalJson } from '#server/http/serve/keyed/canonical-json.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import type { ToolCall } from '#server/providers/provider.ts';
import { Refusal } from '#server/refusal.ts';
import { failedCard, readInLine } from '../tools/run-tool.ts';
import type { Drafting, DraftTool } from './drafting.ts';
import type { Kind } from './kinds/kind.ts';
import { KINDS } from './kinds/kinds.ts';
import { decideDraft, type DraftRow, insertDraft, selectDraft } from './queries.ts';

/** A draft that is undecided for this long is about a shop that has changed. Rule: assistant/drafts. */
const LAPSES_AFTER_MS = 24 * 60 * 60 * 1000;

const byTool = new Map(KINDS.map((kind) => [kind.tool, kind]));

function kindOf({ kind }: Pick<DraftRow, 'kind'>): Kind {
  const found = KINDS.find((one) => one.kind === kind);
  if (!found) throw new Error(`there is no draft of the kind ${kind}`);
  return found;
}

/** The hash of a draft's change, and of its description to the person who approves it. */
function hashOf(content: unknown, changes: unknown): Buffer {
  return createHash('sha256')
    .update(canonicalJson([content, changes]))
    .digest();
}

const stateOf = ({ state, created_at: at }: DraftRow): Draft['state'] =>
  state === 'proposed' && Date.now() - at.getTime() > LAPSES_AFTER_MS ? 'lapsed' : state;

function whyNot(staff: Staff, row: DraftRow): string {
  if (stateOf(row) !== 'proposed') return '';
  if (!may(staff, kindOf(row).permission))
    return 'Your role does not allow this change any more. Somebody whose role does can ask the assistant for it.';
  if (row.location_id !== staff.locationId) return `This was drafted for ${row.location}: work there to approve it.`;
  return '';
}

export function toDraft(staff: Staff, row: DraftRow): Draft {
  const state = stateOf(row);
  const why = whyNot(staff, row);
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    reason: row.reason,
    state,
    location: row.location,
    changes: row.changes,
    may_approve: state === 'proposed' && why === '',
    why_not: why,
    result: row.applied?.result ?? null,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    decided_by: row.decided_by,
  };
}

/**
 * Changes that a model proposes. It has no way to approve one: the token is made for the person, and is in no card.
 * Rule: assistant/drafts.
 */
export class Drafts implements Drafting {
  private readonly deps: AppDeps;

  constructor(deps: AppDeps) {
    this.deps = deps;
  }

  has(name: string): boolean {
    return byTool.has(name);
  }

  toolsFor(staff: Staff): readonly DraftTool[] {
    return KINDS.filter(({ permission }) => may(staff, permission)).map(({ tool, description, parameters }) => ({
      name: tool,
      description,
      parameters,
    }));
  }

  /** @throws Refusal */
  async propose(
    staff: Staff,
    runId: string,
    call: ToolCall,
    signal: AbortSignal,
  ): Promise<{ card: ToolCard; draft: Draft }> {
    const kind = byTool.get(call.name);
    if (!kind || !may(staff, kind.permission))
      throw new Refusal('not_allowed', 'The role of the person does not allow this change.');
    const parsed = kind.parameters.safeParse(call.input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Refusal(
        'not_valid',
        `${kind.tool}: "${issue?.path.join('.') ?? ''}" ${issue?.message ?? 'is not valid'}`,
      );
    }
    const { title, content, changes } = await readInLine(this.deps, staff, signal, (db) =>
      kind.propose(db, staff, parsed.data),
    );
    const { reason: given } = parsed.data;
    const proposed = {
      runId,
      userId: staff.id,
      locationId: staff.locationId,
      kind: kind.kind,
      title: title.slice(0, 200),
      reason: typeof given === 'string' ? given : '',
      content,
      changes,
      contentHash: hashOf(content, changes),
      nonce: randomBytes(32),
    };
    const row = await writtenInLine(this.deps.db, async (tx) =>
      this.require(tx, staff, await insertDraft(tx, proposed)),
    );
    const draft = toDraft(staff, row);
    const card: ToolCard = {
      ...failedCard(kind.tool, ''),
      title: row.title,
      location: row.location,
      total: changes.length,
      shown: changes.length,
      draft,
    };
    return { card, draft };
  }

  /** A draft of the person. @throws Refusal `not_found` */
  async require(db: Database, staff: Staff, id: number, options?: { lock: boolean }): Promise<DraftRow> {
    const row = await selectDraft(db, staff.id, id, options);
    if (!row) throw new Refusal('not_found', 'There is no such draft.');
    return row;
  }

  /** Bound to the draft, the person and the content; '' when the person may not approve it. */
  tokenOf(staff: Staff, row: DraftRow): string {
    if (stateOf(row) !== 'proposed' || whyNot(staff, row) !== '') return '';
    return createHmac('sha256', row.nonce)
      .update(
        this.deps.secrets.approvals.of(`${row.id} ${row.user_id} ${staff.id} ${row.content_hash.toString('hex')}`),
      )
      .digest('base64url');
  }

  private async decidable(tx: Tx, staff: Staff, id: number, from: Draft['state']): Promise<DraftRow> {
    const row = await this.require(tx, staff, id, { lock: true });
    const state = stateOf(row);
    if (state !== from) throw new Refusal('status_conflict', SENTENCES[state]);
    return row;
  }

  /** Carries a draft out. @throws Refusal `not_found`, `status_conflict`, `not_allowed`, `changed_meanwhile`, and what the service refuses */
  async approve(
    { tx, staff, emit }: { tx: Tx; staff: Staff; emit: (event: LiveEvent) => void },
    id: number,
    token: string,
  ): Promise<DraftRow> {
    const row = await this.decidable(tx, staff, id, 'proposed');
    const why = whyNot(staff, row);
    if (why !== '') throw new Refusal('not_allowed', why);
    if (!isSame(token, this.tokenOf(staff, row)) || !hashOf(row.content, row.changes).equals(row.content_hash))
      throw new Refusal('changed_meanwhile', 'This is not the draft that you saw. Look at it again.');
    const kind = kindOf(row);
    const applied = await kind.apply({ tx, staff, emit }, row.content, row.id);
    await decideDraft(tx, id, { state: 'approved', by: staff.id, applied });
    await recordChange(tx, staff, {
      action: 'draft_approved',
      entity: 'draft',
      entityId: id,
      // Texts may name a customer, who can be forgotten, so only the draft holds them. The audit page reads them there.
      details: { kind: row.kind, how: `drafted by the assistant, approved by ${staff.name}` },
    });
    return this.require(tx, staff, id);
  }

  /** @throws Refusal `not_found`, `status_conflict` */
  async reject(tx: Tx, staff: Staff, id: number): Promise<DraftRow> {
    const row = await this.decidable(tx, staff, id, 'proposed');
    await decideDraft(tx, id, { state: 'rejected', by: staff.id });
    await recordChange(tx, staff, {
      action: 'draft_rejected',
      entity: 'draft',
      entityId: id,
      details: { kind: row.kind },
    });
    return this.require(tx, staff, id);
  }

  /** Puts back what was there before. @throws Refusal as `approve` */
  async undo(
    { tx, staff, emit }: { tx: Tx; staff: Staff; emit: (event: LiveEvent) => void },
    id: number,
  ): Promise<DraftRow> {
    const row = await this.decidable(tx, staff, id, 'approved');
    if (!may(staff, kindOf(row).permission)) throw new Refusal('not_allowed', 'Your role does not allow this change.');
    await kindOf(row).undo({ tx, staff, emit }, row.applied?.undo, row.id);
    await decideDraft(tx, id, { state: 'undone', by: staff.id });
    await recordChange(tx, staff, {
      action: 'draft_undone',
      entity: 'draft',
      entityId: id,
      details: { kind: row.kind },
    });
    return this.require(tx, staff, id);
  }
}

const SENTENCES: Record<Draft['state'], string> = {
  proposed: 'This draft was not approved yet.',
  approved: 'This draft was approved already.',
  rejected: 'This draft was turned down.',
  undone: 'This draft was undone already.',
  lapsed: 'This draft has lapsed. Ask for a new one.',
};

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return expected !== '' && one.length === other.length && timingSafeEqual(one, other);
}
