// Removes from the web app's contract the parts that only the server reads: descriptions and examples of schemas and
// routes, for the API documentation, and the schemas of requests, which the server checks. Blanks replace them, so that
// line numbers stay right; the minifier drops the blanks. Schemas and routes that no module imports are dropped as well:
// their calls are marked as free of side effects, which a bundler cannot know.

const DOCUMENTED_BY = new Set(['meta', 'describe']);
const OF_ROUTES = ['name', 'summary', 'description', 'tags', 'refusals', 'example'];
const OF_REQUESTS = ['params', 'query', 'body', 'admits', 'status', 'bodyLimitBytes'];
/** The staff app decides by these about keys and sign-in. A page that only shows answers does not. */
const OF_CALLERS = ['access', 'idempotency'];
const WEB = /\/src\/web\/.*\.tsx?$/;
const READ = new RegExp(`\\b\\w*[rR]oute\\.(?:${[...OF_ROUTES, ...OF_REQUESTS].join('|')})\\b`);

/** @typedef {{ type: string, start: number, end: number, [key: string]: unknown }} Node */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';

/** @param {Node} node @returns {Node[]} */
const partsOf = (node) =>
  Object.values(node)
    .flatMap((part) => (Array.isArray(part) ? part : [part]))
    .filter(isNode);

/**
 * Stretches of the code that only the documentation reads, or the server.
 * @param {Node} node @param {string} code @param {ReadonlySet<string>} ofRoutes @returns {Generator<[start: number, end: number]>}
 */
function* spare(node, code, ofRoutes) {
  if (node.type === 'CallExpression') {
    const callee = /** @type {Node} */ (node['callee']);
    if (callee.type === 'MemberExpression') {
      const name = Reflect.get(/** @type {object} */ (callee['property']), 'name');
      const of = /** @type {Node} */ (callee['object']);
      if (DOCUMENTED_BY.has(name)) yield [of.end, node.end];
    }
    if (callee.type === 'Identifier' && callee['name'] === 'route') {
      const [definition] = /** @type {Node[]} */ (node['arguments']);
      for (const property of definition?.type === 'ObjectExpression' ? partsOf(definition) : []) {
        const key = property['key'];
        if (!isNode(key) || !ofRoutes.has(String(key['name']))) continue;
        const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
        yield [property.start, property.end + comma];
      }
    }
  }
  for (const part of partsOf(node)) yield* spare(part, code, ofRoutes);
}

/**
 * The offsets at which calls begin.
 * @param {Node} node @returns {Generator<number>}
 */
function* callsIn(node) {
  if (node.type === 'CallExpression') yield node.start;
  for (const part of partsOf(node)) yield* callsIn(part);
}

/** @param {{ answersOnly?: boolean }} [options] @returns {import('vite').Plugin} */
export function leanContract({ answersOnly = false } = {}) {
  const ofRoutes = new Set([...OF_ROUTES, ...OF_REQUESTS, ...(answersOnly ? OF_CALLERS : [])]);
  return {
    name: 'lean-contract',
    apply: 'build',
    transform(code, id) {
      const [read] = (WEB.test(id) && READ.exec(code)) || [];
      if (read !== undefined) this.error(`${id} reads ${read}, which scripts/lib/bundle/lean-contract.mjs takes out.`);
      if (!/\/src\/contract\/[\w-]+\.ts$/.test(id)) return null;
      let lean = code;
      for (const [start, end] of spare(
        /** @type {Node} */ (/** @type {unknown} */ (this.parse(code))),
        code,
        ofRoutes,
      )) {
        lean = lean.slice(0, start) + lean.slice(start, end).replace(/[^\n]/g, ' ') + lean.slice(end);
      }
      const calls = new Set(callsIn(/** @type {Node} */ (/** @type {unknown} */ (this.parse(lean)))));
      for (const start of [...calls].toSorted((a, b) => b - a)) {
        lean = `${lean.slice(0, start)}/*#__PURE__*/ ${lean.slice(start)}`;
      }
      return { code: lean, map: null };
    },
  };
}
