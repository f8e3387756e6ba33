// The inbox: what its entries say, keys, taking back, what is empty and what could not be read.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { saveEntries } from '../../src/features/notifications/inbox/inbox.store.ts';
import type { NewEntry } from '../../src/features/notifications/inbox/inbox.store.ts';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

let world: World;
const ids = new Map<string, number>();
const nothing = { is_new: false, comment: null, changes: [], events: [] };

/** Of artifacts of the sample projects, the latest last. */
const entries: readonly (Pick<NewEntry, 'thingId' | 'reason'> & { news: object })[] = [
  { thingId: 12, reason: 'author', news: { ...nothing, events: ['update', 'approve'] } },
  { thingId: 14, reason: 'tracker', news: { ...nothing, is_new: true } },
  {
    thingId: 17,
    reason: 'assigned',
    news: {
      ...nothing,
      changes: [
        {
          label: 'Status',
          before: 'Open',
          after: 'Closed',
          text: 'Status: Open → Closed',
          i18n: { key: 'change.value', params: ['Status', 'Open', 'Closed'] },
        },
        { label: 'Effort', before: '', after: '3' },
        { label: 'Team', before: 'A', after: '' },
      ],
    },
  },
  { thingId: 4, reason: 'mentioned', news: { ...nothing, comment: 'I saw\nit too' } },
];

before(async () => {
  world = await openWorld();
  for (const name of ['ana', 'bruno'])
    ids.set(name, Number(at((await world.app.call('/api/users/self', { as: name })).json, 'id')));
});
after(() => world.close());

beforeEach(async () => {
  const { database } = world.app.app;
  const [userId = 0, actorId = 0] = [ids.get('ana'), ids.get('bruno')];
  const startMs = Date.now() - 60_000;
  await database.transact(async (tx) => {
    await tx.deleteFrom('inbox_entries').execute();
    for (const [index, entry] of entries.entries())
      await saveEntries(tx, [{ ...entry, userId, actorId, kind: 'artifact', projectId: 101 }], startMs + index * 1000);
  });
});

const listed = async (query: string): Promise<unknown[]> =>
  listAt((await world.app.call(`/api/users/self/inbox?${query}`, { as: 'ana' })).json, 'entries').map((entry) =>
    at(entry, 'thing.id'),
  );
const isListed = (query: string, wanted: readonly number[]): Promise<boolean> =>
  until(async () => JSON.stringify(await listed(query)) === JSON.stringify(wanted));

const row = (page: Page, id: number) => page.locator('li').filter({ hasText: new RegExp(`#${id}(?!\\d)`) });
const isCurrent = async (page: Page, id: number): Promise<void> =>
  void (await until(() => page.evaluate(`document.activeElement?.textContent.includes('#${id}')`) === true));

describe('the inbox', () => {
  it('says in words what happened, and why it is there', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/inbox');
    await page.getByText(/^Bruno.* mentioned you: I saw it too$/).waitFor();
    await page.getByText(/: Status: Open → Closed and 2 more$/).waitFor();
    await page.getByText(/ created it$/).waitFor();
    await page.getByText(/ approved it$/).waitFor();
    await row(page, 4).getByText('Mentioned', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Inbox: 4 unread' }).waitFor();
    await assertAccessible(page);
  });

  it('says it in French', async (context) => {
    const page = await world.visit(context, { as: 'ana', locale: 'fr-FR' });
    await page.goto('/inbox');
    await page.getByText(/ vous a mentionné : I saw it too$/).waitFor();
    await page.getByText(/\s: Status\s: Open → Closed et 2 autres$/).waitFor();
    await page.getByRole('link', { name: 'Boîte de réception : 4 non lus' }).waitFor();
    await assertAccessible(page);
  });

  it('is gone through by keys, goes on to the next row, and takes back what was done', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/inbox');
    await row(page, 4).waitFor();
    await page.keyboard.press('j');
    await isCurrent(page, 4);
    await page.keyboard.press('e');
    await row(page, 4).waitFor({ state: 'detached' });
    await isCurrent(page, 17);
    await isListed('state=done', [4]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 4).waitFor();
    await isCurrent(page, 4);
    await isListed('state=done', []);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('s');
    await isCurrent(page, 14);
    await isListed('state=saved', [17]);
    await page.keyboard.press('u');
    await isListed('unread=true', [4, 17, 12]);
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.keyboard.press('h');
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await row(page, 17).waitFor({ state: 'detached' });
    await isListed('state=snoozed', [17]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await row(page, 17).waitFor();
    await isListed('state=snoozed', []);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Done, or back to open').waitFor();
  });

  it('changes the selected ones together, and marks all as read', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/inbox');
    await row(page, 4).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('toolbar', { name: 'Selected entries' });
    await bar.getByText('2 selected').waitFor();
    await assertAccessible(page);
    await bar.getByRole('button', { name: 'Done' }).click();
    await page.getByText('2 marked as done').waitFor();
    await row(page, 17).waitFor({ state: 'detached' });
    await isListed('state=done', [4, 17]);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('All marked as read').waitFor();
    await isListed('unread=true', []);
    await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor();
  });

  it('narrows by its address, opens a thing as read, and says what is empty', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/inbox?reason=assigned');
    await row(page, 17).waitFor();
    assert.equal(await row(page, 4).count(), 0);
    await row(page, 17).getByRole('link').click();
    await page.waitForURL('**/artifacts/17');
    await isListed('unread=true&reason=assigned', []);
    await page.goto('/inbox?reason=assigned&unread=true');
    await page.getByRole('heading', { name: 'No entry matches the filters' }).waitFor();
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    await row(page, 4).waitFor();
    await page.getByRole('link', { name: 'Snoozed' }).click();
    await page.getByRole('heading', { name: 'Nothing is snoozed' }).waitFor();
    await assertAccessible(page);
    await world.app.app.database.transact((tx) => tx.deleteFrom('inbox_entries').execute());
    await page.goto('/inbox');
    await page.getByRole('heading', { name: 'You’re all caught up' }).waitFor();
    await assertAccessible(page);
  });

  it('says what could not be read or changed, and leaves entries as they were', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /500|400/ });
    const refuse = (status: number) => (route: { fulfill(answer: object): Promise<void> }) =>
      route.fulfill({ status, json: { error: { code: status, message: 'no' } } });
    const broken = refuse(400);
    await page.route('**/api/users/self/inbox?*', broken);
    await page.goto('/inbox');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await assertAccessible(page);
    await page.unroute('**/api/users/self/inbox?*', broken);
    await retry.click();
    await row(page, 4).waitFor();
    await page.route('**/api/users/self/inbox', refuse(500));
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.getByText('The server failed').waitFor();
    await row(page, 4).waitFor();
  });
});
