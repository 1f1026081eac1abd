import type { FastifyInstance } from 'fastify';
import { pictureRoute, uploadPictureRoute } from '#contract/pictures.ts';
import { servePicture } from '#server/http/serve/send/serve-picture.ts';
import { servePreparedWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { preparePicture, readPicture, storePicture } from './pictures.ts';

/** Rule: catalogue/pictures. */
export function registerPictures(app: FastifyInstance): void {
  servePreparedWrite(
    app,
    uploadPictureRoute,
    ({ body }) => preparePicture(body.file),
    async ({ tx, staff }, picture) => success({ data: await storePicture(tx, staff, picture) }),
  );

  servePicture(app, pictureRoute, ({ db, params }) => readPicture(db, params.hash, params.size));
}
