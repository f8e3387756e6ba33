// Tier: first, with "sets rules, triggers"
// What a tracker asks of changes is set in the browser: its workflow, in a matrix and a picture, rules and triggers.
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

async function read(path: string): Promise<unknown> {
  return (await world.app.call(`/api${path}`, { as: 'ana' })).json;
}

const fieldOf = (tracker: unknown, name: string): unknown =>
  listAt(tracker, 'fields').find((one) => at(one, 'name') === name);

/** Once another save, which the button waits for, is over. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).press('Enter');
  await page.getByText('Everything is saved').waitFor();
}

describe('the workflow, rules and triggers of a tracker', () => {
  it('sets rules, triggers and the parent of a tracker', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/3/administration/rules');
    const pick = async (name: string, text: string): Promise<void> => {
      await page.getByRole('combobox', { name }).fill(text);
      await page.keyboard.press('Enter');
    };
    await page.getByRole('heading', { name: 'Field dependencies' }).waitFor();
    const fields = listAt(await read('/trackers/3'), 'fields');
    const lists = fields.filter(
      (field) => ['sb', 'rb'].includes(String(at(field, 'type'))) && at(field, 'bindings.type') === 'static',
    );
    const [from, to] = lists.map((field) => String(at(field, 'label')));
    assert.ok(from !== undefined && to !== undefined);
    await pick('Controlling list', from);
    await pick('Dependent list', to);
    await page.getByRole('button', { name: 'Add a dependency' }).click();
    const matrix = page.getByRole('region', { name: `${from} → ${to}` }).last();
    const before = await matrix.getByRole('checkbox', { checked: true }).count();
    await matrix.getByRole('checkbox').last().uncheck();
    const triggersNow = async (): Promise<number> =>
      listAt(await read('/trackers/3/workflow_triggers'), 'triggers').length;
    const triggersBefore = await triggersNow();
    await page.getByRole('button', { name: 'Add a trigger' }).click();
    const trigger = page.getByRole('region', { name: /^Trigger \d+$/ }).last();
    await trigger.getByText('Choose the values of children').waitFor();
    assert.equal(await trigger.getByRole('combobox', { name: 'Parent value' }).inputValue(), '');
    // What lies behind the header is out of sight, not too small.
    await page.evaluate('scrollTo(0, 0)');
    await assertAccessible(page);
    await save(page);
    const saved = await read('/trackers/3/workflow_rules');
    assert.ok(listAt(saved, 'lists').length >= before - 1);
    assert.equal(await triggersNow(), triggersBefore);
    const [target = ''] = listAt(lists[0], 'values').map((value) => String(at(value, 'label')));
    await trigger.getByRole('combobox', { name: 'Values of children' }).fill('Status: ');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.keyboard.press('Escape');
    await trigger.getByRole('combobox', { name: 'Parent value' }).fill(`${from}: ${target}`);
    await page.getByRole('option', { name: `${from}: ${target}`, exact: true }).click();
    await trigger.getByText('Choose the values of children').waitFor({ state: 'detached' });
    await save(page);
    assert.equal(await triggersNow(), triggersBefore + 1);

    await page.getByRole('button', { name: `Remove the rules ${from} → ${to}` }).click();
    await page
      .getByRole('button', { name: /^Remove trigger/ })
      .last()
      .click();
    await page.getByRole('link', { name: 'General', exact: true }).click();
    await page.getByRole('heading', { name: 'Parents and children' }).waitFor();
    await assertAccessible(page);
    await save(page);
    assert.equal(
      listAt(await read('/trackers/3/workflow_rules'), 'lists').filter(
        (rule) => String(at(rule, 'source_field_id')) === String(at(lists[0], 'field_id')),
      ).length,
      0,
    );
  });

  it('has its workflow drawn in the picture, by pointer and by keys', async (context) => {
    const page = await world.visit(context, { as: 'ana', appearance: 'dark' });
    await page.goto('/trackers/3/administration/workflow');
    const picture = page.getByRole('region', { name: 'Picture of the workflow' });
    const state = (name: string): Locator => picture.getByRole('button', { name, exact: true });
    const values = listAt(fieldOf(await read('/trackers/3'), 'status'), 'values').map((one) =>
      String(at(one, 'label')),
    );
    const [first = '', second = '', third = ''] = values;
    const arrow = (from: string, to: string): Locator =>
      picture.getByRole('button', { name: `Arrow from ${from} to ${to}`, exact: true });
    for (const [from, to] of [
      [first, third],
      [third, first],
    ] as const)
      if ((await arrow(from, to).count()) > 0) await arrow(from, to).press('Delete');

    const [start, end] = [state(`Draw an arrow from ${first}`), state(`Draw an arrow from ${third}`)];
    await start.scrollIntoViewIfNeeded();
    const [from, to] = [await start.boundingBox(), await end.boundingBox()];
    assert.ok(from && to);
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 4 });
    await page.mouse.up();
    // A straight line has no height of its own, and so counts as hidden.
    await arrow(first, third).waitFor({ state: 'attached' });
    await page.getByRole('region', { name: `${first} → ${third}` }).waitFor();
    await assertAccessible(page);

    await state(`Draw an arrow from ${third}`).press('Enter');
    await picture.getByText(`From “${third}”: select the target state`).waitFor();
    await state(`Draw the arrow to ${second}`).press('Escape');
    await state(`Draw an arrow from ${third}`).click();
    await state(`Draw the arrow to ${first}`).click();
    await arrow(third, first).waitFor({ state: 'attached' });
    await arrow(first, third).press('Delete');
    await arrow(first, third).waitFor({ state: 'detached' });
    await save(page);
    const tracker = await read('/trackers/3');
    const idOf = (label: string): unknown =>
      at(
        listAt(fieldOf(tracker, 'status'), 'values').find((one) => at(one, 'label') === label),
        'id',
      );
    const moves = listAt(tracker, 'workflow.transitions').map((one) => [at(one, 'from_id'), at(one, 'to_id')].join());
    assert.deepEqual(
      [moves.includes([idOf(third), idOf(first)].join()), moves.includes([idOf(first), idOf(third)].join())],
      [true, false],
    );
  });
});
