import { z } from 'zod';
import { PRINCIPAL_KINDS } from '#domain/permissions.ts';
import { route } from './route.ts';
import { day, flag, idText, instant, success, text } from './wire.ts';

const TAGS = ['Audit trail'];

/** Written by every sale and by the sealing of the ledgers: nearly all rows, listed only when asked for. */
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
    .meta({ description: 'What was done.', examples: ['sign_in'] }),
  entity: text(100)
    .optional()
    .meta({ description: 'Kind of the record that it was done to.', examples: ['user'] }),
  entity_id: text(200)
    .optional()
    .meta({ description: 'Which record; only together with `entity`.', examples: ['1'] }),
  from: day.optional().describe('First day.'),
  to: day.optional().describe('Last day.'),
  routine: flag.optional().describe('With sales and the sealing of ledgers, which are left out otherwise.'),
};

const auditEntry = z
  .object({
    id: z.int().meta({ description: 'Id of the row.', examples: [4711] }),
    at: instant.describe('When.'),
    action: z.string().meta({ description: 'What was done.', examples: ['account_changed'] }),
    entity: z.string().meta({ description: 'Kind of the record.', examples: ['user'] }),
    entity_id: z.string().meta({ description: 'Which record.', examples: ['3'] }),
    actor: z
      .object({
        kind: z.enum(PRINCIPAL_KINDS).describe('A person, a device or an API key.'),
        id: z.int().describe('Id.'),
        name: z.string().meta({ description: 'Name now.', examples: ['Avery Admin'] }),
      })
      .nullable()
      .describe('Who did it; null for the server itself.'),
    location: z
      .string()
      .nullable()
      .meta({ description: 'Where they worked.', examples: ['Charlotte Central'] }),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'What was and what is, and facts of the change; with values of a person as long as they are kept.',
      examples: [{ from: { role: 'staff' }, to: { role: 'manager' } }],
    }),
    erased: z.boolean().describe('Values of a person were erased, because the person was forgotten.'),
    sealed: z.boolean().describe('The row is in the chain of hashes.'),
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
    before: idText.optional().describe('Only older rows than this one: `next` of the page before.'),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'is not a whole number')
      .transform(Number)
      .pipe(z.int().min(1).max(MOST_PER_PAGE))
      .default(100)
      .describe(`Rows: 100 unless said, ${MOST_PER_PAGE} at most.`),
  }),
  reply: success({
    data: z.array(auditEntry).describe('Rows.'),
    next: z.int().nullable().describe('For `before`; null at the end.'),
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
  summary: 'What the audit trail can be searched by',
  description: 'The actions and kinds of records that there are rows of, everybody of the staff, API keys and devices.',
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
    asked_at: instant.describe('When it was asked for.'),
    asked_by: z.string().meta({ description: 'By whom.', examples: ['Avery Admin'] }),
    finished_at: instant.nullable().describe('When it was done; null while it goes on.'),
    looked: z.int().meta({ description: 'Rows that were looked at.', examples: [25_000] }),
    broken: z.int().meta({ description: 'Rows that are not what was sealed.', examples: [0] }),
    first_broken_id: z.int().nullable().describe('Id of the first of them.'),
  })
  .meta({ id: 'ChainCheck', description: 'A check of the chain of hashes.' });
export type ChainCheck = z.output<typeof chainCheck>;

export const chainRoute = route({
  name: 'chain',
  method: 'GET',
  path: '/api/manage/audit/chain',
  access: 'configure',
  summary: 'Whether the audit trail is whole',
  description: 'The last check of the chain of hashes that was asked for, and one that is going on.',
  tags: TAGS,
  reply: success({
    last: chainCheck.nullable().describe('The last one that is done; null for none yet.'),
    running: chainCheck.nullable().describe('The one that goes on; null for none.'),
  }),
});

export const checkChainRoute = route({
  name: 'checkChain',
  method: 'POST',
  path: '/api/manage/audit/chain',
  access: 'configure',
  summary: 'Check the chain of the audit trail',
  description: 'A job of the server computes every hash again. While one goes on, another is not begun.',
  tags: TAGS,
  reply: success({ running: chainCheck.describe('The check that goes on.') }),
});
