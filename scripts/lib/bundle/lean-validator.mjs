// Removes from the validator the code that the browser never runs: the writer of JSON schemas, which only the server's
// API documentation needs; unused methods of texts, each of which brings a format along; parsers made of text, which
// the content security policy forbids (`zod-setup.ts`); and the check for circular data, which JSON cannot contain.

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

/**
 * @param {{ words?: boolean }} [options] `words`: keep the words of its own messages, for an app that shows them
 * @returns {import('vite').Plugin}
 */
export function leanValidator({ words = true } = {}) {
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
        for (const part of [JUST_IN_TIME, CIRCLES, WORDS])
          if (!code.includes(part))
            this.error(`${id} has no "${part}": scripts/lib/bundle/lean-validator.mjs needs another look.`);
        const lean = code.replaceAll(METHOD, '').replace(JUST_IN_TIME, 'core.$ZodObject.init(').replace(CIRCLES, ';');
        return {
          code: words ? lean : lean.replace(WORDS, "core.config({ localeError: () => 'is not valid' });"),
          map: null,
        };
      }
      const [, called] = (OURS.test(id) && CALLED.exec(code)) || [];
      if (called !== undefined)
        this.error(`${id} calls .${called}(), which scripts/lib/bundle/lean-validator.mjs takes out.`);
      return null;
    },
  };
}
