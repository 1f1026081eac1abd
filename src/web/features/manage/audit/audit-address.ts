import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { anyOf, day, words } from '#web/api/address/params.ts';
import { openRecord } from '../page-search.ts';

/** The filters of the audit trail, under the names of its call, and the open row. An empty text does not narrow the list. */
export interface AuditAddress {
  person: string;
  action: string;
  entity: string;
  entity_id: string;
  from: string;
  to: string;
  /** With sales and seals. */
  routine: 'true' | null;
  record: string | null;
}

const LONGEST_NAME = 100;
const LONGEST_ID = 200;

export const auditAddress = addressed<AuditAddress>(managedView('audit'), {
  person: words('person', LONGEST_NAME),
  action: words('action', LONGEST_NAME),
  entity: words('entity', LONGEST_NAME),
  entity_id: words('entity_id', LONGEST_ID),
  from: day('from'),
  to: day('to'),
  routine: anyOf('routine', ['true']),
  record: openRecord('row'),
});
