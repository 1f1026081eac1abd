import { z } from 'zod';
import { CHANGEABLE_ROLES, PERMISSIONS } from '#domain/permissions.ts';
import { route } from './route.ts';
import { money, moneyIn, success } from './wire.ts';

const TAGS = ['Staff'];

const discount = z
  .int()
  .min(0)
  .max(100)
  .nullable()
  .meta({
    description: 'The most that comes off a line by hand without an approval, in percent; null for any.',
    examples: [20],
  });
const permissions = z.array(z.enum(PERMISSIONS)).describe('Permissions.');

const roleSettings = z
  .object({
    role: z.enum(CHANGEABLE_ROLES).describe('Role.'),
    permissions,
    usual: permissions.describe('Permissions of the role in a new shop.'),
    most_discount_percent: discount,
    most_refund: money.nullable().meta({
      description: 'The most that an order gives back, in all its refunds, without an approval; null for any.',
      examples: ['100.00'],
    }),
    version: z.int().meta({ description: 'Grows with every change.', examples: [1] }),
  })
  .meta({ id: 'RoleSettings', description: 'The permissions and limits of a role.' });
export type RoleSettings = z.output<typeof roleSettings>;

export const rolesRoute = route({
  name: 'roles',
  method: 'GET',
  path: '/api/manage/roles',
  access: 'manage-staff',
  summary: 'Roles',
  description: 'The permissions and limits of staff and managers. Administrators have all permissions and no limits.',
  tags: TAGS,
  reply: success({ data: z.array(roleSettings).describe('Roles.') }),
});

export const changeRoleRoute = route({
  name: 'changeRole',
  method: 'PUT',
  path: '/api/manage/roles/:role',
  access: 'manage-staff',
  summary: 'Change a role',
  description:
    'Holds at once, in sessions that are open, too. A request that needs more can be approved at the till by somebody who may (`approve`). `manage-staff`, `see-taxes` and `configure` are for administrators.',
  tags: TAGS,
  params: z.object({ role: z.enum(CHANGEABLE_ROLES).meta({ description: 'Role.', examples: ['staff'] }) }),
  body: z.object({
    permissions: permissions.describe('All permissions that the role has from now on.'),
    most_discount_percent: discount,
    most_refund: moneyIn
      .refine((cents) => cents >= 0, 'is less than nothing')
      .nullable()
      .meta({
        description: 'The most that an order gives back, in all its refunds, without an approval; null for any.',
        examples: ['100.00'],
      }),
    version: z.int().meta({ description: 'The version that the caller saw.', examples: [1] }),
  }),
  reply: success({ data: roleSettings }),
  refusals: ['changed_meanwhile', 'nothing_to_do', 'not_valid'],
  example: {
    params: { role: 'staff' },
    body: { permissions: ['sell', 'see-orders'], most_discount_percent: 20, most_refund: '100.00', version: 1 },
  },
});
