import { type Caller, readFor } from '#server/db/pool/caller.ts';

/** Those who wait for one answer. Aborted once none of them waits any more. */
class Group<T> {
  answer!: Promise<T>;
  private readonly gone = new AbortController();
  private members = 0;

  get signal(): AbortSignal {
    return this.gone.signal;
  }

  join({ signal }: Caller): void {
    this.members += 1;
    const leave = (): void => {
      this.members -= 1;
      if (this.members === 0) this.gone.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }
}

/**
 * Answers equal reads that wait at the same time with one reading of the database. A read joins only one that has not
 * begun, so that no answer is older than its question: while one is running, all that come form a group, which begins
 * when the running one has ended. It is stopped once everybody in the group has hung up.
 */
export class SharedReads<T> {
  /** The last group of each key, begun or not, until it has ended. */
  private readonly last = new Map<string, Promise<void>>();
  private readonly open = new Map<string, Group<T>>();

  /** The answer of `work`, which reads on behalf of everybody who asks with this key. */
  read(key: string, caller: Caller, work: () => Promise<T>): Promise<T> {
    const open = this.open.get(key);
    const group = open === undefined || open.signal.aborted ? this.form(key, caller.name, work) : open;
    group.join(caller);
    return group.answer;
  }

  private form(key: string, name: string, work: () => Promise<T>): Group<T> {
    const group = new Group<T>();
    const begin = (): Promise<T> => {
      if (this.open.get(key) === group) this.open.delete(key);
      return readFor({ name, signal: group.signal }, work);
    };
    const before = this.last.get(key);
    if (before !== undefined) this.open.set(key, group);
    group.answer = before === undefined ? begin() : before.then(begin);
    const ended = (): void => {
      if (this.last.get(key) === last) this.last.delete(key);
    };
    const last = group.answer.then(ended, ended);
    this.last.set(key, last);
    return group;
  }
}
