import type { FastifyInstance } from 'fastify';
import {
  changePasswordRoute,
  loginRoute,
  logoutRoute,
  meRoute,
  signInHintsRoute,
  switchLocationRoute,
} from '#contract/auth.ts';
import { approveRoute, peopleWithPinRoute, removePinRoute, setPinRoute, switchPersonRoute } from '#contract/pins.ts';
import { rewardsTokenRoute, rewardsValidateRoute } from '#contract/rewards-auth.ts';
import type { Session, Staff } from '#server/http/guard/session.ts';
import { type Context, serve, serveWrite, writtenInLine } from '#server/http/serve/serve.ts';
import { clearSessionCookie, setSessionCookie } from '#server/http/guard/session-cookie.ts';
import { success } from '#server/http/serve/success.ts';
import { DEMO_PASSWORD, demoAccountsWork } from './demo-accounts.ts';
import { knownAs, setKnownBrowser } from './known-browser.ts';
import { deleteDemoSessions, selectDemoAccounts, selectLocations } from './queries.ts';
import { approve, hashPin, listPeople, removePin, setPin, switchPerson } from './pins.ts';
import {
  changeOwnPassword,
  checkOwnPassword,
  signIn,
  signOut,
  switchLocation,
  taxesOf,
  toSessionUser,
} from './service.ts';
import { attemptOf } from './throttle.ts';
import { callerAddress, networkOf } from '#server/http/guard/caller-address.ts';
import { TRUST_PATH } from '#server/http/tls/trust-page.ts';

const MILLION = 1_000_000;

/** Shared by both calls that take a name and a password. */
type SignInContext = Pick<Context<typeof loginRoute>, 'body' | 'request' | 'session'>;

/** The session's data in the field names of the points calls. */
function toBearer({ principal: staff, expiresAt }: Pick<Session<Staff>, 'principal' | 'expiresAt'>) {
  return {
    user_id: staff.id,
    user_nicename: staff.username,
    user_email: staff.email,
    user_display_name: staff.name,
    expires_at: expiresAt.toISOString(),
  };
}

/**
 * Sign-in, sign-out, changing one's own password, switching the location. Rules: sign-in/sessions,
 * sign-in/location-switch.
 */
export function registerAuth(app: FastifyInstance): void {
  const { certificates, config, db, live, secrets } = app.deps;

  app.addHook('onReady', async () => {
    if (!demoAccountsWork(config)) await deleteDemoSessions(db);
  });

  // Not in one transaction, so that no connection is held while a password waits to be hashed.
  const signInBy = ({ body, request, session }: SignInContext, replaces: Session<Staff> | null) => {
    const ip = callerAddress(request);
    const person = session?.principal.id ?? knownAs(request, app.deps, Date.now());
    return signIn(db, {
      login: body.username,
      password: body.password,
      attempt: attemptOf(secrets, { login: body.username, ip, knownAs: person }),
      stranger: person === null ? networkOf(ip) : null,
      userAgent: request.headers['user-agent'] ?? '',
      demoAccountsWork: demoAccountsWork(config),
      replaces,
    });
  };

  serve(app, loginRoute, async (context) => {
    const { request, reply, session } = context;
    const { staff, token, expiresAt } = await signInBy(context, session?.via === 'cookie' ? session : null);
    if (session?.via === 'cookie') live.publish({ type: 'session', user_id: session.principal.id });
    setSessionCookie(request, reply, config, token, expiresAt);
    setKnownBrowser(request, reply, app.deps, { userId: staff.id, now: Date.now() });
    reply.header('cache-control', 'no-store');
    return success({ user: toSessionUser(staff), token });
  });

  serve(app, rewardsTokenRoute, async (context) => {
    const { staff, token, expiresAt } = await signInBy(context, null);
    context.reply.header('cache-control', 'no-store');
    return success({ token, ...toBearer({ principal: staff, expiresAt }) });
  });

  serve(app, rewardsValidateRoute, ({ session }) =>
    Promise.resolve(success({ valid: true as const, ...toBearer(session) })),
  );

  serveWrite(app, logoutRoute, async ({ tx, session, request, reply, emit, afterCommit }) => {
    await signOut(tx, session);
    emit({ type: 'session', user_id: session.principal.id });
    afterCommit(() => clearSessionCookie(request, reply, config));
    return success({});
  });

  serve(app, meRoute, async ({ db: reads, staff }) => {
    const [taxes, locations] = await Promise.all([taxesOf(reads, staff.locationId), selectLocations(reads)]);
    return success({
      user: toSessionUser(staff),
      taxes: taxes.map(({ id, code, name, ratePpm, compound, included, beforePoints, scope }) => ({
        id,
        code,
        name,
        rate: ratePpm / MILLION,
        ...(compound && { compound }),
        ...(included && { included }),
        ...(beforePoints && { before_points: beforePoints }),
        ...(scope && { category_ids: [...scope.categoryIds], price_classes: [...scope.priceClasses] }),
      })),
      locations,
      environment: config.environment,
      trust_path: certificates?.authority() ? TRUST_PATH : null,
    });
  });

  // As at sign-in, no connection is held while the password waits to be hashed.
  serve(app, changePasswordRoute, async ({ body, session, request, reply }) => {
    await changeOwnPassword(db, session, {
      current: body.current_password,
      next: body.new_password,
      attempt: attemptOf(secrets, {
        login: session.principal.username,
        ip: callerAddress(request),
        knownAs: session.principal.id,
      }),
    });
    live.publish({ type: 'session', user_id: session.principal.id });
    reply.header('cache-control', 'no-store');
    return success({});
  });

  serveWrite(app, switchLocationRoute, async ({ tx, session, body, emit }) => {
    const staff = await switchLocation(tx, session, body.location_id);
    emit({ type: 'session', user_id: staff.id });
    return success({ user: toSessionUser(staff) });
  });

  serve(app, setPinRoute, async ({ body, session, request, reply }) => {
    const { principal } = session;
    const attempt = attemptOf(secrets, {
      login: principal.username,
      ip: callerAddress(request),
      knownAs: principal.id,
    });
    const account = await checkOwnPassword(db, session, { current: body.current_password, attempt });
    const pinHash = body.pin === null ? null : await hashPin(secrets, principal.id, body.pin);
    await writtenInLine(db, (tx) => setPin(tx, principal, secrets, { account, pinHash }));
    live.publish({ type: 'staff', user_id: principal.id });
    reply.header('cache-control', 'no-store');
    return success({ has_pin: pinHash !== null });
  });

  serve(app, peopleWithPinRoute, async ({ db: reads, staff }) =>
    success(await listPeople(reads, secrets, staff, demoAccountsWork(config))),
  );

  serve(app, switchPersonRoute, async ({ body, session, request, reply }) => {
    const { staff, token, expiresAt } = await switchPerson(db, secrets, session, {
      userId: body.user_id,
      pin: body.pin,
      userAgent: request.headers['user-agent'] ?? '',
      demoAccountsWork: demoAccountsWork(config),
    });
    live.publish({ type: 'session', user_id: session.principal.id });
    if (session.via === 'cookie') {
      setSessionCookie(request, reply, config, token, expiresAt);
      setKnownBrowser(request, reply, app.deps, { userId: staff.id, now: Date.now() });
    }
    reply.header('cache-control', 'no-store');
    return success({ user: toSessionUser(staff), token });
  });

  // As at sign-in, no connection is held while the PIN waits to be hashed.
  serve(app, approveRoute, async ({ body: { user_id: userId, ...body }, staff, reply }) => {
    const approver = await approve(db, secrets, staff, { ...body, userId, demoAccountsWork: demoAccountsWork(config) });
    reply.header('cache-control', 'no-store');
    return success({ approved_by: approver });
  });

  serveWrite(app, removePinRoute, async ({ tx, staff, params, emit }) => {
    const removed = await removePin(tx, staff, params.id);
    emit({ type: 'staff', user_id: params.id });
    return success({ removed });
  });

  serve(app, signInHintsRoute, async ({ db: reads }) => {
    const accounts = demoAccountsWork(config) ? await selectDemoAccounts(reads) : [];
    return success({
      demo: accounts.length > 0,
      accounts: accounts.map((account) => ({ ...account, password: DEMO_PASSWORD })),
    });
  });
}
