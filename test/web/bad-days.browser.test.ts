// Engine: SQLite alone
// Bad days: what the person sees when the server, the session, a right or the thing itself is gone, and that nothing typed is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page, Route } from 'playwright-core';
import { testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

/** Complaints of the browser about answers that these journeys provoke. */
const expected = /Failed to load resource|net::ERR_|EventSource|status of [45]\d\d/;
const megabytes = 2_000_000;

let world: World;
before(async () => {
  world = await openWorld('$sys_artifact_deletions_per_day = 20;\n');
});
after(() => world.close());

const boxOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Your comment' });
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Comment', exact: true }).click();

/** A task of its own, so that journeys don't meet. */
async function makeTask(title: string): Promise<number> {
  const { json } = await world.app.call('/api/artifacts', {
    method: 'POST',
    as: 'ana',
    body: { tracker: { id: 4 }, values_by_field: { title: { value: title } } },
  });
  assert.ok(typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'number');
  return json.id;
}

/** A person with a comment half written on a task of their own. */
async function writeHalf(context: TestContext, title: string, text: string): Promise<{ page: Page; id: number }> {
  const id = await makeTask(title);
  const page = await world.visit(context, { as: 'bruno', expected });
  await page.goto(`/artifacts/${id}`);
  await page.getByRole('heading', { name: title }).waitFor();
  await boxOf(page).fill(text);
  return { page, id };
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
    await page.goto(`/artifacts/${id}`);
    await page.getByRole('alert').getByText('The server is away').waitFor();
    await page.unroute('**/api/**', abort);
    await page.getByRole('heading', { name: 'Late', exact: true }).waitFor();
  });
});

describe('a session', () => {
  it('has ended: signing in over the page keeps what was typed', async (context) => {
    const { page } = await writeHalf(context, 'Ended', 'Half a thought.');
    await page.context().clearCookies();
    await send(page);
    await page.getByRole('dialog').waitFor();
    await assertAccessible(page);
    await page.getByRole('dialog').getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await boxOf(page).inputValue(), 'Half a thought.');
    await send(page);
    await page.getByRole('paragraph').getByText('Half a thought.').waitFor();
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

  it('is of somebody whose clock is a day late: times are still told, and nothing is refused', async (context) => {
    const id = await makeTask('Clock');
    const page = await world.visit(context, { as: 'bruno' });
    await page.clock.setFixedTime(new Date(Date.now() - 86_400_000));
    await page.goto(`/artifacts/${id}`);
    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    await boxOf(page).fill('Sent yesterday.');
    await send(page);
    await page.getByRole('paragraph').getByText('Sent yesterday.').waitFor();
  });
});

describe('the thing', () => {
  it('was deleted meanwhile: the page says so, and the text can still be read', async (context) => {
    const { page, id } = await writeHalf(context, 'Deleted', 'Words for nothing.');
    const gone = await world.app.call(`/api/artifacts/${id}`, { method: 'DELETE', as: 'ana' });
    assert.equal(gone.status, 200);
    await page
      .getByText(/There is nothing here|was deleted|no longer/)
      .first()
      .waitFor();
    const kept = await page.evaluate<string>('JSON.stringify(localStorage)');
    assert.match(kept, /Words for nothing/);
  });

  it('is no longer for this person: the refusal stands on the page, and the text is kept', async (context) => {
    const { page } = await writeHalf(context, 'Hidden', 'I may not any more.');
    const refuse = await refuseChanges(page, 403);
    await send(page);
    await page.getByRole('alert').waitFor();
    assert.equal(await boxOf(page).inputValue(), 'I may not any more.');
    await refuse();
  });
});

describe('a person', () => {
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
