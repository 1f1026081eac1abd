// @vitest-environment happy-dom
import { act, createRef } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FIRST_LOCATION } from '#contract/first-run.ts';
import type { ManagedLocation } from '#contract/locations.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { recordDrafts } from '../form/record-form.ts';
import { LocationForm } from './location-form.tsx';
import { changeLocationCommand, createLocationCommand, locationSubject } from './location-queries.ts';

defineCommands({
  'location-create': () => Promise.resolve(createLocationCommand),
  'location-change': () => Promise.resolve(changeLocationCommand),
});

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ELSEWHERE = ZONE === 'Asia/Tokyo' ? 'Europe/Paris' : 'Asia/Tokyo';
const FIRST: ManagedLocation = {
  id: 1,
  name: FIRST_LOCATION,
  phone: '',
  address: { address_1: '', address_2: '', city: '', state: '', postcode: '' },
  time_zone: ELSEWHERE,
  opening_hours: [],
  receipt_header: '',
  receipt_footer: '',
  closed_at: null,
  has_orders: false,
  stocked_items: 0,
  staff: 1,
  version: 1,
};

let screen: OnScreen;
let sent: unknown[];

beforeEach(() => {
  sent = [];
  serve((call, body) => {
    if (call.startsWith('PUT')) sent.push(body);
    return call.startsWith('PUT') ? done({ data: { ...FIRST, version: 2 } }) : null;
  });
});
afterEach(async () => {
  await screen.leave();
  recordDrafts.drop(locationSubject(FIRST.id));
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = async (location: ManagedLocation) => {
  screen = await onPage(<LocationForm location={location} nameRef={createRef()} onMade={() => {}} />, ['configure']);
};
const zoneShown = () => screen.all('[role=combobox]')[0]?.textContent;
const inputOf = (label: string): HTMLInputElement => {
  const found = screen.all('label').find(({ textContent }) => textContent === label);
  return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
};

it('proposes the zone of the browser for the first location of a new shop, and saves it with the rest', async () => {
  await open(FIRST);
  expect(zoneShown()).toBe(ZONE.replaceAll('_', ' '));
  await screen.type(inputOf('City'), 'Denver');
  await screen.press(screen.button('Save'));
  await until(() => expect(sent).toEqual([expect.objectContaining({ time_zone: ZONE, version: 1 })]));
});

it('leaves the zone of a location that somebody has set up', async () => {
  await open({ ...FIRST, version: 2 });
  expect(zoneShown()).toBe(ELSEWHERE.replaceAll('_', ' '));
  await screen.type(inputOf('City'), 'Denver');
  await screen.press(screen.button('Save'));
  await until(() => expect(sent).toHaveLength(1));
  expect(sent[0]).not.toHaveProperty('time_zone');
});

it('shows a problem when its field was left or Save was pressed, and not while somebody types', async () => {
  const said = () => screen.text().includes('Write hours like');
  await open(FIRST);
  await screen.type(inputOf('Monday'), '9-');
  expect(said()).toBe(false);
  await act(async () => inputOf('Monday').dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(said()).toBe(true);
  await screen.press(screen.button('Discard'));
  await screen.type(inputOf('Tuesday'), '9-');
  expect(said()).toBe(false);
  await screen.press(screen.button('Save'));
  expect(said()).toBe(true);
  expect(sent).toEqual([]);
});

it('calls a day closed only when another one has hours, because a location without any is always open', async () => {
  await open(FIRST);
  const said = () => [inputOf('Monday').placeholder, inputOf('Sunday').placeholder];
  expect(said()).toEqual(['Always open', 'Always open']);
  await screen.type(inputOf('Monday'), '9-17');
  expect(said()).toEqual(['Closed', 'Closed']);
});
