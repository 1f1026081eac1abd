import type { MenuPanel, PriceLocation, ViewMode } from '#domain/menu/menu-config.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { tell } from '#web/ui/layers/prompts.tsx';
import { changePanel, changeTheme, panelAt, placeOf, useDraft } from '../draft/menu-draft.ts';
import { placeName } from '../quadrants.ts';
import { Setting, Tool } from './tool.tsx';
import { useWhole } from './use-whole.ts';

const VIEWS: readonly { value: ViewMode; label: string }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'card', label: 'Cards' },
  { value: 'table', label: 'Table' },
];
const PRICES: readonly { value: PriceLocation; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'header', label: 'Header' },
  { value: 'inline', label: 'Inline' },
];
const NO_QUADRANT = 'Please click on a quadrant (Left Top, Right Top, Left Bottom, or Right Bottom) to configure it.';
const FIRST_LEFT_BELOW = 5;

/** The display settings of the selected panel. */
export function DisplayTool() {
  const draft = useDraft();
  const place = placeOf(draft);
  const panel = place && panelAt(draft, place);
  const set = (part: Partial<MenuPanel>) => {
    if (place === null) void tell({ title: 'No quadrant selected', message: NO_QUADRANT });
    else changePanel(place, part);
  };
  return (
    <Tool label="Display">
      {draft.layout.isDualMenu && (
        <p className="-mt-1 mb-1 text-sm text-ink-2">{place === null ? 'No quadrant selected' : placeName(place)}</p>
      )}
      <Setting label="View">
        <ToggleGroup
          label="View"
          value={panel?.viewMode ?? null}
          onChange={(viewMode) => set({ viewMode })}
          options={VIEWS}
          className="w-full"
        />
        <p className="mt-1.5 text-sm text-ink-3">Auto: cards for 20 products or fewer, a table for more.</p>
      </Setting>
      <Setting label="Prices">
        <ToggleGroup
          label="Prices"
          value={panel?.priceLocation ?? null}
          onChange={(priceLocation) => set({ priceLocation })}
          options={PRICES}
          className="w-full"
        />
      </Setting>
      <Checkbox
        label="Show images"
        checked={panel?.showImages ?? false}
        onChange={(showImages) => set({ showImages })}
        className="mt-3"
      />
      <LeftBelow />
    </Tool>
  );
}

/** A setting of the theme for all panels: counts are shown only if somebody asks for them. */
function LeftBelow() {
  const { leftBelow } = useDraft().theme;
  const field = useWhole(leftBelow, { least: 1, most: 999 }, (below) => changeTheme({ leftBelow: below }));
  return (
    <div className="mt-3 border-t border-line pt-3">
      <Checkbox
        label='Show "3 left" when stock is low'
        checked={leftBelow !== null}
        onChange={(on) => changeTheme({ leftBelow: on ? FIRST_LEFT_BELOW : null })}
      />
      {leftBelow !== null && (
        <div className="mt-2 grid grid-cols-[1fr_5rem] items-center gap-2 text-sm text-ink-2">
          <span aria-hidden>Below this many pieces or grams</span>
          <TextInput aria-label="Below this many pieces or grams" inputMode="numeric" {...field} />
        </div>
      )}
    </div>
  );
}
