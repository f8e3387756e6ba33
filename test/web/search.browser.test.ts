// Tier: first, with "marks what was found"
// Searching: words to results, facets in the address, keys, other spelling, nothing found, French on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Route } from 'playwright-core';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

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

  it('says what it looked for instead, and what to do where there is nothing, in French on a phone', async (context) => {
    const page = await world.visit(context, { locale: 'fr-FR', width: 390, appearance: 'dark' });
    await page.goto('/search?q=monye');
    await page.getByText(/Aucun résultat pour «\smonye\s»/).waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    const long = `git #${'x'.repeat(60)}/${'0123456789'.repeat(4)}`;
    const lengthen = async (route: Route): Promise<void> => {
      const response = await route.fetch();
      const json: unknown = await response.json();
      const results = at(json, 'results');
      assert.ok(typeof json === 'object' && Array.isArray(results));
      await route.fulfill({
        response,
        json: { ...json, results: results.map((one: object) => ({ ...one, xref: long })) },
      });
    };
    await page.route('**/api/search?*', lengthen);
    await page.getByRole('textbox', { name: /Mots/ }).fill('money');
    await page.keyboard.press('Enter');
    await page
      .getByText(/\/0123456789 · /)
      .first()
      .waitFor();
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await page.unroute('**/api/search?*', lengthen);
    await page.goto('/search?q=xyzzyplugh&project=101');
    await page.getByRole('button', { name: 'Rechercher partout' }).click();
    await page.waitForURL((url) => !url.search.includes('project'));
  });

  it('takes a reference where its project says that the keyword leads', async (context) => {
    const body = { keyword: 'ticket', link: 'https://help.example.org/$1' };
    const made = await world.app.call('/api/projects/101/reference_patterns', { method: 'POST', as: 'ana', body });
    assert.equal(made.status, 201, made.text);
    const page = await world.visit(context, { as: 'bruno', expected: /asked https:\/\/help\.example\.org\/12$/ });
    await page.route('https://help.example.org/**', (route) => route.fulfill({ body: 'Ticket 12' }));
    await page.goto('/goto?key=Ticket&val=12&group_id=101');
    await page.waitForURL('https://help.example.org/12');
    await page.goto('/goto?key=story&val=4&group_id=101');
    await page.waitForURL(/\/artifacts\/4$/);
  });
});
