import { expect, type Locator, type Page } from '@playwright/test';

/** The view "Blueprint Fields": the preview of labels and their controls. */
export class LabelView {
  readonly page: Page;
  readonly preview: Locator;
  readonly controls: Locator;

  constructor(page: Page) {
    this.page = page;
    this.preview = page.getByRole('region', { name: 'Label preview' });
    this.controls = page.getByRole('complementary', { name: 'Print Controls' });
  }

  async open(): Promise<void> {
    await this.page.goto('/?view=blueprint-fields');
    await expect(this.preview).toBeVisible();
  }

  section(name: string): Locator {
    return this.controls.getByRole('region', { name, exact: true });
  }

  toggle(name: string): Locator {
    return this.controls.getByRole('switch', { name, exact: true });
  }

  /** Finds a product by the search of the top bar and takes it. */
  async pick(name: string): Promise<void> {
    await this.page.getByRole('search').getByRole('combobox').fill(name);
    await this.page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
  }

  async choose(select: string, option: string | RegExp): Promise<void> {
    await this.controls.getByRole('combobox', { name: select, exact: true }).click();
    await this.page.getByRole('option', { name: option }).click();
  }

  /** The texts on the first label of the preview, from the top. */
  lines(): Promise<string[]> {
    return this.preview.locator('defs > g').first().locator('text').allTextContents();
  }

  /** Of the first line with this text, in points. */
  widthOf(text: string): Promise<number> {
    const line = this.preview.locator('defs text', { hasText: text }).first();
    return line.evaluate((drawn: SVGTextElement) => drawn.getComputedTextLength());
  }

  /** The labels on the page of the preview. */
  shown(): Locator {
    return this.preview.locator('use');
  }
}
