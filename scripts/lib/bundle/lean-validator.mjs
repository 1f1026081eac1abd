// Removes from the validator the code that the browser never runs: the writer of JSON schemas, which only the server's
// API documentation needs; methods that our code names nowhere, and unused ones of texts, each of which brings a format
// along; parsers made of text, which the content security policy forbids (`zod-setup.ts`); the check for circular data,
// which JSON cannot contain; and the words of its own messages, which the views that show them load (`zod-words.ts`).

import { readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from '../root.mjs';

const WRITES_SCHEMAS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/;
const OURS = /\/src\/(?:contract|web)\/.*\.tsx?$/;

/**
 * Methods of `z.string()`. The functions of these names (`z.url()`) stay, and the bundler drops them if nothing calls
 * them.
 */
const UNUSED =
  'url|jwt|emoji|guid|uuidv4|uuidv6|uuidv7|nanoid|cuid|cuid2|ulid|base64url|xid|ksuid|ipv4|ipv6|cidrv4|cidrv6|e164|time|duration';
const METHOD = new RegExp(`^ {4}(?:${UNUSED})\\(params\\) \\{\\n.*\\n {4}\\},\\n`, 'gm');
const CALLED = new RegExp(`z\\s*\\.string\\(\\)[^;]*?\\.(${UNUSED})\\(`);

const JUST_IN_TIME = 'core.$ZodObjectJIT.init(';
const CIRCLES = 'core.config({ memoizer: core.memoizer() });';
const WORDS = 'core.config(en());';
const IMPORT_OF_WORDS = 'import en from "../locales/en.js";';
/** Leads each kind of schema to the writer of JSON schemas. */
const PROCESSORS = /^ {4}inst\._zod\.processJSONSchema = .*;\n/gm;

/** The folders whose code runs in a browser. */
const IN_BROWSER = ['src/contract', 'src/domain', 'src/web'];
/** Libraries that are handed schemas. They call methods of them that our code need not name. */
const LIBRARIES = ['node_modules/@hookform/resolvers/zod/dist/zod.mjs'];

/** All names after a dot: a method that is called, or handed on as a function, is one of them. @param {string} code */
const namesIn = (code) => [...code.matchAll(/\.\s*(\w+)\b/g)].flatMap(([, name]) => name ?? []);

/** The names that our code, and the libraries it hands schemas to, use of anything. @returns {Set<string>} */
function ourNames() {
  const used = new Set(LIBRARIES.flatMap((path) => namesIn(readFileSync(fromRoot(path), 'utf8'))));
  for (const folder of IN_BROWSER)
    for (const path of readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' }))
      if (/\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
        for (const name of namesIn(readFileSync(fromRoot(`${folder}/${path}`), 'utf8'))) used.add(name);
  // `lean-contract.mjs` takes these out.
  for (const documents of ['meta', 'describe', 'register']) used.delete(documents);
  return used;
}

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/**
 * The methods of all schemas. They are the third argument of each `core.$constructor(...)`.
 * @param {unknown} part @returns {Generator<Node>}
 */
function* methodsIn(part) {
  if (typeof part !== 'object' || part === null) return;
  if (Reflect.get(part, 'type') === 'CallExpression') {
    const call = /** @type {Node} */ (part);
    if (call['callee'].property?.name === '$constructor')
      yield* /** @type {Node[]} */ (call['arguments'][2]?.properties ?? []);
  }
  for (const inner of Object.values(part)) yield* methodsIn(inner);
}

/**
 * @param {string} code of the schemas @param {unknown} tree the same, parsed
 * @returns {string} without the methods that neither our code nor a method of a schema calls
 */
function withoutUnused(code, tree) {
  const used = ourNames();
  for (const [, name] of code.matchAll(/\b(?:this|inst|schema|target)\.(\w+)\(/g)) used.add(name ?? '');
  let lean = code;
  const methods = [...methodsIn(tree)].filter(({ kind, value }) => kind === 'init' && /Function/.test(value.type));
  for (const { key, start, end } of methods.toSorted((a, b) => b.start - a.start)) {
    if (key.type !== 'Identifier' || used.has(key.name)) continue;
    lean = lean.slice(0, start) + lean.slice(code[end] === ',' ? end + 1 : end);
  }
  return lean;
}

/** @returns {import('vite').Plugin} */
export function leanValidator() {
  return {
    name: 'lean-validator',
    apply: 'build',
    transform(code, id) {
      if (WRITES_SCHEMAS.test(id)) {
        const names = [...code.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
        const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
        return {
          code: `const nothing = () => undefined;\nexport { ${[...names, ...renamed].map((name) => `nothing as ${name}`).join(', ')} };`,
          map: null,
        };
      }
      if (SCHEMAS.test(id)) {
        for (const part of [JUST_IN_TIME, CIRCLES, WORDS, IMPORT_OF_WORDS])
          if (!code.includes(part))
            this.error(`${id} has no "${part}": scripts/lib/bundle/lean-validator.mjs needs another look.`);
        const lean = withoutUnused(code, this.parse(code))
          .replaceAll(METHOD, '')
          .replace(JUST_IN_TIME, 'core.$ZodObject.init(')
          .replace(CIRCLES, ';')
          .replace(WORDS, "core.config({ localeError: () => 'is not valid' });")
          .replace(IMPORT_OF_WORDS, '')
          .replaceAll(PROCESSORS, '');
        return { code: lean, map: null };
      }
      const [, called] = (OURS.test(id) && CALLED.exec(code)) || [];
      if (called !== undefined)
        this.error(`${id} calls .${called}(), which scripts/lib/bundle/lean-validator.mjs takes out.`);
      return null;
    },
  };
}
