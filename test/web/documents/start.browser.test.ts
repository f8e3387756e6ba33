// Tier: first, with "names the files"
// How pages begin: what a document names, what is seen before its program is there, and that nothing of it is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

/** Of the tasks of the scrum project. */
const address = '/trackers/4';
const rows = '[data-testid="report-rows"] a';

/** Holds back the program of pages until it is called. */
async function holdProgram(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  return () => held.resolve();
}

/** What the field calls a good cumulative layout shift. */
const shiftMax = 0.1;
/** Notes how far what a page shows moves by itself, by Chromium's scores. */
const noteShifts = `{
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifts.push(value);
  }).observe({ type: 'layout-shift', buffered: true });
}`;

describe('a document', () => {
  it('names the files of its page, so that none is known only when another one has come, and none is read twice', async (context) => {
    for (const [path, shown, module] of [
      ['/', 'h1', 'home.page'],
      [address, rows, 'report.page'],
      ['/artifacts/17', 'h1', 'artifact.page'],
      ['/kanban/1', '[data-card]', 'kanban.page'],
    ] as const) {
      // Each has a window of its own: what one reads once it rests would come while the next one is opened.
      const page = await world.visit(context, { as: 'ana' });
      const requested: string[] = [];
      page.on('request', (request) => void requested.push(new URL(request.url()).pathname));
      const html = (await (await page.goto(path))?.text()) ?? '';
      await page.locator(shown).first().waitFor();
      const files = requested.filter((name) => /^\/assets\/.*\.(?:js|css)$/.test(name));
      assert.deepEqual(
        files.filter((name, index) => files.indexOf(name) < index),
        [],
        `${path} reads twice`,
      );
      assert.match(html, new RegExp(`<link rel="modulepreload"[^>]*/assets/${module}-`));
      const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]*\.(?:js|css))"/g)].map(([, name = '']) => name);
      assert.deepEqual(
        named.filter((name) => !files.includes(name)),
        [],
        `${path} names what it does not read`,
      );
    }
  });

  it('names the texts of the browser’s language', async (context) => {
    const page = await world.visit(context, { locale: 'fr-FR' });
    const html = (await (await page.goto(address))?.text()) ?? '';
    assert.match(html, /modulepreload"[^>]*\/assets\/fr-/);
    await page.getByRole('link', { name: 'Se connecter' }).first().waitFor();
    assert.equal(await page.evaluate<string>('document.documentElement.lang'), 'fr');
  });

  it('has the look of the last visit before its program is there, whatever the system prefers', async (context) => {
    for (const appearance of ['light', 'dark'] as const) {
      const page = await world.visit(context, { appearance });
      const release = await holdProgram(page);
      const readLook = async (): Promise<[string | undefined, string]> => [
        await page.evaluate<string | undefined>('document.documentElement.dataset.appearance'),
        await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'),
      ];
      const looks = new Map<string, string>();
      for (const [mode, shown] of [
        [undefined, appearance],
        ['light', 'light'],
        ['dark', 'dark'],
      ] as const) {
        await page.goto('/sign-in', { waitUntil: 'commit' });
        if (mode !== undefined)
          await page.evaluate(
            `localStorage.setItem('tepal.look', JSON.stringify({ mode: '${mode}', density: 'condensed' }))`,
          );
        await page.goto('/sign-in', { waitUntil: 'commit' });
        await page.locator('#app').waitFor({ state: 'attached' });
        const [look, colour] = await readLook();
        assert.equal(look, shown);
        looks.set(shown, colour);
      }
      assert.equal(looks.size, 2);
      assert.notEqual(looks.get('light'), looks.get('dark'));
      assert.equal(await page.evaluate<string>('document.documentElement.dataset.density'), 'condensed');
      release();
      await page.getByLabel('Password').waitFor();
    }
  });
});

describe('a page that is opened', () => {
  it('is drawn at once, and moves nothing afterwards', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.addInitScript({ content: noteShifts });
    for (const [path, shown] of [
      [address, rows],
      ['/artifacts/17', '[id^=comment-]'],
      ['/kanban/1', '[data-card]'],
    ] as const) {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
      const moved = await page.evaluate<number>('shifts.reduce((sum, value) => sum + value, 0)');
      assert.ok(moved < shiftMax, `${path} moves by ${moved}`);
    }
    await page.goto(address);
    await page.locator(rows).first().waitFor();
    const height = `document.querySelector('#row-1').getBoundingClientRect().top - document.querySelector('#row-0').getBoundingClientRect().top`;
    assert.equal(await page.evaluate<number>(height), 36);
  });

  it('takes keys and words as soon as it is there', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    for (const word of ['month', 'phone', 'second', 'balance', 'payment']) {
      await page.goto(address);
      await page.getByRole('searchbox').fill(word);
      await page.waitForURL(new RegExp(`q=${word}`));
      assert.equal(await page.getByRole('searchbox').inputValue(), word);
    }
    await page.goto(address);
    await page.locator(rows).first().waitFor();
    await page.keyboard.press('j');
    await page.locator('#row-0[data-current]').waitFor();
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await page.getByRole('menuitem').first().waitFor();
  });

  it('keeps its side bar hidden, and the way by keys begins at the top', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(address);
    await page.getByRole('button', { name: 'Hide the sidebar' }).click();
    const side = page.getByRole('navigation', { name: 'Project', exact: true });
    await side.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator(rows).first().waitFor();
    assert.equal(await side.count(), 0);
    assert.equal(await page.evaluate<boolean>('document.activeElement === document.body'), true);
    await page.keyboard.press('Tab');
    assert.match(await page.evaluate<string>('document.activeElement.getAttribute("href")'), /^#/);
  });
});
