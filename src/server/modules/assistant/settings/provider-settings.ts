import type { changeProviderRoute, ProviderKind, ProviderSettings } from '#contract/assistant-settings.ts';
import type { BodyOf } from '#contract/route.ts';
import type { AppDeps } from '#server/http/serve/deps.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { ProviderAddress } from '#server/providers/provider.ts';
import { Refusal } from '#server/refusal.ts';
import { SealError } from '#server/secrets/sealer.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { selectSettings, type SettingsRow, updateSettings } from './queries.ts';

/** The place of the provider's key. Sealed for this place, it opens in no other. */
const KEY_PLACE = { column: 'ai_settings.api_key_sealed', row: 1 } as const;

/** The provider in use, and how it is reached. */
export interface Reach extends ProviderAddress {
  readonly kind: ProviderKind;
  readonly from: 'settings' | 'environment';
}

type Deps = Pick<AppDeps, 'config' | 'secrets'>;

function keptKey(secrets: Secrets, sealed: string | null): string {
  if (sealed === null) return '';
  try {
    return secrets.fields.open(KEY_PLACE, sealed);
  } catch (error) {
    // Sealed under another data key: as if none had been entered. The screen asks for it again.
    if (error instanceof SealError) return '';
    throw error;
  }
}

/**
 * The settings come before the environment. A key of the environment goes only to the address of the environment: it
 * was not given for any other. Rule: assistant/provider.
 */
export function reachOf({ config: { models }, secrets }: Deps, row: SettingsRow): Reach | null {
  const streamsWithTools = row.streams_with_tools;
  if (row.provider !== null) {
    const apiKey = keptKey(secrets, row.api_key_sealed);
    const given = models[row.provider];
    if (apiKey === '' && row.base_url === '') {
      return given ? { kind: row.provider, ...given, streamsWithTools, from: 'environment' } : null;
    }
    return { kind: row.provider, apiKey, baseUrl: row.base_url, streamsWithTools, from: 'settings' };
  }
  for (const kind of ['anthropic', 'openai'] as const) {
    const given = models[kind];
    if (given) return { kind, ...given, streamsWithTools, from: 'environment' };
  }
  return null;
}

export function toSettings(deps: Deps, row: SettingsRow): ProviderSettings {
  const reach = reachOf(deps, row);
  return {
    provider: row.provider,
    base_url: row.base_url,
    has_key: reach !== null && reach.apiKey !== '',
    from: reach?.from ?? 'nowhere',
    streams_with_tools: row.streams_with_tools,
    share_customer_names: row.share_customer_names,
    person_daily_tokens: row.person_daily_tokens,
    shop_daily_tokens: row.shop_daily_tokens,
    aliases: Object.entries(row.aliases).map(([name, model]) => ({
      name: name as ProviderSettings['aliases'][number]['name'],
      model: model ?? '',
    })),
    prices: Object.entries(row.prices).map(([model, price]) => ({ model, ...price })),
    allowed_models: [...row.allowed_models],
    version: row.version,
  };
}

/** The rows of the audit trail say that there is another key, and never the key. */
function told({ api_key_sealed, ...row }: SettingsRow) {
  return { ...row, api_key: api_key_sealed === null ? 'none' : `kept ${api_key_sealed.slice(-6)}` };
}

/** @throws Refusal `settings_changed` with the `current` ones, `nothing_to_do`, `not_valid` */
export async function changeSettings(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  body: BodyOf<typeof changeProviderRoute>,
): Promise<ProviderSettings> {
  const before = await selectSettings(tx, { lock: true });
  if (body.version !== undefined && body.version !== before.version) {
    throw new Refusal('settings_changed', 'Somebody else changed the settings meanwhile. Look at them again.', {
      details: { current: toSettings(deps, before) },
    });
  }
  const { api_key: key, aliases, prices, allowed_models: allowed, version: _, ...rest } = body;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const wanted: SettingsRow = {
    ...before,
    ...given,
    ...(aliases && {
      aliases: Object.fromEntries(aliases.filter(({ model }) => model !== '').map(({ name, model }) => [name, model])),
    }),
    ...(prices && { prices: Object.fromEntries(prices.map(({ model, input, output }) => [model, { input, output }])) }),
    ...(allowed && { allowed_models: [...new Set(allowed)] }),
  };
  const isElsewhere = wanted.base_url !== before.base_url || wanted.provider !== before.provider;
  // A key was given for its address. It is dropped when the address changes.
  const sealed =
    key === undefined
      ? isElsewhere
        ? null
        : before.api_key_sealed
      : key === ''
        ? null
        : deps.secrets.fields.seal(KEY_PLACE, key);
  const after = { ...wanted, api_key_sealed: sealed };
  if (after.provider === 'anthropic' && after.base_url !== '' && sealed === null)
    throw new Refusal('not_valid', 'Enter the key for this address, too: a key is kept for one address only.');
  const changes = differences(told(before), told(after), ['version']);
  if (Object.keys(changes).length === 0) throw new Refusal('nothing_to_do', 'The settings are like that already.');
  await updateSettings(tx, after);
  await recordChange(tx, staff, {
    action: 'assistant_settings',
    entity: 'assistant',
    entityId: 'settings',
    details: changes,
  });
  return toSettings(deps, await selectSettings(tx));
}
