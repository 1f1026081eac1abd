import type { Locator, Page } from '@playwright/test';
import { createArtifactRoute } from '#contract/artifacts.ts';
import { agentRoute, changeProviderRoute, providerRoute } from '#contract/assistant-settings.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { LoopbackModel } from '../support/shop/model.ts';
import { expect, test } from '../support/staff.ts';

const message = (page: Page) => page.getByRole('combobox', { name: 'Message' });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** The colours that cover more than a thousandth of a picture, the commonest first; black letters are left out. */
const coloursOf = (picture: Locator): Promise<string[]> =>
  picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]} ${data[at + 1]} ${data[at + 2]}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    return [...counts]
      .filter(([colour, count]) => colour !== '0 0 0' && count > data.length / 4000)
      .toSorted(([, one], [, other]) => other - one)
      .map(([colour]) => colour);
  });

test.beforeEach(() => {
  // Code is fetched, compiled and drawn in frames, which takes its time on a busy machine.
  test.slow();
});

test.describe('the assistant without a model', () => {
  test.use({ as: 'manager' });

  test('answers typed commands by keys alone, leads to the same rows, and keeps a chart of them that stays live @long', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/?view=ai-view');
    await expect(page.getByText('No model is connected')).toBeVisible();

    await message(page).focus();
    await page.keyboard.type('/sa');
    await expect(page.getByRole('option', { name: /\/sales/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('last week by category');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    const card = log(page)
      .getByRole('region', { name: /^Sales by category/, exact: false })
      .first();
    await expect(card).toBeVisible();
    await expect(message(page)).toBeFocused();
    await expect(log(page).getByRole('link', { name: /^CSV of Sales by category/ })).toBeVisible();
    await expectAccessible(page, 'assistant-card');

    await log(page).getByRole('button', { name: 'Open in Orders' }).press('Enter');
    await expect(page).toHaveURL(/view=orders.*from=\d{4}/);
    await expect(page.getByRole('button', { name: 'Sales summary' })).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect(card).toBeVisible();
    await page.reload();
    await expect(card).toBeVisible();

    await log(page).getByRole('button', { name: 'Chart' }).click();
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('.recharts-surface').first()).toBeVisible();

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Save Artifact' });
    await dialog.getByLabel('Name').fill('  ');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Please enter a name for the artifact')).toBeVisible();
    await expectAccessible(page, 'assistant-save', dialog);
    await dialog.getByLabel('Name').fill('Sales board');
    await dialog.getByText('Global').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Refresh' }).last()).toBeVisible();
    await expect(frame.locator('.recharts-surface').first()).toBeVisible();

    await page.goto('/?view=orders');
    await page.getByRole('button', { name: 'Artifacts' }).click();
    await page
      .getByRole('textbox', { name: 'Search artifacts' })
      .or(page.getByRole('searchbox', { name: 'Search artifacts' }))
      .fill('board');
    await page.getByRole('button', { name: /^Sales board/ }).click();
    await expect(page).toHaveURL(/view=ai-view/);
    await expect(page.getByRole('region', { name: 'Artifact Sales board' })).toBeVisible();
    await expect(frame.locator('.recharts-surface').first()).toBeVisible();
    await page.getByText('Code', { exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Code of Sales board' })).toContainText('"type"');
    await expectAccessible(page, 'assistant-code', page.getByRole('region', { name: 'Artifact Sales board' }));
    await page.getByRole('button', { name: 'Copy code' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"type"');
    await page.getByRole('button', { name: 'Close artifact' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Artifact Sales board' })).toBeHidden();
    await expect(page).not.toHaveURL(/artifact=/);
  });

  test(
    'a drawing goes to the chat, with the preview that it was drawn over',
    { tag: '@long' },
    async ({ page, shop }) => {
      const code =
        '<!doctype html><body style="margin:0;background:rgb(10, 200, 30)"><h1>Plan of the shelf</h1></body>';
      const { artifact } = await shop.call(createArtifactRoute, {}, { title: 'Plan', code, artifact_type: 'html' });
      await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
      await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Plan of the shelf' })).toBeVisible();
      await page.getByRole('button', { name: 'Tools' }).click();
      await page.getByRole('radio', { name: 'Brush' }).check();
      await page.getByRole('radio', { name: 'Blue' }).check();
      await page.getByRole('slider', { name: 'Size' }).fill('20');
      await expectAccessible(page, 'assistant-tools', page.getByRole('dialog', { name: 'Tools' }));
      await page.keyboard.press('Escape');
      const draw = async () => {
        await page.mouse.move(300, 300);
        await page.mouse.down();
        await page.mouse.move(420, 360, { steps: 5 });
        await page.mouse.up();
      };
      await draw();
      await page.getByRole('button', { name: 'Clear canvas' }).click();
      await expect(page.getByRole('button', { name: 'Clear canvas' })).toBeDisabled();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
      await page.getByRole('button', { name: 'Redo' }).click();
      await page.getByRole('button', { name: 'Send to chat' }).click();
      const picture = page.getByRole('img', { name: 'Attachment 1 of the next message' });
      await expect(picture).toBeVisible();
      // Most of it is the ground of the preview, and some is the stroke.
      expect(await coloursOf(picture)).toEqual(['10 200 30', '59 130 246']);
      await page.getByRole('button', { name: 'Remove picture 1' }).click();
      await expect(message(page)).toBeFocused();
      // A narrow eraser leaves the edges of the stroke, and one of its own size nothing.
      for (const [size, left] of [
        ['8', ['10 200 30', '59 130 246']],
        ['20', ['10 200 30']],
      ] as const) {
        await page.getByRole('button', { name: 'Tools' }).click();
        await page.getByRole('radio', { name: 'Eraser' }).check();
        await page.getByRole('slider', { name: 'Size' }).fill(size);
        await page.keyboard.press('Escape');
        await draw();
        await page.getByRole('button', { name: 'Send to chat' }).click();
        await expect(picture).toBeVisible();
        expect(await coloursOf(picture), size).toEqual(left);
        await page.getByRole('button', { name: 'Remove picture 1' }).click();
      }
      // A page without a ground is shown on white, in the dark theme as well: black letters on black would be lost.
      const plain = '<!doctype html><h1>Plan of the shelf</h1>';
      const { artifact: bare } = await shop.call(
        createArtifactRoute,
        {},
        { title: 'Bare', code: plain, artifact_type: 'html' },
      );
      await page.goto(`/?view=ai-view&artifact=${bare.id}`);
      await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Plan of the shelf' })).toBeVisible();
      await page.getByRole('button', { name: 'Send to chat' }).click();
      await expect(picture).toBeVisible();
      expect((await coloursOf(picture))[0]).toBe('255 255 255');
      await page.getByRole('button', { name: 'Remove picture 1' }).click();
      // A picture of a document or a table, which the page draws itself: letters on a ground, not the ground alone.
      const columns = 'Jar,Shelf,Count\n' + 'Blue Ridge OG,Front,12\n'.repeat(40);
      for (const [artifact_type, content] of [
        ['markdown', `# Plan of the shelf\n\n| Jar | Shelf |\n|---|---|\n${'| Blue Ridge OG | Front |\n'.repeat(40)}`],
        ['csv', columns],
      ] as const) {
        const kept = await shop.call(createArtifactRoute, {}, { title: artifact_type, code: content, artifact_type });
        await page.goto(`/?view=ai-view&artifact=${kept.artifact.id}`);
        await expect(page.getByRole('region', { name: artifact_type }).getByRole('table')).toBeVisible();
        await page.getByRole('button', { name: 'Send to chat' }).click();
        await expect(picture).toBeVisible();
        expect((await coloursOf(picture)).length, artifact_type).toBeGreaterThan(1);
        await page.getByRole('button', { name: 'Remove picture 1' }).click();
      }
    },
  );
});

test.describe('the assistant with a model', () => {
  test.use({ as: 'admin' });
  let model: LoopbackModel;

  test.beforeEach(async ({ shop }) => {
    model = await LoopbackModel.start();
    await shop.call(changeProviderRoute, {}, { provider: 'openai', base_url: model.address, api_key: 'none' });
  });
  test.afterEach(async ({ shop }) => {
    const limits = { person_daily_tokens: 200_000, shop_daily_tokens: 2_000_000, aliases: [] };
    const usual = { streams_with_tools: true, share_customer_names: false, ...limits };
    await shop.call(changeProviderRoute, {}, { provider: null, base_url: '', api_key: '', ...usual });
    await model.stop();
  });

  test('streams an answer with its cards, opens what it makes, and is found again after a reload', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const words = 'A long introduction of the figures. '.repeat(4);
    model.says(`${words}\n\n\`\`\`html\n<h1>Board of sales</h1>\n<p>${words}</p>\n\`\`\`\n\nThat is **all** of it.`);
    await page.goto('/?view=ai-view');
    const goOn = model.holds();
    await message(page).fill('How were sales?');
    await message(page).press('Enter');
    await expect(log(page).getByRole('heading', { name: /^Sales by category/ })).toBeVisible();
    await expect(log(page).getByText('A long introduction').first()).toBeVisible();
    await expect(page).toHaveURL(/chat=\d+/);

    await page.reload();
    await expect(log(page).getByText('A long introduction').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
    const artifact = page.getByRole('region', { name: 'Artifact Board of sales' });
    await expect(artifact.getByText('Writing...')).toBeVisible();
    await expect(artifact.getByRole('radio', { name: 'Preview' })).toBeDisabled();
    goOn();
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Board of sales' })).toBeVisible();
    await expect(log(page).getByText('all', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeEnabled();
    await expectAccessible(page, 'assistant-answer');
    await page.getByRole('button', { name: 'Copy answer' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('That is **all** of it.');
  });

  test('stops at the provider, keeps what arrived, and asks again', { tag: '@long' }, async ({ page }) => {
    model.says('Word after word after word. '.repeat(200));
    await page.goto('/?view=ai-view');
    await message(page).fill('Tell me all');
    await message(page).press('Enter');
    await expect(log(page).getByText('Word after word').first()).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(log(page).getByText('Stopped. What arrived is kept.')).toBeVisible();
    await expect.poll(() => model.cut).toBe(1);
    await expect(log(page).getByText('Word after word').first()).toBeVisible();

    model.says('Done this time.');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(log(page).getByText('Done this time.')).toBeVisible();
    await expect(log(page).getByText('Stopped. What arrived is kept.')).toHaveCount(0);
    await expect(log(page).getByText('Tell me all')).toHaveCount(1);
  });

  test.describe('behind a connection that is lost', { tag: '@lossless' }, () => {
    test.use({ network: 'scripted' });

    test('goes on with an answer at the server, and shows it whole @long', async ({ page, faults }) => {
      const first = 'What was said at the beginning.';
      model.says(`${first} ${'What was said without anybody to hear it. '.repeat(3)}The end of it.`);
      const goOn = model.holds();
      // The way back stays closed until the answer is over.
      let open = () => {};
      const closed = new Promise<void>((resolve) => (open = resolve));
      await page.route('**/api/ai/runs/*/events*', async (route) => {
        await closed;
        await route.continue();
      });
      await page.goto('/?view=ai-view');
      await message(page).fill('How were sales?');
      await message(page).press('Enter');
      await expect(log(page).getByText(first)).toBeVisible();
      faults.cutStreams(/^POST \/api\/ai\//);
      await expect(page.getByText('The connection was lost. The answer goes on at the server')).toBeVisible();
      goOn();
      open();
      await expect(log(page).getByText('The end of it.')).toHaveCount(1);
      await expect(log(page).getByText(first)).toHaveCount(1);
      await expect(page.getByText('The connection was lost.')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeEnabled();
      await expect(log(page).getByText('How were sales?')).toHaveCount(1);
    });
  });

  test('administrators set the agent up and try it', { tag: '@long' }, async ({ page, shop }) => {
    model.says('Hello from the loopback.');
    model.calls();
    const { agent: before } = await shop.call(agentRoute);
    await page.goto('/?view=ai-view');
    await page.getByRole('button', { name: 'Agent Configuration' }).click();
    const dialog = page.getByRole('dialog', { name: 'Agent Configuration' });
    const choose = async (field: string, option: string) => {
      await dialog.getByRole('combobox', { name: field, exact: true }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await dialog.getByLabel('Name').fill('Shop helper');
    await choose('Model', 'loopback-1');
    await dialog.getByLabel('System prompt').fill('Answer briefly.');
    await dialog.getByRole('slider', { name: 'Temperature' }).fill('0.35');
    await choose('Max tokens', '16,384');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    // It is disabled while it saves, too.
    await expect
      .poll(async () => (await shop.call(agentRoute)).agent)
      .toMatchObject({
        ...{ name: 'Shop helper', model: 'loopback-1', system_prompt: 'Answer briefly.' },
        ...{ temperature: 0.35, max_tokens: 16_384, version: before.version + 1 },
      });
    await dialog.getByRole('button', { name: 'Show versions' }).click();
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText('Hello from the loopback.')).toBeVisible();
    await expect(dialog.getByText(/loopback-1 · \d+\.\d s · .* tokens/)).toBeVisible();
    await expectAccessible(page, 'assistant-agent', dialog);
    await dialog.getByRole('button', { name: `Bring back version ${before.version}`, exact: true }).click();
    await expect(dialog.getByLabel('Name')).toHaveValue(before.name);
    await expect(dialog.getByRole('slider', { name: 'Temperature' })).toHaveValue(String(before.temperature));
    await dialog.getByRole('tab', { name: 'Connection and limits' }).click();
    model.calls({ name: 'connection_test', input: { word: 'ready' } });
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByText('The model loopback-1 answered and called the tool.')).toBeVisible();
    await expectAccessible(page, 'assistant-connection', dialog);
    await dialog.getByRole('tab', { name: 'Sent questions' }).click();
    await expect(dialog.getByRole('cell', { name: 'loopback-1' }).first()).toBeVisible();
    await expectAccessible(page, 'assistant-sent', dialog);
  });

  test(
    'administrators connect another provider, and the chat says what its model does not take',
    { tag: '@long' },
    async ({ page, shop }) => {
      await page.goto('/?view=ai-view&settings=connection');
      const dialog = page.getByRole('dialog', { name: 'Agent Configuration' });
      await dialog.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Anthropic' }).click();
      await dialog.getByLabel('Address').fill(model.address.replace(/\/v1$/, ''));
      await dialog.getByLabel('Key', { exact: true }).fill('sk-loopback-1');
      await dialog.getByRole('checkbox', { name: 'Stream answers that use tools' }).uncheck();
      await dialog.getByRole('checkbox', { name: 'Send customers' }).check();
      await dialog.getByLabel('Tokens of a person in a day').fill('150000');
      await dialog.getByLabel('Tokens of the business in a day').fill('1500000');
      await dialog.getByLabel('claude-sonnet-4', { exact: true }).fill('claude-sonnet-4-6');
      await dialog.getByLabel('claude-opus-4', { exact: true }).fill('loopback-1');
      await expect(dialog.getByRole('button', { name: 'Test connection' })).toBeDisabled();
      await expect(dialog.getByText('Save first: what is saved is tested.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByRole('button', { name: 'Test connection' })).toBeEnabled();
      await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('');
      expect((await shop.call(providerRoute)).settings).toMatchObject({
        ...{ provider: 'anthropic', has_key: true, streams_with_tools: false, share_customer_names: true },
        ...{ person_daily_tokens: 150_000, shop_daily_tokens: 1_500_000 },
        aliases: expect.arrayContaining([{ name: 'claude-opus-4', model: 'loopback-1' }]),
      });
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      await page.getByRole('button', { name: 'Chat settings' }).click();
      const chat = page.getByRole('dialog', { name: 'Chat settings' });
      const temperature = chat.getByRole('slider', { name: 'Temperature' });
      await expect(temperature).toBeEnabled();
      await temperature.fill('0.3');
      await expect(chat.getByText('0.3', { exact: true })).toBeVisible();
      await chat.getByRole('combobox', { name: 'Model' }).click();
      await page.getByRole('option', { name: 'Claude Opus 4', exact: true }).click();
      await expect(chat.getByText('Answers come from loopback-1.')).toBeVisible();
      await expect(temperature).toBeDisabled();
      await expect(temperature).toHaveAccessibleDescription('loopback-1 takes no temperature.');
      await page.keyboard.press('Escape');
      await expect(page.getByText('loopback-1', { exact: true })).toBeVisible();
    },
  );
});
