import type { CommandRecord } from './record.ts';
import type { CommandStorage } from './storage.ts';

/** The disk of one browser, shared by its windows. */
export class Disk implements CommandStorage {
  readonly records = new Map<string, CommandRecord>();
  full = false;
  all = async () => structuredClone([...this.records.values()]);
  get = async (key: string) => structuredClone(this.records.get(key) ?? null);
  add = async (record: CommandRecord) => {
    const before = this.records.get(record.key);
    if (before === undefined) await this.put(record);
    return structuredClone(before ?? null);
  };
  put = async (record: CommandRecord) => {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.records.set(record.key, structuredClone(record));
  };
  remove = async (keys: readonly string[]) => keys.forEach((key) => this.records.delete(key));
}
