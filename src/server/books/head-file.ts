import { appendFile, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { ChainHead } from '#server/db/seal.ts';
import type { CheckResult } from './check.ts';

const NAME = 'the chain still holds every head that was written to CHAIN_HEAD_FILE';
const SHOWN_ROWS = 20;

/** A line of the file. `restored` names the archive that put the shop back to this head, or to none at position 0. */
type HeadLine = ChainHead & { readonly restored?: string };

/** Adds a line to the file, which should be out of reach of those who may change the database. */
export async function appendHead(path: string, line: HeadLine): Promise<void> {
  await appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
}

/** @throws what the file system says */
export async function requireWritable(path: string): Promise<void> {
  await appendFile(path, '', { mode: 0o600 });
}

/** Adds what a restore has put back, so that `checkHeads` does not miss what it threw away. */
export async function appendRestored(path: string, archive: string, head: ChainHead | null): Promise<void> {
  const none = { position: 0, hash: '0'.repeat(64), at: new Date().toISOString() };
  await appendHead(path, { ...(head ?? none), restored: archive });
}

function headOf(line: string): HeadLine | null {
  try {
    const { position, hash, at, restored } = JSON.parse(line) as Partial<HeadLine>;
    return Number.isSafeInteger(position) && /^[0-9a-f]{64}$/.test(hash ?? '')
      ? ({ position, hash, at, restored } as HeadLine)
      : null;
  } catch {
    return null;
  }
}

/** Leaves out the heads that a later restore threw away: those beyond what it put back. */
function stillThere(heads: readonly HeadLine[]): HeadLine[] {
  let end = Number.POSITIVE_INFINITY;
  return heads.toReversed().filter(({ position, restored }) => {
    const isThere = position <= end;
    if (restored !== undefined) end = Math.min(end, position);
    return isThere && position > 0;
  });
}

/**
 * Compares the chain with the heads that were written to a file. A chain that was rebuilt, cut or replaced by a backup
 * lacks some of them. Only a restore that is in the file, too, excuses that.
 */
export async function checkHeads(client: pg.Client, path: string): Promise<CheckResult> {
  const result = { name: NAME, rule: 10 };
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error);
  if (text instanceof Error) {
    return { ...result, looked: 0, broken: 1, rows: [{ file: path, problem: text.message }] };
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const heads = lines.map(headOf);
  const damaged = lines.filter((_, at) => heads[at] === null).map((line) => ({ damaged_line: line.slice(0, 200) }));
  const whole = stillThere(heads.filter((head) => head !== null));
  const { rows } = await client.query<{ position: number; hash: string }>(
    `select w.position, w.hash, encode(a.hash, 'hex') as chain_hash
       from unnest($1::bigint[], $2::text[]) as w(position, hash)
       left join audit_trail a on a.position = w.position
      where encode(a.hash, 'hex') is distinct from w.hash
      order by w.position`,
    [whole.map(({ position }) => position), whole.map(({ hash }) => hash)],
  );
  const broken = [...damaged, ...rows];
  return { ...result, looked: lines.length, broken: broken.length, rows: broken.slice(0, SHOWN_ROWS) };
}
