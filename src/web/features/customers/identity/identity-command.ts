import { z } from 'zod';
import { setIdentityRoute } from '#contract/identity.ts';
import { customerCommand } from '../customer-commands.ts';

/** What the form holds. Empty fields keep what there is. */
export const identityDraft = z.object({
  dateOfBirth: z.string(),
  licenseNumber: z.string(),
  dropsBirthDate: z.boolean(),
  dropsLicence: z.boolean(),
  /** The values are those of a card that was scanned just now. */
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

/** Sets birth date and licence number. What was typed leaves the browser as soon as the answer is known. */
export const setIdentityCommand = customerCommand('customer-identity', setIdentityRoute, identityDraft, {
  done: 'Identity saved',
});
