import { KeyRound } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { ApiKey } from '#contract/api-keys.ts';
import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMe } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { AddRecord } from '../list/add-record.tsx';
import { ManageTable, rowButton, type TableColumn } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { revokeApiKeyCommand, useApiKeys } from './api-key-queries.ts';
import { ACCESS_LABEL, AREA_LABEL, AREAS, scopeInWords } from './key-words.ts';
import { NewKey, NO_KEY, type Told, ToldKey } from './new-key.tsx';

const address = addressed<{ record: string | null }>(managedView('api-keys'), { record: openRecord('key') });

const usedAt = ({ last_used_at: at }: ApiKey, timeZone: string): string =>
  at === null ? 'Never' : displayInstant(at, timeZone);

function columnsFor(
  timeZone: string,
  placeOf: (key: ApiKey) => string,
): [TableColumn<ApiKey>, ...TableColumn<ApiKey>[]] {
  return [
    { title: 'Name', width: 120, grow: 2, cell: ({ name }) => name },
    { title: 'Key', width: 90, cell: ({ key_end: end }) => <span className="tabular-nums">…{end}</span> },
    { title: 'May', phone: '2-left', width: 130, grow: 3, cell: scopeInWords },
    { title: 'Location', width: 105, grow: 1, cell: placeOf },
    { title: 'Last used', phone: '2-right', width: 165, cell: (key) => usedAt(key, timeZone) },
    {
      title: 'State',
      phone: '1-right',
      width: 100,
      cell: ({ revoked_at: at }) =>
        at === null ? <Badge tone="green">Works</Badge> : <Badge tone="red">Revoked</Badge>,
    },
  ];
}

/** The keys that programs use to call the API. Rule: sign-in/api-keys. */
export function ApiKeysPage() {
  const { locations, user } = useMe();
  const keys = useApiKeys();
  const record = useOpenRecord(address);
  const name = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(NO_KEY);
  const [told, setTold] = useState<Told | null>(null);
  const columns = useMemo(() => {
    const placeOf = ({ location_id: at, all_locations: all }: ApiKey) =>
      all ? 'Every location' : (locations.find(({ id }) => id === at)?.name ?? 'Closed location');
    return columnsFor(user.time_zone, placeOf);
  }, [locations, user.time_zone]);
  if (keys.isPending) return <LoadingPanel label="Loading API keys..." />;
  if (!keys.data)
    return <ErrorPanel title="Error Loading API Keys" error={keys.error} onRetry={() => keys.refetch()} />;
  const shown = keys.data.find(({ id }) => String(id) === record.shown) ?? null;
  const isNew = record.asked === NEW_RECORD;
  const close = () => {
    setTold(null);
    record.close();
  };
  return (
    <>
      <div className="flex justify-end px-6 pb-3 max-[640px]:px-4">
        <AddRecord what="API key" open={record.open} />
      </div>
      {keys.data.length === 0 ? (
        <EmptyPanel
          icon={<KeyRound aria-hidden />}
          title="No API keys"
          hint="A program that works with WooCommerce shops, such as a web shop or a bookkeeping program, works with this one by a key."
        />
      ) : (
        <ManageTable
          label="API keys"
          rows={keys.data}
          columns={columns}
          openId={isNew ? null : (shown?.id ?? null)}
          onOpen={({ id }) => record.open(id)}
        />
      )}
      <Dialog
        open={isNew || (record.asked !== undefined && shown !== null)}
        onOpenChange={(on) => !on && close()}
        initialFocus={record.shown === NEW_RECORD ? name : undefined}
        focusAfter={() => (shown ? rowButton(shown.id) : null)}
        size={record.shown === NEW_RECORD ? 'lg' : 'md'}
        title={told?.name ?? (record.shown === NEW_RECORD ? 'Add API key' : (shown?.name ?? ''))}
        description={record.shown === NEW_RECORD ? undefined : shown && `ck_…${shown.key_end}`}
      >
        {told ? (
          <ToldKey told={told} onClose={close} />
        ) : record.shown === NEW_RECORD ? (
          <NewKey
            typed={typed}
            onType={setTyped}
            nameRef={name}
            onMade={(made) => {
              setTyped(NO_KEY);
              setTold(made);
            }}
          />
        ) : (
          shown && <KeyFacts apiKey={shown} place={columns[3]?.cell(shown)} />
        )}
      </Dialog>
    </>
  );
}

function KeyFacts({ apiKey, place }: { apiKey: ApiKey; place: React.ReactNode }) {
  const { user } = useMe();
  const { id, name, scope, created_at: made, created_by: by, revoked_at: revoked, revoked_by: ender } = apiKey;
  const command = useCommand(revokeApiKeyCommand, `api key ${id}`, (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  async function revoke(): Promise<void> {
    const isSure = await ask({
      title: `Revoke ${name}?`,
      message: 'The program that uses it is refused from now on. A revoked key never works again.',
      confirmLabel: 'Revoke',
      tone: 'danger',
    });
    if (isSure) await command.send({ title: `Revoke the key ${name}`, memo: null, params: { id: String(id) } });
  }
  return (
    <div className="flex flex-col gap-4 pt-1 text-sm">
      <Facts>
        {AREAS.map((area) => (
          <Fact key={area} name={area === 'products' ? 'Products' : AREA_LABEL[area]} muted={scope[area] === 'none'}>
            {ACCESS_LABEL[scope[area]]}
          </Fact>
        ))}
        <Fact name="Location">{place}</Fact>
        <Fact name="Made">
          {displayInstant(made, user.time_zone)} by {by ?? 'the command line'}
        </Fact>
        <Fact name="Last used">{usedAt(apiKey, user.time_zone)}</Fact>
        {revoked !== null && (
          <Fact name="Revoked">
            {displayInstant(revoked, user.time_zone)} by {ender}
          </Fact>
        )}
      </Facts>
      <Checking what="change" command={command.open} />
      {revoked === null && (
        <div className="flex justify-end">
          <Button variant="danger" busy={command.open !== null} onClick={() => void revoke()}>
            Revoke
          </Button>
        </div>
      )}
    </div>
  );
}
