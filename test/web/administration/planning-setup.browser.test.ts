// Tier: first, with "by plannings and a backlog"
// An administrator sets up how a project plans: plannings, backlog, boards of milestones, a kanban, a program with a team.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'ana' })).json;
const idOf = async (name: string): Promise<number> =>
  Number(at(await read(`/projects?query=${encodeURIComponent(JSON.stringify({ shortname: name }))}`), '0.id'));
const addressOf = (project: string): string => `/projects/${project}/administration/planning`;
/** Projects that are no programs, and milestones without a board. */
const expected = /program_plan|cardwall/;
const dialogOf = (page: Page): Locator => page.getByRole('dialog');

async function save(page: Page, name = 'Save'): Promise<void> {
  await dialogOf(page).getByRole('button', { name, exact: true }).click();
  await dialogOf(page).waitFor({ state: 'detached' });
}

async function choose(within: Locator, page: Page, label: string, option: string): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`${label}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function tag(within: Locator, page: Page, label: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
  // What is chosen leaves the list open.
  await page.keyboard.press('Tab');
}

describe('how a project plans', () => {
  it('by plannings and a backlog', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected });
    await page.goto('/projects/meadow-scrum/administration');
    await page.getByRole('link', { name: 'Planning', exact: true }).click();
    const project = await idOf('meadow-scrum');
    await page.getByText('Sprints, filled with User stories').waitFor();
    await page.getByRole('button', { name: 'New planning' }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Rounds of bugs');
    await choose(dialogOf(page), page, 'Milestone tracker', 'Bugs');
    await tag(dialogOf(page), page, 'Planned trackers', 'Tasks');
    await assertAccessible(page);
    await save(page);
    await page.getByText('Bugs, filled with Tasks').waitFor();
    await page.getByRole('button', { name: 'Change “Rounds of bugs”' }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Bug rounds');
    await tag(dialogOf(page), page, 'Who can plan and rank', 'Project administrators');
    await save(page);
    await page.getByText('Bug rounds').waitFor();
    const plannings = listAt(await read(`/projects/${project}/plannings`));
    const made = plannings.find((one) => at(one, 'label') === 'Bug rounds');
    assert.deepEqual(at(await read(`/plannings/${String(at(made, 'id'))}`), 'priority_groups'), [
      { id: `${project}_4` },
    ]);
    await page.getByRole('button', { name: 'Remove “Bug rounds”' }).click();
    await save(page, 'Remove');
    await page.getByText('Bug rounds').waitFor({ state: 'detached' });
    const listed = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Sprint / });
    await listed.first().waitFor();
    await page.getByText('Show open milestones in the sidebar').click();
    await listed.first().waitFor({ state: 'detached' });
    assert.deepEqual(await read(`/projects/${project}/side_bar_setting`), { lists_milestones: false });
    await page.getByText('Show open milestones in the sidebar').click();
    await listed.first().waitFor();
    await page.getByText('Manual').click();
    await page.getByRole('radio', { name: 'Manual' }).and(page.locator(':checked')).waitFor();
    assert.deepEqual(await read(`/projects/${project}/backlog_setting`), { is_explicit: true });
    await page.getByText('Count artifacts').click();
    const section = page.getByRole('region', { name: 'Backlog and burnup' });
    await tag(section, page, 'Counted trackers', 'Tasks');
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/burnup_setting') && answer.status() === 200);
    await section.getByRole('button', { name: 'Save the burnups' }).click();
    await kept;
    assert.equal(at(await read(`/projects/${project}/burnup_setting`), 'mode'), 'count');
  });

  it('by kanbans', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected });
    const trackers = listAt(await read(`/projects/${await idOf('meadow-scrum')}/trackers?limit=50`));
    const tasks = trackers.find((one) => at(one, 'label') === 'Tasks');
    const body = { label: 'Flow of tasks', tracker_id: at(tasks, 'id') };
    const other = await world.app.call('/api/kanban', { method: 'POST', as: 'ana', body });
    assert.equal(other.status, 201, other.text);
    await page.goto(addressOf('meadow-scrum'));
    const flows = page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: /^Flow of/ });
    await page.getByRole('button', { name: 'New kanban' }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Flow of bugs');
    await choose(dialogOf(page), page, 'Tracker', 'Bugs');
    await save(page, 'Create');
    await page.getByRole('region', { name: 'Kanbans' }).getByRole('link', { name: 'Board settings' }).last().click();
    const columns = page.getByRole('list', { name: 'Columns of Flow of bugs' });
    const labels = async (): Promise<string[]> =>
      (await columns.getByRole('listitem').allTextContents()).filter(
        (label) => !/· (?:closed|cards without)/.test(label),
      );
    await columns.getByText('closed').first().waitFor();
    const [first = '', second = '', ...others] = await labels();
    await columns.getByRole('button', { name: `Change “${first}”` }).click();
    await dialogOf(page).getByRole('textbox', { name: 'WIP limit' }).fill('many');
    await dialogOf(page).getByText('A whole number').waitFor();
    await dialogOf(page).getByRole('textbox', { name: 'WIP limit' }).fill('1');
    await assertAccessible(page);
    await save(page);
    await columns.getByText('at most 1').waitFor();
    await columns.getByRole('button', { name: `Move “${second}” up` }).click();
    await columns.getByRole('listitem').filter({ hasText: second }).first().waitFor();
    await page.getByRole('button', { name: 'Add a column' }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Waiting');
    await save(page, 'Add');
    await columns.getByText('Waiting').waitFor();
    assert.deepEqual(await labels(), [second, `${first} · at most 1`, ...others, 'Waiting']);
    await columns.getByRole('button', { name: 'Remove “Waiting”' }).click();
    await save(page, 'Remove');
    await columns.getByText('Waiting').waitFor({ state: 'detached' });
    const closed = columns.getByRole('listitem').filter({ hasText: '· closed' }).last();
    await closed.getByRole('button', { name: /^Change/ }).click();
    await dialogOf(page).getByRole('textbox', { name: 'Name' }).fill('Finished');
    await save(page);
    await columns.getByText('Finished · closed').waitFor();
    const bugs = trackers.find((one) => at(one, 'label') === 'Bugs');
    assert.match(JSON.stringify(await read(`/trackers/${String(at(bugs, 'id'))}`)), /"label":"Finished"/);
    assert.deepEqual(await flows.allTextContents(), ['Flow of tasks', 'Flow of bugs']);
    await page.getByText('Listed first among the boards').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await flows.first().getByText('Flow of bugs').waitFor();
    assert.equal(await flows.last().textContent(), 'Flow of tasks');
    await world.app.call(`/api/kanban/${String(at(other.json, 'id'))}`, { method: 'DELETE', as: 'ana' });
    await page.getByRole('link', { name: 'Flow of bugs' }).first().click();
    await page.getByRole('region', { name: new RegExp(`^${first} .* of at most 1$`) }).waitFor();
    await page.getByRole('link', { name: 'Board settings' }).click();
    await page.getByRole('button', { name: 'Delete board' }).click();
    await save(page, 'Delete board');
    await page.goto(addressOf('meadow-scrum'));
    await page.getByText('No kanbans yet').waitFor();
  });

  it('as a program with a team, in French on a phone', async (context) => {
    await world.app.call(`/api/projects/${await idOf('meadow-scrum')}/backlog_setting`, {
      method: 'PUT',
      as: 'ana',
      body: { is_explicit: true },
    });
    const harbor = await idOf('harbor-kanban');
    for (const [label, name] of [
      ['Increments', 'increment'],
      ['Features', 'feature'],
    ])
      await world.app.call(`/api/trackers`, {
        method: 'POST',
        as: 'ana',
        body: { project: { id: harbor }, label, item_name: name, description: '', color_name: 'deep-blue' },
      });
    const page = await world.visit(context, {
      as: 'ana',
      width: 390,
      locale: 'fr-FR',
      appearance: 'dark',
      expected,
    });
    await page.goto('/projects/harbor-kanban/program');
    await page.getByText('Administration, Planification').waitFor();
    const link = page.getByRole('link', { name: 'Configurer le programme' });
    await assertAccessible(page);
    await link.click();
    await page.getByRole('button', { name: 'Configurer un programme' }).click();
    const section = page.getByRole('region', { name: 'Programme' });
    await section.getByRole('combobox', { name: 'Les incréments sont' }).fill('Increments');
    await page.getByRole('option', { name: 'Increments' }).click();
    await tag(section, page, 'Les fonctionnalités sont', 'Features');
    await section.getByRole('button', { name: 'Faire de ce projet un programme' }).click();
    await tag(section, page, 'Équipes', 'Meadow: mobile banking app');
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/program_teams') && answer.status() === 200);
    await section.getByRole('button', { name: 'Enregistrer les équipes' }).click();
    await kept;
    assert.equal(listAt(await read(`/projects/${harbor}/program_teams`)).length, 1);
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    // What was read before there was a program is read again.
    await page.goBack();
    await page.getByRole('region', { name: /^Pas encore planifié/ }).waitFor();
    await link.waitFor();
    const bruno = await world.visit(context, { as: 'bruno', expected });
    await bruno.goto('/projects/meadow-scrum/program');
    await bruno.getByText('Administration, Planning').waitFor();
    assert.equal(await bruno.getByRole('link', { name: 'Set up the program' }).count(), 0);
  });
});
