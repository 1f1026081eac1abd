// Takes out of the validator what writes JSON schemas. Only the API documentation needs it, which the server makes; in the
// browser it is code that never runs.

const WRITES_SCHEMAS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/** @returns {import('vite').Plugin} */
export function leanValidator() {
  return {
    name: 'lean-validator',
    apply: 'build',
    transform: {
      filter: { id: WRITES_SCHEMAS },
      handler(code) {
        const names = [...code.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name);
        const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \};/gm)].map(([, name]) => name);
        return {
          code: `const nothing = () => undefined;\nexport { ${[...names, ...renamed].map((name) => `nothing as ${name}`).join(', ')} };`,
          map: null,
        };
      },
    },
  };
}
