import { CircleAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ScannedCard } from '#domain/identity/aamva.ts';
import { judgeCard, LEGAL_AGE } from '#domain/identity/age.ts';
import { cx } from '#web/ui/cx.ts';
import { fieldsOfCard } from './card-fields.ts';

/** "Dec 31, 1990", of an ISO day. */
function written(day: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

/** The age on the card, large, and any objections to the card. Rule: customers/age. */
export function CardResult({ card, today }: { card: ScannedCard; today: string }) {
  const { age, underage, expired } = judgeCard(card, today);
  const { firstName, lastName } = fieldsOfCard(card);
  const bad = underage || expired || age === null;
  return (
    <div role="status">
      <div className={cx('flex items-center gap-4 rounded-md px-4 py-3', bad ? 'bg-danger-soft' : 'bg-accent-soft')}>
        <p
          className={cx(
            'text-[4rem] leading-none font-semibold tabular-nums',
            bad ? 'text-danger-ink' : 'text-accent-ink',
          )}
        >
          <span className="sr-only">Age </span>
          {age ?? '?'}
        </p>
        <div className="min-w-0">
          <p className="truncate text-lg font-semibold">{[firstName, lastName].filter(Boolean).join(' ')}</p>
          <p className="text-sm text-ink-2">
            {card.birthDay === null ? 'Date of birth not read' : `Born ${written(card.birthDay)}`}
          </p>
          <p className="text-sm text-ink-2">
            {card.expiresOn === null ? 'No date of expiry read' : `Expires ${written(card.expiresOn)}`}
          </p>
        </div>
      </div>
      {underage && <Note grave>Under {LEGAL_AGE}</Note>}
      {expired && card.expiresOn !== null && <Note grave>Expired on {written(card.expiresOn)}</Note>}
      {age === null && <Note grave>The date of birth could not be read. Look at the front of the card.</Note>}
      {card.nameCutOff && <Note>The name is cut off in the code. Complete it from the front of the card.</Note>}
      {card.country === 'CA' && <Note>A Canadian card: its address is not filled in.</Note>}
    </div>
  );
}

function Note({ grave = false, children }: { grave?: boolean; children: ReactNode }) {
  const Icon = grave ? CircleAlert : Info;
  return (
    <p
      className={cx(
        'mt-2 flex items-center gap-2 rounded-md px-3 py-2.5',
        grave ? 'bg-danger-soft text-lg font-semibold text-danger-ink' : 'bg-neutral-soft text-base text-ink',
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
