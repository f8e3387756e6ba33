// Engine: both
// Administration of projects and accounts over HTTP: facts of a project, who would see it, what happened in it, all accounts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf } from '../support/harness.ts';
import type { Answered } from '../support/harness.ts';
import { listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
const path = '/api/projects/101';
before(async () => {
  scrum = await openScrum();
  await scrum.test.addUser('stranger');
});
after(() => scrum.test.close());

const patch = (body: unknown, as = 'ana', headers: Record<string, string> = {}): Promise<Answered> =>
  scrum.test.call(path, { method: 'PATCH', as, body, headers });
const read = async (address: string, as = 'ana'): Promise<unknown> => {
  const answer = await scrum.test.call(address, { as });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

describe('PATCH /projects/:id', () => {
  it('changes name, description and access for its administrators, with an entry in the log', async () => {
    const was = await scrum.test.call(path, { as: 'ana' });
    const tag = headerOf(was, 'etag');
    const answer = await patch({ label: ' Meadow bank ', description: 'Short', access: 'private' }, 'ana', {
      'if-match': tag,
    });
    assert.equal(answer.status, 200, answer.text);
    const now = await read(path);
    assert.deepEqual(
      ['label', 'description', 'access'].map((key) => at(now, key)),
      ['Meadow bank', 'Short', 'private'],
    );
    assert.equal((await scrum.test.call(path, { as: 'stranger' })).status, 403);
    assert.equal((await patch({ label: 'Again' }, 'ana', { 'if-match': tag })).status, 412);
    const [event] = listAt(await read(`${path}/audit_events`));
    assert.equal(at(event, 'kind'), 'project-changed');
    assert.deepEqual(at(event, 'details'), { fullName: 'Meadow bank', description: 'Short', access: 'private' });
    assert.equal(at(event, 'actor.address'), null);
    assert.equal((await patch({ access: 'public' })).status, 200);
    assert.equal((await patch({ icon: '👩‍🌾' })).status, 200);
    assert.deepEqual([at(await read(path), 'icon'), at(await read(path), 'label')], ['👩‍🌾', '👩‍🌾 Meadow bank']);
    assert.deepEqual(at(listAt(await read(`${path}/audit_events`))[0], 'details'), { icon: '👩‍🌾' });
    assert.equal((await patch({ icon: '' })).status, 200);
    assert.equal(at(await read(path), 'label'), 'Meadow bank');
    assert.equal((await scrum.test.call(path, { as: 'stranger' })).status, 200);
  });

  it('refuses what can’t be, and those who may not', async () => {
    const before = await read(path);
    const rows: [unknown, string, number, string][] = [
      [{}, 'ana', 400, '`status`'],
      [{ label: 'ab' }, 'ana', 400, '`label`'],
      [{ label: 'two\nlines' }, 'ana', 400, '`label`'],
      [{ icon: 'ab' }, 'ana', 400, '`icon`'],
      [{ icon: '🌿🌿' }, 'ana', 400, '`icon`'],
      [{ icon: '🌿' }, 'bruno', 403, ''],
      [{ access: 'unrestricted' }, 'ana', 400, '`access`'],
      [{ access: 'open' }, 'ana', 400, 'access'],
      [{ lable: 'Name' }, 'ana', 400, 'lable'],
      [{ status: 'suspended', label: 'Name' }, 'ana', 403, ''],
      [{ label: 'Name' }, 'bruno', 403, ''],
      [{ label: 'Name' }, 'stranger', 403, ''],
    ];
    for (const [body, as, status, text] of rows) {
      const answer = await patch(body, as);
      assert.equal(answer.status, status, `${JSON.stringify(body)}: ${answer.text}`);
      assert.ok(answer.text.includes(text), answer.text);
    }
    assert.deepEqual(await read(path), before);
  });
});

describe('GET /projects/:id/visibility', () => {
  it('tells who sees the project, and who would', async () => {
    const shown = await read(`${path}/visibility`);
    assert.equal(at(shown, 'access'), 'public');
    const seenBy = (access: string): unknown[] => {
      const one = listAt(shown, 'possible').find((possible) => at(possible, 'access') === access);
      return listAt(one, 'groups').flatMap((group) => (at(group, 'sees') === true ? [at(group, 'who')] : []));
    };
    assert.deepEqual(seenBy('private'), ['members']);
    assert.ok(seenBy('public').includes('others'));
    const members = listAt(shown, 'possible.0.groups').find((group) => at(group, 'who') === 'members');
    const size = headerOf(await scrum.test.call('/api/user_groups/101_3/users', { as: 'ana' }), 'x-pagination-size');
    assert.equal(at(members, 'count'), Number(size));
  });
});

describe('GET /projects/:id/open_things', () => {
  const things = async (): Promise<readonly unknown[]> => listAt(await read(`${path}/open_things`));
  const whoReads = async (kind: string, label: string): Promise<unknown> =>
    at(
      (await things()).find((one) => at(one, 'kind') === kind && at(one, 'label') === label),
      'who',
    );

  it('tells administrators what those who are no members see, as rights and the site are', async () => {
    const tasks = scrum.tracker('Tasks');
    const permit = async (groups: string[]): Promise<void> => {
      const body = { permissions_for_groups: { can_access: groups.map((id) => ({ id })) } };
      const answer = await scrum.test.call(`/api/trackers/${tasks}`, { method: 'PATCH', as: 'ana', body });
      assert.equal(answer.status, 200, answer.text);
    };
    await permit(['2']);
    assert.deepEqual(await whoReads('tracker', 'Tasks'), ['others']);
    const visible = headerOf(
      await scrum.test.call(`/api/trackers/${tasks}/artifacts`, { as: 'stranger' }),
      'x-pagination-size',
    );
    const shown = (await things()).find((one) => at(one, 'kind') === 'tracker' && at(one, 'id') === tasks);
    assert.ok(Number(visible) > 0);
    assert.equal(at(shown, 'count'), Number(visible));
    await permit(['1']);
    assert.deepEqual(await whoReads('tracker', 'Tasks'), ['anonymous', 'others']);
    await scrum.test.app.features.site.changeSetting('access_mode', 'restricted');
    assert.deepEqual(await whoReads('tracker', 'Tasks'), ['others', 'restricted_others']);
    await scrum.test.app.features.site.changeSetting('access_mode', 'anonymous');
    await permit(['101_3']);
    assert.equal(await whoReads('tracker', 'Tasks'), undefined);
    assert.ok((await things()).every((one) => at(one, 'right') !== 'administrate'));
    assert.equal((await scrum.test.call(`${path}/open_things`, { as: 'bruno' })).status, 403);
  });
});

describe('GET /accounts', () => {
  it('finds accounts of any status for those who manage them alone', async () => {
    const stranger = await scrum.user('stranger');
    const suspend = { method: 'PATCH', as: 'root', body: { values: { status: 'S' } } };
    assert.equal((await scrum.test.call(`/api/users/${stranger}`, suspend)).status, 200);
    const found = await read('/api/accounts?words=STRANG', 'root');
    assert.deepEqual(
      listAt(found).map((one) => [at(one, 'username'), at(one, 'status'), at(one, 'is_site_admin')]),
      [['stranger', 'S', false]],
    );
    assert.equal(listAt(await read('/api/accounts?status=S', 'root')).length, 1);
    assert.equal(listAt(await read('/api/accounts?words=%25', 'root')).length, 0);
    assert.equal((await scrum.test.call('/api/accounts', { as: 'ana' })).status, 403);
    assert.equal((await scrum.test.call('/api/accounts?status=X', { as: 'root' })).status, 400);
  });
});

describe('PATCH /user_groups/:id', () => {
  it('renames a group for administrators of the project, and refuses what can’t be', async () => {
    const made = await scrum.test.call('/api/user_groups', {
      method: 'POST',
      as: 'ana',
      body: { project_id: 101, short_name: 'pilots', description: '' },
    });
    const address = `/api/user_groups/${String(at(made.json, 'id'))}`;
    const change = (body: unknown, as = 'ana', target = address): Promise<Answered> =>
      scrum.test.call(target, { method: 'PATCH', as, body });
    const answer = await change({ short_name: 'captains', description: 'Who steer' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(at(answer.json, 'short_name'), 'captains');
    assert.equal(at(await read(address), 'short_name'), 'captains');
    assert.equal(at(await read(`${path}/audit_events?limit=1`), '0.kind'), 'group-changed');
    const kindsOf = async (query: string): Promise<unknown[]> =>
      listAt(await read(`${path}/audit_events?${query}`)).map((event) => at(event, 'kind'));
    assert.deepEqual(await kindsOf('kind=group-created'), ['group-created']);
    const actor = String(at(await read(`${path}/audit_events?limit=1`), '0.actor.id'));
    assert.deepEqual(await kindsOf(`kind=group-changed&actor_id=${actor}&from=2020-01-01`), ['group-changed']);
    assert.deepEqual(await kindsOf('actor_id=1'), []);
    assert.deepEqual(await kindsOf('until=2020-01-01'), []);
    assert.equal((await scrum.test.call(`${path}/audit_events?from=soon`, { as: 'ana' })).status, 400);
    assert.equal((await scrum.test.call(`${path}/audit_events?kind=party`, { as: 'ana' })).status, 400);
    const other = { project_id: 101, short_name: 'cooks', description: '' };
    await scrum.test.call('/api/user_groups', { method: 'POST', as: 'ana', body: other });
    const rows: [unknown, string, string, number][] = [
      [{}, 'ana', address, 400],
      [{ short_name: 'COOKS' }, 'ana', address, 400],
      [{ short_name: 'a b' }, 'ana', address, 400],
      [{ name: 'x' }, 'ana', address, 400],
      [{ short_name: 'x' }, 'ana', '/api/user_groups/101_3', 400],
      [{ short_name: 'x' }, 'bruno', address, 403],
      [{ short_name: 'x' }, 'ana', '/api/user_groups/101_99999', 404],
    ];
    for (const [body, as, target, status] of rows) {
      const refused = await change(body, as, target);
      assert.equal(refused.status, status, `${JSON.stringify(body)} ${target}: ${refused.text}`);
    }
    assert.equal(at(await read(address), 'short_name'), 'captains');
  });
});
