// Process: its own, because it starts the browsers that people have; takes long
// Debian's Chromium and Firefox before the real server, where this machine has them: what breaks in a whole browser alone, such as
// boxes that it opens by itself, what its newest scripts return, and its own way to drag. One server, one browser of each kind.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../../src/platform/concurrency/until.testing.ts';
import { loansOfRealBrowsers } from '../../support/browser.ts';
import { testPassword } from '../../support/harness.ts';
import type { TestApp } from '../../support/harness.ts';
import { startSite } from '../../windows/site.ts';
import { assertTargets, drag, openVisitsOf } from '../journey.ts';
import type { Person, Visits } from '../journey.ts';
import { fillPages, listPages, settle } from '../pages.ts';

const task = '/artifacts/17';

let test: TestApp;
before(async () => {
  test = await startSite();
  await fillPages(test);
});
after(() => test.close());

const setAccess = (mode: string): Promise<unknown> => test.app.features.site.changeSetting('access_mode', mode);
/** Ends the sessions of everybody, as time does. */
const endSessions = async (): Promise<void> => {
  await test.app.database.transact((tx) => tx.deleteFrom('sessions').execute());
};

/** A picture of one dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Has a picture come to what has the focus, by paste or by drop. */
const bring = (page: Page, how: 'paste' | 'drop', name: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${dot}'), (sign) => sign.charCodeAt(0));
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }));
    const facts = { bubbles: true, cancelable: true };
    const event = '${how}' === 'drop' ? new DragEvent('drop', facts) : new ClipboardEvent('paste', facts);
    // Firefox takes no files from what makes the event.
    const key = '${how}' === 'drop' ? 'dataTransfer' : 'clipboardData';
    Object.defineProperty(event, key, { value: data });
    document.activeElement.dispatchEvent(event);
  }`);

/** Types by keys, in the place of what is there: Playwright's own way to fill a box is not seen by React in Firefox. */
async function type(box: Locator, text: string): Promise<void> {
  await box.focus();
  await box.press('Control+a');
  await box.pressSequentially(text);
}

async function signIn(page: Page, password: string): Promise<void> {
  await type(page.getByLabel('Password'), password);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

for (const loan of loansOfRealBrowsers)
  describe(`in ${loan.name}`, () => {
    let visits: Visits;
    before(async () => {
      visits = await openVisitsOf(test, loan);
    });
    after(() => visits.close());
    const open = async (context: TestContext, address: string, person: Person): Promise<Page> => {
      const page = await visits.visit(context, person);
      await page.goto(address);
      await settle(page);
      return page;
    };
    const taskOfAna = async (context: TestContext, expected?: RegExp): Promise<Page> => {
      const page = await open(context, task, { as: 'ana', ...(expected === undefined ? {} : { expected }) });
      await page.locator('[id^=comment-]').first().waitFor();
      return page;
    };

    for (const mode of ['anonymous', 'regular', 'restricted'])
      it(`signs in, tells a wrong password, and signs out, where access is ${mode}`, async (context) => {
        await setAccess(mode);
        try {
          // The one answer that a wrong password is.
          const page = await open(context, '/', { expected: /status of 401.*\/api\/sessions(?: at |$)/ });
          if (mode === 'anonymous') await page.getByRole('link', { name: 'Sign in' }).first().click();
          await type(page.getByLabel('User name'), 'ana');
          await signIn(page, 'wrong');
          await page.getByRole('alert').getByText('Wrong user name or password').waitFor();
          await signIn(page, testPassword);
          await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
          await signOut(page);
          await page
            .getByRole(mode === 'anonymous' ? 'link' : 'button', { name: 'Sign in' })
            .first()
            .waitFor();
        } finally {
          await setAccess('anonymous');
        }
      });

    it('asks to sign in over the page where the session ends while a comment is typed', async (context) => {
      await setAccess('regular');
      try {
        const page = await taskOfAna(context, /status of 401/);
        const text = `Typed in ${loan.name}`;
        const box = page.getByRole('textbox', { name: 'Your comment' });
        await type(box, text);
        await endSessions();
        await box.press('Control+Enter');
        await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
        await signIn(page, 'wrong');
        await page.getByRole('alert').getByText('Wrong user name or password').waitFor();
        await signIn(page, testPassword);
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        assert.equal(await box.inputValue(), text);
        await box.press('Control+Enter');
        await page.getByRole('paragraph').getByText(text).waitFor();
      } finally {
        await setAccess('anonymous');
      }
    });

    it('completes people and artifacts, and takes names of nobody', async (context) => {
      const page = await taskOfAna(context);
      const box = page.getByRole('textbox', { name: 'Your comment' });
      await box.pressSequentially('@xyzzy, #12 and @bru');
      await page.getByRole('option', { name: /Bruno/ }).waitFor();
      await page.keyboard.press('Enter');
      await box.pressSequentially('about #keystore');
      await page.getByRole('option', { name: /task #17/ }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Tab');
      assert.equal(await box.inputValue(), '@xyzzy, #12 and @bruno about task #17 ');
      await type(box, ' ');
    });

    it('sends pictures by paste and by drop', async (context) => {
      const page = await taskOfAna(context);
      const box = page.getByRole('textbox', { name: 'Your comment' });
      for (const how of ['paste', 'drop'] as const) {
        await box.focus();
        await bring(page, how, `${how}.png`);
        await until(async () => (await box.inputValue()).includes(`![${how}.png](`));
      }
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await page.getByRole('img', { name: 'drop.png' }).last().waitFor();
      await until(() => page.evaluate<boolean>(`document.querySelector('img[alt="drop.png"]').naturalWidth === 1`));
      await page.reload();
      await page.getByRole('img', { name: 'drop.png' }).first().waitFor();
      // What lies behind the header is out of sight, not too small.
      await page.evaluate('scrollTo(0, 0)');
      await assertTargets(page);
    });

    it('picks a day and a person, and opens and closes dialogs and menus', async (context) => {
      const page = await open(context, '/trackers/4/new', { as: 'ana' });
      await type(page.getByRole('textbox', { name: 'Title' }), `Made in ${loan.name}`);
      const day = page.locator('[data-field]', { hasText: 'Finished on' }).first();
      await day.getByRole('button', { name: 'Calendar' }).click();
      await page.getByRole('dialog', { name: 'Calendar' }).getByRole('button', { name: 'Now', exact: true }).click();
      await day.getByRole('spinbutton', { name: /year/ }).getByText(/\d{4}/).waitFor();
      const people = page.getByRole('combobox', { name: 'Assigned to' });
      await type(people, 'bruno');
      await page.getByRole('option', { name: /Bruno/ }).waitFor();
      await people.press('Enter');
      await people.press('Escape');
      await until(async () => (await people.inputValue()).startsWith('Bruno'));
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: `Made in ${loan.name}` }).waitFor();
      await page.getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name: /Delete/ }).waitFor();
      await page.keyboard.press('Escape');
      for (const [keys, name] of [
        ['?', 'Keyboard shortcuts'],
        ['v', /Move task/],
        ['Control+k', /./],
      ] as const) {
        await page.keyboard.press(keys);
        const dialog = page.getByRole('dialog', { name });
        await dialog.waitFor();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
      }
    });

    // WebDriver begins to drag in Firefox, but has no way to drop.
    const hand = loan.name === 'Firefox' ? 'keys' : 'mouse';
    it(`drags a card into another column, by ${hand}`, async (context) => {
      const page = await open(context, '/kanban/1', { as: 'ana' });
      const [from, to] = [page.getByRole('group', { name: 'To do' }), page.getByRole('group', { name: 'Doing' })];
      const card = from.getByRole('article').first();
      const title = await card.getByRole('link').first().innerText();
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
      const dragByKeys = async (): Promise<void> => {
        await card.getByRole('button', { name: `Drag “${title}”` }).press('Enter');
        // Until the frame in which places to drop become focusable, Tab goes the usual way.
        const isThere = async (): Promise<boolean> => (await to.and(page.locator(':focus')).count()) === 1;
        await until(async () => {
          if (await isThere()) return true;
          await page.keyboard.press('Tab');
          return false;
        });
        await page.keyboard.press('Enter');
      };
      await Promise.all([saved, hand === 'keys' ? dragByKeys() : drag(page, card, to.getByRole('article').first())]);
      await to.getByRole('link', { name: title }).waitFor();
    });

    it('leaves pages that are still being read', async (context) => {
      const page = await visits.visit(context, { as: 'ana' });
      const addresses = listPages().flatMap((one) => (one.as === 'ana' ? [one.address] : []));
      await page.goto('/');
      for (const address of addresses.slice(0, 25)) {
        const go = page.evaluate(`location.assign(${JSON.stringify(address)})`);
        await Promise.all([page.waitForEvent('domcontentloaded'), go]);
      }
      await settle(page);
    });

    for (const as of new Set(listPages().map((one) => one.as)))
      it(`opens every page without a complaint, for ${as ?? 'nobody in particular'}`, async (context) => {
        const page = await visits.visit(context, as === undefined ? {} : { as });
        for (const { address } of listPages().filter((one) => one.as === as)) {
          await page.goto(address, { waitUntil: 'domcontentloaded' });
          await settle(page);
        }
      });
  });
