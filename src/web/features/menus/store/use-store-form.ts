import { useState } from 'react';
import type { createStoreConfigRoute, updateStoreConfigRoute, WireStoreConfig } from '#contract/store-configs.ts';
import { useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { useUser } from '#web/api/session/session.ts';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';
import { freeNumber } from '../windows/local-windows.ts';
import {
  addStoreCommand,
  restoreTyped,
  saveStoreCommand,
  type SentStore,
  STORE_SUBJECT,
  type StoreTvs,
  useTyped,
} from './store-queries.ts';

type Tv = StoreTvs['tvs'][number];

type Outcome = CommandOutcome<typeof createStoreConfigRoute> | CommandOutcome<typeof updateStoreConfigRoute>;

/** Rule: menus/new-tv. */
export function newTv(tvs: readonly Tv[]): Tv {
  const number = freeNumber(tvs.map(({ tv_number: taken }) => taken));
  return {
    tv_number: number,
    display_name: `TV ${number}`,
    orientation: 'horizontal',
    layout_id: null,
    theme_id: null,
    auto_launch: false,
    enabled: true,
  };
}

export function changeTv({ tvs, ...rest }: StoreTvs, number: number, part: Partial<Tv>): StoreTvs {
  return { ...rest, tvs: tvs.map((tv) => (tv.tv_number === number ? { ...tv, ...part } : tv)) };
}

export function removeTv({ tvs, ...rest }: StoreTvs, number: number): StoreTvs {
  return { ...rest, tvs: tvs.filter((tv) => tv.tv_number !== number) };
}

function fieldsOf(saved: WireStoreConfig | null, location: string | null): StoreTvs {
  if (saved === null) return { storeName: location ?? '', tvs: [newTv([])] };
  const tvs = saved.tvs.map(({ layout_name: _layout, theme_name: _theme, ...tv }) => tv);
  return { storeName: saved.store_name, tvs };
}

function summaryOf({ store_name: name, tvs }: WireStoreConfig): string {
  const each = tvs.map(
    (tv) =>
      `${tv.display_name}: ${tv.layout_name ?? 'fallback layout'}, ${tv.theme_name ?? 'fallback theme'}${tv.enabled ? '' : ', off'}`,
  );
  return `${name}. ${each.join('. ')}.`;
}

/** The form of the Store Configuration. It follows other people's saves until something is typed. */
export function useStoreForm(saved: WireStoreConfig | null, onDone: () => void) {
  const { location_id: locationId, location } = useUser();
  const typed = useTyped();
  const [wrong, setWrong] = useState<string | null>(null);
  const heard = (outcome: Outcome, memo: SentStore | null) => {
    const why = whyRefused<typeof createStoreConfigRoute | typeof updateStoreConfigRoute>(outcome);
    if (why !== null) {
      if (memo) restoreTyped(memo);
      const version = outcome.kind === 'refused' ? versionMeanwhile(outcome.error) : null;
      if (version !== null) useTyped.setState({ version });
      return setWrong(
        version !== null
          ? 'Failed to save: somebody else changed the TVs meanwhile. Press Save Configuration again to replace what they saved, or Cancel and look at it first.'
          : `Failed to save: ${why}`,
      );
    }
    onDone();
    if (outcome.kind === 'done')
      void tell({ title: 'Store config saved to database!', message: summaryOf(outcome.reply.data) });
  };
  const adding = useCommand(addStoreCommand, STORE_SUBJECT, heard);
  const saving = useCommand(saveStoreCommand, STORE_SUBJECT, heard);
  const open = adding.open ?? saving.open;
  const fields = (open && (adding.memo ?? saving.memo)?.fields) ?? typed.fields ?? fieldsOf(saved, location);

  async function save(): Promise<void> {
    if (open || locationId === null) return;
    const nameless = fields.tvs.find((tv) => tv.display_name.trim() === '');
    if (nameless) return setWrong(`TV ${nameless.tv_number} has no name.`);
    if (fields.storeName.trim() === '') return setWrong('The store has no name.');
    const seen = typed.version ?? saved?.version;
    setWrong(null);
    const body = { store_name: fields.storeName.trim(), tvs: fields.tvs, ...(seen !== undefined && { version: seen }) };
    const memo = { fields, version: seen ?? null };
    const title = `TVs of ${location ?? 'the location'}`;
    const isSent =
      saved === null
        ? await adding.send({ title, body: { location_id: locationId, ...body }, memo })
        : await saving.send({ title, params: { location_id: String(locationId) }, body, memo });
    // The command keeps the edits now, even if the dialog closes. A refusal brings them back.
    if (isSent) useTyped.setState({ fields: null, version: null });
    else setWrong(whyNotSent(undefined));
  }

  return {
    fields,
    open,
    wrong,
    save,
    change: (next: StoreTvs): void => {
      if (open) return;
      setWrong(null);
      const version = typed.fields === null ? (saved?.version ?? null) : typed.version;
      useTyped.setState({ fields: next, version });
    },
    discard: (): void => {
      useTyped.setState({ fields: null, version: null });
      setWrong(null);
    },
  };
}
