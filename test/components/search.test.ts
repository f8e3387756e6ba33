// The search page: code, which is found apart from everything else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const match = {
  repository: { id: 7, uri: 'git/7', name: 'tools/app' },
  project: { id: 101, uri: 'projects/101', label: 'Meadow' },
  branch: 'main',
  commit: '0'.repeat(40),
  path: 'src/config.ts',
  lines: [{ number: 12, text: 'const money = readMoney();' }],
  has_more_lines: true,
};

it('shows lines of files where code is chosen, and says where that is not all', async (context) => {
  const page = await world.visit(context, { as: 'ana' });
  let asked = '';
  await page.route('**/api/code_search?*', (route) => {
    asked = route.request().url();
    return route.fulfill({ json: { results: [match], repositories_searched: 20, is_complete: false } });
  });
  await page.goto('/search?q=money&project=101');
  await page.getByText(/results?$/).waitFor();
  assert.equal(asked, '', 'git is asked by nobody who does not look for code');
  await page.getByRole('link', { name: /^Code/ }).click();
  await page.getByText(/20 repositories searched · not all results are shown/).waitFor();
  assert.match(asked, /q=money&project=101/);
  const kinds = page.getByRole('navigation', { name: 'Type' });
  await kinds.locator('[aria-current=page]').first().waitFor();
  assert.deepEqual(await kinds.locator('[aria-current=page]').allTextContents(), ['Code 1+']);
  assert.deepEqual(await page.locator('mark').allTextContents(), ['money', 'Money']);
  assert.equal(
    await page.getByRole('link', { name: 'Line 12' }).getAttribute('href'),
    '/repositories/7?ref=main&path=src%2Fconfig.ts#L12',
  );
  await assertAccessible(page);
});
