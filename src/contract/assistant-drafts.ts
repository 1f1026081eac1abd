import { z } from 'zod';
import { draft } from './assistant-cards.ts';
import { ASSISTANT_TAGS } from './assistant-history.ts';
import { route } from './route.ts';
import { idParams, success } from './wire.ts';

const BASE = '/api/ai/drafts';
/** Only a model makes drafts, so the demo shop has none. */
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
    'Only the person it was drafted for may read it. The answer has the token with which that person, and nobody else, approves it.',
  reply: success({
    draft,
    approval_token: z.string().describe('Token for the approval; empty if the caller may not approve it.'),
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
    'Carries it out once, in one transaction, with the present role of the caller, as if they had made the change by hand.',
  body: z.object({
    approval_token: z
      .string()
      .max(200)
      .meta({ description: 'Token of the draft as the caller saw it.', examples: ['a'.repeat(43)] }),
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
  description: 'The draft can no longer be approved.',
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
  description: 'Restores the former values, unless somebody has changed them since.',
  reply: success({ draft }),
  refusals: ['not_found', 'not_allowed', 'status_conflict', 'changed_meanwhile', 'not_valid'],
  example: NONE_YET,
});
