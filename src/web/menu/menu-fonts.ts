import dmSans from '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2?url';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import lora from '@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url';
import montserrat from '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2?url';
import newsreader from '@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2?url';
import oswald from '@fontsource-variable/oswald/files/oswald-latin-wght-normal.woff2?url';
import playfairDisplay from '@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url';
import robotoSlab from '@fontsource-variable/roboto-slab/files/roboto-slab-latin-wght-normal.woff2?url';
import sourceSerif from '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2?url';
import type { MenuFont, MenuTheme } from '#domain/menu/menu-config.ts';

interface FontFile {
  readonly address: string;
  /** Drawn while the file is on its way, and for letters that it does not have. */
  readonly kind: 'serif' | 'sans-serif';
}

/** Tiempos is not free to ship: Source Serif comes closest. */
const FILES: Record<MenuFont, FontFile> = {
  Tiempos: { address: sourceSerif, kind: 'serif' },
  Newsreader: { address: newsreader, kind: 'serif' },
  Lora: { address: lora, kind: 'serif' },
  'Playfair Display': { address: playfairDisplay, kind: 'serif' },
  Fraunces: { address: fraunces, kind: 'serif' },
  Inter: { address: inter, kind: 'sans-serif' },
  'DM Sans': { address: dmSans, kind: 'sans-serif' },
  Montserrat: { address: montserrat, kind: 'sans-serif' },
  Oswald: { address: oswald, kind: 'sans-serif' },
  'Roboto Slab': { address: robotoSlab, kind: 'serif' },
};

/** A prefix that keeps these families apart from those of the staff app with the same fonts. */
const familyOf = (font: MenuFont): string => `Menu ${font}`;

/** For the style property `font-family`. */
export function fontFamily(font: MenuFont): string {
  return `"${familyOf(font)}", ${FILES[font].kind}`;
}

const loading = new Map<MenuFont, Promise<void>>();

/** Loads a font when it is first chosen. If its file cannot be fetched, the next screen that is drawn tries again. */
function load(font: MenuFont): Promise<void> {
  const known = loading.get(font);
  if (known) return known;
  const face = new FontFace(familyOf(font), `url(${FILES[font].address}) format("woff2")`, {
    weight: '100 900',
    display: 'block',
  });
  const loaded = face.load().then(
    (ready) => void document.fonts.add(ready),
    () => void loading.delete(font),
  );
  loading.set(font, loaded);
  return loaded;
}

/** The files of the fonts of a theme, for a screen that keeps them. */
export function fontFiles({ titleFont, pricingFont, cardFont }: MenuTheme): string[] {
  return [...new Set([titleFont, pricingFont, cardFont].map((font) => FILES[font].address))];
}

/** Resolves when the fonts of a theme are loaded or cannot be. Loads nothing in an environment without font faces. */
export async function loadFonts({ titleFont, pricingFont, cardFont }: MenuTheme): Promise<void> {
  if (!('FontFace' in globalThis)) return;
  await Promise.all([titleFont, pricingFont, cardFont].map(load));
}
