import { REFUSALS, type RefusalCode } from '#contract/refusals.ts';

export type { RefusalCode };

interface RefusalOptions {
  /** More fields for the reply, beside `error` and `code`. */
  details?: Readonly<Record<string, unknown>>;
  /** Sent as `Retry-After`. */
  retryAfterS?: number;
  cause?: unknown;
}

/**
 * A request that is understood and turned down. Thrown by services: it rolls the transaction back and the error
 * handler answers `{success: false, error: sentence, code, ...details}` with the code's status.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: RefusalCode, sentence: string, options: RefusalOptions = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = REFUSALS[code][0];
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
  }
}
