import bwip, { type RawOptions } from 'bwip-js/node';

export interface CardPicture {
  readonly width: number;
  readonly height: number;
  /** Brightness of each dot. */
  readonly dots: Uint8Array;
}

const WIDTH = 1280;
const HEIGHT = 720;
/** A narrow bar; about two dots are the least that can be read. */
const BAR_PX = 3;
const BACKGROUND = 128;
const WHITE = 232;
const BLACK = 24;
/** Parts of a dot in each direction: a camera has no hard edges. */
const PARTS = 3;

/** A PDF417 code as on licences, as a grid of bars. */
function codeOf(text: string) {
  const escaped = text.replace(/[\^\p{Cc}]/gu, (character) => `^${String(character.charCodeAt(0)).padStart(3, '0')}`);
  // The library's types lack the options of this kind of code.
  const options: RawOptions & Record<string, unknown> = {
    ...{ bcid: 'pdf417', text: escaped, parse: true },
    ...{ columns: 13, eclevel: 5, rowmult: 3 },
  };
  const [drawn] = bwip.raw(options);
  if (!drawn || !('pixs' in drawn)) throw new Error('no code was drawn');
  const { pixs, pixx, pixy } = drawn;
  return (x: number, y: number): boolean => {
    const [column, row] = [Math.floor(x / BAR_PX + pixx / 2), Math.floor(y / BAR_PX + pixy / 2)];
    return column >= 0 && column < pixx && row >= 0 && row < pixy && pixs[row * pixx + column] === 1;
  };
}

/**
 * The back of a card before a camera, with this text as its PDF417 code; null for no code.
 * @param degrees by which it is turned clockwise
 */
export function cardPicture(text: string | null, degrees = 0): CardPicture {
  const dots = new Uint8Array(WIDTH * HEIGHT);
  const isDark = text === null ? () => false : codeOf(text);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const brightness = (fromX: number, fromY: number): number => {
    const [x, y] = [fromX * cos + fromY * sin, fromY * cos - fromX * sin];
    if (Math.abs(x) > 560 || Math.abs(y) > 330) return BACKGROUND;
    return isDark(x, y) ? BLACK : WHITE;
  };
  for (let at = 0; at < dots.length; at += 1) {
    let sum = 0;
    for (let part = 0; part < PARTS * PARTS; part += 1) {
      const fromX = (at % WIDTH) - WIDTH / 2 + ((part % PARTS) + 0.5) / PARTS;
      const fromY = Math.floor(at / WIDTH) - HEIGHT / 2 + (Math.floor(part / PARTS) + 0.5) / PARTS;
      sum += brightness(fromX, fromY);
    }
    dots[at] = sum / (PARTS * PARTS);
  }
  return { width: WIDTH, height: HEIGHT, dots };
}
