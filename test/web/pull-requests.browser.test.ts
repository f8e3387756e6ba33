// Tier: first, with "takes changes that reviewers suggest"
// A pull request from its making to its end: two people review it line by line, more is pushed, and the merge closes its task.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { skipGit } from '../support/git-client.ts';
import { at, testPassword } from '../support/harness.ts';
import { pushSampleCode } from '../support/sample-code.ts';
import type { SampleCode } from '../support/sample-code.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

const pictures = process.env['TEPAL_PICTURES'];

describe('a pull request', { skip: skipGit }, () => {
  let world: World;
  let code: SampleCode;
  before(async () => {
    world = await openWorld();
    code = await pushSampleCode(world.app);
    const change = { method: 'PATCH', as: 'ana', body: { allow_artifact_closure: true } };
    await world.change(`/api/git/${code.id}`, change);
    await code.git('checkout', '--quiet', '-b', 'farewell', 'main');
    const lines = Array.from({ length: 30 }, (_, index) => `export const word${index} = 'bye ${index}';`);
    await code.commit('Say goodbye, closes art #23', { 'src/bye.ts': `${lines.join('\n')}\n` });
    await code.push('bruno', 'farewell');
  });
  after(() => world.close());

  it('is made, reviewed by two people, pushed to again and merged, which closes its task', async (context) => {
    const author = await world.visit(context, { as: 'bruno' });
    const look = async (page: typeof author, name: string): Promise<void> => {
      await assertAccessible(page);
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
    };
    await author.goto('/repositories/1/pull-requests');
    await author.getByText('No pull requests').waitFor();
    await author.getByRole('link', { name: 'New pull request' }).click();
    await author.getByRole('combobox', { name: 'Compare' }).fill('farewell');
    await author.getByRole('option', { name: 'farewell' }).click();
    await author.getByRole('button', { name: 'Create pull request from farewell to main' }).click();
    await author.getByRole('heading', { name: /Say goodbye, closes art #23/ }).waitFor();
    await author.getByText('Ready to merge by fast-forward').waitFor();
    // One of those who review it is asked to.
    await author.getByRole('combobox', { name: 'Reviewers' }).fill('chika');
    await author.getByRole('option', { name: /chika/ }).click();
    await author.getByText(/requested a review from .*chika/).waitFor();
    await author.keyboard.press('Escape');
    // Labels are those of the project, and new ones that become so.
    await author.getByRole('combobox', { name: 'Labels' }).fill('Nice');
    await author.keyboard.press('Enter');
    await author.getByText('Nice', { exact: true }).first().waitFor();
    // Nothing else is there to programs that read pages while the list is open.
    await author.keyboard.press('Escape');
    await author.getByRole('button', { name: /Nice/ }).waitFor();
    const labels = await world.app.call('/api/pull_requests/1/labels', { as: 'bruno' });
    assert.equal(at(labels.json, 'labels.0.label'), 'Nice');
    await look(author, 'pull-overview');

    const reviewers = [];
    for (const [as, line] of [
      ['chika', 3],
      ['ana', 20],
    ] as const) {
      const page = await world.visit(context, { as });
      await page.goto('/pull-requests/1');
      await page
        .getByRole('heading', { name: /Say goodbye/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Status' }).waitFor();
      await page.keyboard.press('d');
      await page.getByRole('button', { name: `Comment on line ${line}`, exact: true }).click();
      await page.getByRole('textbox', { name: `Comment on line ${line}` }).fill(`A **word** on ${line}`);
      await page.keyboard.press('Control+Enter');
      const thread = page.locator('[data-thread]', { hasText: `on ${line}` });
      await thread.locator('strong', { hasText: 'word' }).waitFor();
      reviewers.push(page);
    }
    const [chika, ana] = reviewers;
    assert.ok(chika !== undefined && ana !== undefined);
    await look(ana, 'pull-changes');
    // By keys from thread to thread and from file to file. What was looked at folds up, and says so when it changes later.
    const focused = (): Promise<string> => ana.evaluate<string>('document.activeElement.textContent');
    await ana.locator('h1').click();
    await ana.keyboard.press('n');
    await until(async () => (await focused()).includes('on 3'));
    await ana.keyboard.press('n');
    await until(async () => (await focused()).includes('on 20'));
    await ana.keyboard.press('p');
    await until(async () => (await focused()).includes('on 3'));
    await ana.keyboard.press('k');
    await until(async () => (await focused()) === 'src/bye.ts');
    await ana.keyboard.press('x');
    await ana.getByText('1 of 1 viewed').waitFor();
    await ana.getByRole('row', { name: /bye 19/ }).waitFor({ state: 'detached' });
    assert.equal(await focused(), 'src/bye.ts');

    // The author answers one, and pushes again: one comment moves, the other is about a line that is gone.
    await author.reload();
    const told = author.getByRole('list', { name: 'Activity' });
    await told.getByText('on 3').waitFor();
    // From what was said to the lines that it is about, which the keyboard goes on from.
    await told.getByRole('listitem').filter({ hasText: 'on 20' }).getByRole('link', { name: 'src/bye.ts' }).click();
    await author.getByText('1 file changed').waitFor();
    const atThread = 'document.activeElement.closest("[data-thread]")?.textContent ?? ""';
    await until(async () => (await author.evaluate<string>(atThread)).includes('on 20'));
    await author.keyboard.press('p');
    await until(async () => (await author.evaluate<string>(atThread)).includes('on 3'));
    await author.keyboard.press('v');
    await author.getByRole('button', { name: 'Reply' }).first().click();
    await author.getByRole('textbox', { name: 'Reply' }).fill('Right, I change it');
    await author.keyboard.press('Control+Enter');
    await author.getByText('Right, I change it').waitFor();
    await author.getByRole('button', { name: 'Edit comment' }).click();
    const rewritten = author.getByRole('textbox', { name: 'Edit comment' });
    assert.equal(await rewritten.inputValue(), 'Right, I change it');
    await rewritten.fill('Right, I change it now, see art #23');
    await author.keyboard.press('Control+Enter');
    await author.getByText('edited').waitFor();
    await author.getByText('Right, I change it now').waitFor();
    const talk = author.getByRole('list', { name: 'Activity' });
    await talk.getByRole('link', { name: 'art #23' }).hover();
    await author.getByRole('tooltip').waitFor();
    await author.locator('h1').hover();
    await author.getByRole('tooltip').waitFor({ state: 'detached' });
    const lines = Array.from({ length: 30 }, (_, index) => `export const word${index} = 'bye ${index}';`);
    lines[2] = `export const word2 = 'farewell';`;
    await code.commit('Take a nicer word', { 'src/bye.ts': `// Words.\n${lines.join('\n')}\n` });
    await code.push('bruno', 'farewell');
    await author.reload();
    await author.getByText('Outdated').waitFor();
    await author.getByText('pushed commits').waitFor();
    await look(author, 'pull-timeline');
    await ana.reload();
    await ana.getByText('Changed since you viewed it').waitFor();
    const moved = ana.getByRole('row', { name: /bye 19/ });
    await moved.getByRole('button', { name: 'Comment on line 21' }).waitFor({ state: 'attached' });
    await ana.getByText('on 20').waitFor();

    // What is settled folds up, for the one and the other, until it is open again; the keyboard stays with it.
    const settled = author.getByRole('button', { name: /Resolved by .* src\/bye\.ts/ });
    await author.getByRole('button', { name: 'Resolve', exact: true }).first().click();
    await settled.waitFor();
    await author.getByText('Right, I change it').waitFor({ state: 'detached' });
    await until(async () => (await author.evaluate<string>('document.activeElement.ariaExpanded')) === 'false');
    await look(author, 'pull-resolved');
    await author.keyboard.press('Enter');
    await author.getByText('Right, I change it').waitFor();
    await author.getByRole('button', { name: 'Reopen' }).click();
    await settled.waitFor({ state: 'detached' });
    await author.getByRole('button', { name: 'Resolve', exact: true }).nth(1).click();
    await settled.waitFor();
    await ana.reload();
    await ana.getByRole('button', { name: /Resolved by/ }).click();
    await ana.getByText('on 20').waitFor();

    // A program says that all is well, and who may merges it.
    await world.change(`/api/git/${code.id}/statuses/farewell`, {
      method: 'POST',
      as: 'bruno',
      body: { state: 'success' },
    });
    await chika.goto('/pull-requests/1');
    await chika.getByRole('img', { name: 'Checks passed' }).or(chika.getByLabel('Checks passed')).first().waitFor();
    // The administrator wants an approval, so that nothing is merged before somebody has given one.
    const checks = { required_checks: ['build'], requires_resolved_threads: true };
    const rules = { required_approvals: 1, required_reviewers: [], ...checks };
    await world.change(`/api/git/${code.id}/merge_rules`, {
      method: 'PUT',
      as: 'ana',
      body: { methods: ['merge', 'squash'], ...rules },
    });
    await chika.reload();
    await chika.getByRole('list', { name: 'Requirements' }).getByText('An approval is missing').waitFor();
    assert.ok(await chika.getByRole('button', { name: 'Merge', exact: true }).isDisabled());
    await chika.getByText('Closes on merge').waitFor();
    await chika.getByRole('list', { name: 'Requirements' }).getByText('A thread on lines is not resolved').waitFor();
    await look(chika, 'pull-missing');
    await chika.getByRole('button', { name: 'Resolve', exact: true }).click();
    await chika.getByText('A thread on lines is not resolved').waitFor({ state: 'detached' });
    await chika.getByRole('button', { name: 'Request changes' }).click();
    await chika
      .getByRole('list', { name: 'Requirements' })
      .getByText(/requested changes/)
      .waitFor();
    // By keys alone, which go on from there.
    const approve = chika.getByRole('button', { name: 'Approve' });
    await until(() => approve.isEnabled());
    await approve.press('Enter');
    await chika.getByRole('region', { name: 'Reviews' }).getByText('approved').waitFor();
    assert.equal(await chika.evaluate<string>('document.activeElement.ariaLabel'), 'Reviews');
    await chika.getByRole('list', { name: 'Requirements' }).waitFor({ state: 'detached' });
    const statusOf = async () => at((await world.app.call('/api/artifacts/23', { as: 'bruno' })).json, 'status');
    assert.equal(await statusOf(), 'In progress');
    await chika.getByRole('button', { name: 'Merge', exact: true }).click();
    await chika.getByText('merged it').first().waitFor();
    await look(chika, 'pull-merged');
    world.app.app.jobs.start();
    await until(async () => (await statusOf()) === 'Done');
    await world.app.app.jobs.stop(10_000);
    await chika.goto('/repositories/1/pull-requests?state=closed');
    const list = chika.getByRole('list', { name: 'Pull requests' });
    await list.getByText('Merged').waitFor();
    await list.getByRole('list', { name: 'Labels' }).getByText('Nice').waitFor();
    await look(chika, 'pull-list');
    // Others than those that somebody looks for are not there, and what was chosen stays in the address.
    await chika.getByRole('combobox', { name: 'Author' }).fill('bruno');
    await chika.getByRole('option', { name: /bruno/ }).click();
    await chika.waitForURL(/author=\d+/);
    await chika.getByRole('combobox', { name: 'Label', exact: true }).fill('Nice');
    await chika.getByRole('option', { name: 'Nice' }).click();
    await chika.waitForURL(/label=\d+/);
    await list.getByText('Merged').waitFor();
    await chika.getByRole('combobox', { name: 'Target branch' }).fill('topic');
    await chika.getByRole('option', { name: 'topic' }).click();
    await chika.getByText('No pull requests').waitFor();
    await look(chika, 'pull-filters');
    const bruno = new URL(chika.url()).searchParams.get('author');
    await chika.goto(`/repositories/1/pull-requests?state=closed&reviewer=${bruno}`);
    await chika.getByText('No pull requests').waitFor();
    await chika.getByRole('combobox', { name: 'Reviewer' }).fill('chika');
    await chika.getByRole('option', { name: /chika/ }).click();
    await list.getByText('Merged').waitFor();
  });

  it('tells a line that is removed from the one that stands in its place', async (context) => {
    await code.git('checkout', '--quiet', '-b', 'couplet', 'main');
    await code.commit('Write a couplet', { 'couplet.txt': 'one\ntwo\n' });
    await code.push('bruno', 'couplet');
    await code.git('checkout', '--quiet', '-b', 'rhyme');
    await code.commit('Rhyme', { 'couplet.txt': 'one\ndone\n' });
    await code.push('bruno', 'rhyme');
    const wanted = { repository_id: code.id, repository_dest_id: code.id, branch_src: 'rhyme', branch_dest: 'couplet' };
    const made = await world.app.call('/api/pull_requests', { method: 'POST', as: 'bruno', body: wanted });
    const id = Number(at(made.json, 'id'));
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/pull-requests/${id}?tab=changes`);
    await page.getByRole('button', { name: 'Comment on line 2', exact: true }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Comment on removed line 2', exact: true }).click();
    await page.getByRole('textbox', { name: 'Comment on removed line 2' }).fill('It was better before');
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-thread]', { hasText: 'It was better before' }).waitFor();
    await assertAccessible(page);
    const { json } = await world.app.call(`/api/pull_requests/${id}/timeline?limit=50`, { as: 'ana' });
    assert.match(JSON.stringify(json), /It was better before/);
    assert.match(JSON.stringify(json), /"position":"left"/);
    await world.change(`/api/pull_requests/${id}`, { method: 'PATCH', as: 'bruno', body: { status: 'abandon' } });
  });

  it('takes changes that reviewers suggest for several lines, as one commit', async (context) => {
    await code.git('checkout', '--quiet', '-b', 'verse', 'main');
    await code.commit('Write a verse', { 'verse.txt': 'one\ntwo\nthree\nfour\nfive\n' });
    await code.push('bruno', 'verse');
    const wanted = { repository_id: code.id, repository_dest_id: code.id, branch_src: 'verse', branch_dest: 'main' };
    const made = await world.app.call('/api/pull_requests', { method: 'POST', as: 'bruno', body: wanted });
    const id = Number(at(made.json, 'id'));
    const reviewer = await world.visit(context, { as: 'ana' });
    await reviewer.goto(`/pull-requests/${id}?tab=changes`);
    await reviewer.getByRole('button', { name: 'Comment on line 2', exact: true }).click();
    await reviewer.getByRole('button', { name: 'Comment on line 3', exact: true }).click({ modifiers: ['Shift'] });
    const box = reviewer.getByRole('textbox', { name: 'Comment on lines 2 to 3' });
    await reviewer.getByRole('button', { name: 'Suggest a change' }).click();
    await until(async () => (await box.inputValue()) === '```suggestion\ntwo\nthree\n```\n');
    // More lines, by the keyboard alone: what is written stays.
    await reviewer.getByRole('spinbutton', { name: 'From line' }).fill('9');
    await reviewer.getByText('Enter a line from 1 to 3').waitFor();
    await reviewer.getByRole('spinbutton', { name: 'From line' }).fill('2');
    await box.fill('Louder:\n\n```suggestion\nTWO\nTHREE!\n```\n');
    await assertAccessible(reviewer);
    if (pictures !== undefined) await reviewer.screenshot({ path: `${pictures}/pull-range.png` });
    await box.press('Control+Enter');
    await reviewer.getByText('Suggested change').waitFor();
    await reviewer.getByRole('button', { name: 'Comment on line 5', exact: true }).click();
    await reviewer.getByRole('textbox', { name: 'Comment on line 5' }).fill('```suggestion\n```');
    await reviewer.keyboard.press('Control+Enter');
    await reviewer.getByText('Suggests removing these lines').waitFor();

    const author = await world.visit(context, { as: 'bruno' });
    await author.goto(`/pull-requests/${id}?tab=changes`);
    for (const index of [0, 1]) await author.getByText('Apply with others').nth(index).click();
    await author.getByRole('button', { name: 'Apply 2 suggestions as one commit' }).waitFor();
    await assertAccessible(author);
    if (pictures !== undefined) await author.screenshot({ path: `${pictures}/pull-suggestions.png` });
    await author.getByRole('button', { name: 'Apply 2 suggestions as one commit' }).click();
    await author.getByText('2 suggestions applied as one commit').waitFor();
    await author.getByRole('row', { name: /THREE!/ }).waitFor();
    await author.getByRole('row', { name: /five/ }).waitFor({ state: 'detached' });
    await author.keyboard.press('v');
    await author.getByText('Applied', { exact: true }).first().waitFor();
    if (pictures !== undefined) await author.screenshot({ path: `${pictures}/pull-applied.png`, fullPage: true });
    const phone = await world.visit(context, { as: 'bruno', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await phone.goto(`/pull-requests/${id}`);
    await phone.getByText('Appliquée').first().waitFor();
    await phone.locator('nav a[aria-current=page]').getByText('Demandes de fusion').waitFor();
    await assertAccessible(phone);
    assert.equal(await phone.evaluate<number>('document.documentElement.scrollWidth'), 390);
    if (pictures !== undefined) await phone.screenshot({ path: `${pictures}/phone-applied.png`, fullPage: true });
  });

  it('is known to what it is about, which offers a branch', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await page.goto('/artifacts/23');
    const about = page.getByRole('region', { name: 'Code', exact: true });
    await about
      .getByRole('link', { name: /Say goodbye, closes art #23/ })
      .first()
      .waitFor();
    await about.getByRole('button', { name: 'New branch' }).click();
    const dialog = page.getByRole('dialog', { name: 'New branch' });
    const name = await dialog.getByRole('textbox', { name: 'Name' }).inputValue();
    assert.match(name, /^[a-z]+-23-/);
    await dialog.getByText(`git checkout -b ${name} origin/main`).waitFor();
    await assertAccessible(page);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/artifact-new-branch.png` });
    await dialog.getByRole('button', { name: 'New branch' }).click();
    await about.getByRole('link', { name }).waitFor();
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/artifact-code.png`, fullPage: true });
  });

  it('fits a phone, in French and in the dark', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR', width: 390, appearance: 'dark' });
    for (const [query, text] of [
      ['', 'l’a fusionnée'],
      ['?tab=changes', '1 fichier modifié'],
    ] as const) {
      await page.goto(`/pull-requests/1${query}`);
      await page.getByText(text).first().waitFor();
      // Of the repository's pages, and of the request's parts.
      assert.equal(await page.locator('nav a[aria-current=page]').count(), 2);
      await assertAccessible(page);
      assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
      if (pictures !== undefined)
        await page.screenshot({ path: `${pictures}/phone-pull${query.replace('?tab=', '-')}.png` });
    }
    // The list of repositories says who reads them, and leads to what waits there.
    await page.goto('/projects/meadow-scrum/repositories');
    await page.getByText('Utilisateurs inscrits', { exact: true }).waitFor();
    await assertAccessible(page);
    assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/phone-repositories.png` });
    await page.getByRole('link', { name: '1 demande de fusion ouverte de web' }).click();
    await page.getByRole('link', { name: /Write a verse/ }).waitFor();
  });

  it('shows what is said about lines to who did not sign in, as far as they may read', async (context) => {
    const rights = { read: [{ id: '1' }], write: [{ id: '101_3' }], rewind: [{ id: '101_3' }] };
    await world.change(`/api/git/${code.id}/permissions`, { method: 'PUT', as: 'ana', body: rights });
    await world.app.app.features.site.changeSetting('access_mode', 'anonymous');
    const page = await world.visit(context);
    await page.goto('/pull-requests/1');
    const said = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    const resolved = said.getByRole('button', { name: /Resolved by .* src\/bye\.ts/ });
    // Led to from what is folded up, a thread is not.
    await resolved.last().click();
    await said.filter({ hasText: 'on 20' }).getByRole('link', { name: 'src/bye.ts' }).click();
    await page.getByText('1 file changed').waitFor();
    await page.getByText('on 20').waitFor();
    assert.equal(await page.getByRole('button', { name: /Comment on line|Answer|Resolve$/ }).count(), 0);
    await assertAccessible(page);
    await world.app.app.features.site.changeSetting('access_mode', 'regular');
  });

  it('shows what is said about lines that did not change above those that did', async (context) => {
    const wanted = { repository_id: code.id, repository_dest_id: code.id, branch_src: 'topic', branch_dest: 'main' };
    const made = await world.app.call('/api/pull_requests', { method: 'POST', as: 'bruno', body: wanted });
    const id = Number(at(made.json, 'id'));
    const far = { file_path: 'src/main.ts', unidiff_offset: 13, position: 'right', content: 'Far away' };
    await world.change(`/api/pull_requests/${id}/inline-comments`, { method: 'POST', as: 'ana', body: far });
    const page = await world.visit(context, { as: 'bruno' });
    await page.goto(`/pull-requests/${id}`);
    const said = page.getByRole('listitem').filter({ hasText: 'Far away' });
    await said.getByRole('link', { name: 'src/main.ts' }).click();
    const elsewhere = page.getByRole('region', { name: 'Comments on other lines' });
    await elsewhere.getByText('Far away').waitFor();
    await until(async () => page.evaluate<boolean>('document.activeElement.dataset.thread !== undefined'));
    await assertAccessible(page);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/pull-elsewhere.png` });
  });

  it('is asked for by people who can push alone; others are told how', async (context) => {
    await world.app.addUser('reader', { realName: 'Reader' });
    const page = await world.visit(context, { as: 'reader', width: 390 });
    await page.goto('/repositories/1/pull-requests?state=open&q=nothing-of-this-name');
    await page.getByText('you need permission to push to this repository').waitFor();
    assert.equal(await page.getByRole('link', { name: 'New pull request' }).count(), 0);
    await assertAccessible(page);
    await page.goto('/repositories/1/compare?base=main&head=topic');
    await page.getByText('you need permission to push to this repository').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Create pull request/ }).count(), 0);
    await assertAccessible(page);
  });

  it('comes from a fork of one person', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await page.goto('/repositories/1');
    await page.getByRole('button', { name: 'Clone' }).click();
    await page.getByRole('menuitem', { name: /Create your own fork/ }).click();
    await page.getByRole('link', { name: 'A fork of web' }).waitFor();
    await world.app.addUser('stranger');
    const stranger = await world.visit(context, { as: 'stranger' });
    await stranger.goto('/repositories/1');
    await stranger.getByRole('button', { name: 'Clone' }).click();
    await stranger.getByRole('menuitem', { name: /zip/ }).waitFor();
    assert.equal(await stranger.getByRole('menuitem', { name: /fork/ }).count(), 0);
    await assertAccessible(page);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/fork.png` });
    await code.git('checkout', '--quiet', '-b', 'shout', 'main');
    await code.commit('Shout', { 'src/shout.ts': 'export const shout = true;\n' });
    const url = new URL(`${world.app.base}/plugins/git/meadow-scrum/u/bruno/web.git`);
    [url.username, url.password] = ['bruno', testPassword];
    await code.git('push', '--quiet', url.href, 'shout');
    const comparison = `${new URL(page.url()).pathname}/compare?head=shout`;
    await page.goto(comparison);
    await page.getByRole('combobox', { name: 'Branch of web' }).waitFor();
    await assertAccessible(page);
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/fork-compare.png` });
    await page.getByRole('button', { name: 'Create pull request from shout to main of web' }).click();
    await page.getByRole('heading', { name: /Shout/ }).first().waitFor();
    await page.getByText('u/bruno/web: shout into main').waitFor();
    await page.keyboard.press('d');
    await page.getByText('export const shout = true;').waitFor();
    // Who compares the same branches again is led there.
    await page.goto(comparison);
    await page.getByRole('link', { name: /from shout to main is already open/ }).click();
    await page.getByText('u/bruno/web: shout into main').waitFor();
  });
});
