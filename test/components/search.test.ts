// Searching: words to results, facets in the address, keys, other spelling, nothing found, French on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, openWorld } from './world.ts';
import type { World } from './world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

describe('the search', () => {
  it('marks what was found, narrows by the address, and is worked by keyboard', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/search');
    await page.getByRole('textbox', { name: /Words/ }).fill('money');
    await page.keyboard.press('Enter');
    await page.getByText('5 results').waitFor();
    await page.locator('mark', { hasText: 'money' }).first().waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: /Sprints/ }).click();
    await page.getByText('1 result', { exact: true }).waitFor();
    assert.match(page.url(), /tracker=2/);
    await page.reload();
    await page.getByText('1 result', { exact: true }).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    await page.getByRole('heading', { name: /Sprint 2/ }).waitFor();
    await page.goBack();
    await page.getByText('1 result', { exact: true }).waitFor();
  });
});
