import { PackageSearch } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { EmptyPanel } from '#web/ui/panels.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type GridLayout, HEADER_PX } from './grid-layout.ts';
import type { GridFilter } from '#web/api/grid-filter.ts';
import { isFiltered } from '#web/api/grid-filter.ts';

const SKELETON_ROWS = 3;

/** Cards of the size and place of those that come. */
export function GridSkeleton({ layout }: { layout: GridLayout }) {
  const cards = Array.from({ length: layout.columns }, (_, column) => column);
  return (
    <div role="status" aria-busy className="overflow-hidden">
      <span className="sr-only">Loading products...</span>
      <div className="flex items-center px-4" style={{ height: HEADER_PX }}>
        <Skeleton className="h-4 w-24" />
      </div>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div
          key={row}
          className={`grid gap-3 pr-1 pb-3 pl-4 ${layout.columns === 3 ? 'grid-cols-3' : 'grid-cols-2'}`}
          style={{ height: layout.rowPx }}
        >
          {cards.map((card) => (
            <div key={card} className="flex flex-col overflow-hidden rounded-lg border border-line bg-panel">
              <Skeleton className="aspect-square w-full shrink-0 rounded-none!" />
              <div className="flex grow flex-col gap-2 px-3 py-3">
                <Skeleton className="h-4 w-3/4" />
                <Skeleton className="h-3 w-2/5" />
                <Skeleton className="mt-auto h-touch w-full" />
              </div>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Source: spec §2, "Empty state". */
export function NoProducts({ filter, onClear }: { filter: GridFilter; onClear: () => void }) {
  const search = filter.search.trim();
  return (
    <EmptyPanel
      icon={<PackageSearch aria-hidden />}
      title="No products found"
      hint={search === '' ? 'Try adjusting your filters' : `No results for "${search}"`}
      action={
        isFiltered(filter) && (
          <Button size="touch" onClick={onClear}>
            Show all products
          </Button>
        )
      }
    />
  );
}
