import type { FastifyInstance } from 'fastify';
import { approveDraftRoute, draftRoute, rejectDraftRoute, undoDraftRoute } from '#contract/assistant-drafts.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { type Drafts, toDraft } from './drafts.ts';

/** A person's decisions on drafts. Rule: assistant/drafts. */
export function registerDrafts(app: FastifyInstance, drafts: Drafts): void {
  serve(app, draftRoute, async ({ db, staff, params }) => {
    const row = await drafts.require(db, staff, params.id);
    return success({ draft: toDraft(staff, row), approval_token: drafts.tokenOf(staff, row) });
  });

  serveWrite(app, approveDraftRoute, async ({ tx, staff, params, body, emit }) =>
    success({ draft: toDraft(staff, await drafts.approve({ tx, staff, emit }, params.id, body.approval_token)) }),
  );

  serveWrite(app, rejectDraftRoute, async ({ tx, staff, params }) =>
    success({ draft: toDraft(staff, await drafts.reject(tx, staff, params.id)) }),
  );

  serveWrite(app, undoDraftRoute, async ({ tx, staff, params, emit }) =>
    success({ draft: toDraft(staff, await drafts.undo({ tx, staff, emit }, params.id)) }),
  );
}
