import { z } from 'zod';
import { directoryEntry } from './customers.ts';
import { route } from './route.ts';
import { day, idParams, instant, success, text } from './wire.ts';

const licenseNumber = text(100).meta({
  description: 'Number of the licence or identity card; blanks, dashes and letter case are ignored.',
  examples: ['000012345678'],
});
const birthDay = day.meta({ description: 'Date of birth.', examples: ['1990-12-31'] });

export const findByIdentityRoute = route({
  name: 'findByIdentity',
  method: 'POST',
  path: '/api/users-matrix/customers/find-by-identity',
  access: 'see-customers',
  idempotency: 'safe',
  summary: 'Find a customer by ID',
  description:
    'Customers with exactly this licence number, this date of birth, or both, at most twenty. A date of birth needs the permission `see-identity`, and such a search leaves a row in the audit trail. The values are compared as keyed hashes. They are sent in the body so that they appear in no log.',
  tags: ['Customers'],
  body: z
    .object({ license_number: licenseNumber.optional(), date_of_birth: birthDay.optional() })
    .refine(
      ({ license_number, date_of_birth }) => Boolean(license_number?.trim()) || date_of_birth !== undefined,
      'needs a licence number or a date of birth',
    ),
  reply: success({ data: z.array(directoryEntry).describe('Customers found, by name.') }),
  example: { body: { license_number: '000012345678' } },
});

const customerIdentity = z
  .object({
    date_of_birth: birthDay.nullable().meta({ description: 'Date of birth.', examples: ['1990-12-31'] }),
    license_number: z
      .string()
      .nullable()
      .meta({ description: 'Number of the card.', examples: ['000012345678'] }),
    id_checked_at: instant.nullable().describe('Time when a card of this customer was last scanned.'),
    id_checked_by: z
      .string()
      .nullable()
      .meta({ description: 'Name of the person who scanned it.', examples: ['Maya Ortiz'] }),
  })
  .meta({ id: 'CustomerIdentity', description: 'Identity of a customer, stored encrypted.' });
export type CustomerIdentity = z.output<typeof customerIdentity>;

export const revealIdentityRoute = route({
  name: 'revealIdentity',
  method: 'POST',
  path: '/api/users-matrix/customers/:id/identity/reveal',
  access: 'see-identity',
  // An answer stored for a key would be an unencrypted copy.
  idempotency: 'none',
  summary: 'Read date of birth and licence number',
  description: 'No other answer has them. Each reading leaves a row in the audit trail.',
  tags: ['Customers'],
  params: idParams,
  reply: success({ data: customerIdentity }),
  refusals: ['not_found', 'sealed_elsewhere'],
  example: { params: { id: 127 } },
});

export const setIdentityRoute = route({
  name: 'setIdentity',
  method: 'PUT',
  path: '/api/users-matrix/customers/:id/identity',
  access: 'edit-customers',
  summary: 'Set date of birth and licence number',
  description:
    'Fields left out stay unchanged; null removes a value. `id_checked` means that a card was scanned just now. The audit trail names the fields, never their values.',
  tags: ['Customers'],
  params: idParams,
  body: z.object({
    date_of_birth: birthDay
      .nullable()
      .optional()
      .meta({ description: 'Date of birth; null removes it.', examples: ['1990-12-31'] }),
    license_number: licenseNumber
      .nullable()
      .optional()
      .meta({ description: 'Number of the card; null removes it.', examples: ['000012345678'] }),
    id_checked: z.literal(true).optional().describe('A card of this customer was scanned just now.'),
  }),
  reply: success({
    data: z
      .object({ id_checked_at: instant.nullable().describe('Time when a card of this customer was last scanned.') })
      .describe('Identity of the customer as stored now.'),
  }),
  refusals: ['not_found'],
  example: { params: { id: 127 }, body: { date_of_birth: '1990-12-31', id_checked: true } },
});
