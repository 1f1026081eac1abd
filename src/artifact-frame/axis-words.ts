import type { ChartSpec } from '#contract/artifact-frame.ts';

const COMPACT = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
const SHORT = new Intl.NumberFormat('en-US', COMPACT);
const SHORT_MONEY = new Intl.NumberFormat('en-US', { ...COMPACT, style: 'currency', currency: 'USD' });
const PERCENT = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** A value beside the axis: "$1.65K". */
export function valueWords(value: number, unit: ChartSpec['unit']): string {
  if (unit === 'percent') return PERCENT.format(value);
  return (unit === 'usd' ? SHORT_MONEY : SHORT).format(value);
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const WHOLE_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A place along the axis: days and months of a tool in words, with the year where there is room; anything else as it is. */
export function placeWords(place: unknown, hasRoom = false): string {
  const text = typeof place === 'string' || typeof place === 'number' ? String(place) : '';
  const [, month, day] = /^(\d{4}-\d{2})(-\d{2})?$/.exec(text) ?? [];
  const at = new Date(`${month}${day ?? '-01'}T00:00:00Z`);
  if (month === undefined || Number.isNaN(at.getTime())) return text;
  if (day === undefined) return MONTH.format(at);
  return (hasRoom ? WHOLE_DAY : DAY).format(at);
}
