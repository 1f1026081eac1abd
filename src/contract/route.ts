import type { z } from 'zod';
import type { Permission } from '#domain/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call: anybody, any signed-in staff member, or those whose role has the permission. */
export type Access = 'public' | 'signed-in' | Permission;

/**
 * What an `Idempotency-Key` header means to a write.
 * `optional`: honoured when sent. `required`: refused without one. `own`: required, and the service keeps the
 * record itself. `none`: ignored, and never sent twice (a sign-in must not be answered from a record). `safe`: ignored,
 * because nothing is changed: a question that is too long for an address, which may be asked again like a GET.
 */
export type Idempotency = 'optional' | 'required' | 'own' | 'none' | 'safe';

type Schema = z.ZodType | undefined;

export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
> {
  readonly method: Method;
  /** With `:name` for parameters, as in `/api/orders/:id`. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The server checks its answer with it and the web parses what arrives with it again, so never a transform. */
  readonly reply: Reply;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly access: Allowed;
  readonly idempotency: Idempotency;
  /** Status of a successful answer. */
  readonly status: number;
  /** Largest body accepted; the server's limit (1 MiB) when left out. */
  readonly bodyLimitBytes: number | undefined;
}

interface Definition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends z.ZodType,
  Allowed extends Access,
> {
  method: Method;
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  summary: string;
  tags: readonly string[];
  access: Allowed;
  idempotency?: Idempotency;
  status?: number;
  bodyLimitBytes?: number;
}

/** Declares one call of the API: its path is written here and nowhere else. Source: spec §7, design §5. */
export function route<
  Reply extends z.ZodType,
  const Allowed extends Access,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(definition: Definition<Params, Query, Body, Reply, Allowed>): Route<Params, Query, Body, Reply, Allowed> {
  return {
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
    idempotency: definition.idempotency ?? 'optional',
    status: definition.status ?? 200,
    bodyLimitBytes: definition.bodyLimitBytes,
  };
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the server's handler gets, after parsing. */
export type ParamsOf<R extends Route> = Parsed<R['params']>;
export type QueryOf<R extends Route> = Parsed<R['query']>;
export type BodyOf<R extends Route> = Parsed<R['body']>;
/** What a handler returns and what a caller receives; the wire form between them is the schema's input. */
export type ReplyOf<R extends Route> = z.output<R['reply']>;

/** What a caller hands in, before it is parsed. */
export type ParamsSent<R extends Route> = Sent<R['params']>;
export type QuerySent<R extends Route> = Sent<R['query']>;
export type BodySent<R extends Route> = Sent<R['body']>;
