// Engine: SQLite alone
// The frame of every page: signing in, the palette, the help, a session that ends, French, a phone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

describe('the frame', () => {
  it('signs in, and says so where the password is wrong', async (context) => {
    const page = await world.visit(context, { expected: /401/ });
    await world.app.call('/api/users/self', { as: 'ana' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await assertAccessible(page);
    await page.getByLabel('User name').fill('ana');
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('do not belong together').waitFor();
    await page.getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
  });

  it('goes anywhere by keyboard', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/projects');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('your account');
    await page.getByRole('menuitem', { name: 'Your account' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/account|search/);
  });

  it('speaks French to a French browser, on a phone', async (context) => {
    const page = await world.visit(context, { locale: 'fr-FR', width: 390 });
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
  });

  it('shows a page for an address that no page has, and tells programs as before', async (context) => {
    const page = await world.visit(context, { expected: /404/ });
    const answer = await page.goto('/nowhere');
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    const told = await world.app.call('/nowhere');
    assert.equal(told.status, 404);
    assert.match(told.headers.get('content-type') ?? '', /json/);
  });
});
