import { displayGrouped } from '#domain/quantity.ts';
import { useState } from 'react';
import { useMe } from '#web/api/session/session.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import { PrintHere } from '#web/ui/print-here.tsx';
import { sheetGroups, type StockRow } from '../stock/stock-rows.ts';
import './count-sheet.css';

/** The content of a box to write in. */
const BLANK = '\u00a0';

/**
 * Prints the listed items for counting with a pen, with the browser's print dialog, and then calls `onPrinted`. For a
 * blind count the sheet leaves out the expected quantities.
 */
export function CountSheet({
  rows,
  blind,
  onPrinted,
}: {
  rows: readonly StockRow[];
  blind: boolean;
  onPrinted: () => void;
}) {
  const { user } = useMe();
  const [now] = useState(() => new Date());
  const day = new Intl.DateTimeFormat('en-US', { timeZone: user.time_zone, dateStyle: 'long', timeStyle: 'short' });
  return (
    <PrintHere margin="12mm" className="count-sheet" onPrinted={onPrinted}>
      <h1>Count sheet</h1>
      <p>
        {user.location} · {day.format(now)} · printed by {user.name} · Counted by ______________________
      </p>
      {sheetGroups(rows).map(({ category, rows: items }) => (
        <table key={category}>
          <caption>
            {category} ({items.length.toLocaleString('en-US')})
          </caption>
          <thead>
            <tr>
              <th>Product</th>
              <th data-cell="sku">SKU</th>
              {!blind && <th data-cell="books">Expected</th>}
              <th data-cell="box">Counted</th>
              <th data-cell="note">Note</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ key, fullName, sku, unit, item }) => (
              <tr key={key}>
                <td>
                  {fullName}
                  {unit && ` (${unit})`}
                </td>
                <td data-cell="sku">{sku}</td>
                {!blind && <td data-cell="books">{displayGrouped(stockNow(item))}</td>}
                <td data-cell="box">{BLANK}</td>
                <td data-cell="note">{BLANK}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </PrintHere>
  );
}
