import type { AppDeps } from '#server/http/serve/deps.ts';
import { isLoopback } from '#server/http/guard/loopback.ts';

/** The password of every account of the demo shop. */
export const DEMO_PASSWORD = 'tillwright';

/**
 * Accounts with a known password may sign in only while nobody but this machine reaches the server, unless `DEMO=1` is
 * set outright. A public address or a trusted proxy means that others reach it.
 * Rule: sign-in/demo-accounts.
 */
export function demoAccountsWork({ demo, host, publicUrl, trustProxy }: AppDeps['config']): boolean {
  if (demo === true) return true;
  return isLoopback(host) && !trustProxy && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
}
