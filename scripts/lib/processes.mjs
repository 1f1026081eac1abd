import { spawn } from 'node:child_process';
import process from 'node:process';

/**
 * Runs a program to its end. A signal to this process is passed on, so that nothing is left running.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, capture?: boolean, timeoutMs?: number }} options
 *   `capture` keeps the output instead of showing it.
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program is not there, 128 when a signal ended it
 */
export function run(command, args, { cwd, env = process.env, capture = false, timeoutMs }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    const end = (/** @type {number} */ code) => {
      process.off('SIGINT', passOn);
      process.off('SIGTERM', passOn);
      resolve({ code, output });
    };
    process.on('SIGINT', passOn);
    process.on('SIGTERM', passOn);
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 128));
  });
}

/** A failure whose message is all that the user needs: printed without a stack trace. */
export class Stop extends Error {}

/**
 * @param {string} missing what would be installed, and why
 * @throws Stop where INSTALL=0 forbids it
 */
export function requireInstall(missing) {
  if (process.env['INSTALL'] === '0') throw new Stop(`INSTALL=0 forbids installing ${missing}.`);
}

/**
 * Ends the process with the error's message, and with its stack only if it is a defect.
 * @param {unknown} error
 */
export function fail(error) {
  console.error(error instanceof Stop ? error.message : error);
  process.exit(1);
}
