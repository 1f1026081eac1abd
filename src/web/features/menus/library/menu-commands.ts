import { z } from 'zod';
import {
  changeMenuSettingsRoute,
  createMenuConfigRoute,
  deleteMenuConfigRoute,
  duplicateMenuConfigRoute,
  restoreMenuConfigRoute,
  updateMenuConfigRoute,
  type WireMenuConfig,
} from '#contract/menus.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { noteSavedConfig } from '../draft/loading.ts';
import { showConfig } from './menu-queries.ts';

/** The configuration that the draft was based on when it was saved; null for none. */
const memo = z.object({ fromId: z.int().nullable() });
type SavedFrom = z.output<typeof memo>;

function saveCommand<R extends typeof createMenuConfigRoute | typeof updateMenuConfigRoute>(
  kind: string,
  route: R,
): CommandDefinition<R, SavedFrom> {
  return {
    kind,
    route,
    readMemo: (kept) => memo.safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      const from = memo.safeParse(command.memo).data;
      if (outcome.kind === 'done') {
        const config: WireMenuConfig = outcome.reply.data;
        if (outcome.first) showConfig(config);
        if (from && isOwnedBy(command, ownerNow())) noteSavedConfig(config, from.fromId);
      }
      fetchAgain('menus');
      tellOutcome(outcome, command, watched, { done: ({ data }) => `${data.name} is saved` });
    },
  };
}

const shown = { stale: 'menus', show: ({ data }: { data: WireMenuConfig }) => showConfig(data) } as const;

/** Rule: menus/saving. */
export const addConfigCommand = saveCommand('menu-config-add', createMenuConfigRoute);
export const saveConfigCommand = saveCommand('menu-config-save', updateMenuConfigRoute);
/** Changes the name, or the visibility to customers, but nothing of the draft. */
export const changeConfigCommand = pressedCommand('menu-config-change', updateMenuConfigRoute, {
  ...shown,
  done: ({ data }) => `${data.name} is saved`,
});
export const duplicateConfigCommand = pressedCommand('menu-config-duplicate', duplicateMenuConfigRoute, {
  ...shown,
  done: ({ data }) => `${data.name} is made`,
});
export const restoreConfigCommand = pressedCommand('menu-config-restore', restoreMenuConfigRoute, {
  ...shown,
  done: ({ data }) => `${data.name} is as it was`,
});
export const deleteConfigCommand = pressedCommand('menu-config-delete', deleteMenuConfigRoute, {
  stale: 'menus',
  done: () => 'Deleted',
});
export const menuSettingsCommand = pressedCommand('menu-settings', changeMenuSettingsRoute, {
  stale: 'menus',
  done: () => 'Menu settings are saved',
});

export const configSubject = (id: number): string => `menu config ${id}`;
export const SAVE_SUBJECT = { layout: 'menu layout', theme: 'menu theme' } as const;
export const SETTINGS_SUBJECT = 'menu settings';
