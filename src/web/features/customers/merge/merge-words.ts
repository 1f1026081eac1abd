import type { Customer } from '#contract/customers.ts';
import { type CustomerMerge, MERGE_UNDO_DAYS } from '#contract/customer-merges.ts';
import { customerName } from '#domain/customer-search.ts';
import { flagWords } from '#web/entities/customer/customer-words.ts';
import type { MergePreview } from './merge-queries.ts';
import { displayDay } from '#web/ui/dates.ts';

/** One line of the comparison: a value of both accounts, and of the kept account after the merge. */
export interface MergeLine {
  readonly name: string;
  readonly kept: string;
  readonly merged: string;
  readonly result: string;
  /** The result combines both values. */
  readonly isSum: boolean;
}

function addressText(address: Customer['shipping']): string {
  const { company, address_1, address_2, city, state, postcode } = address;
  const place = [[city, state].filter(Boolean).join(', '), postcode].filter(Boolean).join(' ');
  return [company, address_1, address_2, place].filter((part) => part.trim() !== '').join(', ');
}

const held = (isHeld: boolean) => (isHeld ? 'Stored, encrypted' : '');

/** The lines of a preview, without those that are empty in both accounts. */
export function mergeLines(
  { kept, merged, result }: { kept: Customer; merged: Customer; result: Customer },
  timeZone: string,
): MergeLine[] {
  const line = (name: string, of: (customer: Customer) => string, isSum = false): MergeLine => ({
    name,
    kept: of(kept),
    merged: of(merged),
    result: of(result),
    isSum,
  });
  // The name shown is usually the full name: one line is enough then.
  const isNamedTwice = [kept, merged].every((one) => one.name === customerName(one));
  return [
    line('Name', customerName),
    ...(isNamedTwice ? [] : [line('Full name', ({ name }) => name)]),
    line('Email', ({ email }) => email),
    line('Phone', ({ phone }) => phone),
    line('Billing address', ({ billing }) => addressText(billing)),
    line('Shipping address', ({ shipping }) => addressText(shipping)),
    line('Birth date', ({ has_birth_date: has }) => held(has)),
    line('Licence number', ({ has_licence: has }) => held(has)),
    line('ID checked', ({ id_checked_at: at }) => (at ? displayDay(at, timeZone) : '')),
    line('Flag', ({ flag }) => (flag ? flagWords(flag) : '')),
    line('Groups', ({ groups }) => groups.join(', '), true),
    line('Points', ({ points_balance: points }) => points.toLocaleString('en-US'), true),
    line('Joined', ({ created_at: joined }) => displayDay(joined, timeZone)),
  ].filter(({ kept: one, merged: other }) => one !== '' || other !== '');
}

/** True if a value of the merged account is not in the result. Undoing the merge brings it back. */
export function isLeftOut({ merged, result, isSum }: MergeLine): boolean {
  return !isSum && merged !== '' && merged !== result;
}

/** Says which values stay with the merged account because this server cannot read them; '' for none. */
export function notReadableWords(values: MergePreview['not_readable'], mergedId: number): string {
  if (values.length === 0) return '';
  const names = values.map((value) => (value === 'date_of_birth' ? 'birth date' : 'licence number')).join(' and ');
  return `The ${names} of #${mergedId} ${values.length === 1 ? 'was' : 'were'} encrypted under another data key and cannot be brought over. Put that key back first to keep ${values.length === 1 ? 'it' : 'them'}.`;
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${Math.abs(count) === 1 ? one : many}`;

/** "3 orders, 40 points and 1 note"; "nothing else". */
export function movedWords({ orders, points, notes }: Pick<CustomerMerge, 'orders' | 'points' | 'notes'>): string {
  const parts = [
    orders !== 0 && counted(orders, 'order', 'orders'),
    points !== 0 && counted(points, 'point', 'points'),
    notes !== 0 && counted(notes, 'note', 'notes'),
  ].filter((part) => part !== false);
  const [last = 'no orders, points or notes', ...before] = parts.toReversed();
  return before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`;
}

/** Says before an undoing that the kept account may have spent points that go back; '' otherwise. */
export function maybeBelowZeroWords({ points }: Pick<CustomerMerge, 'points'>, balance: number): string {
  if (points <= 0 || points <= balance) return '';
  return `This customer has ${counted(balance, 'point', 'points')} now, fewer than go back: the balance may then be below zero.`;
}

/** "Merge undone", and that the kept account is below zero now. Replies of an older build have no balance. */
export function undoneWords(balance = 0): string {
  const below = balance < 0 ? `. The customer who was kept has ${counted(balance, 'point', 'points')} now.` : '';
  return `Merge undone${below}`;
}

/** The values that an undone merge did not give back, in words; '' for none. Replies of an older build do not say. */
export function notReturnedWords(name: string, values: readonly 'email'[] = []): string {
  return values.includes('email')
    ? `The e-mail address of ${name} did not go back to them: another account has it by now.`
    : '';
}

/** Says until when a merge can be undone, or why it cannot. Rule: customers/merge-undone. */
export function mergeState({ undone_at: undoneAt, undo_until: until }: CustomerMerge, now: Date, timeZone: string) {
  if (undoneAt !== null) return { open: false, words: `Undone on ${displayDay(undoneAt, timeZone)}` };
  if (until === null) return { open: false, words: 'Cannot be undone, because one of the customers was deleted' };
  if (Date.parse(until) < now.getTime())
    return { open: false, words: `Older than ${MERGE_UNDO_DAYS} days: cannot be undone` };
  return { open: true, words: `Can be undone until ${displayDay(until, timeZone)}` };
}
