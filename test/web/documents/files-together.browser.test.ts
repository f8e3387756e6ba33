// Engine: SQLite alone
// The scripts that a document names as one file: pages ask for none of them again, and come without it, too.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const rows = '[data-testid="report-rows"] a';
const together = /\.together-[\w-]+\.js$/;

describe('files that stand together', () => {
  it('are asked for once, and nothing that they hold', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    for (const [path, shown] of [
      ['/trackers/1', rows],
      ['/kanban/1', '[role="listitem"], article'],
      ['/projects/meadow-scrum', 'h1'],
    ] as const) {
      asked.length = 0;
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      const held = await page.evaluate<string[]>(
        `[...document.querySelectorAll('script[data-holds]')].flatMap(({ dataset }) => dataset.holds.split(' '))`,
      );
      assert.ok(held.length > 5, path);
      assert.equal(asked.filter((name) => together.test(name)).length, 2, `${path}: its own and the texts`);
      const again = held.filter((name) => asked.includes(`/assets/${name}`));
      assert.deepEqual(again, [], path);
    }
  });

  for (const [what, answer] of [
    ['can’t be read', undefined],
    ['is something else', { body: '"nothing"', contentType: 'text/javascript' }],
  ] as const)
    it(`are asked for one by one where the file with them ${what}`, async (context) => {
      const page = await world.visit(context, { as: 'ana', expected: /ERR_FAILED/ });
      let refused = 0;
      await page.route('**/assets/*.together-*.js', async (route) => {
        refused += 1;
        await (answer === undefined ? route.abort() : route.fulfill(answer));
      });
      await page.goto('/trackers/1');
      await page.locator(rows).first().waitFor();
      await until(async () => refused === 2);
    });
});
