import type { z } from 'zod';
import type { Permission, PrincipalKind } from '#domain/permissions.ts';
import type { Example } from './example.ts';
import type { RefusalCode } from './refusals.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Access that a call needs: none, a signed-in caller, or a permission of the role or API key. */
export type Access = 'public' | 'signed-in' | Permission;

/**
 * The meaning of an `Idempotency-Key` header for a write.
 * `optional`: honoured when sent. `required`: refused without one. `own`: required, and the service keeps the
 * record itself. `none`: ignored, and never sent twice (a sign-in must not be answered from a record). `safe`: ignored,
 * because nothing is changed: a question that is too long for an address, which may be asked again like a GET. A trial
 * of a command reads the key that the command will have.
 */
export type Idempotency = 'optional' | 'required' | 'own' | 'none' | 'safe';

/** The media type of an answer: JSON unless it says otherwise. */
export type Media = 'application/json' | 'application/pdf' | 'image/webp' | 'text/csv' | 'text/event-stream';

type Schema = z.ZodType | undefined;

/**
 * Only the documentation reads this. The build of the web app takes it out of every route
 * (`scripts/lib/bundle/lean-contract.mjs`).
 */
interface Documentation {
  /** The `operationId`: the name of the constant without "Route". Clients are generated with it, so it never changes. */
  readonly name: string;
  /** A title of a few words. */
  readonly summary: string;
  /** The description for callers, in Markdown. */
  readonly description: string;
  readonly tags: readonly string[];
  /** Codes of this call only. The documentation adds those that follow from access, body and key. */
  readonly refusals?: readonly RefusalCode[];
  /** A request that works in the demo shop. Left out where there is nothing to send. */
  readonly example?: Example;
}

export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends z.ZodType = z.ZodType,
  Allowed extends Access = Access,
  Admitted extends PrincipalKind = PrincipalKind,
> extends Documentation {
  readonly method: Method;
  /** With `:name` for parameters, as in `/api/orders/:id`. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Never a transform, because both sides use it: the server checks its answer with it, and the web parses the answer again. */
  readonly reply: Reply;
  readonly media: Media;
  readonly access: Allowed;
  /** The kinds of callers that are let in; staff only unless it says otherwise. */
  readonly admits: readonly Admitted[];
  readonly idempotency: Idempotency;
  /** Status of a successful answer. */
  readonly status: number;
  /** Largest body accepted; the server's limit (1 MiB) when left out. */
  readonly bodyLimitBytes: number | undefined;
  /** The sentence for a caller who is not signed in, where it is not the usual one. */
  readonly loginSentence?: string;
}

interface Definition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends z.ZodType,
  Allowed extends Access,
  Admitted extends PrincipalKind,
> extends Documentation {
  method: Method;
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  reply: Reply;
  media?: Media;
  access: Allowed;
  admits?: readonly Admitted[];
  idempotency?: Idempotency;
  status?: number;
  bodyLimitBytes?: number;
  loginSentence?: string;
}

/** Declares one call of the API: its path is written here and nowhere else. Rule: wire/one-declaration. */
export function route<
  Reply extends z.ZodType,
  const Allowed extends Access,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  const Admitted extends PrincipalKind = 'staff',
>(
  definition: Definition<Params, Query, Body, Reply, Allowed, Admitted>,
): Route<Params, Query, Body, Reply, Allowed, Admitted> {
  return {
    ...definition,
    params: definition.params as Params,
    query: definition.query as Query,
    body: definition.body as Body,
    admits: definition.admits ?? (['staff'] as readonly PrincipalKind[] as readonly Admitted[]),
    media: definition.media ?? 'application/json',
    idempotency: definition.idempotency ?? 'optional',
    status: definition.status ?? 200,
    bodyLimitBytes: definition.bodyLimitBytes,
  };
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The parsed request, as the server's handler gets it. */
export type ParamsOf<R extends Route> = Parsed<R['params']>;
export type QueryOf<R extends Route> = Parsed<R['query']>;
export type BodyOf<R extends Route> = Parsed<R['body']>;
/** The reply as a handler returns it and as a caller has it after parsing. The JSON between them is the schema's input. */
export type ReplyOf<R extends Route> = z.output<R['reply']>;

/** The request as a caller hands it in, before it is parsed. */
export type ParamsSent<R extends Route> = Sent<R['params']>;
export type QuerySent<R extends Route> = Sent<R['query']>;
export type BodySent<R extends Route> = Sent<R['body']>;
