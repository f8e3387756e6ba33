// Tier: first, with "are found by words"
// Tier: first, with "are made from a template"
// Projects: the list and its filters, a home with its side bar, making one, what is closed.
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { ZipFile } from 'yazl';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { exportFrom } from '../support/archive-world.ts';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

/** Opens the browser's own dialog by a button, and chooses a file in it. */
async function choose(page: Page, button: Locator, path: string): Promise<void> {
  const opening = page.waitForEvent('filechooser');
  await button.click();
  await (await opening).setFiles(path);
}

/** Nobody has a permission on two fields of its tracker. */
const archiveWithClosedFields = `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="closed" full-name="Closed" description="" access="public"><long-description/><services/>
<trackers><tracker id="T1" parent_id="0"><name>Bugs</name><item_name>bug</item_name><description/><color>inca-silver</color>
<cannedResponses/><formElements>
<formElement type="string" ID="F1" rank="1"><name>cc</name><label>Copy</label></formElement>
<formElement type="string" ID="F2" rank="2"><name>type</name><label>Type</label></formElement>
</formElements></tracker></trackers></project>`;

let world: World;
let runner: JobRunner;
before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n");
  const { database, logger, features } = world.app.app;
  runner = createJobRunner({
    database,
    clock: { nowMs: () => Date.now() },
    logger,
    handlers: features.jobHandlers.filter(({ name }) => name === 'project-from-archive'),
    schedules: [],
  });
  runner.start();
  await world.app.app.features.projects.change('harbor-kanban', { access: 'private' });
});
after(async () => {
  await runner.stop(0);
  await world.close();
});

describe('projects', () => {
  it('are found by words and filters that stand in the address', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/projects');
    await page.getByText('2 projects').waitFor();
    await assertAccessible(page);
    const words = page.getByRole('textbox', { name: 'Find by name' });
    await words.press('w');
    await page.waitForURL('**/projects?q=w');
    await page.getByText('1 project', { exact: true }).waitFor();
    await page.keyboard.type('eekx');
    await page.waitForURL('**/projects?q=weekx');
    await page.getByRole('button', { name: 'Show all projects' }).click();
    await page.getByText('2 projects').waitFor();
    assert.equal(await words.inputValue(), '');
    await words.fill('bank');
    await page.getByText('1 project', { exact: true }).waitFor();
    await page.waitForURL('**/projects?q=bank');
    await page.goto('/projects?filter=private&category=%22');
    await page.getByRole('link', { name: /Harbor/ }).click();
    const side = page.getByRole('navigation', { name: 'Project', exact: true });
    await side.getByText('Private').waitFor();
    await side.getByRole('link', { name: 'Requests', exact: true }).waitFor();
    await page.keyboard.press('[');
    await side.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Harbor office' }).waitFor();
    assert.equal(await side.count(), 0, 'the hidden side bar is remembered');
    await page.getByRole('button', { name: 'Show the side bar' }).click();
    await side.waitFor();
    await page.getByRole('link', { name: 'New in Requests' }).first().waitFor();
    await page.getByRole('region', { name: 'Harbor board' }).getByRole('region', { name: /To do/ }).waitFor();
    await side.getByRole('link', { name: 'Overview' }).click();
    await page.waitForURL('**/projects/harbor-kanban/overview');
    await side.locator('[aria-current]', { hasText: 'Overview' }).waitFor();
    assert.equal(await side.locator('[aria-current]').count(), 1, 'one link says that it is the page');
    await page.goto('/projects/102/overview');
    await page.waitForURL('**/projects/harbor-kanban/overview');
    await page.getByRole('heading', { name: /Harbor/, level: 1 }).waitFor();
    await assertAccessible(page);
  });

  it('are made from a template, after what is wrong was told', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /400/ });
    await page.goto('/projects/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbor Kanban');
    await page.getByText('This name is already taken by a project or an account.').waitFor();
    await assertAccessible(page);
    await page.reload();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    assert.equal(await name.inputValue(), 'Harbor Kanban', 'what was typed is kept');
    await name.fill('Jetty repairs');
    await page.getByText('Choose a template.').waitFor();
    await page.getByText('Kanban', { exact: true }).click();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: /waits for approval/ }).waitFor();
  });

  it('tell their members that they wait, and lead from nothing to a first tracker', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /40[03]/ });
    await page.goto('/projects/new');
    await page.getByText('Blank', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Bare jetty');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('heading', { name: /waits for approval/ }).waitFor();
    await page.goto('/projects/bare-jetty');
    await page.getByText('this project waits for the approval').waitFor();
    await assertAccessible(page);
    const root = await world.visit(context, { as: 'root' });
    await root.goto('/admin/projects?status=pending');
    const asked = root.getByRole('row', { name: /Bare jetty.*Bruno/ });
    await asked.getByRole('button', { name: 'Refuse' }).click();
    await root.getByRole('button', { name: 'Refuse' }).and(root.locator(':disabled')).waitFor();
    await assertAccessible(root);
    await root.keyboard.press('Escape');
    await asked.getByRole('button', { name: 'Approve' }).click();
    await root.getByRole('textbox', { name: 'Message (optional)' }).fill('Welcome aboard');
    await root.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await asked.waitFor({ state: 'detached' });
    const mails = await world.app.call('/api/outbox_mails?limit=50', { as: 'root' });
    assert.match(JSON.stringify(mails.json), /The project Bare jetty is approved/);
    await page.goto('/projects/bare-jetty/overview');
    await page.getByRole('main').getByRole('link', { name: 'New tracker' }).click();
    await page.waitForURL('**/projects/bare-jetty/trackers/new');
    // What is half filled in is there again, until somebody starts over.
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Planks');
    await page.getByRole('textbox', { name: 'Description' }).fill('What is to be mended');
    await page.getByText('A title alone').click();
    await page.reload();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByRole('radio', { name: /^Nothing/, checked: true }).waitFor();
    assert.equal(await name.inputValue(), 'Planks');
    assert.equal(await page.getByRole('textbox', { name: 'Description' }).inputValue(), 'What is to be mended');
    await page.getByRole('button', { name: 'Start over' }).click();
    await page.getByRole('radio', { name: /^Nothing/, checked: false }).waitFor();
    await page.reload();
    await name.waitFor();
    assert.equal(await name.inputValue(), '');
  });

  it('lead to no service that is off, say which these are, and answer at the addresses of its pages', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const side = page.getByRole('navigation', { name: 'Project' });
    const news = page.getByRole('menu', { name: 'Create' });
    /** A tracker is kept as a recent one once its project is known, which is after its heading is shown. */
    const open = async (id: number, label: string): Promise<void> => {
      const readKept = (): Promise<unknown> =>
        page.evaluate(
          "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('tepal.sealed.')))",
        );
      await page.goto('/');
      const before = await readKept();
      await page.goto(`/trackers/${id}`);
      await page.getByRole('heading', { level: 1, name: label }).waitFor();
      await until(async () => (await readKept()) !== before);
    };
    await open(6, 'Requests');
    await open(4, 'Tasks');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Assigned to you' }).waitFor();
    await page.keyboard.press('c');
    await news.getByRole('menuitem', { name: 'Tasks' }).waitFor();
    await page.goto('/projects/meadow-scrum/administration/services');
    for (const name of ['Trackers', 'Backlog']) {
      const box = page.getByRole('checkbox', { name, exact: true });
      await box.and(page.getByRole('checkbox', { disabled: false })).press('Space');
      await page.getByRole('checkbox', { name, exact: true, checked: false, disabled: false }).waitFor();
    }
    await side.getByRole('heading', { name: 'Trackers' }).waitFor({ state: 'detached' });
    await side.getByRole('heading', { name: 'Planning' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('backlog');
    await page
      .getByRole('menuitem', { name: /backlog/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('menuitem', { name: /^Backlog/ }).count(), 0);
    await page.keyboard.press('Escape');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Assigned to you' }).waitFor();
    await page.keyboard.press('c');
    await news.getByRole('menuitem', { name: 'Requests' }).waitFor();
    await news.getByRole('menuitem', { name: 'Tasks' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    const bruno = await world.visit(context, { as: 'bruno', width: 390, appearance: 'dark' });
    await bruno.goto('/projects/meadow-scrum/overview');
    await bruno.getByText('Disabled in this project: Trackers, Backlog').waitFor();
    assert.equal(await bruno.getByRole('heading', { name: 'Trackers' }).count(), 0);
    await assertAccessible(bruno);
    await bruno.goto('/projects/meadow-scrum/backlog');
    await bruno.getByRole('heading', { level: 1 }).waitFor();

    await page.goto('/projects/meadow-scrum/administration/services');
    for (const name of ['Trackers', 'Backlog']) {
      await page.getByRole('checkbox', { name, exact: true, checked: false, disabled: false }).press('Space');
      await page.getByRole('checkbox', { name, exact: true, checked: true, disabled: false }).waitFor();
    }
    await side.getByRole('heading', { name: 'Trackers' }).waitFor();
    await side.getByRole('heading', { name: 'Planning' }).waitFor();
  });

  it('that are suspended say so at the addresses of their artifacts', async (context) => {
    const { projects } = world.app.app.features;
    await projects.change('meadow-scrum', { status: 'suspended' });
    const page = await world.visit(context, { as: 'bruno', locale: 'fr-FR', expected: /403/ });
    await page.goto('/artifacts/17');
    await page.getByText('ce projet est suspendu').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: 'Envoyer la demande' }).count(), 0);
    await projects.change('meadow-scrum', { status: 'active' });
  });

  it('are made from an archive, which goes on where it stopped and tells what was left out', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /failed to fetch|ERR_FAILED/ });
    const path = join(await mkdtemp(join(tmpdir(), 'tepal-archive-')), 'meadow.zip');
    context.after(() => rm(dirname(path), { recursive: true }));
    await exportFrom(world.app, 'meadow-scrum', path);
    await page.goto('/projects/new');
    await page.getByText('From an archive', { exact: true }).click();
    await page.getByText('No file chosen').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second meadow');
    const create = page.getByRole('button', { name: 'Create project' });
    assert.ok(await create.isDisabled(), 'an archive has to be chosen');
    await choose(page, page.getByRole('button', { name: 'Choose a file' }), path);
    await page.getByText(/^meadow\.zip, /).waitFor();
    await assertAccessible(page);
    // Nothing of it arrives until the page is left.
    let isLeft = false;
    await page.route('**/uploads/project/file/**', (route) => (isLeft ? route.fallback() : undefined));
    await create.click();
    const uploads = page.getByRole('region', { name: 'Your archives' });
    await uploads.getByText(/You can leave this page/).waitFor();
    isLeft = true;
    await page.reload();
    await uploads.getByText('The upload stopped at 0 %. Choose meadow.zip again to resume it.').waitFor();
    await assertAccessible(page);
    const again = uploads.getByRole('button', { name: 'Choose a file' });
    await choose(page, again, import.meta.filename);
    await uploads.getByText(/This is another file/).waitFor();
    await choose(page, again, path);
    await uploads.getByText('Not imported, and notes (2)').click();
    await uploads.getByText('artifacts: 30').waitFor();
    await uploads.getByText(/A site administrator has to approve it/).waitFor();
    await assertAccessible(page);
    await uploads.getByRole('button', { name: 'Remove from list' }).click();
    await uploads.waitFor({ state: 'detached' });
  });

  it('made from an archive offer to open fields that it gives nobody permissions on', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'tepal-archive-'));
    context.after(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'project.xml'), archiveWithClosedFields);
    const path = join(folder, 'closed.zip');
    const zip = new ZipFile();
    zip.addFile(join(folder, 'project.xml'), 'project.xml');
    zip.addBuffer(Buffer.from('<?xml version="1.0" encoding="UTF-8"?><users/>'), 'users.xml');
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(path));
    const page = await world.visit(context, { as: 'root' });
    await page.goto('/projects/new');
    await page.getByText('From an archive', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Closed fields');
    await choose(page, page.getByRole('button', { name: 'Choose a file' }), path);
    await page.getByRole('button', { name: 'Create project' }).click();
    const fields = page.getByRole('group', { name: 'Fields without permissions' });
    const open = fields.getByRole('button', { name: 'Open fields' });
    await fields.getByText('bug.cc').waitFor();
    assert.ok(await open.isDisabled());
    await assertAccessible(page);
    await fields.getByText('All fields').click();
    assert.equal(await fields.getByRole('checkbox', { checked: true }).count(), 3);
    await fields.getByText('bug.cc').click();
    assert.ok(!(await fields.getByRole('checkbox', { name: 'All fields' }).isChecked()));
    await open.click();
    await fields.getByText('1 field opened').waitFor();
    assert.equal(await fields.getByText('bug.type').count(), 0);
    await fields.getByText('bug.cc').click();
    await open.click();
    await fields.getByText('2 fields opened').waitFor();
    const found = await world.app.call('/api/project_uploads', { as: 'root' });
    const trackers = await world.app.call(`/api/projects/${String(at(found.json, '0.id'))}/trackers`, { as: 'root' });
    const seen = await world.app.call(`/api/trackers/${String(at(trackers.json, '0.id'))}/fields`, { as: 'root' });
    assert.match(seen.text, /"can_read":\[\{"id":"1"/);
  });

  it('lead strangers to the sign-in and back, and say to others what to do', async (context) => {
    const anonymous = await world.visit(context, { expected: /404/ });
    await anonymous.goto('/projects/harbor-kanban');
    await anonymous.waitForURL((url) => url.pathname === '/sign-in' && url.search.includes('harbor-kanban'));
    await world.app.addUser('stig');
    const stig = await world.visit(context, { as: 'stig', width: 390, expected: /404/ });
    await stig.goto('/projects/harbor-kanban');
    await stig.getByRole('heading', { name: 'Page not found or no access' }).waitFor();
    await assertAccessible(stig);
  });

  it('take in who asks, whom their administrators see; nobody learns what is hidden', async (context) => {
    await world.app.addUser('alva', { realName: 'Alva' });
    const alva = await world.visit(context, { as: 'alva', width: 390, appearance: 'dark', expected: /40[34]/ });
    const ask = async (address: string, text: string): Promise<string> => {
      await alva.goto(address);
      const message = alva.getByRole('textbox', { name: 'What you tell them' });
      await message.fill(text);
      await alva.reload();
      assert.equal(await message.inputValue(), text, 'what was typed is kept');
      await alva.keyboard.press('Tab');
      await alva.getByRole('button', { name: 'Send the request' }).click();
      await alva.getByText('nobody has answered yet').waitFor();
      await assertAccessible(alva);
      return (await alva.locator('main').innerText()).replace(/^.*\n|You asked .*;/g, '');
    };
    const hidden = await ask('/projects/harbor-kanban', 'I moor here.');
    assert.equal(hidden, await ask('/projects/no-such-harbor', 'I moor here.'));
    const { json } = await world.app.call('/api/trackers/6/artifacts?limit=1', { as: 'ana' });
    await ask(`/artifacts/${String(at(json, '0.id'))}`, 'It was sent to me.');
    for (const address of [
      '/trackers/6',
      '/trackers/6/new',
      '/kanban/1',
      '/milestones/999999',
      '/repositories/999999',
    ]) {
      await alva.goto(address);
      await alva.getByRole('button', { name: 'Send the request' }).waitFor();
    }
    for (const place of ['backlog', 'repositories', 'trackers', 'program', 'dashboards', 'administration']) {
      await alva.goto(`/projects/harbor-kanban/${place}`);
      await alva.getByText('nobody has answered yet').waitFor();
    }
    await alva.getByRole('button', { name: 'Cancel request' }).press('Enter');
    await alva.getByText('Request cancelled.').waitFor();
    await assertAccessible(alva);
    await ask('/projects/harbor-kanban', 'I do moor here.');

    await alva.goto('/');
    const own = alva.getByRole('region', { name: 'Requests to join' });
    await own.getByRole('link', { name: 'harbor-kanban' }).waitFor();
    assert.equal(await own.getByRole('listitem').count(), 3);
    await assertAccessible(alva);
    await own.getByRole('button', { name: 'Cancel request: no-such-harbor' }).press('Enter');
    await own.getByRole('link', { name: 'no-such-harbor' }).waitFor({ state: 'detached' });
    await own.getByRole('link', { name: /^art #/ }).click();
    await alva.getByText('nobody has answered yet').waitFor();

    const ana = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /400/ });
    await ana.goto('/projects/harbor-kanban/overview');
    const asking = ana.getByRole('region', { name: 'Veulent rejoindre' });
    await asking.getByText('It was sent to me.').waitFor();
    assert.equal(await asking.getByRole('listitem').count(), 1, 'one for each person');
    await assertAccessible(ana);
    await asking.getByRole('button', { name: /^Accepter Alva/ }).press('Enter');
    await ana.getByText(/Alva .* est maintenant membre/).waitFor();
    await asking.waitFor({ state: 'detached' });
    await alva.goto('/projects/harbor-kanban');
    await alva.getByRole('heading', { name: 'Harbor office' }).waitFor();
    await alva.getByRole('navigation', { name: 'Dashboards' }).getByRole('link', { name: 'Overview' }).click();
    await alva.getByRole('button', { name: 'Leave the project' }).press('Enter');
    const leaving = alva.getByRole('dialog', { name: /^Leave .*Harbor/ });
    await leaving.getByText('You will no longer see it.').waitFor();
    await assertAccessible(alva);
    await leaving.getByRole('button', { name: 'Leave the project' }).press('Enter');
    await alva.getByRole('heading', { name: /Hello Alva/ }).waitFor();
    await alva.goto('/projects/harbor-kanban');
    await alva.getByRole('button', { name: 'Send the request' }).waitFor();

    await ana.getByRole('button', { name: 'Quitter le projet' }).press('Enter');
    await ana.getByRole('dialog').getByRole('button', { name: 'Quitter le projet' }).press('Enter');
    await ana
      .getByRole('dialog')
      .getByText(/au moins un administrateur/)
      .waitFor();
  });

  it('that are open can be joined, too, and say when somebody was refused', async (context) => {
    await world.app.addUser('bo', { realName: 'Bo' });
    const bo = await world.visit(context, { as: 'bo' });
    await bo.goto('/projects/meadow-scrum/overview');
    await bo.getByRole('button', { name: 'Send the request' }).click();
    await bo.getByText('nobody has answered yet').waitFor();
    const ana = await world.visit(context, { as: 'ana' });
    await ana.goto('/projects/meadow-scrum#join-requests');
    await ana.waitForURL('**/projects/meadow-scrum/overview#join-requests');
    await ana.getByRole('button', { name: /^Refuse Bo/ }).click();
    await ana.getByText(/was declined and notified/).waitFor();
    await bo.reload();
    await bo.getByText('Your request was not accepted').waitFor();
    await assertAccessible(bo);
  });
});
