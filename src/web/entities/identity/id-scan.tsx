import { CircleAlert, UserRound } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { CARD_SENTENCES, readCard, type ScannedCard } from '#domain/identity/aamva.ts';
import { judgeCard } from '#domain/identity/age.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { type CartCustomer, toCartCustomer } from '#web/entities/customer/customer-words.ts';
import { recordIdCheck } from '#web/entities/customer/id-check-command.ts';
import { type NewCustomer, todayIn } from '#web/entities/customer/customer-rules.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { useEscape } from '#web/ui/layers/use-escape.ts';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { CameraView } from './camera-view.tsx';
import { fieldsOfCard } from './card-fields.ts';
import { CardResult } from './card-result.tsx';
import { useCustomersOfCard } from './customers-of-card.ts';

/**
 * Reads a licence with the camera or a handheld scanner and shows the age of its holder. Nothing of it is kept here.
 * Rules: customers/scanned-card, customers/age.
 * @param exceptId the customer whose card it should be, who is not offered as a match
 * @param typed the text from a handheld scanner; each scan has a new number, so that the same card counts again
 */
export function IdScan({
  typed,
  exceptId,
  onFields,
  onKnown,
  onLeave,
}: {
  typed: { readonly number: number; readonly raw: string } | null;
  exceptId?: number;
  onFields: (fields: Partial<NewCustomer>) => void;
  onKnown: (customer: CartCustomer) => void;
  onLeave: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const today = todayIn(timeZone);
  const mayRecord = useMay('edit-customers');
  const [heard, setHeard] = useState(typed);
  const [card, setCard] = useState<ScannedCard | null>(() => (typed ? cardIn(typed.raw) : null));
  const [refused, setRefused] = useState<string | null>(() => (typed ? refusalIn(typed.raw) : null));
  const headingId = useId();
  const pane = useRef<HTMLElement>(null);
  const known = useCustomersOfCard(card).filter(({ id }) => id !== exceptId);

  function read(raw: string): void {
    setCard(cardIn(raw));
    setRefused(refusalIn(raw));
  }
  if (typed !== heard) {
    setHeard(typed);
    if (typed) read(typed.raw);
  }

  /** Chooses a customer and records the ID check, because staff have just seen their card. */
  function choose(customer: CartCustomer): void {
    const isUnderage = card !== null && judgeCard(card, today).underage;
    const known = { ...customer, ...(isUnderage && { isUnderage }) };
    if (!mayRecord) return onKnown(known);
    recordIdCheck(customer.id);
    onKnown({ ...known, idCheckedAt: new Date().toISOString() });
  }

  useEscape(
    () => pane.current,
    (event) => {
      event.stopPropagation();
      onLeave();
    },
  );
  // The next step has the focus: the button that goes on with a card, or else the one that goes back.
  useEffect(() => {
    focusAtOnce(pane.current?.querySelector<HTMLElement>('[data-next]'));
  }, [card]);

  return (
    <section ref={pane} aria-labelledby={headingId} className="flex max-h-[calc(100dvh-5rem)] min-h-0 grow flex-col">
      <div className="min-h-0 grow overflow-y-auto px-5 pt-4 pb-5">
        <h2 id={headingId} className="mb-3 text-lg font-semibold">
          Scan ID
        </h2>
        {card ? (
          <CardResult card={card} today={today} />
        ) : (
          <>
            <CameraView onText={read} />
            <p className="mt-3 text-sm text-ink-2">
              Hold the back of the card level in the frame, so that the wide barcode fills it. A handheld scanner works
              at any time. No picture is kept.
            </p>
          </>
        )}
        {refused !== null && (
          <p role="alert" className="mt-3 flex gap-2 rounded-md bg-danger-soft px-3 py-2.5 text-base text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {refused}
          </p>
        )}
        {card && known.length > 0 && (
          <div className="mt-4">
            <h3 className="mb-1.5 text-sm font-medium text-ink-2">Already a customer</h3>
            {known.map((entry) => {
              const customer = toCartCustomer(entry);
              return (
                <Button
                  key={entry.id}
                  size="touch"
                  className="mb-2 w-full justify-start!"
                  icon={<UserRound aria-hidden className="size-4" />}
                  onClick={() => choose(customer)}
                >
                  Choose {customer.name}
                </Button>
              );
            })}
          </div>
        )}
      </div>
      <div className="flex shrink-0 justify-end gap-2 border-t border-line px-5 py-3">
        {card ? (
          <>
            <Button size="touch" onClick={() => setCard(null)}>
              Scan another
            </Button>
            <Button data-next size="touch" variant="primary" onClick={() => onFields(fieldsOfCard(card))}>
              Use these details
            </Button>
          </>
        ) : (
          <Button data-next size="touch" onClick={onLeave}>
            Back
          </Button>
        )}
      </div>
    </section>
  );
}

function cardIn(raw: string): ScannedCard | null {
  const card = readCard(raw);
  return card.ok ? card.value : null;
}

function refusalIn(raw: string): string | null {
  const card = readCard(raw);
  return card.ok ? null : CARD_SENTENCES[card.refused.code];
}
