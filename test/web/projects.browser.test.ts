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
    await page.getByRole('button', { name: 'Show the sidebar' }).click();
    await side.waitFor();
    await page.getByRole('link', { name: 'New request' }).first().waitFor();
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
    await page.getByText('this project is waiting for approval').waitFor();
    await assertAccessible(page);
    const root = await world.visit(context, { as: 'root' });
    await root.goto('/admin/projects?status=pending');
    const asked = root.getByRole('row', { name: /Bare jetty.*Bruno/ });
    await asked.getByRole('button', { name: 'Reject' }).click();
    await root.getByRole('button', { name: 'Reject' }).and(root.locator(':disabled')).waitFor();
    await assertAccessible(root);
    await root.keyboard.press('Escape');
    await asked.getByRole('button', { name: 'Approve' }).click();
    await root.getByRole('textbox', { name: 'Message (optional)' }).fill('Welcome aboard');
    await root.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await asked.waitFor({ state: 'detached' });
    const mails = await world.app.call('/api/outbox_mails?limit=50', { as: 'root' });
    assert.match(JSON.stringify(mails.json), /The project Bare jetty was approved/);
    await page.goto('/projects/bare-jetty/overview');
    await page.getByRole('main').getByRole('link', { name: 'New tracker' }).click();
    await page.waitForURL('**/projects/bare-jetty/trackers/new');
    // What is half filled in is there again, until somebody gives it up.
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Planks');
    await page.getByRole('textbox', { name: 'Description' }).fill('What is to be mended');
    await page.getByText('Only a title').click();
    await page.reload();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await page.getByRole('radio', { name: /^Blank/, checked: true }).waitFor();
    assert.equal(await name.inputValue(), 'Planks');
    assert.equal(await page.getByRole('textbox', { name: 'Description' }).inputValue(), 'What is to be mended');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL('**/projects/bare-jetty/trackers');
    await page.goto('/projects/bare-jetty/trackers/new');
    await name.waitFor();
    assert.equal(await name.inputValue(), '');
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
});
