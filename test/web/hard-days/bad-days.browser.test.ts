// Tier: first, with "is away for a minute"
// Bad days: what the person sees when the server, the session, a right or the thing itself is gone, and that nothing typed is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { at, testPassword } from '../../support/harness.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

/** Complaints of the browser about answers that these journeys provoke, and of axe, which reads styles where nothing answers. */
const expected =
  /reading '\w+'|MIME type|preload assets|Failed to load resource|net::ERR_|EventSource|status of [45]\d\d/;
const megabytes = 2_000_000;

let world: World;
before(async () => {
  world = await openWorld('$sys_artifact_deletions_per_day = 20;\n');
});
after(() => world.close());

const boxOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Your comment' });
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Comment', exact: true }).click();

/** A task of its own, so that journeys don't meet. */
async function makeTask(title: string, tracker = 4): Promise<number> {
  const { json } = await world.app.call('/api/artifacts', {
    method: 'POST',
    as: 'ana',
    body: {
      tracker: { id: tracker },
      values_by_field: { title: { value: title }, ...(tracker === 5 ? { description: { value: title } } : {}) },
    },
  });
  assert.ok(typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'number');
  return json.id;
}

/** Opens the artifact, and waits for what the page tells the server once it is drawn: that would find the end of a session first. */
async function open(page: Page, id: number, title: string): Promise<void> {
  const told = ['/presence', '/history'].map((path) =>
    page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() !== 'GET'),
  );
  await page.goto(`/artifacts/${id}`);
  await page.getByRole('heading', { name: title }).waitFor();
  await Promise.all(told);
}

/** A person with a comment half written on a task of their own. */
async function writeHalf(
  context: TestContext,
  title: string,
  text: string,
  tracker = 4,
): Promise<{ page: Page; id: number }> {
  const id = await makeTask(title, tracker);
  const page = await world.visit(context, { as: 'bruno', expected });
  const heard = page.waitForResponse((answer) => answer.url().includes('/events/stream'));
  await open(page, id, title);
  await heard;
  await boxOf(page).fill(text);
  return { page, id };
}

/** Gives what lets them in again. */
async function dropMember(username: string): Promise<() => Promise<void>> {
  const path = '/api/user_groups/101_3/users';
  const { json } = await world.app.call(path, { as: 'ana' });
  assert.ok(Array.isArray(json));
  const names = json.map((one: unknown) => at(one, 'username'));
  const setMembers = async (members: readonly unknown[]): Promise<void> => {
    const body = { user_references: members.map((name) => ({ username: name })) };
    assert.equal((await world.app.call(path, { method: 'PUT', as: 'ana', body })).status, 200);
  };
  await setMembers(names.filter((name) => name !== username));
  return () => setMembers(names);
}

/** The server answers changes so for a while. */
async function refuseChanges(page: Page, status: number): Promise<() => Promise<void>> {
  const refuse = (route: Route): Promise<void> =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status, headers: { 'retry-after': '1' }, json: { error: { code: status, message: 'Busy' } } });
  await page.route('**/api/**', refuse);
  return () => page.unroute('**/api/**', refuse);
}

describe('the server', () => {
  it('is away for a minute: what was typed stays, and goes out when it is back', async (context) => {
    const { page } = await writeHalf(context, 'Away', 'Written in a tunnel.');
    await page.context().setOffline(true);
    await send(page);
    await page.getByText('The server can’t be reached').first().waitFor();
    assert.equal(await boxOf(page).inputValue(), 'Written in a tunnel.');
    await assertAccessible(page);
    await page.context().setOffline(false);
    await send(page);
    await page.getByRole('paragraph').getByText('Written in a tunnel.').waitFor();
    assert.equal(await boxOf(page).inputValue(), '');
  });

  it('is started anew in the middle of an edit: what was typed goes out to the new one, and news come again', async (context) => {
    const { page, id } = await writeHalf(context, 'Restarted', 'Begun before, sent after.');
    await world.app.restart(async () => {
      const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/api/artifacts/${id}`));
      await send(page);
      await lost;
      await page.getByText('The server can’t be reached').first().waitFor();
      assert.equal(await boxOf(page).inputValue(), 'Begun before, sent after.');
    });
    await send(page);
    await page.getByRole('paragraph').getByText('Begun before, sent after.').waitFor();
    const comment = { body: 'Written elsewhere.', format: 'text' };
    await world.change(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body: { values: [], comment } });
    await page.getByRole('paragraph').getByText('Written elsewhere.').waitFor();
  });

  for (const [what, answer] of [
    ['has other parts since it was renewed', { status: 404 }],
    ['answers with something else than a part of the page', { body: '<html></html>', contentType: 'text/html' }],
  ] as const)
    it(`${what}: what is open stays, and is loaded anew with what was typed`, async (context) => {
      const { page } = await writeHalf(context, 'Renewed', 'Typed into the former page.');
      await page.route('**/assets/palette-*.js', (route) => route.fulfill(answer));
      await page.getByRole('button', { name: 'Search or go to' }).click();
      await page.getByText('Tepal was updated').first().waitFor();
      assert.equal(await boxOf(page).inputValue(), 'Typed into the former page.');
      await page.unrouteAll();
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Reload' }).first().click();
      await loaded;
      await boxOf(page).waitFor();
      assert.equal(await boxOf(page).inputValue(), 'Typed into the former page.');
      await page.getByRole('button', { name: 'Search or go to' }).click();
      await page.getByRole('searchbox').waitFor();
    });

  it('can’t be reached when a part of the page is wanted: the page stays, and says so', async (context) => {
    const { page } = await writeHalf(context, 'Cut off', 'Typed on a train.');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByText('The server can’t be reached').first().waitFor();
    assert.equal(await boxOf(page).inputValue(), 'Typed on a train.');
    await page.context().setOffline(false);
    await page.getByText('The server is back').waitFor();
    await page.getByRole('main').getByRole('heading', { name: 'Cut off' }).waitFor();
  });

  for (const status of [429, 503])
    it(`is busy (${status}): says so beside the text, and takes it when asked again`, async (context) => {
      const { page } = await writeHalf(context, `Busy ${status}`, `Patience with ${status}.`);
      const relent = await refuseChanges(page, status);
      await send(page);
      await page.getByText('The server is busy').first().waitFor();
      assert.equal(await boxOf(page).inputValue(), `Patience with ${status}.`);
      await relent();
      await send(page);
      await page.getByRole('paragraph').getByText(`Patience with ${status}.`).waitFor();
    });

  it('was away when the page was opened: the page says so, and comes by itself', async (context) => {
    const id = await makeTask('Late');
    const page = await world.visit(context, { as: 'bruno', expected: /Failed to load|net::ERR_|ApiError|fetch/ });
    const abort = (route: Route): Promise<void> => route.abort('connectionrefused');
    await page.route('**/api/**', abort);
    // A browser that does not say that it opens a window gets a document that brings nothing.
    await page.route(`**/artifacts/${id}`, async (route) => {
      const headers = Object.entries(await route.request().allHeaders());
      const silent = Object.fromEntries(headers.filter(([name]) => !/^(?:sec-fetch|:)/.test(name)));
      await route.fulfill({ response: await route.fetch({ headers: silent }) });
    });
    await page.goto(`/artifacts/${id}`);
    await page.getByRole('alert').getByText('The server is away').waitFor();
    await page.unroute('**/api/**', abort);
    await page.getByRole('heading', { name: 'Late', exact: true }).waitFor();
  });
});

/** Pages do what waits for their rest, such as listening, once `releaseIdle` is called. */
const holdIdle = `{
  const { requestIdleCallback } = window;
  const held = [];
  window.requestIdleCallback = (...parts) => held.push(parts);
  window.releaseIdle = () => {
    window.requestIdleCallback = requestIdleCallback;
    for (const parts of held) requestIdleCallback(...parts);
  };
}`;

describe('news', () => {
  it('that come between what a page reads and its listening are shown, in a first tab and in a second one', async (context) => {
    const id = await makeTask('Between');
    const first = await world.visit(context, { as: 'bruno' });
    for (const page of [first, await first.context().newPage()]) {
      const text = page === first ? 'Just before the first.' : 'Just before the second.';
      const comment = { body: text, format: 'text' };
      await page.addInitScript(holdIdle);
      await page.goto(`/artifacts/${id}`);
      await page.getByRole('heading', { name: 'Between' }).waitFor();
      await page.getByText('Ana').first().waitFor();
      await world.change(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body: { values: [], comment } });
      await page.evaluate('releaseIdle()');
      await page.getByRole('paragraph').getByText(text).waitFor();
    }
  });

  it('come after all where the stream of them could not be opened at first', async (context) => {
    const id = await makeTask('Deaf at first');
    const page = await world.visit(context, { as: 'bruno', expected: /ERR_FAILED/ });
    const { promise: failed, resolve: note } = Promise.withResolvers<void>();
    let tries = 0;
    await page.route('**/api/events/stream?*', async (route) => {
      tries += 1;
      if (tries > 1) return route.continue();
      await route.abort();
      note();
    });
    await page.goto(`/artifacts/${id}`);
    await page.getByRole('heading', { name: 'Deaf at first' }).waitFor();
    await failed;
    const comment = { body: 'Heard after all.', format: 'text' };
    await world.change(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body: { values: [], comment } });
    await page.getByRole('paragraph').getByText('Heard after all.').waitFor();
  });
});

describe('a session', () => {
  it('has ended: signing in over the page keeps what was typed', async (context) => {
    const { page } = await writeHalf(context, 'Ended', 'Half a thought.');
    await page.context().clearCookies();
    // By keys, as the dialog may be there already, asked for by something that the page does by itself.
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page);
    await page.getByRole('dialog').getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await boxOf(page).inputValue(), 'Half a thought.');
    await send(page);
    await page.getByRole('paragraph').getByText('Half a thought.').waitFor();
  });

  it('has ended in two tabs: signing in in one of them is enough', async (context) => {
    const { page, id } = await writeHalf(context, 'Ended twice', 'Kept here.');
    const second = await page.context().newPage();
    await open(second, id, 'Ended twice');
    await boxOf(second).fill('And there.');
    await page.context().clearCookies();
    await send(page);
    await page.getByRole('dialog').waitFor();
    // By keys, as above.
    await second.keyboard.press('Control+Enter');
    await second.getByRole('dialog').getByLabel('Password').fill(testPassword);
    await second.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await send(page);
    await page.getByRole('paragraph').getByText('Kept here.').waitFor();
  });

  it('goes on in a second tab, which has the draft of the first', async (context) => {
    const { page, id } = await writeHalf(context, 'Two tabs', 'Begun on the left.');
    const second = await page.context().newPage();
    await second.goto(`/artifacts/${id}`);
    await second.getByRole('heading', { name: 'Two tabs' }).waitFor();
    assert.equal(await boxOf(second).inputValue(), 'Begun on the left.');
    await boxOf(second).fill('Begun on the left, ended on the right.');
    await send(second);
    await page.getByRole('paragraph').getByText('ended on the right').waitFor();
    assert.equal(await boxOf(page).inputValue(), 'Begun on the left.', 'what stands in a tab is that tab’s');
  });

  for (const [clock, offMs] of [
    ['a day slow', -86_400_000],
    ['70 days fast', 70 * 86_400_000],
  ] as const)
    it(`is of somebody whose clock is ${clock}: times are those of the server, drafts stay, and nothing is refused`, async (context) => {
      const id = await makeTask('Clock');
      const page = await world.visit(context, { as: 'bruno' });
      await page.goto(`/artifacts/${id}`);
      await page.getByRole('heading', { name: 'Clock' }).waitFor();
      await boxOf(page).fill(`Begun by a clock that is ${clock}.`);
      // No program of the page runs while the clock is replaced: it says 1970 in between.
      await page.goto('about:blank');
      await page.clock.install({ time: Date.now() + offMs });
      await open(page, id, 'Clock');
      await page
        .getByRole('region', { name: 'Properties' })
        .getByText(/now|second|minute/)
        .first()
        .waitFor();
      await open(page, id, 'Clock');
      assert.equal(await boxOf(page).inputValue(), `Begun by a clock that is ${clock}.`);
      await send(page);
      await page.getByRole('paragraph').getByText(`Begun by a clock that is ${clock}.`).waitFor();
      await page
        .locator('article, li')
        .filter({ hasText: clock })
        .getByText(/now|second|minute/)
        .first()
        .waitFor();
    });
});

describe('the thing', () => {
  it('was deleted meanwhile: the page says so, and the text can still be read', async (context) => {
    const { page, id } = await writeHalf(context, 'Deleted', 'Words for nothing.');
    const body = { comment: { body: 'Said before', format: 'text' }, values: [] };
    assert.equal((await world.app.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'bruno', body })).status, 200);
    await page.getByRole('button', { name: 'Edit comment' }).click();
    await page.getByRole('textbox', { name: 'Edit comment' }).fill('Said better');
    const gone = await world.app.call(`/api/artifacts/${id}`, { method: 'DELETE', as: 'ana' });
    assert.equal(gone.status, 200);
    await page
      .getByText(/Not found|was deleted|no longer/)
      .first()
      .waitFor();
    assert.equal(await boxOf(page).inputValue(), 'Words for nothing.');
    await page.reload();
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    assert.equal(await boxOf(page).inputValue(), 'Words for nothing.');
    assert.equal(await page.getByRole('textbox', { name: 'A comment of yours' }).inputValue(), 'Said better');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Discard' }).click();
    await boxOf(page).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    assert.equal(await boxOf(page).count(), 0);
  });

  it('is shown to fewer people from now on: the page says who can help, and the text is kept', async (context) => {
    const { json } = await world.app.call('/api/trackers/5', { as: 'ana' });
    const fields = at(json, 'fields');
    assert.ok(Array.isArray(fields));
    const limit: unknown = fields.find((field: unknown) => at(field, 'name') === 'restricted_to');
    const { page, id } = await writeHalf(context, 'Limited', 'For the ten of us.', 5);
    const values = [{ field_id: at(limit, 'field_id'), value: { granted_groups: ['101_4'] } }];
    const limited = await world.app.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body: { values } });
    assert.equal(limited.status, 200, limited.text);
    await send(page);
    await page.getByRole('alert').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'You don’t have permission to see this' }).waitFor();
    await page.getByRole('listitem').getByText('Ana Lindqvist').waitFor();
    assert.equal(await boxOf(page).inputValue(), 'For the ten of us.');
    await assertAccessible(page);
  });
});

describe('a field', () => {
  const startDetails = async (page: Page, text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Change Details' }).click();
    await page.getByRole('textbox', { name: 'Details' }).fill(text);
  };

  it('is closed to a person while they read: the page says so by itself, and what they typed can be copied', async (context) => {
    const { page } = await writeHalf(context, 'Right lost in silence', 'Half a comment.');
    await startDetails(page, 'Half a text.');
    const restore = await dropMember('bruno');
    await page.getByText('You can no longer change Details').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).inputValue(), 'Half a text.');
    assert.equal(await page.getByRole('textbox', { name: /comment/i }).inputValue(), 'Half a comment.');
    await assertAccessible(page);
    await restore();
  });

  /** A field of its own; gives what takes it from the form. */
  const addField = async (label: string, more: object = { type: 'text' }): Promise<() => Promise<void>> => {
    const made = await world.app.call('/api/trackers/4/fields', {
      method: 'POST',
      as: 'ana',
      body: { label, name: label.toLowerCase(), ...more },
    });
    assert.equal(made.status, 201, made.text);
    const path = `/api/tracker_fields/${String(at(made.json, 'field_id'))}`;
    return async () => {
      const gone = await world.app.call(path, { method: 'PATCH', as: 'ana', body: { use_it: false } });
      assert.equal(gone.status, 200, gone.text);
    };
  };
  const addList = (label: string, values: readonly string[]): Promise<() => Promise<void>> =>
    addField(label, { type: 'cb', values: values.map((value) => ({ label: value })) });
  const lostText = (page: Page, label: string): Locator =>
    page.getByRole('textbox', { name: `The field “${label}” no longer exists. Copy what you typed for it:` });

  it('is removed from the form while somebody types into it: the page says so by itself, and the rest can be saved', async (context) => {
    const remove = await addField('Remarks');
    const { page, id } = await writeHalf(context, 'Removed in sight', 'Half a comment.');
    await startDetails(page, 'Stays.');
    await page.getByRole('button', { name: 'Change Remarks' }).click();
    await page.getByRole('textbox', { name: 'Remarks' }).fill('Typed for nobody.');
    await remove();
    await lostText(page, 'Remarks').waitFor();
    assert.equal(await lostText(page, 'Remarks').inputValue(), 'Typed for nobody.');
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).inputValue(), 'Stays.');
    await assertAccessible(page);
    await page.getByRole('textbox', { name: 'Details' }).press('Control+Enter');
    await page.getByRole('paragraph').getByText('Stays.').waitFor();
    assert.equal(await lostText(page, 'Remarks').inputValue(), 'Typed for nobody.');
    await open(page, id, 'Removed in sight');
    assert.equal(await lostText(page, 'Remarks').inputValue(), 'Typed for nobody.');
    assert.equal(await boxOf(page).inputValue(), 'Half a comment.');
    await page
      .getByRole('status')
      .filter({ has: lostText(page, 'Remarks') })
      .getByRole('button')
      .click();
    await lostText(page, 'Remarks').waitFor({ state: 'detached' });
  });

  it('is removed before a page hears of it: saving says what is missing, keeps all, and takes the rest when asked again', async (context) => {
    const remove = await addField('Afterthought');
    const id = await makeTask('Removed unheard');
    const page = await world.visit(context, { as: 'bruno', expected });
    await page.route('**/events/stream*', (route) => route.abort());
    await open(page, id, 'Removed unheard');
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'Afterthought' }).fill('Too late.');
    await page.getByRole('textbox', { name: 'Details' }).fill('In time.');
    await page.getByRole('textbox', { name: 'Comment on the changes' }).fill('With a word.');
    await remove();
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByRole('alert').getByText('Afterthought was removed from the form').waitFor();
    assert.equal(await lostText(page, 'Afterthought').inputValue(), 'Too late.');
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).inputValue(), 'In time.');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByRole('paragraph').getByText('In time.').waitFor();
    await page.getByRole('paragraph').getByText('With a word.').waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('e');
    const bar = page.getByRole('region', { name: 'Changes', exact: true });
    await bar.getByRole('button', { name: 'Discard' }).click();
    await bar.waitFor({ state: 'detached' });
    assert.equal(await lostText(page, 'Afterthought').inputValue(), 'Too late.');
  });

  it('is removed from the form of a new artifact: what was typed and chosen can be copied, and the rest can be sent', async (context) => {
    const [removeText, removeList] = [await addField('Whereabouts'), await addList('Tools', ['Saw', 'Drill'])];
    const page = await world.visit(context, { as: 'bruno', expected });
    const heard = page.waitForResponse((answer) => answer.url().includes('/events/stream'));
    await page.goto('/trackers/4/new');
    await heard;
    await page.getByRole('textbox', { name: 'Title' }).fill('Begun with more fields');
    await page.getByRole('textbox', { name: 'Whereabouts' }).fill('Behind the shed.');
    await page.getByRole('checkbox', { name: 'Saw' }).check({ force: true });
    await page.getByRole('checkbox', { name: 'Drill' }).check({ force: true });
    await Promise.all([removeText(), removeList()]);
    await lostText(page, 'Whereabouts').waitFor();
    await lostText(page, 'Tools').waitFor();
    assert.equal(await lostText(page, 'Whereabouts').inputValue(), 'Behind the shed.');
    assert.equal(await lostText(page, 'Tools').inputValue(), 'Saw, Drill');
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Begun with more fields');
    await assertAccessible(page);
    await page.reload();
    assert.equal(await lostText(page, 'Tools').inputValue(), 'Saw, Drill');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Begun with more fields' }).waitFor();
    await page.goto('/trackers/4/new?title=Of+an+address');
    await page.getByRole('textbox', { name: 'Title' }).fill('Of an address, and more');
    await page.reload();
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Of an address, and more');
    await page.goto('/trackers/4/new');
    assert.equal(await lostText(page, 'Whereabouts').inputValue(), 'Behind the shed.');
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), '');
  });

  it('is removed before the form of a new artifact hears of it: the refusal says which, and the rest goes out', async (context) => {
    const remove = await addField('Hindsight');
    const page = await world.visit(context, { as: 'bruno', expected });
    await page.route('**/events/stream*', (route) => route.abort());
    await page.goto('/trackers/4/new');
    await page.getByRole('textbox', { name: 'Title' }).fill('Sent too late');
    await page.getByRole('textbox', { name: 'Hindsight' }).fill('Should have been quicker.');
    await remove();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('alert').getByText('Hindsight was removed from the form').waitFor();
    assert.equal(await lostText(page, 'Hindsight').inputValue(), 'Should have been quicker.');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Sent too late' }).waitFor();
  });
});

describe('a project', () => {
  it('is closed to a person while they read: the page says so by itself', async (context) => {
    const page = await world.visit(context, { as: 'freya', expected });
    await page.goto('/trackers/4');
    await page.getByRole('row').nth(1).waitFor();
    const setAccess = (access: string) =>
      world.change('/api/projects/101', { method: 'PATCH', as: 'ana', body: { access } });
    const closed = await setAccess('private');
    assert.equal(closed.status, 200, closed.text);
    await page.getByText('You no longer have access to all of this page').waitFor();
    await setAccess('public');
  });
});

describe('a person', () => {
  it('drops 300 files: as many are taken as can be, and the rest is named', async (context) => {
    const { page } = await writeHalf(context, 'Many files', 'x');
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.locator('input[type=file]').waitFor({ state: 'attached' });
    await page.evaluate(`{
      const data = new DataTransfer();
      for (let n = 1; n <= 300; n++) data.items.add(new File(['x'], 'f' + n + '.txt', { type: 'text/plain' }));
      const input = document.querySelector('input[type=file]');
      input.files = data.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await page.getByText('50 files are taken at once; there were 300.').waitFor();
    await page.getByRole('button', { name: 'Remove f50.txt' }).waitFor();
    await page.getByRole('button', { name: 'Save all' }).click();
    await page.getByRole('link', { name: 'f50.txt' }).first().waitFor();
    await page.getByRole('button', { name: 'Save all' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Links and files/ }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all as a zip file' }).click();
    assert.equal((await coming).suggestedFilename(), 'files.zip');
  });

  it('pastes 2 MB of text: the page stays quick, the refusal is told, and nothing is lost', async (context) => {
    const { page } = await writeHalf(context, 'Long', 'x');
    const text = 'All work and no play. '.repeat(Math.ceil(megabytes / 22));
    await boxOf(page).focus();
    await page.evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
    const length = `document.activeElement.value.length`;
    assert.equal(await page.evaluate<number>(length), text.length + 1);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').first().waitFor();
    assert.equal(await page.evaluate<number>(length), text.length + 1);
  });
});
