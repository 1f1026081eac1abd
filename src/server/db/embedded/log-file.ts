import { openSync, readFileSync, renameSync, statSync } from 'node:fs';

const ROTATE_ABOVE_BYTES = 5_000_000;
const TELLING = /(?:FATAL|PANIC|ERROR|error|invalid|cannot|could not|No such file)[^\n]*/g;

/** PostgreSQL's own log. A file, not a pipe, because it must outlive us: it holds the reason of a failed start. */
export class EmbeddedLog {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Opens it for a child to write to, after rotating it if it is large. */
  open(): number {
    if (this.position() > ROTATE_ABOVE_BYTES) renameSync(this.path, `${this.path}.1`);
    return openSync(this.path, 'a', 0o600);
  }

  position(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  textSince(position: number): string {
    try {
      return readFileSync(this.path).subarray(position).toString('utf8');
    } catch {
      return '';
    }
  }

  /** The last line that names an error. */
  reasonSince(position: number): string {
    const text = this.textSince(position);
    return text.match(TELLING)?.at(-1) ?? (text.trim().split('\n').at(-1) || `it gave no reason (see ${this.path})`);
  }
}
