import type { CellKind, ToolCard } from '#contract/assistant-cards.ts';
import { displayInstant } from '#web/ui/dates.ts';

export type Cell = ToolCard['facts'][number]['value'];

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const COUNT = new Intl.NumberFormat('en-US');
const QUANTITY = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const PERCENT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

export const isFigure = (kind: CellKind): boolean =>
  kind === 'money' || kind === 'quantity' || kind === 'number' || kind === 'percent';

/** A cell in words: the tool's own figure, never computed again here. */
export function cellWords(value: Cell, kind: CellKind, timeZone: string): string {
  if (value === null || value === '') return '–';
  const figure = Number(value);
  switch (kind) {
    case 'money':
      return Number.isFinite(figure) ? MONEY.format(figure) : String(value);
    case 'number':
      return Number.isFinite(figure) ? COUNT.format(figure) : String(value);
    case 'quantity':
      return Number.isFinite(figure) ? QUANTITY.format(figure) : String(value);
    case 'percent':
      return Number.isFinite(figure) ? `${PERCENT.format(figure)}%` : String(value);
    case 'day':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? DAY.format(new Date(`${value}T00:00:00Z`)) : String(value);
    case 'instant':
      return displayInstant(String(value), timeZone);
    case 'text':
      return String(value);
  }
}

interface FoundCard extends Pick<ToolCard, 'total' | 'ms' | 'error'> {
  readonly draft: object | null;
}

/** The result of a tool in a few words. Only a search took a time that says something. */
export function rowsFound({ total, ms, error, draft }: FoundCard): string {
  if (error !== '') return 'not done';
  if (draft !== null) return 'draft';
  const time = ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
  return `${COUNT.format(total)} ${total === 1 ? 'row' : 'rows'} · ${time}`;
}

const ASKED_WORDS = /_/g;

/** The parameters in words, as "status: completed · days: 30". The location is left out: the title names it. */
export function askedWords({ parameters }: Pick<ToolCard, 'parameters'>): string {
  return Object.entries(parameters)
    .filter(([name, value]) => name !== 'location_id' && value !== null && value !== '')
    .map(([name, value]) => {
      const words = Array.isArray(value)
        ? value.join(', ')
        : value === true
          ? 'yes'
          : value === false
            ? 'no'
            : String(value);
      // Names of periods and groupings get blanks for underscores. Typed words stay as they are.
      const written = name === 'search' || name === 'expression' ? `“${words}”` : words.replace(ASKED_WORDS, ' ');
      return `${name.replace(ASKED_WORDS, ' ')}: ${written}`;
    })
    .join(' · ');
}

/** A number that names a record says nothing as the height of a bar. */
const NAMES_A_RECORD = /(?:^|_)id$/;

type DrawnCard = Pick<ToolCard, 'title' | 'columns' | 'rows'>;

function drawnColumns({ columns }: DrawnCard) {
  const label = columns.find(({ kind }) => kind === 'day' || kind === 'text' || kind === 'instant');
  const figures = columns.filter(({ key, kind }) => isFigure(kind) && !NAMES_A_RECORD.test(key));
  return { label, figure: figures.find(({ kind }) => kind === 'money') ?? figures[0] };
}

/** A title without a period, because a live chart shows another period next month. */
export function chartTitle(card: DrawnCard): string {
  const { label, figure } = drawnColumns(card);
  return label && figure ? `${figure.label} by ${label.label.toLowerCase()}` : card.title;
}

/** The chart of a card: one figure, with the names of the rows along the bottom. Null when it cannot be drawn. */
export function chartOf(card: DrawnCard): string | null {
  const { label, figure } = drawnColumns(card);
  if (!label || !figure || card.rows.length < 2) return null;
  return JSON.stringify(
    {
      type: label.kind === 'day' ? 'line' : 'bar',
      title: chartTitle(card).slice(0, 120),
      x: label.key,
      series: [{ field: figure.key, label: figure.label }],
      unit: figure.kind === 'money' ? 'usd' : 'number',
    },
    null,
    2,
  );
}
