import { z } from 'zod';
import { customer } from '#contract/customers.ts';
import type { Editing } from '../list/customers-state.ts';
import type { CustomerDraft } from './customer-draft.ts';

const address = z.object({
  first_name: z.string(),
  last_name: z.string(),
  address_1: z.string(),
  address_2: z.string(),
  city: z.string(),
  state: z.string(),
  postcode: z.string(),
});

const draft: z.ZodType<Omit<CustomerDraft, 'password'>> = z.object({
  email: z.string(),
  phone: z.string(),
  display_name: z.string(),
  name: z.string(),
  billing: address,
  shipping: address,
  email_notifications: z.boolean(),
  sms: z.boolean(),
  newsletter: z.boolean(),
  language: z.string(),
  flagKind: z.enum(['none', 'banned', 'check_id', 'note']),
  flagText: z.string(),
  groups: z.array(z.string()),
});

/** The part of a form that is stored with its command. The password is left out and has to be typed again. */
export const sentForm = z.object({ seen: customer, draft });
export type SentForm = z.output<typeof sentForm>;

export function sentFormOf({ seen, draft: typed }: Pick<Editing, 'seen' | 'draft'>): SentForm {
  const { password: _, ...rest } = typed;
  return { seen, draft: rest };
}

/** The form that sent a command, restored after a reload. */
export function editingOf({ seen, draft: rest }: SentForm, sentKey: string): Editing {
  return { seen, draft: { ...rest, password: '' }, meanwhile: [], sentKey };
}
