import { useUser } from '#web/api/session/session.ts';
import type { ModelChoice } from '#contract/assistant-chat.ts';
import { TabPanel, Tabs } from '#web/ui/controls/tabs.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { useKeptFocus } from '#web/ui/layers/kept-focus.ts';
import { useState } from 'react';
import { displayInstant } from '#web/ui/dates.ts';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { assistantAddress } from '../assistant-address.ts';
import type { ToldRows } from '#contract/assistant-settings.ts';
import { useSent } from '../assistant-queries.ts';
import { AgentForm } from './agent-form.tsx';
import { ConnectionForm } from './connection-form.tsx';

type Page = 'agent' | 'connection' | 'sent';

/** The settings of the agent and of its connection to a model, for administrators. */
export function AgentDialog({ page, models }: { page: 'agent' | 'connection'; models: readonly ModelChoice[] }) {
  const [tab, setTab] = useState<Page>(page);
  useKeptFocus(true);
  const close = () => assistantAddress.change({ settings: null });
  return (
    <Dialog open size="lg" onOpenChange={(isOpen) => !isOpen && close()} title="Agent Configuration">
      <Tabs
        label="Agent Configuration"
        value={tab}
        onChange={setTab}
        items={[
          { value: 'agent', label: 'Agent' },
          { value: 'connection', label: 'Connection and limits' },
          { value: 'sent', label: 'Sent questions' },
        ]}
      >
        <TabPanel value="agent">
          <AgentForm models={models} />
        </TabPanel>
        <TabPanel value="connection">
          <ConnectionForm />
        </TabPanel>
        <TabPanel value="sent">
          <Sent />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}

/** The rows that a question took with it: the columns, without their values. */
function Told({ told }: { told: readonly ToldRows[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {told.map(({ tool, rows, total, columns, figures }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- they are never reordered, and may be equal
        <li key={at}>
          <span className="text-ink">
            {tool},{' '}
            {rows === total
              ? rows.toLocaleString('en-US')
              : `${rows.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}{' '}
            {total === 1 ? 'row' : 'rows'}
          </span>
          <span className="block text-xs">{[...columns, ...figures].join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

function Sent() {
  const sent = useSent();
  const { time_zone: timeZone } = useUser();
  if (sent.isPending) return <LoadingPanel label="Loading sent questions..." />;
  if (sent.isError)
    return <ErrorPanel title="Sent questions could not be loaded" error={sent.error} onRetry={() => sent.refetch()} />;
  if (sent.data.sent.length === 0)
    return (
      <EmptyPanel
        title="Nothing was sent"
        hint="Questions to the model are listed here with the rows that went with them, without texts and values."
      />
    );
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-ink-3">
          <th className="h-8 pr-3 font-medium">When</th>
          <th className="h-8 pr-3 font-medium">Who</th>
          <th className="h-8 pr-3 font-medium">Model</th>
          <th className="h-8 pr-3 font-medium">Rows and pictures</th>
          <th className="h-8 pr-3 text-right font-medium">Tokens</th>
          <th className="h-8 text-right font-medium">Cost</th>
        </tr>
      </thead>
      <tbody>
        {sent.data.sent.map(({ at, person, model, tools, told, images, input_tokens, output_tokens, cost }) => (
          <tr key={`${at} ${person}`} className="border-t border-line align-baseline">
            <td className="py-2 pr-3 whitespace-nowrap">{displayInstant(at, timeZone)}</td>
            <td className="py-2 pr-3">{person}</td>
            <td className="py-2 pr-3 text-ink-2">{model}</td>
            <td className="py-2 pr-3 text-ink-2">
              {told.length === 0 ? tools.join(', ') || 'none' : <Told told={told} />}
              {images > 0 && <p>{images === 1 ? '1 picture' : `${images} pictures`}</p>}
            </td>
            <td className="py-2 pr-3 text-right tabular-nums">
              {(input_tokens + output_tokens).toLocaleString('en-US')}
            </td>
            <td className="py-2 text-right tabular-nums">{cost === null ? '–' : `$${cost}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
