/**
 * A value that an example takes from the answer of another call: its JSON pointer there (RFC 6901) and a sample value.
 */
export interface From {
  readonly pointer: string;
  readonly sample: unknown;
}

/**
 * The request that the documentation shows. It works in a newly loaded demo shop. If a record must be made first, `after` names the operation whose example makes it, and `from` picks values out of that answer. It is published as an
 * OpenAPI link of that operation.
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
