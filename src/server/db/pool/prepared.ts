import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { GONE_SILENT, isDatabaseAway, isStalePlan } from '../errors.ts';

/** Texts seen less often are not prepared: one-off texts must not fill the server's memory. */
const PREPARE_AFTER = 3;
const MAX_TEXTS = 1000;
const MAX_TEXT_LENGTH = 20_000;
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|merge)\b/i;

let seen = new Map<string, { count: number; name: string }>();
let generation = 0;

/** The prepared statement's name for a text that runs often, or undefined while it should be sent plainly. */
function statementName(text: string): string | undefined {
  const known = seen.get(text);
  if (known !== undefined) {
    known.count += 1;
    return known.count > PREPARE_AFTER ? known.name : undefined;
  }
  if (seen.size >= MAX_TEXTS || text.length > MAX_TEXT_LENGTH || !PREPARABLE.test(text)) return undefined;
  seen.set(text, { count: 1, name: `${generation}_${createHash('sha1').update(text).digest('base64url')}` });
  return undefined;
}

/** Gives every statement a new name, so that none is answered from a plan made before a table changed. */
function forgetPlans(): void {
  generation += 1;
  seen = new Map();
}

const CANCEL_REQUEST = 80_877_102;
const STOP_WITHIN_MS = 2000;

type Callback = (error: Error | null, result: unknown) => void;
type Release = (error?: Error | boolean) => void;

/**
 * A client that prepares the texts it is given often (Kysely's and ours alike), so that the server parses and plans
 * them once per connection. Keep texts stable: `= any($1)` rather than an `in` list whose length varies.
 */
export class PreparingClient extends pg.Client {
  /** The reason why no request may use this connection any more: it was lost, or its server became a standby. */
  private lost: Error | undefined;
  private giveBack: Release | undefined;

  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // When it is lost during a request, the next query reports that. Without a listener the loss would end the process.
    this.on('error', (error) => (this.lost ??= error));
    const plain = this.query.bind(this) as (...args: unknown[]) => unknown;
    const heard = (error: unknown): void => {
      if (isStalePlan(error)) forgetPlans();
      if (isDatabaseAway(error) && error instanceof Error) this.lost ??= error;
    };
    const prepare = (first: unknown, values?: unknown, callback?: unknown): unknown => {
      const name = typeof first === 'string' && Array.isArray(values) ? statementName(first) : undefined;
      const text = name === undefined ? first : { name, text: first };
      if (typeof callback === 'function') {
        const done = callback as Callback;
        return plain(text, values, (error: Error | null, result: unknown) => {
          if (error) heard(error);
          done(error, result);
        });
      }
      const answer = plain(text, values);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch((error: unknown) => {
        heard(error);
        // The rollback after a loss fails too. The loss is the better error.
        throw this.lost && isDatabaseAway(error) ? this.lost : error;
      });
    };
    Object.defineProperty(this, 'query', { value: prepare, configurable: true, writable: true });
  }

  /**
   * Asks the database to stop this connection's query, which then fails. Resolves once the database has received the
   * request, which it shows by closing the connection that carried it.
   * @throws when that is not known: the request may still stop a later query.
   */
  stopQuery(): Promise<void> {
    const { host, port, processID, secretKey } = this as unknown as {
      host: string;
      port: number;
      processID: number;
      secretKey: number;
    };
    const request = Buffer.alloc(16);
    for (const [at, value] of [16, CANCEL_REQUEST, processID, secretKey].entries()) request.writeInt32BE(value, at * 4);
    return new Promise((resolve, reject) => {
      const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      socket.setTimeout(STOP_WITHIN_MS, () =>
        socket.destroy(new Error('the database did not hear that a query is to stop')),
      );
      socket.on('connect', () => socket.write(request));
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.resume();
    });
  }

  /**
   * Set by the pool at each loan. Kysely returns every connection as if it were healthy, so this tells the pool to throw
   * away one that was lost.
   */
  set release(release: Release) {
    this.giveBack = (error) => release(error ?? this.lost);
  }

  get release(): Release | undefined {
    return this.giveBack;
  }

  /** Ends the connection without telling the server. Queries that wait on it fail at once. */
  cut(): void {
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy(new Error(GONE_SILENT));
  }
}
