// Every type of field in the form of an artifact, lists that depend on each other, and states that ask for something.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { Page, Locator, World } from '../windows/world.ts';
import { writeWorkshop } from '../web/workshop.ts';

let world: World;
let folder: string;
let tracker = 0;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-workshop-'));
  world = await openWorld('', [await writeWorkshop(folder)]);
  const { json } = await world.app.call('/api/projects/103/trackers', { as: 'ana' });
  tracker = Number(at(json, '0.id'));
});
after(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const box = (page: Page, name: string): Locator => page.getByRole('combobox', { name, exact: true });
const fieldOf = (page: Page, label: string): Locator =>
  page.locator('[data-field]').filter({ has: page.getByRole('heading', { name: label, exact: true }) });

/** Opens all groups of fields. */
async function unfold(page: Page): Promise<void> {
  const folded = page.locator('h2 > button[aria-expanded=false]');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Types into a box, takes what it finds first, and closes its list, which hides the rest of the page. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  await box(page, name).fill(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** Enter is pressed before the server has found anybody, and counts once it has. */
async function addPerson(page: Page, username: string): Promise<void> {
  await box(page, 'Informed').fill(username);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: new RegExp(`Remove .*${username}`, 'i'), includeHidden: true }).waitFor();
}

/** Values of the artifact on the page, by label, as the server tells them. */
async function valuesOf(page: Page): Promise<ReadonlyMap<string, unknown>> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const { json } = await world.app.call(`/api/artifacts/${id}`, { as: 'ana' });
  const values = at(json, 'values');
  assert.ok(Array.isArray(values));
  return new Map(values.map((value: unknown) => [String(at(value, 'label')), value]));
}

async function makeJob(title: string, values: Record<string, unknown> = {}): Promise<number> {
  const body = { tracker: { id: tracker }, values_by_field: { title: { value: title }, ...values } };
  const { json, status, text } = await world.app.call('/api/artifacts', { method: 'POST', as: 'ana', body });
  assert.equal(status, 201, text);
  return Number(at(json, 'id'));
}

describe('a new artifact with every type of field', () => {
  it('is filled in by keyboard: lists narrow, what is missing is led to, and all of it is shown', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/trackers/${tracker}/new`);
    await page.getByRole('textbox', { name: 'Title' }).fill('Mend the jetty');
    await choose(page, 'House', 'North');
    await choose(page, 'Room', 'att');
    await choose(page, 'House', 'South');
    assert.equal(await box(page, 'Room').inputValue(), '', 'an attic is in the north');
    await page.getByText('Purchase').click();
    await page.getByText('Crane').click();
    await choose(page, 'Areas', 'Wood');
    await choose(page, 'Areas', 'Paint');
    await choose(page, 'Helpers', 'bruno');
    await choose(page, 'Tags', 'urgent');
    await choose(page, 'Tags', 'brand new');
    await addPerson(page, 'bruno');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Weight' }).fill('2,50004');
    await page.getByText('Computed from the children').click();
    await page.getByRole('textbox', { name: 'Total' }).fill('12');
    await choose(page, 'Seen by', 'masters');
    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByRole('textbox', { name: 'Step 1', exact: true }).fill('Lift **it**');
    await page.getByRole('textbox', { name: 'Expected of step 1' }).fill('It hangs');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Fix 1 field.').waitFor();
    await page.locator('[data-problem=true] :focus').waitFor();
    await assertAccessible(page);
    await page.keyboard.type('gar');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: 'Mend the jetty' }).waitFor();
    await unfold(page);
    for (const [label, text] of [
      ['House', 'South'],
      ['Room', 'Garden'],
      ['Kind', 'Purchase'],
      ['Needs', 'Crane'],
      ['Areas', 'Paint'],
      ['Helpers', 'Bruno'],
      ['Tags', 'brand new'],
      ['Weight', '2.50004'],
      ['Total', '12'],
      ['Seen by', 'Limited to masters'],
      ['Steps', 'It hangs'],
    ] as const)
      await fieldOf(page, label).getByText(text).first().waitFor();
    assert.equal(await page.getByText('Limited to masters').count(), 2, 'in the head, too');
    const values = await valuesOf(page);
    assert.deepEqual(at(values.get('Tags'), 'bind_value_ids'), ['urgent', 'brand new']);
    assert.equal(at(values.get('Total'), 'manual_value'), 12);
  });

  it('starts as the copy of another, with files left out, or as its child', async (context) => {
    const source = await makeJob('The old one', { pieces: { value: 3 } });
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/trackers/${tracker}/new?copy_from=${source}`);
    assert.equal(await page.getByRole('textbox', { name: 'Pieces' }).inputValue(), '3');
    await page.goto(`/trackers/${tracker}/new?title=Of+the+old&parent=${source}`);
    await page.getByRole('button', { name: `Unlink #${source}` }).waitFor();
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Of the old' }).waitFor();
    await fieldOf(page, 'Links')
      .getByRole('link', { name: /The old one/ })
      .waitFor();
  });

  it('copies another with what is below it', async (context) => {
    const family = await makeJob('The family');
    const child = await makeJob('Its child', { pieces: { value: 7 } });
    const grandchild = await makeJob('Its grandchild');
    const fields = at((await world.app.call(`/api/trackers/${tracker}`, { as: 'ana' })).json, 'fields');
    assert.ok(Array.isArray(fields));
    const linksField = at(
      fields.find((field: unknown) => at(field, 'type') === 'art_link'),
      'field_id',
    );
    for (const [parent, id] of [
      [family, child],
      [child, grandchild],
    ] as const) {
      const values = [{ field_id: linksField, links: [{ id, type: '_is_child' }] }];
      const put = await world.app.call(`/api/artifacts/${parent}`, { method: 'PUT', as: 'ana', body: { values } });
      assert.equal(put.status, 200, put.text);
    }
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/trackers/${tracker}/new?copy_from=${family}`);
    await page.getByText('Copy children too').click();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('2 children were copied.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'The family' }).waitFor();
    const copy = fieldOf(page, 'Links').getByRole('link', { name: /Its child/ });
    await copy.first().waitFor();
    assert.equal(await copy.count(), 1, 'the original child has one parent still');
    await copy.click();
    await page.getByRole('heading', { level: 1, name: 'Its child' }).waitFor();
    assert.notEqual(new URL(page.url()).pathname, `/artifacts/${child}`);
    await unfold(page);
    await fieldOf(page, 'Pieces').getByText('7').waitFor();
    await fieldOf(page, 'Links')
      .getByRole('link', { name: /Its grandchild/ })
      .waitFor();
  });
});

describe('the fields of an artifact', () => {
  it('take people into open lists, give the sum back, and link what is made in place', async (context) => {
    const id = await makeJob('Everything', { total: { manual_value: 4 } });
    const page = await world.visit(context, { as: 'ana' });
    await page.goto(`/artifacts/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Everything' }).waitFor();
    await unfold(page);
    await page.getByRole('figure', { name: 'Curve' }).getByText('It has no days yet').waitFor();
    for (const name of ['bruno', 'ana']) {
      await page.getByRole('button', { name: 'Change Informed' }).click();
      await addPerson(page, name);
      await page.keyboard.press('Control+Enter');
      await fieldOf(page, 'Informed').getByText(new RegExp(name, 'i')).waitFor();
    }
    const people = at((await valuesOf(page)).get('Informed'), 'bind_value_objects');
    assert.deepEqual(Array.isArray(people) && people.map((one: unknown) => at(one, 'username')), ['bruno', 'ana']);
    await page.getByRole('button', { name: 'Change Total' }).click();
    await page.getByText('Computed from the children').click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Change Total' }).waitFor();
    assert.equal(at((await valuesOf(page)).get('Total'), 'is_autocomputed'), true);
    await page.getByRole('button', { name: 'Change Links' }).click();
    await page.locator('[data-field]').getByText('New', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Made in place');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Unlink .*Made in place/ }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await fieldOf(page, 'Links')
      .getByRole('link', { name: /Made in place/ })
      .waitFor();
  });
});

describe('a list of one value', () => {
  it('is saved when a value is chosen in place, and gives it back', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/artifacts/17');
    const assignee = async (): Promise<string> => JSON.stringify((await valuesOf(page)).get('Assigned to'));
    const before = await assignee();
    await page.getByRole('button', { name: 'Change Assigned to' }).click();
    assert.equal(await page.getByRole('button', { name: 'Save', exact: true }).count(), 0);
    await box(page, 'Assigned to').fill('chika');
    await page.keyboard.press('Enter');
    await page.getByText(/^Assigned to: Chika/).waitFor();
    assert.notEqual(await assignee(), before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await fieldOf(page, 'Assigned to')
      .getByText(/^Bruno/)
      .waitFor();
    assert.equal(await assignee(), before);
  });
});
