// Administration of a project and of the site: facts after a preview, members, groups, accounts, settings.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

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
  it('opens the project to restricted people after the preview, and they see it', async (context) => {
    const { app } = world;
    const rita = await app.addUser('rita');
    const change = async (path: string, body: unknown): Promise<void> => {
      const { status, text } = await app.call(`/api${path}`, { method: 'PATCH', as: 'root', body });
      assert.equal(status, 200, text);
    };
    const set = (name: string, value: string): Promise<void> =>
      change('/admin/settings', { settings: [{ name, value }] });
    await set('access_mode', 'restricted');
    await set('super_public_projects', 'meadow-scrum');
    await change(`/users/${rita}`, { values: { status: 'R' } });
    const ask = async (): Promise<number> => (await app.call('/api/projects/101', { as: 'rita' })).status;
    assert.equal(await ask(), 403);
    const page = await world.visit(context, { as: 'ana', appearance: 'dark', width: 390 });
    await page.goto('/projects/meadow-scrum/administration');
    await page.getByText('Public, with restricted accounts').click();
    await page
      .getByRole('table', { name: 'Visibility' })
      .getByRole('row', { name: /[Rr]estricted/ })
      .getByText('gains access')
      .first()
      .waitFor();
    assert.equal(await ask(), 403);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    assert.equal(await ask(), 200);
    await set('access_mode', 'anonymous');
  });
});

describe('the people of a project', () => {
  it('have roles, of which each says what it may do, and a member becomes a guest once that is confirmed', async (context) => {
    await world.app.addUser('gwen');
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects/harbor-kanban/administration/members');
    const members = page.getByRole('region', { name: 'Members' });
    const add = async (name: string, role: string): Promise<void> => {
      await members.getByRole('combobox', { name: 'Add people' }).fill(name);
      await page.getByRole('option', { name: new RegExp(name) }).click();
      await members.getByRole('button', { name: /Role$/ }).click();
      await page.getByRole('option', { name: role }).click();
      await members.getByRole('button', { name: 'Add', exact: true }).click();
      await members.getByRole('button', { name: new RegExp(`^${role} Role of .*${name}`) }).waitFor();
    };
    await page
      .getByRole('list', { name: 'Roles' })
      .getByText('sees and does there what registered users can')
      .waitFor();
    await add('gwen', 'Guest');
    assert.deepEqual(at(await read('/projects/102/members?role=guest', 'ana'), '0.user.username'), 'gwen');
    assert.equal(await members.getByRole('button', { name: /^When .*gwen/ }).count(), 0, 'guests have no last day');
    const role = members.getByRole('button', { name: /Role of .*emre/i });
    await role.click();
    await page.getByRole('option', { name: 'Guest' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('lose the permissions of members').waitFor();
    await assertAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(at(await read('/projects/102/members?role=guest', 'ana'), '1'), undefined);
    await role.click();
    await page.getByRole('option', { name: 'Guest' }).click();
    await dialog.getByRole('button', { name: 'Make guest' }).click();
    await members.getByRole('button', { name: /^Guest Role of .*emre/i }).waitFor();
    await members.getByRole('button', { name: /Role of .*emre/i }).click();
    await page.getByRole('option', { name: 'Member' }).click();
    await members.getByRole('button', { name: /^Member Role of .*emre/i }).waitFor();
  });
});

describe('the administration of the site', () => {
  it('sets what counts after a restart, and restarts the server once that is confirmed', async (context) => {
    const { app } = world;
    let restarts = 0;
    app.app.features.restarts.offer({ check: () => {}, restart: () => (restarts += 1) });
    const page = await world.visit(context, { as: 'root' });
    await page.goto('/admin/settings?q=request_wait_limit');
    await page.getByRole('textbox', { name: /Maximum wait of a request in the queue/ }).fill('600');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It applies after the next restart.').waitFor();
    await page.getByText('Applies after the next restart. Current value: 500').waitFor();
    await page.getByText('1 changed setting applies after a restart.').waitFor();
    await page.getByRole('button', { name: 'Restart now' }).click();
    await assertAccessible(page);
    const dialog = page.getByRole('dialog', { name: 'Restart the server' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(restarts, 0);
    await page.getByRole('button', { name: 'Restart now' }).click();
    await dialog.getByRole('button', { name: 'Restart', exact: true }).click();
    await page.getByText('The server is restarting').waitFor();
    assert.equal(restarts, 1);
    const body = { settings: [{ name: 'request_wait_limit', value: null }] };
    await app.call('/api/admin/settings', { method: 'PATCH', as: 'root', body });
    await page.getByText('The server is restarting').waitFor({ state: 'detached' });
    await page.goto('/admin/settings?q=sys_max_size_upload');
    const size = page.getByRole('textbox', { name: 'Maximum size of an attachment' });
    assert.equal(await size.inputValue(), '64');
    await size.fill('2');
    await page.getByRole('button', { name: /Unit: Maximum size of an attachment/ }).click();
    await page.getByRole('option', { name: 'GiB' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    const { json } = await app.call('/api/admin/settings', { as: 'root' });
    const stored = listAt(json, 'settings').find((one) => at(one, 'name') === 'sys_max_size_upload');
    assert.equal(at(stored, 'value'), '2147483648');
    await page.goto('/admin/settings?q=database_url');
    await page.getByText('Set it in the configuration file on the server, then restart the server.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0);
  });

  it('shows how the server is, tries its settings, backs it up, and brings an erased project back', async (context) => {
    await world.app.app.features.measures.note();
    const page = await world.visit(context, { as: 'root', expected: /409/ });
    await page.goto('/admin/server');
    await page
      .getByRole('region', { name: 'Health' })
      .getByText(/the API is available over plain HTTP/)
      .waitFor();
    await page.getByRole('img', { name: /^Memory: .* now/ }).waitFor();
    await page.getByText('0 events behind').first().waitFor();
    await page.getByText('E-mails to users').waitFor();
    await page
      .getByRole('region', { name: 'Log' })
      .getByText(/standard error/)
      .waitFor();
    await assertAccessible(page);

    await page.goto('/admin/work');
    const events = page.getByRole('region', { name: 'Recent artifact events' }).first();
    await events.getByRole('cell', { name: 'Imported artifacts' }).first().waitFor();
    await events.getByRole('link', { name: /#\d+$/ }).first().waitFor();
    assert.equal(await events.getByText('Anonymous user').count(), 0);
    const index = page.getByRole('region', { name: 'Search index' });
    await index.getByText('complete', { exact: true }).waitFor();
    await index.getByRole('button', { name: 'Rebuild…' }).click();
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Empty and rebuild' }).click();
    await page.getByText('The search index is being rebuilt').waitFor();
    await index.getByText('complete', { exact: true }).waitFor();

    await page.goto('/projects/meadow-scrum/administration');
    const storage = page.getByRole('region', { name: 'Storage' });
    await storage
      .getByText(/no limit/)
      .first()
      .waitFor();
    await storage.getByRole('textbox', { name: 'Quota of attachments, in MiB' }).fill('much');
    await storage.getByText('A number of MiB, such as 500.').waitFor();
    await storage.getByRole('textbox', { name: 'Quota of attachments, in MiB' }).fill('2,5');
    await storage.getByRole('button', { name: 'Save' }).click();
    await storage.getByRole('meter', { name: 'Attachments' }).waitFor();
    await storage.getByText(/of 2.5 MiB/).waitFor();
    await assertAccessible(page);
    await page.goto('/admin/storage');
    const all = page.getByRole('region', { name: 'Storage' });
    await all.getByText(/of 2.5 MiB/).waitFor();
    await all.getByRole('link', { name: 'Meadow' }).first().waitFor();
    await assertAccessible(page);
    await page.goto('/admin/server');

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Send an e-mail' }).click();
    await page.getByText(/A mail to root@example.org was written to a file/).waitFor();
    // By key: what is drawn above it moves a pointer's target.
    await page.getByRole('button', { name: 'Store, read and remove some bytes' }).press('Enter');
    await page.getByText(/1024 bytes were written, read and deleted/).waitFor();
    await assertAccessible(page);

    await page.getByRole('link', { name: 'Backups' }).click();
    await page.getByRole('button', { name: 'Start a backup' }).click();
    await page.getByText('verified').waitFor();

    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    const harbor = page.getByRole('row', { name: /Harbor/ });
    const list = async (status: string): Promise<void> => {
      await page.getByRole('button', { name: 'Status' }).click();
      await page.getByRole('option', { name: status }).click();
    };
    const end = async (action: string, text: RegExp): Promise<void> => {
      await harbor.getByRole('button', { name: action }).click();
      await page.getByRole('dialog').getByText(text).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: action }).click();
      await harbor.waitFor({ state: 'detached' });
    };
    const reopen = async (): Promise<void> => {
      await harbor.getByRole('button', { name: 'Reopen' }).click();
      await harbor.waitFor({ state: 'detached' });
      assert.equal(at(await read('/projects/102', 'ana'), 'status'), 'active');
    };
    await list('Active');
    await page.getByRole('row', { name: /Meadow/ }).waitFor();
    await page.getByRole('textbox', { name: /short name/ }).fill('harbor kanban');
    await page.getByRole('row', { name: /Meadow/ }).waitFor({ state: 'detached' });
    await end('Suspend', /Members see that it is suspended/);
    const member = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /40[34]/ });
    await member.goto('/projects/harbor-kanban');
    await member.getByText('ce projet est suspendu').waitFor();
    await assertAccessible(member);
    await list('Suspended');
    await harbor.getByRole('link', { name: /Harbor/ }).click();
    await page
      .getByRole('heading', { name: /Harbor/ })
      .first()
      .waitFor();
    await page.goto('/admin/projects?status=suspended');
    await reopen();
    await list('Active');
    await end('Mark as deleted', /Nothing is removed: “Reopen”/);
    await list('Deleted');
    await reopen();
    await list('Active');
    await end('Mark as deleted', /Nothing is removed: “Reopen”/);
    await list('Deleted');
    await harbor.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Backups' }).click();
    await page.getByRole('button', { name: 'Restore' }).click();
    await assertAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('region', { name: 'Erased projects' }).first().getByText('done').waitFor();
    await page.getByRole('button', { name: 'Restore' }).waitFor({ state: 'detached' });
    await page.goto('/projects/harbor-kanban');
    await page
      .getByRole('heading', { name: /Harbor/ })
      .first()
      .waitFor();
  });

  it('has the pages of accounts, and no others, for who manages accounts alone', async (context) => {
    await world.app.addUser('clerk');
    await world.app.addUser('temp');
    await world.app.app.features.people.grantDelegation('user-management', 'clerk');
    const page = await world.visit(context, { as: 'clerk' });
    await page.goto('/admin');
    await page.getByRole('link', { name: /temp/ }).first().click();
    await page
      .getByRole('heading', { name: 'Signed in', exact: false })
      .or(page.getByText('All accounts'))
      .first()
      .waitFor();
    assert.equal(await page.getByRole('link', { name: 'Settings', exact: true }).count(), 0);
    assert.equal(await page.getByRole('heading', { name: 'Sign-ins' }).count(), 0);
    await assertAccessible(page);
    await page.goto('/admin/settings');
    await page.getByRole('heading', { name: 'Site administration' }).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
  });

  it('is closed to everybody else', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390 });
    await page.goto('/admin/settings');
    await page.getByRole('heading', { name: 'Site administration' }).waitFor();
    assert.equal(await page.getByRole('textbox').count(), 0);
  });
});
