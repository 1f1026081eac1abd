import { afterAll, afterEach, beforeEach } from 'vitest';

type Level = 'error' | 'warn';

interface Expected {
  readonly level: Level;
  readonly pattern: RegExp;
  seen: boolean;
}

const unexpected: string[] = [];
let expected: Expected[] = [];

/**
 * Says that the running test makes the code complain. Without it any console.error or console.warn fails the test,
 * and with it the test fails when the complaint does not come.
 */
export function expectConsole(level: Level, pattern: RegExp): void {
  expected.push({ level, pattern, seen: false });
}

/** React's word for code that arrives after the test whose part waited for it has ended. It comes in the next test, which cannot help it. */
const LATE_PART = /A suspended resource finished loading inside a test/;

function listen(level: Level): void {
  console[level] = (...args: unknown[]) => {
    const message = args.map((arg) => (arg instanceof Error ? (arg.stack ?? arg.message) : String(arg))).join(' ');
    const match = expected.find((one) => one.level === level && one.pattern.test(message));
    if (match) match.seen = true;
    else if (!LATE_PART.test(message)) unexpected.push(`console.${level}: ${message}`);
  };
}

/** Fails with unexpected output, and with expected output that did not come. Either way the next test starts clean. */
function settle(): void {
  const missing = expected.filter((one) => !one.seen).map((one) => `no console.${one.level} matched ${one.pattern}`);
  const problems = [...unexpected.splice(0), ...missing];
  expected = [];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

listen('error');
listen('warn');
// Again before each test, because a test may have put a spy of its own there.
beforeEach(() => {
  listen('error');
  listen('warn');
});
afterEach(settle);
// Output outside any test: while a file was loaded, or after its last test.
afterAll(settle);
