import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  changeBlueprintRoute,
  createBlueprintRoute,
  deleteBlueprintRoute,
  type ManagedBlueprint,
  managedBlueprintsRoute,
} from '#contract/blueprints.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { formCommand } from '../form/record-form.ts';

const LIST = queryOptions({
  queryKey: [...queryKeys.fields, 'blueprints'],
  queryFn: async ({ signal }): Promise<readonly ManagedBlueprint[]> =>
    (await call(managedBlueprintsRoute, { signal })).data,
});

export const useBlueprints = () => useQuery(LIST);

/** Shows a blueprint from an answer. */
function show({ data: blueprint }: { data: ManagedBlueprint }): void {
  queryClient.setQueryData(LIST.queryKey, (present) =>
    present?.some(({ id }) => id === blueprint.id)
      ? present.map((one) => (one.id === blueprint.id && one.version <= blueprint.version ? blueprint : one))
      : present && [...present, blueprint],
  );
}

export const NEW_BLUEPRINT = 'blueprint new';
export const blueprintSubject = (id: number, part = 'details') => `blueprint ${id} ${part}`;

export const createBlueprintCommand = formCommand('blueprint-create', createBlueprintRoute, {
  stale: 'fields',
  done: ({ data }) => `${data.name} added`,
  show,
});

/** Rule: catalogue/blueprints. */
export const changeBlueprintCommand = formCommand('blueprint-change', changeBlueprintRoute, {
  stale: 'fields',
  done: ({ data }) => `${data.name} saved`,
  show,
});

export const deleteBlueprintCommand = pressedCommand('blueprint-delete', deleteBlueprintRoute, {
  stale: 'fields',
  done: () => 'Blueprint deleted',
  show: ({ id: gone }) =>
    void queryClient.setQueryData(LIST.queryKey, (present) => present?.filter(({ id }) => id !== gone)),
});
