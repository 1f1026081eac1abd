/**
 * Draws the pictures of the demo shop into public/pictures:
 *   node --import tsx scripts/pictures/draw.ts [pattern of slugs]
 * With `--sheet FILE.png` it draws one contact sheet to look at instead.
 * Needs a Chromium: CHROMIUM_PATH, or /usr/bin/chromium, or the one Playwright installed.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';

/** Tried in turn until a picture is small enough; what is finely structured needs the lower ones. */
const QUALITIES = [0.82, 0.74, 0.66, 0.58];
const MOST_BYTES = 12_000;
const SHEET_COLUMNS = 8;
const SHEET_SIDE = 192;

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../..');

const { values, positionals } = parseArgs({ options: { sheet: { type: 'string' } }, allowPositionals: true });
const wanted = new RegExp(positionals[0] ?? '');

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((file) => file && existsSync(file));
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
try {
  const page = await openStudio(await browser.newPage());
  const slugs = (await page.evaluate(() => window.studio.slugs)).filter((slug) => wanted.test(slug));
  if (values.sheet) {
    await writeFile(values.sheet, await drawSheet(page, slugs));
  } else {
    await drawPictures(page, slugs);
  }
} finally {
  await browser.close();
}

async function openStudio(page: Page): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [path.join(here, 'studio.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2023',
  });
  const inter = path.join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
  await page.evaluate(
    async (bytes) => {
      const face = new FontFace('Inter Variable', `url(data:font/woff2;base64,${bytes})`, { weight: '100 900' });
      document.fonts.add(await face.load());
    },
    (await readFile(inter)).toString('base64'),
  );
  await page.addScriptTag({ content: outputFiles.map((file) => file.text).join('\n') });
  return page;
}

async function drawSheet(page: Page, slugs: readonly string[]): Promise<Buffer> {
  const sheet = { slugs, columns: SHEET_COLUMNS, side: SHEET_SIDE };
  return bytesOf(await page.evaluate((it) => window.studio.contactSheet(it.slugs, it.columns, it.side), sheet));
}

async function drawPictures(page: Page, slugs: readonly string[]): Promise<void> {
  const target = path.join(root, 'public/pictures');
  await mkdir(target, { recursive: true });
  let total = 0;
  for (const slug of slugs) {
    const picture = await smallPicture(page, slug);
    total += picture.length;
    await writeFile(path.join(target, `${slug}.webp`), picture);
  }
  console.log(`${slugs.length} pictures, ${Math.round(total / 1024)} kB`);
}

async function smallPicture(page: Page, slug: string): Promise<Buffer> {
  let picture = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    const wish = { slug, quality };
    picture = bytesOf(await page.evaluate((it) => window.studio.webpOf(it.slug, it.quality), wish));
    if (picture.length <= MOST_BYTES) break;
  }
  return picture;
}

function bytesOf(dataUrl: string): Buffer<ArrayBuffer> {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}
