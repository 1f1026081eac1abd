import medium from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url';
import regular from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url';

/** The font files that the PDF embeds as well. The name is one that no installed font has. */
export const LABEL_FONT = 'Label Roboto, Roboto, sans-serif';

/** Loads the label fonts into a document. Until they are there, letters are drawn in another font. */
export async function loadLabelFonts(into: Document): Promise<void> {
  if ([...into.fonts].some(({ family }) => family.includes('Label Roboto'))) return void (await into.fonts.ready);
  const Face = into.defaultView?.FontFace ?? FontFace;
  const files = [
    [regular, '400'],
    [medium, '500'],
  ] as const;
  const faces = files.map(
    ([file, weight]) => new Face('Label Roboto', `url(${new URL(file, window.location.href).href})`, { weight }),
  );
  for (const face of faces) into.fonts.add(face);
  await Promise.all(faces.map((face) => face.load()));
}
