import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** Values of headers and fields with these names are never written. */
const SECRET_PATHS = ['authorization', 'cookie', '["set-cookie"]', 'password', 'token'].flatMap((name) => {
  const dotted = name.startsWith('[') ? name : `.${name}`;
  return [name, `*${dotted}`, `*.*${dotted}`];
});

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code: unknown;
  readonly cause: LoggedError | undefined;
}

/** A database quotes the value it could not take at the end of its message; it may be a customer's. */
function withoutValue(text: string): string {
  return text.replaceAll(/: "[^\n]*"$/gm, ': [hidden]');
}

/** Keeps of an error only its kind and place: pg adds rows, parameters and its whole client to it. */
function loggedError(error: unknown, depth = 0): LoggedError | undefined {
  if (!(error instanceof Error) || depth > 3) return undefined;
  return {
    type: error.name,
    message: withoutValue(error.message),
    stack: error.stack && withoutValue(error.stack),
    code: 'code' in error ? error.code : undefined,
    cause: loggedError(error.cause, depth + 1),
  };
}

const FLUSHED_EVERY_MS = 200;
const CHUNK_BYTES = 4096;
/** Lines past this size are dropped while the disk does not take what came before. */
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Standard output in pieces of some lines, written beside the event loop: a write for each request took 6 % of the
 * server's time, and a disk that hangs would have stopped every till. The rest goes out at the end of the process, and
 * at once after a fatal error. Only a killed process loses its last lines.
 */
export function bufferedOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: CHUNK_BYTES,
    maxLength: MOST_WAITING_BYTES,
    periodicFlush: FLUSHED_EVERY_MS,
  });
  const flushSync = output.flushSync.bind(output);
  // A full disk or a closed terminal: the lines wait. To flush them at once would try for ever, with every till waiting.
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  output.on('write', () => {
    output.flushSync = flushSync;
  });
  return output;
}

/** One JSON line per event on standard output; no bodies, no search text, no customer data, no secrets. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
    serializers: { err: (error: unknown) => loggedError(error) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
