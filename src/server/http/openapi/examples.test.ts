import { randomUUID } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findSession, type Session, type Staff } from '#server/http/guard/session.ts';
import { Drafts } from '#server/modules/assistant/drafts/drafts.ts';
import type { TestApp } from '#server/testing/app.ts';
import {
  type ApiDocument,
  contractRoutes,
  operationsOf,
  type PlacedOperation,
} from '#server/testing/wire/api-document.ts';
import { demoServer } from '#server/testing/demo-server.ts';

/** Calls that end the session or change its password. They come last. */
const LAST = ['switchPerson', 'changePassword', 'logout'];

interface Answered {
  readonly status: number;
  readonly media: string;
  readonly json: unknown;
  /** The path parameters it was sent with. */
  readonly path: Readonly<Record<string, unknown>>;
}

let shop: TestApp & { readonly address: string };
let document: ApiDocument;
let operations: PlacedOperation[];
let token = '';
/** Token of a paired screen, and the calls that only screens may send. */
let screenToken = '';
let ofScreens: ReadonlySet<string>;

beforeAll(async () => {
  shop = await demoServer();
  document = (await (await fetch(`${shop.address}/api/docs/json`)).json()) as ApiDocument;
  operations = operationsOf(document);
  const signedIn = await send(operationNamed('login'));
  token = (signedIn.json as { token: string }).token;
  ofScreens = new Set(
    (await contractRoutes()).flatMap(([, { name, admits }]) => (admits.includes('staff') ? [] : [name])),
  );
  screenToken = await pairScreen();
});
afterAll(() => shop.close());

/** Pairs a screen. */
async function pairScreen(): Promise<string> {
  const post = (path: string, body: object) =>
    fetch(`${shop.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
  const begun = (await (await post('/api/tv/pairings', {})).json()) as { data: { code: string; claim: string } };
  await post('/api/tv/pairings/confirm', { code: begun.data.code, tv_number: 99 });
  const claimed = await post('/api/tv/pairings/claim', { claim: begun.data.claim });
  return /tillwright_device=([\w-]+)/.exec(claimed.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

function operationNamed(name: string): PlacedOperation {
  const found = operations.find(({ operationId }) => operationId === name);
  if (!found) throw new Error(`the document has no operation ${name}`);
  return found;
}

const successOf = ({ responses }: PlacedOperation): [status: string, PlacedOperation['responses'][string]] => {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  if (!found) throw new Error('an operation promises no success');
  return found;
};

/** The value of an OpenAPI runtime expression in an answer. */
function evaluated(value: unknown, { json, path }: Answered): unknown {
  if (Array.isArray(value)) return value.map((part) => evaluated(part, { json, path } as Answered));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, evaluated(part, { json, path } as Answered)]),
    );
  }
  if (typeof value !== 'string' || !value.startsWith('$')) return value;
  const ofPath = /^\$request\.path\.(\w+)$/.exec(value)?.[1];
  if (ofPath !== undefined) return path[ofPath];
  const steps = value.replace('$response.body#/', '').split('/');
  return steps.reduce<unknown>((part, step) => (part as Record<string, unknown>)[step], json);
}

/** Answers of calls that make a record for calls that only read it. */
const looked = new Map<string, Answered>();

/** Proposes a change of a price as a model does, and answers the draft's id and the token that approves it. */
async function drafted(price: string): Promise<{ id: number; token: string }> {
  const { db } = shop.database;
  await send(operationNamed('askDirect'));
  const { rows } = await sql<{ run: string; product: number }>`
    SELECT (SELECT id FROM ai_runs LIMIT 1) AS run,
           (SELECT min(id) FROM products WHERE type = 'simple' AND blueprint_id IS NULL AND sale_price_cents IS NULL
                                           AND regular_price_cents IS NOT NULL AND status = 'publish') AS product`.execute(
    db,
  );
  const session = (await findSession(db, token, 'bearer')) as Session<Staff>;
  const call = {
    id: 'call',
    name: 'draft_price_change',
    input: { product_id: rows[0]?.product, regular_price: price },
  };
  const { card } = await new Drafts(shop.app.deps).propose(
    session.principal,
    rows[0]?.run ?? '',
    call,
    new AbortController().signal,
  );
  const id = card.draft?.id ?? 0;
  const { json } = await send(operationNamed('draft'), { parameters: { id } });
  return { id, token: (json as { approval_token: string }).approval_token };
}

/**
 * Values for calls about records that no other call makes here. The demo shop has no model, and an administrator is refused
 * nothing that has to be approved.
 */
const MADE_HERE: Readonly<Record<string, () => Promise<{ parameters: object; body?: unknown }>>> = {
  approve: async () => {
    await send(operationNamed('setPin'));
    const body = operationNamed('approve').requestBody?.content['application/json']?.example as {
      user_id: number;
      key: string;
      needs: object[];
    };
    await sql`INSERT INTO approvals_asked (user_id, idempotency_key, route, request_hash, needs)
      VALUES (${body.user_id}, ${body.key}, 'POST /api/orders', '\\x00', ${JSON.stringify(body.needs)}::jsonb)
      ON CONFLICT DO NOTHING`.execute(shop.database.db);
    return { parameters: {} };
  },
  // Of 'createLocation', whose name is taken the second time.
  draft: async () => ({ parameters: { id: (await drafted('81.00')).id } }),
  approveDraft: async () => {
    const { id, token: approval } = await drafted('82.00');
    return { parameters: { id }, body: { approval_token: approval } };
  },
  rejectDraft: async () => ({ parameters: { id: (await drafted('83.00')).id } }),
  undoDraft: async () => {
    const { id, token: approval } = await drafted('84.00');
    await send(operationNamed('approveDraft'), { parameters: { id }, body: { approval_token: approval } });
    return { parameters: { id } };
  },
  toolCsv: async () => {
    await send(operationNamed('askDirect'));
    const { rows } = await sql<{ id: number }>`SELECT max(id) AS id FROM ai_messages WHERE role = 'tool'`.execute(
      shop.database.db,
    );
    return { parameters: { id: rows[0]?.id } };
  },
};

/** Preparations for a call, each time that it is sent. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  // A name is taken once.
  createLocation: () =>
    sql`UPDATE locations SET name = name || ' ' || id WHERE name = 'Asheville'`.execute(shop.database.db),
  // A command fails after two minutes, however long the calls before take.
  tvCommands: () => send(operationNamed('sendTvCommand'), { parameters: {}, body: { command_type: 'refresh' } }),
};

/**
 * The values that another call's link gives to this one; that call is sent first. Empty for an example that needs none.
 */
async function linked({ operationId, method }: PlacedOperation): Promise<{ parameters: object; body?: unknown }> {
  const made = MADE_HERE[operationId];
  if (made) return made();
  for (const source of operations) {
    const link = successOf(source)[1].links?.[operationId];
    if (!link) continue;
    const answer = (method === 'GET' && looked.get(source.operationId)) || (await send(source));
    if (method === 'GET') looked.set(source.operationId, answer);
    return {
      parameters: evaluated(link.parameters, answer) as object,
      ...(link.requestBody !== undefined && { body: evaluated(link.requestBody, answer) }),
    };
  }
  return { parameters: {} };
}

/** Sends the published example of a call, with the values of its links unless others are given. */
async function send(operation: PlacedOperation, given?: { parameters: object; body?: unknown }): Promise<Answered> {
  const { method, parameters, requestBody, security } = operation;
  const from = given ?? (await linked(operation));
  await BEFORE[operation.operationId]?.();
  const own = parameters.flatMap((one) => ('$ref' in one ? [] : [one]));
  const needsKey = JSON.stringify(parameters).includes('IdempotencyKey');
  const valueOf = Object.fromEntries(own.map(({ name, example }) => [name, example]));
  Object.assign(valueOf, from.parameters);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(valueOf[name]));
  const query = own.filter(({ in: place, name }) => place === 'query' && valueOf[name] !== undefined);
  const search = new URLSearchParams(query.map(({ name }) => [name, String(valueOf[name])]));
  const body = from.body ?? requestBody?.content['application/json']?.example;
  const reply = await fetch(`${shop.address}${path}?${search}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(security.length > 0 && {
        authorization: `Bearer ${ofScreens.has(operation.operationId) ? screenToken : token}`,
      }),
      ...(needsKey && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const media = reply.headers.get('content-type')?.split(';')[0] ?? '';
  const isStream = media === 'text/event-stream';
  if (isStream) await reply.body?.cancel();
  const text = isStream ? '' : await reply.text();
  const json: unknown = media === 'application/json' ? JSON.parse(text) : undefined;
  return { status: reply.status, media, json, path: valueOf };
}

// Sent one by one, because an example may use the records of others.
it('every example gets the promised answer in the demo shop', async () => {
  // Formats are not validated, because each has a pattern as well.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: document.components });
  // Each named schema is compiled once, for all calls that name it.
  const compiled = (schema: object): ValidateFunction =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object);
  const place = ({ operationId }: PlacedOperation): number => LAST.indexOf(operationId);
  for (const operation of operations.toSorted((one, other) => place(one) - place(other))) {
    const { operationId, method, requestBody } = operation;
    const example = requestBody?.content['application/json']?.example;
    expect.soft(requestBody === undefined || example !== undefined, `${operationId} has an example`).toBe(true);
    const [status, { content = {} }] = successOf(operation);
    const [[media, { schema }] = ['', { schema: {} }]] = Object.entries(content);
    const answer = await send(operation);
    // The former session has ended.
    if (operationId === 'switchPerson') ({ token } = answer.json as { token: string });
    const what = `${operationId} (${method}): ${JSON.stringify(answer.json)?.slice(0, 300)}`;
    expect.soft([answer.status, answer.media], what).toEqual([Number(status), media]);
    if (media !== 'application/json' || answer.status !== Number(status)) continue;
    const valid = compiled(schema);
    expect.soft([operationId, valid(answer.json), valid.errors]).toEqual([operationId, true, null]);
  }
}, 180_000);
