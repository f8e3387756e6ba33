// What is typed and pressed while something else is on its way: it is neither lost nor led astray.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { skipGit } from '../../support/git-client.ts';
import { pushSampleCode } from '../../support/sample-code.ts';
import { hold, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

/** Types on at the end of a text, while `send` has sent what it was before. */
async function typeOn(
  page: Page,
  [box, more]: [Locator, string],
  [method, path]: ['PATCH' | 'POST' | 'PUT', string],
  send: () => Promise<void>,
): Promise<void> {
  const { sent, letGo } = await hold(page, path, method);
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === method && answer.url().endsWith(path),
  );
  await send();
  await sent;
  await box.press('End');
  await box.pressSequentially(more);
  letGo();
  assert.ok((await answered).ok());
}

describe('a comment', { skip: skipGit }, () => {
  it('keeps what is typed while it is on its way, and no more of it', async (context) => {
    const code = await pushSampleCode(world.app);
    const body = { repository_id: code.id, branch_src: 'topic', repository_dest_id: code.id, branch_dest: 'main' };
    await world.change('/api/pull_requests', { method: 'POST', as: 'bruno', body });
    const page = await world.visit(context, { as: 'bruno' });
    for (const [address, method, path] of [
      ['/artifacts/17', 'PUT', '/artifacts/17'],
      ['/pull-requests/1', 'POST', '/pull_requests/1/comments'],
    ] as const) {
      await page.goto(address);
      const box = page.getByRole('textbox', { name: 'Your comment' });
      await box.fill('First.');
      await typeOn(page, [box, ' Second.'], [method, path], () => box.press('Control+Enter'));
      // Not the box, whose text it is when the page opens.
      const said = page.getByRole('paragraph');
      await said.getByText('First.', { exact: true }).waitFor();
      await until(async () => (await box.inputValue()) === 'Second.');
      await page.reload();
      await until(async () => (await box.inputValue()) === 'Second.');
      await box.press('Control+Enter');
      await said.getByText('Second.', { exact: true }).waitFor();
      await until(async () => (await box.inputValue()) === '');
    }
  });

  it('and its pull request is what keys are about until another page is there', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await page.goto('/pull-requests/1');
    await page.getByRole('region', { name: 'Status' }).waitFor();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/assets/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Backlog', exact: true }).first().click();
    await page.waitForURL(/backlog/);
    await page.keyboard.press('d');
    await page.waitForURL(/\/pull-requests\/1\?tab=changes/);
    letGo();
    await page.getByText('1 file changed').waitFor();
  });
});
