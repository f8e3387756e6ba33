// Engine: SQLite alone
// Tier: first, with "is there before its program"
// Pages that documents bring drawn: what is seen before their program is there, what is done with it, and who sees none of it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { at, giveTestPassword, headerOf, testPassword } from '../../support/harness.ts';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
/** Of the tasks of the scrum project. */
const address = '/trackers/4';
const firstRow = '[data-testid="report-rows"] #row-0';

before(async () => {
  world = await openWorld();
});
after(() => world.close());

interface Asking {
  as?: string;
  language?: string;
  path?: string;
}

/** The document as a browser gets it. */
async function readDocument({ as, language = 'en-GB', path = address }: Asking): Promise<string> {
  const headers = {
    accept: 'text/html',
    'accept-language': language,
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    ...(as === undefined ? {} : { cookie: await beginSession(as) }),
  };
  return (await world.app.call(path, { headers })).text;
}

/** The cookie of a session of this person. */
async function beginSession(username: string): Promise<string> {
  const { app } = world;
  await giveTestPassword(app.app, username, Date.now());
  const body = { username, password: testPassword };
  const answer = await app.call('/api/sessions', { method: 'POST', body });
  assert.equal(answer.status, 201, answer.text);
  return headerOf(answer, 'set-cookie').split(';', 1)[0] ?? '';
}

/** What the document has drawn; empty where that is nothing. */
const drawnIn = (html: string): string => /<template id="drawn">([^]*)<\/template>/.exec(html)?.[1] ?? '';

/** The page as it is drawn for somebody; asks again where it comes too late for its document, as the first does. */
async function readDrawn(asking: Asking): Promise<string> {
  let drawn = '';
  await until(async () => (drawn = drawnIn(await readDocument(asking))) !== '');
  return drawn;
}

/** Opens the page, its program held back, until it is drawn. */
async function openDrawn(page: Page): Promise<() => void> {
  const release = await holdProgram(page);
  await until(async () => {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    return page.evaluate<boolean>(`'tepalTakeEarly' in window`);
  });
  return release;
}

/** Holds back the program of pages until it is called. */
async function holdProgram(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise;
    await route.fallback();
  });
  return () => held.resolve();
}

const listens = (page: Page): Promise<unknown> =>
  until(async () =>
    page.evaluate<boolean>(`'tepalTakeEarly' in window && tepalTakeEarly().length === 0 &&
    Object.keys(document.querySelector('${firstRow}')).some((key) => key.startsWith('__reactFiber'))`),
  );

describe('a page that its document brings drawn', () => {
  it('is there before its program, which takes over what is there', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const release = await openDrawn(page);
    const link = page.locator(firstRow).getByRole('link').first();
    const title = await link.textContent();
    await page.evaluate(`document.querySelector('${firstRow}').isTheSame = true`);
    assert.equal(
      await page.evaluate<number>(`document.querySelector('#row-1').getBoundingClientRect().top -
      document.querySelector('#row-0').getBoundingClientRect().top`),
      36,
    );
    release();
    await listens(page);
    assert.equal(await link.textContent(), title);
    assert.equal(await page.evaluate<boolean>(`document.querySelector('${firstRow}').isTheSame`), true);
    await page.keyboard.press('j');
    await page.locator(`${firstRow}[data-current]`).waitFor();
  });

  it('does what was asked of it before that: keys, clicks, words', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const release = await openDrawn(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.locator('#row-3 input[type=checkbox]').click();
    assert.equal(await page.locator('[role=row][aria-selected=true]').count(), 0);
    release();
    await page.getByTestId('selection').getByText('2 selected').waitFor();
  });

  it('keeps the words that were typed into it, whenever that was, and looks for them', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const release = await openDrawn(page);
    await page.getByRole('searchbox').fill('session');
    await page.keyboard.press('Enter');
    release();
    await page.waitForURL(/q=session/);
    assert.equal(await page.getByRole('searchbox').inputValue(), 'session');
    await page.unrouteAll();
    for (const word of ['month', 'phone', 'second', 'balance', 'payment']) {
      await page.goto(address);
      await page.getByRole('searchbox').fill(word);
      await page.waitForURL(new RegExp(`q=${word}`));
      assert.equal(await page.getByRole('searchbox').inputValue(), word);
    }
  });

  it('opens a menu that was asked for, and the palette with what was typed for it', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    let release = await openDrawn(page);
    await page.getByRole('button', { name: 'View', exact: true }).click();
    release();
    await page.getByRole('menuitem').first().waitFor();
    await page.unrouteAll();
    release = await openDrawn(page);
    await page.keyboard.press('Control+k');
    release();
    await page.getByRole('searchbox', { name: /Search/ }).waitFor();
  });

  it('follows links by its program, or without where that does not come', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const release = await openDrawn(page);
    await page.evaluate('window.isTheSame = true');
    const link = page.locator(firstRow).getByRole('link').first();
    const target = await link.getAttribute('href');
    await link.click();
    release();
    await page.waitForURL(`**${target}`);
    assert.equal(await page.evaluate<boolean>('window.isTheSame'), true);
    await page
      .getByText(/of \d+/)
      .first()
      .waitFor();
    await page.unrouteAll();
    const releaseLate = await openDrawn(page);
    await page.evaluate('window.isTheSame = true');
    await link.click();
    await page.waitForURL(`**${target}`, { waitUntil: 'commit' });
    assert.equal(await page.evaluate<boolean>('window.isTheSame === undefined'), true);
    releaseLate();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  it('leaves out what somebody would not see so: narrow windows, a side bar that is hidden', async (context) => {
    const narrow = await world.visit(context, { as: 'ana', width: 390 });
    const release = await holdProgram(narrow);
    await narrow.goto(address, { waitUntil: 'domcontentloaded' });
    assert.equal(await narrow.locator(firstRow).count(), 0);
    release();
    await narrow.locator(firstRow).waitFor();
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(address);
    await page.getByRole('button', { name: 'Hide the side bar' }).click();
    await page.getByRole('navigation', { name: 'Project', exact: true }).waitFor({ state: 'detached' });
    const releaseWide = await holdProgram(page);
    await page.reload({ waitUntil: 'domcontentloaded' });
    assert.equal(await page.locator(firstRow).count(), 0);
    releaseWide();
    await page.locator(firstRow).waitFor();
    assert.equal(await page.getByRole('navigation', { name: 'Project', exact: true }).count(), 0);
  });

  it('is drawn for whoever opens it: in their language, with their rights, and nothing of those before', async () => {
    const { app } = world;
    const kanban = await app.call('/api/kanban/1', { as: 'ana' });
    const cards = `/trackers/${String(at(kanban.json, 'tracker_id'))}`;
    const ana = await readDrawn({ as: 'ana' });
    assert.match(ana, /Account of Ana Lindqvist/);
    assert.match(ana, /Sprint 4: sharing/);
    const bruno = await readDrawn({ as: 'bruno' });
    assert.match(bruno, /Account of Bruno Adeyemi/);
    assert.doesNotMatch(bruno, /Account of Ana/);
    const elsewhere = await readDrawn({ as: 'ana', path: cards });
    assert.match(elsewhere, /aria-label="Project"/);
    assert.doesNotMatch(elsewhere, /Sprint 4: sharing/, 'the side bar of another project');
    const stranger = await readDrawn({ language: 'fr-FR' });
    assert.match(stranger, /Masquer la barre latérale|Se connecter/);
    assert.doesNotMatch(stranger, /Account of|Hide the side bar/);
    await app.addUser('otto');
    const { projects } = app.app.features;
    await projects.change('meadow-scrum', { access: 'private' });
    const closed = await readDocument({ as: 'otto' });
    assert.match(closed, /"username":"otto"/);
    assert.doesNotMatch(closed, /Meadow|Sprint 4/);
    await projects.change('meadow-scrum', { access: 'public' });
  });

  it('is drawn without styles that its policy would refuse', async () => {
    assert.doesNotMatch(await readDrawn({ as: 'ana' }), / style="/);
  });
});
