import type { WireTvSchedule } from '#contract/store-configs.ts';

export type Slot = WireTvSchedule['days'][number]['slots'][number];

/** The form of a schedule. */
export interface ScheduleFields {
  readonly weekly: readonly (Slot & { readonly weekday: number })[];
  readonly days: readonly { readonly day: string; readonly slots: readonly Slot[] }[];
}

export function newSlot(): Slot {
  return { name: 'Happy hour', starts: '16:00', ends: '18:00', layout_id: null, theme_id: null };
}

/** The first day from today on without its own times. */
export function nextDay(days: ScheduleFields['days'], today: string): string {
  const at = new Date(`${today}T00:00:00Z`);
  while (days.some(({ day }) => day === at.toISOString().slice(0, 10))) at.setUTCDate(at.getUTCDate() + 1);
  return at.toISOString().slice(0, 10);
}

function slotProblem({ name, starts, ends, layout_id: layoutId, theme_id: themeId }: Slot): string | null {
  const which = name.trim() === '' ? 'A time' : name.trim();
  if (!/^\d{2}:\d{2}$/.test(starts) || !/^\d{2}:\d{2}$/.test(ends)) return `${which} needs a beginning and an end.`;
  if (starts === ends) return `${which} ends when it begins.`;
  return layoutId === null && themeId === null ? `${which} shows nothing else: choose a layout or a theme.` : null;
}

/** The reason why a schedule cannot be saved, in a sentence; null if it can. */
export function scheduleProblem({ weekly, days }: ScheduleFields): string | null {
  const dates = days.map(({ day }) => day);
  const twice = dates.find((day, place) => dates.indexOf(day) !== place);
  if (dates.includes('')) return 'A date is missing.';
  if (twice !== undefined) return `${twice} is there twice.`;
  const slots = [...weekly, ...days.flatMap((day) => day.slots)];
  return slots.map(slotProblem).find((problem) => problem !== null) ?? null;
}
