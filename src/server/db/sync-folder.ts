import { open } from 'node:fs/promises';

/** Puts on the disk which files a folder has: a file that was flushed and renamed can be lost with its name otherwise. */
export async function syncFolder(folder: string): Promise<void> {
  // Some systems cannot open a folder to flush it. The rename is then as safe as they make it.
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
