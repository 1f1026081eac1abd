import type { OpenAPIV3_1 } from 'openapi-types';
import type { Route } from '#contract/route.ts';
import { addEnvelope, HEADERS, operationOf, SECURITY_SCHEMES, sharedRefusals } from './operation.ts';
import { Schemas } from './schemas.ts';

/** Address of the page about selling by API. */
export const GUIDE_PATH = '/api/docs/sell-by-api';

const DESCRIPTION = `The web app does everything through these calls; an integration may use them too.

**Start here:** [Sell by API in five minutes](${GUIDE_PATH}).

**Signing in.** \`POST /api/auth/login\` answers a token. Send it as \`Authorization: Bearer <token>\`. Browsers get the cookie \`tillwright_session\` instead and send it automatically. API keys and paired screens may send the calls that name them, by credentials of their own.

**Refusals** are \`{"success": false, "error": "A sentence for staff.", "code": "out_of_stock"}\`. Programs should use \`code\`, which never changes; each call lists its codes. A refused request changes nothing.

**Sending again.** Give each write an \`Idempotency-Key\`. If no answer came, send the same request with the same key: it is carried out only once, however often it is sent.

**Figures.** Money is US dollars as text with two decimals, "12.50". Quantities have at most three decimals. Instants are ISO 8601 in UTC; days are those of the shop's time zone.

**Changes.** Answers may get new fields, and calls new codes: ignore those that you do not know.

The examples work in the demo shop as it is loaded.`;

const TAGS: readonly [name: string, description: string][] = [
  ['Auth', 'Signing in and out.'],
  ['Catalogue', 'Products, categories and prices.'],
  ['Catalogue administration', 'Managing products, categories and prices.'],
  ['Orders', 'Sales, refunds, receipts and sales figures.'],
  ['Held carts', 'Carts that wait for their customer.'],
  ['Customers', 'Customers and staff in the directory.'],
  ['Loyalty', 'Points of customers and their rules.'],
  ['Inventory', 'Stock and its history.'],
  ['Labels', 'Labels for products and shelves.'],
  ['Purchasing', 'Suppliers and purchase orders.'],
  ['Menus', 'Menus on the screens of the shop and on phones.'],
  ['TVs', 'Paired screens, and commands to them.'],
  ['Assistant', 'Questions about the shop, their answers, and the connection to a model.'],
  ['Artifacts', 'Pages, pictures, documents and tables made in the assistant.'],
  ['Tills', 'Browsers that sell.'],
  ['Staff', 'Accounts of staff.'],
  ['Locations', 'Locations of the shop, with their own receipt settings.'],
  ['Taxes', 'Taxes: their goods, order and times.'],
  ['Receipts', 'Paper, logo and texts of receipts.'],
  ['Backups', 'Backups of the whole shop, and rehearsals of restoring them.'],
  ['API keys', 'Keys for programs.'],
  [
    'WooCommerce',
    'The same shop in WooCommerce’s form, for programs that know it: its paths, names and page headers, with API keys.',
  ],
  ['Audit trail', 'Records of every change, with its author and time.'],
  ['Live', 'Events for live changes.'],
  ['Commands', 'Requests of tills that got no answer.'],
  ['Diagnostics', 'Errors in browsers.'],
  ['Administration', 'Background work of the server.'],
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
      securitySchemes: SECURITY_SCHEMES,
    },
  };
  return document as unknown as OpenAPIV3_1.Document;
}
