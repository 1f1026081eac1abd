import { Redo2, Undo2 } from 'lucide-react';
import { ORIENTATIONS, PAGE_SECONDS, SOLD_OUT_WAYS, type SoldOutWay } from '#domain/menu/menu-config.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { changeLayout, choose, redo, turn, undo, useBuilder, useDraft } from '../draft/menu-draft.ts';
import { Setting, Tool } from './tool.tsx';
import { useWhole } from './use-whole.ts';

const ORIENTATION_NAMES = { horizontal: 'Horizontal', vertical: 'Vertical' };
const SOLD_OUT_NAMES: Record<SoldOutWay, string> = {
  grey: 'Grey out, with "Sold Out"',
  end: 'Move to the end',
  hide: 'Hide',
};

export function LayoutTool() {
  const { layout } = useDraft();
  const seconds = useWhole(layout.pageSeconds, PAGE_SECONDS, (pageSeconds) => changeLayout({ pageSeconds }));
  return (
    <Tool label="Layout">
      <Setting label="Orientation">
        <ToggleGroup
          label="Orientation"
          value={layout.orientation}
          onChange={turn}
          className="w-full"
          options={ORIENTATIONS.map((value) => ({ value, label: ORIENTATION_NAMES[value] }))}
        />
      </Setting>
      <Setting label="Sold-out products">
        <Select
          label="Sold-out products"
          value={layout.soldOut}
          onChange={(soldOut) => changeLayout({ soldOut })}
          className="w-full"
          options={SOLD_OUT_WAYS.map((value) => ({ value, label: SOLD_OUT_NAMES[value] }))}
        />
      </Setting>
      <Setting label="Seconds for each page">
        <TextInput aria-label="Seconds for each page" inputMode="numeric" {...seconds} />
        <p className="mt-1.5 text-sm text-ink-3">
          What does not fit on one page takes turns. {PAGE_SECONDS.least} to {PAGE_SECONDS.most} seconds.
        </p>
      </Setting>
    </Tool>
  );
}

export function ModeToggle() {
  const { layout } = useDraft();
  const { categories } = useCatalogue();
  return (
    <ToggleGroup
      label="Single or dual menu"
      value={layout.isDualMenu ? 'dual' : 'single'}
      onChange={(mode) =>
        choose(
          mode,
          categories.map(({ id }) => String(id)),
        )
      }
      className="shrink-0"
      options={[
        { value: 'single', label: 'Single' },
        { value: 'dual', label: 'Dual' },
      ]}
    />
  );
}

export function Steps() {
  const { past, future } = useBuilder(({ history }) => history);
  return (
    <>
      <IconButton
        label="Undo (Ctrl+Z)"
        icon={<Undo2 className="size-4" />}
        disabled={past.length === 0}
        onClick={undo}
        tooltipSide="bottom"
      />
      <IconButton
        label="Redo (Ctrl+Shift+Z)"
        icon={<Redo2 className="size-4" />}
        disabled={future.length === 0}
        onClick={redo}
        tooltipSide="bottom"
      />
    </>
  );
}
