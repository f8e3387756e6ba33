// What is typed and pressed while something else is on its way: it is neither lost nor led astray.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { hold } from '../windows/traffic.ts';
import { openWorld } from '../windows/world.ts';
import type { Page, Locator, World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

const read = async (path: string): Promise<unknown> => (await world.app.call(`/api${path}`, { as: 'root' })).json;

/** Types on at the end of a text, while `send` has sent what it was before. */
async function typeOn(
  page: Page,
  [box, more]: [Locator, string],
  [method, path]: ['PATCH' | 'POST' | 'PUT', string],
  send: () => Promise<void>,
): Promise<void> {
  const { sent, letGo } = await hold(page, path, method);
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === method && answer.url().endsWith(path),
  );
  await send();
  await sent;
  await box.press('End');
  await box.pressSequentially(more);
  letGo();
  assert.ok((await answered).ok());
}

describe('a form', () => {
  it('keeps what is typed while a save of it is on its way, and the place of the caret', async (context) => {
    const id = await world.app.addUser('typist', { realName: 'Tia' });
    const page = await world.visit(context, { as: 'root' });
    const save = page.getByRole('button', { name: 'Save', exact: true, disabled: false }).first();
    for (const [address, name, path, fact] of [
      [`/admin/accounts/${id}`, 'Full name', `/users/${id}`, 'real_name'],
      ['/projects/harbor-kanban/administration', 'Name', '/projects/102', 'label'],
    ] as const) {
      await page.goto(address);
      const box = page.getByRole('textbox', { name, exact: true });
      await box.fill('Tia T');
      await typeOn(page, [box, 'ypist'], ['PATCH', path], () => box.press('Enter'));
      await page.getByText('Saved').waitFor();
      await until(async () => at(await read(path), fact) === 'Tia T');
      await save.waitFor();
      await page.keyboard.type('!');
      assert.equal(await box.inputValue(), 'Tia Typist!');
      await save.click();
      await until(async () => at(await read(path), fact) === 'Tia Typist!');
      await save.waitFor({ state: 'detached' });
    }
  });
});
