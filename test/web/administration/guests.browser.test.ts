// Tier: all
// A guest in the browser: made one on the page of members, who then finds a private project, submits, comments, and leaves.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { at } from '../../support/harness.ts';
import { assertAccessible, openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
  await world.app.addUser('gwen', { realName: 'Gwen' });
  await world.app.app.features.projects.change('harbor-kanban', { access: 'private' });
});
after(() => world.close());

it('a guest is added with the keyboard, and works in the private project as far as registered users may', async (context) => {
  const ana = await world.visit(context, { as: 'ana', width: 390, appearance: 'dark' });
  await ana.goto('/projects/harbor-kanban/administration/members');
  const members = ana.getByRole('region', { name: 'Members' });
  await members.getByRole('combobox', { name: 'Add people' }).fill('gwen');
  await ana.getByRole('option', { name: /Gwen/ }).waitFor();
  await ana.keyboard.press('Enter');
  await members.getByRole('list', { name: 'Add people: chosen' }).getByText('Gwen').waitFor();
  await members.getByRole('button', { name: 'Member Role', exact: true }).focus();
  await ana.keyboard.press('g');
  await members.getByRole('button', { name: 'Guest Role', exact: true }).waitFor();
  await assertAccessible(ana);
  assert.equal(await ana.evaluate<number>('document.documentElement.scrollWidth'), 390);
  await members.getByRole('button', { name: 'Add', exact: true }).focus();
  await ana.keyboard.press('Enter');
  await members.getByRole('button', { name: /^Guest Role of Gwen/ }).waitFor();

  const gwen = await world.visit(context, { as: 'gwen' });
  await gwen.goto('/');
  const found = gwen
    .getByRole('main')
    .getByRole('link', { name: /Harbor/ })
    .first();
  await found.waitFor();
  assert.equal(
    await gwen
      .getByRole('main')
      .getByRole('link', { name: /Meadow/ })
      .count(),
    0,
  );
  await found.click();
  await gwen.waitForURL('**/projects/harbor-kanban**');
  await gwen
    .getByRole('navigation', { name: 'Project', exact: true })
    .getByRole('link', { name: 'Requests', exact: true })
    .waitFor();
  assert.equal(await gwen.getByRole('link', { name: 'Project settings' }).count(), 0);
  const trackers = await world.app.call('/api/projects/102/trackers', { as: 'gwen' });
  await gwen.goto(`/trackers/${String(at(trackers.json, '0.id'))}/new`);
  await gwen.getByRole('textbox', { name: 'Title' }).fill('Asked by a guest');
  await gwen.keyboard.press('Control+Enter');
  await gwen.getByRole('heading', { level: 1, name: 'Asked by a guest' }).waitFor();
  assert.equal(await gwen.getByRole('button', { name: 'Change Title' }).count(), 0, 'it is not hers to change');
  await gwen.getByRole('textbox', { name: 'Your comment' }).fill('Said by a guest');
  await gwen.getByRole('button', { name: 'Comment', exact: true }).click();
  await gwen.locator('[id^=comment-]').getByText('Said by a guest').waitFor();

  await gwen.goto('/projects/harbor-kanban/overview');
  await gwen.getByText('You are a guest of this project.').waitFor();
  await assertAccessible(gwen);
  await gwen.getByRole('button', { name: 'Leave the project …' }).click();
  await gwen.getByRole('dialog').getByRole('button', { name: 'Leave the project', exact: true }).click();
  await gwen.waitForURL((url) => url.pathname === '/');
  assert.equal((await world.app.call('/api/projects/102', { as: 'gwen' })).status, 403);
  const left = await world.app.call('/api/projects/102/members?role=guest', { as: 'ana' });
  assert.equal(at(left.json, '0'), undefined);
});
