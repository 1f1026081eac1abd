import { z } from 'zod';
import { customerNote } from './customer-care.ts';
import { merge } from './customer-merges.ts';
import { customer, groupName } from './customers.ts';
import { route } from './route.ts';
import {
  address,
  billingAddress,
  flag,
  idParams,
  instant,
  metaData,
  money,
  quantity,
  searched,
  success,
  text,
} from './wire.ts';

const account = {
  customer: customer.describe('The account.'),
  date_of_birth: z.string().nullable().describe('Birth date; null for none.'),
  license_number: z.string().nullable().describe('Licence number; null for none.'),
  identity_readable: z
    .boolean()
    .describe(
      'False if the birth date or the licence number is left out: it was encrypted under another data key, or the caller lacks the permission `see-identity`.',
    ),
  id_checked_by: z
    .string()
    .nullable()
    .describe('Name of the person who last scanned a card of this customer; null for nobody.'),
  further_values: metaData.describe('Further values of the person.'),
};

export const personFile = z
  .object({
    exported_at: instant.describe('Time of the export.'),
    ...account,
    merged_accounts: z
      .array(z.object(account))
      .describe('Accounts that were merged into this one, as they were at that time.'),
    notes: z.array(customerNote).describe('Notes of staff.'),
    orders: z
      .array(
        z.object({
          number: z.string().describe('Number for people.'),
          date: instant.describe('Time of creation.'),
          location: z.string().describe('Location.'),
          status: z.string().describe('Status.'),
          total: money.describe('Amount paid.'),
          refunded: money.describe('Money given back.'),
          points: z.int().describe('Points earned, less those taken back.'),
          points_used: z.int().describe('Points that paid for a part of it, less those given back.'),
          payment_method: z.string().describe('Title of the payment method.'),
          transaction_id: z.string().describe('Reference of the card payment; empty for none.'),
          staff_notes: z
            .array(
              z.object({
                date: instant.describe('Time of creation.'),
                author: z.string().describe('Name of the person who wrote it.'),
                text: z.string().describe('The note.'),
              }),
            )
            .describe('Notes of staff on it.'),
          refunds: z
            .array(
              z.object({
                date: instant.describe('Time of the refund.'),
                amount: money.describe('Money given back.'),
                reason: z.string().describe('Reason that staff gave; empty for none.'),
              }),
            )
            .describe('Refunds of it.'),
          customer_note: z.string().describe('Note of the customer.'),
          billing: billingAddress.partial().describe('Billing address of the order.'),
          shipping: address.partial().describe('Shipping address of the order.'),
          meta_data: metaData.describe('Further values.'),
          items: z
            .array(
              z.object({
                name: z.string().describe('Name of the item.'),
                quantity: quantity.describe('Quantity.'),
                total: money.describe('After discounts, before tax.'),
              }),
            )
            .describe('Items bought.'),
        }),
      )
      .describe('Orders, newest first; deleted ones, too.'),
    points: z
      .array(
        z.object({
          date: instant.describe('Time.'),
          type: z.string().describe('Kind of the event.'),
          points: z.int().describe('Points given or taken.'),
          description: z.string().describe('Text.'),
        }),
      )
      .describe('Points, newest first.'),
    merges: z.array(merge).describe('Accounts that were merged into this one.'),
    held_carts: z
      .array(
        z.object({
          date: instant.describe('Time when it was held.'),
          location: z.string().describe('Location.'),
          name: z.string().nullable().describe('Name that staff gave it; null for none.'),
          items: z.number().describe('Pieces and tiers in it.'),
          lines: z
            .array(
              z.object({
                name: z.string().describe('Name of the item.'),
                tier: z.string().nullable().describe('Tier by which it is sold; null for none.'),
                quantity: quantity.describe('Number of tiers, or quantity in the unit of the item.'),
                price: money.describe('Price of one tier or unit, before discounts.'),
                total: money.describe('After discounts, before tax.'),
                reason: z.string().nullable().describe('Reason that staff gave for another price; null for none.'),
              }),
            )
            .describe('Goods in it.'),
          points: z.int().describe('Points that were chosen to pay for a part of it.'),
          subtotal: money.describe('Value of its goods.'),
          ended: z.enum(['resumed', 'burned']).nullable().describe('Outcome; null while it is held.'),
        }),
      )
      .describe('Carts that were held for the customer, newest first.'),
    reset_links: z
      .array(
        z.object({
          date: instant.describe('Time of creation.'),
          expires_at: instant.describe('End of validity.'),
          ended_at: instant.nullable().describe('Time when it was used or replaced; null if neither.'),
        }),
      )
      .describe('Links to set a password, newest first.'),
    changes: z
      .array(
        z.object({
          date: instant.describe('Time.'),
          action: z.string().describe('Action.'),
          by: z.string().nullable().describe('Name of the person who did it; null for the server.'),
          values: z.record(z.string(), z.unknown()).describe('Values that the audit trail has about it.'),
        }),
      )
      .describe('The audit trail of the account, newest first, with searches by birth date that found it.'),
    left_out: z.array(z.string()).describe('Texts that may name the person and are not in the file.'),
  })
  .meta({ id: 'PersonFile', description: 'Everything that is held about one person.' });
export type PersonFile = z.output<typeof personFile>;

export const exportPersonRoute = route({
  name: 'exportPerson',
  method: 'GET',
  path: '/api/customers/:id/export.json',
  access: 'manage-customers',
  summary: 'Everything held about one person',
  description:
    'Includes birth date and licence number for callers with the permission `see-identity`. Each reading leaves a row in the audit trail.',
  tags: ['Customers'],
  params: idParams,
  reply: success({ data: personFile }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

export const exportPersonPdfRoute = route({
  name: 'exportPersonPdf',
  method: 'GET',
  path: '/api/customers/:id/export.pdf',
  access: 'manage-customers',
  summary: 'Everything held about one person, to print',
  description:
    'The content of `exportPerson`. A thousand orders take some seconds to draw. It is drawn no further once the caller hangs up.',
  tags: ['Customers'],
  params: idParams,
  reply: z.string(),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
  media: 'application/pdf',
});

export const exportCustomersRoute = route({
  name: 'exportCustomers',
  method: 'GET',
  path: '/api/customers/export.csv',
  access: 'manage-customers',
  summary: 'Customers as CSV',
  description:
    'The customers of a filter, one row each, by name. Cells that a spreadsheet would take for a formula begin with an apostrophe. Each export leaves a row in the audit trail.',
  tags: ['Customers'],
  query: z.object({
    search: searched.optional(),
    group: groupName.optional().describe('Only customers with this label.'),
    flagged: flag.optional().describe('Only customers with a flag.'),
    identity: flag
      .optional()
      .describe('True to include birth dates and licence numbers, which needs the permission `see-identity`.'),
  }),
  reply: z.string(),
  example: { query: { search: 'reed' } },
  media: 'text/csv',
});

/** Columns that an import knows. */
export const IMPORT_FIELDS = [
  'first_name',
  'last_name',
  'name',
  'email',
  'phone',
  'company',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'country',
  'date_of_birth',
  'license_number',
  'groups',
  'note',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

const importBody = {
  file: z
    .base64()
    .max(16_000_000)
    .meta({
      description: 'The bytes of the CSV file, in base64.',
      examples: ['Rmlyc3QgbmFtZSxQaG9uZQ0KQW5uLDcwNC01NTUtMDE5MQ0K'],
    }),
  mapping: z
    .partialRecord(z.enum(IMPORT_FIELDS), text(200))
    .optional()
    .describe('Headers of the file, keyed by their content. Columns left out are recognised by name.'),
  on_match: z
    .enum(['refuse', 'skip', 'create'])
    .default('refuse')
    .describe(
      'Treatment of rows that look like somebody in the directory: `refuse` the file, `skip` these rows, or `create` them anyway. An e-mail address that is in use is never created twice.',
    ),
};
const IMPORT_LIMIT_BYTES = 16_500_000;

const importProblem = z
  .object({
    line: z.int().nullable().describe('Line of the file, 1 is the header; null for the file as a whole.'),
    column: z.string().nullable().describe('Header of the column; null for the row as a whole.'),
    reason: z.string().describe('The problem, in words for the person who made the file.'),
  })
  .meta({ id: 'CustomerImportProblem', description: 'Something in the file that stops the import.' });

export const previewCustomerImportRoute = route({
  name: 'previewCustomerImport',
  method: 'POST',
  path: '/api/customers/import/preview',
  access: 'manage-customers',
  idempotency: 'safe',
  summary: 'Try an import of customers',
  description:
    'Answers the result that the import would have. Changes nothing. Birth dates are compared with those of the directory for callers with the permission `see-identity`, which leaves a row in the audit trail.',
  tags: ['Customers'],
  bodyLimitBytes: IMPORT_LIMIT_BYTES,
  body: z.object(importBody),
  reply: success({
    data: z
      .object({
        encoding: z.string().describe('Text encoding that was recognised.'),
        header: z.array(z.string()).describe('Columns of the file.'),
        mapping: z
          .partialRecord(z.enum(IMPORT_FIELDS), z.string())
          .describe('Columns that were recognised, by content.'),
        rows: z.int().describe('Rows of the file.'),
        create: z.int().describe('Customers that would be created.'),
        skip: z.int().describe('Rows that would be skipped, because the customer is there already.'),
        bad: z.int().describe('Rows with a problem. With any of them, nothing is imported.'),
        problems: z.array(importProblem).describe('Problems, by line; the first 200.'),
        sample: z
          .array(z.partialRecord(z.enum(IMPORT_FIELDS), z.string()))
          .describe('The first rows as they would be imported.'),
        bad_rows: z.string().describe('The rows with problems as a CSV file, with the reasons; empty without any.'),
      })
      .describe('Result that the import would have.'),
  }),
  refusals: ['not_valid'],
  example: { body: { file: 'Rmlyc3QgbmFtZSxQaG9uZQ0KQW5uLDcwNC01NTUtMDE5MQ0K' } },
});

export const importCustomersRoute = route({
  name: 'importCustomers',
  method: 'POST',
  path: '/api/customers/import',
  access: 'manage-customers',
  idempotency: 'required',
  summary: 'Import customers',
  description: 'Imports all rows, or none if any row has a problem. `previewCustomerImport` lists the problems.',
  tags: ['Customers'],
  bodyLimitBytes: IMPORT_LIMIT_BYTES,
  body: z.object(importBody),
  reply: success({
    data: z
      .object({
        created: z.int().describe('Customers that were created.'),
        skipped: z.int().describe('Rows that were skipped.'),
      })
      .describe('Action.'),
  }),
  refusals: ['import_not_clean', 'not_valid'],
  example: { body: { file: 'Rmlyc3QgbmFtZSxQaG9uZQ0KQW5uLDcwNC01NTUtMDE5MQ0K' } },
});
