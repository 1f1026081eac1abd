import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

export const PLACES = 'docs/rule-places.md';

const INTRO = `# Where each rule is decided

For each rule the files whose comments cite it, with the functions, or constants and their figures, that the comments stand at: domain first, then the server, then
the web app. The tests are in the rule ("Held by"). This page is made from the comments by \`npm run rules\`. Paths stand below \`src\`.
`;

const TEST = /\.(?:test|spec|long)\.tsx?$|^(?!src\/|bench\/parts\/)/;
/** The demo shop and samples keep rules that others decide; a few rules are theirs alone. */
const KEEPS = /\/testing\/|\/demo\//;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n\s*)?)+/g;
const CITED = /\bRules?: ((?:[^\s,.;)]+, )*[^\s,.;)]+)/g;
const DECLARED = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|class|interface|type|let) (\w+)/;
const ORDER = ['src/domain/', 'src/server/', 'src/contract/', 'src/web/'];

/** Constants that stand in lines of their own. Their figures are told too. */
const FIGURE = /^(?:export )?const ([A-Z][A-Z0-9_]*)\b[^=]*= ([\d_.]+(?: \* [\d_.]+)*)(?: as \w+)?;$/;

/** Constants with figures in the lines directly below a comment. @param {string} text @param {number} end @returns {string[]} */
function figuresAt(text, end) {
  const lines = text.slice(end).split('\n').slice(1);
  const found = lines.map((line) => FIGURE.exec(line));
  const until = found.findIndex((one) => one === null);
  return found.slice(0, until).map((one) => `${one?.[1]} = ${one?.[2]}`);
}

/** The declaration below a comment, or the one around it; '' for a comment on the whole file. @param {string} text @param {number} end */
function nameAt(text, end) {
  const [below] = /^\s*(\S.*)/.exec(text.slice(end)) ?? [];
  const [, name] = DECLARED.exec(below?.trimStart() ?? '') ?? [];
  if (
    name !== undefined &&
    /^\s*\n(?:export |async |default |function|const|class|interface|type|let)/.test(text.slice(end))
  )
    return name;
  const around = text
    .slice(0, end)
    .split('\n')
    .flatMap((line) => DECLARED.exec(line)?.[1] ?? []);
  return around.at(-1) ?? '';
}

/**
 * The places that cite each rule.
 * @param {readonly string[]} files
 * @returns {Map<string, Map<string, Set<string>>>} rule -> path -> names
 */
export function placesIn(files) {
  /** @type {Map<string, Map<string, Set<string>>>} */ const places = new Map();
  for (const path of files) {
    if (TEST.test(path) || !/\.tsx?$/.test(path)) continue;
    const text = readFileSync(fromRoot(path), 'utf8');
    for (const { 0: comment, index } of text.matchAll(COMMENT)) {
      const said = comment.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
      for (const id of [...said.matchAll(CITED)].flatMap(([, ids = '']) => ids.split(', '))) {
        const paths = places.get(id) ?? new Map();
        const names = paths.get(path) ?? new Set();
        const end = index + comment.trimEnd().length;
        const figures = figuresAt(text, end);
        for (const name of figures.length > 0 ? figures : [nameAt(text, end)]) names.add(name);
        places.set(id, paths.set(path, names));
      }
    }
  }
  return places;
}

/** @param {string} path */
const rank = (path) => {
  const at = ORDER.findIndex((start) => path.startsWith(start));
  return `${at < 0 ? ORDER.length : at}${path.endsWith('/routes.ts') ? 'z' : ''}${path}`;
};

/**
 * The page. @param {readonly string[]} ids of all rules, in the order of their pages
 * @param {ReturnType<typeof placesIn>} places
 */
export function placesPage(ids, places) {
  const pages = [...new Set(ids.map((id) => id.slice(0, id.indexOf('/'))))];
  const line = (/** @type {string} */ id) => {
    const all = [...(places.get(id) ?? [])].sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
    const decide = all.filter(([path]) => !KEEPS.test(path));
    const paths = decide.length > 0 ? decide : all;
    const told = paths.map(([path, names]) => {
      const known = [...names].filter((name) => name !== '').map((name) => `\`${name}\``);
      return `\`${path.replace(/^src\//, '')}\`${known.length > 0 ? ` (${known.join(', ')})` : ''}`;
    });
    return `- ${id.slice(id.indexOf('/') + 1)}: ${told.join(', ')}`;
  };
  const parts = pages.map((page) => {
    const cited = ids.filter((id) => id.startsWith(`${page}/`) && places.has(id));
    return `\n## ${page}\n\n${cited.map(line).join('\n')}\n`;
  });
  return `${INTRO}${parts.join('')}`;
}

/**
 * Places on the page that no longer cite their rule. Places that it lacks are found by making it again.
 * @param {string} page @param {ReturnType<typeof placesIn>} places @returns {string[]} findings
 */
export function wrongPlaces(page, places) {
  const findings = [];
  let on = '';
  for (const line of page.split('\n')) {
    on = /^## (.*)/.exec(line)?.[1] ?? on;
    const [, rule, told = ''] = /^- ([a-z0-9-]+): (.*)/.exec(line) ?? [];
    if (rule === undefined) continue;
    for (const [, path = '', named = ''] of told.matchAll(/`([^`]+\.tsx?)`(?: \(([^)]*)\))?/g)) {
      const names = places.get(`${on}/${rule}`)?.get(path.startsWith('bench/') ? path : `src/${path}`);
      if (!names || [...named.matchAll(/`([^`]+)`/g)].some(([, name = '']) => !names.has(name)))
        findings.push(`${PLACES}: ${on}/${rule} is not cited at ${path} as the page says. Run npm run rules.`);
    }
  }
  return findings;
}
