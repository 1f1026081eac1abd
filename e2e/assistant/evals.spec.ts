import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { ShopServer } from '../support/shop/server.ts';
import { shopPattern } from '../support/shop/shop-pattern.ts';

/** Here, because it needs the built server and a demo shop, which only browser tests have. */
test(
  'npm run evals asks a question of the demo shop with the scripted provider',
  { tag: ['@lossless', '@long'] },
  async () => {
    const copy = await ShopServer.create('test-results/evals.log', shopPattern());
    try {
      const args = ['--scripted', '--only', '1', '--shop', join(copy.folder, 'data')];
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/evals.ts', ...args]);
      expect(stdout).toContain(
        'Scripted provider: this proves the harness and the tools, and says nothing about a model.',
      );
      expect(stdout).toContain('1 questions: 1 right, 0 wrong, 0 failed');
    } finally {
      await copy.remove();
    }
  },
);
