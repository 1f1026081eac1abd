import { changeRoleRoute } from '#contract/roles.ts';
import { changeStaffRoute, createStaffRoute, endStaffSessionsRoute } from '#contract/staff.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { removePinRoute } from '#contract/pins.ts';
import { formCommand } from '../form/record-form.ts';
import { showMember, showRole } from './staff-queries.ts';

export const NEW_STAFF = 'staff new';
export const staffSubject = (id: number, part = 'account') => `staff ${id} ${part}`;

export const createStaffCommand = formCommand('staff-create', createStaffRoute, {
  stale: 'staff',
  personal: true,
  done: ({ data }) => `The account of ${data.name} is made`,
  show: ({ data }) => showMember(data),
});

export const changeStaffCommand = formCommand('staff-change', changeStaffRoute, {
  stale: 'staff',
  personal: true,
  done: ({ data }) => `The account of ${data.name} is saved`,
  show: ({ data }) => showMember(data),
});

/** Disables an account or enables it again. */
export const staffStatusCommand = pressedCommand('staff-status', changeStaffRoute, {
  stale: 'staff',
  done: ({ data }) =>
    data.status === 'disabled' ? `${data.name} cannot sign in any more` : `${data.name} can sign in again`,
  show: ({ data }) => showMember(data),
});

export const endSessionsCommand = pressedCommand('staff-sessions', endStaffSessionsRoute, {
  stale: 'staff',
  done: ({ ended }) => (ended === 1 ? '1 session ended' : `${ended} sessions ended`),
});

export const removePinCommand = pressedCommand('staff-pin-remove', removePinRoute, {
  stale: 'staff',
  done: ({ removed }) => (removed ? 'PIN removed' : 'There was no PIN any more'),
});

/** Rule: sign-in/roles. */
export const changeRoleCommand = formCommand('role-change', changeRoleRoute, {
  stale: 'staff',
  done: () => 'The role is saved',
  show: ({ data }) => showRole(data),
});
