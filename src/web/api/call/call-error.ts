export interface CallFailure {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Stable, from the server's refusal; `timeout`, `unreachable` or `reply_unexpected` when it is ours. */
  code: string;
  /** A sentence for staff. */
  message: string;
  /** The whole refusal as the server sent it: the lines short of stock, the new price... */
  details?: Readonly<Record<string, unknown>>;
  /** A write that may have happened all the same. Ask again with the same Idempotency-Key, never with a new one. */
  ambiguous?: boolean;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** The one error of `call`: what was refused, or what became of the connection. */
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

  /** The same error, knowing whether the write it belongs to may have happened. */
  whereAmbiguous(ambiguous: boolean): CallError {
    const { status, code, message, details, retryAfterMs, cause } = this;
    return new CallError({ status, code, message, details, retryAfterMs, cause, ambiguous });
  }

  /** The same error in other words, where a view has its own. */
  saying(message: string): CallError {
    const { status, code, details, ambiguous, retryAfterMs, cause } = this;
    return new CallError({ status, code, message, details, ambiguous, retryAfterMs, cause });
  }
}

/** What to show for anything that was thrown. A defect's own words help nobody at a counter. */
export function sentenceOf(error: unknown): string {
  return error instanceof CallError ? error.message : 'Something went wrong here. It has been reported.';
}

/** @param code only an error of this code */
export function isCallError(error: unknown, code?: string): error is CallError {
  return error instanceof CallError && (code === undefined || error.code === code);
}
