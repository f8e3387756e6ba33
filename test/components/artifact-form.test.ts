// The fields of an artifact: changed in place and together, by two people at once, without a session; and a new artifact.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

let world: World;
/** A task of the samples. */
const task = '/artifacts/17';
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function startEdit(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${label}`, exact: true }).click();
}

async function writeDetails(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Details' }).fill(text);
}

describe('the fields of an artifact', () => {
  it('have the focus where keys go on: in the title of something new, and nowhere after Escape or a comment', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const focused = (): string =>
      String(
        page.evaluate(
          `document.activeElement.id && document.querySelector('label[for="' + document.activeElement.id + '"]')?.textContent || document.activeElement.localName`,
        ),
      );
    await page.goto('/trackers/4/new');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    assert.match(focused(), /^Title/);
    await page.keyboard.type('By keys alone');
    await page.keyboard.press('Escape');
    assert.equal(focused(), 'body');
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'By keys alone');

    await page.goto(task);
    const comment = page.getByRole('textbox', { name: 'Your comment' });
    await comment.waitFor();
    await page.keyboard.press('m');
    assert.equal(focused(), 'Your comment');
    await page.keyboard.type('Sent by keys');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Sent by keys').and(page.locator('p')).waitFor();
    assert.equal(focused(), 'body');
    await page.keyboard.press('m');
    assert.equal(focused(), 'Your comment');
    await page.keyboard.press('Escape');
    assert.equal(focused(), 'body');
  });

  it('are saved, or stay as a draft, where somebody leaves with changes', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const leave = (): Promise<void> => page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.goto(task);
    await startEdit(page, 'Details');
    await writeDetails(page, 'Half a thought');
    await leave();
    const question = page.getByRole('dialog', { name: 'You have unsaved changes' });
    await question.getByText(/^Nothing is saved yet\./).waitFor();
    await assertAccessible(page);
    await question.getByRole('button', { name: 'Keep draft and leave' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/overview'));
    await page.goto(task);
    await page.getByText(/^Your unsaved changes .* were restored\.$/).waitFor();
    await writeDetails(page, 'A whole thought');
    await leave();
    await question.getByRole('button', { name: 'Save and leave' }).click();
    await page.waitForURL((url) => url.pathname.endsWith('/overview'));
    await page.goto(task);
    await page.getByText('A whole thought', { exact: true }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Details' }).count(), 0);
  });

  it('say that people can be chosen once they have joined', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(task);
    await startEdit(page, 'Assigned to');
    await page.getByRole('combobox', { name: 'Assigned to' }).fill('zzz');
    await page.getByText('No one found. People who were invited can be chosen once they have joined.').waitFor();
  });

  it('are compared where two people change the same one', async (context) => {
    const ana = await world.visit(context, { as: 'ana', expected: /412/ });
    const bruno = await world.visit(context, { as: 'bruno' });
    await ana.goto(task);
    await startEdit(ana, 'Details');
    await writeDetails(ana, 'What Ana thinks');
    await bruno.goto(task);
    await startEdit(bruno, 'Details');
    await writeDetails(bruno, 'What Bruno thinks');
    await bruno.keyboard.press('Control+Enter');
    await bruno.getByRole('button', { name: 'Change Details' }).waitFor();
    await ana.getByText('Changed by Bruno').waitFor();
    assert.equal(await ana.getByRole('textbox', { name: 'Details' }).inputValue(), 'What Ana thinks');
    await ana.getByRole('button', { name: 'Save', exact: true }).click();
    const question = ana.getByRole('dialog');
    await question.getByText('What Bruno thinks').waitFor();
    await assertAccessible(ana);
    await question.getByRole('button', { name: 'Use mine' }).click();
    await ana.getByRole('button', { name: 'Save', exact: true }).click();
    await bruno.getByRole('paragraph').filter({ hasText: 'What Ana thinks' }).first().waitFor();
  });
});

describe('a new artifact', () => {
  it('asks in French on a phone for what is missing', async (context) => {
    const page = await world.visit(context, { as: 'bruno', locale: 'fr-FR', width: 390, appearance: 'dark' });
    await page.goto('/trackers/4/new');
    await page.getByRole('button', { name: 'Créer', exact: true }).click();
    await page.getByText('Remplissez ce champ.').waitFor();
    await assertAccessible(page);
  });
});
