import { useState } from 'react';
import { parseColor } from '#domain/menu/menu-color.ts';
import { DEFAULT_THEME } from '#domain/menu/menu-config.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { changeTheme, useDraft } from '../draft/menu-draft.ts';
import { Warnings } from '../preview/warnings.tsx';
import { COLORS, faintPairs, type MenuColor } from '../preview/legibility.ts';
import { Tool } from './tool.tsx';

const DEFAULTS = Object.fromEntries(COLORS.map(({ name }) => [name, DEFAULT_THEME[name]])) as Pick<
  typeof DEFAULT_THEME,
  MenuColor
>;

export function ColorsTool() {
  const { theme } = useDraft();
  return (
    <Tool label="Colors" className="w-80">
      {COLORS.map(({ name, label }) => (
        <ColorField key={name} label={label} color={theme[name]} onChange={(color) => changeTheme({ [name]: color })} />
      ))}
      <div className="mt-3">
        <Warnings sentences={faintPairs(theme)} />
      </div>
      <Button size="sm" className="mt-3" onClick={() => changeTheme(DEFAULTS)}>
        Default colors
      </Button>
    </Tool>
  );
}

/** A color, picked or typed. Text that is not a color stays in the field and changes nothing. */
function ColorField({ label, color, onChange }: { label: string; color: string; onChange: (color: string) => void }) {
  const [entry, setEntry] = useState({ of: color, text: color });
  const typed = entry.of === color ? entry.text : color;
  const isWrong = !parseColor(typed).ok;
  return (
    <div className="mt-2 grid grid-cols-[1fr_auto_6.5rem] items-center gap-2 text-sm">
      <span aria-hidden className="text-ink-2">
        {label}
      </span>
      <input
        type="color"
        aria-label={label}
        value={color}
        onChange={({ target }) => onChange(target.value)}
        className="h-9 w-10 pointer-coarse:w-touch rounded-md border border-edge bg-raised p-1"
      />
      <TextInput
        aria-label={`${label}, as #rrggbb`}
        aria-invalid={isWrong || undefined}
        value={typed}
        maxLength={9}
        onChange={({ target }) => {
          const read = parseColor(target.value);
          const isWhole = read.ok && target.value.trim().length === 7;
          setEntry({ of: isWhole ? read.value : color, text: target.value });
          if (isWhole) onChange(read.value);
        }}
        onBlur={() => {
          const read = parseColor(typed);
          if (read.ok) onChange(read.value);
        }}
        onKeyDown={({ key }) => {
          const read = parseColor(typed);
          if (key === 'Enter' && read.ok) onChange(read.value);
        }}
      />
      {isWrong && (
        <p role="alert" className="col-span-3 text-sm text-danger-ink">
          A color is # and six digits or letters from a to f, such as #1f1f1f.
        </p>
      )}
    </div>
  );
}
