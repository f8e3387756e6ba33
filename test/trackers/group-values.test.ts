// Values of lists of user groups have ids of their own, so that values of two lists may have one id.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom, importInto, query } from '../support/archive-world.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { listAt } from '../support/scenario.ts';
import { admins, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let folder: string;
const all = { read: [everybody], submit: [registered], update: [registered] };

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-group-values-'));
  test = await startApp();
  const lena = await test.addUser('lena');
  world = await buildProject(test, {
    name: 'counting',
    admins: [lena],
    trackers: () => [
      {
        name: 'task',
        permissions: { full: [everybody] },
        fields: [
          { name: 'state', type: 'sb', values: ['new', 'doing', 'done'], ...all },
          { name: 'team', type: 'sb', ofGroups: [members, admins, registered], ...all },
          { name: 'kind', type: 'sb', values: ['a'], ...all },
        ],
        status: { field: 'state', open: ['new', 'doing'], done: ['done'] },
        workflow: {
          field: 'state',
          moves: [
            { from: null, to: 'new' },
            { from: 'new', to: 'doing' },
          ],
        },
      },
    ],
  });
});
after(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const field = (name: string): number => world.field('task', name);
const [first, second, third] = [101, 102, 103];

async function send(app: TestApp, status: number, method: string, path: string, body?: unknown): Promise<unknown> {
  const as = app === test ? 'lena' : 'root';
  const answer = await app.call(`/api${path}`, { method, as, ...(body === undefined ? {} : { body }) });
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text.slice(0, 800)}`);
  return answer.json;
}

function objectOf(value: unknown): object {
  assert.ok(typeof value === 'object' && value !== null);
  return value;
}

const idsOf = (tracker: unknown, name: string): unknown[] => {
  const found = listAt(tracker, 'fields').find((one) => at(one, 'name') === name);
  return listAt(found, 'values').map((value) => at(value, 'id'));
};

/** Rules, and what the report asks, with the labels of values for their ids. */
async function describeUses(app: TestApp, trackerId: unknown): Promise<unknown> {
  const tracker = await send(app, 200, 'GET', `/trackers/${String(trackerId)}`);
  const label = (fieldId: unknown, id: unknown): string => {
    const list = listAt(tracker, 'fields').find(
      (one) => at(one, 'name') === fieldId || String(at(one, 'field_id')) === String(fieldId),
    );
    const value = listAt(list, 'values').find((one) => String(at(one, 'id')) === String(id));
    return `${String(at(list, 'name'))} ${String(at(value, 'label'))}`;
  };
  const workflow = at(tracker, 'workflow.field_id');
  const criteria = at(tracker, 'reports.0.criteria');
  const asked = typeof criteria === 'object' && criteria !== null ? Object.entries(criteria) : [];
  return {
    open: listAt(tracker, 'semantics.status.value_ids').map((id) =>
      label(at(tracker, 'semantics.status.field_id'), id),
    ),
    moves: listAt(tracker, 'workflow.transitions').map((move) => label(workflow, at(move, 'to_id'))),
    rules: listAt(tracker, 'workflow.rules.lists').map((rule) => [
      label(at(rule, 'source_field_id'), at(rule, 'source_value_id')),
      label(at(rule, 'target_field_id'), at(rule, 'target_value_id')),
    ]),
    criteria: asked.map(([id, values]) => listAt(values).map((value) => label(id, value))),
  };
}

const uses = {
  open: ['state new', 'state doing'],
  moves: ['state new', 'state doing'],
  rules: [['team ugroup_project_admins_name_key', 'kind a']],
  criteria: [['state doing'], ['team ugroup_project_admins_name_key']],
};

describe('values of a list of user groups', () => {
  it('are counted by themselves, from 101', async () => {
    const tracker = await send(test, 200, 'GET', `/trackers/${world.tracker('task')}`);
    assert.deepEqual(idsOf(tracker, 'state'), [first, second, third]);
    assert.deepEqual(idsOf(tracker, 'team'), [first, second, third]);
    assert.deepEqual(idsOf(tracker, 'kind'), [104]);
  });

  it('are needed by what names them, and not by what names values of other lists', async () => {
    const rules = {
      dates: [],
      lists: [
        {
          source_field_id: field('team'),
          source_value_id: second,
          target_field_id: field('kind'),
          target_value_id: 104,
        },
      ],
    };
    await send(test, 200, 'PUT', `/trackers/${world.tracker('task')}/workflow_rules`, rules);
    await send(test, 201, 'POST', `/trackers/${world.tracker('task')}/tracker_reports`, {
      label: 'Asked',
      is_public: true,
      criteria: { [field('state')]: [second], [field('team')]: [second] },
      columns: [field('state')],
    });
    const path = `/tracker_fields/${field('team')}`;
    const refused = await test.call(`/api${path}`, {
      method: 'PATCH',
      as: 'lena',
      body: { values: [{ id: first }, { id: third }] },
    });
    assert.match(`${refused.status} ${refused.text}`, /^400 .*is used by a rule between fields"/);
    // The state with this id is open, and the workflow reaches it.
    await send(test, 200, 'PATCH', path, { values: [{ id: second }, { id: third }] });
    const added = { values: [{ id: second }, { id: third }, { id: -1, ugroup_reference: { id: `${world.id}_3` } }] };
    await send(test, 200, 'PATCH', path, added);
    const tracker = await send(test, 200, 'GET', `/trackers/${world.tracker('task')}`);
    assert.deepEqual(idsOf(tracker, 'team'), [second, third, 104]);
    assert.deepEqual(idsOf(tracker, 'state'), [first, second, third]);
    assert.deepEqual(await describeUses(test, world.tracker('task')), uses);
  });

  it('are other ones than those of the same id in a copy of the tracker, by template and by document', async () => {
    const base = { project: { id: world.id }, label: 'Copy' };
    const template = { ...base, item_name: 'by_template', template_id: world.tracker('task') };
    const copy = await send(test, 201, 'POST', '/trackers', template);
    const shown = await send(test, 200, 'GET', `/trackers/${world.tracker('task')}`);
    const made = await send(test, 201, 'POST', '/trackers', { ...objectOf(shown), item_name: 'by_document' });
    for (const one of [copy, made]) assert.deepEqual(await describeUses(test, at(one, 'id')), uses);
  });

  it('come along in archives, where each value has a name of its own', async () => {
    const target = join(folder, 'out');
    await exportFrom(test, 'counting', target);
    const other = await startApp();
    try {
      assert.deepEqual((await importInto(other, target)).warnings, []);
      const trackers = await query(other, `select id, item_name from trackers order by id`);
      const task = trackers.find((row) => row['item_name'] === 'task');
      assert.deepEqual(await describeUses(other, task?.['id']), uses);
      const refs = await query(other, `select ref from archive_references where kind in ('value', 'group_value')`);
      assert.equal(new Set(refs.map((row) => row['ref'])).size, refs.length);
    } finally {
      await other.close();
    }
  });

  it('may have the names of other values in archives of the origin', async () => {
    const items = (type: string, labels: readonly string[]): string =>
      `<bind type="${type}"><items>${labels.map((label, index) => `<item ID="V${index + 1}" label="${label}"/>`).join('')}</items></bind>`;
    const list = (id: number, name: string, bind: string): string =>
      `<formElement type="sb" ID="F${id}" rank="${id}"><name>${name}</name><label>${name}</label>${bind}</formElement>`;
    const value = (id: string): string => `<value format="id">${id}</value>`;
    const change = (name: string, bind: string): string =>
      `<field_change field_name="${name}" type="list" bind="${bind}">${value('V2')}</field_change>`;
    const submitted =
      '<submitted_by format="username">root</submitted_by><submitted_on format="ISO8601">2026-01-01T00:00:00+00:00</submitted_on>';
    const xml = `<?xml version="1.0" encoding="UTF-8"?><project unix-name="doubled" full-name="Doubled" description="" access="public"><long-description/><services/><ugroups/>
<trackers><tracker id="T1" parent_id="0"><name>task</name><item_name>task</item_name><description/><formElements>
${list(1, 'team', items('ugroups', ['ugroup_project_members_name_key', 'ugroup_project_admins_name_key']))}${list(2, 'state', items('static', ['new', 'doing']))}</formElements>
<semantics><semantic type="status"><field REF="F2"/><open_values><open_value REF="V2"/></open_values></semantic></semantics>
<artifacts><artifact id="1"><changeset>${submitted}<comments/>${change('team', 'ugroups')}${change('state', 'static')}</changeset></artifact></artifacts></tracker></trackers></project>`;
    const path = join(folder, 'doubled');
    await mkdir(path);
    await writeFile(join(path, 'project.xml'), xml);
    await writeFile(
      join(path, 'users.xml'),
      `<users><user><id>101</id><username>root</username><realname>Root</realname><email>root@example.org</email><ldapid/></user></users>`,
    );
    const { projectId, warnings } = await importInto(test, path);
    const closed = /these fields have no permissions, so only administrators can see them.*: task\.team, task\.state$/;
    assert.deepEqual(
      warnings.filter((warning) => !closed.test(warning)),
      [],
    );
    const [tracker] = listAt(
      await test.call(`/api/projects/${projectId}/trackers`, { as: 'root' }).then((a) => a.json),
    );
    assert.deepEqual(at(tracker, 'semantics.status.value_ids'), idsOf(tracker, 'state').slice(1));
    const found = await test.call(`/api/trackers/${String(at(tracker, 'id'))}/artifacts?values=all`, { as: 'root' });
    const chosen = listAt(found.json, '0.values').map((one) => [at(one, 'label'), at(one, 'values.0.label')]);
    assert.deepEqual(chosen, [
      ['team', 'Project administrators'],
      ['state', 'doing'],
    ]);
  });
});
