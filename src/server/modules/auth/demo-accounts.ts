import type { AppDeps } from '#server/http/serve/deps.ts';
import { isLoopback } from '#server/http/guard/loopback.ts';

/** Of every account of the demo shop (design §9). */
export const DEMO_PASSWORD = 'tillwright';

/**
 * Whether accounts with a known password may sign in: only where nobody but this machine reaches the server, unless
 * `DEMO=1` is set outright. A public address or a trusted proxy means that others do reach it. Source: design §9.
 */
export function demoAccountsWork({ demo, host, publicUrl, trustProxy }: AppDeps['config']): boolean {
  if (demo === true) return true;
  return isLoopback(host) && !trustProxy && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
}
