// Completes package-lock.json after it changed; see lib/lock.mjs for why. Usage: node scripts/fix-lock.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { mendedLock, registryAddresses } from './lib/lock.mjs';
import { fromRoot } from './lib/root.mjs';

const file = fromRoot('package-lock.json');
const text = readFileSync(file, 'utf8');
const original = JSON.parse(text);
const { lock, added, unmendable } = mendedLock(original);
const mended = `${JSON.stringify(lock, null, 2)}\n`;

for (const { name, version, from } of unmendable) console.error(`cannot mend: ${name}@${version}, wanted by ${from}`);
if (process.argv.includes('--check')) {
  const addresses = registryAddresses(original);
  for (const { name, version } of added) console.error(`missing from the lock: ${name}@${version}`);
  for (const path of addresses) console.error(`registry address in the lock: ${path}`);
  if (added.length + unmendable.length + addresses.length > 0) {
    console.error('package-lock.json is not complete: run `node scripts/fix-lock.mjs` and commit it.');
    process.exitCode = 1;
  }
} else {
  if (mended !== text) writeFileSync(file, mended);
  console.log(`package-lock.json: ${added.length} platform packages added`);
  if (unmendable.length > 0) process.exitCode = 1;
}
