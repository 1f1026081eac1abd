import type { WireMenuConfig } from '#contract/menus.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { changeConfigCommand, configSubject, deleteConfigCommand, duplicateConfigCommand } from './menu-commands.ts';

/** The actions on a stored configuration, apart from loading it. */
export function useConfigActions({ id, name, version }: WireMenuConfig) {
  const subject = configSubject(id);
  const heard =
    (what: 'update' | 'duplicate' | 'delete') =>
    (outcome: CommandOutcome): void => {
      if (outcome.kind === 'refused')
        toast.error(`Failed to ${what} menu config: ${sentenceOf(outcome.error)} ${name} is as it was.`);
    };
  const changing = useCommand(changeConfigCommand, subject, heard('update'));
  const duplicating = useCommand(duplicateConfigCommand, subject, heard('duplicate'));
  const deleting = useCommand(deleteConfigCommand, subject, (outcome) => {
    if (outcome.kind === 'refused' && isCallError(outcome.error, 'menu_in_use')) void askAnyway(outcome.error.message);
    else heard('delete')(outcome);
  });
  const params = { id: String(id) };
  const title = `Delete ${name}`;

  const send = (anyway: boolean) =>
    void deleting.send({ title, params, query: anyway ? { anyway: 'true' } : {}, memo: null });

  async function askAnyway(why: string): Promise<void> {
    const isSure = await ask({
      title,
      message: `${why} Screens that show it show the fallback instead.`,
      confirmLabel: 'Delete anyway',
      tone: 'danger',
    });
    if (isSure) send(true);
  }

  return {
    isSent: [changing, duplicating, deleting].some(({ open }) => open !== null),
    duplicate: () => void duplicating.send({ title: `Duplicate ${name}`, params, body: {}, memo: null }),
    activate: (isActive: boolean) =>
      void changing.send({
        title: `${isActive ? 'Show' : 'Hide'} ${name}`,
        params,
        body: { is_active: isActive, version },
        memo: null,
      }),
    rename: (next: string) =>
      changing.send({ title: `Rename ${name}`, params, body: { name: next.trim(), version }, memo: null }),
    remove: async (): Promise<void> => {
      const message = `Are you sure you want to delete ${name}? This action cannot be undone.`;
      if (await ask({ title, message, confirmLabel: 'Delete', tone: 'danger' })) send(false);
    },
  };
}
