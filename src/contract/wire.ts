import { z } from 'zod';
import { formatMoney, parseMoney, toCents, type Cents } from '#domain/money.ts';
import { isLongEnough, MIN_PASSWORD_LENGTH } from '#domain/sign-in-name.ts';
import { MAX_QUANTITY_MILLI, MAX_STOCK_MILLI, parseQuantity, toQuantityNumber, type Milli } from '#domain/quantity.ts';

/** Largest id the database holds (integer columns). */
const MAX_ID = 2_147_483_647;

/** Text that the database can hold: no NUL and no half of a surrogate pair. */
function isStorable(text: string): boolean {
  return !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);
}

export function text(maxLength: number) {
  return z.string().max(maxLength).refine(isStorable, 'has characters that cannot be stored');
}

const TOO_SHORT = `must have at least ${MIN_PASSWORD_LENGTH} characters`;

/** A password that somebody chooses. */
export const newPassword = z.string().max(1000).refine(isLongEnough, TOO_SHORT);

/** As `newPassword`, or none: ''. */
export const newPasswordOrNone = z
  .string()
  .max(1000)
  .refine((password) => password === '' || isLongEnough(password), TOO_SHORT);

/** Fields that the documentation leaves out: they are refused, or accepted and without a meaning. */
export const UNOFFERED = { offered: false } as const;

/** A field that only the server sets. A body that has it is refused. Rule: wire/server-says. */
export const serverSays = z.undefined('is set by the server and may not be sent').optional().meta(UNOFFERED);

export const id = z.int().min(1).max(MAX_ID);

/** An id in a path or a query. */
export const idText = z
  .string()
  .regex(/^\d{1,10}$/, 'is not an id')
  .transform(Number)
  .pipe(z.int().max(MAX_ID))
  .meta({ description: 'An id.', examples: ['20'] });

/** The version of a row that was seen, in the query of a call without a body. */
export const versionText = z
  .string()
  .regex(/^\d{1,9}$/, 'is not a version')
  .transform(Number)
  .optional()
  .meta({
    description:
      'The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.',
    examples: ['1'],
  });

/** Some ids in a query, with commas between them. Rule: live/changed-products. */
export const MAX_INCLUDED = 100;
export const includeText = text(1100)
  .regex(/^\d{1,10}(,\d{1,10}){0,99}$/, 'is not a list of up to 100 ids')
  .transform((ids) => ids.split(',').map(Number))
  .pipe(z.array(z.int().max(MAX_ID)))
  .optional()
  .meta({
    description: `Only these, by id: up to ${MAX_INCLUDED}, with commas between them.`,
    examples: ['1602,1701'],
  });

/** Ids that many replies and requests have. */
export const productId = z.int().meta({ description: 'Id of the product.', examples: [1602] });
export const productIdIn = id.meta({ description: 'Id of the product.', examples: [1602] });
export const variationId = z
  .int()
  .nullable()
  .meta({ description: 'Id of the variation; null for a product without variations.', examples: [null] });
export const locationId = z.int().meta({ description: 'Id of the location.', examples: [20] });
export const locationIdIn = id
  .optional()
  .meta({ description: 'Id of the location; that of the session when left out.', examples: [20] });
export const locationIdText = idText
  .optional()
  .meta({ description: 'Id of the location; that of the session when left out.', examples: ['20'] });
export const userId = z
  .int()
  .nullable()
  .meta({ description: 'Id of the account; null for the server.', examples: [3] });
export const orderId = z.int().meta({ description: 'Id of the order.', examples: [4056] });

export const idParams = z.object({ id: idText.describe('The id, as in lists and answers.') });

/** Rule: wire/no-variation. */
export const variationIn = z
  .union([z.int().min(0).max(MAX_ID), z.null()])
  .optional()
  .transform((value) => value || null)
  .meta({ description: 'Id of the variation; 0, null or left out for a product without variations.' });

const NOT_MONEY = 'is not an amount with at most two decimals';
const NOT_A_QUANTITY = 'is not a quantity with at most three decimals';

/** Money of a request: string or number, at most two decimals, to whole cents. */
export const moneyIn = z
  .union([z.string().max(20), z.number()], NOT_MONEY)
  .transform((value, context): Cents => {
    const parsed = parseMoney(value);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: NOT_MONEY });
    return z.NEVER;
  })
  .meta({
    id: 'MoneyIn',
    description: 'US dollars with at most two decimals, as text (better) or number.',
    examples: ['12.50'],
  });

/** Quantity of a request, at most three decimals, to whole thousandths; a number, or the text of one. */
export const quantityIn = quantityUpTo(MAX_QUANTITY_MILLI);

/** Stock as the caller saw it. It is a sum of many quantities, so its limit is larger. */
export const stockIn = quantityUpTo(MAX_STOCK_MILLI);

function quantityUpTo(most: number) {
  return z
    .union([z.string().max(20), z.number()], NOT_A_QUANTITY)
    .transform((value, context): Milli => {
      const parsed = parseQuantity(value, most);
      if (parsed.ok) return parsed.value;
      context.addIssue({ code: 'custom', message: NOT_A_QUANTITY });
      return z.NEVER;
    })
    .meta({ description: 'A quantity with at most three decimals, as number or text.', examples: [3.5] });
}

/** Money of a reply. */
export const money = z
  .string()
  .regex(/^-?\d+\.\d{2}$/)
  .meta({ id: 'Money', description: 'US dollars with two decimals.', examples: ['12.50'] });
export const toMoney: (amount: Cents) => string = formatMoney;
/** The same for a row's plain number of cents. */
export const moneyOf = (cents: number): string => toMoney(toCents(cents));
export const moneyOrNull = (cents: number | null): string | null => (cents === null ? null : moneyOf(cents));

/** Quantity of a reply. */
export const quantity = z
  .number()
  .meta({ id: 'Quantity', description: 'A number with at most three decimals.', examples: [3.5] });
export const toQuantity: (amount: Milli) => number = toQuantityNumber;

/** An instant of a reply. */
export const instant = z.iso
  .datetime()
  .meta({ id: 'Instant', description: 'ISO 8601 in UTC.', examples: ['2026-11-20T15:04:05.000Z'] });

/** A day of the store's time zone. */
export const day = z.iso
  .date()
  .refine((text) => !text.startsWith('0000'), 'is not a day of the calendar')
  .meta({ id: 'Day', description: 'A day in the time zone of the shop.', examples: ['2026-11-20'] });

/** Deeper values are refused: each level takes stack, here and in the database. */
const MAX_LEVELS = 20;

function isWritable(value: unknown, levels: number): boolean {
  // JSON reads 1e309 as Infinity, which would be stored as null.
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isWritable(part, levels - 1));
}

const storableValue = z.unknown().refine((value) => {
  if (!isWritable(value, MAX_LEVELS)) return false;
  const written = JSON.stringify(value) ?? '';
  return written.length <= 20_000 && !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(written);
}, 'is too large or too deep, or has characters or numbers that cannot be stored');

/** The most characters of all values together, as JSON: lists of orders and products repeat them. */
export const MAX_META_LENGTH = 100_000;

/** The store's key/value lists. */
export const metaDataIn = z
  .array(
    z.object({
      key: text(200)
        .min(1)
        .meta({ description: 'Name of the value.', examples: ['_note'] }),
      value: storableValue.meta({ description: 'Any JSON value.', examples: ['Gift wrapped'] }),
    }),
  )
  .max(100)
  // A value that is too deep is not measured: `storableValue` refuses it, and `JSON.stringify` would fail.
  .refine(
    (list) => !isWritable(list, MAX_LEVELS + 2) || JSON.stringify(list).length <= MAX_META_LENGTH,
    'is too large',
  );
export const metaData = z
  .array(
    z.object({
      key: z.string().meta({ description: 'Name of the value.', examples: ['_note'] }),
      value: z.unknown().meta({ description: 'Any JSON value.', examples: ['Gift wrapped'] }),
    }),
  )
  .meta({ id: 'MetaData', description: 'Further values, as pairs of key and value.' });
export type MetaData = z.output<typeof metaDataIn>;

const FLAG: Record<string, boolean> = { true: true, '1': true, false: false, '0': false };
/** The longest search. The fields on the screen take no more. */
export const MAX_SEARCH_LENGTH = 200;
export const searched = text(MAX_SEARCH_LENGTH).meta({ description: 'Words to look for.', examples: ['pre-roll'] });

/** A yes or no in a query. */
export const flag = z
  .enum(['true', '1', 'false', '0'])
  .transform((value) => FLAG[value] === true)
  .describe('Yes or no.');

/** Older clients send it to bypass caches. */
export const cacheStamp = z.string().max(40).optional().describe('Ignored.');

export function pageQuery(defaultPerPage: number, mostPerPage: number) {
  const whole = z.string().regex(/^\d{1,7}$/, 'is not a whole number');
  return {
    page: whole.transform(Number).pipe(z.int().min(1)).default(1).describe('Page to answer, from 1.'),
    per_page: whole
      .transform(Number)
      .pipe(z.int().min(1).max(mostPerPage))
      .default(defaultPerPage)
      .describe(`Entries of a page: ${defaultPerPage} by default, ${mostPerPage} at most.`),
    _t: cacheStamp,
  };
}

export const pageMeta = z
  .object({
    total: z.int().describe('Entries of all pages.'),
    pages: z.int().describe('Number of pages.'),
    page: z.int().describe('This page, from 1.'),
    per_page: z.int().describe('Entries of a page.'),
  })
  .meta({ id: 'PageMeta', description: 'Position of a page in its list.' });
export type PageMeta = z.output<typeof pageMeta>;

export function success<T extends z.ZodRawShape>(shape: T) {
  return z.object({ success: z.literal(true).describe('Always true; a refusal has false.'), ...shape });
}

export const address = z
  .object({
    first_name: text(100)
      .default('')
      .meta({ description: 'First name.', examples: ['Dana'] }),
    last_name: text(100)
      .default('')
      .meta({ description: 'Last name.', examples: ['Reed'] }),
    company: text(200)
      .default('')
      .meta({ description: 'Company.', examples: ['Reed Framing'] }),
    address_1: text(200)
      .default('')
      .meta({ description: 'Street and number.', examples: ['811 Central Ave'] }),
    address_2: text(200)
      .default('')
      .meta({ description: 'Second line of the address.', examples: ['Suite 4'] }),
    city: text(100)
      .default('')
      .meta({ description: 'City.', examples: ['Charlotte'] }),
    state: text(100)
      .default('')
      .meta({ description: 'State, by its two letters.', examples: ['NC'] }),
    postcode: text(20)
      .default('')
      .meta({ description: 'ZIP code.', examples: ['28204'] }),
    country: text(2)
      .default('US')
      .meta({ description: 'Country, by its two letters (ISO 3166).', examples: ['US'] }),
  })
  .meta({ id: 'Address', description: 'A postal address.' });
export const billingAddress = address
  .extend({
    email: text(320)
      .default('')
      .meta({ description: 'E-mail address.', examples: ['dana@example.com'] }),
    phone: text(50)
      .default('')
      .meta({ description: 'Phone number.', examples: ['704-555-0120'] }),
  })
  .meta({ id: 'BillingAddress', description: 'A postal address with e-mail address and phone.' });
export type Address = z.output<typeof address>;
export type BillingAddress = z.output<typeof billingAddress>;

/** An empty address with every field. Stored addresses may lack fields. */
export const NO_ADDRESS: Address = address.parse({});
export const NO_BILLING_ADDRESS: BillingAddress = billingAddress.parse({});

type Parts<S extends Readonly<Record<string, z.ZodDefault>>> = {
  [K in keyof S]: z.ZodOptional<ReturnType<S[K]['unwrap']>>;
};

/** Fields of a change. Fields left out stay undefined, whereas `partial` would fill in their defaults. */
export function partsOf<S extends Readonly<Record<string, z.ZodDefault>>>(shape: S) {
  const parts = Object.entries(shape).map(([key, field]) => [
    key,
    (field.unwrap() as z.ZodType).optional().meta(field.meta() ?? {}),
  ]);
  return z.object(Object.fromEntries(parts) as Parts<S>);
}

/** Stored replies of an older build lack it. */
export const balanceAfter = z
  .int()
  .nullable()
  .optional()
  .describe(
    'Points of the customer afterwards; below zero if taken points were spent already; null for a guest, or if no points moved.',
  );
