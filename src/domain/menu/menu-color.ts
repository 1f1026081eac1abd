import { accept, refuse, type Result } from '../result.ts';

/** Least contrast of text to its ground: WCAG 2, success criterion 1.4.3. Rule: menus/legible. */
export const LEAST_CONTRAST = 4.5;

const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/**
 * A colour as it is stored, `#rrggbb` in small letters. Takes `#rgb` and `#rrggbb`, with or without blanks around it.
 * Only colours pass, so no style can reach a page. Rule: menus/colours.
 */
export function parseColor(text: string): Result<string, { code: 'color_not_valid' }> {
  const written = text.trim().toLowerCase();
  if (!HEX.test(written)) return refuse({ code: 'color_not_valid' });
  if (written.length === 7) return accept(written);
  return accept(written.replaceAll(/[\da-f]/g, '$&$&'));
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 (the same) to 21 (black on white), of two colours `#rrggbb`. */
export function contrastOf(first: string, second: string): number {
  const [one, other] = [luminance(first), luminance(second)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** The colour of a text of this opacity on a ground, both `#rrggbb`. */
export function blended(text: string, ground: string, opacity: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [over, under] = [text, ground].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((over ?? 0) * opacity + (under ?? 0) * (1 - opacity));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
