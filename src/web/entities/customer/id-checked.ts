/** "ID checked on Nov 22, 2026", by the shop's days; '' when no card was scanned. Rule: customers/age. */
export function idCheckedText(idCheckedAt: string | undefined, timeZone: string): string {
  const at = new Date(idCheckedAt ?? Number.NaN);
  if (Number.isNaN(at.getTime())) return '';
  return `ID checked on ${new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(at)}`;
}
