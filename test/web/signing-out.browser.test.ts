// Tier: first, with "keeps drafts for the same person"
// What is left of a person in a browser once their session is over: in other tabs, and in its storages.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const secret = 'Nobody else may read this';
const readStorages = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify([localStorage, sessionStorage])');
const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Your comment' });
async function openTask(page: Page): Promise<void> {
  await page.goto('/artifacts/17');
  await boxOf(page).waitFor();
}
async function typeDraft(page: Page): Promise<void> {
  await openTask(page);
  await boxOf(page).fill(secret);
  await until(async () => (await readStorages(page)).includes('tepal.sealed.'));
}
const enter = async (opened: BrowserContext, username: string): Promise<void> => {
  const answer = await opened.request.post('/api/sessions', { data: { username, password: testPassword } });
  assert.equal(answer.status(), 201);
};

describe('a browser that somebody leaves', () => {
  it('asks about drafts, then clears what it has of them, and other tabs stop showing anything', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/4');
    await typeDraft(page);
    assert.doesNotMatch(await readStorages(page), new RegExp(`${secret}|Meadow|artifact.17|comment.17`));
    const other = await page.context().newPage();
    await openTask(other);
    assert.equal(await boxOf(other).inputValue(), secret, 'the same person goes on with it');
    const signOut = async (): Promise<void> => {
      await other.getByRole('button', { name: /^Account of/ }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    const question = other.getByRole('dialog', { name: 'Sign out?' });
    await question.getByText('1 draft that you have not sent').waitFor();
    await question.getByRole('link', { name: '#17' }).waitFor();
    await assertAccessible(other);
    await question.getByRole('button', { name: 'Cancel' }).click();
    assert.equal(await boxOf(other).inputValue(), secret);
    await signOut();
    await question.getByRole('button', { name: 'Delete drafts and sign out' }).click();
    for (const tab of [page, other]) {
      await tab.getByRole('link', { name: 'Sign in' }).first().waitFor();
      await tab.waitForURL((url) => url.pathname === '/');
      const keys = await tab.evaluate<string[]>('[...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
      assert.deepEqual(
        keys.filter((key) => !/^tepal\.(?:look|tab|reads)$|^tsr-/.test(key)),
        [],
      );
    }
    await other.close();
  });

  it('hides the page when the session was ended elsewhere, until the same person signs in', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /40[13]/ });
    await typeDraft(page);
    const title = page.getByRole('heading', { level: 1 });
    await world.app.app.database.transact((tx) => tx.deleteFrom('sessions').execute());
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    assert.deepEqual([await title.isVisible(), await boxOf(page).isVisible()], [false, false]);
    assert.equal(await page.title(), 'Your session has ended');
    await assertAccessible(page);
    await page.getByLabel('Password').fill(testPassword);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await title.waitFor();
    assert.equal(await boxOf(page).inputValue(), secret);
    assert.match(await page.title(), /#17|task/i);
  });

  it('keeps drafts for the same person alone', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /40[13]/ });
    await typeDraft(page);
    await world.app.call('/api/users/self', { as: 'dagny' });
    await enter(page.context(), 'dagny');
    const other = await page.context().newPage();
    await openTask(other);
    assert.equal(await boxOf(other).inputValue(), '');
    await other.evaluate(`new BroadcastChannel('tepal.signed-in').postMessage(true)`);
    // The tab of the one before is read again, as the other.
    await until(async () => (await boxOf(page).inputValue()) === '');
    assert.doesNotMatch(await readStorages(other), new RegExp(secret));
    await enter(page.context(), 'ana');
    await openTask(other);
    assert.equal(await boxOf(other).inputValue(), secret);
    await other.close();
  });

  it('asks in French on a phone, where long buttons stay within the dialog', async (context) => {
    const page = await world.visit(context, { as: 'chika', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await page.goto('/artifacts/17');
    const box = page.getByRole('main').getByRole('textbox').last();
    await box.fill(secret);
    await until(async () => (await readStorages(page)).includes('tepal.sealed.'));
    await page.getByRole('button', { name: /^Compte de/ }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    const question = page.getByRole('dialog', { name: 'Se déconnecter' });
    const text = await question.getByText('Ce navigateur contient 1 brouillon').boundingBox();
    assert.ok(text !== null);
    for (const name of ['Annuler', 'Supprimer les brouillons et se déconnecter']) {
      const button = await question.getByRole('button', { name }).boundingBox();
      assert.ok(button !== null && button.x >= text.x && button.x + button.width <= text.x + text.width, name);
    }
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Annuler' }).click();
    assert.equal(await box.inputValue(), secret);
  });
});
