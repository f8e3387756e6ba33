// Tier: first, with "is made, filled, moved about"
// Tier: first, with "has a roadmap whose bars move"
// Dashboards in the browser: widgets come, move by keys and by mouse, are changed and go, and come back; others look on.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { assertAccessible, openWorld } from './journey.ts';
import type { World } from './journey.ts';
import { writeWorkshop } from './workshop.ts';

const dashboards = `<dashboards><dashboard name="Board of the works"><line layout="two-columns"><column><widget name="weather"><preference name="place"><value name="title">Here</value></preference></widget></column>
<column><widget name="projectnote"><preference name="note"><value name="title">Rules</value><value name="content">Mind the **gap**, see art #1.</value></preference></widget></column></line></dashboard></dashboards>`;

let world: World;
let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-dashboards-'));
  const archive = await writeWorkshop(folder);
  const path = join(archive, 'project.xml');
  const xml = await readFile(path, 'utf8');
  await writeFile(path, xml.replace('</project>', `${dashboards}</project>`));
  world = await openWorld('', [archive]);
});
after(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const widget = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const column = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => answer.ok() && answer.request().method() === 'PUT' && answer.url().includes('/dashboards/'),
  );

describe('a dashboard of one’s own', () => {
  it('is made, filled, moved about, changed, and keeps all of it', async (context) => {
    const page = await world.visit(context, { as: 'ana', expected: /412/ });
    await page.goto('/');
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
    await Promise.all([saved(page), page.getByRole('button', { name: 'Add suggested widgets' }).click()]);
    await widget(page, 'Assigned to me').getByRole('link', { name: 'Standing orders' }).waitFor();
    await assertAccessible(page);

    // By keys: to the next column, with the focus.
    const handle = page.getByRole('button', { name: 'Drag “Assigned to me”' });
    await handle.focus();
    await Promise.all([saved(page), page.keyboard.press('Control+ArrowRight')]);
    await page.getByRole('status').getByText('is now in line 1, column 2, position 1').waitFor();
    await column(page, 'Line 1, column 2').getByRole('heading', { name: 'Assigned to me' }).waitFor();
    assert.equal(await page.evaluate<boolean>("document.activeElement?.ariaLabel === 'Drag “Assigned to me”'"), true);

    // By mouse: the note above what it was below of.
    const from = await page.getByRole('button', { name: 'Drag “Note”' }).boundingBox();
    const to = await widget(page, 'Recently viewed').boundingBox();
    assert.ok(from && to);
    await page.mouse.move(from.x + 60, from.y + 12);
    await page.mouse.down();
    await page.mouse.move(to.x + 60, to.y + 20, { steps: 4 });
    await page.mouse.move(to.x + 60, to.y + 12, { steps: 2 });
    await Promise.all([saved(page), page.mouse.up()]);
    const names = () => column(page, 'Line 1, column 2').getByRole('heading', { level: 2 }).allInnerTexts();
    assert.deepEqual(await names(), ['Assigned to me', 'Note', 'Recently viewed', 'My projects']);

    // In place.
    await page.getByRole('button', { name: 'Actions of Note' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Today');
    await page.getByRole('textbox', { name: 'Note' }).fill('Call **Emre** <script>alert(1)</script>');
    await Promise.all([saved(page), page.getByRole('button', { name: 'Save' }).click()]);
    await widget(page, 'Today').locator('strong').getByText('Emre').waitFor();

    // A kanban is found by its project.
    await page.getByRole('button', { name: 'Add a widget', exact: true }).click();
    await assertAccessible(page);
    await page.getByRole('button', { name: /^Kanban/ }).click();
    await page.getByRole('button', { name: /Project/ }).click();
    await page.getByRole('option', { name: /Harbor/ }).click();
    await page.getByRole('button', { name: /Kanban/ }).click();
    await page.getByRole('option', { name: 'Harbor board' }).click();
    await Promise.all([saved(page), page.getByRole('button', { name: 'Save' }).click()]);
    await widget(page, 'Harbor board').getByRole('region', { name: /To do/ }).waitFor();

    // What is taken away can come back.
    await page.getByRole('button', { name: 'Actions of My projects' }).click();
    await Promise.all([saved(page), page.getByRole('menuitem', { name: 'Remove' }).click()]);
    await widget(page, 'My projects').waitFor({ state: 'detached' });
    await Promise.all([saved(page), page.getByRole('button', { name: 'Undo' }).click()]);
    await widget(page, 'My projects').waitFor();

    // Lines.
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await Promise.all([saved(page), page.getByRole('button', { name: 'Add a line' }).click()]);
    await page.getByRole('button', { name: /Columns of line 2/ }).click();
    await Promise.all([saved(page), page.getByRole('option', { name: 'Three columns', exact: true }).click()]);
    await column(page, 'Line 2, column 3').waitFor();
    await Promise.all([saved(page), page.getByRole('button', { name: 'Move line 2 up' }).click()]);
    await column(page, 'Line 1, column 3').waitFor();
    await page.getByRole('button', { name: 'Content of My projects' }).click();

    // Somebody else, here the same person elsewhere, changed it meanwhile: nothing of theirs is lost.
    const list = await world.app.call('/api/users/self/dashboards', { as: 'ana' });
    const path = `/api/dashboards/${String(/"id":(\d+)/.exec(list.text)?.[1])}`;
    const put = { as: 'ana', method: 'PUT', body: { name: 'Elsewhere', lines: [] } } as const;
    // At the last moment: the page would hear of it.
    let isChanged = false;
    await until(async () => {
      const { json } = await world.app.call(path, { as: 'ana' });
      return listAt(json, 'lines.0.columns').length === 3;
    });
    await page.route(/\/api\/dashboards\/\d+/, async (route) => {
      if (route.request().method() === 'PUT' && !isChanged) {
        isChanged = true;
        assert.equal((await world.app.call(path, put)).status, 200);
      }
      await route.continue();
    });
    await page.getByRole('button', { name: 'Move line 1 down' }).click();
    await page.getByText('Someone else changed this dashboard').waitFor();
    await page.reload();
    await page.getByText('This dashboard is empty').waitFor();

    // Another one, its name, its end.
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Second');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Second', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Actions of Second' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Other');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Other', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Actions of Other' }).click();
    await page.getByRole('menuitem', { name: 'Move to the left' }).click();
    await page.getByText('“Other” is now number 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Actions of Other' }).click();
    await page.getByRole('menuitem', { name: 'Delete the dashboard' }).click();
    await page.getByRole('button', { name: 'Delete the dashboard' }).click();
    await page.getByRole('link', { name: 'Other', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Elsewhere' }).waitFor();
  });
});

describe('changes of a dashboard that follow each other fast', () => {
  const layOut = (...widgets: string[][]) => [
    { layout: 'two-columns', columns: widgets.map((names) => ({ widgets: names.map((name) => ({ name })) })) },
  ];

  it('are all kept, by themselves and beside those of others, and one is taken back alone', async (context) => {
    const as = 'emre';
    const made = await world.app.call('/api/user_dashboards', { as, method: 'POST', body: { name: 'Fast' } });
    const path = `/api/dashboards/${String(at(made.json, 'id'))}`;
    const lines = layOut(['recent', 'myprojects'], ['usernote']);
    const put = async (body: unknown): Promise<void> =>
      assert.equal((await world.app.call(path, { as, method: 'PUT', body })).status, 200);
    await put({ name: 'Fast', lines });
    const read = async () => (await world.app.call(path, { as })).json;
    const namesOf = async (): Promise<unknown> =>
      listAt(await read(), 'lines').map((line) =>
        listAt(line, 'columns').map((one) => listAt(one, 'widgets').map((each) => at(each, 'name'))),
      );
    const become = (expected: unknown): Promise<true> =>
      until(async () => isDeepStrictEqual(await namesOf(), expected) || undefined);

    const page = await world.visit(context, { as, expected: /412/ });
    await page.goto(`/dashboards?id=${String(at(made.json, 'id'))}`);
    await widget(page, 'Note').waitFor();
    // Each save is sent when it is let go.
    const held: (() => void)[] = [];
    await page.route(/\/api\/dashboards\/\d+/, async (route) => {
      if (route.request().method() === 'PUT') await new Promise<void>((resolve) => held.push(resolve));
      await route.fallback();
    });
    const letGo = async (): Promise<void> => (await until(() => held.shift()))();

    await page.getByRole('button', { name: 'Drag “Recently viewed”' }).focus();
    await page.keyboard.press('Control+ArrowRight');
    await page.getByRole('button', { name: 'Edit layout' }).click();
    await page.getByRole('button', { name: 'Add a line' }).click();
    await column(page, 'Line 2, column 2').waitFor();
    await letGo();
    await until(() => held.length === 1);
    assert.equal(await column(page, 'Line 2, column 2').count(), 1, 'the answer shows what waits, too');
    await page.getByRole('button', { name: 'Actions of My projects' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await widget(page, 'My projects').waitFor({ state: 'detached' });
    await letGo();
    await letGo();
    await become([
      [[], ['recent', 'usernote']],
      [[], []],
    ]);
    await page.getByText('“My projects” removed').waitFor();

    await page.getByRole('button', { name: 'Move line 2 up' }).click();
    await letGo();
    await become([
      [[], []],
      [[], ['recent', 'usernote']],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await letGo();
    await become([
      [[], []],
      [['myprojects'], ['recent', 'usernote']],
    ]);

    // Somebody else, here the same person elsewhere, adds a line at the last moment.
    await page.getByRole('button', { name: 'Actions of Note' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await until(() => held.length === 1);
    const before = await read();
    await put({ name: 'Fast', lines: [...listAt(before, 'lines'), ...layOut(['plugin_tracker_myartifacts'], [])] });
    await letGo();
    await letGo();
    await become([
      [[], []],
      [['myprojects'], ['recent']],
      [['plugin_tracker_myartifacts'], []],
    ]);
    await column(page, 'Line 3, column 1').waitFor();
  });
});

describe('a dashboard that comes slowly', () => {
  it('shows what stands below a widget once that is there, or nothing has come for two seconds', async (context) => {
    const as = 'ana';
    const made = await world.app.call('/api/user_dashboards', { as, method: 'POST', body: { name: 'Slow' } });
    const id = String(at(made.json, 'id'));
    const columns = [['plugin_tracker_myartifacts', 'usernote'], ['recent']];
    const line = {
      layout: 'two-columns',
      columns: columns.map((names) => ({ widgets: names.map((name) => ({ name })) })),
    };
    const body = { name: 'Slow', lines: [line] };
    assert.equal((await world.app.call(`/api/dashboards/${id}`, { as, method: 'PUT', body })).status, 200);

    const page = await world.visit(context, { as });
    await page.clock.install();
    const held = new Map<string, () => void>();
    await page.route(/\/users\/self\/(?:artifacts|history)/, async (route) => {
      const name = /artifacts|history/.exec(route.request().url())?.[0] ?? '';
      await new Promise<void>((resolve) => held.set(name, resolve));
      await route.fallback();
    });
    // Time stands still but for what is asked for, so that a slow browser has as much of it as a fast one.
    await page.clock.pauseAt(Date.now() + 60_000);
    const comes = (isThere: () => boolean | Promise<boolean>): Promise<true> =>
      until(async () => {
        await page.clock.runFor(1);
        return (await isThere()) || undefined;
      });
    await page.goto(`/dashboards?id=${id}`);
    await comes(() => held.size === 2);
    await page.clock.runFor(1000);
    const answer = page.waitForResponse(/\/users\/self\/history/);
    held.get('history')?.();
    await (await answer).finished();
    await comes(async () => (await widget(page, 'Recently viewed').getByRole('status').count()) === 0);
    await page.clock.runFor(1500);
    const note = widget(page, 'Note');
    assert.equal(await note.isVisible(), false, 'something came less than two seconds ago');
    await page.clock.runFor(1000);
    await comes(() => note.isVisible());
    held.get('artifacts')?.();
    await comes(() => widget(page, 'Assigned to me').getByRole('link', { name: 'Standing orders' }).isVisible());
  });
});

describe('a dashboard of a project', () => {
  it('comes with its archive, names what can’t be shown, and is its administrators’ to change', async (context) => {
    const ana = await world.visit(context, { as: 'ana' });
    await ana.goto('/projects/workshop');
    await ana.getByRole('heading', { name: 'Board of the works', level: 1 }).waitFor();
    const tabs = ana.getByRole('navigation', { name: 'Dashboards' });
    const overview = tabs.getByRole('link', { name: 'Overview' });
    await overview.click();
    await ana.getByRole('heading', { name: 'Trackers', level: 2 }).first().waitFor();
    await until(async () => (await overview.getAttribute('aria-current')) === 'page');
    await tabs.getByRole('link', { name: 'Board of the works' }).click();
    await widget(ana, 'weather').getByText('It was imported').waitFor();
    await widget(ana, 'Rules').getByRole('link', { name: 'art #1' }).waitFor();
    for (const kind of ['Milestones', 'Members', 'Activity', 'Query across trackers', 'About the project']) {
      await ana.getByRole('button', { name: 'Add a widget', exact: true }).click();
      await Promise.all([saved(ana), ana.getByRole('button', { name: new RegExp(`^${kind}`) }).click()]);
      await widget(ana, kind).waitFor();
    }
    await ana.getByRole('button', { name: 'Actions of weather' }).click();
    await Promise.all([saved(ana), ana.getByRole('menuitem', { name: 'Remove' }).click()]);
    await Promise.all([saved(ana), ana.getByRole('button', { name: 'Undo' }).click()]);
    await widget(ana, 'weather').waitFor();

    const emre = await world.visit(context, { as: 'emre', appearance: 'dark', width: 390, locale: 'fr-FR' });
    await emre.goto(new URL(ana.url()).pathname);
    await widget(emre, 'Membres').getByText('Ana').waitFor();
    assert.equal(await emre.getByRole('button', { name: /Déplacer|Actions de|Ajouter/ }).count(), 0);
    await assertAccessible(emre);
    const fold = emre.getByRole('button', { name: 'Contenu de Rules' });
    await fold.click();
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    assert.equal(await emre.evaluate<number>('document.documentElement.scrollWidth'), 390);
  });

  it('has a roadmap whose bars move by keys and by mouse, and go back where that is refused', async (context) => {
    const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { json: tracker } = await world.app.call('/api/trackers/1', { as: 'ana' });
    const field = (name: string) =>
      at(
        listAt(tracker, 'fields').find((one) => at(one, 'name') === name),
        'field_id',
      );
    const values = [
      { field_id: field('title'), value: 'Harvest' },
      { field_id: field('start_date'), value: day(10) },
      { field_id: field('end_date'), value: day(12) },
    ];
    const made = await world.app.call('/api/artifacts', {
      as: 'ana',
      method: 'POST',
      body: { tracker: { id: 1 }, values },
    });
    assert.equal(made.status, 201, made.text);
    const list = { as: 'ana', method: 'POST', body: { name: 'Plans' } } as const;
    const { json: dashboard } = await world.app.call('/api/projects/101/dashboards', list);
    const page = await world.visit(context, { as: 'ana', expected: /400/ });
    await page.goto(`/projects/meadow-scrum/dashboards?id=${String(at(dashboard, 'id'))}`);
    await page.getByRole('button', { name: 'Add a widget', exact: true }).first().click();
    await page.getByRole('button', { name: /^Roadmap/ }).click();
    await page.getByRole('group', { name: 'Trackers' }).getByText('Releases').click();
    await Promise.all([saved(page), page.getByRole('button', { name: 'Save' }).click()]);
    const bar = page.getByRole('button', { name: /^Harvest: / });
    await bar.waitFor();
    await assertAccessible(page);
    const dates = async (): Promise<unknown[]> => {
      const { json } = await world.app.call(`/api/artifacts/${String(at(made.json, 'id'))}`, { as: 'ana' });
      return ['start_date', 'end_date'].map((name) => {
        const value = listAt(json, 'values').find((one) => at(one, 'field_id') === field(name));
        return String(at(value, 'value')).slice(0, 10);
      });
    };
    const changed = () =>
      page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().includes('/artifacts/'));
    await bar.focus();
    await page.keyboard.press('ArrowRight');
    await Promise.all([changed(), page.keyboard.press('ArrowRight')]);
    assert.deepEqual(await dates(), [day(12), day(14)], 'two steps are one change');
    const box = await bar.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 8 * 3, box.y + box.height / 2, { steps: 3 });
    await Promise.all([changed(), page.mouse.up()]);
    assert.deepEqual(await dates(), [day(15), day(17)]);
    // Back where it was, while the move is still being saved.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: asked, resolve: note } = Promise.withResolvers<void>();
    await page.route(
      '**/api/artifacts/*',
      async (route) => {
        note();
        await held;
        await route.fallback();
      },
      { times: 1 },
    );
    await bar.focus();
    await page.keyboard.press('ArrowRight');
    await asked;
    await page.keyboard.press('ArrowLeft');
    const moved = changed();
    letGo();
    await moved;
    await until(async () => (await dates()).join() === [day(15), day(17)].join());
    await page.getByRole('button', { name: /^Harvest: / }).waitFor();
    // The tracker wants its start before its end.
    await bar.focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await Promise.all([changed(), page.keyboard.press('Shift+ArrowLeft')]);
    await page.getByText('“Harvest” keeps its dates:').waitFor();
    assert.deepEqual(await dates(), [day(15), day(17)]);
  });
});
