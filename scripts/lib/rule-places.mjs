import { readFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';

export const PLACES = 'docs/rule-places.md';

const INTRO = `# Where each rule is decided

For each rule the files whose comments cite it, with the functions, or constants and their figures, that the comments stand at: domain first, then the server, then
the web app and the functions of the database. The tests are in the rule ("Held by"). This page is made from the comments by
\`npm run rules\`. Paths stand below \`src\`, unless they begin with \`bench\` or \`migrations\`.
`;

const TEST = /\.(?:test|spec|long)\.tsx?$|^(?!src\/|bench\/parts\/|migrations\/functions\/)/;
/** The demo shop and samples keep rules that others decide; a few rules are theirs alone. */
const KEEPS = /\/testing\/|\/demo\//;
const COMMENT = /\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n\s*)?)+/g;
const SQL_COMMENT = /^--.*(?:\n--.*)*/gm;
const CITED = /\bRules?: ((?:[^\s,.;)]+, )*[^\s,.;)]+)/g;
const DECLARED = /^(?:export )?(?:default )?(?:async )?(?:function\*?|const|class|interface|type|let) (\w+)/;
const SQL_DECLARED = /^\s*CREATE OR REPLACE (?:FUNCTION|VIEW|TRIGGER) (\w+)/;
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

/** Constants with their figures below a comment, or what it stands at. @param {string} text @param {number} end */
function namesAt(text, end) {
  const figures = figuresAt(text, end);
  return figures.length > 0 ? figures : [nameAt(text, end)];
}

/**
 * The places that cite each rule.
 * @param {readonly string[]} files
 * @returns {Map<string, Map<string, Set<string>>>} rule -> path -> names
 */
export function placesIn(files) {
  /** @type {Map<string, Map<string, Set<string>>>} */ const places = new Map();
  for (const path of files) {
    const isSql = path.endsWith('.sql');
    if (TEST.test(path) || !(isSql || /\.tsx?$/.test(path))) continue;
    const text = readFileSync(fromRoot(path), 'utf8');
    for (const { 0: comment, index } of text.matchAll(isSql ? SQL_COMMENT : COMMENT)) {
      const said = comment.replaceAll(/\s*\n\s*(?:\*|\/\/|--)?\s*/g, ' ');
      for (const id of [...said.matchAll(CITED)].flatMap(([, ids = '']) => ids.split(', '))) {
        const paths = places.get(id) ?? new Map();
        const names = paths.get(path) ?? new Set();
        const end = index + comment.trimEnd().length;
        const stands = isSql ? [SQL_DECLARED.exec(text.slice(end))?.[1] ?? ''] : namesAt(text, end);
        for (const name of stands) names.add(name);
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
 * Rules that no comment cites, and whether the page is what the comments make. @param {string} page
 * @param {readonly string[]} ids @param {ReturnType<typeof placesIn>} places @returns {string[]} findings
 */
export function wrongPlaces(page, ids, places) {
  const unplaced = ids.filter((id) => !places.has(id)).map((id) => `${id}: no comment says where it is decided`);
  const made = placesPage(ids, places);
  if (page === made) return unplaced;
  const lines = made.split('\n');
  const at = page.split('\n').findIndex((line, index) => line !== lines[index]);
  return [...unplaced, `${PLACES}:${at + 1}: the comments say "${lines[at] ?? ''}". Run npm run rules.`];
}
