import { ask } from '#web/ui/layers/prompts.tsx';
import { type New, openNew, useWorkbench } from './workbench-state.ts';

/** Whether what is on the workbench may go; asks when it has changes that are not saved. */
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

/** Opens an artifact that is not saved, unless changes of another one would be lost and are to stay. */
export async function showNew(artifact: New): Promise<void> {
  if (await mayLeave()) openNew(artifact);
}
