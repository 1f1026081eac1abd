import { useState } from 'react';
import type { ManagedCategory } from '#contract/managed-categories.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { categorySubject, deleteCategoryCommand, mergeCategoryCommand } from './category-commands.ts';
import { categoryOptions } from './category-form.tsx';

const products = (count: number) => (count === 1 ? '1 product' : `${count.toLocaleString('en-US')} products`);

/** Merges a category into another one, or deletes it if nothing belongs to it. */
export function CategoryEnd({
  category,
  tree,
  onEnded,
}: {
  category: ManagedCategory;
  tree: readonly ManagedCategory[];
  /** @param into the category that has the products now; null after a deletion */
  onEnded: (into: number | null) => void;
}) {
  const { id, name, version } = category;
  const [into, setInto] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const heard = (ended: number | null) => (outcome: { kind: string; error?: unknown; state?: 'done' | 'refused' }) => {
    if (outcome.kind === 'elsewhere' && outcome.state) tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') setRefused(sentenceOf(outcome.error));
    if (outcome.kind === 'done') onEnded(ended);
  };
  const merging = useCommand(mergeCategoryCommand, categorySubject(id, 'merge'), heard(Number(into)));
  const deleting = useCommand(deleteCategoryCommand, categorySubject(id, 'deletion'), heard(null));
  const open = merging.open ?? deleting.open;
  const params = { id: String(id) };
  const target = tree.find((one) => String(one.id) === into);
  const below = tree.filter(({ parent_id: parent }) => parent === id).length;
  const isEmpty = category.products === 0 && below === 0;
  const gainsTiers = target !== undefined && category.blueprint_id === null && target.blueprint_id !== null;
  return (
    <section aria-label="Merge or delete" className="flex flex-col gap-3 border-t border-line pt-4 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Merge into"
          className="w-64"
          disabled={open !== null}
          value={into}
          placeholder="Merge into another category"
          options={categoryOptions(tree, id)}
          onChange={(next) => {
            setRefused(null);
            setInto(next);
          }}
        />
        {target && (
          <Button
            variant="danger"
            busy={merging.open !== null}
            disabled={open !== null && merging.open === null}
            onClick={() => {
              setRefused(null);
              void merging.send({
                title: `Merge ${name} into ${target.name}`,
                memo: null,
                params,
                body: { into_id: target.id, version },
              });
            }}
          >
            Merge into {target.name}
          </Button>
        )}
        {isEmpty && !target && (
          <Button
            busy={deleting.open !== null}
            onClick={() => {
              setRefused(null);
              void deleting.send({ title: `Delete ${name}`, memo: null, params, query: { version: String(version) } });
            }}
          >
            Delete {name}
          </Button>
        )}
      </div>
      {target && (
        <p className="text-ink-2">
          {products(category.products)}
          {below > 0 && ` and ${below === 1 ? '1 category' : `${below} categories`} below it`} go to {target.name}, and{' '}
          {name} is gone. This cannot be undone.
          {gainsTiers &&
            ` Those without a blueprint of their own get that of ${target.name}, which may change their prices.`}
        </p>
      )}
      {!isEmpty && !target && (
        <p className="text-ink-3">A category that has products, or categories below it, is merged.</p>
      )}
      {refused !== null && (
        <p role="alert" className="text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="change" command={open} />
    </section>
  );
}
