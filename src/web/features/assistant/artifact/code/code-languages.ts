import type { Extension } from '@uiw/react-codemirror';

type Load = () => Promise<Extension>;

const html: Load = async () => (await import('@codemirror/lang-html')).html();
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown();
const script =
  (options: { jsx?: boolean; typescript?: boolean }): Load =>
  async () =>
    (await import('@codemirror/lang-javascript')).javascript(options);
const javascript = script({ jsx: true });
const typescript = script({ jsx: true, typescript: true });
const css: Load = async () => (await import('@codemirror/lang-css')).css();
const sql: Load = async () => (await import('@codemirror/lang-sql')).sql();
const python: Load = async () => (await import('@codemirror/lang-python')).python();
const mermaid: Load = async () => (await import('./simple-languages.ts')).mermaid;
const csv: Load = async () => (await import('./simple-languages.ts')).csv;

/** Syntax colours by the type or the language of an artifact. Each language is fetched when its code is shown. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  html,
  htm: html,
  svg: html,
  xml: html,
  markdown,
  md: markdown,
  react: typescript,
  jsx: javascript,
  javascript,
  js: javascript,
  typescript,
  ts: typescript,
  tsx: typescript,
  chart: script({}),
  json: script({}),
  css,
  sql,
  postgresql: sql,
  python,
  py: python,
  mermaid,
  csv,
};

export const languageOfCode = (type: string, language: string): Load | null =>
  LANGUAGES[type.toLowerCase()] ?? LANGUAGES[language.toLowerCase()] ?? null;
