import { CircleAlert } from 'lucide-react';
import { isUnderLegalAge, LEGAL_AGE } from '#domain/identity/age.ts';
import { cx } from '#web/ui/cx.ts';

/**
 * Warns of a typed date of birth as the scan of a card does, and refuses nothing. A date that is still being typed is not
 * judged. Its room is kept, because a button below must not move away from under the finger. Rule: customers/age.
 */
export function UnderageNote({ birthDay, today }: { birthDay: string; today: string }) {
  return (
    <div role="status" className="min-h-10.5 pt-1.5">
      {isUnderLegalAge(birthDay, today) && (
        <p className="flex items-center gap-2 rounded-md bg-danger-soft px-3 py-2 text-base font-semibold text-danger-ink">
          <CircleAlert aria-hidden className="size-4.5 shrink-0" />
          Under {LEGAL_AGE}
        </p>
      )}
    </div>
  );
}

/** Says at the till that the customer of the sale is too young, as their card or the form said. Rule: customers/age. */
export function UnderageMark({ className }: { className?: string }) {
  return (
    <p
      role="status"
      className={cx('flex items-center gap-2 rounded-sm bg-red-soft px-2 py-1 text-sm font-medium text-red', className)}
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      Under {LEGAL_AGE}
    </p>
  );
}
