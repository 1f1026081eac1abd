import { describe, expect, it } from 'vitest';
import { blended, contrastOf, LEAST_CONTRAST, parseColor } from './menu-color.ts';
import { DEFAULT_THEME, inferredType, MENU_FONTS } from './menu-config.ts';
import { MENU_TEMPLATES } from './menu-templates.ts';

describe('the templates', () => {
  it('are six layouts and six themes, each of its own name', () => {
    for (const type of ['layout', 'theme']) {
      const of = MENU_TEMPLATES.filter(({ config_type }) => config_type === type);
      expect(of).toHaveLength(6);
      expect(of.map(({ config_data }) => inferredType(config_data))).toEqual(of.map(() => type));
    }
    for (const key of ['id', 'name'] as const)
      expect(new Set(MENU_TEMPLATES.map((template) => template[key])).size).toBe(MENU_TEMPLATES.length);
  });

  it('can be read: every text stands out from its ground', () => {
    for (const { name, config_data } of MENU_TEMPLATES.filter(({ config_type }) => config_type === 'theme')) {
      const theme = { ...DEFAULT_THEME, ...config_data };
      for (const [text, ground] of [
        [theme.fontColor, theme.backgroundColor],
        [theme.fontColor, theme.containerColor],
        [theme.cardFontColor, theme.containerColor],
        [theme.cardFontColor, theme.imageBackgroundColor],
      ] as const) {
        // Details and labels are dimmed.
        expect([name, contrastOf(blended(text, ground, 0.75), ground) > LEAST_CONTRAST]).toEqual([name, true]);
        expect(parseColor(text)).toEqual({ ok: true, value: text });
      }
      expect(MENU_FONTS).toEqual(expect.arrayContaining([theme.titleFont, theme.pricingFont, theme.cardFont]));
    }
  });
});
