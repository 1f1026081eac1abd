import { Ban, IdCard, StickyNote } from 'lucide-react';
import type { CustomerFlag } from '#contract/customers.ts';
import { cx } from '#web/ui/cx.ts';
import { flagWords } from './customer-words.ts';

export const FLAG_ICON = { banned: Ban, check_id: IdCard, note: StickyNote };

/** The flag of a customer, which the till shows before anything else. Rule: customers/flag. */
export function FlagNote({ flag, className }: { flag: CustomerFlag; className?: string }) {
  const Icon = FLAG_ICON[flag.kind];
  return (
    <p
      role="status"
      className={cx(
        'flex items-start gap-2 rounded-sm px-2 py-1 text-sm font-medium wrap-anywhere',
        flag.kind === 'banned' ? 'bg-red-soft text-red' : 'bg-yellow-soft text-yellow',
        className,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {flagWords(flag)}
    </p>
  );
}
