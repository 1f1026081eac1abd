import { writeFile } from 'node:fs/promises';
import { cardPicture } from '#testing/card-picture.ts';

/** The file that Chromium shows as a camera when it is started with `CAMERA_FLAGS`; read anew for each stream. */
const CAMERA_FILE = 'test-results/camera.y4m';

export const CAMERA_FLAGS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${CAMERA_FILE}`,
];

/** Holds a card with this code before the camera; null: a card without one. @param degrees by which it is out of level */
export async function holdCard(text: string | null, degrees = 0): Promise<void> {
  const { width, height, dots } = cardPicture(text, degrees);
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), dots, colours]);
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`);
  await writeFile(CAMERA_FILE, Buffer.concat([header, frame, frame]));
}
