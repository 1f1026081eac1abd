import { CircleAlert } from 'lucide-react';
import { judgeCard, LEGAL_AGE } from '#domain/identity/age.ts';
import { isBirthDay } from '#domain/new-customer.ts';

/**
 * Warns of a typed date of birth as the scan of a card does, and refuses nothing. A date that is still being typed is not
 * judged. Rule: customers/age.
 */
export function UnderageNote({ birthDay, today }: { birthDay: string; today: string }) {
  const { underage } = judgeCard({ birthDay: isBirthDay(birthDay, today) ? birthDay : null, expiresOn: null }, today);
  return (
    <div role="status">
      {underage && (
        <p className="mt-1.5 flex items-center gap-2 rounded-md bg-danger-soft px-3 py-2 text-base font-semibold text-danger-ink">
          <CircleAlert aria-hidden className="size-4.5 shrink-0" />
          Under {LEGAL_AGE}
        </p>
      )}
    </div>
  );
}
