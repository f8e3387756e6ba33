// What a tracker asks of changes is set in the browser: its workflow, in a matrix and a picture, rules and triggers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, Locator, World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function read(path: string): Promise<unknown> {
  return (await world.app.call(`/api${path}`, { as: 'ana' })).json;
}

/** Once another save, which the button waits for, is over. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).press('Enter');
  await page.getByText('Everything is saved').waitFor();
}

describe('the workflow, rules and triggers of a tracker', () => {
  it('warns of a workflow that stops everything, and asks before a mode drops what it can’t hold', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await page.goto('/trackers/5/administration/workflow');
    const list = listAt(await read('/trackers/5'), 'fields').find(
      (one) => at(one, 'type') === 'sb' && at(one, 'bindings.type') === 'static',
    );
    const [first = '', second = '', third = ''] = listAt(list, 'values').map((one) => String(at(one, 'label')));
    const label = String(at(list, 'label'));
    const field = page.getByRole('combobox', { name: 'Status field' });
    await field.fill(label);
    await page.getByRole('option', { name: label, exact: true }).click();
    await page.getByText(`no artifact can get a value of “${label}”`).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: `Allow ${first} → ${second}` }).click();
    await page.getByText('No transitions from “New artifact”').waitFor();
    await page.getByRole('button', { name: `Allow New artifact → ${second}` }).click();
    await page.getByRole('button', { name: `Allow New artifact → ${first}` }).click();
    await page.getByText('no new artifact can get a value').waitFor({ state: 'detached' });

    const mode = page.getByRole('button', { name: /Mode/ });
    const choose = async (name: RegExp): Promise<void> => {
      await mode.click();
      await page.getByRole('option', { name }).click();
    };
    const pressed = (move: string): Locator => page.getByRole('button', { name: move, exact: true, pressed: true });
    const comment = (checked: boolean): Locator =>
      page.getByRole('checkbox', { name: 'A comment is required', checked });
    await choose(/^Advanced/);
    await page.getByRole('button', { name: `Allow ${third} → ${second}` }).click();
    await page.getByText('A comment is required').click();
    await choose(/^Simple/);
    const dialog = page.getByRole('dialog', { name: 'To simple mode' });
    await dialog.getByText(`${third} → ${second} – will be removed`).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: /Settings for/ }).click();
    await page.getByRole('option', { name: `${third} → ${second}` }).click();
    await dialog.getByText(`${third} → ${second} – applies to all`).waitFor();
    await dialog.getByText(`${first} → ${second} – will be removed`).waitFor();
    await dialog.getByRole('button', { name: 'Switch the mode' }).click();
    await pressed(`${first} → ${second}`).click();
    await comment(true).waitFor();
    await save(page);
    const asking = listAt(await read('/trackers/5'), 'workflow.transitions').filter(
      (one) => at(one, 'is_comment_required') === true,
    );
    assert.equal(asking.length, 2);

    await page.getByRole('button', { name: 'Add an action' }).click();
    await page.getByRole('menuitem', { name: 'Freeze fields' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page
      .getByRole('alert')
      .getByText(/ → .*“Freeze fields”: /)
      .waitFor();
    await choose(/^Advanced/);
    const advanced = page.getByRole('dialog', { name: 'To advanced mode' });
    await advanced.getByText(second).waitFor();
    await advanced.getByText('Freeze fields', { exact: false }).last().waitFor();
    await assertAccessible(page);
    await advanced.getByRole('button', { name: 'Switch the mode' }).click();
    await mode.getByText(/^Advanced/).waitFor();
    await save(page);
  });
});
