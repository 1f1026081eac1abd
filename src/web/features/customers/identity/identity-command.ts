import { z } from 'zod';
import { setIdentityRoute } from '#contract/identity.ts';
import { customerCommand } from '../customer-commands.ts';

/** The fields of the form. An empty field keeps the stored value. */
export const identityDraft = z.object({
  dateOfBirth: z.string(),
  licenseNumber: z.string(),
  dropsBirthDate: z.boolean(),
  dropsLicence: z.boolean(),
  /** The values come from a card that was scanned just now. */
  isScanned: z.boolean(),
});
export type IdentityDraft = z.output<typeof identityDraft>;

export const EMPTY_IDENTITY: IdentityDraft = {
  dateOfBirth: '',
  licenseNumber: '',
  dropsBirthDate: false,
  dropsLicence: false,
  isScanned: false,
};

/** Sets birth date and licence number. The browser drops them once the answer is known. */
export const setIdentityCommand = customerCommand('customer-identity', setIdentityRoute, identityDraft, {
  done: 'Identity saved',
});
