import { z } from 'zod';
import { PRINCIPAL_KINDS } from '#domain/permissions.ts';
import { route } from './route.ts';
import { day, flag, idText, instant, success, text } from './wire.ts';

const TAGS = ['Audit trail'];

/** Actions of sales and of the sealing of ledgers. They are nearly all rows, so they are listed only on request. */
export const ROUTINE_ACTIONS = ['sale', 'ledgers_sealed'] as const;

const MOST_PER_PAGE = 200;

const filter = {
  person: z
    .union([idText, z.enum(['nobody']), z.string().regex(/^machine-[1-9]\d{0,8}$/, 'is no person and no machine')])
    .optional()
    .meta({
      description:
        'Id of the account that did it; `machine-` and the id of an API key or a device; `nobody` for the server itself.',
      examples: ['1'],
    }),
  action: text(100)
    .optional()
    .meta({ description: 'Action.', examples: ['sign_in'] }),
  entity: text(100)
    .optional()
    .meta({ description: 'Kind of the changed record.', examples: ['user'] }),
  entity_id: text(200)
    .optional()
    .meta({ description: 'Id of the record; only together with `entity`.', examples: ['1'] }),
  from: day.optional().describe('First day.'),
  to: day.optional().describe('Last day.'),
  routine: flag.optional().describe('True to include sales and the sealing of ledgers.'),
};

const auditEntry = z
  .object({
    id: z.int().meta({ description: 'Id of the row.', examples: [4711] }),
    at: instant.describe('Time.'),
    action: z.string().meta({ description: 'Action.', examples: ['account_changed'] }),
    entity: z.string().meta({ description: 'Kind of the record.', examples: ['user'] }),
    entity_id: z.string().meta({ description: 'Id of the record.', examples: ['3'] }),
    actor: z
      .object({
        kind: z.enum(PRINCIPAL_KINDS).describe('A person, a device or an API key.'),
        id: z.int().describe('Id.'),
        name: z.string().meta({ description: 'Name now.', examples: ['Avery Admin'] }),
      })
      .nullable()
      .describe('Author of the change; null for the server itself.'),
    location: z
      .string()
      .nullable()
      .meta({ description: 'Location at which the author worked.', examples: ['Charlotte Central'] }),
    details: z.record(z.string(), z.unknown()).meta({
      description:
        'Values before and after, and facts about the change. Personal values are included until they are erased.',
      examples: [{ from: { role: 'staff' }, to: { role: 'manager' } }],
    }),
    erased: z.boolean().describe('True if personal values were erased because the person was forgotten.'),
    sealed: z.boolean().describe('True if the row is in the chain of hashes.'),
  })
  .meta({ id: 'AuditEntry', description: 'A row of the audit trail.' });
export type AuditEntry = z.output<typeof auditEntry>;

export const auditTrailRoute = route({
  name: 'auditTrail',
  method: 'GET',
  path: '/api/manage/audit',
  access: 'configure',
  summary: 'The audit trail',
  description: 'Newest first. Every change has one row, which never changes.',
  tags: TAGS,
  query: z.object({
    ...filter,
    before: idText.optional().describe('Only rows older than this one: `next` of the previous page.'),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'is not a whole number')
      .transform(Number)
      .pipe(z.int().min(1).max(MOST_PER_PAGE))
      .default(100)
      .describe(`Number of rows: 100 by default, ${MOST_PER_PAGE} at most.`),
  }),
  reply: success({
    data: z.array(auditEntry).describe('Rows.'),
    next: z.int().nullable().describe('Value for `before`; null at the end.'),
  }),
  example: { query: { action: 'sign_in' } },
});

export const exportAuditRoute = route({
  name: 'exportAudit',
  method: 'GET',
  path: '/api/manage/audit/export',
  access: 'configure',
  summary: 'The audit trail as CSV',
  description: 'All rows of a filter, newest first. Cells that a spreadsheet would run as a formula are defused.',
  tags: TAGS,
  query: z.object(filter),
  reply: z.string(),
  media: 'text/csv',
  example: { query: { action: 'sign_in' } },
});

export const auditFiltersRoute = route({
  name: 'auditFilters',
  method: 'GET',
  path: '/api/manage/audit/filters',
  access: 'configure',
  summary: 'Search values of the audit trail',
  description: 'Actions and kinds of records that have rows, and all staff, API keys and devices.',
  tags: TAGS,
  reply: success({
    people: z
      .array(z.object({ id: z.int().describe('Id of the account.'), name: z.string().describe('Name.') }))
      .describe('Staff, by name, disabled ones too.'),
    machines: z
      .array(z.object({ id: z.int().describe('Id of the API key or device.'), name: z.string().describe('Name.') }))
      .describe('API keys and devices, by name, revoked ones too.'),
    actions: z.array(z.string()).meta({ description: 'Actions.', examples: [['sign_in']] }),
    entities: z.array(z.string()).meta({ description: 'Kinds of records.', examples: [['user']] }),
  }),
});

const chainCheck = z
  .object({
    asked_at: instant.describe('Time of the request.'),
    asked_by: z.string().meta({ description: 'Person who asked for it.', examples: ['Avery Admin'] }),
    finished_at: instant.nullable().describe('Time of completion; null while it runs.'),
    looked: z.int().meta({ description: 'Rows checked.', examples: [25_000] }),
    broken: z.int().meta({ description: 'Rows that differ from the sealed ones.', examples: [0] }),
    first_broken_id: z.int().nullable().describe('Id of the first of them.'),
  })
  .meta({ id: 'ChainCheck', description: 'A check of the chain of hashes.' });
export type ChainCheck = z.output<typeof chainCheck>;

export const chainRoute = route({
  name: 'chain',
  method: 'GET',
  path: '/api/manage/audit/chain',
  access: 'configure',
  summary: 'Integrity of the audit trail',
  description: 'The last completed check of the chain of hashes, and the one in progress.',
  tags: TAGS,
  reply: success({
    last: chainCheck.nullable().describe('The last completed check; null for none yet.'),
    running: chainCheck.nullable().describe('The check in progress; null for none.'),
  }),
});

export const checkChainRoute = route({
  name: 'checkChain',
  method: 'POST',
  path: '/api/manage/audit/chain',
  access: 'configure',
  summary: 'Check the chain of the audit trail',
  description: 'A job of the server computes every hash again. Only one check runs at a time.',
  tags: TAGS,
  reply: success({ running: chainCheck.describe('The check in progress.') }),
});
