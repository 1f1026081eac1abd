import { PackageSearch } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { rowPxOf } from './card-heights.ts';
import { type GridLayout, HEADER_PX, COLUMNS } from './grid-layout.ts';
import type { GridFilter } from '#web/entities/catalogue/grid-filter.ts';
import { FAVOURITES, isFiltered } from '#web/entities/catalogue/grid-filter.ts';

/** Placeholders with the size and place of the cards. */
export function GridSkeleton({ layout }: { layout: GridLayout }) {
  const cards = Array.from({ length: layout.columns }, (_, column) => column);
  const rowPx = rowPxOf({ kind: 'cards', key: '', headerIndex: 0, products: [] }, layout, new Set());
  const skeletonRows = layout.style === 'roomy' ? 3 : 7;
  return (
    <div role="status" aria-busy className="overflow-hidden">
      <span className="sr-only">Loading products...</span>
      <div className="flex items-center px-4" style={{ height: HEADER_PX }}>
        <Skeleton className="h-4 w-24" />
      </div>
      {Array.from({ length: skeletonRows }, (_, row) => (
        <div
          key={row}
          className={`grid gap-3 pt-1 pb-2 pl-4 ${COLUMNS[layout.columns]}`}
          style={{ height: rowPx, paddingRight: layout.endPx }}
        >
          {cards.map((card) => (
            <div key={card} className="flex flex-col overflow-hidden rounded-lg border border-line bg-panel">
              {layout.style === 'roomy' ? <LargeCard /> : <SmallCard narrow={layout.narrow} />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function LargeCard() {
  return (
    <>
      <Skeleton className="min-h-0 w-full grow rounded-none!" />
      <div className="flex flex-col gap-2 px-3 py-3">
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="mt-auto h-touch w-full" />
      </div>
    </>
  );
}

/** The places of `CardHead`, and the controls below it. */
function SmallCard({ narrow }: { narrow: boolean }) {
  return (
    <div className="flex grow flex-col justify-between p-2.5">
      <div
        className={
          narrow
            ? 'grid h-15 grid-cols-[auto_1fr] items-center gap-x-2 gap-y-1'
            : 'grid h-13.5 grid-cols-[auto_1fr] content-center gap-x-2.5 gap-y-2'
        }
      >
        <Skeleton className={narrow ? 'size-9' : 'row-span-2 size-12'} />
        <Skeleton className="h-4 w-3/4" />
        <Skeleton className={narrow ? 'col-span-2 h-3 w-2/5' : 'h-3 w-2/5'} />
      </div>
      <Skeleton className="h-touch w-full" />
    </div>
  );
}

const FILLED_BY = 'What sells at this location shows here by itself. Press and hold a card to pin it here.';

/** Rule: grid/empty. */
export function NoProducts({ filter, onClear }: { filter: GridFilter; onClear: () => void }) {
  const search = filter.search.trim();
  const isFavourites = filter.categoryId === FAVOURITES && search === '' && filter.blueprintField === null;
  return (
    <EmptyPanel
      icon={<PackageSearch aria-hidden />}
      title={isFavourites ? 'No favourites yet' : 'No products found'}
      hint={isFavourites ? FILLED_BY : search === '' ? 'Try adjusting your filters' : `No results for "${search}"`}
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
