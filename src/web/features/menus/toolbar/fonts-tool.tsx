import { DEFAULT_THEME, MENU_FONTS, type MenuFont, type MenuTheme } from '#domain/menu/menu-config.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { changeTheme, useDraft } from '../draft/menu-draft.ts';
import { Setting, Tool } from './tool.tsx';

const PARTS = [
  { name: 'titleFont', label: 'Title' },
  { name: 'pricingFont', label: 'Prices' },
  { name: 'cardFont', label: 'Products' },
] as const satisfies readonly { name: keyof MenuTheme; label: string }[];

const OPTIONS = MENU_FONTS.map((font) => ({ value: font, label: font }));

export function FontsTool() {
  const { theme } = useDraft();
  const set = (part: Partial<Pick<MenuTheme, (typeof PARTS)[number]['name']>>) => changeTheme(part);
  const all = (font: MenuFont) => set({ titleFont: font, pricingFont: font, cardFont: font });
  return (
    <Tool label="Fonts">
      {PARTS.map(({ name, label }) => (
        <Setting key={name} label={label}>
          <Select
            label={label}
            value={theme[name]}
            onChange={(font) => set({ [name]: font })}
            options={OPTIONS}
            className="w-full"
          />
        </Setting>
      ))}
      <div className="mt-3 flex gap-2">
        <Button size="sm" onClick={() => all(theme.titleFont)}>
          {theme.titleFont} for all
        </Button>
        <Button size="sm" onClick={() => all(DEFAULT_THEME.titleFont)}>
          Default
        </Button>
      </div>
    </Tool>
  );
}
