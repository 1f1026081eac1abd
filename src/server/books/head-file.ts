import { appendFile, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { ChainHead } from '#server/db/seal.ts';
import type { CheckResult } from './check.ts';

const NAME = 'the chain still holds every head that was written to CHAIN_HEAD_FILE';
const SHOWN_ROWS = 20;

/** Adds a line to the file, which should be out of reach of those who may change the database. */
export async function appendHead(path: string, head: ChainHead): Promise<void> {
  await appendFile(path, `${JSON.stringify(head)}\n`, { mode: 0o600 });
}

function headOf(line: string): ChainHead | null {
  try {
    const { position, hash, at } = JSON.parse(line) as Partial<ChainHead>;
    return Number.isSafeInteger(position) && /^[0-9a-f]{64}$/.test(hash ?? '')
      ? ({ position, hash, at } as ChainHead)
      : null;
  } catch {
    return null;
  }
}

/**
 * Compares the chain with the heads that were written to a file. A chain that was rebuilt, cut or replaced by a backup
 * lacks some of them. Heads that a recorded restore replaced may be missing.
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
  const whole = heads.filter((head) => head !== null);
  const { rows } = await client.query<{ position: number; hash: string }>(
    `select w.position, w.hash, encode(a.hash, 'hex') as chain_hash
       from unnest($1::bigint[], $2::text[]) as w(position, hash)
       left join audit_trail a on a.position = w.position
      where encode(a.hash, 'hex') is distinct from w.hash
        and not exists (select 1 from audit_trail r
                         where r.action = 'restored' and w.position > coalesce((r.details #>> '{backup,position}')::bigint, 0)
                           and w.position <= (r.details #>> '{replaced,position}')::bigint)
      order by w.position`,
    [whole.map(({ position }) => position), whole.map(({ hash }) => hash)],
  );
  const broken = [...damaged, ...rows];
  return { ...result, looked: lines.length, broken: broken.length, rows: broken.slice(0, SHOWN_ROWS) };
}
