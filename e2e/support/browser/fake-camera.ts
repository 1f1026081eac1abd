import { writeFile } from 'node:fs/promises';
import { cardPicture } from '#testing/card-picture.ts';
import { CAMERA_FILE } from './camera-flags.ts';

/**
 * Holds a card with this code before the camera; null holds up a card without a code.
 * @param degrees the tilt of the card
 */
export async function holdCard(text: string | null, degrees = 0): Promise<void> {
  const { width, height, dots } = cardPicture(text, degrees);
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), dots, colours]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(CAMERA_FILE, Buffer.concat([header, frame, frame]));
}
