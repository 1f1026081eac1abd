import { AppWindow, ChevronRight } from 'lucide-react';
import { showNew } from './show-new.ts';
import { labelOfType } from './artifact-types.ts';
import { type FencedArtifact, titleIn } from './fences.ts';

/** Rule: ai-view/artifacts. */
const PREVIEW_LENGTH = 200;

/** An artifact inside an answer: its name, its beginning and a button to open it. */
export function ArtifactChip({ type, language, code, source }: Omit<FencedArtifact, 'isWhole'>) {
  const title = titleIn(type, code) || 'Untitled';
  const lines = code.split('\n').length;
  return (
    <button
      type="button"
      aria-label={`Open artifact ${title}`}
      onClick={() => void showNew({ type, language, code, source })}
      className="my-2 flex w-full items-center gap-3 rounded-md border border-line-strong bg-raised px-3 py-2.5 text-left transition-colors hover:bg-press"
    >
      <AppWindow aria-hidden className="size-5 shrink-0 text-accent-ink" />
      <span className="min-w-0 grow">
        <span className="block truncate text-sm font-medium text-ink">{title}</span>
        <span className="block truncate font-mono text-xs text-ink-3">{code.slice(0, PREVIEW_LENGTH)}</span>
        <span className="block text-xs text-ink-3">
          {labelOfType(type)} · {source !== null && 'Live · '}
          {lines} {lines === 1 ? 'line' : 'lines'}
        </span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    </button>
  );
}
