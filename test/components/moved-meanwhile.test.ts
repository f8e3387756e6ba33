// The form of a tracker changes while somebody fills it in: they see the new form, and lose nothing of what they typed.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { openWorld } from '../windows/world.ts';
import type { Page, World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const typed = 'Sign in with a face, a finger or a voice';

/** Numbers of the fields of the form in the order in which they are seen. */
const fieldsOf = async (page: Page): Promise<string[]> => {
  const fields = await page.locator('main [data-field]').all();
  return Promise.all(fields.map(async (one) => (await one.getAttribute('data-field')) ?? ''));
};

it('shows fields and values where an administrator moved them, beside what is typed', async (context) => {
  const { json: tracker } = await world.app.call('/api/trackers/3', { as: 'ana' });
  const status = listAt(tracker, 'fields').find((field) => at(field, 'name') === 'status');
  const values = listAt(status, 'values').map((value) => String(at(value, 'label')));
  const [top = '', second = ''] = values;
  const list = await world.app.call('/api/trackers/3/artifacts?limit=50', { as: 'bruno' });
  const story = Number(
    at(
      listAt(list.json).find((one) => at(one, 'status') === top),
      'id',
    ),
  );
  const editor = await world.visit(context, { as: 'bruno' });
  await editor.goto(`/artifacts/${story}`);
  await editor.getByRole('button', { name: 'Change Title' }).click();
  await editor.getByRole('textbox', { name: 'Title' }).fill(typed);
  await editor.getByRole('button', { name: 'Change Story points' }).click();
  await editor.getByRole('textbox', { name: 'Story points' }).fill('13');
  await editor.getByRole('button', { name: /^Progress/ }).click();
  const movedField = listAt(tracker, 'fields').find((field) => at(field, 'label') === 'Reviewed by');
  const moved = String(at(movedField, 'field_id'));
  const before = await fieldsOf(editor);
  assert.ok(before.includes(moved), before.join());

  const admin = await world.visit(context, { as: 'ana' });
  await admin.goto('/trackers/3/administration');
  const form = admin.getByRole('region', { name: 'Form', exact: true });
  await form.getByRole('button', { name: /^Reviewed by/ }).focus();
  await admin.keyboard.press('Control+ArrowDown');
  await form
    .getByRole('button', { name: /^Status/ })
    .last()
    .click();
  await admin.getByRole('button', { name: `Move “${top}” down` }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await admin.getByText('Everything is saved').waitFor();

  await until(async () => {
    const fields = await fieldsOf(editor);
    return fields.indexOf(moved) > before.indexOf(moved);
  });
  assert.deepEqual((await fieldsOf(editor)).toSorted(), before.toSorted());
  assert.equal(await editor.getByRole('textbox', { name: 'Title' }).inputValue(), typed);
  assert.equal(await editor.getByRole('textbox', { name: 'Story points' }).inputValue(), '13');
  await editor.getByRole('button', { name: /Status/ }).click();
  const options = editor.getByRole('option').filter({ hasText: new RegExp(`^(?:${values.join('|')})$`) });
  await options.filter({ hasText: second }).waitFor();
  const shown = await options.allInnerTexts();
  assert.ok(shown.indexOf(second) < shown.indexOf(top), shown.join());
  await editor.getByRole('option', { name: second }).click();
  const saved = editor.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.status() === 200);
  await editor.getByRole('button', { name: 'Save all' }).press('Enter');
  await saved;
  await editor.getByRole('heading', { level: 1, name: typed }).waitFor();
  const { json: artifact } = await world.app.call(`/api/artifacts/${story}`, { as: 'bruno' });
  assert.deepEqual([at(artifact, 'title'), at(artifact, 'status')], [typed, second]);
});
