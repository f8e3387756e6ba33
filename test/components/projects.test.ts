// Projects: the list and its filters, a home with its side bar, making one, what is closed.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

let world: World;
before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n");
  await world.app.app.features.projects.change('harbor-kanban', { access: 'private' });
});
after(() => world.close());

describe('projects', () => {
  it('that are suspended say so at the addresses of their artifacts', async (context) => {
    const { projects } = world.app.app.features;
    await projects.change('meadow-scrum', { status: 'suspended' });
    const page = await world.visit(context, { as: 'bruno', locale: 'fr-FR', expected: /403/ });
    await page.goto('/artifacts/17');
    await page.getByText('ce projet est suspendu').waitFor();
    await assertAccessible(page);
    assert.equal(await page.getByRole('button', { name: 'Envoyer la demande' }).count(), 0);
    await projects.change('meadow-scrum', { status: 'active' });
  });

  it('lead strangers to the sign-in and back, and say to others what to do', async (context) => {
    const anonymous = await world.visit(context, { expected: /404/ });
    await anonymous.goto('/projects/harbor-kanban');
    await anonymous.waitForURL((url) => url.pathname === '/sign-in' && url.search.includes('harbor-kanban'));
    await world.app.addUser('stig');
    const stig = await world.visit(context, { as: 'stig', width: 390, expected: /404/ });
    await stig.goto('/projects/harbor-kanban');
    await stig.getByRole('heading', { name: 'Page not found or no access' }).waitFor();
    await assertAccessible(stig);
  });

  it('that are open can be joined, too, and say when somebody was refused', async (context) => {
    await world.app.addUser('bo', { realName: 'Bo' });
    const bo = await world.visit(context, { as: 'bo' });
    await bo.goto('/projects/meadow-scrum/overview');
    await bo.getByRole('button', { name: 'Send the request' }).click();
    await bo.getByText('nobody has answered yet').waitFor();
    const ana = await world.visit(context, { as: 'ana' });
    await ana.goto('/projects/meadow-scrum#join-requests');
    await ana.waitForURL('**/projects/meadow-scrum/overview#join-requests');
    await ana.getByRole('button', { name: /^Decline Bo/ }).click();
    await ana.getByText(/was declined and notified/).waitFor();
    await bo.reload();
    await bo.getByText('Your request was not accepted').waitFor();
    await assertAccessible(bo);
  });

  it('begin with sample content where that is chosen, which one click removes', async (context) => {
    const page = await world.visit(context, { as: 'root' });
    await page.goto('/projects/new');
    await page.getByText('Enter a name first.').waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sampled');
    assert.equal(await page.getByText('Enter a name first.').count(), 0);
    assert.equal(await page.getByRole('checkbox', { name: /^Add sample content/ }).count(), 0);
    await page.getByText('Bug tracking', { exact: true }).click();
    await page.getByRole('checkbox', { name: /^Add sample content/ }).click();
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL((url) => /kanban|sampled/.test(url.pathname));
    await page.goto('/projects/sampled/overview');
    await page.getByText('This project has 3 sample items.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Remove sample content' }).click();
    await page.getByText('This project has 3 sample items.').waitFor({ state: 'detached' });
    const counts = await world.app.call('/api/projects/sampled/tracker_counts', { as: 'root' });
    assert.doesNotMatch(counts.text, /"size":[1-9]/);
  });

  it('lead to no service that is off, say which these are, and answer at the addresses of its pages', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const side = page.getByRole('navigation', { name: 'Project' });
    const news = page.getByRole('menu', { name: 'Create' });
    /** A tracker is kept as a recent one once its project is known, which is after its heading is shown. */
    const open = async (id: number, label: string): Promise<void> => {
      const readKept = (): unknown =>
        page.evaluate(
          "JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('tepal.sealed.')))",
        );
      await page.goto('/');
      const before = readKept();
      await page.goto(`/trackers/${id}`);
      await page.getByRole('heading', { level: 1, name: label }).waitFor();
      await until(async () => readKept() !== before);
    };
    await open(6, 'Requests');
    await open(4, 'Tasks');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Assigned to you' }).waitFor();
    await page.keyboard.press('c');
    await news.getByRole('menuitem', { name: 'Tasks' }).waitFor();
    await page.goto('/projects/meadow-scrum/administration/services');
    for (const name of ['Trackers', 'Backlog']) {
      const box = page.getByRole('checkbox', { name, exact: true });
      await box.and(page.getByRole('checkbox', { disabled: false })).press('Space');
      await page.getByRole('checkbox', { name, exact: true, checked: false, disabled: false }).waitFor();
    }
    await side.getByRole('heading', { name: 'Trackers' }).waitFor({ state: 'detached' });
    await side.getByRole('heading', { name: 'Planning' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('backlog');
    await page
      .getByRole('menuitem', { name: /backlog/ })
      .first()
      .waitFor();
    assert.equal(await page.getByRole('menuitem', { name: /^Backlog/ }).count(), 0);
    for (const part of ['b', 'br']) {
      await page.getByRole('searchbox').fill(part);
      await page
        .getByRole('menuitem', { name: /^Bruno/ })
        .first()
        .waitFor();
    }
    await page.keyboard.press('Escape');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Assigned to you' }).waitFor();
    await page.keyboard.press('c');
    await news.getByRole('menuitem', { name: 'Requests' }).waitFor();
    await news.getByRole('menuitem', { name: 'Tasks' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    const bruno = await world.visit(context, { as: 'bruno', width: 390, appearance: 'dark' });
    await bruno.goto('/projects/meadow-scrum/overview');
    await bruno.getByText('Disabled in this project: Trackers, Backlog').waitFor();
    assert.equal(await bruno.getByRole('heading', { name: 'Trackers' }).count(), 0);
    await assertAccessible(bruno);
    await bruno.goto('/projects/meadow-scrum/backlog');
    await bruno.getByRole('heading', { level: 1 }).waitFor();

    await page.goto('/projects/meadow-scrum/administration/services');
    for (const name of ['Trackers', 'Backlog']) {
      await page.getByRole('checkbox', { name, exact: true, checked: false, disabled: false }).press('Space');
      await page.getByRole('checkbox', { name, exact: true, checked: true, disabled: false }).waitFor();
    }
    await side.getByRole('heading', { name: 'Trackers' }).waitFor();
    await side.getByRole('heading', { name: 'Planning' }).waitFor();
  });

  it('take in who asks, whom their administrators see; nobody learns what is hidden', async (context) => {
    await world.app.addUser('alva', { realName: 'Alva' });
    const alva = await world.visit(context, { as: 'alva', width: 390, appearance: 'dark', expected: /40[34]/ });
    const ask = async (address: string, text: string): Promise<string> => {
      await alva.goto(address);
      const message = alva.getByRole('textbox', { name: 'What you tell them' });
      await message.fill(text);
      await alva.reload();
      assert.equal(await message.inputValue(), text, 'what was typed is kept');
      await alva.keyboard.press('Tab');
      await alva.getByRole('button', { name: 'Send the request' }).click();
      await alva.getByText('nobody has answered yet').waitFor();
      await assertAccessible(alva);
      return (await alva.locator('main').innerText()).replace(/^.*\n|You asked .*;/g, '');
    };
    const hidden = await ask('/projects/harbor-kanban', 'I moor here.');
    assert.equal(hidden, await ask('/projects/no-such-harbor', 'I moor here.'));
    const { json } = await world.app.call('/api/trackers/6/artifacts?limit=1', { as: 'ana' });
    await ask(`/artifacts/${String(at(json, '0.id'))}`, 'It was sent to me.');
    for (const address of [
      '/trackers/6',
      '/trackers/6/new',
      '/kanban/1',
      '/milestones/999999',
      '/repositories/999999',
    ]) {
      await alva.goto(address);
      await alva.getByRole('button', { name: 'Send the request' }).waitFor();
    }
    for (const place of ['backlog', 'repositories', 'trackers', 'program', 'dashboards', 'administration']) {
      await alva.goto(`/projects/harbor-kanban/${place}`);
      await alva.getByText('nobody has answered yet').waitFor();
    }
    await alva.getByRole('button', { name: 'Cancel request' }).press('Enter');
    await alva.getByText('Request cancelled.').waitFor();
    await assertAccessible(alva);
    await ask('/projects/harbor-kanban', 'I do moor here.');

    await alva.goto('/');
    const own = alva.getByRole('region', { name: 'Requests to join' });
    await own.getByRole('link', { name: 'harbor-kanban' }).waitFor();
    assert.equal(await own.getByRole('listitem').count(), 3);
    await assertAccessible(alva);
    await own.getByRole('button', { name: 'Cancel request: no-such-harbor' }).press('Enter');
    await own.getByRole('link', { name: 'no-such-harbor' }).waitFor({ state: 'detached' });
    await own.getByRole('link', { name: /^art #/ }).click();
    await alva.getByText('nobody has answered yet').waitFor();

    const ana = await world.visit(context, { as: 'ana', locale: 'fr-FR', expected: /400/ });
    await ana.goto('/projects/harbor-kanban/overview');
    const asking = ana.getByRole('region', { name: 'Veulent rejoindre' });
    await asking.getByText('It was sent to me.').waitFor();
    assert.equal(await asking.getByRole('listitem').count(), 1, 'one for each person');
    await assertAccessible(ana);
    await asking.getByRole('button', { name: /^Accepter Alva/ }).press('Enter');
    await ana.getByText(/Alva .* est maintenant membre/).waitFor();
    await asking.waitFor({ state: 'detached' });
    await alva.goto('/projects/harbor-kanban');
    await alva.getByRole('heading', { name: 'Harbor office' }).waitFor();
    await alva.getByRole('navigation', { name: 'Dashboards' }).getByRole('link', { name: 'Overview' }).click();
    await alva.getByRole('button', { name: 'Leave the project' }).press('Enter');
    const leaving = alva.getByRole('dialog', { name: /^Leave .*Harbor/ });
    await leaving.getByText('You will no longer see it.').waitFor();
    await assertAccessible(alva);
    await leaving.getByRole('button', { name: 'Leave the project' }).press('Enter');
    await alva.getByRole('heading', { name: /Hello Alva/ }).waitFor();
    await alva.goto('/projects/harbor-kanban');
    await alva.getByRole('button', { name: 'Send the request' }).waitFor();

    await ana.getByRole('button', { name: 'Quitter le projet' }).press('Enter');
    await ana.getByRole('dialog').getByRole('button', { name: 'Quitter le projet' }).press('Enter');
    await ana
      .getByRole('dialog')
      .getByText(/au moins un administrateur/)
      .waitFor();
  });
});
