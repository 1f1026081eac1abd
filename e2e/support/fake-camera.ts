import { writeFile } from 'node:fs/promises';
import { raw, type RawOptions } from 'bwip-js/node';

const WIDTH = 1280;
const HEIGHT = 720;
/** A narrow bar on the picture; about two pixels are the least that can be read. */
const MODULE_PX = 3;
const GREY = 128;

interface Code {
  readonly width: number;
  isDark(x: number, y: number): boolean;
  readonly height: number;
}

/** A PDF417 code as on licences, as a grid of modules. */
function codeOf(text: string): Code {
  const escaped = text.replace(/[\^\p{Cc}]/gu, (character) => `^${String(character.charCodeAt(0)).padStart(3, '0')}`);
  // Its types do not know the options of this kind of code.
  const options: RawOptions & Record<string, unknown> = {
    ...{ bcid: 'pdf417', text: escaped, parse: true },
    ...{ columns: 13, eclevel: 5, rowmult: 3 },
  };
  const [drawn] = raw(options);
  if (!drawn || !('pixs' in drawn)) throw new Error('no code was drawn');
  const { pixs, pixx: width, pixy: height } = drawn;
  return { width, height, isDark: (x, y) => pixs[y * width + x] === 1 };
}

/** A picture of a white card with a code in the middle, turned; a byte of brightness for each dot. */
function cardPicture(text: string | null, degrees: number): Buffer {
  const picture = Buffer.alloc(WIDTH * HEIGHT, GREY);
  const code = text === null ? null : codeOf(text);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [fromX, fromY] = [x - WIDTH / 2, y - HEIGHT / 2];
      const [cardX, cardY] = [fromX * cos + fromY * sin, fromY * cos - fromX * sin];
      if (Math.abs(cardX) > 560 || Math.abs(cardY) > 330) continue;
      const column = code ? Math.floor(cardX / MODULE_PX + code.width / 2) : -1;
      const row = code ? Math.floor(cardY / MODULE_PX + code.height / 2) : -1;
      const isIn = code !== null && column >= 0 && column < code.width && row >= 0 && row < code.height;
      picture[y * WIDTH + x] = isIn && code.isDark(column, row) ? 24 : 232;
    }
  }
  return picture;
}

/** The file that Chromium shows as a camera when it is started with `CAMERA_FLAGS`; read anew for each stream. */
export const CAMERA_FILE = 'test-results/camera.y4m';

export const CAMERA_FLAGS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${CAMERA_FILE}`,
];

/** Holds a card with this code before the camera; null: a card without one. */
export async function holdCard(text: string | null, degrees = 0): Promise<void> {
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, GREY);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), cardPicture(text, degrees), colours]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(CAMERA_FILE, Buffer.concat([header, frame, frame]));
}
