/** A value of an example that another call has answered: its place there (RFC 6901), and one that looks like it. */
export interface From {
  readonly pointer: string;
  readonly sample: unknown;
}

/**
 * The request that the documentation shows. It works in the demo shop as it is loaded; where it is about something that
 * has to be made first, `after` names the operation whose example makes it, and `from` what is taken from its answer.
 * Published as an OpenAPI link of that operation.
 */
export interface Example {
  readonly after?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export function from(pointer: string, sample: unknown): From {
  return { pointer, sample };
}
