import { addressed } from '#web/api/address/address.ts';
import { oneOf } from '#web/api/address/params.ts';
import { ATTENTION_FILTERS } from './attention-rows.ts';

/** Which of the items that need attention are listed, kept in the address. */
export const attentionAddress = addressed('adjustments', { attention: oneOf('attention', ATTENTION_FILTERS, 'all') });
