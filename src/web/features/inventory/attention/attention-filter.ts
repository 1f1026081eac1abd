import { addressed } from '#web/api/address/address.ts';
import { oneOf } from '#web/api/address/params.ts';
import { ATTENTION_FILTERS } from './attention-rows.ts';

/** The filter of the items that need attention, kept in the address. */
export const attentionAddress = addressed('adjustments', { attention: oneOf('attention', ATTENTION_FILTERS, 'all') });
