// Tier: first, with "takes new items"
// Tier: first, with "plans features in increments"
// A scrum team's fortnight in the browser: a backlog is filled and estimated, a sprint made, filled and closed, while others look on.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { at } from '../support/harness.ts';
import { writeProgram } from '../support/program-archive.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
let folder: string;
const [teamId, programId] = [101, 103];
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-program-'));
  world = await openWorld('', [await writeProgram(folder)]);
});
after(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

/** The first item of a backlog that is filled by hand, on its own page, while somebody else looks at the backlog. */
async function takeOutAndBack(page: Page, items: Locator, other: Page): Promise<void> {
  const name = await items.getByRole('link').first().innerText();
  const found = await world.app.call(`/api/projects/${teamId}/backlog`, { as: 'ana' });
  const item = listAt(found.json).find((one) => name.includes(String(at(one, 'label'))));
  await other.goto('/projects/meadow-scrum/backlog');
  const shown = other.locator(`[data-card="${Number(at(item, 'id'))}"]`);
  await shown.waitFor();
  await page.goto(`/artifacts/${Number(at(item, 'id'))}`);
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove from backlog' }).click();
  await page.getByText('is no longer in the backlog').first().waitFor();
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add to backlog' }).waitFor();
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.getByText('is in the backlog').first().waitFor();
  await shown.waitFor();
  // Taken out once more, by its card, it comes back with all that its report finds.
  await page.goto('/projects/meadow-scrum/backlog');
  await page
    .locator(`[data-card="${Number(at(item, 'id'))}"]`)
    .getByRole('button', { name: /^Move “/ })
    .click();
  await page.getByRole('menuitem', { name: 'Remove from backlog' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.goto(`/trackers/${Number(at(item, 'artifact.tracker.id'))}`);
  await page.getByRole('row').nth(1).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: /Select all \d+ that match/ }).click();
  await page.getByTestId('selection').getByRole('button', { name: 'Add to backlog' }).click();
  await shown.waitFor();
  await assertAccessible(page);
}

describe('a plan', () => {
  it('takes new items, estimates them in place, and fills a release by keys', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/meadow-scrum');
    await page.getByRole('navigation').getByRole('link', { name: 'Backlog' }).click();
    const backlog = page.getByRole('region', { name: /^Backlog/ });
    await backlog.getByRole('link', { name: 'A dark theme' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Add to Backlog' }).click();
    // Who is quicker than the server loses nothing: the second is made once the first is there.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/artifacts', async (route) => {
      if (route.request().method() === 'POST') await held.promise;
      await route.continue();
    });
    for (const title of ['Pay by code', 'Ask for money']) {
      await page.getByRole('textbox', { name: 'Title of the new card' }).fill(title);
      await page.keyboard.press('Enter');
    }
    held.resolve();
    for (const title of ['Pay by code', 'Ask for money']) await backlog.getByRole('link', { name: title }).waitFor();
    await page.unroute('**/api/artifacts');
    await page.keyboard.press('Escape');
    await backlog.getByRole('link', { name: 'Pay by code' }).press('e');
    await page.getByRole('textbox', { name: 'Estimate' }).fill('8');
    await page.keyboard.press('Enter');
    await backlog.getByText('8 points estimated').waitFor();
    await page.keyboard.press('u');
    await backlog.getByRole('link', { name: 'Pay by code' }).waitFor({ state: 'detached' });
    assert.match(page.url(), /unestimated=true/);
    await page.goto('/projects/meadow-scrum/backlog');
    await backlog.getByRole('link', { name: 'Pay by code' }).press('x');
    await backlog.getByRole('link', { name: 'Ask for money' }).press('x');
    await page.getByText('2 selected').first().waitFor();
    await page.keyboard.press('Control+ArrowRight');
    const release = page.getByRole('region', { name: /^Meadow 1.1/ });
    await release.getByRole('link', { name: 'Pay by code' }).waitFor();
    await release.getByRole('link', { name: 'Ask for money' }).waitFor();
    await page.getByRole('status').getByText('2 cards are now in Meadow 1.1').waitFor();
    await page.getByText('Unplanned', { exact: true }).click();
    await release.getByRole('link', { name: 'Pay by code' }).waitFor({ state: 'detached' });
    await backlog.getByRole('link', { name: 'A dark theme' }).waitFor();
    assert.match(page.url(), /unplanned=true/);
    await page.keyboard.press('n');
    await release.getByRole('link', { name: 'Pay by code' }).waitFor();
  });

  it('has a new sprint, warns where it is too full, shows it to others, and closes another one', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/milestones/2/planning');
    const column = (name: RegExp) => page.getByRole('region', { name });
    // What the tracker puts on cards.
    await page
      .getByRole('article')
      .getByTitle(/^Remaining effort in hours: \d/)
      .first()
      .waitFor();
    await column(/^Backlog/)
      .getByRole('link', { name: 'Pay by code' })
      .waitFor();
    await page.getByRole('button', { name: 'New sprint' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill('Sprint 5: codes');
    await page.getByRole('textbox', { name: /capacity/i }).fill('5');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create' }).click();
    await column(/^Sprint 5/).waitFor();
    const emre = await world.visit(context, { as: 'emre', appearance: 'dark', width: 390, locale: 'fr-FR' });
    await emre.goto('/milestones/2/planning');
    await emre.getByRole('region', { name: /^Sprint 5/ }).waitFor();
    await column(/^Backlog/)
      .getByRole('button', { name: 'Move “Pay by code” to…' })
      .click();
    await page.getByRole('menuitem', { name: 'Sprint 5: codes' }).click();
    // Its capacity is in hours: points are not compared with it.
    await column(/^Sprint 5/)
      .getByText('8 points remaining')
      .waitFor();
    await emre
      .getByRole('region', { name: /^Sprint 5/ })
      .getByRole('link', { name: 'Pay by code' })
      .waitFor();
    await assertAccessible(emre);
    await page.getByRole('button', { name: 'Actions of Sprint 4: sharing' }).click();
    await page.getByRole('menuitem', { name: 'Complete…' }).click();
    await page.getByRole('button', { name: /Move open items to/ }).click();
    await page.getByRole('option', { name: 'Sprint 5: codes' }).click();
    await page.getByRole('button', { name: 'Complete', exact: true }).click();
    await column(/^Sprint 4/).waitFor({ state: 'detached' });
    await column(/^Sprint 5/)
      .getByText(/hours remaining of 5 hours/)
      .first()
      .waitFor();
    await column(/^Sprint 5/)
      .getByRole('link', { name: 'Split a bill with friends' })
      .click();
    await page.getByTestId('peek').getByRole('heading', { name: 'Split a bill with friends' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Actions of Sprint 5: codes' }).click();
    await page.getByRole('menuitem', { name: 'Overview' }).click();
    await page.getByRole('heading', { name: 'Items' }).waitFor();
    await page
      .getByText(/hours remaining of 5 hours/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: /Split a bill with friends/ }).waitFor();
    await assertAccessible(page);

    // How much the sprints of a release did, as a picture and as numbers.
    await tellVelocity(2, 'Closed');
    await tellVelocity(1, 'Delivered');
    await page.goto('/milestones/1');
    const velocity = page.getByRole('figure', { name: 'Velocity' });
    await velocity.getByRole('img', { name: /Sprint 1: the front door: 110; Sprint 2/ }).waitFor();
    await velocity.getByRole('button', { name: 'Velocity: show as a table' }).click();
    await velocity.getByRole('row', { name: 'Sprint 2: money at a glance 84.5' }).waitFor();
    await assertAccessible(page);
    // And releases, below the backlog.
    await page.goto('/projects/meadow-scrum/backlog');
    await velocity.getByRole('img', { name: /Meadow 1.0: .*: 60/ }).waitFor();
  });

  it('takes back what is refused and says why, and offers nothing to those who may not plan', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /409/ });
    await page.goto('/projects/meadow-scrum/backlog');
    const card = page.getByRole('region', { name: /^Backlog/ }).getByRole('link', { name: 'A dark theme' });
    await card.waitFor();
    const refusal = { error: { code: 409, message: 'Conflict: somebody took it away' } };
    await page.route('**/api/milestones/*/content', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
    );
    await card.focus();
    await page.keyboard.press('Control+ArrowRight');
    await page.getByRole('alert').getByText('somebody took it away').waitFor();
    await card.waitFor();
    const guest = await world.visit(context, { as: 'freya' });
    await guest.goto('/projects/meadow-scrum/backlog');
    await guest.getByRole('link', { name: 'A dark theme' }).waitFor();
    assert.equal(await guest.getByRole('button', { name: /^(Drag|Add to|New )/ }).count(), 0);
  });
});

/** Says that the capacity of milestones is what they did, once their status has this value. */
async function tellVelocity(trackerId: number, done: string): Promise<void> {
  const { json } = await world.app.call(`/api/trackers/${trackerId}`, { as: 'ana' });
  const field = (name: string) => listAt(json, 'fields').find((one) => at(one, 'name') === name);
  const value = listAt(field('status'), 'values').find((one) => at(one, 'label') === done);
  const semantics = {
    done: { field_id: at(field('status'), 'field_id'), value_ids: [at(value, 'id')] },
    velocity: { field_id: at(field('capacity'), 'field_id') },
  };
  const changed = await world.app.call(`/api/trackers/${trackerId}`, {
    as: 'ana',
    method: 'PATCH',
    body: { semantics },
  });
  assert.equal(changed.status, 200, changed.text);
}

async function put(path: string, body: unknown): Promise<void> {
  const { status, text } = await world.app.call(`/api${path}`, { method: 'PUT', as: 'ana', body });
  assert.equal(status, 200, text);
}

/** Makes a story of the scrum sample a child of the feature with this title. */
async function addStory(title: string, storyId: number): Promise<void> {
  const { json } = await world.app.call(`/api/projects/${programId}/program_backlog`, { as: 'ana' });
  const found = listAt(json).find((one) => at(one, 'title') === title);
  const feature = Number(at(found, 'id'));
  const shown = await world.app.call(`/api/artifacts/${feature}`, { as: 'ana' });
  const field = listAt(shown.json, 'values').find((value) => at(value, 'label') === 'links');
  await put(`/artifacts/${feature}`, {
    values: [{ field_id: at(field, 'field_id'), links: [{ id: storyId, type: '_is_child' }] }],
  });
}

// The team’s backlog is filled by hand from here on.
describe('a program', () => {
  it('plans features in increments, and shows what teams do with them', async (context) => {
    await put(`/projects/${teamId}/backlog_setting`, { is_explicit: true });
    await put(`/projects/${programId}/program_teams`, { team_ids: [teamId] });
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/voyage');
    await page.getByRole('navigation').getByRole('link', { name: 'Program', exact: true }).click();
    const column = (name: RegExp) => page.getByRole('region', { name });
    const left = column(/^Not planned yet/);
    await page.getByRole('button', { name: 'Add to Not planned yet' }).click();
    await page.getByRole('textbox', { name: 'Title of the new card' }).fill('Night trains');
    await page.keyboard.press('Enter');
    await left.getByRole('link', { name: 'Night trains' }).waitFor();
    await page.keyboard.press('Escape');
    await column(/^Summer/)
      .getByRole('link', { name: 'Shared trips' })
      .waitFor();
    await column(/^Summer/)
      .getByRole('link', { name: 'June' })
      .waitFor();
    // What nobody has put into the backlog yet.
    await page.getByRole('button', { name: 'Add existing items to Not planned yet' }).click();
    await page.getByRole('combobox', { name: 'Find by title' }).fill('offline');
    await page.getByRole('option', { name: /Offline maps/ }).click();
    await left.getByRole('link', { name: 'Offline maps' }).waitFor();
    await assertAccessible(page);
    await addStory('Night trains', 10);
    await left.getByRole('button', { name: 'Move “Night trains” to…' }).click();
    await page.getByRole('menuitem', { name: 'Summer' }).click();
    await column(/^Summer/)
      .getByRole('link', { name: 'Night trains' })
      .waitFor();
    await column(/^Summer/)
      .getByText('1 of 1 story done')
      .waitFor();
    // The same in the backlog of the team, which is filled by hand.
    await page.goto('/projects/meadow-scrum/backlog');
    const items = page.getByRole('region', { name: /^Backlog/ });
    await page.getByRole('button', { name: 'Add existing items to Backlog' }).click();
    const before = await items.getByRole('link').count();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await items.getByRole('link').nth(before).waitFor();
    // And out of it again, or not.
    const title = await items.getByRole('article').first().getByRole('link').innerText();
    await items.getByRole('button', { name: `Move “${title}” to…` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove from backlog' }).click();
    await items.getByRole('link', { name: title, exact: true }).waitFor({ state: 'detached' });
    await page.getByText(`“${title}” is no longer in the backlog`).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await items.getByRole('link', { name: title, exact: true }).waitFor();
    assert.equal(await items.getByRole('article').first().getByRole('link').innerText(), title);
    await assertAccessible(page);
    await takeOutAndBack(page, items, await world.visit(context, { as: 'emre' }));
    await page.goto('/projects/voyage/program');
    await page.getByRole('textbox', { name: 'Find features' }).fill('night');
    await column(/^Summer/)
      .getByRole('link', { name: 'Shared trips' })
      .waitFor({ state: 'detached' });
    assert.match(page.url(), /q=night/);
    const bruno = await world.visit(context, { as: 'bruno', width: 390, locale: 'fr-FR', appearance: 'dark' });
    await bruno.goto('/projects/voyage/program');
    await bruno.getByRole('link', { name: 'Night trains' }).waitFor();
    assert.equal(
      await bruno.getByRole('button', { name: /Night trains/ }).count(),
      0,
      'who may not plan moves nothing',
    );
    await assertAccessible(bruno);
  });
});
