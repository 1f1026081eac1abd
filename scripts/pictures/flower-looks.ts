import type { BudLook, BudShape } from './bud.ts';
import type { Tone } from './paint.ts';

const ORANGE: Tone = [0.7, 0.16, 55];
const RUST: Tone = [0.58, 0.15, 42];
const GOLD: Tone = [0.78, 0.14, 78];
const PEACH: Tone = [0.8, 0.1, 55];
const ROSE: Tone = [0.72, 0.13, 12];

/** How each strain looks, by slug: its shape, its greens, its second colour, its hairs, its frost, its backdrop. */
export const FLOWER_LOOKS: Readonly<Record<string, BudLook>> = {
  'blue-ridge-mist': bud('cone', [0.55, 0.08, 165], [0.62, 0.08, 235], 0.55, ORANGE, 0.75, 225),
  'peach-porch': bud('round', [0.66, 0.12, 125], [0.8, 0.1, 70], 0.4, ORANGE, 0.4, 55),
  'lantern-fruit': bud('long', [0.7, 0.15, 118], [0.85, 0.15, 102], 0.6, GOLD, 0.35, 100),
  'static-lemon': bud('spade', [0.68, 0.15, 122], [0.88, 0.15, 108], 0.75, PEACH, 0.45, 95),
  'cold-creek': bud('round', [0.42, 0.07, 150], [0.36, 0.05, 190], 0.5, RUST, 0.35, 195),
  'banana-ledger': bud('twin', [0.72, 0.12, 115], [0.9, 0.11, 98], 0.65, ORANGE, 0.5, 85),
  'pine-barrens': bud('cone', [0.48, 0.1, 152], [0.58, 0.12, 145], 0.4, ORANGE, 0.25, 150),
  'sour-dogwood': bud('long', [0.68, 0.18, 130], [0.82, 0.17, 122], 0.5, RUST, 0.3, 130),
  'cherry-vinyl': bud('spade', [0.52, 0.09, 138], [0.48, 0.16, 18], 0.62, RUST, 0.45, 15),
  'papaya-parade': bud('round', [0.64, 0.12, 122], [0.76, 0.15, 62], 0.62, ORANGE, 0.4, 65),
  'sage-signal': bud('twin', [0.66, 0.05, 140], [0.76, 0.04, 150], 0.5, PEACH, 0.65, 145),
  'biscuit-weather': bud('spade', [0.62, 0.07, 110], [0.76, 0.07, 80], 0.62, RUST, 0.5, 75),
  'honeycomb-haze': bud('long', [0.64, 0.11, 112], [0.8, 0.14, 84], 0.72, GOLD, 0.4, 82),
  'tangerine-radio': bud('cone', [0.62, 0.13, 128], [0.74, 0.17, 56], 0.45, [0.72, 0.19, 50], 0.35, 50),
  'storm-cellar': bud('cone', [0.44, 0.04, 170], [0.45, 0.04, 265], 0.65, RUST, 0.55, 260),
  'key-lime-alibi': bud('round', [0.76, 0.17, 126], [0.9, 0.13, 118], 0.5, GOLD, 0.35, 120),
  'juniper-jazz': bud('spade', [0.52, 0.08, 175], [0.5, 0.1, 255], 0.5, ORANGE, 0.55, 245),
  'grapefruit-anthem': bud('twin', [0.66, 0.13, 128], [0.76, 0.13, 28], 0.5, ROSE, 0.4, 25),
  'carolina-sundown': bud('cone', [0.46, 0.1, 320], [0.68, 0.16, 50], 0.5, ORANGE, 0.55, 40),
  'velvet-hammock': bud('round', [0.4, 0.13, 305], [0.52, 0.15, 310], 0.6, ORANGE, 0.5, 305),
  'marzipan-moon': bud('spade', [0.76, 0.06, 130], [0.92, 0.03, 100], 0.7, PEACH, 1, 75),
  ultraviolet: bud('long', [0.36, 0.13, 292], [0.5, 0.2, 300], 0.6, ROSE, 0.55, 290),
  'glacier-mint': bud('cone', [0.76, 0.08, 165], [0.93, 0.04, 190], 0.65, PEACH, 1, 180),
  copperhead: bud('round', [0.56, 0.09, 118], [0.58, 0.13, 45], 0.55, [0.62, 0.16, 45], 0.45, 48),
  'raspberry-tin': bud('spade', [0.54, 0.09, 140], [0.58, 0.19, 355], 0.7, ROSE, 0.55, 355),
  'smoky-quartz': bud('twin', [0.56, 0.03, 160], [0.66, 0.05, 310], 0.6, PEACH, 0.85, 300),
  'electric-fig': bud('cone', [0.6, 0.17, 132], [0.46, 0.17, 315], 0.6, GOLD, 0.4, 315),
  'night-ferry': bud('spade', [0.34, 0.06, 200], [0.38, 0.11, 272], 0.6, RUST, 0.6, 265),
  'grannys-preserve-smalls': bud('cluster', [0.46, 0.07, 130], [0.42, 0.13, 5], 0.6, RUST, 0.4, 5),
  'foxglove-smalls': bud('cluster', [0.6, 0.1, 138], [0.66, 0.15, 345], 0.55, ROSE, 0.45, 345),
  'wild-muscadine-smalls': bud('cluster', [0.48, 0.09, 135], [0.42, 0.12, 320], 0.55, ORANGE, 0.35, 325),
  'butter-churn-smalls': bud('cluster', [0.72, 0.1, 112], [0.9, 0.09, 95], 0.65, ORANGE, 0.5, 90),
  'black-walnut-smalls': bud('cluster', [0.42, 0.05, 112], [0.36, 0.05, 60], 0.6, RUST, 0.3, 65),
  'sugar-orchard-smalls': bud('cluster', [0.7, 0.16, 130], [0.78, 0.12, 10], 0.32, ROSE, 0.65, 135),
  'meadowlark-smalls': bud('cluster', [0.66, 0.12, 120], [0.78, 0.1, 110], 0.5, GOLD, 0.25, 110),
  'outer-banks-smalls': bud('cluster', [0.6, 0.09, 170], [0.74, 0.07, 195], 0.55, PEACH, 0.5, 205),
};

function bud(
  shape: BudShape,
  calyx: Tone,
  tip: Tone,
  tipShare: number,
  pistil: Tone,
  frost: number,
  backdrop: number,
): BudLook {
  return { shape, calyx, tip, tipShare, pistil, frost, backdrop };
}
