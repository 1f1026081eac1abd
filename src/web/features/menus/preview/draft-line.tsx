import { CalendarClock } from 'lucide-react';
import type { WireMenuConfig } from '#contract/menus.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useConfigs } from '../library/menu-queries.ts';
import { load } from '../draft/loading.ts';
import { unsaved, useDraft } from '../draft/menu-draft.ts';
import type { MenuDraft, Origin } from '../draft/parts.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';

/** The layout and theme of the draft, their unsaved changes, and versions that others saved meanwhile. */
export function DraftLine({ onAsOf, isAsOfOpen }: { onAsOf: () => void; isAsOfOpen: boolean }) {
  const draft = useDraft();
  const changed = unsaved(draft);
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-4 border-b border-line px-4 py-1 text-sm">
      <Part what="Layout" from={draft.layoutFrom} isChanged={changed.layout} />
      <Part what="Theme" from={draft.themeFrom} isChanged={changed.theme} />
      <div className="grow" />
      <Newer draft={draft} />
      <Button
        size="sm"
        variant="ghost"
        aria-expanded={isAsOfOpen}
        icon={<CalendarClock aria-hidden className="size-4" />}
        onClick={onAsOf}
      >
        Show as of
      </Button>
    </div>
  );
}

function Part({ what, from, isChanged }: { what: string; from: Origin<unknown> | null; isChanged: boolean }) {
  return (
    <span className="flex min-w-0 items-baseline gap-1.5">
      <span className="text-ink-3">{what}</span>
      <Truncate text={from?.name ?? 'New'} className="max-w-52 font-medium" />
      {isChanged && <span className="shrink-0 text-yellow">not saved</span>}
    </span>
  );
}

/** Warns that somebody else saved the loaded configuration, before one's own save is refused. */
function Newer({ draft: { layoutFrom, themeFrom } }: { draft: MenuDraft }) {
  const { data = [] } = useConfigs();
  const isNewer = ({ id, version }: WireMenuConfig) =>
    [layoutFrom, themeFrom].some((from) => from !== null && from.id === id && from.version < version);
  const newer = data.find(isNewer);
  if (!newer) return null;
  return (
    <span role="status" className="flex min-w-0 items-center gap-2 text-yellow">
      <span className="truncate">
        {newer.updated_by ?? 'Somebody'} saved a newer {newer.name}.
      </span>
      <Button size="sm" onClick={() => load(newer)}>
        Load it
      </Button>
    </span>
  );
}
