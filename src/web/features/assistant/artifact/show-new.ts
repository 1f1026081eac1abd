import { ask } from '#web/ui/layers/prompts.tsx';
import { type New, openNew, useWorkbench } from './workbench-state.ts';

/** True if the workbench may be replaced. Asks first if it has unsaved changes. */
export async function mayLeave(): Promise<boolean> {
  const { copy } = useWorkbench.getState();
  if (copy === null || !copy.isEdited) return true;
  return ask({
    title: 'Discard changes?',
    message: `"${copy.title || 'The artifact'}" has changes that are not saved.`,
    confirmLabel: 'Discard changes',
    tone: 'danger',
  });
}

/** Opens an unsaved artifact, unless the person decides to keep the unsaved changes of another one. */
export async function showNew(artifact: New): Promise<void> {
  if (await mayLeave()) openNew(artifact);
}
