// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { answerOfShop } from '../menus.testing.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

const SLOT = { weekday: 5, name: 'Happy hour', starts: '16:00', ends: '18:00', layout_id: 7, theme_id: null };
const SAVED = { location_id: 20, tv_number: 1, weekly: [SLOT], days: [], version: 4 };
const closed = vi.fn();
let screen: OnScreen;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  closed.mockClear();
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const body = () => document.body.textContent;
const named = <E extends HTMLElement>(selector: string, name: string) =>
  [...document.querySelectorAll<E>(selector)].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  );
const press = (name: string) => act(async () => named('button', name)?.click());
const fill = (name: string, text: string) => screen.type(named<HTMLInputElement>('input', name)!, text);
const rows = (list: string) => [...(named('ul', list)?.children ?? [])];

/** @param answer to each saving, in order */
async function open(
  answers: readonly Response[] = [],
  { saved = SAVED, permissions = ['run-screens', 'edit-menus'] }: { saved?: object; permissions?: string[] } = {},
): Promise<void> {
  serve((call, sending) => {
    if (call === 'GET /api/tv/schedules/1') return done({ data: saved });
    if (call !== 'PUT /api/tv/schedules/1') return answerOfShop(call);
    sent.push(sending);
    return answers[sent.length - 1] ?? null;
  });
  const tv = { tv_number: 1, display_name: 'Window' };
  screen = await onPage(<ScheduleDialog tv={tv} onClose={closed} />, permissions);
  await until(() => expect(body()).toContain('Every week'));
}

it('has times of the week and of dates, by the clock of the location, and saves them once', async () => {
  await open([done({ data: { ...SAVED, version: 5 } })], { saved: { ...SAVED, weekly: [] } });
  expect(body()).toContain('Schedule of Window');
  expect(body()).toContain('Times of the location, America/New York. At all other times it shows its usual menu.');
  expect(body()).toContain('Nothing else than the usual menu.');
  expect(named('button', 'Repeat the last one on all days')).toBeUndefined();
  await press('Add time');
  await fill('Time 1 begins', '22:00');
  await fill('Time 1 ends', '00:00');
  await fill('Name of time 1', 'Late');
  await press('Save schedule');
  expect(body()).toContain('Late shows nothing else: choose a layout or a theme.');
  expect(sent).toEqual([]);
  await press('Remove time 1');
  await press('Add date');
  const [date] = rows('Dates');
  const day = date?.querySelector('input')?.value ?? '';
  expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  await press(`Remove time 1 of ${day}`);
  expect(body()).toContain('The usual menu all day.');
  await press('Save schedule');
  await until(() => expect(closed).toHaveBeenCalledTimes(1));
  expect(sent).toEqual([{ location_id: 20, weekly: [], days: [{ day, slots: [] }], version: 4 }]);
});

it('repeats its last time on the days that have none then', async () => {
  await open([done({ data: { ...SAVED, version: 5 } })]);
  await press('Repeat the last one on all days');
  expect(rows('Every week')).toHaveLength(7);
  await press('Save schedule');
  await until(() => expect(closed).toHaveBeenCalled());
  const [{ weekly }] = sent as [typeof SAVED];
  expect(weekly.map(({ weekday }) => weekday)).toEqual([5, 1, 2, 3, 4, 6, 7]);
  expect(new Set(weekly.map(({ layout_id: layout }) => layout))).toEqual(new Set([7]));
});

it('says when somebody else saved it meanwhile, and replaces theirs only when it is meant', async () => {
  await open([
    refused(409, 'changed_meanwhile', 'Changed.', { current: { ...SAVED, version: 9 } }),
    refused(422, 'not_valid', 'There is no layout 7.'),
    done({ data: { ...SAVED, version: 10 } }),
  ]);
  await fill('Name of time 1', 'Friday');
  await press('Save schedule');
  await until(() =>
    expect(body()).toContain(
      'Nothing was saved: somebody else changed this schedule meanwhile. Save again to replace theirs.',
    ),
  );
  await press('Save schedule');
  await until(() => expect(body()).toContain('Nothing was saved. There is no layout 7.'));
  expect(named<HTMLInputElement>('input', 'Name of time 1')?.value).toBe('Friday');
  await press('Save schedule');
  await until(() => expect(closed).toHaveBeenCalled());
  expect(sent).toMatchObject([{ version: 4 }, { version: 9 }, { version: 9, weekly: [{ name: 'Friday' }] }]);
});

it('is looked at by staff, and says when it cannot be read', async () => {
  await open([], { permissions: ['run-screens'] });
  expect(document.querySelector('fieldset')?.disabled).toBe(true);
  expect(named('button', 'Save schedule')).toBeUndefined();
  await screen.leave();
  queryClient.clear();
  serve(() => refused(404, 'not_found', 'There is no such TV.'));
  screen = await onPage(<ScheduleDialog tv={{ tv_number: 2, display_name: 'Wall' }} onClose={closed} />);
  await until(() => expect(body()).toContain('Failed to load the schedule'));
  expect(body()).toContain('There is no such TV.');
});
