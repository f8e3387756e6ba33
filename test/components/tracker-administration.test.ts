// A tracker is made and designed in the browser: fields by hand and by keys, values, workflow and permissions, saved at once;
// what somebody else saved meanwhile is put together with it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

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

describe('the administration of a tracker', () => {
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
    await removal.getByText('Rôle de champ : Titre').waitFor();
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
    await dialog.getByText('Positions in the form').waitFor();
    await dialog.getByText('You changed other parts; both can be kept.').waitFor();
    await assertAccessible(second);
    await dialog.getByRole('button', { name: 'Merge' }).press('Enter');
    await save(second);
    assert.deepEqual((await labels()).toSorted(), [...theirs, 'Parked'].toSorted());
    assert.deepEqual(
      (await labels()).filter((label) => before.includes(label)),
      theirs.slice(0, -1),
    );
  });

  it('reminds people of dates as its administrators say', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /412/ });
    await page.goto('/trackers/2/administration/messages');
    const part = page.getByRole('region', { name: 'Date reminders' });
    const dialog = page.getByRole('dialog', { name: 'Date reminder' });
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
    await dialog.getByText('Active').click();
    await dialog.getByText('Also for closed artifacts').click();
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
    await part.getByText(/^On the day of .* off/).waitFor();
    await part.getByRole('button', { name: /^Remove the reminder “5 days after/ }).click();
    await part.getByText(/^5 days after /).waitFor({ state: 'detached' });
    assert.partialDeepStrictEqual(await read(path), {
      reminders: [{ days: 0, is_enabled: false, notify_closed_artifacts: true, roles: ['assignee'] }],
    });
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
    await dialog.getByText(/^These plannings use it. .+: ./).waitFor();
    await page.goto(`/trackers/${id}/administration/general`);
    await page.getByRole('button', { name: 'Delete the tracker' }).click();
    const goes = dialog.getByRole('list', { name: 'Deleted and restored with it:' });
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
    await deleted.getByText('They are restored with all their content.').waitFor();
    await assertAccessible(page);
    await deleted.getByRole('button', { name: `Restore ${String(at(requests, 'label'))}` }).press('Enter');
    await page.waitForURL(`**/trackers/${id}/administration/general`);
    await page.getByRole('textbox', { name: 'Short name' }).waitFor();
    assert.deepEqual(await readAll(), before);
    await page.goto(`/artifacts/${first}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
});
