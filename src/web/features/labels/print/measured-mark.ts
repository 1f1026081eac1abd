import type { MarkIn } from '#domain/labels/calibration.ts';
import { inchesOf } from '../templates/template-fields.ts';

const figure = (inches: number): string => String(Math.round(inches * 10_000) / 10_000);

/** "7.5, 10". */
export const markWords = ({ acrossIn, downIn }: MarkIn): string => `${figure(acrossIn)}, ${figure(downIn)}`;

/** Reads the two measures of a cross: "7.53, 9.98", "7 1/2, 10" or "7.5 x 10"; null for anything else. */
export function readMark(typed: string): MarkIn | null {
  const parts = typed
    .trim()
    .replaceAll(/["”]/g, '')
    .split(/\s*[,;]\s*|\s+[x×]\s+/iu);
  const [acrossIn, downIn] = parts.map(inchesOf);
  if (parts.length !== 2 || acrossIn == null || downIn == null) return null;
  return { acrossIn, downIn };
}
