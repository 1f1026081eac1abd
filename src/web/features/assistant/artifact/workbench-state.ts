import type { FrameRows } from '#contract/artifact-frame.ts';
import type { Artifact } from '#contract/artifacts.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { assistantAddress } from '../assistant-address.ts';
import { languageOf } from './artifact-types.ts';
import { titleIn } from './fences.ts';

export type ArtifactSource = Artifact['source'];

/** What is on the workbench: code that is not saved yet, or changes of what is. */
export interface WorkingCopy {
  /** What a save that is answered late is told by whether it was of this one. */
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly language: string;
  readonly code: string;
  readonly source: ArtifactSource;
  /** Rows of a live one that is not saved; a saved one asks its tool. */
  readonly rows: FrameRows | null;
  /** Its code is still arriving. */
  readonly isArriving: boolean;
  /** Somebody changed it by hand here. */
  readonly isEdited: boolean;
  /** The saved version that it is based on; null for one that was never saved. */
  readonly base: { readonly id: number; readonly version: number } | null;
}

export type ViewerTab = 'code' | 'preview';

interface Workbench {
  readonly copy: WorkingCopy | null;
  readonly tab: ViewerTab;
}

/** Kept while other views are shown. Rule: workspace/memory. */
export const useWorkbench = perOwner<Workbench>(() => ({ copy: null, tab: 'preview' }));

const set = (part: Partial<Workbench>): void => useWorkbench.setState(part);

export const showTab = (tab: ViewerTab): void => set({ tab });

export type New = Pick<WorkingCopy, 'type' | 'code'> &
  Partial<Pick<WorkingCopy, 'title' | 'language' | 'source' | 'isArriving'>> & { readonly rows?: FrameRows['rows'] };

/** Opens an artifact that is not saved. What arrives is shown as code first. */
export function openNew({ type, code, title, language, source = null, rows, isArriving = false }: New): void {
  assistantAddress.change({ artifactId: null }, 'replace');
  set({
    copy: {
      id: newUuid(),
      type,
      code,
      source,
      rows: rows ? { rows } : null,
      isArriving,
      title: title ?? titleIn(type, code),
      language: language ?? languageOf(type),
      isEdited: false,
      base: null,
    },
    tab: isArriving ? 'code' : 'preview',
  });
}

/** More of the code that arrives. */
export function arrive(type: string, code: string, isWhole: boolean): void {
  const { copy } = useWorkbench.getState();
  if (!copy?.isArriving || copy.type !== type) return;
  set({ copy: { ...copy, code, isArriving: !isWhole, title: titleIn(type, code) } });
}

/** The code that arrives has no end: its answer is not listened to any more. */
export function stopArriving(): void {
  const { copy } = useWorkbench.getState();
  if (copy?.isArriving) set({ copy: { ...copy, isArriving: false } });
}

function copyOf({ id, version, title, artifact_type: type, language, code, source }: Artifact): WorkingCopy {
  return {
    id: newUuid(),
    title,
    type,
    language,
    code,
    source,
    rows: null,
    isArriving: false,
    isEdited: false,
    base: { id, version },
  };
}

/** A saved artifact was opened, or changed by somebody else: what was edited here stays. */
export function takeSaved(artifact: Artifact): void {
  const { copy } = useWorkbench.getState();
  const { id, version } = artifact;
  const isHere = copy?.base?.id === id;
  if (isHere && (copy.isEdited || copy.base?.version === version)) return;
  set({ copy: copyOf(artifact), ...(!isHere && { tab: 'preview' }) });
}

/** An earlier version was brought back: it is shown in the place of what was. */
export function takeRestored(artifact: Artifact): void {
  if (useWorkbench.getState().copy?.base?.id === artifact.id) set({ copy: copyOf(artifact) });
}

/** The working copy `copyId` was saved, and is that version now. Another one that is here by then stays as it is. */
export function settleSaved(copyId: string, artifact: Artifact): void {
  const { copy } = useWorkbench.getState();
  if (copy?.id !== copyId) return;
  const { id, version, title, source } = artifact;
  set({ copy: { ...copy, title, source, isEdited: copy.code !== artifact.code, base: { id, version } } });
  assistantAddress.change({ artifactId: id }, 'replace');
}

export function edit(part: Partial<Pick<WorkingCopy, 'code' | 'title' | 'type' | 'language' | 'source'>>): void {
  const { copy } = useWorkbench.getState();
  if (copy !== null) set({ copy: { ...copy, ...part, isEdited: true } });
}

export function closeArtifact(): void {
  set({ copy: null, tab: 'preview' });
  assistantAddress.change({ artifactId: null });
}
