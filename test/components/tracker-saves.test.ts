// What is typed in the administration of a tracker while a save is on its way, and tables that are imported.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { hold } from '../windows/traffic.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

async function read(path: string): Promise<unknown> {
  return (await world.app.call(`/api${path}`, { as: 'ana' })).json;
}

describe('the administration of a tracker', () => {
  it('keeps what is typed for people and programs while another save is on its way', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/trackers/5/administration/messages');
    const address = page.getByRole('textbox', { name: 'Add an address' });
    const told = await hold(page, '/trackers/5/notification_recipients', 'PUT');
    await address.fill('harbor@example.org');
    await page.keyboard.press('Enter');
    await told.sent;
    await address.fill('press@example.org');
    await page.keyboard.press('Enter');
    told.letGo();
    await page.getByRole('button', { name: 'Stop notifying harbor@example.org', disabled: false }).waitFor();
    assert.equal(await address.inputValue(), 'press@example.org');
    await address.press('Enter');
    await page.getByRole('button', { name: 'Stop notifying press@example.org', disabled: false }).waitFor();
    assert.equal(await address.inputValue(), '');

    await page.getByRole('button', { name: 'Add a text' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved reply' });
    const text = dialog.getByRole('textbox', { name: 'Text' });
    const canned = await hold(page, '/trackers/5/canned_responses', 'PUT');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Thanks');
    await text.fill('Thank you.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await canned.sent;
    await text.fill('Thank you for this.');
    canned.letGo();
    await dialog.getByRole('button', { name: 'Save', disabled: false }).waitFor();
    assert.equal(await text.inputValue(), 'Thank you for this.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const texts = listAt(await read('/trackers/5/canned_responses')).filter((one) => at(one, 'title') === 'Thanks');
    assert.deepEqual(
      texts.map((one) => at(one, 'body')),
      ['Thank you for this.'],
    );

    const hooks = page.getByRole('region', { name: 'Webhooks' });
    const added = await hold(page, '/trackers/5/webhooks', 'POST');
    await hooks.getByRole('textbox').fill('https://hooks.example.org/first');
    await hooks.getByRole('button', { name: 'Add the webhook' }).click();
    await added.sent;
    await hooks.getByRole('textbox').fill('https://hooks.example.org/second');
    added.letGo();
    await hooks.getByRole('button', { name: 'Deliveries to https://hooks.example.org/first' }).waitFor();
    assert.equal(await hooks.getByRole('textbox').inputValue(), 'https://hooks.example.org/second');
    await hooks.getByRole('button', { name: 'Add the webhook', disabled: false }).click();
    await hooks.getByRole('button', { name: 'Deliveries to https://hooks.example.org/second' }).waitFor();
    assert.equal(listAt(await read('/trackers/5/webhooks')).length, 2);
  });

  it('imports a table once each line is right', async (context) => {
    const page = await world.visit(context, { as: 'ana', width: 390, expected: /400/ });
    await page.goto('/trackers/4');
    await page.getByRole('button', { name: 'More ways to create' }).click();
    await page.getByRole('menuitem', { name: 'Import a CSV…' }).click();
    const table = 'Title;Status;Remaining effort in hours\nCaulk;to do;3\nTar;Nowhere;much\n';
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'work.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
    await page.getByText('1 new · 1 can’t be imported').waitFor();
    await page.getByText(/has no value "Nowhere"; use/).waitFor();
    const make = page.getByRole('button', { name: /^Import \d/ });
    assert.equal(await make.isDisabled(), true);
    await assertAccessible(page);
    const columns = page.getByRole('region', { name: 'Columns' });
    for (const column of ['Status', 'Remaining']) {
      await columns.getByRole('button', { name: new RegExp(column) }).click();
      await page.getByRole('option', { name: 'Leave out' }).click();
    }
    await page.getByText('2 new').waitFor();
    await page.reload();
    assert.match(await page.getByRole('textbox', { name: 'Or the text of the table' }).inputValue(), /Caulk/);
    await page
      .getByRole('textbox', { name: 'Or the text of the table' })
      .fill('Title,Remaining effort in hours,Finished on\nCaulk,"1,234",03/04/2026\n');
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    for (const [question, list, answer] of [
      ['Some numbers can be read in two ways.', 'Number format', 'Comma before'],
      ['Some dates can be read in two ways.', 'Dates such as', 'Month first'],
    ] as const) {
      await page.getByText(question).waitFor();
      await assertAccessible(page);
      await page.getByRole('button', { name: new RegExp(list) }).click();
      await page.getByRole('option', { name: new RegExp(answer) }).click();
    }
    await page.getByText('1 new').waitFor();
    await page.getByRole('textbox', { name: 'Or the text of the table' }).fill('Title\nCaulk\nTar\n');
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByRole('button', { name: 'Import 2 lines' }).click();
    await page.getByText('Imported: 2 new, 0 changed.').waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name: 'See the artifacts' }).click();
    await page.getByRole('link', { name: 'Caulk' }).first().waitFor();
  });
});
