import { type CommandRecord, isOpen } from './record.ts';
import type { CommandStorage } from './disk.ts';

/** The disk of one browser, shared by its windows. */
export class Disk implements CommandStorage {
  readonly records = new Map<string, CommandRecord>();
  full = false;
  /** Nothing can be written, listed or deleted. */
  broken = false;
  all = async () => {
    if (this.broken) throw new DOMException('broken', 'UnknownError');
    return structuredClone([...this.records.values()]);
  };
  get = async (key: string) => structuredClone(this.records.get(key) ?? null);
  add = async (record: CommandRecord) => {
    const found = this.records.get(record.key);
    const before = found === undefined || found.state === 'refused' ? null : found;
    if (before === null) this.write(record);
    return structuredClone(before);
  };
  amend = async (key: string, by: (record: CommandRecord) => CommandRecord) => {
    const before = this.records.get(key);
    if (before === undefined || !isOpen(before)) return null;
    this.write(by(structuredClone(before)));
    return this.get(key);
  };
  settle = async (record: CommandRecord, nextOf?: (stored: CommandRecord | null) => CommandRecord | null) => {
    const before = this.records.get(record.key);
    const wanted = before === undefined || isOpen(before) ? (nextOf?.(structuredClone(before ?? null)) ?? null) : null;
    const next = wanted !== null && !this.records.has(wanted.key) ? wanted : null;
    if (before?.state !== 'done') this.write(record);
    if (next !== null) this.write(next);
    return next;
  };
  private write(record: CommandRecord) {
    if (this.full || this.broken) throw new DOMException('full', 'QuotaExceededError');
    this.records.set(record.key, structuredClone(record));
  }
  remove = async (keys: readonly string[]) => {
    if (this.broken) throw new DOMException('broken', 'UnknownError');
    keys.forEach((key) => this.records.delete(key));
  };
}
