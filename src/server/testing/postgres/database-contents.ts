import pg from 'pg';
import { inject } from 'vitest';
import { isLeftOut } from '#server/backup/shape.ts';
import { clientConfig, type Connection } from '#server/db/connection.ts';

/** Over a connection of its own, which is closed when the work is done. */
export async function asClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table of a backup as text, to compare two databases; without the row that a restore adds. */
export async function contents(connection: Connection): Promise<Record<string, string[]>> {
  return asClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      if (isLeftOut(name)) continue;
      // A restore writes to the audit trail of the restored shop.
      const told = name === 'audit_trail' ? `where action <> 'restored'` : '';
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t ${told} order by 1`);
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  });
}

/** The same database past triggers, foreign keys and owners. */
export const asSuperuser = (connection: Connection): Connection => {
  if (typeof connection === 'string') throw new Error('a test database is reached by its parts');
  return { ...inject('postgres'), user: 'postgres', database: connection.database };
};
