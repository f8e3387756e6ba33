// What surrounds an artifact: comments with completion, editing and quoting them, others who are there, the actions, the list.
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
  await commentByAgent(world.app, 'Said by a program');
});
after(() => world.close());

const task = '/artifacts/17';

/** Comments on the task as an assistant that works for Ana. */
async function commentByAgent(test: TestApp, text: string): Promise<void> {
  await test.app.features.site.changeSetting('mcp_enabled', '1');
  const key = { path: '/api/access_keys', method: 'POST', as: 'ana', body: { scopes: ['write:agent'] }, status: 201 };
  const headers = {
    'x-auth-accesskey': String(at((await expectRow(test, key)).json, 'identifier')),
    'mcp-session-id': Buffer.from('Helper').toString('base64url'),
  };
  const params = { name: 'add_comment', arguments: { artifact_id: 17, text } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  await expectRow(test, { path: '/mcp', method: 'POST', body, headers, status: 200, contains: ['done'] });
}

describe('the discussion of an artifact', () => {
  it('keeps its filter in the address, and leads to one comment', async (context) => {
    const page = await world.visit(context, {});
    await page.goto(task);
    await page.locator('[id^=comment-]').first().waitFor();
    await page.getByRole('link', { name: 'Changes', exact: true }).click();
    await page.waitForURL('**/artifacts/17?show=changes');
    await page.getByText('created this').waitFor();
    await page.getByRole('link', { name: 'Oldest first' }).click();
    await page.waitForURL(/order=desc/);
    const id = await page.locator('[id^=comment-]').first().getAttribute('id');
    await page.goto(`${task}#${id}`);
    await page.locator(`#${id}[data-target=true]`).waitFor();
  });
});

describe('the actions of an artifact', () => {
  it('delete, with how many are left, and go back', async (context) => {
    await world.app.app.features.site.changeSetting('sys_artifact_deletions_per_day', '2');
    const page = await world.visit(context, { as: 'ana', expected: /404/ });
    await page.goto('/artifacts/19');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: /Delete/ }).click();
    await page.getByText('You may delete 2 more within 24 hours.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL('**/trackers/4*');
    await page.getByText('is deleted. You may delete 1 more today.').waitFor();
  });
});
