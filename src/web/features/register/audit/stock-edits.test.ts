import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportErrorRoute } from '#contract/diagnostics.ts';
import { toMilli } from '#domain/quantity.ts';
import { commands } from '#web/api/commands/commands.ts';
import { type CommandRecord, isOpen } from '#web/api/commands/record.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
// Ends open questions when their person leaves. The app does this, not the UI kit.
import '#web/kit-host.ts';
import { applyFetchedStock, stockClock, stockKnown } from '#web/entities/stock/stock.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { Kept } from '../cart/state/cart.testing.ts';

const watch = vi.spyOn(commands, 'watch');
const { changeStock, setStockTo, unsavedOf } = await import('./stock-edits.ts');
const hearers = watch.mock.calls.map(([, , hear]) => hear);
watch.mockRestore();

const m = (quantity: number) => toMilli(quantity * 1000);
const session = (locationId: number, id = 3): Session =>
  ({
    status: 'signed-in',
    me: { user: { id, name: 'Sam', location_id: locationId, location: `Shop ${locationId}` } },
  }) as Session;

const GUMMIES = { productId: 7, variationId: null, name: 'Gummies' };

/** Records the page's requests. Each waits until the test answers it. */
function server() {
  const asked: { method: string; body: string; answer: (status: number, reply: object) => void }[] = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    // This test has no browser storage for commands, which the page reports as an error.
    if (address.endsWith(reportErrorRoute.path)) return Promise.resolve(Response.json({ success: true }));
    return new Promise<Response>((resolve) => {
      const answer = (status: number, reply: object) => resolve(Response.json(reply, { status }));
      asked.push({ method, body: typeof body === 'string' ? body : '', answer });
    });
  });
  return { asked, writes: () => asked.filter(({ method }) => method === 'POST') };
}

const CHANGED = { success: false, code: 'stock_changed', error: 'Stock has changed.', current: 9 };

describe('stock that is set on a card', () => {
  const before = useSession.getState();
  beforeEach(() => {
    // Without locks all windows may send, as on a page without TLS.
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('location', { pathname: '/', search: '' });
    vi.stubGlobal('localStorage', new Kept());
    useSession.setState(session(20), true);
    applyFetchedStock(stockClock(), [{ ...GUMMIES, quantityMilli: m(4) }]);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    useSession.setState(session(1), true);
    commands.store.setState({ records: new Map() });
  });
  afterAll(() => useSession.setState(before, true));

  it('leaves the books of another location alone when its person goes there before they say which number is to stand', async () => {
    const { writes } = server();
    setStockTo(GUMMIES, m(5), m(4));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    writes()[0]?.answer(409, CHANGED);
    await vi.waitFor(() => expect([...commands.store.getState().records.values()].some(isOpen)).toBe(false));
    useSession.setState(session(19), true);
    await new Promise((resolve) => setTimeout(resolve));
    expect(stockKnown(GUMMIES)).toBe(false);
  });

  it('sends nothing on top of a change that another window was refused', async () => {
    const { asked, writes } = server();
    changeStock(GUMMIES, m(1));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    changeStock(GUMMIES, m(1));
    const [record] = commands.store.getState().records.values();
    if (!record) throw new Error('Nothing is on its way.');
    commands.store.setState({ records: new Map() });
    for (const hear of hearers) hear({ kind: 'elsewhere', state: 'refused' }, record);
    expect(commands.store.getState().records.size).toBe(0);
    await vi.waitFor(() => expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET']), { timeout: 5000 });
  });

  const DONE = {
    success: true,
    data: [{ product_id: 7, variation_id: null, old_stock: 4, new_stock: 3, adjustment_quantity: -1, movement_id: 90 }],
  };
  const adjusted = (body: string | undefined) =>
    (JSON.parse(body ?? '{}') as { adjustments?: { adjustment_quantity: number }[] }).adjustments?.[0]
      ?.adjustment_quantity;
  const openRecords = () => [...commands.store.getState().records.values()].filter(isOpen);

  /** Sends one press, and adds two more on top of it, merged into one. */
  async function threePresses(writes: () => unknown[]) {
    changeStock(GUMMIES, m(-1));
    await vi.waitFor(() => expect(writes()).toHaveLength(1));
    changeStock(GUMMIES, m(-1));
    changeStock(GUMMIES, m(-1));
  }

  it('keeps presses on top of one that is on its way with that one, and sends them together after a reload', async () => {
    const { writes } = server();
    await threePresses(writes);
    // A reload finds only the records of the commands.
    const kept = JSON.parse(JSON.stringify(openRecords())) as CommandRecord[];
    expect(kept).toHaveLength(1);
    expect(kept[0]?.title).toContain('then -2');
    commands.store.setState({ records: new Map(kept.map((one) => [one.key, { ...one, state: 'unknown' }])) });
    expect(unsavedOf(GUMMIES)).toBe(m(1));
    writes()[0]?.answer(200, DONE);
    await vi.waitFor(() => expect(writes()).toHaveLength(2));
    expect(adjusted(writes()[1]?.body)).toBe(-2);
    expect(unsavedOf(GUMMIES)).toBe(m(1));
  });

  it('does not send them once more when the till was killed before it knew that they were sent', async () => {
    const { writes } = server();
    await threePresses(writes);
    const [first] = openRecords();
    writes()[0]?.answer(200, DONE);
    await vi.waitFor(() => expect(writes()).toHaveLength(2));
    const [second] = openRecords();
    if (!first || !second) throw new Error('Nothing is on its way.');
    // The first is answered again, as after a kill before its answer was stored.
    commands.store.setState({
      records: new Map([first, second].map((one) => [one.key, { ...one, state: 'unknown' as const }])),
    });
    commands.resume();
    await vi.waitFor(() => expect(writes()).toHaveLength(3));
    writes()[2]?.answer(200, DONE);
    await vi.waitFor(() => expect(openRecords().map(({ key }) => key)).toEqual([second.key]));
    expect(writes()).toHaveLength(3);
  });

  it('sends them at the location where they were pressed, once its person is there again', async () => {
    const { writes } = server();
    await threePresses(writes);
    useSession.setState(session(19), true);
    writes()[0]?.answer(200, DONE);
    await vi.waitFor(() => expect(openRecords().map(({ owner }) => owner.locationId)).toEqual([20]));
    await vi.waitFor(() => expect(adjusted(JSON.stringify(openRecords()[0]?.request?.body))).toBe(-2));
    expect(writes()).toHaveLength(1);
    expect(unsavedOf(GUMMIES)).toBeNull();
    useSession.setState(session(20), true);
    commands.resume();
    await vi.waitFor(() => expect(writes()).toHaveLength(2));
    expect(adjusted(writes()[1]?.body)).toBe(-2);
  });

  it('sends them in the name of the manager who takes over all of it, and of nobody else', async () => {
    const { writes } = server();
    await threePresses(writes);
    const [first] = openRecords();
    if (!first) throw new Error('Nothing is on its way.');
    // The seller went home before the answer.
    useSession.setState(session(20, 4), true);
    writes()[0]?.answer(503, { success: false, code: 'database_unavailable', error: 'One moment.' });
    await vi.waitFor(() => expect(openRecords()).toMatchObject([{ state: 'unknown' }]));
    void commands.takeOver(first.key);
    await vi.waitFor(() => expect(writes()).toHaveLength(2), { timeout: 5000 });
    writes()[1]?.answer(200, DONE);
    await vi.waitFor(() => expect(writes()).toHaveLength(3));
    expect(adjusted(writes()[2]?.body)).toBe(-2);
    expect(openRecords()).toMatchObject([{ owner: { userId: 4 }, begunBy: { userId: 3 } }]);
  });

  it('sends a number that was typed on top of presses after them', async () => {
    const { writes } = server();
    await threePresses(writes);
    setStockTo(GUMMIES, m(9), m(1));
    writes()[0]?.answer(200, DONE);
    await vi.waitFor(() => expect(writes()).toHaveLength(2));
    expect(adjusted(writes()[1]?.body)).toBe(-2);
    writes()[1]?.answer(200, DONE);
    await vi.waitFor(() => expect(writes()).toHaveLength(3));
    expect(JSON.parse(writes()[2]?.body ?? '')).toMatchObject({ quantity: 9, expected_quantity: 1 });
  });

  it('says so when a number was not sent, because its person is not signed in any more', async () => {
    server();
    const told = vi.spyOn(toast, 'error');
    useSession.setState({ status: 'signed-out', ended: true }, true);
    setStockTo(GUMMIES, m(5), m(4));
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.stringContaining('Gummies: nothing was changed.')));
  });
});
