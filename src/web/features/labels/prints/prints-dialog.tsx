import type { LabelPrint } from '#contract/label-prints.ts';
import { displayMoney, parseMoney } from '#domain/money.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import type { Stock } from '../templates/template-queries.ts';
import { usePrints } from './print-queries.ts';
import { replaceLabels } from './replace-labels.ts';
import type { StaleLabel } from './stale-labels.ts';

const HEAD = 'px-2 py-1.5 text-left text-xs font-medium text-ink-3';
const CELL = 'px-2 py-1.5';
const FIGURE = 'text-right tabular-nums';

const METHODS: Record<LabelPrint['method'], string> = {
  window: 'Print window',
  quick: 'Quick Print',
  pdf: 'PDF',
  zpl: 'ZPL file',
  printer: 'Label printer',
};

/** The labels to replace, and the last prints. */
export function PrintsDialog({
  stale,
  stocks,
  onClose,
}: {
  stale: readonly StaleLabel[];
  stocks: readonly Stock[];
  onClose: () => void;
}) {
  const prints = usePrints();
  const replaceable = stale.filter(({ todayCents }) => todayCents !== null).length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size={900}
      title="Printed labels"
      description="Of this location. Prices are compared with those that hold now."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {replaceable > 0 && (
            <Button
              variant="primary"
              onClick={() => {
                replaceLabels(stale, stocks);
                onClose();
              }}
            >
              {replaceable === 1 ? 'Take 1 replacement' : `Take ${replaceable.toLocaleString('en-US')} replacements`}
            </Button>
          )}
        </>
      }
    >
      {prints.data ? (
        <>
          <h3 className="mb-1.5 text-sm font-semibold">Printed price differs from today’s price</h3>
          {stale.length === 0 ? (
            <p className="text-sm text-ink-2">Every printed price is today’s price.</p>
          ) : (
            <StaleTable stale={stale} />
          )}
          <h3 className="mt-5 mb-1.5 text-sm font-semibold">Last prints</h3>
          {prints.data.last.length === 0 ? (
            <p className="text-sm text-ink-2">Nothing was printed yet.</p>
          ) : (
            <LastTable last={prints.data.last} />
          )}
        </>
      ) : prints.error ? (
        <ErrorPanel title="Failed to load printed labels" error={prints.error} onRetry={() => void prints.refetch()} />
      ) : (
        <LoadingPanel label="Loading printed labels..." />
      )}
    </Dialog>
  );
}

function StaleTable({ stale }: { stale: readonly StaleLabel[] }) {
  const { time_zone: timeZone } = useUser();
  return (
    <div className="max-h-72 overflow-auto rounded-md border border-line">
      <table className="w-full text-sm" aria-label="Printed price differs from today’s price">
        <thead className="sticky top-0 bg-raised">
          <tr>
            <th className={HEAD}>Product</th>
            <th className={HEAD}>Tier</th>
            <th className={`${HEAD} ${FIGURE}`}>Printed</th>
            <th className={`${HEAD} ${FIGURE}`}>Today</th>
            <th className={`${HEAD} ${FIGURE}`}>Labels</th>
            <th className={HEAD}>When</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {stale.map(({ print, name, printedCents, todayCents }) => (
            <tr key={print.id}>
              <td className={`${CELL} wrap-anywhere`}>{name}</td>
              <td className={CELL}>{print.tier_price === null ? '' : print.tier?.label}</td>
              <td className={`${CELL} ${FIGURE}`}>{displayMoney(printedCents)}</td>
              <td className={`${CELL} ${FIGURE} font-medium`}>
                {todayCents === null ? 'Not sold so' : displayMoney(todayCents)}
              </td>
              <td className={`${CELL} ${FIGURE}`}>{print.copies.toLocaleString('en-US')}</td>
              <td className={`${CELL} whitespace-nowrap text-ink-2`}>{displayInstant(print.printed_at, timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function priceOf({ price, tier_price: tierPrice, tier }: LabelPrint): string {
  const shown = tierPrice ?? price;
  if (shown === null) return '';
  const read = parseMoney(shown);
  const words = read.ok ? displayMoney(read.value) : shown;
  return tierPrice !== null && tier ? `${tier.label} ${words}` : words;
}

function LastTable({ last }: { last: readonly LabelPrint[] }) {
  const { time_zone: timeZone } = useUser();
  return (
    <div className="max-h-72 overflow-auto rounded-md border border-line">
      <table className="w-full text-sm" aria-label="Last prints">
        <thead className="sticky top-0 bg-raised">
          <tr>
            <th className={HEAD}>When</th>
            <th className={HEAD}>By</th>
            <th className={HEAD}>Label</th>
            <th className={HEAD}>Price</th>
            <th className={`${HEAD} ${FIGURE}`}>Labels</th>
            <th className={HEAD}>Template</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {last.map((print) => (
            <tr key={print.id}>
              <td className={`${CELL} whitespace-nowrap text-ink-2`}>{displayInstant(print.printed_at, timeZone)}</td>
              <td className={CELL}>{print.printed_by}</td>
              <td className={`${CELL} wrap-anywhere`}>{print.name}</td>
              <td className={`${CELL} whitespace-nowrap tabular-nums`}>{priceOf(print)}</td>
              <td className={`${CELL} ${FIGURE}`}>{print.copies.toLocaleString('en-US')}</td>
              <td className={CELL}>
                {print.template}, {METHODS[print.method]}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
