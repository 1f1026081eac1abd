import { STATUS_CODES } from 'node:http';
import { failureReply } from '#contract/error.ts';
import type { Example, From } from '#contract/example.ts';
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts';
import type { Route } from '#contract/route.ts';
import type { PrincipalKind } from '#domain/permissions.ts';
import { ANY_CALL, byStatus, needsKey, refusalsOf, takesKey } from './refusals.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const JSON_MEDIA = 'application/json';

function isFrom(value: unknown): value is From {
  return typeof value === 'object' && value !== null && 'pointer' in value && 'sample' in value;
}

/** An example in which values of other calls are replaced by `fill`. */
function filled(value: unknown, fill: (from: From) => unknown): unknown {
  if (isFrom(value)) return fill(value);
  if (Array.isArray(value)) return value.map((part) => filled(part, fill));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part, fill)]));
}

const sampleOf = ({ sample }: From): unknown => sample;
const expressionOf = ({ pointer }: From): string => (pointer.startsWith('$') ? pointer : `$response.body#${pointer}`);

/** Parameters of the address or the query. */
function parametersIn(
  place: 'path' | 'query',
  schema: Route['params'],
  examples: Example['params'],
  schemas: Schemas,
): JsonSchema[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemas.convert(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    description,
    // A default is a parsed value, but in an address everything is text.
    schema: 'default' in rest ? { ...rest, default: String(rest['default']) } : rest,
    ...(examples?.[name] !== undefined && { example: filled(examples[name], sampleOf) }),
  }));
}

const componentOf = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

/** Request headers of calls that change something. */
export const HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A unique key that the caller makes for this request, such as a UUID. A request that is sent again with the same key and body is not carried out again: it gets the first answer. Keys are stored for more than a week.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,128}$', examples: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] },
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A unique key that the caller makes for this request. Without one, a request that is sent twice is carried out twice.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,128}$', examples: ['8a6e0804-2bd0-4672-b79d-d97027f9071a'] },
  },
  SentBefore: {
    name: 'x-sent-before',
    in: 'header',
    required: false,
    description:
      'For a request that waited: milliseconds since it was first sent. A sale counts as sold at that time. After a week the request is refused, because its key may have been deleted.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  SentBy: {
    name: 'x-sent-by',
    in: 'header',
    required: false,
    description:
      'For a request that waited: its original account and location, as `3@20`. It is refused if the session has another account or location.',
    schema: { type: 'string' },
  },
  Till: {
    name: 'x-till',
    in: 'header',
    required: false,
    description:
      'Id of the till: a UUID that it made once and keeps. Sales and refunds are recorded with it. It gives no access.',
    schema: { type: 'string', format: 'uuid' },
  },
  Unattended: {
    name: 'x-unattended',
    in: 'header',
    required: false,
    description:
      'Sent, with any value, by a page that nobody has used for a minute: the request does not count as use, so the session of a person ends 12 hours after the last one that did. It has no effect on devices and API keys.',
    schema: { type: 'string' },
  },
} as const;

function headersOf(route: Route): JsonSchema[] {
  const key = [needsKey(route) ? 'IdempotencyKey' : 'OptionalIdempotencyKey', 'SentBefore', 'SentBy', 'Till'];
  const isOfPeople = route.access !== 'public' && route.admits.includes('staff');
  const names = [...(takesKey(route) ? key : []), ...(isOfPeople ? ['Unattended'] : [])];
  return names.map((name) => componentOf('parameters', name));
}

function refusal(status: number, codes: readonly RefusalCode[]): JsonSchema {
  return {
    description: [STATUS_CODES[status], ...codes.map((code) => `- \`${code}\`: ${REFUSALS[code][1]}`)].join('\n'),
    content: {
      [JSON_MEDIA]: {
        schema: {
          allOf: [
            componentOf('schemas', 'Refusal'),
            { type: 'object', properties: { code: { enum: codes, description: 'Code of the refusal.' } } },
          ],
        },
      },
    },
  };
}

/** Refusals that any call may answer with, each described once and named by its codes. */
export function sharedRefusals(): Record<string, JsonSchema> {
  return Object.fromEntries([...byStatus(ANY_CALL)].map(([status, codes]) => [`Any${status}`, refusal(status, codes)]));
}

function refusalsIn(route: Route): Record<string, JsonSchema> {
  const shared = byStatus(ANY_CALL);
  return Object.fromEntries(
    [...byStatus(refusalsOf(route))].map(([status, codes]) => [
      status,
      shared.get(status)?.join() === codes.join() ? componentOf('responses', `Any${status}`) : refusal(status, codes),
    ]),
  );
}

/** A link to each call whose example uses what this call made. */
function linksOf(route: Route, all: readonly Route[]): Record<string, JsonSchema> {
  const links = all.flatMap(({ name, example }) => {
    if (example?.after !== route.name) return [];
    const { params, query, body } = example;
    const given = Object.entries({ ...params, ...query }).filter(([, value]) => isFrom(value));
    const parameters = filled(Object.fromEntries(given), expressionOf);
    const requestBody = body && filled(body, expressionOf);
    return [[name, { operationId: name, parameters, ...(requestBody !== undefined && { requestBody }) }] as const];
  });
  return Object.fromEntries(links);
}

const CALLERS: Readonly<Record<PrincipalKind, { readonly words: string; readonly schemes: readonly string[] }>> = {
  staff: { words: 'signed-in people', schemes: ['bearer', 'cookie'] },
  key: { words: 'API keys', schemes: ['bearer', 'apiKey', 'apiKeySignature'] },
  device: { words: 'paired screens', schemes: ['device'] },
};

/** Credentials of callers, by the names that calls refer to. */
export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of `POST /api/auth/login`, or the secret of an API key where API keys are admitted.',
  },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tillwright_session',
    description: 'Set by `POST /api/auth/login`; `__Host-tillwright_session` over TLS.',
  },
  apiKey: {
    type: 'http',
    scheme: 'basic',
    description:
      'The consumer key (`ck_...`) as name and its secret (`cs_...`) as password, or both in the address as `consumer_key` and `consumer_secret`. Over https or on the machine of the server only.',
  },
  apiKeySignature: {
    type: 'http',
    scheme: 'OAuth',
    description:
      'A signature by OAuth 1.0a with the secret of the API key (HMAC-SHA1 or HMAC-SHA256), in this header or in the address. For http without TLS.',
  },
  device: {
    type: 'apiKey',
    in: 'cookie',
    name: 'tillwright_device',
    description: 'Set when a screen is paired; `__Host-tillwright_device` over TLS.',
  },
};

function accessSentence({ access, admits }: Route): string {
  if (access === 'public') return 'Public: no sign-in is needed.';
  const whom = admits.map((kind) => CALLERS[kind].words).join(' and ');
  return access === 'signed-in' ? `For ${whom}.` : `For ${whom} with the permission \`${access}\`.`;
}

function securityOf({ access, admits }: Route): JsonSchema[] {
  if (access === 'public') return [];
  return [...new Set(admits.flatMap((kind) => CALLERS[kind].schemes))].map((scheme) => ({ [scheme]: [] }));
}

/** One call of the contract in OpenAPI form. */
export function operationOf(route: Route, all: readonly Route[], schemas: Schemas): JsonSchema {
  const { name, summary, description, tags, params, query, body, reply, media, status, example } = route;
  const links = linksOf(route, all);
  return {
    operationId: name,
    summary,
    description: `${description}\n\n${accessSentence(route)}`,
    tags,
    security: securityOf(route),
    parameters: [
      ...parametersIn('path', params, example?.params, schemas),
      ...parametersIn('query', query, example?.query, schemas),
      ...headersOf(route),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          [JSON_MEDIA]: {
            schema: schemas.convert(body, 'input'),
            ...(example?.body !== undefined && { example: filled(example.body, sampleOf) }),
          },
        },
      },
    }),
    responses: {
      [status]: {
        description: takesKey(route)
          ? 'Done. The header `idempotent-replay: true` means that it was already done under the same key.'
          : 'The answer.',
        content: { [media]: { schema: media === JSON_MEDIA ? schemas.convert(reply, 'output') : { type: 'string' } } },
        ...(Object.keys(links).length > 0 && { links }),
      },
      ...refusalsIn(route),
    },
  };
}

/** The envelope that every refusal refers to. */
export function addEnvelope(schemas: Schemas): void {
  schemas.convert(failureReply, 'output');
}
