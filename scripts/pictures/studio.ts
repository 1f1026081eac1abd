import { PRODUCTS } from '#server/demo/catalogue.ts';
import type { DemoProduct } from '#server/demo/model.ts';
import { createRandom, type Random } from '#server/demo/random.ts';
import { CATEGORY } from '#server/demo/shop.ts';

import { drawBaked, isBaked } from './baked.ts';
import { drawFlower } from './bud.ts';
import { drawDrink, drawMixedCase } from './drinks.ts';
import { drawExtract } from './extracts.ts';
import { flavorOf } from './flavors.ts';
import { FLOWER_LOOKS } from './flower-looks.ts';
import { GLASSWARE } from './glassware.ts';
import { type Good, GOODS } from './goods.ts';
import { KEEPSAKES } from './keepsakes.ts';
import { type Pen, SIDE, stage } from './paint.ts';
import { drawRoll } from './rolls.ts';
import { SUNDRIES } from './sundries.ts';
import { drawSweet } from './sweets.ts';
import { drawVape } from './vapes.ts';

/** Drawn at twice the size and scaled down, so that edges are smooth. */
const OVERSAMPLING = 2;
const MIXED_CASE = ['black-cherry', 'grapefruit', 'cucumber', 'blueberry'];

const ACCESSORIES: Readonly<Record<string, Good>> = { ...GOODS, ...SUNDRIES, ...GLASSWARE, ...KEEPSAKES };

type Draw = (pen: Pen, random: Random) => void;

const DRAWINGS = new Map(
  PRODUCTS.flatMap((product) => {
    const drawing = drawingOf(product);
    return drawing ? [[product.slug, drawing] as const] : [];
  }),
);

function drawingOf({ slug, name, categoryId }: DemoProduct): Draw | null {
  switch (categoryId) {
    case CATEGORY.flower: {
      const look = FLOWER_LOOKS[slug];
      return look ? (pen, random) => drawFlower(pen, random, look) : null;
    }
    case CATEGORY.vape:
      return (pen) => drawVape(pen, name, flavorOf(slug));
    case CATEGORY.moonwater:
      return slug === 'moonwater-mixed-case'
        ? (pen) => drawMixedCase(pen, MIXED_CASE.map(flavorOf))
        : (pen) => drawDrink(pen, slug, name, flavorOf(slug));
    case CATEGORY.concentrate:
      return (pen, random) => drawExtract(pen, random, name, flavorOf(slug));
    case CATEGORY.edible:
      return (pen, random) =>
        isBaked(slug) ? drawBaked(pen, random, slug) : drawSweet(pen, random, slug, name, flavorOf(slug));
    case CATEGORY.preRoll:
      return (pen, random) => drawRoll(pen, random, slug, name, flavorOf(slug));
    default: {
      const good = ACCESSORIES[slug];
      return good ? (pen) => drawGood(pen, good) : null;
    }
  }
}

function drawGood(pen: Pen, [backdrop, drawIt]: Good): void {
  stage(pen, backdrop);
  drawIt(pen);
}

function canvas(width: number, height: number): [HTMLCanvasElement, Pen] {
  const element = document.createElement('canvas');
  element.width = width;
  element.height = height;
  const pen = element.getContext('2d');
  if (!pen) throw new Error('No canvas');
  pen.imageSmoothingQuality = 'high';
  return [element, pen];
}

function draw(slug: string): HTMLCanvasElement {
  const drawing = DRAWINGS.get(slug);
  if (!drawing) throw new Error(`No drawing for ${slug}`);
  const [large, pen] = canvas(SIDE * OVERSAMPLING, SIDE * OVERSAMPLING);
  pen.scale(OVERSAMPLING, OVERSAMPLING);
  drawing(pen, createRandom(`picture/${slug}`));
  const [picture, copy] = canvas(SIDE, SIDE);
  copy.drawImage(large, 0, 0, SIDE, SIDE);
  return picture;
}

function contactSheet(slugs: readonly string[], columns: number, side: number): string {
  const step = side + 8;
  const [sheet, pen] = canvas(columns * step + 8, Math.ceil(slugs.length / columns) * step + 8);
  pen.fillStyle = '#111312';
  pen.fillRect(0, 0, sheet.width, sheet.height);
  slugs.forEach((slug, index) => {
    pen.drawImage(draw(slug), 8 + (index % columns) * step, 8 + Math.floor(index / columns) * step, side, side);
  });
  return sheet.toDataURL('image/png');
}

/** What the script that drives the browser calls. */
const studio = {
  slugs: [...DRAWINGS.keys()],
  webpOf: (slug: string, quality: number): string => draw(slug).toDataURL('image/webp', quality),
  contactSheet,
};

declare global {
  interface Window {
    studio: typeof studio;
  }
}

window.studio = studio;
