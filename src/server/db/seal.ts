import type pg from 'pg';

const ROWS_PER_STEP = 50_000;

/** Calls a sealing function of the database until nothing is left, or nothing more can be sealed now. */
async function untilDone(
  step: () => Promise<number>,
  isDone: (now: number, before: number) => boolean,
): Promise<number> {
  for (let before = Number.POSITIVE_INFINITY; ;) {
    const now = await step();
    if (isDone(now, before)) return now;
    before = now;
  }
}

/**
 * Seals what the books hold at this moment: every ledger, then the audit trail. Each step is a transaction of its own,
 * so the client must have none open. Returns how much of the ledgers is left because transactions are open that may still add
 * to it; the server's duty seals that later.
 */
export async function sealBooks(client: pg.Client, onSealed?: (rows: number) => void): Promise<number> {
  const call = async (text: string): Promise<number> => {
    const { rows } = await client.query<{ n: number }>(text);
    return rows[0]?.n ?? 0;
  };
  // The first call marks what is there. Exactly that is sealed, however much is added meanwhile.
  await call(`select seal_ledgers(${ROWS_PER_STEP}, true) as n`);
  const open = await untilDone(
    () => call(`select seal_ledgers(${ROWS_PER_STEP}, false) as n`),
    (left, before) => left === 0 || left >= before,
  );
  let sealed = 0;
  await untilDone(
    async () => {
      const rows = await call(`select seal_audit_trail(${ROWS_PER_STEP}) as n`);
      sealed += rows;
      if (rows > 0) onSealed?.(sealed);
      return rows;
    },
    (rows) => rows < ROWS_PER_STEP,
  );
  return open;
}

export interface ChainHead {
  readonly position: number;
  /** In hexadecimal. */
  readonly hash: string;
  /** When the row at the end was written. */
  readonly at: string;
}

/** The end of the audit trail's chain; null while it has none. */
export async function readHead(client: Pick<pg.Client, 'query'>): Promise<ChainHead | null> {
  const { rows } = await client.query<{ position: number; hash: string; at: Date }>(
    `select position, encode(hash, 'hex') as hash, at from audit_trail where position is not null order by position desc limit 1`,
  );
  const [row] = rows;
  return row ? { ...row, at: row.at.toISOString() } : null;
}
