import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * The fate of a request: it passes, it never reaches the server, or the server carries it out but the reply is
 * lost.
 */
export type Fate = 'pass' | 'lose-request' | 'lose-reply';

/** A request that came by, and its outcome. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** The Idempotency-Key, which all tries of one command share. */
  readonly key: string | null;
  /** The person and location that a command names as its owner. */
  readonly sentBy: string | null;
  /** True when a page sent it with `fetch`, rather than the test itself, or the browser for a download, which it never repeats. */
  readonly byPage: boolean;
  readonly body: string;
  fate: Fate;
  /** The server's status; null when the server did not see or not answer the request. */
  status: number | null;
  /** The server's reply to a write; empty for other requests. */
  reply: string;
  /** True when the page got the reply. */
  delivered: boolean;
}

export type ChooseFate = (exchange: Exchange) => Fate;

/** A call by method and path: `POST /api/orders`, or a pattern for that text. */
type Matching = string | RegExp;

interface Rule {
  readonly matching: Matching;
  readonly fate: Fate;
  left: number;
  /** Resolves when the reply may be sent on. */
  readonly gate: Promise<void> | null;
  readonly struck: (exchange: Exchange) => void;
}

/** A fault that a test has ordered. */
export interface Fault {
  /** The first request that it affected. When replies are lost, the server has carried it out by then. */
  readonly struck: Promise<Exchange>;
  /** Ends the fault: later requests pass, and a held reply is sent on. */
  end: () => void;
}

const nameOf = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`;

const matches = (exchange: Exchange, matching: Matching) =>
  typeof matching === 'string' ? nameOf(exchange) === matching : matching.test(nameOf(exchange));

/**
 * A proxy between the pages of one test and the server. It breaks connections as the test orders, or as `choose` says.
 * Event streams, files and navigations always pass. It closes each connection after one reply, because a browser
 * silently repeats a request when a reused connection breaks.
 */
export class FaultProxy {
  readonly origin: string;
  /** Every API call that came by, in order. */
  readonly exchanges: Exchange[] = [];
  readonly #target: URL;
  readonly #server: Server;
  readonly #choose: ChooseFate;
  readonly #rules: Rule[] = [];
  /** The open event streams. */
  readonly #streams = new Set<{
    readonly exchange: Pick<Exchange, 'method' | 'path'>;
    readonly outgoing: ServerResponse;
  }>();
  /** Failures caused here that a page has yet to report, as `GET http://127.0.0.1:1/api/orders`. */
  readonly #caused: string[] = [];

  /**
   * @param server is listening already; the proxy takes its requests until it is closed
   * @param choose decides about calls that no ordered fault affects; left out, they pass
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
    // The page may have closed the connection.
    this.#handle(incoming, outgoing).catch(() => outgoing.destroy());
  };

  close(): void {
    for (const rule of this.#rules) rule.left = 0;
    this.#server.off('request', this.#take);
    this.#server.closeAllConnections();
  }

  /**
   * Loses the replies to the next calls that match; the server carries them out. Without `times`, it loses all of them.
   */
  loseReplies(matching: Matching, times = Infinity): Fault {
    return this.#order(matching, 'lose-reply', times);
  }

  /** Loses the next calls that match before they reach the server. */
  loseRequests(matching: Matching, times = Infinity): Fault {
    return this.#order(matching, 'lose-request', times);
  }

  /** Holds back the replies to matching calls until the fault ends; the server has carried them out. */
  holdReplies(matching: Matching): Fault {
    return this.#order(matching, 'pass', Infinity, true);
  }

  /** Ends the open event streams that match in the middle. */
  cutStreams(matching: RegExp): void {
    for (const { exchange, outgoing } of this.#streams)
      if (matching.test(`${exchange.method} ${exchange.path}`)) this.#break(exchange, outgoing);
  }

  seen(matching: Matching): Exchange[] {
    return this.exchanges.filter((exchange) => matches(exchange, matching));
  }

  /** Says whether the proxy broke this request of a page. Each loss explains one failure. */
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
    if (isStream) {
      const stream = { exchange: { method, path }, outgoing };
      this.#streams.add(stream);
      outgoing.once('close', () => this.#streams.delete(stream));
    }
    if (!path.startsWith('/api/') || isStream) return this.#pipe(incoming, body, outgoing);

    const { 'idempotency-key': key, 'x-sent-by': sentBy } = headers;
    const exchange: Exchange = {
      method,
      path,
      key: typeof key === 'string' ? key : null,
      sentBy: typeof sentBy === 'string' ? sentBy : null,
      byPage: headers['sec-fetch-dest'] === 'empty' && headers['sec-fetch-mode'] === 'cors',
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

  #break({ method, path }: Pick<Exchange, 'method' | 'path'>, outgoing: ServerResponse): void {
    this.#caused.push(`${method} ${this.origin}${path}`);
    outgoing.destroy();
  }

  /**
   * Sends a request on and resolves with the head of the reply.
   * @param plain asks for an uncompressed reply
   */
  async #send(incoming: IncomingMessage, body: Buffer, plain: boolean, made?: (sent: ClientRequest) => void) {
    const headers = { ...incoming.headers, connection: 'close' };
    if (plain) delete headers['accept-encoding'];
    const { hostname, port } = this.#target;
    const sent = request({ hostname, port, method: incoming.method, path: incoming.url, headers, agent: false });
    made?.(sent);
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.end(body);
    const [reply] = await answered;
    // From here on, reading the reply reports a broken connection.
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

/** The reply's headers without those that concern only one connection. */
function endToEnd({ headers }: IncomingMessage): Record<string, string | string[]> {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name === 'keep-alive' || name === 'transfer-encoding' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), connection: 'close' };
}
