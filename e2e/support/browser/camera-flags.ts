/** The file that Chromium shows as its camera when started with `CAMERA_FLAGS`. It is read again for each stream. */
export const CAMERA_FILE = 'test-results/camera.y4m';

export const CAMERA_FLAGS = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${CAMERA_FILE}`,
];
