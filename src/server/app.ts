import { randomUUID } from 'node:crypto';
import type { ServerOptions } from 'node:http';
import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { AppDeps, RegisterModule } from './http/serve/deps.ts';
import { registerApiDocs } from './http/api-docs.ts';
import { registerBodyParser } from './http/serve/body/body-parser.ts';
import { registerCompression } from './http/serve/send/compression.ts';
import { registerConnectionLimit } from './http/guard/connection-limit.ts';
import { DiskWatch } from './http/ops/disk-watch.ts';
import { registerEmptyDelete } from './http/serve/body/empty-delete.ts';
import { answerFrameworkError, registerErrorHandler } from './http/serve/error-handler.ts';
import { registerHealth } from './http/ops/health.ts';
import { registerLeaving } from './http/ops/leaving.ts';
import { registerLimits } from './http/guard/limits.ts';
import { registerOneAtATime } from './http/guard/one-at-a-time.ts';
import { registerOwnHost } from './http/guard/own-host.ts';
import { registerRequestLog } from './http/ops/request-log.ts';
import { registerSecurityHeaders } from './http/guard/security-headers.ts';
import { answerUnreadable } from './http/serve/body/unreadable.ts';
import { registerTls } from './http/tls/register-tls.ts';
import { registerArtifactFrame } from './http/static/artifact-frame.ts';
import { registerWebApp } from './http/static/web-app.ts';
import { registerStreams } from './live/streams.ts';
import { modules } from './modules.ts';

/** Rule: wire/lists-are-bounded. */
const BODY_LIMIT_BYTES = 1024 * 1024;
/** Time for a request to arrive, with its body. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Must be the smaller one: Node takes the two for each other otherwise. */
const HEADERS_TIMEOUT_MS = 15_000;
const CHECK_TIMEOUTS_EVERY_MS = 2000;
const KEEP_ALIVE_MS = 72_000;
const MAX_CONNECTIONS = 2000;
const SANE_REQUEST_ID = /^[\w-]{8,64}$/;

/** Node looks for slow requests at an interval. The types of an app name its kind of server, and ours may be either. */
function serverOptions({ certificates }: AppDeps): { http: ServerOptions } {
  const options = { connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS };
  const either = certificates ? { https: { ...options, ...certificates.current() } } : { http: options };
  return either as { http: ServerOptions };
}

/**
 * Builds the one HTTP application: API, documentation and web app. It does not listen yet.
 * `others` are registered beside the product's own modules (a test's routes).
 */
export async function buildApp(deps: AppDeps, others: readonly RegisterModule[] = []): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = deps.log;
  const app: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    ...serverOptions(deps),
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    // Requests that arrive before their connection is closed are answered like all others.
    return503OnClosing: false,
    // One proxy is trusted: further addresses in its header are claims of the caller.
    trustProxy: deps.config.trustProxy ? (_address, hop) => hop === 0 : false,
    // Refusals of the router (an address that is not well formed) have the form of all others.
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerUnreadable,
    routerOptions: { maxParamLength: 200 },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.headersTimeout = HEADERS_TIMEOUT_MS;
  app.decorate('deps', deps);
  app.decorate('disk', new DiskWatch(deps.db));
  app.decorateRequest('session', null);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrorHandler(app);
  registerBodyParser(app);

  registerTls(app);
  registerConnectionLimit(app);
  registerLeaving(app);
  registerOneAtATime(app);
  registerEmptyDelete(app);
  registerRequestLog(app);
  await registerSecurityHeaders(app);
  await app.register(cookie);
  await registerCompression(app);
  registerOwnHost(app);
  registerLimits(app);
  await registerApiDocs(app);
  registerHealth(app);
  await registerWebApp(app);
  await registerArtifactFrame(app);
  registerStreams(app);
  for (const register of [...modules, ...others]) await register(app);
  return app;
}
