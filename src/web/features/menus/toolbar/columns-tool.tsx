import { useState } from 'react';
import { columnLabel, columnsOf, menuFields, NAME_COLUMN } from '#domain/menu/menu-plan.ts';
import { placedPanels } from '#domain/menu/menu-layout.ts';
import { namedCategory, productsOf, type Shelf } from '#domain/menu/shelf.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { panelAt, placeOf, resetColumns, setColumns, useDraft } from '../draft/menu-draft.ts';
import { Tool } from './tool.tsx';

/** Cards list at most this many fields. */
const CARD_FIELDS = 3;

/** Chooses the fields of a category, shown as columns of its table or lines of its cards. */
export function ColumnsTool({ shelf, error }: { shelf: Shelf; error: unknown }) {
  const draft = useDraft();
  const named = placedPanels(draft.layout).flatMap(({ panel: { category } }) => category ?? []);
  const shown = [...new Set(named)];
  const place = placeOf(draft);
  const selected = place && panelAt(draft, place).category;
  const [picked, setPicked] = useState<string | null>(null);
  const category = [picked, selected, shown[0]].find((one) => one != null && shown.includes(one)) ?? null;
  return (
    <Tool label="Columns" disabled={category === null}>
      {category !== null && (
        <>
          {shown.length > 1 && (
            <Select
              label="Category"
              value={category}
              onChange={setPicked}
              className="mb-2 w-full"
              options={shown.map((one) => ({ value: one, label: namedCategory(shelf, one)?.name ?? one }))}
            />
          )}
          <Columns key={category} category={category} shelf={shelf} error={error} />
        </>
      )}
    </Tool>
  );
}

function Columns({ category, shelf, error }: { category: string; shelf: Shelf; error: unknown }) {
  const { layout } = useDraft();
  const found = namedCategory(shelf, category);
  const products = found ? productsOf(shelf, found) : [];
  const fields = error === null ? menuFields(products) : [];
  const chosen = found ? columnsOf(layout, found, products, category) : [NAME_COLUMN];
  const known = [...new Set([...chosen.filter((one) => one !== NAME_COLUMN && error === null), ...fields])];
  const set = (field: string, isOn: boolean) =>
    setColumns(category, [NAME_COLUMN, ...known.filter((one) => (one === field ? isOn : chosen.includes(one)))]);
  return (
    <>
      <div className="flex flex-col gap-1">
        <Checkbox label={columnLabel(NAME_COLUMN)} checked disabled onChange={() => undefined} />
        {known.map((field) => (
          <Checkbox
            key={field}
            label={columnLabel(field)}
            checked={chosen.includes(field)}
            onChange={(isOn) => set(field, isOn)}
          />
        ))}
      </div>
      {error !== null && (
        <div role="alert" className="mt-2 text-sm text-danger-ink">
          <p className="font-medium">Error loading fields</p>
          <p>{sentenceOf(error) || 'Failed to load blueprint fields'}</p>
        </div>
      )}
      {error === null && known.length === 0 && (
        <p className="mt-2 text-sm text-ink-3">The products of this category have no fields to show.</p>
      )}
      <p className="mt-2 text-sm text-ink-3">Cards list the first {CARD_FIELDS} fields.</p>
      <Button size="sm" className="mt-2" onClick={() => resetColumns(category)}>
        Defaults
      </Button>
    </>
  );
}
