/** Enough to see what led to a problem, and few enough to read. */
const MOST_KEPT = 200;
const LONGEST_ENTRY = 2000;

type LogLevel = 'error' | 'warn' | 'info' | 'log' | 'debug';
export type LogEntry = { id: number; at: string; level: LogLevel; text: string };

const entries: LogEntry[] = [];
let lastId = 0;

/** Everything written to the console since the page opened, newest first. */
export function logEntries(): LogEntry[] {
  return entries.toReversed();
}

/** Copies what is written to the console, for the Dev Tools panel. Rule: workspace/settings. */
export function captureConsole(target: Pick<Console, LogLevel> = globalThis.console): void {
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) {
    const write = target[level].bind(target);
    target[level] = (...parts: unknown[]) => {
      write(...parts);
      lastId += 1;
      const text = parts.map(textOf).join(' ').slice(0, LONGEST_ENTRY);
      entries.push({ id: lastId, at: new Date().toISOString(), level, text });
      if (entries.length > MOST_KEPT) entries.shift();
    };
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (part instanceof Error) return `${part.name}: ${part.message}`;
  try {
    return JSON.stringify(part) ?? String(part);
  } catch {
    return '[not printable]';
  }
}
