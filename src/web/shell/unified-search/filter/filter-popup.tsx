import { counted } from '#domain/counted.ts';
import { Check, ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId } from 'react';
import { blueprintLabel } from '#domain/blueprint-fields.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { useUser } from '#web/api/session/session.ts';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { updateView, useViewState } from '#web/shell/views/view-memory.ts';
import { type Entry, useEntries } from './filter-entries.ts';
import type { PopupProps } from '../popup-props.ts';
import { useOptionList } from '../option-list.ts';
import { Announce, NoLocation, NothingFound, Option, OptionPane } from '../popup-parts.tsx';
import { useUnifiedSearch } from '../use-unified-search.ts';

/** Categories, and blueprint fields with their values, from the catalogue in memory. Rule: search/filter-categories. */
export function FilterPopup({ view, text }: PopupProps) {
  const { products, categories, isPending, error, refetch } = useCatalogue();
  const { location_id: locationId } = useUser();
  const query = useDeferredValue(text);
  const entries = useEntries(view, query, products, categories);
  const matches = entries.filter(({ found }) => found === true);
  useOptionList({
    count: entries.length,
    // Enter takes the only match once the list is up to date with the typed text.
    sole: query === text && matches.length === 1 && matches[0] ? entries.indexOf(matches[0]) : null,
    pick: (index) => entries[index]?.pick(),
  });
  if (locationId === null) return <NoLocation />;
  if (isPending) return <LoadingPanel label="Loading filters..." />;
  if (error && products.length === 0) {
    return <ErrorPanel title="Failed to fetch products" error={error} onRetry={refetch} />;
  }
  return (
    <>
      <ActiveFilters view={view} />
      <Groups entries={entries} query={query} />
      <Announce text={counted(entries.length, 'filter')} />
    </>
  );
}

function Groups({ entries, query }: { entries: readonly Entry[]; query: string }) {
  const field = useUnifiedSearch((search) => search.field);
  const id = useId();
  const groups = [...new Set(entries.map(({ group }) => group))];
  if (entries.length === 0) {
    return (
      <NothingFound
        title={`No categories or values found for "${query.trim()}"`}
        hint="Try adjusting your search terms"
      />
    );
  }
  return (
    <OptionPane label="Filters" listKey={`${field} ${query}`} className="grid grid-cols-2 gap-x-1">
      {groups.map((group) => (
        <div
          key={group}
          role="group"
          aria-labelledby={`${id}-${group}`}
          className={groups.length === 1 ? 'col-span-2' : 'sticky top-0 self-start last:static'}
        >
          <div id={`${id}-${group}`} role="presentation" className="px-3 pt-2 pb-1 text-xs font-medium text-ink-3">
            {group}
          </div>
          {entries.map(
            (entry, index) =>
              entry.group === group && (
                <Option key={entry.key} index={index} selected={entry.selected ?? false}>
                  <EntryLine entry={entry} />
                </Option>
              ),
          )}
          {field !== null &&
            group === blueprintLabel(field) &&
            entries.every(({ group: of, leads }) => of !== group || leads) && (
              <p className="px-3 py-4 text-base text-ink-2">No values found for this field</p>
            )}
        </div>
      ))}
    </OptionPane>
  );
}

function EntryLine({ entry: { name, prefix, count, selected, leads } }: { entry: Entry }) {
  return (
    <>
      {leads === 'out' && <ChevronLeft aria-hidden className="-ml-1 size-4 shrink-0 text-ink-3" />}
      <span className="min-w-0 grow truncate text-base">
        {prefix && <span className="text-ink-2">{prefix}: </span>}
        {name}
      </span>
      {selected && <Check aria-hidden className="size-4 shrink-0 text-accent-ink" />}
      {leads !== 'out' && <span className="text-sm text-ink-2">{count.toLocaleString('en-US')}</span>}
      {leads === 'in' && <ChevronRight aria-hidden className="-mr-1 size-4 shrink-0 text-ink-3" />}
    </>
  );
}

/** The filters in force; each can be removed. */
function ActiveFilters({ view }: { view: PopupProps['view'] }) {
  const { categoryId, blueprintField, blueprintValue } = useViewState(view);
  const { categories } = useCatalogue();
  if (categoryId === null && blueprintField === null) return null;
  const category = categories.find(({ id }) => id === categoryId);
  return (
    <div className="flex flex-wrap gap-1.5 border-b border-line px-3 py-2">
      {categoryId !== null && (
        <Chip onRemove={() => updateView(view, { categoryId: null })}>
          {category?.name ?? `Category ${categoryId}`}
        </Chip>
      )}
      {blueprintField !== null && (
        <Chip onRemove={() => updateView(view, { blueprintField: null, blueprintValue: null })}>
          {blueprintValue === null
            ? blueprintLabel(blueprintField)
            : `${blueprintLabel(blueprintField)}: ${blueprintValue}`}
        </Chip>
      )}
    </div>
  );
}

function Chip({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onRemove}
      className="flex h-touch max-w-full items-center gap-1.5 rounded-md border border-accent bg-accent-soft px-3 text-base font-medium text-accent-ink select-none"
    >
      <span className="sr-only">Remove filter </span>
      <span className="truncate">{children}</span>
      <X aria-hidden className="size-4 shrink-0" />
    </button>
  );
}
