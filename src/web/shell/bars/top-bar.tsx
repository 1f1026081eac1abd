import { Library, MapPin } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useMay } from '#web/api/session/session.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { UnifiedSearch } from '../unified-search/unified-search.tsx';
import { type ViewId, VIEWS } from '../views/views.ts';

const ArtifactLibrary = lazyPart(
  async () => (await import('#web/features/assistant/library/artifact-library.tsx')).ArtifactLibrary,
);
const LocationSwitcher = lazyPart(async () => (await import('./top-bar-menus.tsx')).LocationSwitcher);

/** The bar above every view. Views with a list have a search in it; Manage and the AI Canvas View have none. */
export function TopBar({ view }: { view: ViewId | null }) {
  const maySwitch = useMay('switch-location');
  return (
    <header className="flex items-center gap-3 border-b border-line bg-panel px-3">
      {view === null || view === 'ai-view' ? (
        <h1 className="truncate px-1 text-base font-semibold">{view === null ? 'Manage' : VIEWS[view].title}</h1>
      ) : (
        <>
          <h1 className="sr-only">{VIEWS[view].title}</h1>
          <div className="w-full max-w-2xl min-w-0 max-[1100px]:max-w-[35rem]">
            <UnifiedSearch view={view} />
          </div>
        </>
      )}
      <div className="grow basis-0" />
      <Suspense fallback={<MenuPlace icon={<Library className="size-4.5" />} />}>
        <ArtifactLibrary />
      </Suspense>
      {maySwitch && (
        <Suspense fallback={<MenuPlace icon={<MapPin className="size-4" />} />}>
          <LocationSwitcher />
        </Suspense>
      )}
    </header>
  );
}

function MenuPlace({ icon }: { icon: ReactNode }) {
  return (
    <span aria-hidden className="grid size-touch place-items-center text-ink-3">
      {icon}
    </span>
  );
}
