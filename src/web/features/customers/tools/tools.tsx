import { Suspense } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { useTool } from './tool-state.ts';

const MergeDialog = lazyPart(async () => (await import('../merge/merge-dialog.tsx')).MergeDialog);
const ImportDialog = lazyPart(async () => (await import('../import/import-dialog.tsx')).ImportDialog);
const ExportDialog = lazyPart(async () => (await import('../export/export-dialog.tsx')).ExportDialog);
const PersonFileDialog = lazyPart(async () => (await import('../export/person-file-dialog.tsx')).PersonFileDialog);
const IdentityDialog = lazyPart(async () => (await import('../identity/identity-dialog.tsx')).IdentityDialog);

/** Draws the open dialog over the list of customers. */
export function Tools() {
  const tool = useTool((state) => state.tool);
  if (tool === null) return null;
  return (
    <ErrorBoundary name="This dialog" level="light" resetKey={JSON.stringify(tool)}>
      <Suspense fallback={null}>
        {tool.kind === 'merge' && <MergeDialog key={tool.customerId} {...tool} />}
        {tool.kind === 'import' && <ImportDialog />}
        {tool.kind === 'export' && <ExportDialog {...tool} />}
        {tool.kind === 'person-file' && <PersonFileDialog {...tool} />}
        {tool.kind === 'identity' && <IdentityDialog key={tool.customerId} customerId={tool.customerId} />}
      </Suspense>
    </ErrorBoundary>
  );
}
