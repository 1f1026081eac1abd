import type pg from 'pg';
import { typeParsers } from './pool/type-parsers.ts';

/** The server and user to connect with: a `postgres://` address, or its parts. */
export type Connection = string | { host: string; port: number; user: string; database: string; password?: string };

/** Bounds the wait for a connection, so that a caller is told within 2 s that the database is away. */
const CONNECT_TIMEOUT_MS = 1500;

/** The settings every connection shares, for the few that are opened outside the pool. */
export function clientConfig(connection: Connection): pg.ClientConfig {
  return {
    ...(typeof connection === 'string' ? { connectionString: connection } : connection),
    application_name: 'tillwright',
    types: typeParsers,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
}
