import type { WireTvCommand } from '#contract/tv.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { COMMAND_NAMES, sendTvCommand, tvSubject } from './screen-queries.ts';

type Payload = { readonly layout_id?: number | null; readonly theme_id?: number | null };

/** Sends a command to one screen, or to all screens of the location. */
export function useTvCommand(target: { readonly id: number; readonly device_name: string } | null) {
  const { location_id: locationId } = useUser();
  const name = target?.device_name ?? 'all TVs';
  const { open, send } = useCommand(sendTvCommand, tvSubject(target?.id ?? null), (outcome) => {
    if (outcome.kind === 'refused') toast.error(`${name}: ${sentenceOf(outcome.error)}`);
  });
  return {
    isSent: open !== null,
    tell: (type: WireTvCommand['command_type'], payload: Payload = {}) =>
      void send({
        title: `${COMMAND_NAMES[type]}: ${name}`,
        body: {
          command_type: type,
          payload,
          ...(target && { tv_id: target.id }),
          ...(locationId !== null && { location_id: locationId }),
        },
        memo: null,
      }),
  };
}
