import { FileCode2 } from 'lucide-react';
import { type Ref, Suspense, useMemo } from 'react';
import { chartSpec, type FrameRows } from '#contract/artifact-frame.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { EmptyPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ArtifactFrame, type PictureTaker } from './artifact-frame.tsx';
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
  if (type === 'svg') return <SvgPicture code={code} title={title} />;
  if (type === 'markdown') {
    return (
      <Suspense fallback={<LoadingPanel />}>
        <ScrollRegion label={title} className="h-full overflow-y-auto bg-ground p-6">
          <div className="mx-auto max-w-2xl">
            <Markdown text={code} />
          </div>
        </ScrollRegion>
      </Suspense>
    );
  }
  if (type === 'csv') {
    return (
      <Suspense fallback={<LoadingPanel />}>
        <CsvTable code={code} title={title} />
      </Suspense>
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

/** As a picture an SVG runs no script and loads nothing. Rule: ai-view/frame. */
function SvgPicture({ code, title }: { code: string; title: string }) {
  const address = useMemo(() => {
    // An SVG picture needs its namespace, which models often leave out.
    const named = /<svg\b[^>]*\bxmlns=/.test(code)
      ? code
      : code.replace(/<svg\b/, '<svg xmlns="http://www.w3.org/2000/svg"');
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`;
  }, [code]);
  return (
    <div className="h-full bg-ground p-4">
      <img src={address} alt={title} className="size-full object-contain" />
    </div>
  );
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
