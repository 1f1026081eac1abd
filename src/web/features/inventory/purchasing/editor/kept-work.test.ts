import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { CallError } from '#web/api/call/call-error.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import type { CommandRecord } from '#web/api/commands/record.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { type ChosenItem, EMPTY_DRAFT, withItem } from './draft-order.ts';
import { hasLines, keptDraft, restartDraft } from './kept-drafts.ts';
import { createOrderCommand, receiveOrderCommand } from '../order-commands.ts';
import { NOTHING_PENDING, withCount } from '../receive/pending-receipt.ts';
import { changePending, forgetPending, pendingOf, toKept } from '../receive/pending-receipts.ts';
import { sampleItem } from '../sample-order.testing.ts';

const SAM = { userId: 3, name: 'Sam', locationId: 20, location: 'Main' };
const DREW = { ...SAM, userId: 9, name: 'Drew' };
const JAR: ChosenItem = { productId: 7, variationId: 71, name: 'Jar', sku: null, cost: '4.60' };
const tin = sampleItem({ id: 1, quantity_ordered: 10 });
const SAVED: CommandOutcome = {
  kind: 'otherwise',
  error: new CallError({ status: 422, code: 'idempotency_key_reused', message: 'It is saved.' }),
};
const refusedWith = (code: string): CommandOutcome => ({
  kind: 'refused',
  error: new CallError({ status: 409, code, message: 'No.', details: { success: false } }),
});
const disk = new Map<string, string>();
const onDisk = (what: string) => [...disk].find(([key]) => key.includes(what))?.[1] ?? '';

/** Sent by Sam, then taken over by a manager. */
const taken = (key: string, memo: unknown, subject: string) =>
  ({ key, memo, subject, title: 'It', owner: DREW, begunBy: SAM, state: 'unknown' }) as CommandRecord;
const orderAnswered = (outcome: CommandOutcome, kept: { key: string }) =>
  createOrderCommand.onOutcome?.(outcome as never, taken(kept.key, kept, 'new'), true);
const receiptAnswered = (outcome: CommandOutcome, kept: { key: string }) =>
  receiveOrderCommand.onOutcome?.(outcome as never, taken(kept.key, { id: 17, kept }, 'order 17'), true);

describe('work that was sent and taken over by a manager', () => {
  const before = useSession.getState();
  beforeAll(() => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => disk.get(key) ?? null,
      setItem: (key: string, value: string) => void disk.set(key, value),
      removeItem: (key: string) => void disk.delete(key),
    });
    const user = { id: SAM.userId, name: SAM.name, location_id: 20, location: 'Main' };
    useSession.setState({ status: 'signed-in', me: { user } } as Session, true);
  });
  beforeEach(() => forgetPending(17));
  afterAll(() => {
    vi.unstubAllGlobals();
    useSession.setState(before, true);
  });

  it('goes when it is saved; a purchase order that was begun since stays', () => {
    const sent = restartDraft('new', withItem(EMPTY_DRAFT, JAR), null);
    const next = restartDraft('new', withItem(withItem(EMPTY_DRAFT, JAR), { ...JAR, variationId: 72 }), null);
    orderAnswered(SAVED, sent);
    expect(hasLines('new')).toBe(true);
    orderAnswered(refusedWith('supplier_unknown'), sent);
    expect(keptDraft.parse(JSON.parse(onDisk('po-draft'))).key).toBe(next.key);
    orderAnswered(SAVED, next);
    expect(hasLines('new')).toBe(false);
  });

  it('goes when it is received; what was counted since stays', () => {
    changePending(17, () => withCount(NOTHING_PENDING, tin, toMilli(4000)));
    const sent = toKept(pendingOf(17));
    forgetPending(17);
    changePending(17, () => withCount(NOTHING_PENDING, tin, toMilli(1000)));
    receiptAnswered(SAVED, sent);
    receiptAnswered(refusedWith('receipt_changed'), sent);
    expect(pendingOf(17).lines.get(1)?.milli).toBe(1000);
    receiptAnswered(SAVED, toKept(pendingOf(17)));
    expect(pendingOf(17).lines.size).toBe(0);
  });

  it('is back after a refusal, under another key once its own was withdrawn', () => {
    const sent = restartDraft('new', withItem(EMPTY_DRAFT, JAR), null);
    orderAnswered(refusedWith('supplier_unknown'), sent);
    expect(keptDraft.parse(JSON.parse(onDisk('po-draft'))).key).toBe(sent.key);
    orderAnswered(refusedWith('command_withdrawn'), sent);
    const back = keptDraft.parse(JSON.parse(onDisk('po-draft')));
    expect(back.draft.lines).toHaveLength(1);
    expect(back.key).not.toBe(sent.key);
  });
});
