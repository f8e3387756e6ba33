// Tier: first, with "makes an account and many"
// Administration of a project and of the site in the browser: facts after a preview, members, groups, accounts, settings.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-administration-'));
  world = await openWorld(
    `$mail_transport = 'capture';\n$sys_project_backup_path = '${folder}';\n$backup_folder = '${folder}/backups';\n`,
  );
  world.app.app.jobs.start();
});
after(async () => {
  await world.app.app.jobs.stop(1000);
  await world.close();
  await rm(folder, { recursive: true });
});

const read = async (path: string, as: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as })).json;

describe('the administration of a project', () => {
  it('closes the project after a preview, adds members, makes a group, and tells what happened', async (context) => {
    await world.app.addUser('newcomer');
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban');
    await page.getByRole('main').getByRole('link', { name: 'Project settings' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbor office');
    await page.getByText('Only members.').click();
    const preview = page.getByRole('table', { name: 'Visibility' });
    await preview
      .getByRole('row', { name: /Non-members/ })
      .getByText('loses access')
      .waitFor();
    const closing = page.getByRole('region', { name: 'No longer visible' });
    await closing
      .getByRole('row', { name: /sees \d+ artifacts?.*Non-members/ })
      .first()
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Project settings' }).waitFor();
    await page.getByText('Saved').waitFor();
    assert.equal(at(await read('/projects/102', 'ana'), 'access'), 'private');

    await page.getByRole('textbox', { name: 'Message' }).fill('Closed on Sunday');
    await page.getByRole('button', { name: 'Announce' }).click();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    assert.equal(at(await read('/projects/102/summary', 'ana'), 'banner'), 'Closed on Sunday');

    const invited = { emails: ['late@example.org'], project_id: 102 };
    const { status } = await world.app.call('/api/invitations', { method: 'POST', as: 'root', body: invited });
    assert.equal(status, 201);
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    const members = page.getByRole('region', { name: 'Members' });
    const adding = members.getByRole('combobox', { name: 'Add people' });
    await adding.fill('newcomer');
    await page.getByRole('option', { name: /newcomer/ }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await members.getByRole('list', { name: 'Add people: chosen' }).getByText('newcomer').waitFor();
    await adding.click();
    await page.getByText('Type a name or an e-mail address.').waitFor();
    assert.equal(await page.getByRole('option', { name: /ana/i }).count(), 0, 'who is a member is not offered');
    await adding.fill('ana');
    await page.getByText('Already added').waitFor();
    await page.keyboard.press('Escape');
    await members.getByRole('button', { name: 'Add', exact: true }).click();
    await members
      .getByText(/newcomer/)
      .last()
      .waitFor();
    const administrators = async (): Promise<string> => JSON.stringify(await read('/user_groups/102_4/users', 'ana'));
    const takeRole = async (role: string): Promise<void> => {
      await members.getByRole('button', { name: /Role of .*newcomer/ }).click();
      await page.getByRole('option', { name: role }).click();
      await members
        .getByRole('button', { name: /Role of .*newcomer/ })
        .getByText(role)
        .waitFor();
    };
    await takeRole('Administrator');
    assert.match(await administrators(), /newcomer/);
    await takeRole('Member');
    assert.doesNotMatch(await administrators(), /newcomer/);
    await assertAccessible(page);
    await page
      .getByRole('button', { name: /^Remove .*newcomer/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('They are removed from all groups').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page
      .getByRole('button', { name: /^Remove .*newcomer/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Invite people…' }).click();
    const inviting = page.getByRole('dialog');
    await inviting
      .getByRole('textbox', { name: 'E-mail addresses' })
      .fill('Newcomer <newcomer@example.org>; stranger@example.org');
    await assertAccessible(page);
    await inviting.getByRole('button', { name: 'Invite 2 people' }).click();
    const outcome = inviting.getByRole('status', { name: 'Result' });
    await outcome.getByText('newcomer@example.org').waitFor();
    await outcome.getByText('stranger@example.org').waitFor();
    await assertAccessible(page);
    await inviting.getByRole('button', { name: 'Close', exact: true }).last().click();
    await members.getByRole('button', { name: /^Remove .*newcomer/ }).waitFor();
    const pending = page.getByRole('region', { name: 'Pending invitations' });
    await pending.getByText('late@example.org').waitFor();
    await pending.getByRole('button', { name: 'Withdraw the invitation of late@example.org' }).click();
    await pending.waitFor({ state: 'detached' });

    await page.getByRole('link', { name: 'Groups', exact: true }).click();
    await page.getByRole('button', { name: 'New group' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('pilots');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /pilots/ }).waitFor();
    await page.getByRole('link', { name: 'Permissions', exact: true }).click();
    await page.getByRole('region', { name: 'Trackers' }).first().waitFor();
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Labels', exact: true }).click();
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('urgent');
    await assertAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change “urgent”' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('at once');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the label “at once”' }).click();
    await page.getByRole('dialog').getByText('Nothing you have access to uses it').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No labels yet').waitFor();
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://hooks.example.org/project');
    await page.keyboard.press('Enter');
    await page.getByText('shown only once').waitFor();
    assert.equal(at(await read('/projects/102/webhooks', 'ana'), '0.url'), 'https://hooks.example.org/project');
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Archive', exact: true }).click();
    await page.getByRole('button', { name: 'Export archive' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^harbor-kanban-\d+\.zip$/ }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^harbor-kanban-\d+\.zip$/);
    await assertAccessible(page);
    await page.getByRole('link', { name: 'History', exact: true }).click();
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('Group created').waitFor();
    await history.getByText('Project changed').first().waitFor();
    await page.getByRole('combobox', { name: 'Action' }).fill('group');
    await page.getByRole('option', { name: 'Group created' }).click();
    await history.getByText('Project changed').first().waitFor({ state: 'detached' });
    await history.getByText('Group created').waitFor();
    await page.getByRole('button', { name: 'Until (exclusive) dd/mm/yyyy' }).click();
    await page.getByRole('spinbutton', { name: /^day/ }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('01022020');
    await history.getByText('Group created').waitFor({ state: 'detached' });
    await assertAccessible(page);
  });
});

describe('the administration of the site', () => {
  it('makes an account and many, invites, approves one, and sees its sessions end with its suspension', async (context) => {
    await world.app.addUser('waiting', { status: 'P' });
    const page = await world.visit(context, { as: 'root', expected: /400/ });
    await page.goto('/admin/accounts');
    await page.getByRole('button', { name: 'New account' }).click();
    const form = page.getByRole('dialog', { name: 'New account' });
    await form.getByRole('textbox', { name: 'User name' }).fill('nils');
    await page.reload();
    await page.getByRole('button', { name: 'New account' }).click();
    assert.equal(await form.getByRole('textbox', { name: 'User name' }).inputValue(), 'nils');
    await form.getByRole('textbox', { name: 'E-mail' }).fill('nils@example.org');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Site-wide permissions' }).waitFor();
    await page.getByRole('checkbox', { name: 'Manages accounts' }).click({ force: true });
    await page.getByText('Saved').first().waitFor();
    await assertAccessible(page);
    assert.match(JSON.stringify(await read('/delegations', 'root')), /user-management.*nils/);

    await page.getByRole('link', { name: 'All accounts' }).click();
    await page.getByRole('cell', { name: 'nils@example.org' }).waitFor();
    await page.getByRole('button', { name: 'Import accounts…' }).click();
    const csv = page.getByRole('textbox', { name: 'CSV content' });
    await csv.fill('username,email\nolga,olga@example.org\nnils,n@example.org');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('the user name "nils" is already taken').waitFor();
    await page.getByText(/1 line has an error/).waitFor();
    await page.getByRole('button', { name: 'Create 1 account', exact: true }).waitFor();
    await assertAccessible(page);
    await csv.fill('username,email\nolga,olga@example.org\npaul,paul@example.org');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Create 2 accounts' }).click();
    await page.getByRole('cell', { name: 'paul@example.org' }).waitFor();

    await page.getByRole('link', { name: 'waiting' }).click();
    const status = page.getByRole('region', { name: 'Status' });
    await status.getByRole('button', { name: 'Approve' }).click();
    await status.getByText('Can sign in and work.').waitFor();
    const other = await world.visit(context, { as: 'waiting', expected: /401/ });
    await other.goto('/');
    await page.reload();
    const sessions = page.getByRole('region', { name: 'Sessions' });
    await sessions.getByRole('listitem').waitFor();
    await status.getByRole('button', { name: 'Suspend' }).click();
    await page
      .getByRole('dialog')
      .getByText(/All sessions of the account end immediately/)
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await sessions.getByText('No sessions.').waitFor();
    assert.equal(await other.evaluate<number>("fetch('/api/users/self/email').then(({ status }) => status)"), 401);
  });

  it('suspends an account and ends its sessions, and changes a setting that counts at once, in French', async (context) => {
    const bruno = await world.visit(context, { as: 'bruno', expected: /401/ });
    await bruno.goto('/');
    const page = await world.visit(context, { as: 'root', locale: 'fr-FR', appearance: 'dark', expected: /400/ });
    await page.goto('/admin/accounts');
    await page.getByRole('textbox', { name: 'Nom ou courriel' }).fill('bruno');
    await page.getByText('1 entrée').waitFor();
    await page.getByRole('button', { name: /Changer le statut de/ }).click();
    await page.getByRole('menuitem', { name: 'Suspendre' }).click();
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Suspendre' }).click();
    await page.getByRole('cell', { name: 'Suspendu' }).waitFor();
    await assertAccessible(page);
    assert.ok([401, 403].includes((await bruno.request.get('/api/users/self/email')).status()));

    await page.getByRole('link', { name: 'Paramètres' }).click();
    await page.getByRole('textbox', { name: /Chercher un paramètre/ }).fill('fuseau horaire');
    await page.getByRole('heading', { name: /^Fuseau horaire des pages pour/ }).waitFor();
    await page.getByRole('textbox', { name: /Chercher un paramètre/ }).fill('sys_default_theme_variant');
    const value = page.getByRole('textbox', { name: /^Couleur des pages/ });
    await value.fill('blue');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByText('changé à chaud').waitFor();
    assert.equal(at(await read('/site', 'root'), 'default_theme_variant'), 'blue');
    await value.fill('mauve');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page
      .getByRole('alert')
      .getByText(
        /^La valeur de sys_default_theme_variant ne peut pas être "mauve"\u00a0; permis\u00a0: orange, blue, .* ou purple/,
      )
      .waitFor();
    await page.reload();
    await until(async () => (await value.inputValue()) === 'mauve');
    await page.getByRole('button', { name: 'Annuler' }).click();
    await until(async () => (await value.inputValue()) === 'blue');
    await assertAccessible(page);
    await page.getByRole('textbox', { name: /Chercher un paramètre/ }).fill('mail_transport');
    await page.getByRole('button', { name: 'Envoyer un courriel' }).click();
    await page.getByText(/Un courriel à root@example.org a été écrit dans un fichier de/).waitFor();
    await page.getByRole('textbox', { name: /Chercher un paramètre/ }).fill('outgoing_private');
    await page.getByRole('textbox', { name: 'Appel d’essai vers une URL' }).fill('http://localhost:9/');
    await page.getByRole('button', { name: 'L’appeler' }).click();
    await page
      .getByRole('alert')
      .getByText(/^localhost est une adresse privée/)
      .waitFor();
    // What a sentence begins with is decided by its words alone: a name stays as it is.
    const styleOfLetter =
      "getComputedStyle(document.querySelector('[role=alert] > span'), '::first-letter').textTransform";
    assert.equal(await page.evaluate<string>(styleOfLetter), 'none');
    await page.goto('/admin/audit');
    await page.getByText('nom\u00a0: sys_default_theme_variant, valeur\u00a0: blue').waitFor();
    await page
      .getByText(/^par\u00a0: une page, programme\u00a0: /)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Apparence' }).click();
    await page.getByRole('textbox', { name: 'Nom du site' }).fill('Le port');
    await page.reload();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('link', { name: 'Le port' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('link', { name: 'Tepal' }).waitFor();
    await page.getByRole('textbox', { name: 'Organisation qui le tient' }).fill('Capitainerie');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const logo = page.getByRole('region', { name: 'Logo' });
    const pick = async (bytes: string): Promise<void> => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        logo.getByRole('button', { name: 'Choisir une image…' }).click(),
      ]);
      await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(bytes, 'base64') });
    };
    await pick('bm8gcGljdHVyZQ==');
    await logo
      .getByRole('alert')
      .getByText(/^Pas de logo/)
      .waitFor();
    await pick('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==');
    await page.getByRole('banner').getByRole('img', { name: 'Capitainerie' }).waitFor();
    await assertAccessible(page);
    const newcomer = await world.visit(context, { width: 390 });
    await newcomer.goto('/sign-in');
    await newcomer.getByRole('main').getByRole('img', { name: 'Capitainerie' }).waitFor();
    await newcomer.getByRole('banner').getByRole('link', { name: 'Capitainerie' }).waitFor();
    await assertAccessible(newcomer);
    await logo.getByRole('button', { name: 'Retirer le logo' }).click();
    await page.getByRole('link', { name: 'Tepal', exact: true }).waitFor();
    for (const [link, heading] of [
      ['Tâches de fond', 'Tâches'],
      ['Projets', 'Statut'],
      ['Historique', 'fichier de configuration'],
      ['Annonce', 'Message'],
    ] as const) {
      await page.getByRole('link', { name: link, exact: true }).click();
      await page.getByText(heading).first().waitFor();
      await assertAccessible(page);
    }
    await page.getByRole('link', { name: 'Textes légaux' }).click();
    const terms = page.getByRole('form', { name: 'Conditions d’utilisation' });
    await terms.getByRole('textbox').fill('## Règles du port');
    await terms.getByRole('button', { name: 'Enregistrer' }).click();
    const foot = page.getByRole('contentinfo');
    await foot.getByRole('link', { name: 'Conditions d’utilisation' }).waitFor();
    await assertAccessible(page);
    const guest = await world.visit(context, { locale: 'fr-FR', width: 390 });
    const opening = { settings: [{ name: 'sys_use_user_registration', value: '1' }] };
    await world.change('/api/admin/settings', { method: 'PATCH', as: 'root', body: opening });
    await guest.goto('/register');
    await guest.getByRole('main').getByRole('link', { name: 'Conditions d’utilisation' }).click();
    await guest.getByRole('heading', { name: 'Règles du port' }).waitFor();
    await assertAccessible(guest);
    await terms.getByRole('textbox').fill('');
    await terms.getByRole('button', { name: 'Enregistrer' }).click();
    await foot.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Annonce', exact: true }).click();
    const mail = page.getByRole('region', { name: 'Courriel collectif' });
    await mail.getByRole('textbox', { name: 'Objet' }).fill('Fermé');
    await mail.getByRole('textbox', { name: 'Texte' }).fill('Dimanche.');
    await mail.getByRole('button', { name: 'Envoyer…' }).click();
    await page.getByRole('button', { name: /^Envoyer à \d+ personnes$/ }).waitFor();
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  });

  it('shows the tab of the open page on a phone', async (context) => {
    const page = await world.visit(context, { as: 'root', width: 390 });
    await page.goto('/admin/banner');
    await page.getByRole('region', { name: 'Mass e-mail' }).waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Closed at noon: https://status.example.org/.');
    await page.getByRole('spinbutton', { name: /^day/ }).click();
    await page.keyboard.type('311220990930');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove' }).waitFor();
    assert.match(String(at(await read('/banner', 'root'), 'expiration_date')), /^2099-12-31T09:30/);
    const anybody = await world.visit(context, { appearance: 'dark' });
    await anybody.goto('/');
    const link = anybody.getByRole('region', { name: 'Announcement' }).getByRole('link');
    assert.equal(await link.getAttribute('href'), 'https://status.example.org/');
    await assertAccessible(anybody);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' });
    await page.getByRole('spinbutton', { name: /^day/ }).getByText('dd').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Site administration' });
    const box = await tabs.getByRole('link', { name: 'Announcement', exact: true }).boundingBox();
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
    await page.goto('/admin/accounts/102');
    await tabs.locator('[aria-current=page]').getByText('Accounts').waitFor();
    assert.equal(await tabs.locator('[aria-current=page]').count(), 1);
  });
});
