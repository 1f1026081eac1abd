import type { OpenAPIV3_1 } from 'openapi-types';
import type { Route } from '#contract/route.ts';
import { addEnvelope, HEADERS, operationOf, sharedRefusals } from './operation.ts';
import { Schemas } from './schemas.ts';

/** Where the page about selling by API is served. */
export const GUIDE_PATH = '/api/docs/sell-by-api';

const DESCRIPTION = `Everything the web app does goes through these calls; an integration may use them too.

**Start here:** [Sell by API in five minutes](${GUIDE_PATH}).

**Signing in.** \`POST /api/auth/login\` answers a token. Send it as \`Authorization: Bearer <token>\`. Browsers are given the cookie \`tillwright_session\` instead and send it by themselves.

**Refusals** are \`{"success": false, "error": "A sentence for staff.", "code": "out_of_stock"}\`. Programs go by \`code\`, which never changes; each call lists its codes. A refused request has changed nothing.

**Sending again.** Give each write an \`Idempotency-Key\`. When no answer came, send the same request with the same key: it is carried out once, however often it is sent.

**Figures.** Money is US dollars as text with two decimals, "12.50". Quantities have at most three decimals. Instants are ISO 8601 in UTC; days are those of the shop's time zone.

**Changes.** Answers may grow further fields, and calls further codes: ignore what you do not know.

The examples work in the demo shop as it is loaded.`;

const TAGS: readonly [name: string, description: string][] = [
  ['Auth', 'Signing in and out.'],
  ['Catalogue', 'Products, categories and prices.'],
  ['Catalogue administration', 'Products, categories and prices for those who make them.'],
  ['Orders', 'Sales, refunds, receipts and sums.'],
  ['Held carts', 'Carts that wait for their customer.'],
  ['Customers', 'People of the directory.'],
  ['Loyalty', 'Points.'],
  ['Inventory', 'Stock and its history.'],
  ['Labels', 'Labels for products and shelves.'],
  ['Purchasing', 'Suppliers and purchase orders.'],
  ['Menus', 'What stands on the screens of the shop and on phones.'],
  ['TVs', 'Paired screens, and what they are told.'],
  ['Assistant', 'Questions about the shop, their answers, and how a model is reached.'],
  ['Artifacts', 'What was made in the assistant and kept.'],
  ['Tills', 'Browsers that sell.'],
  ['Staff', 'Accounts of those who work here.'],
  ['Locations', 'The shops, and what stands on their receipts.'],
  ['Taxes', 'What is charged on which goods, in which order and from when on.'],
  ['Receipts', 'What receipts look like.'],
  ['Backups', 'Copies of the whole shop, and rehearsals of their restore.'],
  ['API keys', 'Keys by which programs ask.'],
  [
    'WooCommerce',
    'The same shop for programs that know WooCommerce: its paths, names and page headers, with API keys.',
  ],
  ['Audit trail', 'Who changed what, and when.'],
  ['Live', 'What changes, as it happens.'],
  ['Commands', 'Requests of tills whose answer never came.'],
  ['Diagnostics', 'Errors met in browsers.'],
  ['Administration', 'What the server does by itself.'],
];

/** The contract as an OpenAPI 3.1 document. `serverUrl` is the address at which callers reach this server. */
export function openApiDocument(routes: readonly Route[], serverUrl: string): OpenAPIV3_1.Document {
  const schemas = new Schemas();
  addEnvelope(schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[route.method.toLowerCase()] = operationOf(route, routes, schemas);
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'Tillwright', version: '1', description: DESCRIPTION },
    externalDocs: { description: 'Sell by API in five minutes', url: GUIDE_PATH },
    servers: [{ url: serverUrl, description: 'This shop' }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.components,
      parameters: HEADERS,
      responses: sharedRefusals(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/auth/login`.' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'tillwright_session',
          description: 'Set by `POST /api/auth/login`; `__Host-tillwright_session` over TLS.',
        },
      },
    },
  };
  return document as unknown as OpenAPIV3_1.Document;
}
