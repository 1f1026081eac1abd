import type { Artifact } from '#contract/artifacts.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { assistantAddress } from '../assistant-address.ts';
import { canBeLive, languageOf } from './artifact-types.ts';
import { titleIn } from './fences.ts';

export type ArtifactSource = Artifact['source'];

/** The content of the workbench: unsaved code, or a saved artifact with its changes. */
export interface WorkingCopy {
  /** Identifies this copy, so that a late answer to a save finds out if it is still open. */
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly language: string;
  readonly code: string;
  readonly source: ArtifactSource;
  /** True while its code arrives. */
  readonly isArriving: boolean;
  /** True if somebody edited the code here. */
  readonly isEdited: boolean;
  /** The saved version that it is based on; null for an artifact that was never saved. */
  readonly base: { readonly id: number; readonly version: number } | null;
}

export type ViewerTab = 'code' | 'preview';

interface Workbench {
  readonly copy: WorkingCopy | null;
  readonly tab: ViewerTab;
}

/** Kept while the person is in other views. Rule: workspace/memory. */
export const useWorkbench = perOwner<Workbench>(() => ({ copy: null, tab: 'preview' }));

const set = (part: Partial<Workbench>): void => useWorkbench.setState(part);

export const showTab = (tab: ViewerTab): void => set({ tab });

export type New = Pick<WorkingCopy, 'type' | 'code'> &
  Partial<Pick<WorkingCopy, 'title' | 'language' | 'source' | 'isArriving'>>;

/** Opens an unsaved artifact. While it arrives, its code is shown. */
export function openNew({ type, code, title, language, source = null, isArriving = false }: New): void {
  assistantAddress.change({ artifactId: null }, 'replace');
  set({
    copy: {
      id: newUuid(),
      type,
      code,
      source,
      isArriving,
      title: title ?? titleIn(type, code),
      language: language ?? languageOf(type),
      isEdited: false,
      base: null,
    },
    tab: isArriving ? 'code' : 'preview',
  });
}

/** Takes the code that has arrived so far. */
export function arrive(type: string, code: string, isWhole: boolean): void {
  const { copy } = useWorkbench.getState();
  if (!copy?.isArriving || copy.type !== type) return;
  set({ copy: { ...copy, code, isArriving: !isWhole, title: titleIn(type, code) } });
}

/** Stops waiting for more code, because nobody listens to its answer any more. */
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
    source: canBeLive(type) ? source : null,
    isArriving: false,
    isEdited: false,
    base: { id, version },
  };
}

/** Shows a saved artifact that was opened, or that somebody else changed. Local edits of it are kept. */
export function takeSaved(artifact: Artifact): void {
  const { copy } = useWorkbench.getState();
  const { id, version } = artifact;
  const isHere = copy?.base?.id === id;
  if (isHere && (copy.isEdited || copy.base?.version === version)) return;
  set({ copy: copyOf(artifact), ...(!isHere && { tab: 'preview' }) });
}

/** Shows an earlier version that was restored, in place of the open one. */
export function takeRestored(artifact: Artifact): void {
  if (useWorkbench.getState().copy?.base?.id === artifact.id) set({ copy: copyOf(artifact) });
}

/** Marks the working copy `copyId` as saved. If another copy is open by then, nothing changes. */
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
