import { useQuery } from '@tanstack/react-query';
import { type RoleSettings, rolesRoute } from '#contract/roles.ts';
import { staffRoute, staffSessionsRoute, type StaffMember } from '#contract/staff.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

const LIST = [...queryKeys.staff, 'list'];

export function useStaff() {
  return useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) => (await call(staffRoute, { signal })).data,
    // Fetched again each time they are opened, because they are edited here.
    staleTime: 0,
  });
}

/** Shows an account from an answer. */
export function showMember(member: StaffMember): void {
  queryClient.setQueryData<StaffMember[]>(LIST, (present) =>
    present?.some(({ id }) => id === member.id)
      ? present.map((one) => (one.id === member.id && one.version <= member.version ? member : one))
      : present && [member, ...present],
  );
}

export function useStaffSessions(id: number) {
  return useQuery({
    queryKey: [...queryKeys.staff, 'sessions', { id }],
    queryFn: async ({ signal }) => (await call(staffSessionsRoute, { params: { id: String(id) }, signal })).data,
    staleTime: 0,
  });
}

const ROLES = [...queryKeys.staff, 'roles'];

export function useRoles() {
  return useQuery({
    queryKey: ROLES,
    queryFn: async ({ signal }) => (await call(rolesRoute, { signal })).data,
    staleTime: 0,
  });
}

/** Shows a role from an answer. */
export function showRole(role: RoleSettings): void {
  queryClient.setQueryData<RoleSettings[]>(ROLES, (present) =>
    present?.map((one) => (one.role === role.role && one.version <= role.version ? role : one)),
  );
}
