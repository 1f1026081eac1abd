import { z } from 'zod';
import { route } from './route.ts';

/**
 * Longest accepted, in characters. As JSON a report has 4,096 bytes at most, as every call for which nobody need be
 * signed in. The sender cuts, so that a report is never lost for being long.
 */
export const REPORT_LIMITS = { message: 500, stack: 2500, context: 200, url: 300 } as const;

export const errorReport = z.object({
  message: z.string().min(1).max(REPORT_LIMITS.message),
  stack: z.string().max(REPORT_LIMITS.stack).optional(),
  /** Where it happened, for instance "render: The cart". */
  context: z.string().max(REPORT_LIMITS.context),
  /** Path and query of the page. */
  url: z.string().max(REPORT_LIMITS.url).optional(),
});

export type ErrorReport = z.output<typeof errorReport>;

/** Public because the sign-in page reports too; the server bounds how many it takes. Source: spec §7 and §8. */
export const reportErrorRoute = route({
  method: 'POST',
  path: '/api/error-reports',
  body: errorReport,
  reply: z.object({ success: z.literal(true) }),
  summary: 'Reports an error met in the browser',
  tags: ['diagnostics'],
  access: 'public',
  idempotency: 'none',
});
