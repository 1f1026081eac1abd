import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import {
  changeLabelTemplateRoute,
  createLabelTemplateRoute,
  deleteLabelTemplateRoute,
  labelTemplatesRoute,
  type OwnLabelTemplate,
} from '#contract/label-templates.ts';
import { fromWireTemplate } from '#contract/labels.ts';
import type { ReplyOf } from '#contract/route.ts';
import { type LabelTemplate, TEMPLATES } from '#domain/labels/template.ts';
import { call } from '#web/api/call/call.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';

export const ownTemplateId = (id: number): string => `own_${id}`;

const keyOf = (locationId: number | null) => [...queryKeys.labels, 'templates', { locationId }];

/** A template in use. `own` is null for one that comes with the product. */
export interface Stock {
  readonly template: LabelTemplate;
  readonly own: OwnLabelTemplate | null;
}

const [FIRST, ...OTHERS] = TEMPLATES;
const builtIn = (template: LabelTemplate): Stock => ({ template, own: null });
const STOCKS: readonly [Stock, ...Stock[]] = [builtIn(FIRST), ...OTHERS.map(builtIn)];

/** The templates that come with the product, followed by those of the location. */
export function useTemplates() {
  const { location_id: locationId } = useUser();
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(locationId),
    queryFn: ({ signal }) => call(labelTemplatesRoute, { signal }),
    enabled: locationId !== null,
  });
  const stocks = useMemo(
    (): readonly [Stock, ...Stock[]] => [
      ...STOCKS,
      ...(data?.data ?? []).map((own): Stock => ({
        template: fromWireTemplate(ownTemplateId(own.id), own.template),
        own,
      })),
    ],
    [data],
  );
  return { stocks, error, refetch };
}

type Templates = ReplyOf<typeof labelTemplatesRoute>;

/** Shows a saved template at once. The list is still fetched again. */
function patch(saved: OwnLabelTemplate): void {
  queryClient.setQueryData<Templates>(keyOf(saved.location_id), (list) => {
    if (!list) return list;
    const present = list.data.find(({ id }) => id === saved.id);
    if (present && present.version > saved.version) return list;
    return { ...list, data: [...list.data.filter(({ id }) => id !== saved.id), saved] };
  });
}

const sentFields = z.record(z.string(), z.string());
/** The typed fields, shown again while the answer is unknown. */
export type SentFields = z.output<typeof sentFields>;

function templateCommand<R extends typeof createLabelTemplateRoute | typeof changeLabelTemplateRoute>(
  kind: string,
  route: R,
): CommandDefinition<R, SentFields> {
  return {
    kind,
    route,
    readMemo: (kept) => sentFields.safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'done' && outcome.first) patch(outcome.reply.data);
      fetchAgain('labels');
      tellOutcome(outcome, command, watched, { done: ({ data }) => `${data.template.template_name} saved` });
    },
  };
}

export const createTemplateCommand = templateCommand('label-template-create', createLabelTemplateRoute);
export const changeTemplateCommand = templateCommand('label-template-change', changeLabelTemplateRoute);
export const deleteTemplateCommand = pressedCommand('label-template-delete', deleteLabelTemplateRoute, {
  stale: 'labels',
  done: () => 'Template deleted',
});

export const templateSubject = (own: OwnLabelTemplate | null): string => `label template ${own?.id ?? 'new'}`;
