import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportErrorRoute } from '#contract/diagnostics.ts';
import { toMilli } from '#domain/quantity.ts';
import { commands } from '#web/api/commands/commands.ts';
import { isOpen } from '#web/api/commands/record.ts';
import { type Session, useSession } from '#web/api/session.ts';
// Whoever leaves is asked nothing any more: the app sees to that, not the kit.
import '#web/kit-host.ts';
import { applyFetchedStock, stockClock, stockKnown } from '#web/entities/stock/stock.ts';
import { toast } from '#web/ui/toast.tsx';
import { Kept } from '../cart/cart.testing.ts';

const watch = vi.spyOn(commands, 'watch');
const { changeStock, setStockTo } = await import('./stock-edits.ts');
const hearers = watch.mock.calls.map(([, , hear]) => hear);
watch.mockRestore();

const m = (quantity: number) => toMilli(quantity * 1000);
const session = (locationId: number): Session =>
  ({
    status: 'signed-in',
    me: { user: { id: 3, name: 'Sam', location_id: locationId, location: `Shop ${locationId}` } },
  }) as Session;

const GUMMIES = { productId: 7, variationId: null, name: 'Gummies' };

/** What the page asked the server for; each waits until the test answers. */
function server() {
  const asked: { method: string; body: string; answer: (status: number, reply: object) => void }[] = [];
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body }: RequestInit = {}) => {
    // Here is no browser that could keep what is sent, which is reported.
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
    // Without locks all windows may ask, as on a page without TLS.
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
    await vi.waitFor(() => expect(asked.map(({ method }) => method)).toEqual(['POST', 'GET']));
  });

  it('says so when a number was not sent, because its person is not signed in any more', async () => {
    server();
    const told = vi.spyOn(toast, 'error');
    useSession.setState({ status: 'signed-out', ended: true }, true);
    setStockTo(GUMMIES, m(5), m(4));
    await vi.waitFor(() => expect(told).toHaveBeenCalledWith(expect.stringContaining('Gummies: nothing was changed.')));
  });
});
