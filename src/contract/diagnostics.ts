import { z } from 'zod';
import { route } from './route.ts';
import { success } from './wire.ts';

/**
 * Longest accepted text, in characters. As JSON a report has at most 4,096 bytes, the limit of every call without
 * sign-in. The sender cuts texts, so that no report is lost for its length.
 */
export const REPORT_LIMITS = { message: 500, stack: 2500, context: 200, url: 300 } as const;

export const errorReport = z
  .object({
    message: z
      .string()
      .min(1)
      .max(REPORT_LIMITS.message)
      .meta({ description: 'Message of the error.', examples: ['x is undefined'] }),
    stack: z.string().max(REPORT_LIMITS.stack).optional().describe('Stack of the error.'),
    context: z
      .string()
      .max(REPORT_LIMITS.context)
      .meta({ description: 'Part of the app in which it happened.', examples: ['render: The cart'] }),
    url: z
      .string()
      .max(REPORT_LIMITS.url)
      .optional()
      .meta({ description: 'Path and query of the page.', examples: ['/register'] }),
  })
  .meta({ id: 'ErrorReport', description: 'An error met in the browser.' });

export type ErrorReport = z.output<typeof errorReport>;

export const reportErrorRoute = route({
  name: 'reportError',
  method: 'POST',
  path: '/api/error-reports',
  body: errorReport,
  reply: success({}),
  summary: 'Report an error',
  description:
    'An error met in the browser. Public, because the sign-in page reports too; the number of reports per caller is limited.',
  tags: ['Diagnostics'],
  access: 'public',
  idempotency: 'none',
  example: { body: { message: 'x is undefined', context: 'render: The cart', url: '/register' } },
});
