// Tier: first
// From an empty folder to the first artifact: the server is started, everything else happens in the browser.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { assertAccessible, openVisits } from '../journey.ts';
import { startEmptySite } from './empty-site.ts';
import type { EmptySite } from './empty-site.ts';

let site: EmptySite;
before(async () => {
  site = await startEmptySite();
});
after(() => site.close());

it('leads from an empty folder to the first artifact', async (context) => {
  const { base, code, folder } = site;
  const { visit, close } = await openVisits(base, () => Promise.reject(new Error('there are no accounts')));
  context.after(close);
  const page = await visit(context, { width: 390, expected: /400|401|403/ });
  await page.goto('/projects');
  await page.getByRole('heading', { name: 'Set up this site' }).waitFor();
  await page.getByRole('textbox', { name: 'Setup code' }).fill('AAAA-AAAA-AAAA-AAAA');
  await page
    .getByRole('textbox', { name: 'Your name' })
    .or(page.getByRole('textbox', { name: 'Name', exact: true }))
    .fill('Ada');
  await page.getByRole('textbox', { name: /mail/ }).fill('ada@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  const make = page.getByRole('button', { name: 'Create administrator' });
  await page.getByText('Select “Continue without HTTPS for now (required at this address)” first.').waitFor();
  assert.ok(await make.isDisabled());
  await page
    .getByRole('checkbox', { name: 'Continue without HTTPS for now (required at this address)' })
    .check({ force: true });
  await page.getByText('Select “Allow this site').waitFor({ state: 'detached' });
  await assertAccessible(page);
  await make.click();
  await page.getByText('Wrong code').waitFor();
  await page.getByRole('textbox', { name: 'Setup code' }).fill(code);
  await make.click();

  await page.getByRole('textbox', { name: 'Site name' }).fill('The Forge');
  assert.equal(await page.getByRole('textbox', { name: 'Address' }).inputValue(), base);
  await page.getByText('Signed-in users', { exact: true }).click();
  await page.getByText('Site administrators create each account.').click();
  await page.getByText('People create their own account.').click();
  await page.getByText('An administrator approves new accounts').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByText('Use a mail server').click();
  await page.getByRole('textbox', { name: 'Port' }).fill('none');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page
    .getByRole('alert')
    .getByText(/mail_smtp_port/)
    .waitFor();
  await page.getByRole('textbox', { name: 'Port' }).fill('2525');
  await page.getByRole('button', { name: 'Save and continue' }).click();

  await page.getByRole('link', { name: 'New project' }).waitFor();
  const settings = await page.evaluate<string>("fetch('/api/admin/settings').then((answer) => answer.text())");
  assert.match(settings, /"name":"sys_use_user_registration"[^}]*"value":"1"/);
  assert.match(settings, /"name":"invitations_per_day"[^}]*"value":"20"/);
  await assertAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Create sample project' }).click();
  await page.waitForURL(/\/projects\/meadow-scrum$/);
  const read = (path: string): Promise<string> =>
    page.evaluate<string>(`fetch('/api/projects/${path}').then((answer) => answer.text())`);
  assert.match(await read('101/milestones'), /Meadow 1\.0/);
  assert.match(await read('../accounts?words=bruno'), /"status":"S"/, 'invented people do not sign in');
  assert.match(await page.title(), /The Forge/);
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: 'New task' }).click();
  await page.waitForURL(/trackers.\d+.new/);
  await page.getByRole('textbox', { name: /^Title/ }).fill('The first one');
  await page
    .getByRole('button', { name: /^(Create|Submit)/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'The first one' }).waitFor();

  await page.goto('/');
  const checklist = page.getByRole('region', { name: /^Get started/ });
  await checklist.getByText('2 of 5 done').waitFor();
  await assertAccessible(page);
  assert.equal(await checklist.getByRole('link', { name: 'Add people' }).getAttribute('href'), '/admin/accounts');
  await checklist.getByRole('link', { name: 'Set up backups' }).click();
  await page.waitForURL(/\/admin\/backups/);
  await page.goto('/');
  await checklist.getByRole('button', { name: 'Dismiss' }).click();
  await checklist.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: /^Recently viewed/ }).waitFor();
  assert.equal(await checklist.count(), 0);

  // What comes from elsewhere comes as an archive.
  await page.goto('/projects/meadow-scrum/administration/archive');
  await page.getByRole('button', { name: 'Export archive' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^meadow-scrum-\d+\.zip$/ }).click(),
  ]);
  const archive = join(folder, 'garden.zip');
  await download.saveAs(archive);
  await page.goto('/first-start?step=project');
  await page.getByRole('link', { name: 'Import an archive' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file' }).click(),
  ]);
  await chooser.setFiles(archive);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Garden');
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('link', { name: 'Open project' }).click();
  await page.waitForURL(/\/projects\/garden$/);
  assert.match(await read('102/milestones'), /Meadow 1\.0/);

  // Nobody else can do it again.
  await page.context().clearCookies();
  await page.goto('/first-start');
  await page.getByRole('heading', { name: 'This site is already set up' }).waitFor();
});
