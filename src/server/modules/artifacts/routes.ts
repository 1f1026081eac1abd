import type { FastifyInstance } from 'fastify';
import {
  artifactRoute,
  artifactRowsRoute,
  artifactsRoute,
  artifactVersionRoute,
  artifactVersionsRoute,
  changeArtifactRoute,
  createArtifactRoute,
  deleteArtifactRoute,
  forkArtifactRoute,
  restoreArtifactRoute,
  viewArtifactRoute,
} from '#contract/artifacts.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { showTool } from '#server/modules/assistant/service.ts';
import {
  changeArtifact,
  createArtifact,
  deleteArtifact,
  forkArtifact,
  getArtifact,
  getVersion,
  listArtifacts,
  listVersions,
  restoreArtifact,
  viewArtifact,
} from './artifacts.ts';

/** Artifacts: pages, pictures, documents and tables that the assistant made. Rule: assistant/artifacts. */
export function registerArtifacts(app: FastifyInstance): void {
  serve(app, artifactsRoute, async ({ db, staff, query }) => success(await listArtifacts(db, staff, query)));

  serve(app, artifactRoute, async ({ db, staff, params }) =>
    success({ artifact: await getArtifact(db, staff, params.id) }),
  );

  serveWrite(app, createArtifactRoute, async ({ tx, staff, body }) =>
    success({ artifact: await createArtifact(tx, staff, body) }),
  );

  serveWrite(app, changeArtifactRoute, async ({ tx, staff, params, body }) =>
    success({ artifact: await changeArtifact(tx, staff, params.id, body) }),
  );

  serveWrite(app, deleteArtifactRoute, async ({ tx, staff, params }) => {
    await deleteArtifact(tx, staff, params.id);
    return success({});
  });

  serveWrite(app, viewArtifactRoute, async ({ tx, staff, params }) =>
    success({ artifact: await viewArtifact(tx, staff, params.id) }),
  );

  serve(app, artifactVersionsRoute, async ({ db, staff, params, query }) =>
    success(await listVersions(db, staff, params.id, query)),
  );

  serve(app, artifactVersionRoute, async ({ db, staff, params }) =>
    success({ version: await getVersion(db, staff, params.id, params.version) }),
  );

  serveWrite(app, restoreArtifactRoute, async ({ tx, staff, params, body }) =>
    success({ artifact: await restoreArtifact(tx, staff, params.id, body) }),
  );

  serveWrite(app, forkArtifactRoute, async ({ tx, staff, params }) =>
    success({ artifact: await forkArtifact(tx, staff, params.id) }),
  );

  serve(app, artifactRowsRoute, async ({ db, staff, params }) => {
    const { source } = await getArtifact(db, staff, params.id);
    return success({ card: source === null ? null : await showTool(app.deps, staff, source) });
  });
}
