// Tier: first, with "shows who can see and do what"
// The administration of a project in the browser: groups that follow a directory, and their end.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { at } from '../../support/harness.ts';
import { listAt } from '../../support/scenario.ts';
import { groups, ldapSettings, people, person, skipSlapd, startSlapd } from '../../support/slapd.ts';
import type { Slapd } from '../../support/slapd.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

const project = '/projects/meadow-scrum/administration';

describe('the administration of a project, with a directory', { skip: skipSlapd }, () => {
  let world: World;
  let slapd: Slapd;
  before(async () => {
    slapd = await startSlapd();
    await slapd.add(`uid=nora,${people}`, person('nora'));
    const member = [`uid=nora,${people}`];
    await slapd.add(`cn=pilots,${groups}`, { objectClass: 'groupOfNames', cn: 'pilots', member });
    world = await openWorld(ldapSettings(slapd.secureUrl));
  });
  after(async () => {
    await world.close();
    await slapd.stop();
  });
  const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'ana' })).json;

  it('binds a group after a look at who joins and leaves, and deletes it after a look at what uses it', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /404|500/ });
    await page.goto(`${project}/groups`);
    await page.getByRole('button', { name: 'mobile_team' }).click();
    await page.getByRole('button', { name: 'Follow the directory…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Group of the directory' }).fill('pirates');
    await page.keyboard.press('Enter');
    await dialog.getByText(/no group "pirates"/).waitFor();
    await dialog.getByRole('textbox', { name: 'Group of the directory' }).fill('ilot');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'pilots', exact: true }).click();
    // The list of groups can't be read again, and the server is too busy for a change: neither costs what was typed.
    const broken = { status: 500, json: { error: { code: 500, message: 'Broken' } } };
    const busy = { status: 503, headers: { 'retry-after': '1' }, json: { error: { code: 503, message: 'Busy' } } };
    await page.route('**/api/projects/101/user_groups', (route) => route.fulfill(broken));
    const isRefused = page.waitForResponse((answer) => answer.status() === 503);
    await page.route('**/directory_group?dry_run=true', (route) => route.fulfill(busy), { times: 1 });
    await dialog.getByRole('button', { name: 'See who joins and leaves' }).click();
    await isRefused;
    await page.getByText('The server failed').first().waitFor();
    await page.unroute('**/api/projects/101/user_groups');
    await dialog.getByText(/pilots: 0 join, 2 leave/).waitFor();
    await dialog.getByText('1 users have no account yet').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Follow it' }).click();
    await page.getByText('Follows pilots of the directory, every night.').waitFor();
    await page.getByText(/nora/).waitFor();
    assert.equal(await page.getByRole('combobox', { name: 'Add people' }).count(), 0);
    await page.getByRole('button', { name: 'Stop following' }).click();
    await page.getByRole('combobox', { name: 'Add people' }).waitFor();

    await page.getByRole('button', { name: 'Delete the group' }).click();
    await dialog.getByText('User stories').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Delete the group' }).click();
    await page.getByRole('button', { name: 'mobile_team' }).waitFor({ state: 'detached' });
    assert.equal(at(await read('/projects/101/audit_events'), '0.kind'), 'group-deleted');
  });

  it('adds a link of its own, puts it first, shows it in the side bar, and files the project', async (context) => {
    const { registration } = world.app.app.features;
    const topic = await registration.addCategory({ name: 'Topic', parentId: null, isMandatory: false });
    await registration.addCategory({ name: 'Banks', parentId: topic, isMandatory: false });
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await page.goto(`${project}/services`);
    await page.getByRole('button', { name: 'New link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Chat');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('javascript:alert(1)');
    await page.keyboard.press('Enter');
    await dialog.getByText(/must begin with https/).waitFor();
    await assertAccessible(page);
    await dialog.getByRole('textbox', { name: 'Address' }).fill('https://chat.example.org/$projectname');
    await dialog.getByRole('button', { name: 'Icon' }).click();
    await page.getByRole('option', { name: 'Talk' }).click();
    await dialog.getByText('Open in a new tab').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const link = page.getByRole('navigation').getByRole('link', { name: 'Chat' });
    await link.waitFor();
    assert.equal(await link.getAttribute('href'), 'https://chat.example.org/meadow-scrum');
    assert.equal(await link.getAttribute('target'), '_blank');
    await page
      .getByRole('button', { name: /Chat/ })
      .and(page.getByRole('button', { name: /up/i }))
      .click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Change “Chat”' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Talk');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page
      .getByRole('button', { name: /Talk/ })
      .and(page.getByRole('button', { name: /[Rr]emove/ }))
      .click();
    await dialog.getByText('chat.example.org', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('checkbox', { name: 'Talk' }).waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'References', exact: true }).click();
    await page.getByRole('button', { name: 'New keyword' }).click();
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('art');
    await dialog.getByRole('textbox', { name: 'Leads to' }).fill('https://help.example.org/$1');
    await page.keyboard.press('Enter');
    await dialog.getByText(/is a reserved keyword/).waitFor();
    await dialog.getByRole('textbox', { name: 'Keyword' }).fill('ticket');
    await page.keyboard.press('Enter');
    await page.getByText('ticket #1', { exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Change “ticket”' }).click();
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Helpdesk');
    await page.keyboard.press('Enter');
    await page.getByText('Helpdesk').waitFor();
    await page.getByRole('button', { name: 'Remove the keyword “ticket”' }).click();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No keywords yet').waitFor();
    await page.reload();
    await page.getByText('No keywords yet').waitFor();

    await page.goto(project);
    const background = page.getByRole('region', { name: 'Background of the title' });
    await background.getByRole('button', { name: /Background of the title/ }).click();
    await page.getByRole('option', { name: 'Ocean waves' }).click();
    await background.getByRole('button', { name: /Ocean waves/ }).waitFor();
    assert.equal(at(await read('/projects/101/summary'), 'header_background'), 'ocean-waves');
    const filing = page.getByRole('form', { name: 'Categories' });
    await filing.getByRole('button', { name: /Topic/ }).click();
    await page.getByRole('option', { name: 'Banks' }).click();
    await filing.getByRole('button', { name: 'Save' }).click();
    await until(async () => at(await read('/projects/101/category_values'), '0.category_id') === topic);
    await assertAccessible(page);
    await page.goto('/projects/meadow-scrum');
    await page.locator('main [data-colour="deep-blue"]').first().waitFor();
    await assertAccessible(page);
  });

  it('shows who can see and do what in all of the project, also as one person has it', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390, appearance: 'dark' });
    await page.goto(`${project}/rights`);
    const trackers = page.getByRole('region', { name: 'Trackers' }).last();
    await trackers.getByRole('row', { name: /^Bugs administers Project administrators/ }).waitFor();
    await page.getByRole('region', { name: 'Services' }).last().getByRole('link', { name: 'Trackers' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: /As seen by/ }).click();
    await page.getByRole('option', { name: 'A person…' }).click();
    await page.getByRole('combobox', { name: 'Choose a person' }).fill('bruno');
    await page.getByRole('option', { name: /bruno/i }).first().click();
    await trackers.getByRole('row', { name: /^Bugs/ }).first().waitFor();
    await trackers.getByRole('row', { name: /administers/ }).waitFor({ state: 'detached' });
    await assertAccessible(page);
    await trackers.getByRole('link', { name: 'Bugs' }).first().click();
    await page.waitForURL(/\/administration\/permissions$/);
  });

  it('tells whom trackers and pull requests mail', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    const idOf = async (label: string): Promise<number> =>
      Number(
        at(
          listAt(await read('/projects/101/notification_rules')).find((one) => at(one, 'label') === label),
          'id',
        ),
      );
    const [bugs, stories] = [await idOf('Bugs'), await idOf('User stories')];
    const change = async (method: string, path: string, body: object, as = 'ana'): Promise<void> => {
      const { status, text } = await world.app.call(`/api/trackers/${path}`, { method, as, body });
      assert.equal(status, 200, text);
    };
    const recipients = [
      { user_group_id: '101_3', all_updates: true },
      { email: 'press@example.org', all_updates: true },
    ];
    await change('PUT', `${bugs}/notification_recipients`, { recipients });
    await change('PUT', `${bugs}/subscription`, { level: 'none' }, 'bruno');
    const fields = listAt(await read(`/trackers/${bugs}`), 'fields');
    const made = fields.find((one) => at(one, 'type') === 'subon');
    const reminder = { field_id: Number(at(made, 'field_id')), type: 'after', days: 30 };
    await change('PUT', `${bugs}/date_reminders`, {
      reminders: [{ ...reminder, user_group_ids: ['101_3'], roles: ['assignee'] }],
    });
    await change('PATCH', `${stories}`, { notifications: { enabled: false } });
    await page.goto(`${project}/notifications`);
    const trackers = page.getByRole('region', { name: 'Trackers' }).last();
    await trackers
      .getByRole('row', {
        name: /^Bugs Everything: Project members ?Everything: press@example\.org ?Reminder 30 days after “.+”: Project members, assignee 1 wants nothing$/,
      })
      .waitFor();
    await trackers.getByRole('row', { name: /^User stories No one/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('searchbox', { name: /Find a person/ }).fill('PRESS@');
    await trackers.getByRole('row', { name: /^User stories/ }).waitFor({ state: 'detached' });
    await trackers.getByRole('link', { name: 'Bugs' }).click();
    await page.getByRole('button', { name: 'Stop notifying press@example.org' }).waitFor();
  });

  it('sets the last day of a member in French, dark and on a phone, and takes it back', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', appearance: 'dark', width: 390 });
    await page.goto(`${project}/members`);
    const open = page.getByRole('button', { name: /^Départ de .*bruno/i }).first();
    await open.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton', { name: /jour/i }).first().click();
    await page.keyboard.type('31122099');
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(/jusqu’au 31 déc\. 2099/).waitFor();
    assert.equal(at(await read('/projects/101/member_ends'), '0.last_day'), '2099-12-31');
    await assertAccessible(page);
    await open.click();
    await dialog.getByRole('button', { name: /Effacer|Retirer|Vider/ }).click();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText(/jusqu’au/).waitFor({ state: 'detached' });
    assert.deepEqual(await read('/projects/101/member_ends'), []);
    await page.getByRole('link', { name: 'Permissions', exact: true }).click();
    await page.getByRole('row', { name: /^Bugs administre Administrateurs du projet/ }).waitFor();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByText(/Tout\s:\sMembres du projet/).waitFor();
  });
});
