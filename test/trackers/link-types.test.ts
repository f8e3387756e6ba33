// Types of links, switched on and off for the site, a project and a tracker, and what archives and copies make of them and of
// what else only Tepal knows of a tracker.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom, importInto } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
const child = '_is_child';
const cover = '_covered_by';
const open = { read: [everybody], submit: [members, admins], update: [members, admins] };

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  const sam = await test.addUser('sam');
  const fields = [
    { name: 'title', type: 'string' },
    { name: 'links', type: 'art_link' },
  ].map((field) => ({ ...field, ...open }));
  const trackers = () =>
    ['item', 'part'].map((name) => ({ name, permissions: { full: [everybody] }, fields, title: 'title' }));
  world = await buildProject(test, { name: 'meadow', admins: [ada], members: [sam], trackers });
});
after(() => test.close());

const places = () => ({
  site: { path: '/api/link_types', as: 'root' },
  project: { path: `/api/projects/${world.id}/link_types`, as: 'ada' },
  tracker: { path: `/api/trackers/${world.tracker('item')}/link_types`, as: 'ada' },
});
type PlaceName = keyof ReturnType<typeof places>;

const turn = (place: PlaceName, shortname: string, isUsed: boolean, more: Partial<Row> = {}): Promise<Answered> =>
  expectRow(test, {
    ...places()[place],
    method: 'PUT',
    body: { link_types: [{ shortname, is_used: isUsed }] },
    status: 200,
    ...more,
  });

const send = (path: string, body: unknown, status: number, method = 'PUT', contains: string[] = []) =>
  expectRow(test, { path: `/api/${path}`, method, as: 'sam', body, status, contains });

const linksOf = (tracker: string, entry: object) => ({ field_id: world.field(tracker, 'links'), ...entry });

async function create(tracker: string, values: readonly unknown[] = [], status = 201, contains: string[] = []) {
  const title = { field_id: world.field(tracker, 'title'), value: 'x' };
  const body = { tracker: { id: world.tracker(tracker) }, values: [title, ...values] };
  return Number(at((await send('artifacts', body, status, 'POST', contains)).json, 'id'));
}

const namesIn = (value: unknown): unknown[] => listAt(value).map((type) => at(type, 'shortname'));

/** What the field of links of a tracker offers. */
async function offered(tracker: string): Promise<{ on: unknown[]; off: unknown[] }> {
  const shown = await expectRow(test, { path: `/api/trackers/${world.tracker(tracker)}`, as: 'sam', status: 200 });
  const field = listAt(shown.json, 'fields').find((one) => at(one, 'type') === 'art_link');
  return { on: namesIn(at(field, 'allowed_types')), off: namesIn(at(field, 'unused_types')) };
}

describe('a type of links', () => {
  it('that a tracker switches off is offered there no more, and elsewhere still', async () => {
    const { json } = await turn('tracker', cover, false);
    assert.deepEqual(
      listAt(json, 'link_types').map((type) => [at(type, 'shortname'), at(type, 'is_used'), at(type, 'unused_by')]),
      [
        [child, true, null],
        [cover, false, null],
      ],
    );
    assert.deepEqual(await offered('item'), { on: [child], off: [cover] });
    assert.deepEqual(await offered('part'), { on: [child, cover], off: [] });
    await turn('tracker', cover, true);
    assert.deepEqual(await offered('item'), { on: [child, cover], off: [] });
  });

  it('is off where the project or the site has it off, which the places below tell', async () => {
    await turn('project', child, false);
    assert.deepEqual(await offered('part'), { on: [cover], off: [child] });
    const below = await expectRow(test, { ...places().tracker, status: 200 });
    assert.equal(at(below.json, 'link_types.0.unused_by'), 'project');
    assert.equal(at(below.json, 'link_types.0.is_used'), true);
    await turn('project', child, true);
    await turn('site', cover, false);
    const project = await expectRow(test, { ...places().project, as: 'sam', status: 200 });
    assert.equal(at(project.json, 'link_types.1.unused_by'), 'site');
    assert.deepEqual(await offered('item'), { on: [child], off: [cover] });
    await turn('site', cover, true);
    assert.deepEqual(await offered('item'), { on: [child, cover], off: [] });
  });

  it('keeps its links when it is switched off, and takes no new ones, whichever way they are set', async () => {
    const [target, other, parent] = [await create('part'), await create('part'), await create('item')];
    const links = [{ id: target, type: child }];
    const source = await create('item', [linksOf('item', { links })]);
    await send(`artifacts/${target}`, { values: [linksOf('part', { parent: { id: source } })] }, 200);
    await turn('tracker', child, false);
    const refused = `links of type \\"${child}\\" are turned off in the tracker \\"item\\"`;
    const sendTo = (id: number, tracker: string, entry: object, status = 400) =>
      send(`artifacts/${id}`, { values: [linksOf(tracker, entry)] }, status, 'PUT', status === 400 ? [refused] : []);

    await sendTo(source, 'item', { links: [...links, { id: other, type: child }] });
    await sendTo(source, 'item', { change_links: { add: [{ id: other, type: child, direction: 'forward' }] } });
    await sendTo(source, 'item', { all_links: [{ id: parent, type: child, direction: 'reverse' }] });
    await sendTo(other, 'part', { parent: { id: source } });
    await sendTo(other, 'part', { all_links: [{ id: source, type: child, direction: 'reverse' }] });
    await create('part', [linksOf('part', { parent: { id: source } })], 400, [refused]);

    const natures = await expectRow(test, { path: `/api/artifacts/${source}/links`, as: 'sam', status: 200 });
    assert.deepEqual(
      listAt(natures.json, 'natures').map((nature) => [at(nature, 'shortname'), at(nature, 'label')]),
      [[child, 'Child']],
    );
    await sendTo(source, 'item', { links: [...links, { id: other }] }, 200);
    await sendTo(target, 'part', { all_links: [{ id: source, type: child, direction: 'reverse' }] }, 200);
    await sendTo(source, 'item', { links: [] }, 200);
    await sendTo(source, 'item', { links });
    await turn('tracker', child, true);
    await sendTo(source, 'item', { links }, 200);
  });

  it('is switched by administrators alone, from what they saw, and the audit log tells', async () => {
    const names: PlaceName[] = ['site', 'project', 'tracker'];
    for (const name of names) await turn(name, child, true, { as: 'sam', status: 403 });
    for (const name of names) {
      const seen = await expectRow(test, { ...places()[name], status: 200 });
      const headers = { 'if-match': seen.headers.get('etag') ?? '' };
      await turn(name, child, false, { headers });
      await turn(name, cover, false, { headers, status: 412 });
      await turn(name, child, true);
    }
    await turn('site', '_of_nobody', false, { status: 400 });
    const told = async (query: string) =>
      listAt((await expectRow(test, { path: `/api/audit_events?${query}`, as: 'root', status: 200 })).json)[0];
    assert.equal(at(await told('kind=setting-changed'), 'details.on'), child);
    assert.equal(at(await told('kind=project-changed'), 'details.changed'), 'link_types');
    assert.equal(at(await told('kind=tracker-changed'), 'details.value'), `${child} on`);
  });

  it('stays off in an archive, where it is read, and in copies', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'tepal-link-types-'));
    context.after(() => rm(folder, { recursive: true }));
    await turn('project', cover, false);
    await turn('tracker', child, false);
    const subject = { path: `/api/trackers/${world.tracker('item')}/assigned_subject`, as: 'ada', status: 200 };
    await expectRow(test, { ...subject, method: 'PUT', body: { enabled: true } });
    const path = join(folder, 'out');
    await exportFrom(test, 'meadow', path);
    assert.match(await readFile(join(path, 'project.xml'), 'utf8'), /<nature is_used="0">_covered_by<\/nature>/);

    const second = await startApp();
    context.after(() => second.close());
    assert.deepEqual((await importInto(second, path)).warnings, []);
    const unused = async (app: TestApp, where: string) => {
      const { json } = await app.call(`/api/${where}/link_types`, { as: 'root' });
      return listAt(json, 'link_types').map((type) => [at(type, 'is_used'), at(type, 'unused_by')]);
    };
    assert.deepEqual(await unused(second, 'projects/101'), [
      [true, null],
      [false, null],
    ]);
    const trackers = listAt((await second.call('/api/projects/101/trackers', { as: 'root' })).json);
    const item = trackers.find((one) => at(one, 'item_name') === 'item');
    assert.deepEqual(await unused(second, `trackers/${String(at(item, 'id'))}`), [
      [false, null],
      [true, 'project'],
    ]);

    const body = { project: { id: world.id }, template_id: world.tracker('item'), label: 'Twin', item_name: 'twin' };
    const says = async (app: TestApp, id: unknown) =>
      at((await app.call(`/api/trackers/${String(id)}/assigned_subject`, { as: 'root' })).json, 'enabled');
    assert.equal(await says(second, at(item, 'id')), true);
    const twin = await expectRow(test, { path: '/api/trackers', method: 'POST', as: 'ada', body, status: 201 });
    assert.deepEqual(
      await unused(test, `trackers/${String(at(twin.json, 'id'))}`),
      await unused(test, `trackers/${world.tracker('item')}`),
    );
    assert.equal(await says(test, at(twin.json, 'id')), true);
    const order = { shortname: 'likeness', label: 'Likeness', description: '', template_id: world.id, is_public: true };
    const copy = await expectRow(test, { path: '/api/projects', method: 'POST', as: 'root', body: order, status: 201 });
    assert.deepEqual(await unused(test, `projects/${String(at(copy.json, 'id'))}`), [
      [true, null],
      [false, null],
    ]);
  });
});
