import type { FastifyInstance } from 'fastify';
import { reportErrorRoute } from '#contract/diagnostics.ts';
import { serve } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';

/** Per address and minute. A till in a loop repeats itself, and the first reports are enough. */
const REPORTS_PER_MINUTE = 60;

/** Errors met in browsers, into the log and the metrics. Rules: wire/error-reports, wire/nothing-swallowed. */
export function registerDiagnostics(app: FastifyInstance): void {
  const { metrics, rates } = app.deps;
  const reports = metrics.counter('tillwright_browser_errors_total', 'Errors that browsers have reported');

  serve(app, reportErrorRoute, async ({ body, request, staff, log }) => {
    rates.count(`error-reports:${networkOf(callerAddress(request))}`, REPORTS_PER_MINUTE);
    reports.inc();
    log.warn(
      {
        report: { ...body, url: withoutQuery(body.url) },
        userId: staff?.id ?? null,
        locationId: staff?.locationId ?? null,
        userAgent: request.headers['user-agent']?.slice(0, 300),
      },
      'a browser reported an error',
    );
    return success({});
  });
}

/** Cuts the address at the question mark: searches have no place in a log. */
function withoutQuery(url: string | undefined): string | undefined {
  return url?.split(/[?#]/)[0];
}
