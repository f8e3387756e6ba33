// Texts that are written as they will be read: nothing typed is lost, and what was not changed stays as it was.
import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { expectRow } from '../../support/scenario.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

/** Each test begins as somebody who chose nothing. */
const forget = (): Promise<unknown> =>
  expectRow(world.app, {
    path: '/api/users/102/preferences',
    method: 'PATCH',
    as: 'ana',
    body: { key: 'text_editor', value: 'markdown' },
    status: 200,
  });

let world: World;
before(async () => {
  world = await openWorld();
});
beforeEach(forget);
after(() => world.close());

const task = '/artifacts/17';

const toMarkdown = (page: Page): Promise<void> => page.getByRole('button', { name: 'Markdown', exact: true }).click();

/** Writes as it will be read, from here on. */
async function toRichText(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Rich text' }).click();
  const text = page.locator('[contenteditable=true][aria-label="Your comment"]');
  await text.waitFor();
  await text.focus();
  return text;
}

const paste = (page: Page, type: string, content: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.setData(${JSON.stringify(type)}, ${JSON.stringify(content)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }`);

it('writes a comment with looks, tasks, a table and a name, which survives a switch and a reload', async (context) => {
  const page = await world.visit(context, { as: 'ana' });
  await page.goto(task);
  await page.getByRole('textbox', { name: 'Your comment' }).waitFor();
  const text = await toRichText(page);
  await text.pressSequentially('Ask **now** @bru');
  await page.getByRole('option', { name: /Bruno/ }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/task');
  await page.getByRole('option', { name: 'Task list' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await page.keyboard.type('second');
  await page.getByRole('checkbox', { name: 'Done' }).first().check();
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(page, 'text/plain', 'Name\tHours\nLogin\t3');
  await page.getByRole('button', { name: 'Add row' }).waitFor();
  await assertAccessible(page);
  const written = 'Ask **now** @bruno\n\n- [x] first\n- [ ] second\n\n| Name | Hours |\n| --- | --- |\n| Login | 3 |';
  await toMarkdown(page);
  const area = page.locator('textarea');
  await area.waitFor();
  assert.equal(await area.inputValue(), written);
  await toRichText(page);
  await page.reload();
  await text.waitFor();
  await toMarkdown(page);
  await area.waitFor();
  assert.equal(await area.inputValue(), written);
});

it('sends by Ctrl Enter, is left by Escape, and takes what is pasted without what runs', async (context) => {
  const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', width: 390, appearance: 'dark' });
  await page.goto('/artifacts/16');
  await page.getByRole('textbox', { name: 'Votre commentaire' }).waitFor();
  await page.getByRole('button', { name: 'Texte enrichi' }).click();
  const text = page.locator('[contenteditable=true]');
  await text.waitFor();
  await text.focus();
  const pasted = '<p>A <b>word</b><script>alert(1)</script> <a href="javascript:alert(1)">here</a></p>';
  await paste(page, 'text/html', pasted);
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await page.locator('[contenteditable=true]:not(:focus)').waitFor();
  await text.focus();
  await page.keyboard.press('Control+Enter');
  await page.locator('[id^=comment-] strong', { hasText: 'word' }).waitFor();
  await until(async () => (await text.innerText()).trim() === '');
});

it('edits a text in HTML as it reads, and leaves what was not changed', async (context) => {
  const html = '<p>One &nbsp;line</p>\n\n<ul>\n  <li>a</li>\n</ul>\n<p style="margin-left:40px">indented</p>';
  const body = { values_by_field: { details: { value: { content: html, format: 'html' } } } };
  await expectRow(world.app, { path: '/api/artifacts/18', method: 'PUT', as: 'ana', body, status: 200 });
  const page = await world.visit(context, { as: 'ana' });
  await page.goto('/artifacts/18');
  await page
    .getByRole('button', { name: /Details/ })
    .first()
    .click();
  const text = page.locator('[contenteditable=true][aria-label="Details"]');
  await text.waitFor();
  assert.ok(!(await text.innerText()).includes('<p'), 'no source is shown');
  await text.locator('p').first().click();
  await page.keyboard.press('End');
  await page.keyboard.type(' more');
  await page.keyboard.press('Control+Enter');
  await text.waitFor({ state: 'detached' });
  const { text: answer } = await expectRow(world.app, { path: '/api/artifacts/18', as: 'ana', status: 200 });
  const wanted = html.replace('line</p>', 'line more</p>');
  assert.ok(answer.includes(JSON.stringify(wanted).slice(1, -1)), answer);
});
