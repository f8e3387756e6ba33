// Tier: first, with "is built by pointer"
// A tracker of ten fields with a workflow and permissions is built from nothing, and its first artifact submitted: by pointer, its
// clicks counted, and by keyboard alone; how long a person takes is estimated.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';
import { Hands } from './hands.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

/** What a tracker with ten fields, two lists, a workflow and a permission may take. */
const clicksMax = 25;
const secondsMax = 180;

const added = [
  ['Text', 'Story'],
  ['Select box', 'State'],
  ['Whole number', 'Depth'],
  ['Number', 'Weight'],
  ['Date', 'Found on'],
  ['Checkboxes', 'Cargo'],
  ['Open list', 'Words'],
  ['Links', 'Related'],
  ['Files', 'Pictures'],
] as const;

const nameAll = async (id: number): Promise<unknown> => {
  const { json: tracker } = await world.app.call(`/api/trackers/${id}`, { as: 'ana' });
  const labels = listAt(tracker, 'fields').map((field) => at(field, 'label'));
  for (const [, name] of added) assert.ok(labels.includes(name), `${name} is there`);
  return tracker;
};

describe('a tracker from nothing', () => {
  it('is built by pointer, in few clicks, and takes its first artifact', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const hands = new Hands(page);
    await page.goto('/projects/harbor-kanban/trackers');
    await hands.click(page.getByRole('link', { name: 'New tracker' }));
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
    await hands.type('Anchors');
    await hands.click(page.getByText('Blank', { exact: true }));
    await hands.click(page.getByRole('button', { name: 'Create the tracker' }));
    const panel = page.getByRole('region', { name: /^Settings of/ });
    for (const [kind, name] of added) {
      await hands.click(page.getByRole('region', { name: 'Add' }).getByRole('button', { name: kind, exact: true }));
      await panel.getByRole('heading', { name: kind }).waitFor();
      await panel.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
      await hands.type(name);
      if (name !== 'State' && name !== 'Cargo') continue;
      await hands.click(panel.getByRole('textbox', { name: 'New value' }));
      for (const label of ['Lost', 'Raised']) {
        await hands.type(label);
        await hands.press('Enter');
      }
    }
    const id = Number(/trackers\/(\d+)/.exec(page.url())?.[1]);
    await hands.click(page.getByRole('link', { name: 'Workflow', exact: true }));
    await hands.click(page.getByRole('combobox', { name: 'Status field' }));
    await hands.click(page.getByRole('option', { name: 'State' }));
    await hands.click(page.getByRole('button', { name: 'Each state follows the one before' }));
    await hands.click(page.getByRole('link', { name: 'Permissions', exact: true }));
    await hands.click(page.getByRole('checkbox', { name: 'Read: Depth, Anonymous' }));
    // Other pages take their time to be read anew; what is saved is said before.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/projects**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await hands.click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Everything is saved').waitFor();
    held.resolve();
    await hands.click(page.getByRole('link', { name: 'Try the form' }));
    await hands.click(page.getByRole('textbox', { name: /^Title/ }));
    await hands.type('The Gull');
    await hands.click(page.getByRole('button', { name: /^(Create|Submit)/ }).first());
    await page.getByRole('heading', { name: 'The Gull' }).waitFor();

    const tracker = await nameAll(id);
    assert.deepEqual(
      listAt(tracker, 'workflow.transitions').map((move) => Number(at(move, 'from_id')) === 0),
      [true, false],
    );
    const seconds = hands.time.seconds();
    context.diagnostic(`${hands.clicks} clicks; a person takes ${seconds} s`);
    assert.ok(hands.clicks <= clicksMax && seconds <= secondsMax, `${hands.clicks} clicks, ${seconds} s`);
  });

  it('is built by keyboard alone, and takes its first artifact', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const hands = new Hands(page);
    await page.goto('/projects/harbor-kanban/trackers/new');
    await hands.reach(page.getByRole('radio'));
    const blank = page.getByRole('radio', { name: /^Blank/ });
    for (let step = 0; step < 4 && !(await blank.isChecked()); step += 1) await hands.press('ArrowDown');
    await hands.reach(page.getByRole('textbox', { name: 'Name', exact: true }));
    await hands.type('Wrecks');
    await hands.press('Enter');
    const find = page.getByRole('textbox', { name: 'Find a type' });
    const panel = page.getByRole('region', { name: /^Settings of/ });
    await hands.reach(find);
    const id = Number(/trackers\/(\d+)/.exec(page.url())?.[1]);
    for (const [kind, name] of added) {
      await hands.reach(find, 'Shift+Tab');
      await hands.press('Control+a');
      await hands.type(kind);
      await hands.reach(page.getByRole('region', { name: 'Add' }).getByRole('button', { name: kind, exact: true }));
      await hands.press('Enter');
      await hands.reach(panel.getByRole('textbox', { name: 'Name', exact: true }));
      await hands.type(name);
      if (name !== 'State' && name !== 'Cargo') continue;
      await hands.reach(panel.getByRole('textbox', { name: 'New value' }));
      for (const label of ['Lost', 'Raised']) {
        await hands.type(label);
        await hands.press('Enter');
      }
    }
    await hands.reach(page.getByRole('link', { name: 'Workflow', exact: true }), 'Shift+Tab');
    await hands.press('Enter');
    await hands.reach(page.getByRole('combobox', { name: 'Status field' }));
    await hands.type('State');
    await hands.press('ArrowDown');
    await hands.press('Enter');
    for (const move of ['New artifact → Lost', 'Lost → Raised']) {
      await hands.reach(page.getByRole('button', { name: `Allow ${move}` }));
      await hands.press('Enter');
    }
    await hands.reach(page.getByRole('link', { name: 'Permissions', exact: true }), 'Shift+Tab');
    await hands.press('Enter');
    const box = page.getByRole('checkbox', { name: 'Read: Depth, Anonymous' });
    await hands.reach(box);
    await hands.press('Space');
    assert.equal(await box.isChecked(), false);
    await hands.press('Control+s');
    await page.getByText('Everything is saved').waitFor();
    await hands.reach(page.getByRole('link', { name: 'Try the form' }), 'Shift+Tab');
    await hands.press('Enter');
    await hands.reach(page.getByRole('textbox', { name: /^Title/ }));
    await hands.type('The Albatross');
    await hands.press('Control+Enter');
    await page.getByRole('heading', { name: 'The Albatross' }).waitFor();

    const tracker = await nameAll(id);
    assert.equal(listAt(tracker, 'workflow.transitions').length, 2);
    context.diagnostic(`${hands.presses} keys beside texts; a person takes ${hands.time.seconds()} s`);
  });
});
