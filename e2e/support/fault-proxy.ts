import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What becomes of a request: it passes, the server never sees it, or the server carries it out and its reply is lost. */
export type Fate = 'pass' | 'lose-request' | 'lose-reply';

/** One request that passed by, and what became of it. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The Idempotency-Key: tries of one command share it. */
  readonly key: string | null;
  /** Whether a page sent it by `fetch`. What a test itself sends over the wire has no such headers. */
  readonly byPage: boolean;
  readonly body: string;
  fate: Fate;
  /** The server's status; null when the server did not see the request or did not answer. */
  status: number | null;
  /** The server's reply to a write; empty for other requests. */
  reply: string;
  /** Whether the reply went out to the page. */
  delivered: boolean;
}

export type ChooseFate = (exchange: Exchange) => Fate;

/** A place by method and path: `POST /api/orders`, or a pattern for both in one. */
type Matching = string | RegExp;

interface Rule {
  readonly matching: Matching;
  readonly fate: Fate;
  left: number;
  /** Opens when the reply may go on its way. */
  readonly gate: Promise<void> | null;
  readonly struck: (exchange: Exchange) => void;
}

/** A fault that a test has ordered. */
export interface Fault {
  /** The first request it struck; for a lost reply the server has carried it out by then. */
  readonly struck: Promise<Exchange>;
  /** Ends the fault: later requests pass. A reply that is held goes out. */
  end: () => void;
}

const nameOf = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`;

const matches = (exchange: Exchange, matching: Matching) =>
  typeof matching === 'string' ? nameOf(exchange) === matching : matching.test(nameOf(exchange));

/**
 * Stands between the pages of one test and the server and breaks connections: as a test orders it, or by a choice of
 * its own. Streams of events, files and navigations always pass. It closes each connection after one reply, because
 * a browser silently sends a request again when a connection that it used before breaks.
 */
export class FaultProxy {
  readonly origin: string;
  /** Every call of the API that came by, in the order in which they came. */
  readonly exchanges: Exchange[] = [];
  readonly #target: URL;
  readonly #server: Server;
  readonly #choose: ChooseFate;
  readonly #rules: Rule[] = [];
  /** Failures that a page has yet to report, as `GET http://127.0.0.1:1/api/orders`. */
  readonly #caused: string[] = [];

  /**
   * @param server listens already; takes its requests until the proxy is closed
   * @param choose decides about calls that no ordered fault strikes; left out, they pass
   */
  constructor(target: string, server: Server, choose: ChooseFate = () => 'pass') {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the fault proxy has no port');
    this.#target = new URL(target);
    this.#server = server;
    this.#choose = choose;
    this.origin = `http://127.0.0.1:${address.port}`;
    server.on('request', this.#take);
  }

  readonly #take = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // A page that has gone away meanwhile breaks its own connection.
    this.#handle(incoming, outgoing).catch(() => outgoing.destroy());
  };

  close(): void {
    for (const rule of this.#rules) rule.left = 0;
    this.#server.off('request', this.#take);
    this.#server.closeAllConnections();
  }

  /** Loses the replies to the next calls of a place; the server carries them out. Left out, `times` has no end. */
  loseReplies(matching: Matching, times = Infinity): Fault {
    return this.#order(matching, 'lose-reply', times);
  }

  /** Loses the next calls of a place before the server sees them. */
  loseRequests(matching: Matching, times = Infinity): Fault {
    return this.#order(matching, 'lose-request', times);
  }

  /** Holds the replies of a place back until the fault is ended; the server has carried the calls out. */
  holdReplies(matching: Matching): Fault {
    return this.#order(matching, 'pass', Infinity, true);
  }

  seen(matching: Matching): Exchange[] {
    return this.exchanges.filter((exchange) => matches(exchange, matching));
  }

  /** Whether the proxy broke this request of a page; each loss explains one failure. */
  explains(method: string, url: string): boolean {
    const at = this.#caused.indexOf(`${method} ${url}`);
    if (at >= 0) this.#caused.splice(at, 1);
    return at >= 0;
  }

  #order(matching: Matching, fate: Fate, times: number, hold = false): Fault {
    let open = () => {};
    const gate = hold ? new Promise<void>((resolve) => (open = resolve)) : null;
    let struck: Rule['struck'] = () => {};
    const first = new Promise<Exchange>((resolve) => (struck = resolve));
    const rule: Rule = { matching, fate, left: times, gate, struck };
    this.#rules.push(rule);
    const end = () => {
      rule.left = 0;
      open();
    };
    return { struck: first, end };
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const body = await buffer(incoming);
    const isStream = headers.accept === 'text/event-stream';
    if (!path.startsWith('/api/') || isStream) return this.#pipe(incoming, body, outgoing);

    const key = headers['idempotency-key'];
    const exchange: Exchange = {
      method,
      path,
      key: typeof key === 'string' ? key : null,
      byPage: headers['sec-fetch-dest'] === 'empty',
      body: body.toString(),
      fate: 'pass',
      status: null,
      reply: '',
      delivered: false,
    };
    this.exchanges.push(exchange);
    if (!exchange.byPage) return this.#pipe(incoming, body, outgoing, exchange);

    const rule = this.#rules.find(({ matching, left }) => left > 0 && matches(exchange, matching));
    if (rule) rule.left -= 1;
    exchange.fate = rule?.fate ?? this.#choose(exchange);
    if (exchange.fate === 'lose-request') {
      this.#break(exchange, outgoing);
      return rule?.struck(exchange);
    }
    const reply = await this.#send(incoming, body, exchange.key !== null);
    const said = await buffer(reply);
    exchange.status = reply.statusCode ?? null;
    if (method !== 'GET') exchange.reply = said.toString();
    rule?.struck(exchange);
    await rule?.gate;
    if (exchange.fate === 'lose-reply') return this.#break(exchange, outgoing);
    outgoing.writeHead(reply.statusCode ?? 502, endToEnd(reply)).end(said);
    exchange.delivered = !outgoing.destroyed;
  }

  #break({ method, path }: Exchange, outgoing: ServerResponse): void {
    this.#caused.push(`${method} ${this.origin}${path}`);
    outgoing.destroy();
  }

  /** Sends a request on; resolves to the head of the reply. @param plain asks for a reply that is not compressed */
  async #send(incoming: IncomingMessage, body: Buffer, plain: boolean, made?: (sent: ClientRequest) => void) {
    const headers = { ...incoming.headers, connection: 'close' };
    if (plain) delete headers['accept-encoding'];
    const { hostname, port } = this.#target;
    const sent = request({ hostname, port, method: incoming.method, path: incoming.url, headers, agent: false });
    made?.(sent);
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [reply] = await answered;
    // From here on the reply tells of a connection that breaks.
    sent.on('error', () => {});
    return reply;
  }

  async #pipe(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, exchange?: Exchange): Promise<void> {
    const reply = await this.#send(incoming, body, false, (sent) => outgoing.once('close', () => sent.destroy()));
    if (exchange) Object.assign(exchange, { status: reply.statusCode ?? null, delivered: true });
    outgoing.writeHead(reply.statusCode ?? 502, endToEnd(reply));
    outgoing.flushHeaders();
    reply.once('error', () => outgoing.destroy());
    reply.pipe(outgoing);
  }
}

/** The headers of a reply that are for the browser, and not for the connection it came by. */
function endToEnd({ headers }: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'keep-alive' || name === 'transfer-encoding' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), connection: 'close' };
}
