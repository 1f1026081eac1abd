import { z } from 'zod';
import { bearerToken, credentials } from './auth.ts';
import { LOYALTY_TAGS, REWARDS_BASE } from './rewards.ts';
import { route } from './route.ts';
import { instant, success } from './wire.ts';

const bearerOf = {
  user_id: z.int().meta({ description: 'Id of the account.', examples: [1] }),
  user_nicename: z.string().meta({ description: 'Name to sign in with.', examples: ['admin'] }),
  user_email: z.string().meta({ description: 'E-mail address.', examples: ['admin@example.com'] }),
  user_display_name: z.string().meta({ description: 'Name to show.', examples: ['Avery Admin'] }),
  expires_at: instant.describe('Latest end of the token.'),
};

export const rewardsTokenRoute = route({
  name: 'rewardsToken',
  method: 'POST',
  path: `${REWARDS_BASE}/auth/token`,
  access: 'public',
  idempotency: 'none',
  summary: 'Sign in to the points calls',
  description:
    'Works as `login` does, for clients of the points calls: the same accounts and the same wait after failures, but no cookie. The token is a session like any other.',
  tags: LOYALTY_TAGS,
  body: credentials,
  reply: success({
    token: bearerToken,
    ...bearerOf,
  }),
  refusals: ['wrong_credentials'],
  example: { body: { username: 'admin', password: 'tillwright' } },
});

export const rewardsValidateRoute = route({
  name: 'rewardsValidate',
  method: 'POST',
  path: `${REWARDS_BASE}/auth/validate`,
  access: 'signed-in',
  idempotency: 'safe',
  summary: 'Check a token',
  description: 'Answers the account of the token. An invalid token gets 401, as in every call.',
  tags: LOYALTY_TAGS,
  reply: success({ valid: z.literal(true).describe('Always true.'), ...bearerOf }),
});
