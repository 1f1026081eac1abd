import '#web/api/zod-words.ts';
import { FileCode2 } from 'lucide-react';
import { type ReactNode, type Ref, Suspense, useImperativeHandle, useMemo, useRef } from 'react';
import { chartSpec, type FrameRows } from '#contract/artifact-frame.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { EmptyPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ArtifactFrame, type PictureTaker } from './artifact-frame.tsx';
import { pictureOfElement } from '../canvas/picture-of-element.ts';
import { frameOf, labelOfType } from './artifact-types.ts';
import { ScrollRegion } from '../scroll-region.tsx';

const Markdown = lazyPart(async () => (await import('../chat/markdown.tsx')).Markdown);
const CsvTable = lazyPart(async () => (await import('./csv-table.tsx')).CsvTable);

interface PreviewProps {
  type: string;
  /** Names the kind of code that has no artifact type. */
  language: string;
  title: string;
  code: string;
  data: FrameRows | null;
  taker: Ref<PictureTaker>;
}

/** An artifact as people see it: drawn, not as code. */
export function Preview({ type, language, title, code, data, taker }: PreviewProps) {
  const kind = frameOf(type);
  if (code.trim() === '') return <EmptyPanel title="Nothing to show" hint="The code is empty." />;
  if (type === 'chart') return <ChartPreview title={title} code={code} data={data} taker={taker} />;
  if (kind !== null) return <ArtifactFrame kind={kind} title={title} code={code} data={data} taker={taker} />;
  if (type === 'svg') return <SvgPicture code={code} title={title} taker={taker} />;
  if (type === 'markdown') {
    return (
      <Drawn taker={taker}>
        <ScrollRegion label={title} className="h-full overflow-y-auto bg-rows p-6">
          <div className="mx-auto max-w-2xl">
            <Markdown text={code} />
          </div>
        </ScrollRegion>
      </Drawn>
    );
  }
  if (type === 'csv') {
    return (
      <Drawn taker={taker}>
        <CsvTable code={code} title={title} data={data} />
      </Drawn>
    );
  }
  return (
    <EmptyPanel
      icon={<FileCode2 />}
      title="No preview"
      hint={`There is no preview of ${labelOfType(type, language)}. The Code tab shows it.`}
    />
  );
}

/** A document or a table. They run no code, so the page draws them, and makes their picture itself. */
function Drawn({ taker, children }: { taker: Ref<PictureTaker>; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle(taker, () => ({
    take: async () => {
      const shown = place.current?.querySelector<HTMLElement>('[role=region]');
      return shown ? pictureOfElement(shown) : null;
    },
  }));
  return (
    <div ref={place} className="h-full">
      <Suspense fallback={<LoadingPanel />}>{children}</Suspense>
    </div>
  );
}

/** As a picture an SVG runs no script and loads nothing. Rule: ai-view/frame. */
function SvgPicture({ code, title, taker }: { code: string; title: string; taker: Ref<PictureTaker> }) {
  const shown = useRef<HTMLImageElement>(null);
  useImperativeHandle(taker, () => ({ take: () => Promise.resolve(pictureOfImage(shown.current)) }));
  const address = useMemo(() => {
    // An SVG picture needs its namespace, which models often leave out.
    const named = /<svg\b[^>]*\bxmlns=/.test(code)
      ? code
      : code.replace(/<svg\b/, '<svg xmlns="http://www.w3.org/2000/svg"');
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`;
  }, [code]);
  return (
    <div className="relative h-full bg-rows p-4">
      <img ref={shown} src={address} alt={title} className="size-full object-contain" />
    </div>
  );
}

/** An image as it is seen, with the room around it: whole and in the middle of its box, as `object-contain` draws it. */
function pictureOfImage(image: HTMLImageElement | null): string | null {
  const box = image?.parentElement;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!image?.complete || image.naturalWidth === 0 || !box || !context) return null;
  const { naturalWidth, naturalHeight, offsetLeft, offsetTop, clientWidth, clientHeight } = image;
  [canvas.width, canvas.height] = [box.clientWidth, box.clientHeight];
  const scale = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight);
  const [width, height] = [naturalWidth * scale, naturalHeight * scale];
  context.fillStyle = getComputedStyle(box).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const [left, top] = [offsetLeft + (clientWidth - width) / 2, offsetTop + (clientHeight - height) / 2];
  context.drawImage(image, left, top, width, height);
  return canvas.toDataURL('image/png');
}

/** Reads the specification of a chart, or says in a sentence what is wrong with it. */
function readChart(code: string): { readonly problem: string } | { readonly code: string } {
  try {
    const read = chartSpec.safeParse(JSON.parse(code));
    if (read.success) return { code: JSON.stringify(read.data) };
    const [first] = read.error.issues;
    return { problem: first ? `${first.path.join('.') || 'It'}: ${first.message}` : 'It is not complete.' };
  } catch {
    return { problem: 'It is not valid JSON.' };
  }
}

function ChartPreview({ code, ...shown }: Omit<PreviewProps, 'type' | 'language'>) {
  const read = useMemo(() => readChart(code), [code]);
  if ('problem' in read) return <EmptyPanel icon={<FileCode2 />} title="This is not a chart" hint={read.problem} />;
  return <ArtifactFrame kind="chart" code={read.code} {...shown} />;
}
