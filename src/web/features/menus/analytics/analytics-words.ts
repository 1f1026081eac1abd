import type { ReplyOf } from '#contract/route.ts';
import type { menuAnalyticsRoute } from '#contract/menu-reports.ts';

export type Analysis = ReplyOf<typeof menuAnalyticsRoute>['data'];
type ShownProduct = Analysis['products'][number];

/** The sort order of the products. */
export type ProductOrder = 'shown' | 'sold-out';

const FIGURE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Hours in words. Less than a tenth of an hour is given in minutes. */
export function hoursInWords(hours: number): string {
  return hours < 0.1 ? `${Math.round(hours * 60)} min` : `${FIGURE.format(hours)} h`;
}

/** The share of its time on screen that a product was sold out; null if it was never sold out, or hardly on screen. */
export function soldOutShare({ hours, sold_out_minutes: minutes }: ShownProduct): string | null {
  if (minutes === 0 || hours <= 0) return null;
  const percent = Math.min(100, Math.round((minutes / (hours * 60)) * 100));
  return percent === 0 ? '< 1 %' : `${percent} %`;
}

/** The products in the server's order, or by minutes sold out. */
export function inOrder(products: readonly ShownProduct[], order: ProductOrder): readonly ShownProduct[] {
  if (order === 'shown') return products;
  return products.toSorted((a, b) => b.sold_out_minutes - a.sold_out_minutes || b.hours - a.hours);
}

/** "31.5 h on 2 TVs and in windows"; null when nothing was shown. */
export function shownSentence({ tvs }: Analysis): string | null {
  if (tvs.length === 0) return null;
  const total = tvs.reduce((sum, { hours }) => sum + hours, 0);
  const numbered = tvs.filter(({ tv_number: number }) => number !== null).length;
  const places = [
    numbered > 0 ? `on ${numbered} ${numbered === 1 ? 'TV' : 'TVs'}` : null,
    numbered < tvs.length ? 'in windows without a number' : null,
  ].filter((place) => place !== null);
  return `${hoursInWords(total)} ${places.join(' and ')}`;
}
