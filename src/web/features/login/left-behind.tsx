import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { displayMoney } from '#domain/money.ts';
import { type WaitingSale, waitingSales } from '#web/api/waiting-sales.ts';

function sentenceFor({ totalCents, seller }: WaitingSale): string {
  const [whose, who] = seller === '' ? ['A sale', 'whoever made it'] : [`${seller}'s sale`, seller];
  return `${whose} of ${displayMoney(totalCents)} may or may not be saved. Do not take its payment again: the till finds out once ${who} signs in here.`;
}

/** What the till still has to find out, told to whoever comes next. */
export function LeftBehind() {
  const [sales] = useState(waitingSales);
  if (sales.length === 0) return null;
  return (
    <ul aria-label="Sales being checked" className="mt-5 flex flex-col gap-2 rounded-md bg-yellow-soft p-3.5">
      {sales.map((sale) => (
        <li key={sentenceFor(sale)} className="flex gap-3 text-sm text-ink-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-yellow" />
          {sentenceFor(sale)}
        </li>
      ))}
    </ul>
  );
}
