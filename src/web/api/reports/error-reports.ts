import { type ErrorReport, REPORT_LIMITS, reportErrorRoute } from '#contract/diagnostics.ts';
import { call } from '../call/call.ts';
import { CallError } from '../call/call-error.ts';

/** Rule: wire/error-reports. */
const MOST_KEPT = 10;
const KEY = 'pos_errors';
/** The size of a report as JSON; the server accepts 4,096 bytes. */
const MOST_BYTES = 4000;
/** An error that repeats is reported once in this time. */
const REPEAT_MS = 60_000;

export type KeptError = ErrorReport & { at: string };

const lastSent = new Map<string, number>();

/**
 * Stores the error here and sends it to the server, without showing anything. Refusals and lost connections are answers
 * rather than defects and are left out; a reply that could not be read is a defect.
 */
export function reportError(error: unknown, { context }: { context: string }): void {
  if ((error instanceof CallError && error.code !== 'reply_unexpected') || isAbort(error)) return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const report = fitting({
    message: (message || 'Unknown error').slice(0, REPORT_LIMITS.message),
    stack: stack?.slice(0, REPORT_LIMITS.stack),
    context: context.slice(0, REPORT_LIMITS.context),
    url: `${location.pathname}${location.search}`.slice(0, REPORT_LIMITS.url),
  });
  keep(report);
  const sign = `${report.context}\n${report.message}`;
  if (Date.now() - (lastSent.get(sign) ?? 0) < REPEAT_MS) return;
  lastSent.set(sign, Date.now());
  void send(report);
}

/** Cuts the stack to what the server accepts. Its limit is in bytes, and some characters take several. */
function fitting(report: ErrorReport): ErrorReport {
  const bytes = new TextEncoder().encode(JSON.stringify(report)).length;
  if (bytes <= MOST_BYTES) return report;
  const { stack = '', message } = report;
  return stack === ''
    ? { ...report, message: message.slice(0, message.length / 2), url: undefined }
    : fitting({ ...report, stack: stack.slice(0, stack.length / 2) });
}

async function send(report: ErrorReport): Promise<void> {
  try {
    await call(reportErrorRoute, { body: report });
  } catch {
    // The report is stored here; a message about the report would only disturb again.
  }
}

/** The last ten, newest first. */
export function keptErrors(): KeptError[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptError[]) : [];
  } catch {
    return [];
  }
}

/** Reports errors that nothing else caught. */
export function watchErrors(): void {
  window.addEventListener('error', (event) => reportError(event.error ?? event.message, { context: 'window' }));
  window.addEventListener('unhandledrejection', (event) => reportError(event.reason, { context: 'promise' }));
}

function keep(report: ErrorReport): void {
  try {
    const kept = [{ ...report, at: new Date().toISOString() }, ...keptErrors()].slice(0, MOST_KEPT);
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // The storage is full or switched off. The report still goes to the server.
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}
