// What holds for every page: no fault by axe in any look, a phone's width is enough, and an address of nonsense shows a page.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessibleIn, openWorld } from './journey.ts';
import type { World } from './journey.ts';
import { fillPages, listPages, settle } from './pages.ts';

const variants = ['orange', 'blue', 'green', 'red', 'grey', 'purple'];
const looks = ['light', 'dark'].flatMap((appearance) => variants.map((variant) => ({ variant, appearance })));
const pages = listPages();
/** Parts of addresses that name nothing. */
const nothings = ['0', '999999999', 'no-such-thing', '-1', '%00', '1e400'];
const nonsense = 'q=%00%22&sort=%3Bdrop&limit=-1&offset=zz&isQuery=perhaps&tab=%5B%5D&page=NaN&columns=%7B';

let world: World;
before(async () => {
  world = await openWorld();
  await fillPages(world.app);
});
after(() => world.close());

/** Opens the addresses one after another in one window, and does the same with each. */
async function walk(
  page: Page,
  addresses: readonly string[],
  look: (address: string, index: number) => Promise<void>,
): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await settle(page);
    await look(address, index);
  }
}

/** Pages with most of what there is to see. */
const manifold = new Set(['/artifacts/:id', '/trackers/:tracker', '/milestones/:id/taskboard', '/account/appearance']);

/** All twelve looks for these, two for each other page; contrast.test.ts has every pair of colours in every look. */
const looksOf = (url: string | undefined, index: number) =>
  manifold.has(url ?? '')
    ? looks
    : [looks[index % 6], looks[6 + ((index + 3) % 6)]].filter((look) => look !== undefined);

describe('every page', () => {
  for (const as of new Set(pages.map((one) => one.as))) {
    const who = as ?? 'nobody in particular';
    it(`has no fault that axe finds, is legible in each look, and fits 320 pixels, for ${who}`, async (context) => {
      const page = await world.visit(context, { ...(as === undefined ? {} : { as }), locale: 'fr-FR' });
      const wide: string[] = [];
      const seen = pages.filter((one) => one.as === as);
      const addresses = seen.map(({ address }) => address);
      await walk(page, addresses, async (address, index) => {
        assert.equal(await page.evaluate<string>('document.documentElement.lang'), 'fr', address);
        await page.setViewportSize({ width: 1280, height: 900 });
        await assertAccessibleIn(page, looksOf(seen[index]?.url, index));
        await page.setViewportSize({ width: 320, height: 900 });
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        if (width > 320) wide.push(`${address}: ${width}`);
      });
      assert.deepEqual(wide, []);
    });
  }

  it('shows what is wrong, or what there is, for an address of nonsense', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /status of 4\d\d|404|400|403/ });
    const addresses = pages.map(({ url }, index) => {
      const path = url.replaceAll(/:\w+/g, nothings[index % nothings.length] ?? '0');
      return `${path}?${nonsense}`;
    });
    await walk(page, [...addresses, `/trackers/4?${nonsense}`, `/artifacts/17?${nonsense}`], async (address) => {
      const text = await page.locator('body').innerText();
      assert.doesNotMatch(text, /Something went wrong on this page|The server failed/, address);
      await page.getByRole('main').waitFor();
    });
  });
});
