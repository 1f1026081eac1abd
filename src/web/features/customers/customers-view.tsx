import { CircleAlert, UserPlus, UsersRound, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { on } from '#web/api/events.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { focusFirstRow } from '#web/ui/rows/row-keys.ts';
import { Pages } from '#web/ui/rows/pages.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { SEARCH_PAUSE_MS } from '#web/ui/use-debounced.ts';
import { AddCustomer } from './add/add-customer.tsx';
import { useCustomersPage } from './customers-queries.ts';
import { customerCountWords } from './list/count-words.ts';
import { CustomersControls } from './list/customers-controls.tsx';
import { CustomersTable } from './list/customers-table.tsx';
import { focusOffer, IdentitySearch, useTypedIdentity } from './list/identity-search.tsx';
import { customersAddress, expand, goToPage, narrow } from './list/customers-address.ts';
import { setAdding, showBanner, useCustomersState } from './list/customers-state.ts';
import { useLinkedCustomers } from './list/linked-customers.ts';
import { Tools } from './tools/tools.tsx';

/** The part of a view's remembered state that the customers use. */
interface CustomersViewProps {
  state: { readonly search: string };
  update: (change: { search: string }) => void;
}

/** The customers view: find a customer, see everything about them, change it. Rule: customers/list. */
export function CustomersView({ state, update }: CustomersViewProps) {
  const { id } = useUser();
  return <Customers key={id} search={state.search} onClearSearch={() => update({ search: '' })} />;
}

const NOBODY: readonly DirectoryEntry[] = [];

function Customers({ search: text, onClearSearch }: { search: string; onClearSearch: () => void }) {
  const { search, entering, entered } = useSearch(text);
  const { page, group, flagged } = customersAddress.use();
  const adding = useCustomersState((state) => state.adding);
  const typed = useTypedIdentity(search);
  // The list is not asked for a birth date: it searches none, and addresses of requests are logged by proxies.
  const isBirthDate = typed?.kind === 'birth_date';
  const result = useCustomersPage({ search, page, group, flagged }, !isBirthDate);
  const { error, refetch, isPlaceholderData } = result;
  const data = isBirthDate ? undefined : result.data;
  const linked = useLinkedCustomers(isBirthDate ? NOBODY : data?.data);
  const isNobody = linked.customers.length === 0 && linked.failed.length === 0 && !isPlaceholderData;

  useEffect(() => {
    if (isBirthDate && entering) {
      entered();
      focusOffer();
    }
    if (!data || isPlaceholderData) return;
    if (page > Math.max(data.meta.pages, 1)) customersAddress.change({ page: Math.max(data.meta.pages, 1) });
    if (!entering) return;
    entered();
    const [only, ...others] = data.data;
    if (only && others.length === 0) expand(only.id, true);
    if (only) focusFirstRow(document.querySelector('[role=grid]'));
    else focusOffer();
  }, [data, isBirthDate, isPlaceholderData, page, entering, entered]);

  const isNarrowed = search !== '' || group !== null || flagged;
  return (
    <div className="flex h-full flex-col">
      <CustomersControls
        count={data && !isPlaceholderData && data.meta.pages === 1 ? customerCountWords(data.meta) : ''}
        search={search}
        total={data?.meta.total ?? null}
      />
      <Banner />
      {typed && (isBirthDate || (data && isNobody)) && <IdentitySearch key={JSON.stringify(typed)} typed={typed} />}
      <div className="min-h-0 grow">
        {isBirthDate ? (
          linked.customers.length > 0 && <CustomersTable customers={linked.customers} listKey="" />
        ) : !data ? (
          error ? (
            <ErrorPanel title="Failed to load customers data" error={error} onRetry={refetch} />
          ) : (
            <LoadingPanel label="Loading customers..." />
          )
        ) : isNobody ? (
          <NoCustomers
            narrowed={isNarrowed}
            onClear={() => {
              narrow({ group: null, flagged: false });
              onClearSearch();
            }}
          />
        ) : (
          <div className="flex h-full flex-col">
            {error && (
              <p role="alert" className="bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
                Failed to load customers data. This list may be out of date.{' '}
                <Button size="sm" onClick={() => void refetch()}>
                  Retry
                </Button>
              </p>
            )}
            {linked.failed.length > 0 && (
              <p role="alert" className="bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
                {linked.failed.map((one) => `Customer #${one}`).join(', ')} could not be loaded.{' '}
                <Button size="sm" onClick={linked.retry}>
                  Retry
                </Button>
              </p>
            )}
            <div className="relative min-h-0 grow" aria-busy={isPlaceholderData}>
              <CustomersTable customers={linked.customers} listKey={JSON.stringify([search, page, group, flagged])} />
            </div>
            {data.meta.pages > 1 && (
              <Pages
                {...data.meta}
                count={customerCountWords(data.meta)}
                orMore={!data.meta.is_exact}
                busy={isPlaceholderData}
                onPage={goToPage}
              />
            )}
          </div>
        )}
      </div>
      {adding && <AddCustomer />}
      <Tools />
    </div>
  );
}

/** The search text, once typing pauses or somebody moves on to the list. */
function useSearch(typed: string) {
  const [search, setSearch] = useState(typed.trim());
  const [entering, setEntering] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setSearch(typed.trim()), typed === '' ? 0 : SEARCH_PAUSE_MS);
    const stop = on('enterList', () => {
      setSearch(typed.trim());
      setEntering(true);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [typed]);
  return { search, entering: entering && search === typed.trim(), entered: () => setEntering(false) };
}

function Banner() {
  const banner = useCustomersState((state) => state.banner);
  if (banner === null) return null;
  return (
    <div role="alert" className="flex items-center gap-2 bg-danger-soft px-3 py-1.5 text-sm text-danger-ink">
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <span className="grow">{banner}</span>
      <IconButton label="Close" icon={<X aria-hidden className="size-4" />} onClick={() => showBanner(null)} />
    </div>
  );
}

function NoCustomers({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const mayAdd = useMay('edit-customers');
  return (
    <EmptyPanel
      icon={<UsersRound aria-hidden />}
      title="No customers found"
      hint={
        narrowed
          ? 'Nobody matches this search and these filters.'
          : 'Get started by adding your first customer to the system.'
      }
      action={
        narrowed ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          mayAdd && (
            <Button
              variant="primary"
              icon={<UserPlus aria-hidden className="size-4" />}
              onClick={() => setAdding(true)}
            >
              Add Customer
            </Button>
          )
        )
      }
    />
  );
}
