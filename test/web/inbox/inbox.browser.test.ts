// Tier: first
// The inbox between two people: a mention rises in the header at once, and is gone through by keyboard.
import { after, before, describe, it } from 'node:test';
import { createJobRunner } from '../../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../../src/platform/jobs/index.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
let runner: JobRunner;
before(async () => {
  world = await openWorld();
  const { database, logger, features } = world.app.app;
  const clock = { nowMs: () => Date.now() };
  runner = createJobRunner({ database, clock, logger, handlers: features.jobHandlers, schedules: [] });
  runner.start();
});
after(async () => {
  await runner.stop(0);
  await world.close();
});

describe('the inbox', () => {
  it('counts a mention without a reload, and is gone through by keyboard', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/');
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
    const body = { values: [], comment: { body: '@ana I saw it too', format: 'text' } };
    await world.change('/api/artifacts/12', { method: 'PUT', as: 'bruno', body });
    await world.app.app.followers.drain();
    await page.getByRole('link', { name: 'Inbox: 1 unread' }).waitFor();
    await page.locator('body').press('g');
    await page.keyboard.press('i');
    await page.waitForURL('**/inbox');
    const row = page.getByRole('link', { name: /mentioned you: @ana I saw it too/ });
    await row.waitFor();
    await assertAccessible(page);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    await page.keyboard.press('h');
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Snoozed' }).click();
    await row.waitFor();
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  });
});
