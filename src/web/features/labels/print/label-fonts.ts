import han from '@expo-google-fonts/chocolate-classical-sans/400Regular/ChocolateClassicalSans_400Regular.ttf?url';
import hangul from '@expo-google-fonts/gowun-dodum/400Regular/GowunDodum_400Regular.ttf?url';
import emoji from '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf?url';
import devanagari from '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf?url';
import thai from '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf?url';
import signs from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url';
import medium from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url';
import regular from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url';

/** The font files that the PDF embeds as well. The names are ones that no installed font has. */
export const LABEL_FONT = 'Label Roboto, Label Scripts, Label Signs, Roboto, sans-serif';

const OWN = [
  [regular, '400'],
  [medium, '500'],
] as const;

/**
 * Fonts for letters that Roboto lacks, as the PDF chooses them. The browser fetches one when a text has a letter of its
 * range: the largest has 12 MB.
 */
const OTHERS = [
  ['Label Signs', signs, 'U+0-10FFFF'],
  ['Label Scripts', emoji, 'U+203C, U+2049, U+2190-23FF, U+25A0-27BF, U+2900-297F, U+2B00-2BFF, U+1F000-1FAFF'],
  [
    'Label Scripts',
    han,
    'U+2E80-2FDF, U+3000-312F, U+31A0-31BF, U+31F0-31FF, U+3400-4DBF, U+4E00-9FFF, U+F900-FAFF, U+FF00-FFEF, U+20000-323AF',
  ],
  ['Label Scripts', hangul, 'U+1100-11FF, U+3130-318F, U+A960-A97F, U+AC00-D7FF'],
  ['Label Scripts', thai, 'U+E00-E7F'],
  ['Label Scripts', devanagari, 'U+900-97F, U+A8E0-A8FF'],
] as const;

/** Loads the label fonts into a document. Until they are there, letters are drawn in another font. */
export async function loadLabelFonts(into: Document): Promise<void> {
  if ([...into.fonts].some(({ family }) => family.includes('Label Roboto'))) return void (await into.fonts.ready);
  const Face = into.defaultView?.FontFace ?? FontFace;
  const face = (family: string, file: string, described: FontFaceDescriptors) =>
    new Face(family, `url(${new URL(file, window.location.href).href})`, described);
  const own = OWN.map(([file, weight]) => face('Label Roboto', file, { weight }));
  const others = OTHERS.map(([family, file, unicodeRange]) => face(family, file, { unicodeRange }));
  for (const one of [...own, ...others]) into.fonts.add(one);
  await Promise.all(own.map((one) => one.load()));
  // Layout tells the browser which of the others the texts need.
  into.documentElement.getBoundingClientRect();
  await into.fonts.ready;
}
