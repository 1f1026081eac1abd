export interface CallFailure {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Stable. From the server's refusal, or our own `timeout`, `unreachable` or `reply_unexpected`. */
  code: string;
  /** A sentence for staff. */
  message: string;
  /** The whole refusal as the server sent it, with the lines short of stock, the new price and so on. */
  details?: Readonly<Record<string, unknown>>;
  /** The write may have happened. Repeat it with the same Idempotency-Key, never with a new one. */
  ambiguous?: boolean;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** The only error that `call` throws: a refusal, or a problem of the connection. */
export class CallError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ambiguous: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(failure: CallFailure) {
    super(failure.message, failure.cause === undefined ? undefined : { cause: failure.cause });
    this.name = 'CallError';
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? {};
    this.ambiguous = failure.ambiguous ?? false;
    this.retryAfterMs = failure.retryAfterMs;
  }

  /** The same error, with whether its write may have happened. */
  whereAmbiguous(ambiguous: boolean): CallError {
    const { status, code, message, details, retryAfterMs, cause } = this;
    return new CallError({ status, code, message, details, retryAfterMs, cause, ambiguous });
  }

  /** The same error with a sentence of the view's own. */
  saying(message: string): CallError {
    const { status, code, details, ambiguous, retryAfterMs, cause } = this;
    return new CallError({ status, code, message, details, ambiguous, retryAfterMs, cause });
  }
}

/** The sentence to show for any thrown error. The message of a defect would not help anybody at a counter. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong here. It has been reported.';
}

/** @param code when given, only an error with this code */
export function isCallError(error: unknown, code?: string): error is CallError {
  return error instanceof CallError && (code === undefined || error.code === code);
}
