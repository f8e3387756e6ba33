// Tier: first, with "signs in, and says so where the password is wrong"
// Tier: first, with "goes anywhere by keyboard"
// Tier: first, with "finds a task, changes its status"
// The frame of every page: signing in, the palette, the help, a session that ends, French, a phone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testPassword } from '../support/harness.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
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
    await until(async () => page.evaluate<boolean>("document.activeElement?.matches('main input') === true"));
    await assertAccessible(page);
    await page.keyboard.type('ana');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('Wrong user name or password').waitFor();
    await page.getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
  });

  it('goes anywhere by keyboard', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Ctrl K', { exact: true }).waitFor();
    assert.equal(await help.getByText('Go to anything').count(), 1);
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto('/artifacts/17');
    await page.getByRole('button', { name: 'Done Status' }).waitFor();
    await page.keyboard.press('?');
    await help.getByText('Change the status').waitFor();
    assert.equal(await help.getByText('s', { exact: true }).count(), 1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/projects');
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('your account');
    await page.getByRole('menuitem', { name: 'Your account', exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByRole('menuitem', { name: 'Your account', exact: true }).click();
    await page.waitForURL('**/account');
  });

  it('keeps what is typed for the palette before it is there', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.route('**/assets/palette-*.js', async (route) => {
      await page.keyboard.type('your accounx');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('t');
      await route.fallback();
    });
    await page.goto('/');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('menuitem', { name: 'Your account', exact: true }).waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'your account');
  });

  it('does what keys ask that are pressed before it is there, and leaves them to a field', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    let pressEarly = async (): Promise<void> => undefined;
    await page.route('**/assets/index-*.js', async (route) => {
      await until(async () => page.evaluate<boolean>(`'earlyKeys' in globalThis && document.body !== null`));
      await pressEarly();
      await route.fallback();
    });
    pressEarly = async () => page.keyboard.type('gp');
    await page.goto('/account');
    await page.waitForURL('**/projects');
    pressEarly = async () => page.keyboard.type('/create c');
    await page.goto('/account');
    await until(async () => (await page.getByRole('searchbox').inputValue()) === 'create c');
    pressEarly = async () => {
      await page.evaluate(
        `document.body.prepend(document.createElement('input')); document.querySelector('input').focus()`,
      );
      await page.keyboard.type('?');
    };
    await page.goto('/account');
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.equal(await page.locator('body > input').inputValue(), '?');
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.evaluate(`document.querySelector('body > input').remove()`);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });

  it('does what is asked of the palette before it is there', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /404/ });
    await page.route('**/assets/palette-*.js', async (route) => {
      await page.keyboard.type('your account');
      await page.keyboard.press('Enter');
      await route.fallback();
    });
    await page.goto('/');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
    await page.keyboard.press('/');
    await page.waitForURL('**/account');
    await page.goto('/repositories/999');
    await page.getByRole('heading', { name: 'Page not found or no access' }).waitFor();
    const own = page.getByRole('navigation', { name: 'Your projects' });
    await own.getByRole('link', { name: 'Meadow: mobile banking app' }).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Project', exact: true }).count(), 0, 'no other project');
  });

  for (const { part, key } of [
    { part: 'palette', key: '/' },
    { part: 'help', key: '?' },
  ]) {
    it(`offers to load the page anew where the ${part} can’t be read, and opens it then`, async (context) => {
      const page = await world.visit(context, { as: 'ana', expected: /ERR_FAILED|reading '\w+'/ });
      await page.goto('/');
      await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
      const offered = page.getByText('Tepal was updated');
      await Promise.all([page.waitForRequest(`**/assets/${part}-*.js`), page.keyboard.press(key)]);
      await offered
        .first()
        .waitFor()
        .catch(async (error: unknown) => {
          throw new Error(`Instead: ${await page.locator('body').innerText()}`, { cause: error });
        });
      assert.equal(await page.getByRole('dialog').count(), 0, 'closed again');
      await page.unroute(`**/assets/${part}-*.js`);
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload' }).first().click();
      await loaded;
      await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
      await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
    });
  }

  it('has its looks after all where a style sheet could not be read at first', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /ERR_FAILED/ });
    const refused = new Set<string>();
    await page.route('**/assets/*.css', async (route) => {
      const url = route.request().url();
      if (refused.has(url)) return route.fallback();
      refused.add(url);
      return route.abort();
    });
    await page.goto('/');
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
    const isStuck =
      "[...document.querySelectorAll('header')].some((one) => getComputedStyle(one).position === 'sticky')";
    await until(async () => page.evaluate<boolean>(isStuck));
    await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
    assert.ok(refused.size > 0);
  });

  it('shows the parts of a project all at once, so that none pushes another down', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const { promise: asked, resolve: note } = Promise.withResolvers<void>();
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    await page.route('**/api/projects/101/milestones?*', async (route) => {
      note();
      await gate;
      await route.fallback();
    });
    const others = page.waitForResponse(/\/api\/projects\/101\/kanban/);
    await page.goto('/projects/meadow-scrum/administration');
    await Promise.all([asked, others]);
    const side = page.getByRole('navigation', { name: 'Project', exact: true });
    const parts = side.getByRole('heading', { level: 2 });
    await side.getByRole('link', { name: 'Meadow' }).first().waitFor();
    assert.deepEqual(await parts.allTextContents(), []);
    open();
    await parts.getByText('Planning').waitFor();
    await parts.getByText('Trackers').waitFor();
    await side
      .getByRole('link', { name: /Release/ })
      .first()
      .waitFor();
  });

  it('shows the tabs of a home whole on a phone, beside words that are long', async (context) => {
    const page = await world.visit(context, { as: 'bruno', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await page.goto('/');
    const tabs = page.getByRole('navigation', { name: 'Tableaux de bord' });
    await tabs.getByRole('button', { name: 'Nouveau tableau de bord' }).waitFor();
    const list = `document.querySelector('nav[aria-label="Tableaux de bord"] ul')`;
    assert.equal(await page.evaluate<boolean>(`${list}.scrollWidth > ${list}.clientWidth`), false);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
  });

  it('finds things with long names on a phone, within its width', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Rechercher ou aller à' }).click();
    await page.getByRole('searchbox').fill('session');
    await page.getByRole('menuitem', { name: /Keep the session key in the keystore of the phone/ }).waitFor();
    const box = await page.getByRole('dialog').boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    await assertAccessible(page);
    // This site has no mail set up.
    await page.goto('/account/notifications');
    await page.getByText('Ce site n’envoie pas de courrier pour le moment').waitFor();
    await assertAccessible(page);
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

describe('the daily round', () => {
  it('finds a task, changes its status, comments, and another person sees it at once', async (context) => {
    const ana = await world.visit(context, { as: 'ana' });
    await ana.goto('/projects');
    await ana.getByRole('link', { name: /Meadow/ }).click();
    await ana
      .getByRole('navigation', { name: 'Project', exact: true })
      .getByRole('link', { name: 'Tasks', exact: true })
      .click();
    await ana
      .getByRole('searchbox')
      .or(ana.getByRole('textbox', { name: 'Find by words' }))
      .first()
      .fill('keystore');
    await ana.keyboard.press('Enter');
    await ana.getByText('1 item').waitFor();
    await assertAccessible(ana);
    await ana.getByRole('link', { name: /Keep the session key/ }).click();
    await ana.getByRole('heading', { name: /Keep the session key/ }).waitFor();
    await assertAccessible(ana);
    const bruno = await world.visit(context, { as: 'bruno', appearance: 'dark', width: 390 });
    await bruno.goto(new URL(ana.url()).pathname);
    await bruno.getByRole('heading', { name: /Keep the session key/ }).waitFor();
    await assertAccessible(bruno);
    const box = ana.getByRole('textbox', { name: 'Your comment' });
    await box.fill('Measured on **two** phones.');
    await ana.reload();
    assert.equal(await box.inputValue(), 'Measured on **two** phones.', 'what was typed is kept');
    await ana.getByRole('button', { name: 'Comment', exact: true }).click();
    await bruno.locator('strong', { hasText: 'two' }).waitFor();
    await ana.keyboard.press('Escape');
    await ana.locator('h1').click();
    await ana.keyboard.press('s');
    await ana.getByRole('option', { name: 'To do' }).or(ana.getByRole('option').first()).first().click();
    await bruno.getByText('Changed by Ana').waitFor();
  });
});
