import { ArrowLeftRight, Combine, Tag } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { commands, useCommands } from '#web/api/commands/commands.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { useMay } from '#web/api/session/session.ts';
import { printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { pendingItem } from '../items/item-names.ts';
import { keptConversion } from './conversion-command.ts';
import { ratioSoldBy } from './conversion-draft.ts';
import { keptTransfer } from './transfer-command.ts';
import { useStockView } from '../stock/stock-view-state.ts';
import type { ItemRow } from '../stock/stock-rows.ts';

type Kind = 'transfer' | 'convert';

/** The open dialog, with the keys of the items that it began with. */
const useMoving = perOwner<{ kind: Kind | null; keys: readonly string[]; opened: number }>(() => ({
  kind: null,
  keys: [],
  opened: 0,
}));

function move(kind: Kind, keys: readonly string[]): void {
  useMoving.setState(({ opened }) => ({ kind, keys, opened: opened + 1 }));
}

const close = () => useMoving.setState({ kind: null });

const TransferDialog = lazyPart(async () => (await import('./transfer-dialog.tsx')).TransferDialog);
const ConvertDialog = lazyPart(async () => (await import('./convert-dialog.tsx')).ConvertDialog);

/** The dialogs that `SelectionMoves` and `RowMoves` open. Mounted once, by the stock tab. */
export function MovingDialogs() {
  const { kind, keys, opened } = useMoving();
  const { byId } = useCatalogue();
  if (opened === 0) return null;
  const items = keys.map((key) => pendingItem(key, byId)).filter(({ product }) => product !== null);
  const shared = { items, onClose: close };
  return (
    <Suspense fallback={null}>
      <TransferDialog key={`transfer ${opened}`} {...shared} open={kind === 'transfer'} />
      <ConvertDialog key={`convert ${opened}`} {...shared} open={kind === 'convert'} />
    </Suspense>
  );
}

/** Transfer and Convert for the selected items. */
export function SelectionMoves() {
  const selected = useStockView((view) => view.selected);
  const mayMove = useMay('adjust-stock');
  const begun = useBegun();
  if (!mayMove || (selected.size === 0 && begun.length === 0)) return null;
  return (
    <>
      {begun.map(({ kind, sent }) => (
        <Button key={kind} size="sm" onClick={() => move(kind, [])}>
          {`${sent ? 'Checking' : 'Continue'} ${kind === 'transfer' ? 'transfer' : 'conversion'}`}
        </Button>
      ))}
      {selected.size > 0 && <Chosen keys={[...selected]} />}
    </>
  );
}

/** Transfers and conversions that were begun: still in the form, or sent and unanswered. */
function useBegun(): { kind: Kind; sent: boolean }[] {
  const transfer = keptTransfer.useKept() !== null;
  const conversion = keptConversion.useKept() !== null;
  const isTransferOpen = useCommands(() => commands.openOf('transfer', 'transfer') !== null);
  const isConversionOpen = useCommands(() => commands.openOf('conversion', 'conversion') !== null);
  return [
    ...(transfer || isTransferOpen ? [{ kind: 'transfer' as const, sent: isTransferOpen }] : []),
    ...(conversion || isConversionOpen ? [{ kind: 'convert' as const, sent: isConversionOpen }] : []),
  ];
}

function Chosen({ keys }: { keys: readonly string[] }) {
  return (
    <>
      <Button size="sm" icon={<ArrowLeftRight aria-hidden className="size-4" />} onClick={() => move('transfer', keys)}>
        Transfer
      </Button>
      <Button size="sm" icon={<Combine aria-hidden className="size-4" />} onClick={() => move('convert', keys)}>
        Convert
      </Button>
    </>
  );
}

const ROW_BUTTON =
  'grid size-8 shrink-0 pointer-coarse:size-10 place-items-center rounded-md text-ink-3 transition-colors hover:bg-press hover:text-ink group-hover/row:text-ink-2';

/** Transfer, Convert and Print label for one row. Always in sight, because a tablet cannot hover. */
export function RowMoves({ row, active }: { row: ItemRow; active: boolean }) {
  const button = (label: string, icon: ReactNode, press: () => void, className?: string) => (
    <button
      type="button"
      tabIndex={active ? 0 : -1}
      aria-label={`${label} ${row.fullName}`}
      title={label}
      onClick={(event) => {
        event.stopPropagation();
        press();
      }}
      className={cx(ROW_BUTTON, className)}
    >
      {icon}
    </button>
  );
  return (
    // On a phone beside the figures, so that the name has its line.
    <span className="flex shrink-0 gap-1 max-[640px]:absolute max-[640px]:right-2 max-[640px]:bottom-3.5">
      {button('Transfer', <ArrowLeftRight aria-hidden className="size-4" />, () => move('transfer', [row.key]))}
      {ratioSoldBy(row.product) !== null &&
        button('Convert', <Combine aria-hidden className="size-4" />, () => move('convert', [row.key]))}
      {button(
        'Print label',
        <Tag aria-hidden className="size-4" />,
        () => printLabelsOf([row.item]),
        'max-[640px]:hidden',
      )}
    </span>
  );
}
