import medium from 'pdfmake/fonts/Roboto/Roboto-Medium.ttf?url';
import regular from 'pdfmake/fonts/Roboto/Roboto-Regular.ttf?url';

/** The files that the PDF embeds as well, under a name that no font of the machine has. */
export const LABEL_FONT = 'Label Roboto, Roboto, sans-serif';

/** Brings the fonts of labels to a document. Its letters are drawn in another font until they are there. */
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
