import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fromRoot } from './root.mjs';
import { PLACES, placesIn, placesPage, wrongPlaces } from './rule-places.mjs';

const PAGES = 'docs/rules';
const FOLDERS = ['src', 'e2e', 'bench', 'scripts', 'migrations', 'docs'];
/** Released files. Databases and archives store their checksums, so not a letter of them may change. */
const RELEASED = 'migrations/adopted/';

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*|^\s*--.*(?:\n\s*--.*)*/gm;
/** Words that cite a document that is not here: a section sign, or a source that is neither a rule nor a decision. */
const ELSEWHERE =
  /\u00a7|\bSource: (?:spec|design)\b|\b(?:spec|design) \d|\b[Tt]he spec(?:ification)?(?:['\u2019]s| (?:has|says|asks|names)\b)|\b[Aa]s specified\b|\bhouse style\b/;
/** A page that a text names: the end of its path. Not the `md` of a program, as in `forge.md.sha256`. */
const NAMED_PAGE = /(?<![\w./-])(?:\.{0,2}\/)*((?:[\w-]+\/)*[\w-]+\.md)\b(?!\.\w)/g;
/** A rule of a page: its heading, and all up to the next one. */
const RULE = /^## (.*)\n((?:(?!## ).*(?:\n|$))*)/gm;
/** Tests, and parts of the benchmark, by which rules of speed are measured. */
const TEST = /^(?:src|e2e)\/.*\.(?:test|spec|long)\.tsx?$|^bench\/parts\//;
const ID = /^[a-z-]+\/[a-z0-9-]+$/;
/** Openings that hide the subject of a sentence. A question is allowed. */
const RIDDLE = /^(?:What|Who|Whoever|Whose|Whether)\b(?![^.?!]*\?)/;
const MARKS = /^(?:\/\*+|\/\/+|\s*--)\s*(?:\*\s*)?/;
/** The text of a contract's description. */
const DESCRIPTION = /(?:\.describe\(|\bdescription:)\s*(['"`])(.*?)\1/g;
/** Migrations, the baseline made of them, and the types generated from their comments keep their text. */
const FIXED = ['migrations/', 'src/server/db/schema.d.ts'];

/** Pages that lead to files. A path in them is whole, or the end of one. */
const GUIDES = ['docs/architecture.md', 'docs/how-to.md'];
const PATH = /`((?:[\w-]+\/)+[\w.{},-]*\w}?)`/g;

/** Files and folders that a guide names and that do not exist. @param {string} guide @returns {string[]} findings */
function deadEnds(guide) {
  const files = FOLDERS.flatMap(filesIn);
  const exists = (/** @type {string} */ path) =>
    ['', '.ts', '.tsx'].some((ending) => files.some((file) => `/${file}`.endsWith(`/${path}${ending}`)));
  return [...textOf(guide).matchAll(PATH)].flatMap(([, named = '']) => {
    const [, start = '', choices = '', end = ''] = /^([^{]*)(?:\{(.*)\}(.*))?$/.exec(named) ?? [];
    return choices
      .split(',')
      .map((choice) => `${start}${choice}${end}`)
      .filter((path) => !exists(path))
      .map((path) => `${guide}: there is no ${path}`);
  });
}

/** @param {string} path @param {readonly string[]} pages the pages of the repository @returns {string[]} findings */
function citesElsewhere(path, pages) {
  const text = textOf(path);
  const lines = text.split('\n').flatMap((line, at) => (ELSEWHERE.test(line) ? [`${path}:${at + 1}`] : []));
  // In programs only comments cite. A string may name any file.
  const said = path.endsWith('.md') ? text : commentsOf(path).join('\n');
  const named = [...said.matchAll(NAMED_PAGE)].filter(
    ([, page]) => !pages.some((one) => `/${one}`.endsWith(`/${page}`)),
  );
  return [
    ...lines.map((place) => `${place}: cites a document that is not here`),
    ...named.map(([page]) => `${path}: there is no ${page}`),
  ];
}

/** @param {string} folder @returns {string[]} files in it, from the project's folder */
const filesIn = (folder) =>
  readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);

/** Sources of which the first comment gives the reason for their length. A test file needs none. */
const SOURCE = /^(?:src|e2e|bench|scripts)\/.*(?<!\.(?:test|spec|long|d))\.(?:tsx?|mjs|js|css)$/;
const LONG = 400;
const REASON = /^(?:\/\*+|\/\/) One file, because /;

/** @param {string} path */
const textOf = (path) => readFileSync(fromRoot(path), 'utf8');

/**
 * Comments, and descriptions of the contract, that open with a riddle instead of the subject.
 * @param {string} path @returns {string[]} findings
 */
function riddlesOf(path) {
  if (FIXED.some((start) => path.startsWith(start)) || path.endsWith('.md')) return [];
  const text = textOf(path);
  const comments = [...text.matchAll(COMMENT)].map(({ 0: comment, index }) => ({
    index: index + comment.search(/\S/),
    said: comment.replace(MARKS, ''),
  }));
  const described = path.startsWith('src/contract/')
    ? [...text.matchAll(DESCRIPTION)].map(({ 2: said = '', index }) => ({ index, said }))
    : [];
  return [...comments, ...described].flatMap(({ index, said }) => {
    const [word] = RIDDLE.exec(said) ?? [];
    const line = text.slice(0, index).split('\n').length;
    return word === undefined ? [] : `${path}:${line}: says "${word}" first instead of the subject`;
  });
}

/** The comments of a file, each on one line. @param {string} path */
function commentsOf(path) {
  return (textOf(path).match(COMMENT) ?? []).map((comment) => comment.replaceAll(/\s*\n\s*(?:\*|--|\/\/)?\s*/g, ' '));
}

/** "Rules: register/tax-rounding, pricing/discount. More words": the two ids. @param {string} comment */
function idsIn(comment) {
  const cited = comment.matchAll(/\bRules?: ((?:[^\s,.;)]+, )*[^\s,.;)]+)/g);
  return [...cited].flatMap(([, ids = '']) => ids.split(', '));
}

/** The ids of all rules, in the order of their pages. */
const idsOfPages = () =>
  readdirSync(fromRoot(PAGES))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .flatMap((page) =>
      [...textOf(`${PAGES}/${page}`).matchAll(RULE)].map(([, heading = '']) => `${page.slice(0, -3)}/${heading}`),
    );

/** Makes the page of the places that cite each rule. */
export function writeRulePlaces() {
  writeFileSync(fromRoot(PLACES), placesPage(idsOfPages(), placesIn(FOLDERS.flatMap(filesIn))));
}

/**
 * Every rule has a unique id, names tests that exist, at least one, and is cited where it is decided. Comments cite only rules
 * that exist, and open with their subject. The page of places is as the comments make it. A long file says why it is
 * one.
 * @returns {string} the findings, a line each; '' when there are none
 */
export function brokenRules() {
  /** @type {string[]} */ const findings = [];
  /** @type {Set<string>} */ const ids = new Set();
  for (const page of readdirSync(fromRoot(PAGES)).filter((name) => name.endsWith('.md') && name !== 'README.md')) {
    for (const [, heading = '', rule = ''] of textOf(`${PAGES}/${page}`).matchAll(RULE)) {
      const id = `${page.slice(0, -3)}/${heading}`;
      if (!ID.test(id)) findings.push(`${PAGES}/${page}: "${heading}" is no id`);
      if (ids.has(id)) findings.push(`${PAGES}/${page}: two rules are called ${id}`);
      if ((rule.match(/^Held by: /gm) ?? []).length > 1)
        findings.push(`${PAGES}/${page}: ${id} names its tests in more than one place`);
      if (!rule.includes('\nHeld by: ')) findings.push(`${PAGES}/${page}: ${id} names no test that holds it`);
      ids.add(id);
    }
    for (const [line] of textOf(`${PAGES}/${page}`).matchAll(/.*\bheld\s+by\b.*/gi))
      if (!line.startsWith('Held by: '))
        findings.push(`${PAGES}/${page}: "Held by: " begins a line of its own, not "${line}"`);
    for (const [, tests = ''] of textOf(`${PAGES}/${page}`).matchAll(/^Held by: (.*)/gm)) {
      for (const test of tests.split(', '))
        if (!TEST.test(test) || !existsSync(fromRoot(test)))
          findings.push(`${PAGES}/${page}: there is no test ${test}`);
    }
  }
  if (ids.size === 0) findings.push(`${PAGES} has no rules`);

  const places = placesIn(FOLDERS.flatMap(filesIn));
  findings.push(...GUIDES.flatMap(deadEnds), ...wrongPlaces(textOf(PLACES), idsOfPages(), places));
  const files = [...FOLDERS.flatMap(filesIn), ...readdirSync(fromRoot('.'))].filter(
    (path) => /\.(?:tsx?|[cm]?js|css|sql|md)$/.test(path) && !path.startsWith(RELEASED),
  );
  const pages = files.filter((path) => path.endsWith('.md'));
  for (const path of files) {
    findings.push(...riddlesOf(path));
    if (SOURCE.test(path) && textOf(path).split('\n').length > LONG + 1 && !REASON.test(textOf(path)))
      findings.push(`${path}: past ${LONG} lines it begins with its reason, "One file, because ..."`);
    findings.push(...citesElsewhere(path, pages));
    for (const id of commentsOf(path).flatMap(idsIn))
      if (!ids.has(id)) findings.push(`${path}: there is no rule "${id}"`);
  }
  return findings.join('\n');
}
