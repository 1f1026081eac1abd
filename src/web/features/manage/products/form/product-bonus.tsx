import { useQuery } from '@tanstack/react-query';
import { useId, useState, type KeyboardEvent } from 'react';
import { type ProductPoints, productPoints, productPointsRoute } from '#contract/product-points.ts';
import { MAX_BONUS_POINTS, pointsText } from '#domain/loyalty-points.ts';
import { readWhole, typedSentence } from '#domain/typed.ts';
import { call } from '#web/api/call/call.ts';
import { type CallError, sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellOfOther } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { bonusKey, productBonusCommand } from './bonus-command.ts';
import { money } from '../product-words.ts';

/** Shows and sets the points that a product gives. Rule: loyalty/bonus. */
export function ProductBonus({ productId }: { productId: number }) {
  const points = useQuery({
    queryKey: bonusKey(productId),
    queryFn: ({ signal }) => call(productPointsRoute, { params: { id: String(productId) }, signal }),
    staleTime: 0,
  });
  if (points.data) return <Bonus key={productId} points={points.data} />;
  if (points.error) {
    return (
      <p role="alert" className="flex items-center gap-2 text-sm text-danger-ink">
        {sentenceOf(points.error)}
        <Button size="sm" onClick={() => void points.refetch()}>
          Retry
        </Button>
      </p>
    );
  }
  return (
    <div role="status" aria-busy>
      <span className="sr-only">Loading points...</span>
      <Skeleton className="h-16" />
    </div>
  );
}

function Bonus({ points }: { points: ProductPoints }) {
  const { product_id: productId, bonus_points: saved } = points;
  const noteId = useId();
  const may = useMay('adjust-points');
  // Null while the field shows the saved value.
  const [typed, setTyped] = useState<string | null>(null);
  // The newest version that the person has seen. A conflict shows them another one.
  const [seen, setSeen] = useState(points.version);
  const [refused, setRefused] = useState<CallError | null>(null);
  const command = useCommand(productBonusCommand, `product ${productId}`, (outcome, memo, here) => {
    if (!here) return tellOfOther(outcome);
    if (outcome.kind !== 'refused') return setTyped(null);
    const current = productPoints.safeParse(outcome.error.details['current']).data;
    if (current) setSeen(current.version);
    setTyped(memo?.text ?? null);
    setRefused(outcome.error);
  });
  const isSent = command.open !== null;
  // A version that arrives while nothing is typed counts as seen.
  if (typed === null && !isSent && seen < points.version) setSeen(points.version);
  const text = command.memo?.text ?? typed ?? String(saved);
  // An empty field means no bonus.
  const read = readWhole(text.trim() === '' ? '0' : text, { most: MAX_BONUS_POINTS });
  const bonus = read.ok ? read.value : null;
  const isEdited = typed !== null && bonus !== saved;
  const problem = !read.ok
    ? typedSentence(read.refused)
    : refused?.code === 'changed_meanwhile'
      ? `Somebody changed this product meanwhile: its bonus is ${saved}. Save again to set ${bonus}.`
      : refused
        ? sentenceOf(refused)
        : undefined;

  function save(): void {
    if (bonus === null || isSent || !isEdited) return;
    setRefused(null);
    void command.send({
      title: `Bonus points of product #${productId}`,
      memo: { text },
      params: { id: String(productId) },
      body: { bonus_points: bonus, version: seen },
    });
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') {
      // The surrounding form saves something else.
      event.preventDefault();
      save();
    }
    if (event.key === 'Escape' && typed !== null && !isSent) {
      event.stopPropagation();
      setTyped(null);
      setRefused(null);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-2">
        <Field label="Bonus points" error={problem} className="min-w-0 max-w-xs grow">
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              maxLength={6}
              readOnly={!may || isSent}
              value={text}
              aria-describedby={control['aria-describedby'] ?? noteId}
              onChange={({ target }) => {
                setRefused(null);
                setTyped(target.value);
              }}
              onKeyDown={press}
            />
          )}
        </Field>
        {(isEdited || isSent) && (
          <Button className="mt-5.75" busy={isSent} disabled={bonus === null} onClick={save}>
            Save bonus
          </Button>
        )}
      </div>
      <Checking what="change" command={command.open} />
      <Earned id={noteId} points={points} />
    </div>
  );
}

/** The points that the product earns at its present prices. */
function Earned({ id, points }: { id: string; points: ProductPoints }) {
  const { excluded, prices, points_label: label } = points;
  if (excluded) {
    return (
      <p id={id} className="text-sm text-ink-3">
        Its category earns no points, so the bonus is not given either.
      </p>
    );
  }
  if (prices.length === 0) {
    return (
      <p id={id} className="text-sm text-ink-3">
        Without a price it earns nothing.
      </p>
    );
  }
  return (
    <p id={id} className="text-sm text-ink-2">
      Earns{' '}
      {prices
        .map(({ label: name, price, points: earned }) => {
          const called = name === '' ? money(price) : `${name} (${money(price)})`;
          return `${pointsText(earned, label)} for ${called}`;
        })
        .join(', ')}
      .
    </p>
  );
}
