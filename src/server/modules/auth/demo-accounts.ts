import type { AppDeps } from '#server/http/serve/deps.ts';
import { isLoopback } from '#server/http/guard/loopback.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'tillwright';

/**
 * True if accounts with a known password may sign in: only while no other machine can reach the server, or with
 * `DEMO=1`. A public address or a trusted proxy means that others can reach it. Rule: sign-in/demo-accounts.
 */
export function demoAccountsWork({ demo, host, publicUrl, trustProxy }: AppDeps['config']): boolean {
  if (demo === true) return true;
  return isLoopback(host) && !trustProxy && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
}
