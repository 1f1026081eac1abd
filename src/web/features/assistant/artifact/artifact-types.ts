import type { FrameKind } from '#contract/artifact-frame.ts';
import { ARTIFACT_TYPES, LIVE_TYPES } from '#contract/artifacts.ts';

export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

/** The artifact types by the language of a code block. Any other language is shown as code. */
const TYPE_OF_LANGUAGE: Readonly<Record<string, ArtifactType>> = {
  html: 'html',
  htm: 'html',
  react: 'react',
  jsx: 'react',
  tsx: 'react',
  svg: 'svg',
  md: 'markdown',
  markdown: 'markdown',
  mermaid: 'mermaid',
  csv: 'csv',
  chart: 'chart',
};

const LABELS: Record<ArtifactType, string> = {
  html: 'HTML',
  react: 'React',
  svg: 'SVG',
  markdown: 'Markdown',
  mermaid: 'Mermaid',
  csv: 'CSV',
  chart: 'Chart',
};

const LANGUAGE_OF_TYPE: Record<ArtifactType, string> = {
  html: 'html',
  react: 'jsx',
  svg: 'svg',
  markdown: 'markdown',
  mermaid: 'mermaid',
  csv: 'csv',
  chart: 'chart',
};

/** The types whose code runs, with the kind of frame for each. The others are drawn without running code. */
const FRAME_OF_TYPE: Partial<Record<string, FrameKind>> = {
  html: 'html',
  react: 'react',
  chart: 'chart',
  mermaid: 'mermaid',
};

export const canBeLive = (type: string): boolean => LIVE_TYPES.includes(type);

const isArtifactType = (type: string): type is ArtifactType => ARTIFACT_TYPES.some((known) => known === type);

/** The artifact type of a language; null if it is shown as code only. */
export const typeOfLanguage = (language: string): ArtifactType | null =>
  TYPE_OF_LANGUAGE[language.trim().toLowerCase()] ?? null;

export const languageOf = (type: string): string => (isArtifactType(type) ? LANGUAGE_OF_TYPE[type] : type);

export const frameOf = (type: string): FrameKind | null => FRAME_OF_TYPE[type] ?? null;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The name of a type. Types other than ours are called by their language. */
export const labelOfType = (type: string, language = ''): string =>
  isArtifactType(type) ? LABELS[type] : capital(language || type);

/** The file extension that Save As suggests. */
export const extensionOf = (type: string, language: string): string =>
  ({ react: 'jsx', markdown: 'md', mermaid: 'mmd', chart: 'json' })[type] ??
  (/^[a-z\d]{1,8}$/.test(language) ? language : 'txt');
