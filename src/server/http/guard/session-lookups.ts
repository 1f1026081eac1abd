import { setTimeout as sleep } from 'node:timers/promises';

/** A lookup that takes longer, as when the database is silent, does not hold up the next one. */
const WAITED_FOR_MS = 50;

/** The sessions that a lookup found, by `nameOf` its token's hash. */
type Found<Looked> = ReadonlyMap<string, Looked>;

/** The text of a hash, for keys of maps. */
export function nameOf(tokenHash: Buffer): string {
  return tokenHash.toString('base64url');
}

/**
 * Looks sessions up, one statement at a time. Those that are asked for while it runs are looked up together by the next
 * one: many requests at once cost a few statements. A request joins only a statement that has not begun, so no answer is older
 * than its question.
 */
export class SessionLookups<Looked> {
  private readonly lookUp: (tokenHashes: Buffer[]) => Promise<Found<Looked>>;
  private asked = new Map<string, Buffer>();
  private next: Promise<Found<Looked>> | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(lookUp: (tokenHashes: Buffer[]) => Promise<Found<Looked>>) {
    this.lookUp = lookUp;
  }

  async find(tokenHash: Buffer): Promise<Looked | undefined> {
    this.asked.set(nameOf(tokenHash), tokenHash);
    this.next ??= this.running.then(() => this.begin());
    return (await this.next).get(nameOf(tokenHash));
  }

  private begin(): Promise<Found<Looked>> {
    const tokenHashes = [...this.asked.values()];
    this.asked = new Map();
    this.next = undefined;
    const found = this.lookUp(tokenHashes);
    this.running = Promise.race([found.catch(() => undefined), sleep(WAITED_FOR_MS, undefined, { ref: false })]);
    return found;
  }
}
