import { MapPinOff } from 'lucide-react';
import { useState } from 'react';
import { menuPlan } from '#domain/menu/menu-plan.ts';
import { onScreenAt } from '#domain/menu/on-screen.ts';
import { EMPTY_SHELF, type Shelf } from '#domain/menu/shelf.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { useHotkeys } from '#web/ui/layers/layers.ts';
import { EmptyPanel, ErrorPanel, LoadingPanel, NOT_ASSIGNED } from '#web/ui/status/panels.tsx';
import { AnalyticsDialog } from './analytics/analytics-dialog.tsx';
import type { OpenDialog } from './dialogs.ts';
import { redo, select, undo, useBuilder, useDraft } from './draft/menu-draft.ts';
import { HistoryDialog } from './library/history-dialog.tsx';
import { LoadDialog } from './library/load-dialog.tsx';
import { RenameDialog } from './library/rename-dialog.tsx';
import { SaveDialog } from './library/save-dialog.tsx';
import { AsOf, pricesSentence, showingSentence } from './preview/as-of.tsx';
import { DraftLine } from './preview/draft-line.tsx';
import { Preview } from './preview/preview.tsx';
import { useShelf, useShowing } from './preview/shelf-queries.ts';
import { menusAddress } from './menus-address.ts';
import { QrDialog } from './qr-dialog.tsx';
import { ControlPanel } from './screens/control-panel.tsx';
import { StoreDialog } from './store/store-dialog.tsx';
import { useStoreConfig } from './store/store-queries.ts';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useNow } from './use-now.ts';
import { useAutoLaunch } from './windows/use-auto-launch.ts';

/** The remembered state of a view, as far as menus use it. */
interface MenusViewState {
  readonly search: string;
}

/** Menus for the screens of the shop: builds them and looks after the screens. */
export function MenusView(props: { state: MenusViewState }) {
  const { location_id: locationId } = useUser();
  if (locationId === null)
    return <EmptyPanel icon={<MapPinOff aria-hidden />} title="No location" hint={NOT_ASSIGNED} />;
  return <Menus {...props} />;
}

/** Keys for undo and redo, except in fields that have their own. */
function useStepKeys(): void {
  useHotkeys(({ ctrlKey, metaKey, shiftKey, key, target }) => {
    const isTyping = target instanceof Element && target.closest('input, textarea') !== null;
    if (isTyping || !(ctrlKey || metaKey)) return false;
    const letter = key.toLowerCase();
    if (letter === 'z' && !shiftKey) undo();
    else if (letter === 'y' || (letter === 'z' && shiftKey)) redo();
    else return false;
    return true;
  });
}

/**
 * The previewed menu: the one in the builder, or the one that a TV shows at an instant, by the rules that screens
 * follow.
 */
function usePreviewed(nowMs: number) {
  const draft = useDraft();
  const asOf = menusAddress.use();
  const { time_zone: timeZone } = useUser();
  const showing = useShowing(asOf.tvNumber, asOf.instant);
  const { data: display } = showing;
  const at = new Date(asOf.instant ?? nowMs);
  const stored = (shelf: Shelf) =>
    asOf.tvNumber === null || !display ? null : onScreenAt(display, shelf, at, { isPaired: true });
  const { shelf, ...shelfQuery } = useShelf((stored(EMPTY_SHELF) ?? draft).theme.leftBelow);
  const onScreen = stored(shelf);
  const notices = [
    display && onScreen ? showingSentence(display, onScreen.dark, asOf.instant, timeZone) : '',
    pricesSentence(asOf.instant, nowMs),
  ];
  const isDraft = asOf.tvNumber === null;
  return {
    layout: (onScreen ?? draft).layout,
    theme: (onScreen ?? draft).theme,
    selected: isDraft ? draft.selected : null,
    isDraft,
    isPending: shelfQuery.isPending || (!isDraft && showing.isPending),
    notice: notices.filter((sentence) => sentence !== '').join(' '),
    error: isDraft || display ? null : showing.error,
    refetch: showing.refetch,
    shelf,
    shelfQuery,
  };
}

function Menus({ state: { search } }: { state: MenusViewState }) {
  const { isPanelOpen } = useBuilder();
  const { pair, instant, tvNumber } = menusAddress.use();
  const mayEdit = useMay('edit-menus');
  const now = useNow();
  const { layout, theme, selected, isDraft, isPending, notice, error, refetch, shelf, shelfQuery } = usePreviewed(now);
  const store = useStoreConfig();
  const nowMs = instant === null ? now : Date.parse(instant);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const isElsewhere = instant !== null || tvNumber !== null;
  const [isAsOfOpen, setAsOfOpen] = useState(isElsewhere);
  const [wasElsewhere, setWasElsewhere] = useState(isElsewhere);
  // A link or Back may lead to a TV, too.
  if (isElsewhere !== wasElsewhere) {
    setWasElsewhere(isElsewhere);
    if (isElsewhere) setAsOfOpen(true);
  }
  const plan = menuPlan(layout, shelf, nowMs);
  const closed = (isOpen: boolean) => !isOpen && setDialog(null);
  useStepKeys();
  useAutoLaunch(store.data ?? null);

  return (
    <div className="flex h-full min-h-0 flex-col">
      <Toolbar shelf={shelf} error={shelfQuery.error} onOpen={setDialog} />
      <div className="flex min-h-0 grow max-[700px]:flex-col max-[700px]:overflow-y-auto">
        {(isPanelOpen || pair !== null) && (
          <ControlPanel
            search={search}
            pair={mayEdit ? pair : null}
            onPaired={() => menusAddress.change({ pair: null }, 'replace')}
            onStores={() => setDialog({ kind: 'stores' })}
          />
        )}
        <div className="flex min-h-0 min-w-0 grow flex-col max-[700px]:shrink-0">
          <DraftLine isAsOfOpen={isAsOfOpen} onAsOf={() => setAsOfOpen(!isAsOfOpen)} />
          {isAsOfOpen && <AsOf tvs={store.data?.tvs ?? []} onClose={() => setAsOfOpen(false)} />}
          <div className="min-h-0 grow max-[700px]:h-110 max-[700px]:shrink-0">
            {shelfQuery.error && shelf.products.length === 0 ? (
              <ErrorPanel
                title="⚠️ Error loading products"
                error={shelfQuery.error}
                onRetry={() => void shelfQuery.refetch()}
              />
            ) : error ? (
              <ErrorPanel title="Failed to fetch menu config" error={error} onRetry={() => void refetch()} />
            ) : isPending ? (
              <LoadingPanel label="Loading menu..." />
            ) : (
              <Preview
                {...{ layout, theme, shelf, plan, nowMs, selected }}
                onSelect={isDraft && mayEdit ? select : undefined}
                notice={
                  notice !== '' && (
                    <p role="status" className="shrink-0 rounded-md bg-blue-soft px-3 py-2 text-sm text-blue">
                      {notice}
                    </p>
                  )
                }
              />
            )}
          </div>
        </div>
      </div>
      {dialog?.kind === 'save-layout' && <SaveDialog type="layout" onClose={() => setDialog(null)} />}
      {dialog?.kind === 'save-theme' && <SaveDialog type="theme" onClose={() => setDialog(null)} />}
      <LoadDialog
        open={dialog?.kind === 'load'}
        onOpenChange={closed}
        onHistory={(config) => setDialog({ kind: 'history', config })}
        onRename={(config) => setDialog({ kind: 'rename', config })}
        shelf={shelf}
        nowMs={now}
      />
      {dialog?.kind === 'history' && (
        <HistoryDialog config={dialog.config} shelf={shelf} nowMs={now} onClose={() => setDialog({ kind: 'load' })} />
      )}
      {dialog?.kind === 'rename' && <RenameDialog config={dialog.config} onClose={() => setDialog({ kind: 'load' })} />}
      <QrDialog open={dialog?.kind === 'qr'} onOpenChange={closed} />
      {dialog?.kind === 'stores' && <StoreDialog onClose={() => setDialog(null)} />}
      {dialog?.kind === 'analytics' && <AnalyticsDialog onClose={() => setDialog(null)} />}
    </div>
  );
}
