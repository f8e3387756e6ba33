// A tracker is made and designed in the browser: fields by hand and by keys, values, workflow and permissions, saved at once;
// what somebody else saved meanwhile is put together with it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { assertAccessible, hold, openWorld } from '../journey.ts';
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

/** Drags by the handle of one element to just below the head of another. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  assert.ok(start && end);
  await page.mouse.move(start.x + 4, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(end.x + 40, end.y + end.height + 30, { steps: 5 });
  await page.mouse.move(end.x + 40, end.y + end.height + 26, { steps: 2 });
  await page.mouse.up();
}

/** Once another save, which the button waits for, is over. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).press('Enter');
  await page.getByText('Everything is saved').waitFor();
}

describe('the administration of a tracker', () => {
  it('makes a tracker, builds its form, workflow and permissions, and the first artifact', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban/trackers');
    await page.getByRole('link', { name: 'New tracker' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Leaks');
    assert.equal(await page.getByRole('textbox', { name: 'Short name' }).inputValue(), 'leaks');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create the tracker' }).click();
    const form = page.getByRole('region', { name: 'Form', exact: true });
    const element = (name: RegExp) => form.getByRole('button', { name });
    await element(/^Title/).waitFor();
    const id = Number(/trackers\/(\d+)/.exec(page.url())?.[1]);

    // A list with values, its default and its place by keys.
    await element(/^Details/).click();
    await page.getByRole('button', { name: 'Radio buttons' }).click();
    const panel = page.getByRole('region', { name: /^Settings of/ });
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Severity');
    for (const label of ['Drip', 'Flood']) {
      await panel.getByRole('textbox', { name: 'New value' }).fill(label);
      await page.keyboard.press('Enter');
    }
    await panel.getByRole('button', { name: '“Flood” by default' }).click();
    await element(/^Severity/).focus();
    await page.keyboard.press('Control+ArrowUp');
    await page.getByText('“Severity” is now 2 of 3 in “Details”').waitFor();
    assert.match((await element(/./).allInnerTexts()).join(' '), /Title.*Severity.*Description/s);
    await assertAccessible(page);

    // A number by pointer, into another fieldset; undone and done again.
    await page.getByRole('button', { name: 'Whole number' }).click();
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Litres');
    await panel.getByRole('button', { name: 'Close' }).click();
    await drag(page, element(/^Litres/).locator('..'), element(/^Status/).first());
    await page.getByText(/“Litres” is now \d of \d in “Status”/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Redo' }).click();

    // What others see of it.
    await page.getByRole('button', { name: /How the form is shown/ }).click();
    await page.getByRole('option', { name: /As seen by Anonymous/ }).click();
    assert.equal(await form.getByText('Litres').count(), 0);
    await page.getByRole('button', { name: /How the form is shown/ }).click();
    await page.getByRole('option', { name: 'Build the form' }).click();

    await page.getByRole('link', { name: 'Workflow', exact: true }).click();
    await page.getByRole('combobox', { name: 'Status field' }).click();
    await page.getByRole('option', { name: 'Status' }).click();
    for (const [from, to] of [
      ['New artifact', 'Open'],
      ['Open', 'In progress'],
      ['In progress', 'Done'],
    ])
      await page.getByRole('button', { name: `Allow ${from} → ${to}` }).click();
    await page.getByText('A comment is required').click();
    await page.getByText('No transitions from: Done').waitFor();
    // The bar that saves lies over nothing there.
    await page.evaluate('scrollTo(0, 0)');
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Permissions', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Read: Litres, Anonymous' }).uncheck();
    await page.getByRole('checkbox', { name: 'Read: Litres, Project members' }).check();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'Field roles', exact: true }).click();
    assert.equal(await page.getByRole('region', { name: 'Title' }).getByRole('combobox').inputValue(), 'Title');
    assert.equal(await page.getByRole('checkbox', { name: '“Done” means success' }).isChecked(), true);
    await assertAccessible(page);
    await save(page);

    const tracker = await read(`/trackers/${id}`);
    assert.equal(at(fieldOf(tracker, 'severity'), 'default_value.0.label'), 'Flood');
    assert.deepEqual(
      listAt(fieldOf(tracker, 'litres'), 'permissions_for_groups.can_read').map((group) => at(group, 'short_name')),
      ['project_members'],
    );
    const transitions = listAt(tracker, 'workflow.transitions').map((one) => at(one, 'is_comment_required'));
    assert.deepEqual(transitions, [false, false, true]);

    await page.getByRole('link', { name: 'Try the form' }).click();
    await page.getByRole('textbox', { name: /^Title/ }).fill('Bilge');
    await page
      .getByRole('spinbutton', { name: 'Litres' })
      .or(page.getByRole('textbox', { name: 'Litres' }))
      .fill('12');
    await page
      .getByRole('button', { name: /^(Create|Submit)/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Bilge' }).waitFor();
  });

  it('keeps what is typed while a save is on its way', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/5/administration');
    await page.getByRole('button', { name: 'Radio buttons', exact: true }).click();
    const panel = page.getByRole('region', { name: /^Settings of/ });
    const name = panel.getByRole('textbox', { name: 'Name', exact: true });
    const added = panel.getByRole('textbox', { name: 'New value' });
    await name.fill('Depth');
    await added.fill('Shoal');
    await page.keyboard.press('Enter');
    const { sent, letGo } = await hold(page, '/trackers/5', 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await sent;
    await added.fill('Deep');
    await page.keyboard.press('Enter');
    await panel.getByRole('textbox', { name: 'Name of the value' }).first().fill('Shallow');
    await panel.getByText(/^Required/).click();
    assert.equal(await page.getByRole('button', { name: 'Undo' }).isDisabled(), true);
    await name.fill('Depth of');
    letGo();
    await page.getByRole('button', { name: 'Save', exact: true, disabled: false }).waitFor();
    await page.keyboard.type(' water');
    assert.equal(await name.inputValue(), 'Depth of water');
    await save(page);
    const fields = listAt(await read('/trackers/5'), 'fields').filter((one) =>
      String(at(one, 'label')).startsWith('Depth'),
    );
    assert.deepEqual(
      fields.map((one) => [
        at(one, 'label'),
        at(one, 'required'),
        listAt(one, 'values').map((value) => at(value, 'label')),
      ]),
      [['Depth of water', true, ['Shallow', 'Deep']]],
    );
  });

  it('makes nothing twice where what was saved could not be read', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /net::ERR_FAILED/ });
    await page.goto('/trackers/5/administration');
    await page.getByRole('button', { name: 'Whole number', exact: true }).click();
    const name = page.getByRole('region', { name: /^Settings of/ }).getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Ballast');
    let isLost = false;
    await page.route('**/api/trackers/5', async (route) => {
      if (route.request().method() === 'PUT') isLost = true;
      await (isLost && route.request().method() === 'GET' ? route.abort() : route.continue());
    });
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('alert').waitFor();
    await name.fill('Ballast in tons');
    await page.unroute('**/api/trackers/5');
    await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByText('1 change is not saved').waitFor();
    await save(page);
    const fields = listAt(await read('/trackers/5'), 'fields').map((one) => String(at(one, 'label')));
    assert.deepEqual(
      fields.filter((label) => label.startsWith('Ballast')),
      ['Ballast in tons'],
    );
  });

  it('tells people and programs what happens in a tracker', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await page.goto('/trackers/4/administration/messages');
    await page.getByRole('button', { name: /Add a group/ }).click();
    await page.getByRole('option', { name: 'Project members' }).click();
    await page.getByRole('button', { name: 'Stop notifying Project members' }).waitFor();
    await page.getByRole('textbox', { name: 'Add an address' }).fill('press@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop notifying press@example.org' }).waitFor();
    await page.getByText('All changes, not only new artifacts').last().click();
    await page.getByRole('button', { name: 'Stop notifying Project members' }).click();
    await page.getByRole('button', { name: 'Stop notifying Project members' }).waitFor({ state: 'detached' });
    await page.getByText('Add calendar events to e-mails').click();
    await page.getByRole('checkbox', { name: 'Add calendar events to e-mails', checked: true }).waitFor();
    await page.getByText('Allow e-mails to create artifacts').click();
    await page.getByText('Incoming e-mail is turned off on this site.').waitFor();

    await page.getByRole('button', { name: 'Add a text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved reply' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Thanks');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Thank you for this.');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Change “Thanks”' }).waitFor();

    const hooks = page.getByRole('region', { name: 'Webhooks' });
    await hooks.getByRole('textbox').fill('http://127.0.0.1:9/hook');
    await hooks.getByRole('button', { name: 'Add the webhook' }).click();
    await hooks.getByRole('alert').waitFor();
    await hooks.getByRole('textbox').fill('https://hooks.example.org/in');
    await hooks.getByText('Everything that happens to artifacts').click();
    await hooks.getByText('Artifacts reordered').click();
    await hooks.getByRole('button', { name: 'Add the webhook' }).click();
    await hooks.getByText('shown only once').waitFor();
    await hooks.getByText('8 kinds of events').waitFor();
    await hooks.getByRole('button', { name: 'Events: https://hooks.example.org/in' }).click();
    const kinds = page.getByRole('dialog', { name: 'Events' });
    await kinds.getByText('New artifacts').click();
    await assertAccessible(page);
    await kinds.getByRole('button', { name: 'Save' }).press('Enter');
    await hooks.getByText('7 kinds of events').waitFor();
    await hooks.getByRole('button', { name: 'Pause' }).click();
    await hooks.getByText('Paused').waitFor();
    await assertAccessible(page);
    await hooks.getByRole('button', { name: 'Deliveries to https://hooks.example.org/in' }).click();
    await page.getByText('Nothing was sent yet.').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await hooks.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await hooks.getByText('https://hooks.example.org/in').waitFor({ state: 'detached' });

    assert.deepEqual(
      listAt(await read('/trackers/4/notification_recipients'), 'recipients').map((one) => [
        at(one, 'email'),
        at(one, 'all_updates'),
      ]),
      [['press@example.org', false]],
    );
    assert.equal(at(await read('/trackers/4/calendar_events'), 'enabled'), true);
    assert.equal(at(await read('/trackers/4/mail_gateway'), 'enabled'), true);
    assert.deepEqual(await read('/trackers/4/webhooks'), []);
  });

  it('shows settings of what lies low in a form, and what can be added, below the bar that saves', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/trackers/3/administration');
    await page.getByRole('button', { name: /^Last modified on/ }).click();
    for (const name of [/^Last modified on/, 'Add']) {
      const box = await page.getByRole('heading', { name, level: 2 }).boundingBox();
      assert.ok(box);
      const top = `document.elementFromPoint(${box.x + 2}, ${box.y + 1}).closest('h2')`;
      assert.equal(await page.evaluate<boolean>(`${top} !== null`), true, String(name));
    }
    assert.ok((await page.evaluate<number>('window.scrollY')) > 0);
  });

  it('shows the open page among the others on a phone', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    await page.goto('/trackers/4/administration/messages');
    const pages = page.getByRole('navigation', { name: 'Tracker settings', exact: true });
    const tab = await pages.getByRole('link', { name: 'Notifications', exact: true }).boundingBox();
    assert.ok(tab !== null && tab.x >= 0 && tab.x + tab.width <= 390, JSON.stringify(tab));
  });
});
