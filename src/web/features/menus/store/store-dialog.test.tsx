// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { answerOfShop, STORE } from '../menus.testing.ts';
import { scheduleProblem } from './schedule-fields.ts';
import { StoreDialog } from './store-dialog.tsx';

let screen: OnScreen;
let sent: { call: string; body: unknown }[];
const closed = vi.fn();

beforeEach(() => {
  localStorage.clear();
  sent = [];
  closed.mockClear();
  useSession.setState({ status: 'signed-in', me: { user: { id: 1, location_id: 1 } } } as Session, true);
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const body = () => document.body.textContent;
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  );
const press = (name: string) => act(async () => button(name)?.click());
const nameOf = (number: number) =>
  document.querySelector<HTMLInputElement>(`input[aria-label="Name of TV ${number}"]`) as HTMLInputElement;

async function open(answers: (call: string, sending: unknown) => Response | null): Promise<void> {
  serve((call, sending) => {
    if (call.includes('store-configs') && !call.startsWith('GET')) sent.push({ call, body: sending });
    return answers(call, sending) ?? answerOfShop(call);
  });
  screen = await onPage(<StoreDialog onClose={closed} />, ['run-screens', 'edit-menus']);
  await until(() => expect(nameOf(1)).not.toBeNull());
}

it('saves the TVs of a location, and tells what each shows', async () => {
  await open((call) => (call.startsWith('PUT') ? done({ data: { ...STORE, version: 3 } }) : null));
  await press('Save Configuration');
  const told = await answerQuestion('OK');
  expect(told).toContain('Store config saved to database!');
  expect(told).toContain('Main. Window: Friday, fallback theme.');
  expect(sent).toMatchObject([
    {
      call: 'PUT /api/proxy/flora-im/store-configs/20',
      body: { store_name: 'Main', version: 2, tvs: [{ layout_id: 7 }] },
    },
  ]);
  expect(closed).toHaveBeenCalled();
});

it('sets up a location that has no TVs with one that has nothing of its own', async () => {
  await open((call) => {
    if (call === 'GET /api/proxy/flora-im/store-configs/20') return refused(404, 'not_found', 'None.');
    return call.startsWith('POST') ? done({ data: STORE }) : null;
  });
  await press('Save Configuration');
  await until(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    call: 'POST /api/proxy/flora-im/store-configs',
    body: {
      location_id: 20,
      tvs: [
        {
          tv_number: 1,
          display_name: 'TV 1',
          orientation: 'horizontal',
          layout_id: null,
          theme_id: null,
          auto_launch: false,
          enabled: true,
        },
      ],
    },
  });
});

it('adds a TV under the lowest free number, and keeps the last one', async () => {
  await open(() => null);
  expect(button('Remove Window')).toBeUndefined();
  await press('Add TV');
  expect(nameOf(2).value).toBe('TV 2');
  expect(button('Remove Window')).toBeDefined();
  await press('Remove TV 2');
  expect(nameOf(2)).toBeNull();
  expect(button('Remove Window')).toBeUndefined();
});

it('says why it was not saved, and loses nothing that was typed', async () => {
  await open((call) => (call.startsWith('PUT') ? refused(422, 'not_valid', 'There is no layout 7.') : null));
  await screen.type(nameOf(1), 'Front window');
  await press('Save Configuration');
  await until(() => expect(body()).toContain('Failed to save: There is no layout 7.'));
  expect(nameOf(1).value).toBe('Front window');
  expect(closed).not.toHaveBeenCalled();
});

it('replaces what somebody else saved only when it is meant', async () => {
  await open((call) =>
    call.startsWith('PUT') && sent.length === 1
      ? refused(409, 'changed_meanwhile', 'Changed.', { current: { ...STORE, version: 9 } })
      : call.startsWith('PUT')
        ? done({ data: { ...STORE, version: 10 } })
        : null,
  );
  await screen.type(nameOf(1), 'Front window');
  await press('Save Configuration');
  await until(() => expect(body()).toContain('Failed to save: somebody else changed the TVs meanwhile.'));
  await press('Save Configuration');
  await until(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([{ body: { version: 2 } }, { body: { version: 9 } }]);
});

it('has what was saved, not what was typed, when the answer came with the dialog closed', async () => {
  const saved = { ...STORE, tvs: STORE.tvs.map((tv) => ({ ...tv, display_name: 'Front window' })), version: 3 };
  let answer: (reply: Response) => void = () => undefined;
  let isSaved = false;
  const answers = (call: string): Response | Promise<Response> | null => {
    if (call.startsWith('PUT')) return new Promise<Response>((resolve) => (answer = resolve));
    return isSaved && call === 'GET /api/proxy/flora-im/store-configs/20' ? done({ data: saved }) : answerOfShop(call);
  };
  serve(answers);
  screen = await onPage(<StoreDialog onClose={closed} />, ['run-screens', 'edit-menus']);
  await until(() => expect(nameOf(1)).not.toBeNull());
  await screen.type(nameOf(1), 'Front window');
  await press('Save Configuration');
  await screen.leave();
  isSaved = true;
  await act(async () => answer(done({ data: saved })));
  // Somebody else saves meanwhile.
  const theirs = { ...saved, tvs: saved.tvs.map((tv) => ({ ...tv, display_name: 'Back wall' })), version: 4 };
  await open((call) => (call === 'GET /api/proxy/flora-im/store-configs/20' ? done({ data: theirs }) : null));
  await until(() => expect(nameOf(1).value).toBe('Back wall'));
});

it('has what was typed when it was refused with the dialog closed', async () => {
  let answer: (reply: Response) => void = () => undefined;
  serve((call) =>
    call.startsWith('PUT') ? new Promise<Response>((resolve) => (answer = resolve)) : answerOfShop(call),
  );
  screen = await onPage(<StoreDialog onClose={closed} />, ['run-screens', 'edit-menus']);
  await until(() => expect(nameOf(1)).not.toBeNull());
  await screen.type(nameOf(1), 'Front window');
  await press('Save Configuration');
  await screen.leave();
  await act(async () => answer(refused(422, 'not_valid', 'There is no layout 7.')));
  await open(() => null);
  await until(() => expect(nameOf(1).value).toBe('Front window'));
});

it('shows the schedule as it was just saved when it is opened again', async () => {
  const schedule = { location_id: 20, tv_number: 1, weekly: [], days: [], version: 1 };
  const friday = { weekday: 5, name: 'Happy hour', starts: '16:00', ends: '18:00', layout_id: 7, theme_id: null };
  let reads = 0;
  await open((call) => {
    if (call === 'PUT /api/tv/schedules/1') return done({ data: { ...schedule, weekly: [friday], version: 2 } });
    if (call !== 'GET /api/tv/schedules/1') return null;
    reads += 1;
    // The second read, after the save, returns a colleague's change.
    const theirs = { ...schedule, weekly: [friday, { ...friday, weekday: 6 }], version: 3 };
    return done({ data: reads === 1 ? schedule : theirs });
  });
  await press('Schedule');
  await until(() => expect(body()).toContain('Nothing else than the usual menu.'));
  await press('Save schedule');
  await until(() => expect(button('Save schedule')).toBeUndefined());
  await press('Schedule');
  expect(body()).not.toContain('Nothing else than the usual menu.');
  await until(() => expect(document.querySelectorAll('ul[aria-label="Every week"] > li')).toHaveLength(2));
});

it('wants a name for each TV', async () => {
  await open(() => null);
  await screen.type(nameOf(1), ' ');
  await press('Save Configuration');
  expect(body()).toContain('TV 1 has no name.');
  expect(sent).toEqual([]);
});

it('says that the configuration cannot be read', async () => {
  serve((call) =>
    call === 'GET /api/proxy/flora-im/store-configs/20' ? refused(403, 'forbidden', 'Not yours.') : answerOfShop(call),
  );
  screen = await onPage(<StoreDialog onClose={closed} />, ['run-screens']);
  await until(() => expect(body()).toContain('Failed to fetch store config'));
});

const HAPPY = { name: 'Happy hour', starts: '16:00', ends: '18:00', layout_id: 7, theme_id: null };

it.each([
  [{ weekly: [{ weekday: 5, ...HAPPY }], days: [] }, null],
  [{ weekly: [{ weekday: 5, ...HAPPY, ends: '' }], days: [] }, 'Happy hour needs a beginning and an end.'],
  [{ weekly: [{ weekday: 5, ...HAPPY, ends: '16:00' }], days: [] }, 'Happy hour ends when it begins.'],
  [
    { weekly: [{ weekday: 5, ...HAPPY, layout_id: null }], days: [] },
    'Happy hour shows nothing else: choose a layout or a theme.',
  ],
  [{ weekly: [], days: [{ day: '', slots: [] }] }, 'A date is missing.'],
  [
    {
      weekly: [],
      days: [
        { day: '2026-12-24', slots: [] },
        { day: '2026-12-24', slots: [] },
      ],
    },
    '2026-12-24 is there twice.',
  ],
  [{ weekly: [], days: [{ day: '2026-12-24', slots: [] }] }, null],
  [{ weekly: [{ weekday: 6, ...HAPPY, starts: '22:00', ends: '02:00' }], days: [] }, null],
])('says what is wrong with a schedule: %#', (schedule, problem) => {
  expect(scheduleProblem(schedule)).toBe(problem);
});
