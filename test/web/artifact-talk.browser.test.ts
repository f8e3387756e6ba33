// Tier: first, with "completes names, sends by keyboard"
// What surrounds an artifact: comments with completion, editing and quoting them, others who are there, the actions, the list.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow } from '../support/scenario.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
  await commentByAgent(world.app, 'Said by a program');
});
after(() => world.close());

const task = '/artifacts/17';

/** Comments on the task as an assistant that works for Ana. */
async function commentByAgent(test: TestApp, text: string): Promise<void> {
  await test.app.features.site.changeSetting('mcp_enabled', '1');
  const key = { path: '/api/access_keys', method: 'POST', as: 'ana', body: { scopes: ['write:agent'] }, status: 201 };
  const headers = {
    'x-auth-accesskey': String(at((await expectRow(test, key)).json, 'identifier')),
    'mcp-session-id': Buffer.from('Helper').toString('base64url'),
  };
  const params = { name: 'add_comment', arguments: { artifact_id: 17, text } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  await expectRow(test, { path: '/mcp', method: 'POST', body, headers, status: 200, contains: ['done'] });
}

/** A picture of one dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Pastes a picture where the caret is. */
const paste = (page: Page, name: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${dot}'), (sign) => sign.charCodeAt(0));
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);

describe('the discussion of an artifact', () => {
  it('completes names, sends by keyboard, shows others at once, and is edited and quoted', async (context) => {
    const ana = await world.visit(context, { as: 'ana' });
    const bruno = await world.visit(context, { as: 'bruno', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await Promise.all([ana.goto(task), bruno.goto(task)]);
    await bruno.locator('[id^=comment-]').first().waitFor();
    await bruno.getByRole('textbox', { name: 'Votre commentaire' }).fill('Half a thought');
    await ana.keyboard.press('m');
    const box = ana.getByRole('textbox', { name: 'Your comment' });
    await box.pressSequentially('Ask @bru');
    await ana.getByRole('option', { name: /Bruno/ }).waitFor();
    await assertAccessible(ana);
    await ana.keyboard.press('Enter');
    await box.pressSequentially('about #keystore');
    await ana.getByRole('option', { name: /task #17/ }).waitFor();
    await ana.keyboard.press('Tab');
    assert.equal(await box.inputValue(), 'Ask @bruno about task #17 ');
    await ana.keyboard.press('Control+Enter');
    await bruno.getByText('Ask @bruno about').waitFor();
    const saidBeforeMs = Date.now();
    await bruno.getByRole('link', { name: '@bruno', exact: true }).waitFor();
    assert.equal(
      await bruno.getByRole('textbox', { name: 'Votre commentaire' }).inputValue(),
      'Half a thought',
      'what somebody types stays as it is',
    );
    await assertAccessible(bruno);
    assert.equal(await bruno.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await ana.getByRole('list', { name: 'Also viewing' }).getByText('Bruno').first().waitFor({ state: 'attached' });
    await ana.getByRole('button', { name: 'Edit comment' }).last().click();
    await ana.getByRole('textbox', { name: 'Edit comment' }).fill('Ask everybody');
    // Dates have whole seconds, and an edit in the second of the comment itself is not told apart.
    await until(() => Date.now() > saidBeforeMs + 1000);
    await ana.getByRole('button', { name: 'Save' }).click();
    await bruno.getByText('Ask everybody').waitFor();
    await ana.getByText('edited by Ana').waitFor();
    await ana.locator('li', { hasText: 'Said by a program' }).getByText('through Helper').waitFor();
    await bruno.getByText('par l’intermédiaire de Helper').waitFor();
    await bruno.getByRole('button', { name: 'Citer' }).last().click();
    await until(async () => bruno.evaluate<boolean>(`document.activeElement.value.endsWith('> Ask everybody\\n\\n')`));
  });

  it('shows pictures that are pasted, to others at once, and keeps the text where one is refused', async (context) => {
    const ana = await world.visit(context, { as: 'ana', expected: /503/ });
    const bruno = await world.visit(context, { as: 'bruno' });
    await Promise.all([ana.goto(task), bruno.goto(task)]);
    await bruno.locator('[id^=comment-]').first().waitFor();
    const box = ana.getByRole('textbox', { name: 'Your comment' });
    await box.fill('It looks so: ');
    const busy = { status: 503, json: { error: { code: 503, message: 'Busy' } } };
    await ana.route('**/api/tracker_fields/*/files', (route) => route.fulfill(busy), { times: 1 });
    await paste(ana, 'refused.png');
    await ana.getByText('The server is busy').waitFor();
    assert.equal(await box.inputValue(), 'It looks so: ');
    await assertAccessible(ana);
    await ana.getByRole('button', { name: 'Cancel sending refused.png' }).click();
    await box.focus();
    await paste(ana, 'dot.png');
    await until(async () => (await box.inputValue()).includes('![dot.png]('));
    await ana.getByRole('button', { name: 'Comment', exact: true }).click();
    const picture = bruno.getByRole('img', { name: 'dot.png' }).first();
    await picture.waitFor();
    await until(() => bruno.evaluate<boolean>(`document.querySelector('img[alt="dot.png"]').naturalWidth === 1`));
    await bruno.getByRole('button', { name: /^Links and files/ }).click();
    await bruno.locator('[data-field]').getByRole('link', { name: 'dot.png' }).first().waitFor();
    await ana.getByRole('button', { name: 'Change Details' }).click();
    await ana.getByRole('textbox', { name: 'Details' }).fill('See ');
    await paste(ana, 'two.png');
    const details = ana.getByRole('textbox', { name: 'Details' });
    await until(async () => (await details.inputValue()).includes('![two.png]('));
    await ana.keyboard.press('Control+Enter');
    await until(() => bruno.evaluate<boolean>(`document.querySelector('img[alt="two.png"]')?.naturalWidth === 1`));
  });

  it('has comments for chosen groups, which others never see, and prints without what is no text', async (context) => {
    const ana = await world.visit(context, { as: 'ana' });
    const bruno = await world.visit(context, { as: 'bruno' });
    await Promise.all([ana.goto(task), bruno.goto(task)]);
    await bruno.locator('[id^=comment-]').first().waitFor();
    await ana.getByRole('textbox', { name: 'Your comment' }).fill('Between us: it was late.');
    await ana.getByText('Visible to: everyone').click();
    const audience = ana.getByRole('group', { name: 'Visible to' });
    await audience.getByRole('checkbox', { name: 'Project administrators' }).press('Space');
    await assertAccessible(ana);
    await ana.keyboard.press('Escape');
    await ana.getByRole('button', { name: 'Comment', exact: true }).click();
    const said = ana.getByRole('listitem').filter({ hasText: 'Between us: it was late.' });
    await said
      .getByText(/^Visible to: .*administrators/i)
      .first()
      .waitFor();
    // What was sent is gone from where it was written.
    await ana.getByText('Visible to: everyone').waitFor();
    await ana.getByRole('textbox', { name: 'Your comment' }).fill('For all: it was late.');
    await ana.getByRole('button', { name: 'Comment', exact: true }).click();
    await bruno.getByRole('paragraph').getByText('For all: it was late.').waitFor();
    assert.equal(await bruno.getByText('Between us: it was late.').count(), 0);

    await ana.getByRole('paragraph').getByText('For all: it was late.').waitFor();
    await ana.emulateMedia({ media: 'print' });
    assert.ok(await ana.getByRole('paragraph').getByText('For all: it was late.').isVisible());
    assert.ok(await ana.getByText('StrongBox').first().isVisible());
    for (const gone of ['banner', 'form', 'textbox'] as const) assert.equal(await ana.getByRole(gone).count(), 0, gone);
    // Those in headings name groups of fields.
    assert.equal(await ana.getByRole('button').and(ana.locator(':not(h2 > button)')).count(), 0);
  });
});

describe('the actions of an artifact', () => {
  it('follow, walk the list, and tell beforehand what a move would lose, by keyboard', async (context) => {
    await world.app.app.features.site.changeSetting('sys_artifact_deletions_per_day', '0');
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/4');
    await page.getByRole('link', { name: /Keep the session key/ }).click();
    await page.getByRole('heading', { name: /Keep the session key/ }).waitFor();
    const follow = page.getByRole('button', { name: /^Follow/ });
    assert.equal(await follow.getAttribute('title'), 'You follow this because you take part in it');
    await page.keyboard.press('f');
    await page.locator('button:not([title])', { hasText: /^Following$/ }).waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    const deletion = page.getByRole('menuitem', { name: /Delete/ });
    assert.equal(await deletion.getAttribute('aria-disabled'), 'true');
    await deletion.getByText('Deleting is turned off on this site').waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: /Move task #17/ });
    await dialog.getByRole('button', { name: /Tracker/ }).click();
    await page.getByRole('option', { name: 'Bugs' }).click();
    await dialog.getByRole('button', { name: 'Move and lose these values' }).waitFor();
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const address = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== address);
    await page.keyboard.press('u');
    await page.waitForURL('**/trackers/4*');
  });

  it('move, and ask nothing more about it', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/artifacts/18');
    await page.getByRole('button', { name: 'Actions' }).waitFor();
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PATCH') asked.push(at(request.postDataJSON(), 'move.dry_run'));
    });
    await page.keyboard.press('v');
    const dialog = page.getByRole('dialog', { name: /Move / });
    await dialog.getByRole('button', { name: /Tracker/ }).click();
    await page.getByRole('option', { name: 'Bugs' }).click();
    await dialog.getByRole('button', { name: /^Move/ }).click();
    await page.getByText('Artifact moved.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Bugs' }).first().waitFor();
    assert.deepEqual(asked, [true, false]);
  });
});
