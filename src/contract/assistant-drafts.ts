import { z } from 'zod';
import { draft } from './assistant-cards.ts';
import { ASSISTANT_TAGS } from './assistant-history.ts';
import { route } from './route.ts';
import { idParams, success } from './wire.ts';

const BASE = '/api/ai/drafts';
/** Only a model drafts something: the demo shop has no draft. */
const NONE_YET = { params: { id: 1 } };
const ABOUT = {
  access: 'use-assistant',
  tags: ASSISTANT_TAGS,
  params: idParams,
} as const;

export const draftRoute = route({
  ...ABOUT,
  name: 'draft',
  method: 'GET',
  path: `${BASE}/:id`,
  summary: 'A draft of the assistant',
  description:
    'For the person it was drafted for, with the token by which they, and nobody else, approve what they see.',
  reply: success({
    draft,
    approval_token: z.string().describe('For the approval; empty when the caller may not approve it.'),
  }),
  refusals: ['not_found'],
  example: NONE_YET,
});

export const approveDraftRoute = route({
  ...ABOUT,
  name: 'approveDraft',
  method: 'POST',
  path: `${BASE}/:id/approve`,
  summary: 'Approve a draft',
  description:
    'Carries it out, once, as if the caller had done it by hand: with their role at this moment, in one transaction.',
  body: z.object({
    approval_token: z
      .string()
      .max(200)
      .meta({ description: 'Of the draft, as the caller saw it.', examples: ['a'.repeat(43)] }),
  }),
  reply: success({ draft }),
  refusals: ['not_found', 'not_allowed', 'status_conflict', 'changed_meanwhile', 'not_valid'],
  example: { ...NONE_YET, body: { approval_token: 'a'.repeat(43) } },
});

export const rejectDraftRoute = route({
  ...ABOUT,
  name: 'rejectDraft',
  method: 'POST',
  path: `${BASE}/:id/reject`,
  summary: 'Turn down a draft',
  description: 'It can no longer be approved.',
  reply: success({ draft }),
  refusals: ['not_found', 'status_conflict'],
  example: NONE_YET,
});

export const undoDraftRoute = route({
  ...ABOUT,
  name: 'undoDraft',
  method: 'POST',
  path: `${BASE}/:id/undo`,
  summary: 'Undo an approved draft',
  description: 'Puts back what was there before, unless somebody changed it since.',
  reply: success({ draft }),
  refusals: ['not_found', 'not_allowed', 'status_conflict', 'changed_meanwhile', 'not_valid'],
  example: NONE_YET,
});
