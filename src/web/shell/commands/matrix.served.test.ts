// The real engine against the real server: every command, and every way in which its answer can fail to arrive.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Route } from '#contract/route.ts';
import type { Role } from '#domain/permissions.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { commandRequest } from '#server/testing/samples/command-requests.ts';
import { makeAssistantObjects } from '#server/testing/samples/hostile-assistant.ts';
import { makeObjects } from '#server/testing/samples/hostile-objects.ts';
import { openShop } from '#server/testing/shop.ts';
import type { AnyDefinition, KeptRequest } from '#web/api/commands/definition.ts';
import { type Fate, FORM, LossyBrowser, type LossyPage } from '#web/api/commands/lossy-browser.testing.ts';
import { type CommandOwner, type CommandRecord, isOpen } from '#web/api/commands/record.ts';
import { COMMAND_KINDS } from './command-kinds.ts';

type Kind = keyof typeof COMMAND_KINDS;

let shop: TestApp;
let sender: Till;
let colleague: Till;
let manager: Till;
/** Counts the rows of every table, sums the stock, and counts what changes a row without a trace in another table. */
let countAll = '';

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await makeObjects(shop);
  sender = await shop.signIn('administrator');
  manager = await shop.signIn('manager');
  colleague = await shop.signIn('staff');
  await makeAssistantObjects(shop, sender);
  // Stock of a new place is a row of its own the first time only; its movements are counted.
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND table_name NOT IN ('idempotency_keys', 'stock_levels', 'sessions', 'sign_in_failures', 'rate_counters', 'ledger_marks')
     ORDER BY 1`.execute(shop.database.db);
  const counts = tables.map(({ name }) => {
    const which = name === 'audit_trail' ? ` WHERE action <> 'switch_location'` : '';
    return `(SELECT count(*)::integer FROM ${name}${which}) AS ${name}`;
  });
  countAll = `SELECT ${counts.join(', ')}, (SELECT sum(quantity)::float FROM stock_levels) AS stock,
    (SELECT count(*)::integer FROM ai_conversations WHERE title = 'Renamed') AS renamed`;
  const real = fetch;
  vi.stubGlobal(
    'fetch',
    (address: string, init: RequestInit) => LossyBrowser.fetch(address, init) ?? real(address, init),
  );
  // The code of a command also keeps what is typed in its form.
  const nothing = () => undefined;
  const page = { addEventListener: nothing, location: { search: '', pathname: '/' } };
  const storage = { getItem: () => null, setItem: nothing, removeItem: nothing };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('window', { ...page, localStorage: storage });
  vi.stubGlobal('document', { ...page, documentElement: {}, visibilityState: 'visible' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await shop.close();
});

type Books = Readonly<Record<string, number>>;

async function books(): Promise<Books> {
  const { rows } = await sql.raw<Books>(countAll).execute(shop.database.db);
  return rows[0] ?? {};
}

/** The changes between two looks at the books: `{ orders: 1, stock: -2 }`. */
function changes(before: Books, after: Books): Books {
  const by = Object.entries(after).map(([name, now]) => [name, Math.round((now - (before[name] ?? 0)) * 1000) / 1000]);
  return Object.fromEntries(by.filter(([, change]) => change !== 0)) as Books;
}

const ownerOf = ({ userId }: Till, locationId = 20): CommandOwner => ({
  userId,
  name: `No ${userId}`,
  locationId,
  location: `Location ${locationId}`,
});

interface Play {
  readonly browser: LossyBrowser;
  readonly definition: AnyDefinition;
  readonly before: Books;
  page: LossyPage;
  press: () => Promise<boolean>;
  /** Presses again after something in the form was changed. */
  pressEdited: () => Promise<boolean>;
  become: (till: Till, locationId?: number) => void;
}

const definitions = new Map<Kind, AnyDefinition>();

async function definitionOf(kind: Kind): Promise<AnyDefinition> {
  const whole: AnyDefinition = definitions.get(kind) ?? (await COMMAND_KINDS[kind]());
  definitions.set(kind, whole);
  // The tests of each form show the effects of an answer.
  const { onOutcome: _shown, next: _next, doneMemo: _kept, ...definition } = whole;
  return definition;
}

/** A page with a form that is filled in; only the press is left. */
async function begin(kind: Kind): Promise<Play> {
  const definition = await definitionOf(kind);
  const request: KeptRequest = await commandRequest(kind, definition.route as Route, { shop, by: sender });
  let session = sender;
  const browser = new LossyBrowser(ownerOf(sender), async (url, { method, headers, body }) => {
    const reply = await shop.inject({
      method,
      url,
      headers: { ...Object.fromEntries(headers as Headers), ...session.headers },
      ...(typeof body === 'string' && { payload: body }),
    });
    return new Response(reply.body, { status: reply.statusCode, headers: reply.headers as Record<string, string> });
  });
  const play: Play = {
    browser,
    definition,
    before: await books(),
    page: await browser.open(definition),
    press: () => play.page.press(request),
    pressEdited: () => play.page.press({ ...request, body: { ...(request.body as object), notes: '7' } }),
    become: (till, locationId) => {
      session = till;
      browser.become(ownerOf(till, locationId));
    },
  };
  return play;
}

const isUnknown = ({ state }: CommandRecord): boolean => state === 'unknown';
const isDone = ({ state }: CommandRecord): boolean => state === 'done';

async function pressUnheard({ browser, page, press }: Play, fate: Fate = 'reply lost'): Promise<CommandRecord> {
  browser.fates.push(fate);
  expect(await press()).toBe(true);
  return page.until(isUnknown);
}

/** Lets the page ask until it knows. */
async function end({ browser, page }: Play): Promise<void> {
  browser.wake();
  const record = await page.until((one) => !isOpen(one));
  expect(record, browser.answer).toMatchObject({ state: 'done', request: null, refusal: null });
  const isKept = () => expect(browser.disk.records.get(record.key)).toMatchObject({ state: 'done', request: null });
  await vi.waitFor(isKept, { timeout: 10_000 });
}

const setRole = ({ userId }: Till, role: Role) =>
  sql`UPDATE users SET role = ${role} WHERE id = ${userId}`.execute(shop.database.db);

interface Fault {
  readonly name: string;
  readonly strike: (play: Play) => Promise<unknown>;
  /** The outcomes that forms are told. */
  readonly told?: readonly string[];
}

const FAULTS: readonly Fault[] = [
  { name: 'the reply is lost', strike: (play) => pressUnheard(play) },
  { name: 'the request is lost', strike: (play) => pressUnheard(play, 'request lost') },
  {
    name: 'the browser is killed',
    async strike(play) {
      const { browser, page, definition } = play;
      browser.fates.push('no answer');
      await play.press();
      await browser.traffic('arrived', 1);
      page.kill();
      play.page = await browser.open(definition);
    },
  },
  {
    name: 'the browser is killed while the server is away',
    async strike(play) {
      await pressUnheard(play, 'request lost');
      play.page.kill();
      play.page = await play.browser.open(play.definition);
    },
  },
  {
    name: 'the page is reloaded',
    async strike(play) {
      const { browser, page, definition } = play;
      await play.press();
      // The server may still be at work when the new page asks.
      await browser.traffic('sent', 1);
      page.kill();
      play.page = await browser.open(definition);
    },
  },
  {
    name: 'a second tab is opened',
    async strike(play) {
      const { browser, definition } = play;
      const { key } = await pressUnheard(play);
      const second = await browser.open(definition);
      expect(second.engine.openOf(definition.kind, FORM)).toMatchObject({ key });
      browser.wake();
      await second.until(isDone);
    },
  },
  {
    name: 'another person signs in',
    async strike(play) {
      const { browser, page, definition, become } = play;
      const { key } = await pressUnheard(play);
      become(colleague);
      expect(page.engine.openOf(definition.kind, FORM)).toBeNull();
      become(manager);
      expect(browser.sent).toBe(1);
      expect(await page.engine.findOut(key)).toBe('happened');
      become(sender);
    },
    // The form of whoever sent it was not on the screen.
    told: [],
  },
  {
    name: 'the person goes to another location',
    async strike(play) {
      const { browser, page, definition, become } = play;
      await pressUnheard(play);
      await sender.send('PUT', '/api/auth/location', { location_id: 19 });
      become(sender, 19);
      expect(page.engine.openOf(definition.kind, FORM)).toBeNull();
      expect(browser.sent).toBe(1);
      await sender.send('PUT', '/api/auth/location', { location_id: 20 });
      become(sender);
    },
  },
  {
    name: 'the form is edited',
    async strike(play) {
      await pressUnheard(play);
      expect(await play.pressEdited()).toBe(false);
    },
  },
  {
    name: 'the permission is gone',
    async strike(play) {
      await pressUnheard(play);
      await setRole(sender, 'staff');
    },
  },
];

/** Each of these meets every fault. The other commands meet five in one test. */
const WHOLE: readonly Kind[] = [
  'sale',
  'refund',
  'transfer',
  'conversion',
  'audit',
  'restock',
  'goods-receipt',
  'purchase-order',
  'customer',
  'bulk-status',
  'label-template-create',
  'label-prints',
  'products-import',
  'tax-set',
  'draft-approve',
];

describe.each(WHOLE)('%s', (kind) => {
  /** Its changes of the books when nothing is lost. */
  let once: Books = {};
  beforeAll(async () => {
    const play = await begin(kind);
    await play.press();
    await end(play);
    expect(play.browser.arrived).toBe(1);
    once = changes(play.before, await books());
    expect(once).not.toEqual({});
  });

  it.each(FAULTS)('is done once and known when $name', async ({ strike, told = ['done'] }) => {
    const play = await begin(kind);
    try {
      await strike(play);
      await end(play);
    } finally {
      await setRole(sender, 'administrator');
    }
    expect(changes(play.before, await books())).toEqual(once);
    expect(play.browser.told.filter((outcome) => outcome !== 'elsewhere')).toEqual(told);
  });
});

describe('every other command', () => {
  const others = (Object.keys(COMMAND_KINDS) as Kind[]).filter((kind) => !WHOLE.includes(kind));

  it.each(others)(
    '%s is done once when its request is lost, the form edited, the till killed before the answer, and the permission gone',
    async (kind) => {
      const play = await begin(kind);
      const { browser, definition, before } = play;
      await pressUnheard(play, 'request lost');
      expect(changes(before, await books())).toEqual({});
      expect(await play.pressEdited()).toBe(false);
      browser.fates.push('no answer');
      browser.wake();
      await browser.traffic('arrived', 1);
      const after = await books();
      expect(changes(before, after), browser.answer).not.toEqual({});
      play.page.kill();
      try {
        await setRole(sender, 'staff');
        play.page = await browser.open(definition);
        await end(play);
      } finally {
        await setRole(sender, 'administrator');
      }
      expect(changes(after, await books())).toEqual({});
      expect(browser.told).toEqual(['done']);
    },
  );
});
