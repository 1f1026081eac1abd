import { type Ref, useMemo } from 'react';
import type { createCategoryRoute, ManagedCategory } from '#contract/managed-categories.ts';
import type { BodySent } from '#contract/route.ts';
import { slugOf } from '#domain/slug.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SaveFoot, SaveForm } from '../form/save-form.tsx';
import { PictureField } from '../edit/picture-field.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useRecordForm } from '../form/record-form.ts';
import { changeCategoryCommand, createCategoryCommand, categorySubject, NEW_CATEGORY } from './category-commands.ts';
import { familyOf, rowsOf } from './category-tree.ts';

type CategoryFields = Readonly<{
  name: string;
  slug: string;
  parent: string;
  blueprint: string;
  image: string | null;
}>;

const LABELS = { name: 'Name', slug: 'Slug', parent: 'Stands below', blueprint: 'Blueprint', image: 'Picture' };
const NONE = 'none';
const orNone = (id: number | null | undefined) => (id == null ? NONE : String(id));
const idOf = (value: string) => (value === NONE ? null : Number(value));

function fieldsOf(category: ManagedCategory | null): CategoryFields {
  return {
    name: category?.name ?? '',
    slug: category?.slug ?? '',
    parent: orNone(category?.parent_id),
    blueprint: orNone(category?.blueprint_id),
    image: category?.image ?? null,
  };
}

/** The categories as indented options. @param left a category that is left out, with those below it */
export function categoryOptions(tree: readonly ManagedCategory[], left: number | null) {
  const family = left === null ? new Set<number>() : familyOf(tree, left);
  return rowsOf(tree)
    .filter(({ category }) => !family.has(category.id))
    .map(({ category, depth }) => ({
      value: String(category.id),
      label: `${'\u2003'.repeat(depth)}${category.name}`,
    }));
}

/** Name, slug, place and blueprint of a category or a new one. */
export function CategoryForm({
  category,
  tree,
  blueprints,
  nameRef,
  onMade,
}: {
  category: ManagedCategory | null;
  tree: readonly ManagedCategory[];
  blueprints: readonly { readonly id: number; readonly name: string }[];
  nameRef: Ref<HTMLInputElement>;
  onMade: (category: ManagedCategory) => void;
}) {
  const current = useMemo(() => fieldsOf(category), [category]);
  const isNew = category === null;
  const making = useRecordForm(createCategoryCommand, NEW_CATEGORY, current, {
    version: 0,
    onDone: ({ data }) => onMade(data),
  });
  const changing = useRecordForm(changeCategoryCommand, categorySubject(category?.id ?? 0), current, {
    version: category?.version ?? 0,
  });
  const form = isNew ? making : changing;
  const { fields, isSent, change } = form;
  const name = fields.name.trim();
  const slug = fields.slug.trim();
  const problems = {
    ...(name === '' && { name: 'Give a name.' }),
    ...(slug === '' && !isNew && { slug: 'Give a slug.' }),
    ...(slug !== '' &&
      slug !== current.slug &&
      slug !== slugOf(slug) && { slug: 'Lower-case letters and digits, with hyphens between them.' }),
  };
  const shown = form.isEdited ? problems : {};
  const mayPress = Object.keys(problems).length === 0 && form.changed.length > 0 && form.conflicts.length === 0;
  const optionsOf = {
    parent: [{ value: NONE, label: 'None: at the top' }, ...categoryOptions(tree, category?.id ?? null)],
    blueprint: [
      { value: NONE, label: 'None' },
      ...blueprints.map(({ id, name: of }) => ({ value: String(id), label: of })),
    ],
  };

  async function save(): Promise<void> {
    if (!mayPress) return;
    const wire: BodySent<typeof createCategoryRoute> = {
      name,
      ...(slug !== '' && { slug }),
      parent_id: idOf(fields.parent),
      blueprint_id: idOf(fields.blueprint),
      image: fields.image,
    };
    if (isNew) return void (await making.save(`New category: ${name}`, { body: wire }));
    const wireName = {
      name: 'name',
      slug: 'slug',
      parent: 'parent_id',
      blueprint: 'blueprint_id',
      image: 'image',
    } as const;
    const body = Object.fromEntries(form.changed.map((field) => [wireName[field], wire[wireName[field]]]));
    await changing.save(`Category ${name}`, {
      params: { id: String(category.id) },
      body: { ...body, version: category.version },
    });
  }

  return (
    <SaveForm label={isNew ? 'New category' : 'Category'} className="flex flex-col gap-4" onSave={save}>
      <TextField
        ref={nameRef}
        label={LABELS.name}
        value={fields.name}
        maxLength={200}
        disabled={isSent}
        error={shown.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextField
        label={LABELS.slug}
        hint="Its name in addresses. Other systems may know it by this."
        placeholder={isNew ? slugOf(name) : ''}
        value={fields.slug}
        maxLength={200}
        disabled={isSent}
        error={shown.slug}
        onChange={({ target }) => change({ slug: target.value })}
      />
      {(['parent', 'blueprint'] as const).map((field) => (
        <Field
          key={field}
          label={LABELS[field]}
          hint={
            field === 'blueprint'
              ? 'Fields and price tiers of its products that have no blueprint of their own.'
              : undefined
          }
        >
          {(control) => (
            <Select
              id={control.id}
              aria-describedby={control['aria-describedby']}
              className="w-full"
              disabled={isSent}
              value={fields[field]}
              options={optionsOf[field]}
              onChange={(value) => change({ [field]: value })}
            />
          )}
        </Field>
      ))}
      <PictureField image={fields.image} disabled={isSent} onChange={(image) => change({ image })} />
      <FormNotices
        form={form}
        current={current}
        what="category"
        labels={LABELS}
        say={(field, of) =>
          field === 'parent' || field === 'blueprint'
            ? (optionsOf[field].find(({ value }) => value === of[field])?.label ?? '').trim()
            : field === 'image'
              ? of.image === null
                ? 'no picture'
                : 'a picture'
              : of[field] || 'empty'
        }
      />
      <SaveFoot form={form} maySave={mayPress}>
        {isNew ? 'Add category' : 'Save'}
      </SaveFoot>
    </SaveForm>
  );
}
