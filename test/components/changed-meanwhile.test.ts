// What the person sees where a right or the thing itself is gone meanwhile, and that nothing typed is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, Locator, World } from '../windows/world.ts';

/** Answers that these cases provoke. */
const expected = /status of [45]\d\d/;

let world: World;
before(async () => {
  world = await openWorld('$sys_artifact_deletions_per_day = 20;\n');
});
after(() => world.close());

const boxOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Your comment' });
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Comment', exact: true }).click();

/** A task of its own, so that cases don't meet. */
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

describe('the thing', () => {
  it('was moved to another tracker meanwhile: the page shows it there, and the text stays', async (context) => {
    const { page, id } = await writeHalf(context, 'Moved', 'Where are we?');
    const move = { move: { tracker_id: 5, dry_run: false } };
    const moved = await world.app.call(`/api/artifacts/${id}`, { method: 'PATCH', as: 'ana', body: move });
    assert.equal(moved.status, 200, moved.text);
    await page.getByRole('navigation').getByRole('link', { name: 'Bugs' }).last().waitFor();
    assert.equal(await boxOf(page).inputValue(), 'Where are we?');
  });

  it('is no longer for this person: the refusal stands on the page, and the text is kept', async (context) => {
    const { page } = await writeHalf(context, 'Hidden', 'I may not any more.');
    await page.route('**/api/**', (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill({ status: 403, json: { error: { code: 403, message: 'Busy' } } }),
    );
    await send(page);
    await page.getByRole('alert').waitFor();
    assert.equal(await boxOf(page).inputValue(), 'I may not any more.');
  });
});

describe('a field', () => {
  it('may no longer be changed by this person: the refusal stands beside what was typed', async (context) => {
    const { page } = await writeHalf(context, 'Right lost', 'x');
    await page.getByRole('button', { name: 'Change Details' }).click();
    await page.getByRole('textbox', { name: 'Details' }).fill('I could just now.');
    const restore = await dropMember('bruno');
    await page.keyboard.press('Control+Enter');
    await page
      .locator('[data-field]')
      .getByText(/permission to set/i)
      .waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).inputValue(), 'I could just now.');
    await assertAccessible(page);
    await restore();
  });
});

describe('an address', () => {
  it('with nonsense in it leads to a page that says so, or that leaves the nonsense out', async (context) => {
    const page = await world.visit(context, { as: 'bruno', expected });
    for (const address of [
      '/artifacts/nonsense',
      '/artifacts/999999999999999999999',
      '/artifacts/17?show=everything&order=up#comment-zzz',
      '/trackers/abc',
      '/trackers/abc/new',
      '/trackers/4?report=zzz&where=%28%28&sort=%3B%3B&page=-1',
      '/trackers/4/new?field_99999=x&parent=abc&copy_from=-5',
      '/search?q=%00&type=nonsense&offset=-9',
      '/projects/nobody-knows-this',
      '/kanban/xyz',
      '/users/%25%25',
      '/queries?q=SELECT',
    ]) {
      await page.goto(address);
      await page.locator('h1, [role=alert]').first().waitFor();
      const text = await page.locator('main').innerText();
      assert.doesNotMatch(text, /undefined|NaN|\[object|Something went wrong on this page/, address);
    }
  });
});
