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
    await page.getByRole('combobox', { name: 'The list that the workflow moves' }).click();
    await page.getByRole('option', { name: 'Status' }).click();
    for (const [from, to] of [
      ['New artifact', 'Open'],
      ['Open', 'In progress'],
      ['In progress', 'Done'],
    ])
      await page.getByRole('button', { name: `Allow ${from} → ${to}` }).click();
    await page.getByText('A comment is required').click();
    await page.getByText('Nothing leads out of: Done').waitFor();
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

  it('puts together what two people changed, and says what needs a field that is to go', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /412|400/ });
    await page.goto('/trackers/4/administration');
    const form = page.getByRole('region', { name: 'Formulaire', exact: true });
    const element = (name: RegExp) => form.getByRole('button', { name });
    const label = page.getByRole('region', { name: /^Réglages de/ }).getByRole('textbox', { name: 'Nom', exact: true });
    await element(/^Details/).click();
    await label.fill('Récit');
    await element(/^Title/).click();
    await label.fill('Intitulé');
    const title = fieldOf(await read('/trackers/4'), 'title');
    const path = `/api/tracker_fields/${String(at(title, 'field_id'))}`;
    const theirs = await world.app.call(path, {
      method: 'PATCH',
      as: 'ana',
      body: { label: 'Heading', description: 'Short' },
    });
    assert.equal(theirs.status, 200, theirs.text);
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /entre-temps/ });
    await dialog.getByText('« Heading » : Nom').waitFor();
    await dialog.getByText('Intitulé', { exact: true }).waitFor();
    await dialog.getByText('Heading', { exact: true }).waitFor();
    await assertAccessible(page);
    await dialog.getByText('Prendre la sienne').click();
    await dialog.getByRole('button', { name: 'Fusionner' }).click();
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await page.getByText('Tout est enregistré').waitFor();
    const merged = await read('/trackers/4');
    assert.deepEqual(
      [
        at(fieldOf(merged, 'title'), 'label'),
        at(fieldOf(merged, 'title'), 'description'),
        at(fieldOf(merged, 'details'), 'label'),
      ],
      ['Heading', 'Short', 'Récit'],
    );

    await element(/^Heading/).click();
    await page.getByRole('button', { name: 'Retirer…' }).click();
    const removal = page.getByRole('dialog', { name: 'Retirer « Heading »' });
    await removal.getByText('Signification : Titre').waitFor();
    assert.deepEqual(await removal.getByRole('button', { name: /Supprimer|hors usage/ }).count(), 0);
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await element(/^Activity/).click();
    await page.getByRole('button', { name: 'Retirer « Design »' }).click();
    const value = page.getByRole('dialog', { name: 'Retirer « Design »' });
    await value.getByText(/^\d+ artefacts? (?:l’a|l’ont)/).waitFor();
    await assertAccessible(page);
    await value.getByRole('button', { name: 'La masquer' }).click();
    await page.getByRole('button', { name: 'Masquer « Design »', pressed: true }).waitFor();
    await page.getByRole('link', { name: 'Tasks' }).first().click();
    await page
      .getByRole('dialog', { name: /sans enregistrer/ })
      .getByRole('button', { name: 'Quitter' })
      .click();
    await page.waitForURL(/\/trackers\/4(?:\?.*)?$/);
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
    await panel.getByText('Required', { exact: true }).click();
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

  it('puts together fields and values that two administrators moved', async (context) => {
    const first = await world.visit(context, { as: 'root' });
    const second = await world.visit(context, { as: 'ana', expected: /412/ });
    const labels = async (): Promise<string[]> =>
      listAt(fieldOf(await read('/trackers/3'), 'status'), 'values').map((one) => String(at(one, 'label')));
    const before = await labels();
    const [top = '', ...others] = before;
    const work = async (page: Page, element: RegExp, down: number, added: string): Promise<void> => {
      const form = page.getByRole('region', { name: 'Form', exact: true });
      await form.getByRole('button', { name: element }).focus();
      for (let step = 0; step < down; step += 1) await page.keyboard.press('Control+ArrowDown');
      await form
        .getByRole('button', { name: /^Status/ })
        .last()
        .click();
      const panel = page.getByRole('region', { name: /^Settings of “?Status/ });
      await panel.getByRole('textbox', { name: 'New value' }).fill(added);
      await page.keyboard.press('Enter');
    };
    for (const page of [first, second]) await page.goto('/trackers/3/administration');
    await work(second, /^Title/, 1, 'Parked');
    await work(first, /^Story points/, 1, 'Begun');
    await first.getByRole('button', { name: `Move “${top}” down` }).click();
    await save(first);
    const theirs = await labels();
    assert.deepEqual(theirs, [others[0], top, ...others.slice(1), 'Begun']);

    await second.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    const dialog = second.getByRole('dialog', { name: 'Another person saved changes' });
    await dialog.getByText('“Status”: Values').waitFor();
    await dialog.getByText('Places in the form').waitFor();
    await dialog.getByText('You changed other parts; both can stay.').waitFor();
    await assertAccessible(second);
    await dialog.getByRole('button', { name: 'Put together' }).press('Enter');
    await save(second);
    assert.deepEqual((await labels()).toSorted(), [...theirs, 'Parked'].toSorted());
    assert.deepEqual(
      (await labels()).filter((label) => before.includes(label)),
      theirs.slice(0, -1),
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
    await page.getByText('Mails bring an event').click();
    await page.getByRole('checkbox', { name: 'Mails bring an event', checked: true }).waitFor();
    await page.getByText('Mail becomes artifacts').click();
    await page.getByText('The site takes no mail at present.').waitFor();

    await page.getByRole('button', { name: 'Add a text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Canned response' });
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
    await hooks.getByText('Artifacts put in another order').click();
    await hooks.getByRole('button', { name: 'Add the webhook' }).click();
    await hooks.getByText('shown this once').waitFor();
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

  it('reminds people of dates as its administrators say', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /412/ });
    await page.goto('/trackers/2/administration/messages');
    const part = page.getByRole('region', { name: 'Reminders of dates' });
    const dialog = page.getByRole('dialog', { name: 'Reminder of a date' });
    await part.getByRole('button', { name: 'Add a reminder' }).click();
    await dialog.getByRole('textbox', { name: 'Days' }).fill('soon');
    await dialog.getByText('A whole number from 0 to 3650.').waitFor();
    await dialog.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Days' }).fill('3');
    await dialog.getByText('Project members').click();
    await assertAccessible(page);
    await dialog.getByRole('textbox', { name: 'Days' }).press('Enter');
    await part.getByText(/^3 days before /).waitFor();
    await part.getByText('Project members, Assignee').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await assertAccessible(page);

    await part.getByRole('button', { name: /^Change the reminder/ }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Days' }).fill('0');
    await dialog.getByText('Send it').click();
    await dialog.getByText('Also for artifacts whose status is closed').click();
    const path = '/trackers/2/date_reminders';
    const [known] = listAt(await read(path), 'reminders');
    const theirs = {
      field_id: at(known, 'field.field_id'),
      type: 'after',
      days: 5,
      user_group_ids: [],
      roles: ['submitter'],
    };
    const mine = { ...theirs, id: at(known, 'id'), type: 'before', days: 3, roles: ['assignee'] };
    const body = { reminders: [mine, theirs] };
    assert.equal((await world.app.call(`/api${path}`, { method: 'PUT', as: 'ana', body })).status, 200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else changed this').waitFor();
    assert.equal(await dialog.getByRole('textbox', { name: 'Days' }).inputValue(), '0', 'what was typed is there');
    await dialog.getByRole('button', { name: 'Save', disabled: false }).click();
    await part.getByText(/^On the day of .* switched off/).waitFor();
    await part.getByRole('button', { name: /^Remove the reminder “5 days after/ }).click();
    await part.getByText(/^5 days after /).waitFor({ state: 'detached' });
    assert.partialDeepStrictEqual(await read(path), {
      reminders: [{ days: 0, is_enabled: false, notify_closed_artifacts: true, roles: ['assignee'] }],
    });
  });

  it('keeps what is typed for people and programs while another save is on its way', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/5/administration/messages');
    const address = page.getByRole('textbox', { name: 'Add an address' });
    const told = await hold(page, '/trackers/5/notification_recipients', 'PUT');
    await address.fill('harbor@example.org');
    await page.keyboard.press('Enter');
    await told.sent;
    await address.fill('press@example.org');
    await page.keyboard.press('Enter');
    told.letGo();
    await page.getByRole('button', { name: 'Stop notifying harbor@example.org', disabled: false }).waitFor();
    assert.equal(await address.inputValue(), 'press@example.org');
    await address.press('Enter');
    await page.getByRole('button', { name: 'Stop notifying press@example.org', disabled: false }).waitFor();
    assert.equal(await address.inputValue(), '');

    await page.getByRole('button', { name: 'Add a text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Canned response' });
    const text = dialog.getByRole('textbox', { name: 'Text' });
    const canned = await hold(page, '/trackers/5/canned_responses', 'PUT');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Thanks');
    await text.fill('Thank you.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await canned.sent;
    await text.fill('Thank you for this.');
    canned.letGo();
    await dialog.getByRole('button', { name: 'Save', disabled: false }).waitFor();
    assert.equal(await text.inputValue(), 'Thank you for this.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const texts = listAt(await read('/trackers/5/canned_responses')).filter((one) => at(one, 'title') === 'Thanks');
    assert.deepEqual(
      texts.map((one) => at(one, 'body')),
      ['Thank you for this.'],
    );

    const hooks = page.getByRole('region', { name: 'Webhooks' });
    const added = await hold(page, '/trackers/5/webhooks', 'POST');
    await hooks.getByRole('textbox').fill('https://hooks.example.org/first');
    await hooks.getByRole('button', { name: 'Add the webhook' }).click();
    await added.sent;
    await hooks.getByRole('textbox').fill('https://hooks.example.org/second');
    added.letGo();
    await hooks.getByRole('button', { name: 'Deliveries to https://hooks.example.org/first' }).waitFor();
    assert.equal(await hooks.getByRole('textbox').inputValue(), 'https://hooks.example.org/second');
    await hooks.getByRole('button', { name: 'Add the webhook', disabled: false }).click();
    await hooks.getByRole('button', { name: 'Deliveries to https://hooks.example.org/second' }).waitFor();
    assert.equal(listAt(await read('/trackers/5/webhooks')).length, 2);
  });

  it('deletes a tracker and brings it back from the page with all it held', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const project = Number(at(await read('/projects?query={"shortname":"harbor-kanban"}'), '0.id'));
    const requests = listAt(await read(`/projects/${project}/trackers`)).find(
      (one) => at(one, 'item_name') === 'requests',
    );
    const id = Number(at(requests, 'id'));
    const keep = async (part: string, body: unknown): Promise<void> => {
      const { status, text } = await world.app.call(`/api/trackers/${id}/${part}`, { method: 'PUT', as: 'ana', body });
      assert.equal(status, 200, text);
    };
    await keep('notification_recipients', { recipients: [{ email: 'harbor@example.org', all_updates: true }] });
    await keep('canned_responses', [{ title: 'Seen', body: 'We saw it.' }]);
    await keep('mail_gateway', { enabled: true });
    const first = Number(at(await read(`/trackers/${id}/artifacts?limit=1`), '0.id'));
    const readAll = async (): Promise<Map<string, unknown>> => {
      const parts = ['fields?limit=1000', 'artifacts?limit=100&values=all', 'tracker_reports', 'workflow_rules'];
      const around = ['notification_recipients', 'canned_responses', 'mail_gateway', 'workflow_triggers'];
      const paths = ['', ...[...parts, ...around].map((part) => `/${part}`)].map((part) => `/trackers/${id}${part}`);
      const others = [`/artifacts/${first}/changesets`, `/artifacts/${first}/links`, `/projects/${project}/kanban`];
      const found = new Map<string, unknown>();
      for (const path of [...paths, ...others]) {
        const { status, text } = await world.app.call(`/api${path}`, { as: 'ana' });
        assert.equal(status, 200, `${path}: ${text}`);
        // The default of some fields is the present minute.
        found.set(
          path,
          JSON.parse(text.replaceAll(/"default_value":"\d{4}-\d\d-\d\d[^"]*"/g, '"default_value":"now"')),
        );
      }
      return found;
    };
    const before = await readAll();
    assert.ok(listAt(before.get(`/trackers/${id}/artifacts?limit=100&values=all`)).length > 1);

    const dialog = page.getByRole('dialog', { name: 'Delete the tracker' });
    await page.goto('/trackers/3/administration/general');
    await page.getByRole('button', { name: 'Delete the tracker' }).click();
    await dialog.getByText(/^Plannings are made of it, .+: ./).waitFor();
    await page.goto(`/trackers/${id}/administration/general`);
    await page.getByRole('button', { name: 'Delete the tracker' }).click();
    const goes = dialog.getByRole('list', { name: 'This goes with it, and comes back with it:' });
    await goes.getByText(/^\d+ artifacts$/).waitFor();
    await goes.getByText(/^Kanbans: ./).waitFor();
    await dialog.getByRole('textbox', { name: 'Type “requests” to confirm' }).fill('requests');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`${String(at(requests, 'label'))} was deleted`).waitFor();
    await page.waitForURL('**/projects/harbor-kanban/trackers');
    for (const path of [`/trackers/${id}`, `/artifacts/${first}`])
      assert.ok([403, 404].includes((await world.app.call(`/api${path}`, { as: 'ana' })).status), path);

    await page.goto('/projects/harbor-kanban/trackers/new');
    const deleted = page.getByRole('region', { name: 'Deleted trackers' });
    await deleted.getByText('They come back with everything they held.').waitFor();
    await assertAccessible(page);
    await deleted.getByRole('button', { name: `Restore ${String(at(requests, 'label'))}` }).press('Enter');
    await page.waitForURL(`**/trackers/${id}/administration/general`);
    await page.getByRole('textbox', { name: 'Short name' }).waitFor();
    assert.deepEqual(await readAll(), before);
    await page.goto(`/artifacts/${first}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
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

  it('shows a tracker as one person has it, and tries the workflow with them', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /404/ });
    const choosePerson = async (label: RegExp, name: string): Promise<void> => {
      await page.getByRole('button', { name: label }).click();
      await page.getByRole('option', { name: 'As seen by a person…' }).click();
      await page.getByRole('combobox', { name: 'Choose a person' }).fill(name);
      await page
        .getByRole('option', { name: new RegExp(name, 'i') })
        .first()
        .click();
    };
    await page.goto('/trackers/4/administration');
    await choosePerson(/How the form is shown/, 'bruno');
    await page.getByRole('button', { name: /A new artifact/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: /How the form is shown/ }).click();
    await page.getByRole('option', { name: 'As seen by Registered users', exact: true }).click();
    await page.getByText('Nothing of the form is theirs').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Form', exact: true }).getByText('Progress').count(), 0);
    await page.goto('/trackers/5/administration/permissions');
    await choosePerson(/Permissions shown/, 'bruno');
    const rights = page.getByRole('region', { name: 'Rights on fields' }).getByRole('row', { name: /^Title/ });
    await rights.getByText(/^Read, /).waitFor();
    await assertAccessible(page);
    const comments = page.getByRole('region', { name: 'Comments' });
    const isPrivate = (checked: boolean): Locator =>
      comments.getByRole('checkbox', { name: 'Comments can be restricted to groups', checked });
    await isPrivate(true).press('Space');
    await isPrivate(false).waitFor();
    assert.deepEqual(await read('/trackers/5/private_comments'), { enabled: false });
    await isPrivate(false).press('Space');
    await isPrivate(true).waitFor();
    await page.goto('/trackers/5/administration/general');
    const moves = page.getByRole('region', { name: 'Moving artifacts' });
    const mayMove = (checked: boolean): Locator =>
      moves.getByRole('checkbox', { name: 'Artifacts may be moved to other trackers', checked });
    await mayMove(true).press('Space');
    await mayMove(false).waitFor();
    assert.deepEqual(await read('/trackers/5/artifact_moves'), { enabled: false });
    await assertAccessible(page);
    await mayMove(false).press('Space');
    await mayMove(true).waitFor();
    await page.goto('/trackers/3/administration/workflow');
    const trial = page.getByRole('region', { name: 'Try it' });
    await choosePerson(/Choose a person|^Person/, 'bruno');
    await trial.getByText(/, from “New artifact”:/).waitFor();
    await trial.getByRole('textbox').fill(String(at(await read('/trackers/3/artifacts?limit=1'), '0.id')));
    await trial.getByText(/, from “(?!New artifact)/).waitFor();
    await assertAccessible(page);
    await trial.getByRole('textbox').fill('999999');
    await trial.locator('[aria-invalid="true"]').waitFor();
  });

  it('shows what meanings make of an artifact before they are saved', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/4/administration/semantics');
    const example = page.getByRole('region', { name: 'Example' });
    const status = example.getByText(/ \((?:Open|Closed|Success)\)$/);
    const [, label = '', kind] = /^(.*) \((.*)\)$/.exec(await status.innerText()) ?? [];
    await assertAccessible(page);
    await page.getByRole('checkbox', { name: `“${label}” is open` }).focus();
    await page.keyboard.press('Space');
    await example.getByText(`${label} (${kind === 'Open' ? 'Closed' : 'Open'})`).waitFor();
  });

  it('starts lists of people with somebody, takes meanings from other artifacts, and fills the backlog', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /400/ });
    const keep = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
      await page.getByText('Tout est enregistré').waitFor();
    };
    const pick = async (button: RegExp, option: string | RegExp): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('option', { name: option }).click();
    };
    await page.goto('/trackers/4/administration');
    await page.locator('[data-element]', { hasText: 'Assigned to' }).click();
    const person = page.getByRole('combobox', { name: 'Valeur par défaut' });
    await person.fill('bruno');
    await page.getByRole('option', { name: /bruno/i }).click();
    await assertAccessible(page);
    await page.locator('[data-element]', { hasText: 'Activity' }).click();
    await page.getByRole('button', { name: 'Couleur de « Design »' }).click();
    await page.getByRole('menuitem', { name: 'Rouge fiesta' }).click();
    await keep();
    const activity = listAt(fieldOf(await read('/trackers/4'), 'activity'), 'values');
    assert.equal(
      at(
        activity.find((one) => at(one, 'label') === 'Design'),
        'value_color',
      ),
      'fiesta-red',
    );
    await page.reload();
    await page.locator('[data-element]', { hasText: 'Assigned to' }).click();
    await page.locator('[value="Bruno Adeyemi (bruno)"]').waitFor();
    const assignee = fieldOf(await read('/trackers/4'), 'assigned_to');
    assert.equal(at(assignee, 'default_value.0.username'), 'bruno');

    await page.goto('/trackers/4/administration/semantics');
    await page.getByRole('combobox', { name: 'Effort total' }).fill('Estimate');
    await page.getByRole('option', { name: /Estimate/ }).click();
    await page.getByText('La progression a besoin des deux').waitFor();
    await page.getByRole('button', { name: 'Enregistrer' }).press('Enter');
    await page.getByText('il faut l’effort total et l’effort restant').waitFor();
    await pick(/^Elle se mesure par|Elle se mesure par$/, 'Le nombre d’enfants fermés');
    await pick(/Les dates/, /d’un autre tracker/);
    await page.getByRole('region', { name: 'Exemple' }).getByText('De l’artefact qui y est lié').waitFor();
    await assertAccessible(page);
    await keep();
    const semantics = at(await read('/trackers/4'), 'semantics');
    assert.equal(at(semantics, 'progress.artifact_link_type'), '_is_child');
    assert.equal(typeof at(semantics, 'timeframe.implied_from_tracker.id'), 'number');

    await page.goto('/trackers/4/administration/permissions');
    await page.getByRole('columnheader', { name: 'Membres du projet' }).first().waitFor();

    await page.goto('/trackers/3/administration/workflow');
    await page.getByRole('region', { name: 'Transitions' }).locator('[aria-pressed="true"]').first().click();
    await page.getByRole('button', { name: 'Ajouter une action' }).click();
    await page.getByRole('menuitem', { name: 'Ajouter au backlog principal' }).click();
    await page.getByText('Là où le backlog du projet').waitFor();
    await keep();
    const actions = listAt(await read('/trackers/3'), 'workflow.transitions').flatMap((one) =>
      listAt(one, 'post_actions'),
    );
    assert.ok(actions.some((action) => at(action, 'type') === 'add_to_top_backlog'));
  });

  it('imports a table once each line is right', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390, expected: /400/ });
    await page.goto('/trackers/4');
    await page.getByRole('button', { name: 'Report actions' }).click();
    await page.getByRole('menuitem', { name: 'Import a CSV…' }).click();
    const table = 'Title;Status;Remaining effort in hours\nCaulk;to do;3\nTar;Nowhere;much\n';
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'work.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByText('1 new · 1 can’t be imported').waitFor();
    await page.getByText(/has no value "Nowhere"; use/).waitFor();
    const make = page.getByRole('button', { name: /^Import \d/ });
    assert.equal(await make.isDisabled(), true);
    await assertAccessible(page);
    const columns = page.getByRole('region', { name: 'Columns' });
    for (const column of ['Status', 'Remaining']) {
      await columns.getByRole('button', { name: new RegExp(column) }).click();
      await page.getByRole('option', { name: 'Leave out' }).click();
    }
    await page.getByText('2 new').waitFor();
    await page.reload();
    assert.match(await page.getByRole('textbox', { name: 'Or the text of the table' }).inputValue(), /Caulk/);
    await page
      .getByRole('textbox', { name: 'Or the text of the table' })
      .fill('Title,Remaining effort in hours,Finished on\nCaulk,"1,234",03/04/2026\n');
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    for (const [question, list, answer] of [
      ['Some numbers can be read in two ways.', 'Number format', 'Comma before'],
      ['Some dates can be read in two ways.', 'Dates such as', 'Month first'],
    ] as const) {
      await page.getByText(question).waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: new RegExp(list) }).click();
      await page.getByRole('option', { name: new RegExp(answer) }).click();
    }
    await page.getByText('1 new').waitFor();
    await page.getByRole('textbox', { name: 'Or the text of the table' }).fill('Title\nCaulk\nTar\n');
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByRole('button', { name: 'Import 2 lines' }).click();
    await page.getByText('Imported: 2 new, 0 changed.').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'See the artifacts' }).click();
    await page.getByRole('link', { name: 'Caulk' }).first().waitFor();
  });

  it('shows the open page among the others on a phone', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    await page.goto('/trackers/4/administration/messages');
    const pages = page.getByRole('navigation', { name: 'Administration', exact: true });
    const tab = await pages.getByRole('link', { name: 'Notifications', exact: true }).boundingBox();
    assert.ok(tab !== null && tab.x >= 0 && tab.x + tab.width <= 390, JSON.stringify(tab));
  });

  it('is closed to those who do not administer the tracker', async (context) => {
    const page = await world.visit(context, { as: 'bruno', width: 390, appearance: 'dark' });
    await page.goto('/trackers/4/administration/workflow');
    await page.getByRole('heading', { name: 'Tracker settings' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  });
});
