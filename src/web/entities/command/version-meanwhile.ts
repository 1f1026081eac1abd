import { z } from 'zod';
import { type CallError, isCallError } from '#web/api/call/call-error.ts';

const current = z.object({ version: z.int() });

/**
 * The version that another person saved meanwhile; null for another refusal. The next command names it, and so replaces
 * it knowingly.
 */
export function versionMeanwhile(error: CallError): number | null {
  if (!isCallError(error, 'changed_meanwhile') && !isCallError(error, 'settings_changed')) return null;
  return current.safeParse(error.details['current']).data?.version ?? null;
}
