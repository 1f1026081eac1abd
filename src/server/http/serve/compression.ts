import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

const WORTH_IT_BYTES = 1400;
/** Half of brotli's best at a tenth of its time: answers are made while somebody waits. */
const BROTLI_QUALITY = 4;

/** Compresses answers that are worth it; event streams and requests stay as they are. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: true,
    // No till sends compressed requests, and what unpacks to more than it says is not invited.
    globalDecompression: false,
    threshold: WORTH_IT_BYTES,
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    customTypes: /^(?:text\/(?!event-stream)|application\/(?:json|javascript|manifest\+json|xml)|image\/svg)/,
  });
}
