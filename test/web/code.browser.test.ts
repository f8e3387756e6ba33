// Tier: first, with "is where references and other installations say"
// Code in the browser: repositories, files, who wrote them, commits, what they changed, comparisons, branches.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at, testPassword } from '../support/harness.ts';
import { skipGit } from '../support/git-client.ts';
import { openStandIn, run, skipSubversion } from '../support/hook-programs.ts';
import { pushSampleCode } from '../support/sample-code.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

const pictures = process.env['TEPAL_PICTURES'];

/** A picture of two points. */
const widerLogo = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGM4ESAiEnACAAg7AllHBMuOAAAAAElFTkSuQmCC';

/** What Git LFS keeps, and what stands for it. */
const largeFile = (() => {
  const body = { frames: 12345 };
  const text = JSON.stringify(body);
  const oid = createHash('sha256').update(text).digest('hex');
  return { body, oid, pointer: `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n` };
})();

/** Texts by names that are hard to write in addresses, pages and command lines. */
const oddFiles = {
  'a&b#c?d%20 é.txt': 'an address\n',
  '<img src=x onerror=alert(1)>.txt': 'a page\n',
  '-rf': 'a flag',
  ':(glob)*.txt': 'a pattern\n',
  'line\nbreak.txt': 'a line\n',
  'bytes.txt': 'nothing\0else\n',
  'long.txt': 'x'.repeat(1_000_001),
};

describe('code', { skip: skipGit }, () => {
  let world: World;
  let head: string;
  before(async () => {
    world = await openWorld();
    const code = await pushSampleCode(world.app);
    head = (await code.git('rev-parse', 'main')).trim();
    await code.git('checkout', '--quiet', '-b', 'large', 'main');
    await code.commit('Film', { 'film.psd': largeFile.pointer });
    await code.push('bruno', 'large');
    await code.git('checkout', '--quiet', '-b', 'cut');
    const longer = largeFile.pointer.replace(/size \d+/, 'size 1500');
    await code.commit('Cut', { 'film.psd': longer, 'logo.png': widerLogo, 'sound.txt': 'none\n' });
    await code.commit('Mix', { 'sound.txt': largeFile.pointer });
    await code.push('bruno', 'cut');
    await code.git('checkout', '--quiet', 'main');
    await code.git('checkout', '--quiet', '-b', 'odd', 'main');
    await code.commit('Odd things', oddFiles);
    await code.push('bruno', 'odd');
    const files = Array.from({ length: 1000 }, (_, index) => [`file-${index}.txt`, 'x\n'] as const);
    await code.git('checkout', '--quiet', '-b', 'wide', 'main');
    await code.commit('Widen', { ...Object.fromEntries(files), 'zoo/ape.txt': 'an ape\n', 'zz.txt': 'the last\n' });
    await code.push('bruno', 'wide');
    await code.git('checkout', '--quiet', '-b', 'strand', 'main~1');
    await code.commit('Spin a strand', { 'strand.txt': 'x\n' });
    await code.git('checkout', '--quiet', '-b', 'woven', 'main');
    await code.git('merge', '--quiet', '--no-ff', '-m', 'Weave it in', 'strand');
    const long = Array.from({ length: 450 }, (_, index) => `line ${index + 1}\n`);
    await code.commit('Write a plan', { 'plan.pdf': '%PDF-1.4\n', 'long.txt': long.join(''), 'empty.txt': '' });
    await code.commit('Change the ends', { 'long.txt': ['first\n', ...long.slice(1, -1), 'last\n'].join('') });
    await code.push('bruno', 'woven');
  });
  after(() => world.close());

  it('is found, read, followed through its history and compared', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    const look = async (name: string): Promise<void> => {
      await assertAccessible(page);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
    };
    await page.goto('/projects/meadow-scrum');
    await page.getByRole('navigation').getByRole('link', { name: 'Git' }).first().click();
    const row = page.getByRole('list', { name: 'Repositories' }).getByRole('listitem').filter({ hasText: 'web' });
    await row.getByText('Registered users', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Copy the HTTP URL of web' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    await look('repositories');
    await row.getByRole('link', { name: /web/ }).click();
    await page.getByRole('heading', { name: 'Web', exact: true }).waitFor();
    await page.getByRole('row', { name: /src.*Serve, see art #17/ }).waitFor();
    const width = (): Promise<number> => page.evaluate<number>(`document.querySelector('img[alt=Logo]').naturalWidth`);
    await until(async () => (await width()) === 1);
    await look('files');
    // What is copied where the page has no HTTPS, for which browsers have no clipboard.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole('button', { name: 'Clone' }).click();
    await page.getByRole('menuitem', { name: /Copy clone command/ }).click();
    await page.getByText('Copied', { exact: true }).first().waitFor();
    await page.keyboard.press('t');
    const found = page.getByRole('dialog').getByRole('combobox');
    await found.press('Control+V');
    await until(async () => /^git clone http.*web\.git$/.test(await found.inputValue()));
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await found.waitFor({ state: 'detached' });
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
    // The lines of this commit, whatever is pushed to the branch.
    await page.locator('h1').click();
    await page.keyboard.press('y');
    await page.waitForURL((url) => url.searchParams.get('ref') === head && url.hash === '#L4-L5');
    await page.getByRole('button', { name: 'Permanent link' }).waitFor({ state: 'detached' });
    await page.locator('tr[data-marked=true]').nth(1).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('b');
    await page.getByRole('cell', { name: /Begin/ }).first().waitFor();
    await look('blame');
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText('Commits that changed src/main.ts').waitFor();
    await page.getByRole('button', { name: 'All files' }).click();
    await page.getByRole('link', { name: 'art #17', exact: true }).waitFor();
    await look('commits');
    // What a commit refers to is shown to who points at it, and to who gets there by keys; it is asked for once.
    const artifact = (await world.app.call('/api/artifacts/17', { as: 'ana' })).json;
    const reference = page.getByRole('link', { name: 'art #17', exact: true });
    const card = page.getByRole('tooltip').filter({ hasText: String(at(artifact, 'title')) });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await reference.hover();
    await card.getByText(String(at(artifact, 'status')), { exact: true }).waitFor();
    await look('reference');
    await page.locator('h1').hover();
    await card.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Serve, see art #17' }).focus();
    await page.keyboard.press('Tab');
    await card.waitFor();
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    assert.equal(asked.filter((url) => url.endsWith('/api/artifacts/17')).length, 1);
    await page.getByRole('textbox', { name: 'Message' }).fill('serve');
    await page.waitForURL(/message=serve/);
    await page.getByRole('link', { name: 'Serve, see art #17' }).click();
    await page.getByText('1 file changed').waitFor();
    await look('commit');
    // A long file is there to be read while who wrote its lines is asked for, once.
    const asks: string[] = [];
    const answer = Promise.withResolvers<undefined>();
    await page.route('**/blame?*', async (request) => {
      asks.push(request.request().url());
      await answer.promise;
      await request.continue();
    });
    await page.goto('/repositories/1?ref=woven&path=long.txt&view=blame#L250');
    await page.getByRole('region', { name: 'long.txt', exact: true }).locator('[aria-busy=true]').waitFor();
    await page.locator('#L250[data-marked=true]').getByText('line 250', { exact: true }).waitFor();
    await look('blame-waiting');
    answer.resolve(undefined);
    const beside = (line: number) => page.locator(`#L${line} td`).first();
    for (const [line, title] of [
      [1, 'Change the ends'],
      [2, 'Write a plan'],
      [450, 'Change the ends'],
    ] as const)
      await beside(line).getByRole('link', { name: title }).waitFor();
    assert.equal(asks.length, 1);
    await page.locator('table[data-waiting=false]').waitFor();
    await beside(250).getByRole('link', { name: 'Write a plan' }).waitFor();
    assert.equal(await page.locator('table').getByRole('link', { name: 'Write a plan' }).count(), 2);
    await look('blame-long');
    // A PDF by the browser's own viewer, or to be saved where it has none.
    await page.goto('/repositories/1?ref=woven&path=plan.pdf');
    const hasViewer = await page.evaluate<boolean>('navigator.pdfViewerEnabled');
    const shown = page.locator('iframe[title="plan.pdf"]');
    await (hasViewer ? shown : page.getByRole('link', { name: 'Download' })).waitFor();
    await page.goto('/repositories/1/commits?ref=woven&message=plan');
    await page.getByRole('link', { name: 'Write a plan' }).click();
    await page.getByRole('region', { name: 'empty.txt' }).getByText('The file is empty.').waitFor();
    // The merge has two lanes below it, and says so to those who do not see them.
    await page.goto('/repositories/1/commits?ref=woven');
    await page.getByRole('listitem').filter({ hasText: 'Spin a strand' }).waitFor();
    const merge = page.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Merge of 2 histories' }) });
    await look('commits-graph');
    await merge.getByRole('link', { name: 'Weave it in' }).click();
    await page.getByText('Parents', { exact: true }).waitFor();
    await page.getByRole('link', { name: head.slice(0, 10) }).click();
    await page.getByRole('heading', { name: 'Serve, see art #17' }).waitFor();
    await page.goto('/repositories/1/commits?ref=woven&message=strand');
    await page.getByRole('link', { name: 'Spin a strand' }).waitFor();
    assert.equal(await page.locator('ol path[data-colour]').count(), 0);
    await page.getByRole('link', { name: 'Branches', exact: true }).click();
    await page.getByRole('button', { name: 'New branch' }).click();
    const making = page.getByRole('dialog', { name: 'New branch' });
    await making.getByRole('textbox', { name: 'Branch name' }).fill('a..b');
    await making.getByRole('button', { name: 'New branch' }).click();
    await making.getByRole('alert').waitFor();
    await making.getByRole('textbox', { name: 'Branch name' }).fill('release');
    await making.getByRole('combobox', { name: 'Start from' }).fill('topic');
    await page.getByRole('option', { name: 'topic' }).click();
    await assertAccessible(page);
    await making.getByRole('button', { name: 'New branch' }).click();
    await making.waitFor({ state: 'detached' });
    const branches = page.getByRole('list', { name: 'Branches' }).getByRole('listitem');
    await branches.filter({ hasText: 'release' }).getByRole('link', { name: '1 ahead, 1 behind' }).waitFor();
    await branches.filter({ hasText: 'topic' }).getByRole('link', { name: '1 ahead, 1 behind' }).click();
    await page.locator('mark', { hasText: 'Green' }).waitFor();
    await look('compare');
    await page.getByRole('button', { name: 'Split' }).click();
    await page.locator('mark', { hasText: 'Green' }).waitFor();
    await look('compare-split');
    await page.getByRole('button', { name: 'Unified' }).click();
  });

  it('shows odd names, binary and very long files as what they are', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /404/ });
    for (const [name, shown] of [
      ['a&b#c?d%20 é.txt', 'an address'],
      ['<img src=x onerror=alert(1)>.txt', 'a page'],
      ['-rf', 'a flag'],
      [':(glob)*.txt', 'a pattern'],
      [/^line\sbreak\.txt$/, 'This file can’t be opened here'],
      ['bytes.txt', 'Binary file'],
      ['long.txt', 'This file is too large to show'],
    ] as const) {
      await page.goto('/repositories/1?ref=odd');
      await page.getByRole('row').getByRole('link', { name, exact: true }).click();
      await page.getByText(shown).waitFor();
    }
    await page.goto('/repositories/1?ref=odd&path=-rf');
    await page.getByText('1 line · 6 bytes').waitFor();
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('combobox').fill('imgonerror');
    await page.getByRole('option', { name: '<img src=x onerror=alert(1)>.txt' }).waitFor();
    await page.goto('/repositories/1/commits?ref=odd');
    await page.getByRole('link', { name: 'Odd things' }).click();
    await page.getByRole('region', { name: '<img src=x onerror=alert(1)>.txt' }).first().waitFor();
    await page.getByText('an address').waitFor();
    await assertAccessible(page);
  });

  it('shows all of a folder of very many entries, and what lies in its last ones', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected: /404/ });
    await page.goto('/repositories/1?ref=wide&path=zz.txt');
    await page.getByText('the last', { exact: true }).waitFor();
    await page.goto('/repositories/1?ref=wide&path=zoo');
    await page.getByRole('row').getByRole('link', { name: 'ape.txt' }).waitFor();
    await page.goto('/repositories/1?ref=wide');
    await page.getByText(/^The first 1,000 of 1,\d{3} entries are shown/).waitFor();
    // By their text: to look for a role among so many takes the browser long.
    await page.locator('button', { hasText: 'Show more' }).click();
    await page.locator('td a', { hasText: 'zz.txt' }).waitFor();
    await page.getByText('entries are shown').waitFor({ state: 'detached' });
    await page.locator('td a', { hasText: 'zoo' }).click();
    await page.getByRole('row').getByRole('link', { name: 'ape.txt' }).click();
    await page.getByText('an ape', { exact: true }).waitFor();
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
    await page.goto('/repositories/1/commits?ref=woven');
    await page.getByRole('img', { name: 'Fusion de 2 historiques' }).waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone-commits.png` });
    // A large file that was never sent, and once it is there.
    await page.goto('/repositories/1?ref=large&path=film.psd');
    await page.getByText('Ce gros fichier n’a jamais été envoyé').waitFor();
    await page.getByText(`oid sha256:${largeFile.oid}`).waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone-missing-large-file.png` });
    const authorization = `Basic ${btoa(`bruno:${testPassword}`)}`;
    const object = `/plugins/git/meadow-scrum/web.git/info/lfs/objects/${largeFile.oid}`;
    const sent = await world.app.call(object, { method: 'PUT', headers: { authorization }, body: largeFile.body });
    assert.equal(sent.status, 200);
    await page.reload();
    await page.getByText(/16 octets · Git LFS/).waitFor();
    await page.getByText('"frames"').waitFor();
    // What changed of large files, and of a picture.
    await page.goto('/repositories/1/commits?ref=cut');
    await page.getByRole('link', { name: 'Mix' }).click();
    await page.getByText('Git LFS · comme fichier ordinaire → 16 octets').waitFor();
    await page.goto('/repositories/1/compare?base=large&head=cut');
    await page.getByText(/Git LFS · 16 octets → 1.500 octets/).waitFor();
    await page.getByText('Git LFS · 16 octets', { exact: true }).waitFor();
    await page.getByRole('img', { name: 'logo.png: Avant' }).waitFor();
    const widths = (): Promise<number[]> =>
      page.evaluate<number[]>(`[...document.querySelectorAll('figure img')].map((image) => image.naturalWidth)`);
    await until(async () => (await widths()).join() === '1,2');
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone-large-changes.png`, fullPage: true });
    await page.goto('/repositories/1?ref=nowhere');
    await page.getByText('« nowhere » introuvable').waitFor();
  });

  it('is administered: rights, protected branches, merging, another name, deleted and had again', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    const look = async (name: string): Promise<void> => {
      await assertAccessible(page);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
    };
    await page.goto('/repositories/1');
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    const merging = page.getByRole('form', { name: 'Merging' });
    await merging.getByText('Settings of the project apply').waitFor();
    await merging.getByText('Squash into one commit').click();
    await merging.getByRole('button', { name: 'Save' }).click();
    await merging.getByRole('button', { name: 'Use the settings of the project' }).waitFor();
    // Those of the project are one page for all repositories without rules of their own.
    await merging.getByRole('link', { name: 'Merging in this project' }).click();
    await page.getByRole('heading', { name: 'Merging in this project', level: 1 }).waitFor();
    await page.getByText('No settings yet').waitFor();
    await merging.getByText('Fast-forward').click();
    await merging.getByRole('button', { name: 'Save' }).click();
    await merging.getByRole('button', { name: 'Reset these rules' }).waitFor();
    const ofProject = await world.app.call('/api/projects/101/merge_rules', { as: 'ana' });
    assert.deepEqual(at(ofProject.json, 'methods'), ['merge', 'fast-forward']);
    await look('project-merging');
    await merging.getByRole('button', { name: 'Reset these rules' }).click();
    await page.getByText('No settings yet').waitFor();
    await page.getByRole('link', { name: 'Repositories' }).last().click();
    await page.getByRole('link', { name: 'Merging', exact: true }).waitFor();
    await page.goto('/repositories/1/settings');
    const rights = page.getByRole('form', { name: 'Permissions' });
    await rights.getByRole('button', { name: 'Protect more' }).click();
    await rights.getByRole('textbox', { name: /Pattern/ }).fill('refs/heads/main');
    await rights.getByRole('button', { name: 'Save' }).click();
    await rights.getByRole('region', { name: 'refs/heads/main' }).waitFor();
    await look('repository-settings');
    // What answers say where nobody described it is no description.
    assert.equal(
      await page.getByRole('form', { name: 'General' }).getByRole('textbox', { name: 'Description' }).inputValue(),
      '',
    );
    const rules = await world.app.call('/api/git/1/permissions', { as: 'ana' });
    assert.equal(at(rules.json, 'patterns.0.pattern'), 'refs/heads/main');
    // Builds report with a token, by the command that is shown.
    await page.getByRole('region', { name: 'Builds and tests' }).getByRole('button', { name: 'Create token' }).click();
    const made = page.getByRole('dialog', { name: 'The token' });
    const [token] = (await made.locator('pre').innerText()).match(/[\w-]{20,}(?="})/) ?? [];
    await look('repository-token');
    await made.getByRole('button', { name: 'Done' }).click();
    const report = await fetch(`${world.app.base}/api/git/1/statuses/${head}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'success', name: 'tests', token }),
    });
    assert.equal(report.status, 201, await report.text());
    const general = page.getByRole('form', { name: 'General' });
    // Why it is refused stands beside the button, where somebody looks.
    const save = general.getByRole('button', { name: 'Save' });
    await general.getByRole('textbox', { name: 'Name' }).fill('web?');
    await save.click();
    await general.getByRole('alert').waitFor();
    const [reason, button] = [await general.getByRole('alert').boundingBox(), await save.boundingBox()];
    assert.ok(reason && button);
    assert.ok(Math.abs(button.y - reason.y - reason.height) < button.height, 'the reason is far from the button');
    await general.getByRole('textbox', { name: 'Name' }).fill('apps/web');
    await save.click();
    await page.getByRole('heading', { name: 'apps/web', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Delete the repository' }).click();
    const asked = page.getByRole('dialog', { name: 'Delete apps/web?' });
    await asked.getByRole('button', { name: 'Delete the repository' }).click();
    const deleted = page.getByRole('region', { name: 'Deleted repositories' });
    await deleted.getByText('apps/web').waitFor();
    await look('repositories-deleted');
    await deleted.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('link', { name: /apps\/web/ }).click();
    await page.getByRole('link', { name: 'Branches', exact: true }).click();
    await world.change('/api/git/1/branches', {
      method: 'POST',
      as: 'bruno',
      body: { branch_name: 'old', reference: 'main' },
    });
    await world.change('/api/git/1/permissions', {
      method: 'PUT',
      as: 'ana',
      body: { read: [{ id: '1' }], write: [{ id: '101_3' }], rewind: [{ id: '101_3' }] },
    });
    const member = await world.visit(context, { as: 'bruno', expected: /403/ });
    await member.goto('/repositories/1/branches');
    await member.getByRole('button', { name: 'Delete old' }).click();
    await member.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await member.getByRole('link', { name: 'old', exact: true }).waitFor({ state: 'detached' });
    assert.equal(await member.getByRole('button', { name: 'Delete main' }).count(), 0);
    await member.getByRole('button', { name: 'New tag' }).click();
    const tagging = member.getByRole('dialog', { name: 'New tag' });
    await tagging.getByRole('textbox', { name: 'Tag name' }).fill('v9');
    await tagging.getByRole('button', { name: 'New tag' }).click();
    const tags = member.getByRole('list', { name: 'Tags' });
    await tags.getByRole('link', { name: 'v9', exact: true }).waitFor();
    await member.getByRole('button', { name: 'Delete v9' }).waitFor();
    await assertAccessible(member);
    if (pictures !== undefined) await member.screenshot({ path: `${pictures}/tags.png` });
    // Who may do neither is offered neither.
    await world.change('/api/git/1/permissions', {
      method: 'PUT',
      as: 'ana',
      body: { read: [{ id: '1' }], write: [{ id: '101_4' }], rewind: [] },
    });
    await member.reload();
    await tags.getByRole('link', { name: 'v9', exact: true }).waitFor();
    assert.equal(await member.getByRole('button', { name: /^(Delete|New (branch|tag))/ }).count(), 0);
    assert.equal(await member.getByRole('link', { name: 'Settings', exact: true }).count(), 0);
    await member.goto('/repositories/1/settings');
    await member.getByText('Only project administrators can see and change these settings').waitFor();
    await member.goto('/projects/meadow-scrum/repositories/merging');
    await member.getByText('Only project administrators can see and change these settings').waitFor();
  });

  it(
    'of Subversion is made, browsed as of any revision, and followed through its log',
    { skip: skipSubversion },
    async (context) => {
      const standIn = await openStandIn(world.app.app.dataDir);
      const work = await mkdtemp(join(tmpdir(), 'tepal-svn-'));
      context.after(async () => {
        await standIn.close();
        await rm(work, { recursive: true });
      });
      const page = await world.visit(context, { as: 'ana', expected: /400|404/ });
      const look = async (name: string): Promise<void> => {
        await assertAccessible(page);
        if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
      };
      await page.goto('/projects/meadow-scrum/subversion');
      await page.getByRole('button', { name: 'New repository' }).click();
      const dialog = page.getByRole('dialog', { name: 'New repository' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('1');
      await dialog.getByRole('button', { name: 'New repository' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByRole('textbox', { name: 'Name' }).fill('paper');
      await dialog.getByRole('button', { name: 'New repository' }).click();
      await page.getByRole('row', { name: /trunk/ }).waitFor();
      await standIn.takeHooks();
      const [folder = ''] = (await readdir(join(world.app.app.dataDir, 'svn'))).filter((name) => name !== 'run-hook');
      const url = `file://${join(world.app.app.dataDir, 'svn', folder)}`;
      const commit = async (message: string, ...actions: string[]): Promise<void> => {
        const told = ['-U', url, '-u', 'bruno', '--non-interactive', '-m', message];
        const { status, errors } = await run('svnmucc', [...told, ...actions], work);
        assert.equal(status, 0, errors);
      };
      await writeFile(join(work, 'one'), 'let colour = 1;\nlet size = 2;\n');
      await writeFile(join(work, 'two'), 'let colour = 1;\nlet size = 3;\n');
      await writeFile(join(work, 'bin'), new Uint8Array([0, 1, 2, 255]));
      await commit('Begin, see art #17', 'put', 'one', 'trunk/a.js', 'put', 'bin', 'trunk/bin');
      await commit(
        'Branch and grow\n\nWhy: it was small.',
        'cp',
        'HEAD',
        'trunk',
        'branches/wide',
        'put',
        'two',
        'trunk/a.js',
      );

      await page.goto('/projects/meadow-scrum');
      await page.getByRole('navigation').getByRole('link', { name: 'SVN' }).first().click();
      await page.getByRole('list', { name: 'Subversion repositories' }).getByRole('link', { name: 'paper' }).click();
      await page.getByRole('row', { name: /trunk/ }).getByRole('link', { name: 'trunk' }).click();
      await look('svn-folder');
      await page.getByRole('navigation').getByRole('link', { name: 'SVN' }).first().waitFor();
      await page.getByRole('link', { name: 'a.js' }).click();
      await page.locator('.hljs-keyword', { hasText: 'let' }).first().waitFor();
      await page.getByText('let size = 3;').waitFor();
      await look('svn-file');
      const revision = page.getByRole('spinbutton', { name: 'Revision' });
      await revision.fill('2');
      await revision.press('Enter');
      await page.getByText('let size = 2;').waitFor();
      await page.getByText('As of revision 2.').waitFor();
      await page.getByRole('link', { name: 'To the newest one' }).click();
      await page.getByText('let size = 3;').waitFor();
      // An address that does not say that it is a file, and one where nothing is.
      await page.goto('/subversion/1?path=trunk%2Fbin');
      await page.getByText('Binary file').waitFor();
      await page.goto('/subversion/1?path=none');
      await page.getByText('There is nothing at none in this revision.').waitFor();
      await page.goto('/subversion/1?path=trunk%2Fa.js&file=true');
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByText('Revisions that changed trunk/a.js').waitFor();
      await page.getByRole('button', { name: 'All revisions' }).click();
      await page.getByRole('link', { name: 'art #17', exact: true }).waitFor();
      await look('svn-log');
      await page.getByRole('link', { name: 'Branch and grow' }).click();
      await page.getByText('Why: it was small.').waitFor();
      await page.locator('mark', { hasText: '3' }).waitFor();
      await page.getByText('trunk r2 → branches/wide').waitFor();
      await look('svn-revision');
      await page.getByRole('link', { name: 'Files at this revision' }).click();
      await page.waitForURL(/revision=3/);
      await page.goto('/subversion/1/revisions/99');
      await page.getByText('There is no revision 99 that you have access to').waitFor();

      // Where references and other installations say that something is.
      await page.goto('/goto?key=svn&val=paper%2F3&group_id=101');
      await page.getByText('Why: it was small.').waitFor();
      assert.match(page.url(), /\/subversion\/1\/revisions\/3$/);
      await page.goto('/plugins/svn/meadow-scrum/paper/trunk/a.js?view=markup&pathrev=2');
      await page.getByText('let size = 2;').waitFor();
      await page.goto('/plugins/svn/?roottype=svn&view=log&root=meadow-scrum/paper');
      await page.getByRole('link', { name: 'Branch and grow' }).waitFor();
      await page.goto('/goto?key=svn&val=nothing%2F3&group_id=101');
      await page.waitForURL(/\/subversion\?/);
      await page.getByRole('heading', { name: 'Repository', level: 1 }).waitFor();

      // A folder of very many entries, to which somebody commits while they are looked at.
      const puts = Array.from({ length: 1003 }, (_, index) => ['put', 'one', `trunk/many/f-${index}.txt`]).flat();
      await commit('Widen', 'mkdir', 'trunk/many', ...puts, 'put', 'two', 'trunk/many/zz.txt');
      await page.goto('/subversion/1?path=trunk%2Fmany');
      await page.getByText('The first 1,000 of 1,004 entries are shown.').waitFor();
      await commit('Narrow', 'rm', 'trunk/many/f-0.txt');
      // By their text: to look for a role among so many takes the browser long.
      await page.locator('button', { hasText: 'Show more' }).click();
      await page.locator('td a', { hasText: 'zz.txt' }).waitFor();
      await page.getByText('entries are shown').waitFor({ state: 'detached' });
      assert.equal(await page.locator('tbody tr').count(), 1004);
      await page.locator('td a', { hasText: 'zz.txt' }).click();
      await page.getByText('let size = 3;').waitFor();

      const phone = await world.visit(context, { as: 'bruno', locale: 'fr-FR', width: 390, appearance: 'dark' });
      for (const address of ['/subversion/1?path=trunk', '/subversion/1/log', '/subversion/1/revisions/3']) {
        await phone.goto(address);
        await phone
          .getByText(/Branch and grow|a\.js/)
          .first()
          .waitFor();
        await assertAccessible(phone);
        assert.equal(await phone.evaluate<number>('document.documentElement.scrollWidth'), 390, address);
        if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/phone-svn-${address.length}.png` });
      }
      await phone.goto('/projects/meadow-scrum/subversion');
      await phone.getByRole('link', { name: 'paper' }).waitFor();
      assert.equal(await phone.getByRole('button', { name: 'Nouveau dépôt' }).count(), 0);

      // What commits have to keep, who may read, who is told; a problem says which part of it is wrong.
      await page.goto('/subversion/1');
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      const form = page.getByRole('form', { name: 'Settings' });
      await form.getByText('Require an artifact reference in messages').click();
      await form.getByRole('textbox', { name: 'Folders of tags', exact: true }).fill('/tags\n/../x');
      await form.getByRole('textbox', { name: 'Access rules' }).fill('[/trunk]\n@members = rw\n');
      await form.getByRole('button', { name: 'Add a path' }).click();
      const told = form.getByRole('region', { name: '/trunk' });
      await told.getByRole('textbox', { name: 'Other addresses' }).fill('team@example.com');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByRole('alert').getByText('is not a valid path').waitFor();
      await form.getByRole('textbox', { name: 'Folders of tags', exact: true }).fill('/tags');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved').first().waitFor();
      await look('svn-settings');
      const { json } = await world.app.call('/api/svn/1', { as: 'ana' });
      assert.equal(at(json, 'settings.commit_rules.is_reference_mandatory'), true);
      assert.deepEqual(at(json, 'settings.immutable_tags.paths'), ['/tags']);
      assert.equal(at(json, 'settings.access_file'), '[/trunk]\n@members = rw\n');
      assert.deepEqual(at(json, 'settings.email_notifications.0.emails'), ['team@example.com']);
      await page.reload();
      await page.getByRole('region', { name: '/trunk' }).waitFor();
      assert.equal(await phone.getByRole('link', { name: 'Paramètres', exact: true }).count(), 0);
      await phone.goto('/subversion/1/settings');
      await phone.getByText('Les administrateurs Subversion du projet').waitFor();
      // Its page would be told of the deletion, and find nothing.
      await phone.close();
      await page.getByRole('button', { name: 'Delete the repository' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete the repository' }).click();
      await page.getByText('No repositories yet').waitFor();
    },
  );
});
