// Tier: first, with "is found in its project"
// A kanban in the browser: cards move by keys and by menu, go back where the workflow refuses, and others see it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { assertAccessible, drag, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

describe('a kanban', () => {
  it('is found in its project, takes a new card, and moves it while another person looks on', async (context) => {
    const ana = await world.visit(context, { as: 'ana' });
    await ana.goto('/projects/harbor-kanban');
    await ana.getByRole('link', { name: 'Harbor board' }).first().click();
    await ana.getByRole('heading', { name: 'Harbor board', level: 1 }).waitFor();
    const column = (name: RegExp) => ana.getByRole('region', { name });
    await assertAccessible(ana);
    const emre = await world.visit(context, { as: 'emre', appearance: 'dark', width: 390 });
    await emre.goto(new URL(ana.url()).pathname);
    await emre.getByRole('region', { name: /Backlog/ }).waitFor();
    await ana.getByRole('button', { name: 'Add to To do' }).click();
    await ana.getByRole('textbox', { name: 'Title of the new card' }).fill('Grease the crane');
    await ana.keyboard.press('Enter');
    await column(/To do/).getByRole('link', { name: 'Grease the crane' }).waitFor();
    await ana.keyboard.press('Escape');
    await emre.getByRole('region', { name: /To do/ }).getByRole('link', { name: 'Grease the crane' }).waitFor();
    await column(/To do/).getByRole('link', { name: 'Grease the crane' }).focus();
    await ana.keyboard.press('Control+ArrowRight');
    await column(/Doing/).getByRole('link', { name: 'Grease the crane' }).waitFor();
    await emre.getByRole('region', { name: /Doing/ }).getByRole('link', { name: 'Grease the crane' }).waitFor();
    await assertAccessible(emre);
  });

  it('puts a column into another order by keys, by menu and by mouse, and keeps it', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/kanban/1');
    const column = page.getByRole('region', { name: /To do/ });
    const titles = () => column.getByRole('article').getByRole('link').allInnerTexts();
    await column.getByRole('article').nth(2).waitFor();
    const [first = '', second = '', ...others] = await titles();
    const expectOrder = (wanted: readonly string[]) =>
      until(async () => (await titles()).join('\n') === wanted.join('\n'));
    const saved = () => page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
    await column.getByRole('link', { name: first }).focus();
    await Promise.all([saved(), page.keyboard.press('Control+ArrowDown')]);
    await expectOrder([second, first, ...others]);
    await page.getByRole('status').getByText(`“${first}” is now 2 of`).waitFor();
    await column.getByRole('button', { name: `Move “${second}” to…` }).click();
    await Promise.all([saved(), page.getByRole('menuitem', { name: 'To the bottom of its column' }).click()]);
    await expectOrder([first, ...others, second]);
    const [top, bottom] = [column.getByRole('article').first(), column.getByRole('article').last()];
    await Promise.all([saved(), drag(page, bottom, top)]);
    await expectOrder([second, first, ...others]);
    const doing = page.getByRole('group', { name: 'Doing' });
    const isThere = async (): Promise<boolean> => (await doing.and(page.locator(':focus')).count()) === 1;
    await column.getByRole('button', { name: `Drag “${second}”` }).press('Enter');
    // Until the frame in which places to drop become focusable, Tab goes the usual way.
    await until(async () => {
      if (await isThere()) return true;
      await page.keyboard.press('Tab');
      return false;
    });
    await Promise.all([saved(), page.keyboard.press('Enter')]);
    await doing.getByRole('link', { name: second }).waitFor();
    await doing.getByRole('button', { name: `Move “${second}” to…` }).click();
    await Promise.all([saved(), page.getByRole('menuitem', { name: 'To do' }).click()]);
    await column.getByRole('link', { name: second }).waitFor();
    await column
      .getByRole('article')
      .nth(others.length + 1)
      .waitFor();
    await expectOrder([second, first, ...others]);
    await page.reload();
    await column.getByRole('article').nth(2).waitFor();
    await expectOrder([second, first, ...others]);
    const last = others.at(-1) ?? '';
    for (const title of [second, last]) await column.getByRole('checkbox', { name: `Select “${title}”` }).click();
    await column.getByRole('link', { name: last }).focus();
    await page.keyboard.press('Control+ArrowRight');
    await doing.getByRole('link', { name: last }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('2 cards moved back').waitFor();
    await column.getByRole('link', { name: last }).waitFor();
    await page.locator('[data-busy]').first().waitFor({ state: 'detached' });
    await expectOrder([second, first, ...others]);
    await page.reload();
    await column
      .getByRole('article')
      .nth(others.length + 1)
      .waitFor();
    await expectOrder([second, first, ...others]);
  });

  it('takes a card back that the workflow does not let go there, and says why', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await page.goto('/kanban/1?q=crane');
    const card = page.getByRole('region', { name: /Doing/ }).getByRole('link', { name: 'Grease the crane' });
    await card.focus();
    await page.keyboard.press('Control+ArrowRight');
    const reason = page.getByRole('alert').getByText('must not be empty');
    await reason.waitFor();
    assert.doesNotMatch(await reason.innerText(), /`/, 'people are not told of parts of requests');
    await card.waitFor();
    assert.equal(await page.getByRole('link', { name: 'Grease the crane' }).count(), 1);
    const told = page.getByRole('group', { name: 'Harbor board' }).getByRole('status');
    await told.getByText(/^“Grease the crane” was not moved: .*must not be empty/i).waitFor();
    // Nor is a move said to be taken back that was not.
    await page.keyboard.press('Control+ArrowLeft');
    await told.getByText('“Grease the crane” is now in To do').waitFor();
    const refusal = { error: { code: 400, message: 'Bad Request: no way back' } };
    await page.route('**/api/kanban/**', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: refusal }) : route.fallback(),
    );
    await page.keyboard.press('Control+z');
    await page.getByText('Undo failed: no way back').waitFor();
    assert.equal(await page.getByText(/(?:is|are) back$/).count(), 0);
  });

  it('takes the whole screen, and shows all that is closed, by one key each', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/kanban/1');
    await page.getByRole('region', { name: /To do/ }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    assert.equal(await page.getByRole('banner').isVisible(), false);
    await assertAccessible(page);
    const kept = () =>
      page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/kanban/1'));
    for (const isFolded of [false, true]) {
      const [answer] = await Promise.all([kept(), page.keyboard.press('h')]);
      assert.deepEqual(answer.request().postDataJSON(), { collapse_archive: isFolded });
    }
    await page.keyboard.press('f');
    await page.getByRole('banner').waitFor();
  });

  it('has its columns folded away by each person for themselves', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/kanban/1');
    const column = page.getByRole('region', { name: /To do/ });
    const cards = column.getByRole('article');
    await cards.first().waitFor();
    const kept = () =>
      page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.url().endsWith('/api/kanban/1'));
    await Promise.all([kept(), column.getByRole('button', { name: 'Collapse column To do' }).press('Enter')]);
    await cards.first().waitFor({ state: 'detached' });
    const unfold = column.getByRole('button', { name: 'Expand column To do' });
    await unfold.and(page.locator(':focus')).waitFor();
    await assertAccessible(page);
    await page.reload();
    await unfold.waitFor();
    const move = page.getByRole('region', { name: /Doing/ }).getByRole('button', { name: /^Move “/ });
    await move.first().click();
    await page.getByRole('menuitem', { name: /^Review/ }).waitFor();
    await page.getByRole('menuitem', { name: 'To do' }).waitFor();
    await page.keyboard.press('Escape');
    const emre = await world.visit(context, { as: 'emre' });
    await emre.goto('/kanban/1');
    await emre.getByRole('region', { name: /To do/ }).getByRole('article').first().waitFor();
    await Promise.all([kept(), unfold.press('Enter')]);
    await cards.first().waitFor();
  });

  it('shows the top of a long column at once with the number of all, and then the others', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/kanban/1');
    const backlog = page.getByRole('region', { name: /Backlog/ });
    await page.getByRole('region', { name: /To do/ }).getByRole('article').first().waitFor();
    const before = await backlog.getByRole('article').count();
    const headers = { origin: new URL(page.url()).origin };
    for (let number = 1; number <= 30; number += 1) {
      const data = { item: { label: `Bolt ${number}`, kanban_id: 1 } };
      assert.equal((await page.request.post('/api/kanban_items', { headers, data })).status(), 201);
    }
    // A board that is open reads what comes.
    await page.goto('about:blank');
    const asked: string[] = [];
    const held = Promise.withResolvers<undefined>();
    await page.route('**/backlog?*', async (route) => {
      const limit = new URL(route.request().url()).searchParams.get('limit') ?? '';
      asked.push(limit);
      if (limit === '100') await held.promise;
      await route.continue();
    });
    await page.goto('/kanban/1');
    await backlog.getByRole('link', { name: 'Bolt 1', exact: true }).waitFor();
    await backlog.getByText(`${before + 30} cards`).waitFor();
    const toEnd = async (): Promise<void> => {
      await backlog.getByRole('group').hover();
      await page.mouse.wheel(0, 100_000);
    };
    await toEnd();
    assert.equal(await backlog.getByRole('link', { name: 'Bolt 30' }).count(), 0);
    held.resolve(undefined);
    const last = backlog.getByRole('link', { name: 'Bolt 30' });
    for (let tries = 0; tries < 500 && (await last.count()) === 0; tries += 1) await toEnd();
    await last.waitFor();
    assert.deepEqual(asked, ['100'], 'the top came with the document');
  });
});
