import { FolderTree, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ManagedCategory } from '#contract/managed-categories.ts';
import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { rowButton } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { useBlueprints } from '../blueprints/blueprint-commands.ts';
import { useManagedCategories } from './category-commands.ts';
import { CategoryEnd } from './category-end.tsx';
import { CategoryForm } from './category-form.tsx';
import { CategoryList } from './category-list.tsx';
import { useMoves } from './use-moves.ts';

const address = addressed<{ record: string | null }>(managedView('categories'), { record: openRecord('category') });

/** The category tree, in the order of the tills. Rule: catalogue/managed-categories. */
export function CategoriesPage() {
  const categories = useManagedCategories();
  if (categories.data) return <Categories saved={categories.data} />;
  if (categories.error) {
    return (
      <ErrorPanel title="Error Loading Categories" error={categories.error} onRetry={() => categories.refetch()} />
    );
  }
  return <LoadingPanel label="Loading categories..." />;
}

function Categories({ saved }: { saved: readonly ManagedCategory[] }) {
  const { data: blueprints = [] } = useBlueprints();
  const { tree, open, isSaving, refused, move } = useMoves(saved);
  const record = useOpenRecord(address);
  const name = useRef<HTMLInputElement>(null);
  /**
   * The last category that was made. Its row takes the focus, whether it appears before or after the form has closed.
   */
  const made = useRef<number | null>(null);
  const waits = useRef(false);
  const isClosed = record.asked === undefined;
  // A new category may appear in the list after its form has closed.
  useEffect(() => {
    const row = isClosed && waits.current ? rowButton(made.current ?? 0) : null;
    if (!row) return;
    row.focus();
    waits.current = false;
  }, [isClosed, tree]);
  const shown = tree.find(({ id }) => String(id) === record.shown) ?? null;
  const openForm = (id: number | typeof NEW_RECORD) => {
    made.current = null;
    waits.current = false;
    record.open(id);
  };
  const addButton = (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => openForm(NEW_RECORD)}>
      Add category
    </Button>
  );
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-3 px-6 pb-3 max-[640px]:px-4">
        <div className="min-w-0 grow basis-60 text-sm">
          {refused === null ? (
            <span role="status" className="text-ink-3">
              {isSaving
                ? 'Saving the order...'
                : tree.length > 0 && 'Drag a category by its handle, or move it with the arrow keys.'}
            </span>
          ) : (
            <span role="alert" className="text-danger-ink">
              {refused}
            </span>
          )}
          <Checking what="order" command={open} />
        </div>
        {tree.length > 0 && addButton}
      </div>
      {tree.length === 0 ? (
        <EmptyPanel
          icon={<FolderTree aria-hidden />}
          title="No categories"
          hint="Tills group products by category. Add the first one."
          action={addButton}
        />
      ) : (
        <CategoryList
          tree={tree}
          openId={record.asked === undefined ? null : (shown?.id ?? null)}
          blueprintOf={(id) => blueprints.find((one) => one.id === id)?.name ?? ''}
          onOpen={openForm}
          onMove={move}
        />
      )}
      <Dialog
        open={record.asked === NEW_RECORD || (record.asked !== undefined && shown !== null)}
        onOpenChange={(on) => !on && record.close()}
        initialFocus={name}
        focusAfter={() => rowButton(made.current ?? shown?.id ?? 0)}
        title={record.shown === NEW_RECORD ? 'Add category' : (shown?.name ?? 'Category')}
      >
        <div key={shown?.id ?? NEW_RECORD} className="flex flex-col gap-5 pt-1">
          <CategoryForm
            category={shown}
            tree={tree}
            blueprints={blueprints}
            nameRef={name}
            onMade={({ id }) => {
              made.current = id;
              waits.current = true;
              record.close();
            }}
          />
          {shown && (
            <CategoryEnd
              category={shown}
              tree={tree}
              onEnded={(next) => {
                made.current = next;
                record.close();
              }}
            />
          )}
        </div>
      </Dialog>
    </>
  );
}
