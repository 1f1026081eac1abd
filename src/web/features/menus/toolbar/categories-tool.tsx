import { QUADRANTS } from '#domain/menu/menu-config.ts';
import type { Place } from '#domain/menu/menu-layout.ts';
import { type CountedCategory, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { clearAll, panelAt, setCategory, turn, useDraft } from '../draft/menu-draft.ts';
import type { MenuDraft } from '../draft/parts.ts';
import { categoryOf, placeName } from '../quadrants.ts';
import { Setting, Tool } from './tool.tsx';

const NONE = 'none';

/** Chooses the category of each panel; a dual menu has four panels. Rule: menus/stacking. */
export function CategoriesTool() {
  const draft = useDraft();
  const { categories } = useCatalogue();
  const { isDualMenu, orientation } = draft.layout;
  const places: readonly Place[] = isDualMenu ? QUADRANTS : ['single'];
  return (
    <Tool label="Categories" className="w-80">
      {isDualMenu && orientation === 'vertical' ? (
        <div className="text-sm text-ink-2">
          <p>The categories of a dual menu are chosen on a horizontal screen.</p>
          <Button size="sm" className="mt-2" onClick={() => turn('horizontal')}>
            Horizontal
          </Button>
        </div>
      ) : (
        <>
          {places.map((place) => (
            <CategorySetting key={place} place={place} draft={draft} categories={categories} />
          ))}
          {isDualMenu && (
            <p className="mt-3 text-sm text-ink-3">A category at the bottom stacks two panels on that side.</p>
          )}
        </>
      )}
      <div className="mt-3 border-t border-line pt-3">
        <Button size="sm" onClick={clearAll}>
          Clear All
        </Button>
      </div>
    </Tool>
  );
}

function CategorySetting({
  place,
  draft,
  categories,
}: {
  place: Place;
  draft: MenuDraft;
  categories: readonly CountedCategory[];
}) {
  const { category } = panelAt(draft, place);
  const known = categoryOf(categories, category);
  const label = place === 'single' ? 'Category' : placeName(place);
  return (
    <Setting label={label}>
      <Select
        label={label}
        value={category === null ? NONE : known ? String(known.id) : category}
        onChange={(chosen) => setCategory(place, chosen === NONE ? null : chosen)}
        className={cx('w-full', draft.selected === place && 'border-accent')}
        options={[
          { value: NONE, label: 'None' },
          ...(category !== null && !known ? [{ value: category, label: `${category} (not in the catalogue)` }] : []),
          ...categories.map(({ id, name, count }) => ({ value: String(id), label: `${name} (${count})` })),
        ]}
      />
    </Setting>
  );
}
