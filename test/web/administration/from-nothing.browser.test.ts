// Engine: SQLite alone
// A tracker of ten fields with a workflow and permissions is built from nothing, and its first artifact submitted: by pointer, its
// clicks counted, and by keyboard alone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const stepsMax = 150;
let presses = 0;

const press = async (page: Page, key: string): Promise<void> => {
  presses += 1;
  await page.keyboard.press(key);
};

/** Presses a key until something has the focus; fails where it never gets it. */
async function reach(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await wanted.first().waitFor();
  const reached = wanted.and(page.locator(':focus'));
  for (let step = 0; step < stepsMax; step += 1) {
    if ((await reached.count()) > 0) return;
    await press(page, key);
  }
  assert.fail(`the focus does not come to ${String(wanted)}`);
}

async function type(page: Page, text: string): Promise<void> {
  await press(page, 'Control+a');
  await page.keyboard.type(text);
}

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

/** What docs/administration.md promises. */
const clicksMax = 25;
let clicks = 0;

const click = async (wanted: Locator): Promise<void> => {
  clicks += 1;
  await wanted.click();
};

const nameAll = async (id: number): Promise<unknown> => {
  const { json: tracker } = await world.app.call(`/api/trackers/${id}`, { as: 'ana' });
  const labels = listAt(tracker, 'fields').map((field) => at(field, 'label'));
  for (const [, name] of added) assert.ok(labels.includes(name), `${name} is there`);
  return tracker;
};

describe('a tracker from nothing', () => {
  it('is built by pointer, in few clicks, and takes its first artifact', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban/trackers');
    await click(page.getByRole('link', { name: 'New tracker' }));
    await page.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Anchors');
    await click(page.getByText('Nothing', { exact: true }));
    await click(page.getByRole('button', { name: 'Create the tracker' }));
    const panel = page.getByRole('region', { name: /^Settings of/ });
    for (const [kind, name] of added) {
      await click(page.getByRole('region', { name: 'Add' }).getByRole('button', { name: kind, exact: true }));
      await panel.getByRole('heading', { name: kind }).waitFor();
      await panel.getByRole('textbox', { name: 'Name', exact: true }).and(page.locator(':focus')).waitFor();
      await page.keyboard.type(name);
      if (name !== 'State' && name !== 'Cargo') continue;
      await click(panel.getByRole('textbox', { name: 'New value' }));
      for (const label of ['Lost', 'Raised']) {
        await page.keyboard.type(label);
        await page.keyboard.press('Enter');
      }
    }
    const id = Number(/trackers\/(\d+)/.exec(page.url())?.[1]);
    await click(page.getByRole('link', { name: 'Workflow', exact: true }));
    await click(page.getByRole('combobox', { name: 'The list that the workflow moves' }));
    await click(page.getByRole('option', { name: 'State' }));
    await click(page.getByRole('button', { name: 'Each state follows the one before' }));
    await click(page.getByRole('link', { name: 'Permissions', exact: true }));
    await click(page.getByRole('checkbox', { name: 'Read: Depth, Anonymous' }));
    // Other pages take their time to be read anew; what is saved is said before.
    const held = Promise.withResolvers<void>();
    await page.route('**/api/projects**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Everything is saved').waitFor();
    held.resolve();
    await click(page.getByRole('link', { name: 'Try the form' }));
    await click(page.getByRole('textbox', { name: /^Title/ }));
    await page.keyboard.type('The Gull');
    await click(page.getByRole('button', { name: /^(Create|Submit)/ }).first());
    await page.getByRole('heading', { name: 'The Gull' }).waitFor();

    const tracker = await nameAll(id);
    assert.deepEqual(
      listAt(tracker, 'workflow.transitions').map((move) => Number(at(move, 'from_id')) === 0),
      [true, false],
    );
    assert.ok(clicks <= clicksMax, `${clicks} clicks`);
    context.diagnostic(`${clicks} clicks`);
  });

  it('is built by keyboard alone, and takes its first artifact', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban/trackers/new');
    await reach(page, page.getByRole('radio'));
    const blank = page.getByRole('radio', { name: /^Nothing/ });
    for (let step = 0; step < 4 && !(await blank.isChecked()); step += 1) await press(page, 'ArrowDown');
    await reach(page, page.getByRole('textbox', { name: 'Name', exact: true }));
    await page.keyboard.type('Wrecks');
    await press(page, 'Enter');
    const find = page.getByRole('textbox', { name: 'Find a type' });
    const panel = page.getByRole('region', { name: /^Settings of/ });
    await reach(page, find);
    const id = Number(/trackers\/(\d+)/.exec(page.url())?.[1]);
    for (const [kind, name] of added) {
      await reach(page, find, 'Shift+Tab');
      await type(page, kind);
      await reach(page, page.getByRole('region', { name: 'Add' }).getByRole('button', { name: kind, exact: true }));
      await press(page, 'Enter');
      await reach(page, panel.getByRole('textbox', { name: 'Name', exact: true }));
      await page.keyboard.type(name);
      if (name !== 'State' && name !== 'Cargo') continue;
      await reach(page, panel.getByRole('textbox', { name: 'New value' }));
      for (const label of ['Lost', 'Raised']) {
        await page.keyboard.type(label);
        await press(page, 'Enter');
      }
    }
    await reach(page, page.getByRole('link', { name: 'Workflow', exact: true }), 'Shift+Tab');
    await press(page, 'Enter');
    await reach(page, page.getByRole('combobox', { name: 'The list that the workflow moves' }));
    await page.keyboard.type('State');
    await press(page, 'ArrowDown');
    await press(page, 'Enter');
    for (const move of ['New artifact → Lost', 'Lost → Raised']) {
      await reach(page, page.getByRole('button', { name: `Allow ${move}` }));
      await press(page, 'Enter');
    }
    await reach(page, page.getByRole('link', { name: 'Permissions', exact: true }), 'Shift+Tab');
    await press(page, 'Enter');
    const box = page.getByRole('checkbox', { name: 'Read: Depth, Anonymous' });
    await reach(page, box);
    await press(page, 'Space');
    assert.equal(await box.isChecked(), false);
    await press(page, 'Control+s');
    await page.getByText('Everything is saved').waitFor();
    await reach(page, page.getByRole('link', { name: 'Try the form' }), 'Shift+Tab');
    await press(page, 'Enter');
    await reach(page, page.getByRole('textbox', { name: /^Title/ }));
    await page.keyboard.type('The Albatross');
    await press(page, 'Control+Enter');
    await page.getByRole('heading', { name: 'The Albatross' }).waitFor();

    const tracker = await nameAll(id);
    assert.equal(listAt(tracker, 'workflow.transitions').length, 2);
    context.diagnostic(`${presses} keys beside texts`);
  });
});
