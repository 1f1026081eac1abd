import { ArrowUpRight, ChartColumn, ChevronRight, CircleAlert, Download, Table2 } from 'lucide-react';
import { memo, useState } from 'react';
import type { ToolCard as Card } from '#contract/assistant-cards.ts';
import { toolCsvRoute } from '#contract/assistant-chat.ts';
import { addressOf } from '#web/api/call/request.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { showNew } from '../../artifact/show-new.ts';
import { askedWords, cellWords, chartOf, chartTitle, isFigure, rowsFound } from './cell-words.ts';
import { DraftCard } from './draft-card.tsx';
import { openRows } from './open-card.ts';
import { ScrollRegion } from '../../scroll-region.tsx';

const FIRST_ROWS = 5;

/** A tool that is still running. */
export function RunningTool({ words }: { words: string }) {
  return (
    <section className="flex items-center gap-2.5 rounded-md border border-line px-3 py-2 text-sm text-ink-2">
      <Spinner className="size-4 shrink-0" />
      <span className="min-w-0 grow wrap-anywhere">{words}</span>
    </section>
  );
}

/**
 * The question to a tool and its result. Every figure of an answer is in one of these cards.
 * @param messageId of the saved message; null while the answer arrives and its rows cannot be fetched again yet
 */
export const ToolCard = memo(function ToolCard({ card, messageId }: { card: Card; messageId: number | null }) {
  const failed = card.error !== '';
  const asked = askedWords(card);
  const Icon = failed ? CircleAlert : Table2;
  return (
    <section aria-label={card.title} className="overflow-hidden rounded-md border border-line bg-raised text-sm">
      <header className="flex items-start gap-2.5 px-3 py-2">
        <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', failed ? 'text-danger-ink' : 'text-accent-ink')} />
        <div className="min-w-0 grow">
          <h3 className="font-medium wrap-anywhere text-ink first-letter:uppercase">{card.title}</h3>
          <p className="text-xs text-ink-3">
            {card.location !== '' && `${card.location} · `}
            {rowsFound(card)}
          </p>
          {asked !== '' && <p className="text-xs wrap-anywhere text-ink-3">Asked: {asked}</p>}
        </div>
      </header>
      {failed && <p className="border-t border-line px-3 py-2 text-danger-ink">{card.error}</p>}
      {card.facts.length > 0 && <Facts card={card} />}
      {card.rows.length > 0 && <Rows card={card} />}
      {card.draft && <DraftCard draft={card.draft} />}
      {card.note !== '' && <p className="border-t border-line px-3 py-1.5 text-xs text-ink-3">{card.note}</p>}
      {!failed && card.draft === null && <Actions card={card} messageId={messageId} />}
    </section>
  );
});

function Facts({ card: { facts } }: { card: Card }) {
  const { time_zone: timeZone } = useUser();
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1.5 border-t border-line px-3 py-2">
      {facts.map(({ label, value, kind }) => (
        <div key={label}>
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="font-semibold text-ink">{cellWords(value, kind, timeZone)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Rows({ card: { title, columns, rows } }: { card: Card }) {
  const { time_zone: timeZone } = useUser();
  const [all, setAll] = useState(false);
  const shown = all ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      {/* It scrolls by itself and by keys. */}
      <ScrollRegion label={`Rows: ${title}`} className="max-h-96 overflow-auto border-t border-line">
        <table className="w-full border-collapse text-xs">
          <thead className="sticky top-0 z-1 bg-raised">
            <tr>
              {columns.map(({ key, label, kind, sorted }) => (
                <th
                  key={key}
                  scope="col"
                  aria-sort={sorted}
                  className={cx(
                    'h-7 px-2 font-medium whitespace-nowrap text-ink-3 first:pl-3 last:pr-3',
                    // The names stay while the figures are scrolled.
                    'first:sticky first:left-0 first:bg-raised',
                    isFigure(kind) ? 'text-right' : 'text-left',
                  )}
                >
                  {label}
                  {sorted && <span aria-hidden> {sorted === 'descending' ? '↓' : '↑'}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // The rows of a tool have no ids and never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index} className="border-t border-line">
                {columns.map(({ key, kind }) => (
                  <td
                    key={key}
                    className={cx(
                      'h-7 max-w-48 truncate px-2 text-ink first:sticky first:left-0 first:bg-raised first:pl-3 last:pr-3',
                      isFigure(kind) && 'text-right tabular-nums',
                    )}
                    title={kind === 'text' ? String(row[key] ?? '') : undefined}
                  >
                    {cellWords(row[key] ?? null, kind, timeZone)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > FIRST_ROWS && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="flex h-8 w-full items-center gap-1.5 border-t border-line px-3 text-xs font-medium text-ink-2 -outline-offset-2 hover:bg-hover hover:text-ink"
        >
          <ChevronRight aria-hidden className={cx('size-3.5 transition-transform', all && 'rotate-90')} />
          {all ? 'Show fewer rows' : `Show all ${rows.length.toLocaleString('en-US')} rows`}
        </button>
      )}
    </>
  );
}

function Actions({ card, messageId }: { card: Card; messageId: number | null }) {
  const chart = chartOf(card);
  const { open } = card;
  const hasCsv = messageId !== null && card.rows.length > 0;
  if (open === null && chart === null && !hasCsv) return null;
  return (
    <footer className="flex flex-wrap gap-1 border-t border-line px-1.5 py-1">
      {open && (
        <Button
          size="sm"
          variant="ghost"
          icon={<ArrowUpRight aria-hidden className="size-3.5" />}
          onClick={() => openRows(open.view, open.filter, card.tool)}
        >
          {open.label}
        </Button>
      )}
      {hasCsv && (
        <a
          href={addressOf(toolCsvRoute, { params: { id: messageId } })}
          download
          aria-label={`CSV of ${card.title}`}
          className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-ink-2 hover:bg-hover hover:text-ink"
        >
          <Download aria-hidden className="size-3.5" />
          CSV
        </a>
      )}
      {chart !== null && (
        <Button
          size="sm"
          variant="ghost"
          icon={<ChartColumn aria-hidden className="size-3.5" />}
          onClick={() =>
            void showNew({
              type: 'chart',
              code: chart,
              title: chartTitle(card),
              source: { tool: card.tool, parameters: card.parameters },
            })
          }
        >
          Chart
        </Button>
      )}
    </footer>
  );
}
