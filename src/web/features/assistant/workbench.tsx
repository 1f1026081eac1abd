import { ImageUp, PencilRuler } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { isCallError } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import type { PictureTaker } from './artifact/artifact-frame.tsx';
import { useArrivingArtifacts } from './artifact/use-arriving.ts';
import { Viewer } from './artifact/viewer.tsx';
import { takeSaved, useWorkbench } from './artifact/workbench-state.ts';
import { assistantAddress } from './assistant-address.ts';
import { useArtifact, useAssistant, useLiveRows } from './assistant-queries.ts';
import { Canvas } from './canvas/canvas.tsx';
import { useCanvas } from './canvas/canvas-state.ts';
import { CanvasTools } from './canvas/canvas-tools.tsx';
import { pictureOf } from './canvas/picture.ts';
import { visible } from './canvas/strokes.ts';
import { attach } from './chat/chat-state.ts';
import { focusComposer } from './chat/composer.tsx';

/** Shows the open artifact with the drawing layer; a blank canvas if none is open. */
export function Workbench() {
  const { artifactId } = assistantAddress.use();
  const { copy, tab } = useWorkbench();
  const drawing = useCanvas((state) => state.drawing);
  const opened = useArtifact(artifactId);
  const saved = artifactId === null ? null : (opened.data?.artifact ?? null);
  const rows = useLiveRows(saved?.id ?? null, copy === null || copy.isArriving ? null : copy.source);
  const sharesNames = useAssistant().data?.shares_names === true;
  const showsNames = rows.data?.card?.columns.some(({ personal }) => personal === true) === true;
  const taker = useRef<PictureTaker>(null);
  const place = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  useArrivingArtifacts();
  useEffect(() => {
    if (saved !== null) takeSaved(saved);
  }, [saved]);

  async function sendToChat() {
    const element = place.current;
    if (!element) return;
    // Rule: assistant/what-is-sent.
    if (tab === 'preview' && showsNames && !sharesNames)
      return toast.error(
        'This preview may show names of customers, which stay in the shop. An administrator can allow them to be sent.',
      );
    setSending(true);
    try {
      const below = copy === null || tab === 'code' ? null : ((await taker.current?.take()) ?? null);
      const { clientWidth: width, clientHeight: height } = element;
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      const picture = await pictureOf(visible(drawing), { width, height }, below, ground);
      if (picture === null) return toast.error('The picture is too large for a message. Make the window smaller.');
      if (!attach(picture)) return toast.error('Four pictures go with a message at most. Remove one first.');
      if (copy !== null && tab === 'preview' && below === null)
        toast.info('Only the drawing goes with the message: there is no picture of this preview.');
      focusComposer();
    } finally {
      setSending(false);
    }
  }

  // The code tab has no drawing layer.
  const overlay = (
    <div ref={place} className="pointer-events-none absolute inset-0">
      {(copy === null || tab === 'preview') && <Canvas />}
    </div>
  );
  const hasContent = copy !== null || visible(drawing).length > 0;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        role="toolbar"
        aria-label="Canvas"
        className="flex h-12 shrink-0 items-center gap-1 border-b border-line bg-panel px-2"
      >
        <CanvasTools />
        <div className="grow" />
        <Button
          variant="ghost"
          busy={isSending}
          disabled={!hasContent}
          icon={<ImageUp aria-hidden className="size-4" />}
          onClick={() => void sendToChat()}
        >
          <span className="max-sm:sr-only">Send to chat</span>
        </Button>
      </div>
      <div className="min-h-0 grow">
        {copy !== null && (artifactId === null || copy.base?.id === artifactId) ? (
          <Viewer key={copy.base?.id ?? 'new'} copy={copy} saved={saved} taker={taker} overlay={overlay} />
        ) : artifactId !== null ? (
          <OpeningArtifact artifact={opened} />
        ) : (
          <BlankCanvas>{overlay}</BlankCanvas>
        )}
      </div>
    </div>
  );
}

function OpeningArtifact({ artifact }: { artifact: ReturnType<typeof useArtifact> }) {
  if (!artifact.isError) return <LoadingPanel label="Loading artifact..." />;
  const isGone = isCallError(artifact.error) && artifact.error.status === 404;
  if (isGone) {
    return (
      <EmptyPanel
        title="This artifact is not there"
        hint="It was deleted, or belongs to somebody else."
        action={<Button onClick={() => assistantAddress.change({ artifactId: null })}>Close</Button>}
      />
    );
  }
  return (
    <ErrorPanel title="The artifact could not be loaded" error={artifact.error} onRetry={() => artifact.refetch()} />
  );
}

function BlankCanvas({ children }: { children: ReactNode }) {
  const isBlank = useCanvas(({ drawing, tool }) => visible(drawing).length === 0 && tool === 'none');
  return (
    <div className="relative h-full">
      {isBlank && (
        <EmptyPanel
          icon={<PencilRuler aria-hidden />}
          title="Canvas"
          hint="Artifacts and drawings are shown here. Open an artifact from the library, or choose a brush and draw."
        />
      )}
      {children}
    </div>
  );
}
