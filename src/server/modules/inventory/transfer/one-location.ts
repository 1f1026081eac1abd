import { locationToWrite } from '#server/http/serve/location.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';

/**
 * The one location that a command is about: its own field, else that of its lines, else the session's.
 * @throws Refusal `nothing_to_do` without lines; `not_allowed` for another location; `not_valid` for several
 */
export function oneLocation(
  staff: Staff,
  asked: number | undefined,
  lines: readonly { readonly location_id?: number | undefined }[],
): number {
  if (lines.length === 0) throw new Refusal('nothing_to_do', 'There is nothing to change: the list is empty.');
  const named = new Set(lines.map(({ location_id }) => location_id).filter((id) => id !== undefined));
  if (asked !== undefined) named.add(asked);
  for (const location of named) locationToWrite(staff, location);
  if (named.size > 1) throw new Refusal('not_valid', 'All lines must be of one location.');
  const [only] = named;
  return locationToWrite(staff, only);
}
