import { useState } from 'react';
import type { WireMenuConfig } from '#contract/menus.ts';
import type { ConfigType } from '#domain/menu/menu-config.ts';
import type { CallError } from '#web/api/call/call-error.ts';
import { isCallError } from '#web/api/call/call-error.ts';
import { useCommand, whyNotSent } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { useUser } from '#web/api/session/session.ts';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { useDraft } from '../draft/menu-draft.ts';
import { wireOf } from '../draft/parts.ts';
import { addConfigCommand, saveConfigCommand, SAVE_SUBJECT } from './menu-commands.ts';

/** The configuration that somebody else saved meanwhile. */
function presentOf(error: CallError): WireMenuConfig | null {
  const current = error.details['current'];
  return isCallError(error, 'changed_meanwhile') && typeof current === 'object' && current !== null
    ? (current as WireMenuConfig)
    : null;
}

/** Saves the layout or the theme of the draft, under a new name or over its origin. Rule: menus/saving. */
export function useSave(type: ConfigType, onDone: () => void) {
  const draft = useDraft();
  const { location_id: locationId } = useUser();
  const origin = type === 'layout' ? draft.layoutFrom : draft.themeFrom;
  const [wrong, setWrong] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<WireMenuConfig | null>(null);
  const heard = (what: 'create' | 'update') => (outcome: CommandOutcome) => {
    const why = whyRefused(outcome);
    if (why === null) return onDone();
    setTheirs(outcome.kind === 'refused' ? presentOf(outcome.error) : null);
    setWrong(`Failed to ${what} menu config: ${why}`);
  };
  const adding = useCommand(addConfigCommand, SAVE_SUBJECT[type], heard('create'));
  const saving = useCommand(saveConfigCommand, SAVE_SUBJECT[type], heard('update'));
  const data = type === 'layout' ? draft.layout : draft.theme;
  const memo = { fromId: origin?.id ?? null };

  function begin(): void {
    setWrong(null);
    setTheirs(null);
  }

  return {
    origin,
    open: adding.open ?? saving.open,
    wrong,
    theirs,
    begin,
    saveAsNew: async (name: string): Promise<void> => {
      begin();
      const body = {
        name: name.trim(),
        config_type: type,
        config_data: wireOf(data),
        is_active: false,
        ...(locationId !== null && { location_id: locationId }),
      };
      if (!(await adding.send({ title: `Save ${type} ${name.trim()}`, body, memo }))) setWrong(whyNotSent(undefined));
    },
    /** @param version the version to replace */
    replace: async (name: string, version: number): Promise<void> => {
      if (origin === null) return;
      begin();
      const body = { name: name.trim(), config_data: wireOf(data), version };
      const isSent = await saving.send({
        title: `Save ${type} ${name.trim()}`,
        params: { id: String(origin.id) },
        body,
        memo,
      });
      if (!isSent) setWrong(whyNotSent(undefined));
    },
  };
}
