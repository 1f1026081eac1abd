import { dayIn } from '#domain/day.ts';
import { daysOfTyped, MONTH_NAMES, type TypedPeriod, typedPeriod } from '#domain/period.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { GROUPINGS, type Grouping } from './tools/sales-tools.ts';

/** A tool with what it is asked, or why the command cannot be read. */
export type Typed =
  | { readonly tool: string; readonly parameters: Readonly<Record<string, unknown>> }
  | { readonly error: string };

interface Command {
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly completions: readonly string[];
  readonly read: (rest: string, today: string, staff: Staff) => Typed;
}

const WHEN = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month', 'last 30 days'];

const GROUP_WORDS: Readonly<Record<string, Grouping>> = {
  ...Object.fromEntries(GROUPINGS.map((name) => [name, name])),
  days: 'day',
  hours: 'hour',
  categories: 'category',
  products: 'product',
  item: 'product',
  items: 'product',
  employees: 'employee',
  staff: 'employee',
  person: 'employee',
  locations: 'location',
  shop: 'location',
  payment: 'tender',
  tenders: 'tender',
};

const EVERYWHERE = /\b(?:all locations|all shops|everywhere)\b/i;

/** The location of the till, unless all of them are asked for. Staff without one see what they may. */
function placed({ locationId }: Staff, typed: string): { readonly location_id?: number } {
  return locationId === null || EVERYWHERE.test(typed) ? {} : { location_id: locationId };
}

function readSales(typed: string, today: string, staff: Staff): Typed {
  const rest = typed.replace(EVERYWHERE, '').trim();
  const [, before = '', by = '', after = ''] = /^(.*?)\s*(?:\bby\s+(\S+)\s*(.*))?$/i.exec(rest) ?? [];
  const group = GROUP_WORDS[by.toLowerCase()];
  if (by !== '' && group === undefined)
    return { error: `“${by}” is no grouping. Try: ${GROUPINGS.map((name) => `by ${name}`).join(', ')}.` };
  const when = `${before} ${after}`.trim();
  const period = when === '' ? null : typedPeriod(when, today);
  if (when !== '' && period === null)
    return { error: `“${when}” is no period. Try: today, last week, august, 14 days, 2026-11-01 to 2026-11-15.` };
  // A table of the locations has more than one of them.
  const place = group === 'location' ? {} : placed(staff, typed);
  return { tool: 'sales_summary', parameters: { ...period, group_by: group ?? 'day', ...place } };
}

/** Parameters of one of two periods. */
function prefixed(place: 'first' | 'second', typed: TypedPeriod, today: string): Record<string, string> {
  if ('period' in typed) return { [`${place}_period`]: typed.period };
  const { from, to } = daysOfTyped(typed, today);
  return { [`${place}_from`]: from, [`${place}_to`]: to };
}

/** "august july", "last week to this week", "august and july": two periods, the earlier one first. */
function readCompare(rest: string, today: string, staff: Staff): Typed {
  const words = rest.replace(EVERYWHERE, '').trim().split(/\s+/).filter(Boolean);
  for (let place = 1; place < words.length; place += 1) {
    const middle = /^(?:and|to|with|vs\.?)$/i.test(words[place] ?? '') ? 1 : 0;
    const one = typedPeriod(words.slice(0, place).join(' '), today);
    const other = typedPeriod(words.slice(place + middle).join(' '), today);
    if (!one || !other) continue;
    const isEarlier = daysOfTyped(one, today).from <= daysOfTyped(other, today).from;
    const [first, second] = isEarlier ? [one, other] : [other, one];
    return {
      tool: 'compare_sales',
      parameters: { ...prefixed('first', first, today), ...prefixed('second', second, today), ...placed(staff, rest) },
    };
  }
  return { error: 'Name two periods, such as: /compare august july.' };
}

const needing = (what: string, rest: string, read: (words: string) => Typed): Typed =>
  rest.trim() === '' ? { error: what } : read(rest.trim());

/** Commands run a tool directly: no model, no tokens. Rule: assistant/commands. */
export const COMMANDS: readonly Command[] = [
  {
    name: '/sales',
    usage: '[when] [by what]',
    description: 'Sales of a period',
    examples: ['/sales last week by category', '/sales today by hour', '/sales august by product'],
    completions: [...WHEN, ...GROUPINGS.map((name) => `by ${name}`), 'all locations'],
    read: readSales,
  },
  {
    name: '/best',
    usage: '[when]',
    description: 'Best-selling products of a period',
    examples: ['/best last week', '/best today'],
    completions: [...WHEN, 'all locations'],
    read: (rest, today, staff) => readSales(`${rest.trim() || 'last 7 days'} by product`, today, staff),
  },
  {
    name: '/low',
    usage: '[category]',
    description: 'What to reorder',
    examples: ['/low', '/low flower'],
    completions: [],
    read: (rest) => ({ tool: 'low_stock', parameters: rest.trim() === '' ? {} : { category: rest.trim() } }),
  },
  {
    name: '/item',
    usage: 'name or SKU',
    description: 'Stock, price and sales of an item',
    examples: ['/item blue ridge'],
    completions: [],
    read: (rest) =>
      needing('Name an item, such as: /item blue ridge.', rest, (search) => ({
        tool: 'stock',
        parameters: { search },
      })),
  },
  {
    name: '/order',
    usage: 'number',
    description: 'One order with its items',
    examples: ['/order 4051'],
    completions: [],
    read: (rest) =>
      needing('Name an order, such as: /order 4051.', rest, (order) => ({ tool: 'order', parameters: { order } })),
  },
  {
    name: '/orders',
    usage: '[when]',
    description: 'Orders of a period',
    examples: ['/orders today', '/orders last week'],
    completions: WHEN,
    read: (rest, today, staff) => {
      const when = rest.replace(EVERYWHERE, '').trim();
      const period = typedPeriod(when === '' ? 'today' : when, today);
      return period
        ? { tool: 'find_orders', parameters: { ...period, ...placed(staff, rest) } }
        : { tool: 'find_orders', parameters: { search: rest.trim() } };
    },
  },
  {
    name: '/compare',
    usage: 'period period',
    description: 'Two periods side by side',
    examples: ['/compare august july', '/compare last week this week'],
    completions: [...WHEN, ...MONTH_NAMES],
    read: readCompare,
  },
  {
    name: '/po',
    usage: '[open | draft | received]',
    description: 'Purchase orders',
    examples: ['/po open'],
    completions: ['open', 'draft', 'ordered', 'received'],
    read: (rest) => ({
      tool: 'purchase_orders',
      parameters: /^(?:open|draft|ordered|partially_received|received|cancelled)$/i.test(rest.trim())
        ? { status: rest.trim().toLowerCase() }
        : rest.trim() === ''
          ? { status: 'open' }
          : { search: rest.trim() },
    }),
  },
  {
    name: '/count',
    usage: '',
    description: 'Where shelf and books may differ',
    examples: ['/count'],
    completions: [],
    read: () => ({ tool: 'discrepancies', parameters: {} }),
  },
  {
    name: '/points',
    usage: '',
    description: 'Figures of the points',
    examples: ['/points'],
    completions: [],
    read: () => ({ tool: 'loyalty', parameters: {} }),
  },
  {
    name: '/calc',
    usage: 'expression',
    description: 'Arithmetic',
    examples: ['/calc 3 * 12.50'],
    completions: [],
    read: (rest) =>
      needing('Write what to calculate, such as: /calc 3 * 12.50.', rest, (expression) => ({
        tool: 'calculate',
        parameters: { expression },
      })),
  },
];

/** A typed command as a tool; null for a question that is no command. */
export function readCommand(staff: Staff, message: string): Typed | null {
  const [, name = '', rest = ''] = /^\s*(\/[a-z]+)(?:\s+([\s\S]*))?$/i.exec(message) ?? [];
  if (name === '') return null;
  const command = COMMANDS.find((one) => one.name === name.toLowerCase());
  if (!command)
    return { error: `There is no command ${name}. There are: ${COMMANDS.map((one) => one.name).join(', ')}.` };
  // Half of a character cannot be stored.
  return command.read(rest.slice(0, 200).replace(/\p{Surrogate}$/u, ''), dayIn(staff.timeZone, new Date()), staff);
}
