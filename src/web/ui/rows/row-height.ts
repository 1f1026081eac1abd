import { PHONE, useMediaQuery } from '../media-query.ts';

const FINGER_PX = 44;

/** The place of a cell in a row of a phone (`.phone-row`): its line and side. */
export type PhonePlace = '1-left' | '1-right' | '2-left' | '2-right' | '3-left' | '3-right' | '3-line';

/**
 * The height of the rows of a table that draws only those in sight: at least 44 px under a finger, as `h-row`, and
 * more on a phone where a row has several lines.
 */
export function useRowPx(px: number, { phonePx, fingerPx = FINGER_PX }: { phonePx?: number; fingerPx?: number } = {}) {
  const isPhone = useMediaQuery(PHONE);
  const isFinger = useMediaQuery('(pointer: coarse)');
  if (isPhone && phonePx !== undefined) return phonePx;
  return isFinger ? Math.max(px, fingerPx) : px;
}
