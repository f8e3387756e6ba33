// The two ways to copy what somebody else built: a template shows all of its structure, which whoever marks it decides; a single tracker
// is copied as far as its copier sees it.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let mould: World;
let own: World;

before(async () => {
  test = await startApp({ settings: '$sys_project_approval = 0;' });
  const [ada, max] = [await test.addUser('ada'), await test.addUser('max')];
  await test.app.features.people.create({ username: 'chief', email: 'chief@example.org', isSiteAdmin: true });
  const fields = [
    { name: 'title', type: 'string', read: [everybody], submit: [members] },
    { name: 'salary', type: 'int', read: [admins], submit: [admins] },
  ];
  const full = { permissions: { full: [everybody] }, fields, title: 'title' };
  mould = await buildProject(test, {
    name: 'mould',
    admins: [ada],
    trackers: () => [
      { name: 'open', ...full },
      { name: 'vault', ...full, permissions: { full: [admins] } },
    ],
  });
  own = await buildProject(test, { name: 'own', admins: [max], trackers: () => [] });
});
after(() => test.close());

const send = (method: string, path: string, as: string, body: object): Promise<Answered> =>
  test.call(`/api/${path}`, { method, as, body });
const namesOf = async (project: number, as: string): Promise<Record<string, unknown>> => {
  const { json } = await expectRow(test, { path: `/api/projects/${project}/trackers?limit=50`, as, status: 200 });
  return Object.fromEntries(
    listAt(json).map((one) => [String(at(one, 'item_name')), listAt(one, 'fields').map((field) => at(field, 'name'))]),
  );
};
const make = (shortname: string, as: string): Promise<Answered> =>
  send('POST', 'projects', as, {
    shortname,
    label: shortname,
    description: '',
    is_public: true,
    template_id: mould.id,
  });

describe('a project that is no template', () => {
  it('makes no project for who does not administer it, whatever they see of it', async () => {
    const refused = await make('taken', 'max');
    assert.ok(refused.status === 400 || refused.status === 403, refused.text);
    assert.doesNotMatch(refused.text, /vault|salary/);
  });

  it('is marked by administrators of the site alone', async () => {
    const mark = { is_template: true };
    for (const as of ['max', 'ada'])
      assert.equal((await send('PATCH', `projects/${mould.id}`, as, mark)).status, 403, as);
    const marked = await send('PATCH', `projects/${mould.id}`, 'chief', mark);
    assert.equal(marked.status, 200, marked.text);
  });
});

describe('a template', () => {
  it('gives all of its trackers and fields to a project that anybody makes from it', async () => {
    const made = await make('cast', 'max');
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(await namesOf(Number(at(made.json, 'id')), 'max'), {
      open: ['title', 'salary'],
      vault: ['title', 'salary'],
    });
  });

  it('goes on hiding in itself what it hid, and in copies of one tracker', async () => {
    assert.deepEqual(await namesOf(mould.id, 'max'), { open: ['title'] });
    const copy = (name: string): Promise<Answered> =>
      send('POST', 'trackers', 'max', {
        project: { id: own.id },
        label: name,
        item_name: name,
        template_id: mould.tracker(name),
      });
    const hidden = await copy('vault');
    assert.ok(hidden.status >= 400 && hidden.status < 500, hidden.text);
    const made = await copy('open');
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(await namesOf(own.id, 'max'), { open: ['title'] });
  });
});
