import { z } from 'zod';
import { includeText, moneyIn, searched, text, UNOFFERED } from './wire.ts';

/** Path at which WooCommerce's clients expect its API. */
export const WOO = '/wp-json/wc/v3';
export const WOO_TAGS = ['WooCommerce'];

/** Kinds of callers that may use these calls. */
export const WOO_ADMITS = ['staff', 'key'] as const;

const whole = z.string().regex(/^\d{1,7}$/, 'is not a whole number');

/** Refuses a filter of WooCommerce's that is not known here: ignoring it would answer everything. Rule: wire/woocommerce-filters. */
export const notKnown = z.undefined('is a filter that is not known here').optional().meta(UNOFFERED);

export function notKnownOf<const Name extends string>(...names: Name[]): Record<Name, typeof notKnown> {
  return Object.fromEntries(names.map((name) => [name, notKnown])) as Record<Name, typeof notKnown>;
}

/** A list in one parameter, with commas between its values. */
export function wooChoice<const Value extends readonly [string, ...string[]]>(values: Value) {
  return text(500)
    .transform((written) => written.split(',').map((value) => value.trim()))
    .pipe(z.array(z.enum(values)).min(1));
}

/** Parameters of every list. Others that clients send are ignored, except filters. */
export function wooList<const Order extends readonly [string, ...string[]]>(
  orderBy: Order,
  byDefault: Order[number],
  direction: 'asc' | 'desc',
) {
  return {
    page: whole.transform(Number).pipe(z.int().min(1)).default(1).describe('Page to answer, from 1.'),
    per_page: whole
      .transform(Number)
      .pipe(z.int().min(1).max(100))
      .default(10)
      .describe('Entries of a page: 10 by default, 100 at most.'),
    offset: whole.transform(Number).optional().describe('Entries to skip; in place of `page`.'),
    search: searched.optional(),
    include: includeText,
    exclude: includeText.describe('Only others than these, by id, with commas between them.'),
    order: z.enum(['asc', 'desc']).default(direction).describe('Direction of the order.'),
    orderby: z
      .enum(orderBy)
      .default(byDefault as never)
      .describe('Field that they are ordered by.'),
    ...wooOne,
  };
}

/** Parameters of every read. */
export const wooOne = {
  _fields: text(500)
    .optional()
    .meta({ description: 'Only these fields of each entry, with commas between them.', examples: ['id,name'] }),
};

/** The version that a change must still find. Rule: wire/woocommerce. */
export const wooSeen = z
  .int()
  .optional()
  .describe(
    'The `version` that the caller saw: a change since is answered 409 `changed_meanwhile`. Not checked when left out.',
  );
export const wooVersion = z.int().meta({ description: 'Grows with every change; see the request.', examples: [1] });

/** A picture in an answer. */
export const wooImage = z.object({
  id: z.int().describe('Id of the picture as media; 0 for one that is not stored here.'),
  src: z.string().describe('Address of the picture.'),
});

export interface WooPage {
  readonly page: number;
  readonly per_page: number;
  readonly offset?: number | undefined;
}

/** As WooCommerce requires, `force` confirms a change that cannot be undone. */
export const forceQuery = z.object({
  force: z
    .enum(['true', 'false', '1', '0'])
    .optional()
    .describe('`true` deletes for good; without it a product is archived, and nothing else can be deleted.'),
});

export const isForced = ({ force }: { force?: string | undefined }): boolean => force === 'true' || force === '1';

/** A price in WooCommerce's form: text, empty for none. */
export const wooPriceIn = z
  .union([z.literal('').transform(() => null), moneyIn.refine((cents) => cents >= 0, 'is less than nothing')])
  .nullable()
  .meta({ description: 'Price; empty for none.', examples: ['4.50'] });

export const wooPrice = z
  .string()
  .meta({ description: 'US dollars with two decimals; empty for none.', examples: ['4.50'] });

const WRITTEN = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A date in a request: local time of the location, unless it names an offset. */
export const wooDateIn = z
  .union([
    z.literal(''),
    z
      .string()
      .regex(WRITTEN, 'is not a date')
      .refine((written) => !Number.isNaN(Date.parse(written)), 'is not a date'),
  ])
  .nullable()
  .transform((written) => written || null)
  .meta({ description: 'A date, such as 2026-12-01T09:00:00; null for none.', examples: [null] });

export const wooDate = z
  .string()
  .meta({ description: 'By the clock of the location of the caller.', examples: ['2026-11-20T10:04:05'] });
export const wooDateGmt = z.string().meta({ description: 'The same in UTC.', examples: ['2026-11-20T15:04:05'] });
