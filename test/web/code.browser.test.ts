// Engine: SQLite alone
// Code in the browser: repositories, files, who wrote them, commits, what they changed, comparisons, branches.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { skipGit } from '../support/git-client.ts';
import { pushSampleCode } from '../support/sample-code.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

const pictures = process.env['TEPAL_PICTURES'];

describe('code', { skip: skipGit }, () => {
  let world: World;
  let head: string;
  before(async () => {
    world = await openWorld();
    const code = await pushSampleCode(world.app);
    head = (await code.git('rev-parse', 'main')).trim();
  });
  after(() => world.close());

  it('is found, read, followed through its history and compared', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const look = async (name: string): Promise<void> => {
      await assertAccessible(page);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
    };
    await page.goto('/projects/meadow-scrum');
    await page.getByRole('navigation').getByRole('link', { name: 'Git' }).first().click();
    await page.getByRole('list', { name: 'Repositories' }).getByRole('link', { name: /web/ }).click();
    await page.getByRole('heading', { name: 'Web', exact: true }).waitFor();
    await page.getByRole('row', { name: /src.*Serve, see art #17/ }).waitFor();
    const width = (): Promise<number> => page.evaluate<number>(`document.querySelector('img[alt=Logo]').naturalWidth`);
    await until(async () => (await width()) === 1);
    await look('files');
    // A file by some letters of its path.
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('combobox').fill('sman');
    await page.getByRole('option', { name: 'src/main.ts' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.hljs-keyword', { hasText: 'export' }).first().waitFor();
    await page.getByRole('link', { name: 'Line 4', exact: true }).click();
    await page.getByRole('link', { name: 'Line 5', exact: true }).click({ modifiers: ['Shift'] });
    assert.match(page.url(), /#L4-L5$/);
    await page.reload();
    await page.locator('tr[data-marked=true]').nth(1).waitFor();
    await look('file');
    await page.locator('h1').click();
    await page.keyboard.press('b');
    await page.getByRole('cell', { name: /Begin/ }).first().waitFor();
    await look('blame');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Commits that changed src/main.ts').waitFor();
    await page.getByRole('button', { name: 'All files' }).click();
    await page.getByRole('link', { name: 'art #17', exact: true }).waitFor();
    await look('commits');
    await page.getByRole('textbox', { name: 'In the message' }).fill('serve');
    await page.waitForURL(/message=serve/);
    await page.getByRole('link', { name: 'Serve, see art #17' }).click();
    await page.getByText('1 file changed').waitFor();
    await look('commit');
    await page.getByRole('link', { name: 'Branches', exact: true }).click();
    await page.getByRole('link', { name: '1 ahead, 1 behind' }).click();
    await page.locator('mark', { hasText: 'Green' }).waitFor();
    await look('compare');
    await page.getByRole('button', { name: 'In two columns' }).click();
    await page.locator('mark', { hasText: 'Green' }).waitFor();
    await look('compare-split');
    await page.getByRole('button', { name: 'In one column' }).click();
  });

  it('is where references and other installations say, and on a phone in French', async (context) => {
    const page = await world.visit(context, {
      as: 'bruno',
      locale: 'fr-FR',
      width: 390,
      appearance: 'dark',
      expected: /404/,
    });
    await page.goto('/plugins/git/meadow-scrum/web?a=blob&hb=topic&f=src%2Fmain.ts');
    await page.locator('.hljs-string', { hasText: 'Green Meadow' }).waitFor();
    assert.match(page.url(), /\/repositories\/1\?/);
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone-file.png` });
    await page.goto(`/goto?key=git&val=web%2F${head}&group_id=101`);
    await page.getByText('1 fichier modifié').waitFor();
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone-commit.png` });
    await page.goto('/repositories/1?ref=nowhere');
    await page.getByText('Il n’y a pas de « nowhere »').waitFor();
  });

  it('is administered: rights, protected branches, merging, another name, deleted and had again', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const look = async (name: string): Promise<void> => {
      await assertAccessible(page);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    };
    await page.goto('/repositories/1');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const merging = page.getByRole('form', { name: 'Merging' });
    await merging.getByText('These are the rules of the project').waitFor();
    await merging.getByText('Make one commit').click();
    await merging.getByRole('button', { name: 'Save' }).click();
    await merging.getByRole('button', { name: 'Go by the rules of the project' }).waitFor();
    // Those of the project are one page for all repositories without rules of their own.
    await merging.getByRole('link', { name: 'Merging in this project' }).click();
    await page.getByRole('heading', { name: 'Merging in this project', level: 1 }).waitFor();
    await page.getByText('Nobody said anything yet').waitFor();
    await merging.getByText('Move the branch on').click();
    await merging.getByRole('button', { name: 'Save' }).click();
    await merging.getByRole('button', { name: 'Take these rules back' }).waitFor();
    const ofProject = await world.app.call('/api/projects/101/merge_rules', { as: 'ana' });
    assert.deepEqual(at(ofProject.json, 'methods'), ['merge', 'fast-forward']);
    await look('project-merging');
    await merging.getByRole('button', { name: 'Take these rules back' }).click();
    await page.getByText('Nobody said anything yet').waitFor();
    await page.getByRole('link', { name: 'Repositories' }).last().click();
    await page.getByRole('link', { name: 'Merging', exact: true }).waitFor();
    await page.goto('/repositories/1/settings');
    const rights = page.getByRole('form', { name: 'Rights' });
    await rights.getByRole('button', { name: 'Protect more' }).click();
    await rights.getByRole('textbox', { name: /Pattern/ }).fill('refs/heads/main');
    await rights.getByRole('button', { name: 'Save' }).click();
    await rights.getByRole('region', { name: 'refs/heads/main' }).waitFor();
    await look('repository-settings');
    const rules = await world.app.call('/api/git/1/permissions', { as: 'ana' });
    assert.equal(at(rules.json, 'patterns.0.pattern'), 'refs/heads/main');
    const general = page.getByRole('form', { name: 'General' });
    await general.getByRole('textbox', { name: 'Name' }).fill('apps/web');
    await general.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'apps/web', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Delete the repository' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete apps/web?' });
    await asked.getByRole('button', { name: 'Delete the repository' }).click();
    const deleted = page.getByRole('region', { name: 'Deleted repositories' });
    await deleted.getByText('apps/web').waitFor();
    await look('repositories-deleted');
    await deleted.getByRole('button', { name: 'Have it again' }).click();
    await page.getByRole('link', { name: /apps\/web/ }).click();
    await page.getByRole('link', { name: 'Branches', exact: true }).click();
    await world.app.call('/api/git/1/branches', {
      method: 'POST',
      as: 'bruno',
      body: { branch_name: 'old', reference: 'main' },
    });
    await world.app.call('/api/git/1/permissions', {
      method: 'PUT',
      as: 'ana',
      body: { read: [{ id: '1' }], write: [{ id: '101_3' }], rewind: [{ id: '101_3' }] },
    });
    const member = await world.visit(context, { as: 'bruno', expected: /403/ });
    await member.goto('/repositories/1/branches');
    await member.getByRole('button', { name: 'Delete old' }).click();
    await member.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await member.getByRole('link', { name: 'old', exact: true }).waitFor({ state: 'detached' });
    assert.equal(await member.getByRole('link', { name: 'Settings', exact: true }).count(), 0);
    await member.goto('/repositories/1/settings');
    await member.getByText('Administrators of the project see and change these settings').waitFor();
    await member.goto('/projects/meadow-scrum/repositories/merging');
    await member.getByText('Administrators of the project see and change these settings').waitFor();
  });
});
