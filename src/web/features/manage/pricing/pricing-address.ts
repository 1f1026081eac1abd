import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { recordId } from '#web/api/address/params.ts';

/** The address of the Pricing page, with the chosen blueprint. */
export const pricingAddress = addressed<{ blueprint: number | null }>(managedView('pricing'), {
  blueprint: recordId('blueprint'),
});
