import closeWithGrace from 'close-with-grace';
import { boot, type RunningServer } from './boot.ts';
import { sentenceOf } from './boot-error.ts';
import { ConfigError, type Config, parseConfig } from './config.ts';
import { isLoopback } from './http/guard/loopback.ts';
import { hostForDevices } from './http/tls/machine-names.ts';
import { bufferedOutput, createLog } from './log.ts';
import { DEMO_PASSWORD } from './modules/auth/demo-accounts.ts';

const STOP_WITHIN_MS = 10_000;

function fail(error: unknown): never {
  const sentence = sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exit(1);
}

function greet({ address, firstData, authority }: RunningServer, config: Config): void {
  const lines = ['', `  Tillwright is running at ${config.publicUrl ?? address}`];
  if (authority !== null) {
    const { host } = new URL(config.publicUrl ?? address);
    const page = `http://${isLoopback(config.host) ? host : hostForDevices(host)}/trust`;
    lines.push(`  Devices learn to trust it at ${page}. The fingerprint of its certificate is`, `  ${authority}`);
  }
  const { administrator, demoAccounts } = firstData;
  if (administrator !== null) {
    const { username, password } = administrator;
    lines.push(`  Sign in as ${username} with the password ${password} (shown only now: write it down)`);
  }
  if (demoAccounts.length > 0) {
    lines.push(
      `  Demo sign-ins, all with the password ${DEMO_PASSWORD}: ${demoAccounts.join(', ')}`,
      '  This is a demo shop. For a shop of your own, start with DEMO=0 and a DATA_DIR of its own, such as DATA_DIR=./my-shop.',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

const config = (() => {
  try {
    return parseConfig(process.env);
  } catch (error) {
    return fail(error instanceof ConfigError ? error : new Error('the settings could not be read', { cause: error }));
  }
})();
const log = createLog(config.logLevel, bufferedOutput());
const stopping = new AbortController();
/** Null when a signal ended the start. */
const starting = boot(config, log, stopping.signal).catch((error: unknown) =>
  error === stopping.signal.reason ? null : fail(error),
);
closeWithGrace({ delay: STOP_WITHIN_MS, logger: false }, async ({ err, signal }) => {
  if (err) log.fatal({ err }, 'an error nobody caught; stopping');
  else log.info({ signal }, 'stopping');
  stopping.abort();
  const server = await starting;
  await server?.stop();
});
const server = await starting;
if (server !== null) greet(server, config);
