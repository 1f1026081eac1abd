import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { artifactsRoute } from '#contract/artifacts.ts';
import { startRunRoute } from '#contract/assistant-chat.ts';
import { conversationsRoute, createConversationRoute, messagesRoute } from '#contract/assistant-history.ts';
import { changeProviderRoute } from '#contract/assistant-settings.ts';
import { managedProductRoute } from '#contract/managed-products.ts';
import { LoopbackModel } from '../../support/shop/model.ts';
import { expect } from '../../support/staff.ts';
import type { Command } from './command.ts';

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const message = (page: Page) => page.getByRole('combobox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

async function openConversation(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: /^Conversations:/ }).click();
  const list = page.getByRole('dialog', { name: 'Conversations' });
  await list.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await expect(list).toBeHidden();
}

const conversation: Command = {
  name: 'conversation',
  view: '/?view=ai-view',
  request: /^POST \/api\/ai\/history$/,
  async arrange(shop, page) {
    const title = unique('Long talk');
    await shop.call(createConversationRoute, {}, { title });
    const total = async () => (await shop.call(conversationsRoute)).meta.total;
    const before = await total();
    return {
      open: () => openConversation(page, title),
      press: () => page.getByRole('button', { name: 'New conversation', exact: true }).click(),
      field: message,
      made: async () => (await total()) - before,
    };
  },
};

const artifact: Command = {
  name: 'artifact',
  view: '/?view=ai-view',
  request: /^POST \/api\/artifacts$/,
  async arrange(shop, page) {
    const title = unique('Long board');
    const dialog = page.getByRole('dialog', { name: 'Save Artifact' });
    return {
      async open() {
        await message(page).fill('/sales last 30 days by category');
        await message(page).press('Escape');
        await message(page).press('Enter');
        await log(page).getByRole('button', { name: 'Chart' }).click();
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await dialog.getByLabel('Name').fill(title);
      },
      press: () => dialog.getByRole('button', { name: 'Save' }).click(),
      field: () => dialog.getByLabel('Name'),
      made: async () => (await shop.call(artifactsRoute)).artifacts.filter((saved) => saved.title === title).length,
    };
  },
};

const draft: Command = {
  name: 'approval of a draft',
  view: '/?view=ai-view',
  by: 'admin',
  request: /^POST \/api\/ai\/drafts\/\d+\/approve$/,
  async arrange(shop, page) {
    const { id, name } = await shop.product('Dab Tool Set');
    const version = async () => (await shop.call(managedProductRoute, { id })).data.version;
    const model = await LoopbackModel.start();
    const price = `${20 + Math.floor(Math.random() * 900)}.${10 + Math.floor(Math.random() * 89)}`;
    model.calls({ name: 'draft_price_change', input: { product_id: id, regular_price: price } });
    model.says('It waits for you.');
    const title = unique('Price');
    try {
      await shop.call(changeProviderRoute, {}, { provider: 'openai', base_url: model.address, api_key: 'none' });
      const { run } = await shop.call(startRunRoute, {}, { message: title });
      const messages = () => shop.call(messagesRoute, { id: run.conversation_id });
      await expect
        .poll(async () => (await messages()).messages.some(({ card }) => card?.draft), { timeout: 20_000 })
        .toBe(true);
    } finally {
      await shop.call(changeProviderRoute, {}, { provider: null, base_url: '', api_key: '' });
      await model.stop();
    }
    const before = await version();
    const card = log(page).getByRole('region', { name: `Price of ${name}` });
    return {
      open: () => openConversation(page, title),
      press: () => card.getByRole('button', { name: 'Approve' }).click(),
      field: message,
      // A change of the price writes the row twice: with its fields and with its price.
      made: async () => ((await version()) - before) / 2,
    };
  },
};

export const ASSISTANT_COMMANDS: readonly Command[] = [conversation, artifact, draft];
