import { perOwner } from '#web/api/session/per-owner.ts';

export interface AdjustDraft {
  readonly points: string;
  readonly reason: string;
}

/** A new customer, without the password, which has to be typed again. */
export interface NewCustomerDraft {
  readonly username: string;
  readonly email: string;
  readonly phone: string;
  readonly displayName: string;
  readonly name: string;
}

interface CustomersDrafts {
  /** Notes and points, by customer id. */
  readonly notes: ReadonlyMap<number, string>;
  readonly points: ReadonlyMap<number, AdjustDraft>;
  readonly newCustomer: NewCustomerDraft;
}

export const NO_ADJUSTMENT: AdjustDraft = { points: '', reason: '' };
export const NO_CUSTOMER: NewCustomerDraft = { username: '', email: '', phone: '', displayName: '', name: '' };

/**
 * Typed text that is not sent yet. It stays when its form is closed. Text that is sent goes with its command, and comes
 * back if the command is refused, unless something else was typed since.
 */
export const useDrafts = perOwner<CustomersDrafts>(() => ({
  notes: new Map(),
  points: new Map(),
  newCustomer: NO_CUSTOMER,
}));

function changed<Value>(of: ReadonlyMap<number, Value>, id: number, value: Value | null): ReadonlyMap<number, Value> {
  const next = new Map(of);
  if (value === null) next.delete(id);
  else next.set(id, value);
  return next;
}

export function typeNote(id: number, text: string): void {
  useDrafts.setState(({ notes }) => ({ notes: changed(notes, id, text || null) }));
}

export function restoreNote(id: number, text: string): void {
  if (!useDrafts.getState().notes.has(id)) typeNote(id, text);
}

/** Null clears the draft. */
export function typePoints(id: number, draft: AdjustDraft | null): void {
  useDrafts.setState(({ points }) => ({ points: changed(points, id, draft) }));
}

export function restorePoints(id: number, draft: AdjustDraft): void {
  const { points = '', reason = '' } = useDrafts.getState().points.get(id) ?? {};
  if (points === '' && reason === '') typePoints(id, draft);
}

export function typeNewCustomer(draft: NewCustomerDraft): void {
  useDrafts.setState({ newCustomer: draft });
}

export function restoreNewCustomer(draft: NewCustomerDraft): void {
  if (isTyped(NO_CUSTOMER)) typeNewCustomer(draft);
}

/** True if the form for a new customer holds exactly this draft. */
export function isTyped(draft: NewCustomerDraft | null): boolean {
  const { newCustomer } = useDrafts.getState();
  const fields = Object.keys(NO_CUSTOMER) as (keyof NewCustomerDraft)[];
  return draft !== null && fields.every((field) => newCustomer[field] === draft[field]);
}
