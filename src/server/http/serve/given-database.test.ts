import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/paths.ts';

const ROOT = join(projectRoot, 'src/server');
const IN_LINE = /writtenInLine\(\s*(?:\w+\.)*deps\.db\b/g;
const TAKEN =
  /\bdeps\.(?:db|reads|pool)\b|\{[^{}=]*\b(?:db|reads|pool)\b[^{}=]*\} = (?:\w+\.)*deps\b|\binTransaction\(|\.transaction\(\)/g;

/**
 * Files that take a connection otherwise than a handler does: how often, and why sales find one all the same. A handler uses
 * the `db` or `tx` that it is given, and `writtenInLine`: those wait in the line of their caller, and reads stop with it.
 */
const REVIEWED: Readonly<Record<string, readonly [uses: number, why: string]>> = {
  'http/guard/admit.ts': [2, 'sessions are looked up over the connections that are kept for that'],
  'http/ops/health.ts': [1, 'asks whether the database answers at all'],
  'http/serve/keyed/idempotency.ts': [1, 'claims one key'],
  'http/serve/keyed/keyed-requests.ts': [3, 'looks up one key, or the approvals of one request'],
  'http/serve/reading.ts': [1, 'gives the reads to handlers'],
  'http/serve/serve-command.ts': [2, 'sales, and trials in a line of their own'],
  'http/serve/serve-steps.ts': [3, 'looks up one key, and gives the reads to handlers'],
  'http/serve/serve.ts': [1, 'is the line of writes'],
  'modules/assistant/routes.ts': [1, 'a stream has no line; looks up one answer'],
  'modules/assistant/runs/listening.ts': [2, 'reads for a stream, a few lines at a time'],
  'modules/assistant/runs/runs.ts': [
    3,
    'answers are made after their request, one after another, of a few rows by index',
  ],
  'modules/assistant/settings/trying.ts': [5, 'is called by `prepare`, in the line of the caller'],
  'modules/assistant/tools/run-tool.ts': [1, 'a transaction of the reads, for one state of the books'],
  'modules/audit/chain.ts': [1, 'a duty'],
  'modules/auth/pins.ts': [2, 'PINs are compared one after another, for tills that wait'],
  'modules/auth/routes.ts': [1, 'hands it to signing in, which tills wait for, and to `writtenInLine`'],
  'modules/auth/service.ts': [3, 'passwords are compared one after another, for people who wait to sign in'],
  'modules/auth/throttle.ts': [1, 'counts one attempt, one after another'],
  'modules/catalogue-import/service.ts': [1, 'a preview, over the reads that it is given'],
  'modules/customers/file-routes.ts': [1, 'a transaction of the reads, for one state of the books'],
  'modules/customers/identity.ts': [1, 'a duty'],
  'modules/loyalty/expiry.ts': [1, 'a duty'],
  'modules/menus/shelf/shelf-feed.ts': [2, 'reads a shelf once for all who wait for it'],
  'modules/orders/sale/sale.ts': [1, 'a sale'],
  'modules/password-reset/routes.ts': [1, 'hands it to `writtenInLine`'],
  'modules/printing/claims.ts': [4, 'the worker of label printers'],
  'modules/tv/heartbeats.ts': [3, 'one statement a second for the reports of all screens'],
  'modules/tv/routes.ts': [1, 'hands it to `writtenInLine`; counts one try at a code'],
  'modules/tv/tv-streams.ts': [1, 'reads for a stream, by index'],
};

it('is the only one that handlers use, so that sales find a connection', () => {
  const taken = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(?:http|live|modules)\//.test(name) && name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort()
    .flatMap((name) => {
      const uses = readFileSync(join(ROOT, name), 'utf8').replace(IN_LINE, '').match(TAKEN);
      return uses === null ? [] : [[name, uses.length]];
    });
  expect(Object.fromEntries(taken)).toEqual(
    Object.fromEntries(Object.entries(REVIEWED).map(([name, [uses]]) => [name, uses])),
  );
});
