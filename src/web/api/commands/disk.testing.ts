import type { CommandRecord } from './record.ts';
import { type CommandStorage, mayFollow } from './storage.ts';

/** The disk of one browser, shared by its windows. */
export class Disk implements CommandStorage {
  readonly records = new Map<string, CommandRecord>();
  full = false;
  all = async () => structuredClone([...this.records.values()]);
  get = async (key: string) => structuredClone(this.records.get(key) ?? null);
  add = async (record: CommandRecord) => {
    const found = this.records.get(record.key);
    const before = found === undefined || found.state === 'refused' ? null : found;
    if (before === null) this.write(record);
    return structuredClone(before);
  };
  put = async (record: CommandRecord) => {
    if (mayFollow(this.records.get(record.key) ?? null, record)) this.write(record);
  };
  private write(record: CommandRecord) {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.records.set(record.key, structuredClone(record));
  }
  remove = async (keys: readonly string[]) => keys.forEach((key) => this.records.delete(key));
}
