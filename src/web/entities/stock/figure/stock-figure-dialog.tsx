import { displayInstant } from '#web/ui/dates.ts';
import { ChevronLeft, ChevronRight, Pencil, Tag } from 'lucide-react';
import { useState } from 'react';
import { quantityWords } from '#domain/unit.ts';
import { useMay, useMe } from '#web/api/session/session.ts';
import { editFieldsOf, printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { ACTION_OPTIONS, type HistoryAction } from '../history-actions.ts';
import { StockBadge } from '../stock-badge.tsx';
import type { ExplainedItem } from './explained-item.ts';
import { MovementsTable } from './stock-figure-movements.tsx';
import { useMovements } from './stock-figure-query.ts';
import { ReorderLevel } from './stock-figure-reorder.tsx';
import { StockElsewhere } from './stock-elsewhere.tsx';
import { stockAnswer } from './stock-figure-answer.ts';
import { displayStock } from './stock-figure-words.ts';
import { MovementSum } from './stock-figure-sum.tsx';

const MOST_COUNTED = 10_000;

/** "Explain this number": the movements that make up a stock figure. */
export function StockDialog({
  item,
  open,
  onClose,
  onClosed,
}: {
  item: ExplainedItem;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { user, locations } = useMe();
  const locationId = item.locationId ?? user.location_id;
  const place = locations.find(({ id }) => id === locationId)?.name ?? user.location;
  const [chosenId, setChosenId] = useState<number | null>(null);
  const chosen = item.variants?.find(({ id }) => id === chosenId);
  const variationId = item.variants ? (chosen?.id ?? null) : item.variationId;
  const isItem = !item.variants || chosen !== undefined;
  const name = chosen ? `${item.name} - ${chosen.name}` : item.name;
  const [action, setAction] = useState<HistoryAction>('all');
  const shown = { locationId: locationId ?? 0, productId: item.productId, variationId };
  const query = useMovements(shown, isItem && locationId !== null);
  const narrowed = useMovements(shown, isItem && locationId !== null && action !== 'all', action);
  const listed = action === 'all' ? query : narrowed;
  const movements = listed.data?.pages.flatMap(({ data }) => data) ?? [];

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      size={900}
      title={name}
      description={`Stock ${place ? `at ${place}` : ''}, explained by its movements`}
      footer={
        isItem && query.data && movements.length > 0 ? (
          <MovementSum
            movements={movements}
            isWhole={!listed.hasNextPage}
            isNarrowed={action !== 'all'}
            unit={item.unit}
          />
        ) : undefined
      }
    >
      {chosen && (
        <Button
          size="sm"
          variant="ghost"
          className="mb-2 -ml-2"
          icon={<ChevronLeft aria-hidden className="size-4" />}
          onClick={() => setChosenId(null)}
        >
          All variants
        </Button>
      )}
      {isItem ? (
        <ItemStock
          key={variationId}
          item={{ ...item, name, variationId }}
          locationId={locationId ?? 0}
          query={query}
          listed={listed}
          action={action}
          onAction={setAction}
          onLeave={onClose}
        />
      ) : (
        <Variants item={item} onChoose={setChosenId} />
      )}
    </Dialog>
  );
}

/** A product's figure is the sum of its variants, each of which is explained separately. */
function Variants({ item, onChoose }: { item: ExplainedItem; onChoose: (id: number) => void }) {
  const variants = item.variants ?? [];
  return (
    <ul aria-label="Variants" className="flex flex-col gap-0.5">
      {variants.map(({ id, name, quantity }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onChoose(id)}
            aria-label={`${name}, ${quantityWords(quantity, item.unit)} in stock`}
            className="flex h-touch w-full items-center gap-3 rounded-md px-3 text-left text-base hover:bg-hover active:bg-press"
          >
            <span className="min-w-0 grow truncate">{name}</span>
            <StockBadge quantity={quantity} unit={item.unit ?? ''} />
            <ChevronRight aria-hidden className="size-4 text-ink-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function ItemStock({
  item,
  locationId,
  query,
  listed,
  action,
  onAction,
  onLeave,
}: {
  item: ExplainedItem;
  locationId: number;
  /** All movements, which the answer is made of. */
  query: ReturnType<typeof useMovements>;
  /** Those of the chosen kind. */
  listed: ReturnType<typeof useMovements>;
  action: HistoryAction;
  onAction: (action: HistoryAction) => void;
  onLeave: () => void;
}) {
  const { user } = useMe();
  const mayEdit = useMay('edit-products');
  const { data, error, refetch } = query;
  if (!data) {
    return (
      <div className="h-80">
        {error ? (
          <ErrorPanel title="Failed to load movements" error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingMovements />
        )}
      </div>
    );
  }
  const current = data.pages[0]?.current;
  const movements = data.pages.flatMap((page) => page.data);
  const counted = current?.movements ?? movements.length;
  const many = counted > MOST_COUNTED ? `${MOST_COUNTED.toLocaleString('en-US')}+` : counted.toLocaleString('en-US');
  return (
    <>
      {current?.since && (
        <p className="mb-3 rounded-md bg-hover px-3 py-2 text-sm">
          {stockAnswer(current.since, { unit: item.unit, timeZone: user.time_zone })}
        </p>
      )}
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="flex items-baseline gap-2">
          <span className="text-2xl font-semibold tabular-nums">
            {displayStock(current?.quantity ?? movements[0]?.new_stock ?? 0)}
            {item.unit && <span className="ml-1 text-lg font-medium text-ink-2">{item.unit}</span>}
          </span>
          <span className="text-sm text-ink-2">
            {many} {counted === 1 ? 'movement' : 'movements'}
            {current?.opened_at && ` since ${displayInstant(current.opened_at, user.time_zone)}`}
          </span>
        </p>
        {current?.needs_count_since && <Badge tone="orange">Needs a count</Badge>}
        <span className="grow" />
        {locationId === user.location_id && (
          <Button
            size="sm"
            icon={<Tag aria-hidden className="size-3.5" />}
            onClick={() => {
              onLeave();
              printLabelsOf([{ productId: item.productId, variationId: item.variationId }]);
            }}
          >
            Print label
          </Button>
        )}
        {mayEdit && locationId === user.location_id && (
          <Button
            size="sm"
            icon={<Pencil aria-hidden className="size-3.5" />}
            onClick={() => {
              onLeave();
              editFieldsOf(item.productId);
            }}
          >
            Edit fields
          </Button>
        )}
        <ReorderLevel
          place={{ locationId, productId: item.productId, variationId: item.variationId }}
          level={current?.reorder_level ?? null}
          name={item.name}
          unit={item.unit}
          labelled
        />
      </div>
      {current?.elsewhere && <StockElsewhere places={current.elsewhere} unit={item.unit} />}
      {movements.length > 0 && (
        <Select
          size="sm"
          label="Action"
          className="mb-2 w-44"
          value={action}
          options={ACTION_OPTIONS}
          onChange={onAction}
        />
      )}
      <div className="h-[min(26rem,50dvh)]">
        {movements.length === 0 ? (
          <EmptyPanel title="No movements yet" hint="Nothing was ever received, sold or counted here." />
        ) : (
          <Listed
            name={item.name}
            unit={item.unit}
            query={listed}
            onLeave={onLeave}
            onShowAll={() => onAction('all')}
          />
        )}
      </div>
    </>
  );
}

/** The movements of the chosen kind. */
function Listed({
  name,
  unit,
  query,
  onLeave,
  onShowAll,
}: {
  name: string;
  unit: string | undefined;
  query: ReturnType<typeof useMovements>;
  onLeave: () => void;
  onShowAll: () => void;
}) {
  const { data, error, refetch } = query;
  if (!data) {
    return error ? (
      <ErrorPanel title="Failed to load movements" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingMovements />
    );
  }
  const movements = data.pages.flatMap((page) => page.data);
  if (movements.length === 0) {
    return <EmptyPanel title="None of this kind" action={<Button onClick={onShowAll}>Show all movements</Button>} />;
  }
  return (
    <MovementsTable
      label={`Movements of ${name}`}
      unit={unit}
      movements={movements}
      isFetching={query.isFetchingNextPage}
      isUpdating={query.isFetching}
      failed={query.isFetchNextPageError}
      hasMore={query.hasNextPage}
      onLeave={onLeave}
      onMore={() => void query.fetchNextPage({ cancelRefetch: false })}
    />
  );
}

function LoadingMovements() {
  return (
    <LoadingPanel label="Loading movements...">
      <div className="flex flex-col gap-2">
        <Skeleton className="mb-2 h-9 w-40" />
        {Array.from({ length: 7 }, (_, row) => row).map((row) => (
          <Skeleton key={row} className="h-7" />
        ))}
      </div>
    </LoadingPanel>
  );
}
