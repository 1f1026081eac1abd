import { z } from 'zod';
import { toolParameters } from '#contract/assistant-cards.ts';
import type { Artifact } from '#contract/artifacts.ts';
import { type ArtifactType, canBeLive, typeOfLanguage } from './artifact-types.ts';

/** A code block of an answer that can be shown as an artifact. */
export interface FencedArtifact {
  readonly type: ArtifactType;
  readonly language: string;
  readonly code: string;
  /** The tool that provides its rows; null for plain code. */
  readonly source: Artifact['source'];
  /** True once the end of the block has arrived. */
  readonly isWhole: boolean;
}

const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)([^`]*)$/;
/** After the language: "live" and a tool with its parameters. Rule: ai-view/artifacts. */
const LIVE = /^\s+live\s+(\{.*\})\s*$/;
const declared = z.object({ tool: z.string().min(1).max(60), parameters: toolParameters.default({}) });

/** The artifacts among the code blocks of an answer, in order. The last one may still be arriving. */
export function fencedArtifacts(text: string): FencedArtifact[] {
  const found: FencedArtifact[] = [];
  let fence: { mark: string; language: string; info: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    if (fence === null) {
      const [, mark, language = '', info = ''] = OPENING.exec(line) ?? [];
      if (mark !== undefined) fence = { mark, language, info, lines: [] };
    } else if (closes(line, fence.mark)) {
      add(found, fence, true);
      fence = null;
    } else {
      fence.lines.push(line);
    }
  }
  // A first line that is still arriving does not name its language yet.
  if (fence !== null && fence.lines.length > 0) add(found, fence, false);
  return found;
}

function closes(line: string, mark: string): boolean {
  const end = line.trim();
  return end.length >= mark.length && end === (mark[0] ?? '').repeat(end.length);
}

function sourceIn(info: string): Artifact['source'] {
  const [, written] = LIVE.exec(info) ?? [];
  if (written === undefined) return null;
  try {
    return declared.safeParse(JSON.parse(written)).data ?? null;
  } catch {
    return null;
  }
}

function add(
  found: FencedArtifact[],
  { language, info, lines }: { language: string; info: string; lines: string[] },
  isWhole: boolean,
): void {
  const type = typeOfLanguage(language);
  if (type === null) return;
  const source = canBeLive(type) ? sourceIn(info) : null;
  found.push({ type, language, code: lines.join('\n'), source, isWhole });
}

/** The title that the code gives itself, at most 80 characters; '' if there is none. */
export function titleIn(type: string, code: string): string {
  const patterns: Partial<Record<string, RegExp>> = {
    html: /<title[^>]*>([^<]+)<\/title>|<h1[^>]*>([^<]+)<\/h1>/i,
    svg: /<title[^>]*>([^<]+)<\/title>/i,
    markdown: /^#{1,3}\s+(.+)$/m,
    chart: /"title"\s*:\s*"([^"\\]+)"/,
    react: /<h[12][^>]*>([^<{]+)<\/h[12]>/,
    mermaid: /^\s*title:?\s+(.+)$/m,
  };
  const match = patterns[type]?.exec(code);
  return (match?.[1] ?? match?.[2] ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
}
