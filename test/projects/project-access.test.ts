// Engine: both
// Who enters a project (reference page 00, section 9) whatever its access and status, through every path below it; the
// four kinds of tracker permission; delegated rights; and that every change of rights counts from the next request on,
// also when another process makes it.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openApp } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { at, headerOf } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum, sampleFolder, valueOf } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum({ withKanban: true });
  ({ test } = scrum);
  await test.addUser('stig');
  await test.addUser('rita', { status: 'R' });
  await test.addUser('remo', { status: 'R' });
  await changeMember('remo', 'add');
});
after(() => test.close());

type Who = 'nobody' | 'stig' | 'rita' | 'remo' | 'bruno' | 'ana' | 'root';
const everyone: readonly Who[] = ['nobody', 'stig', 'rita', 'remo', 'bruno', 'ana', 'root'];
const caller = (who: Who) => (who === 'nobody' ? {} : { as: who });

/** Makes somebody a member of project 101, or no longer one. */
async function changeMember(username: string, change: 'add' | 'remove'): Promise<void> {
  const row = { project_id: 101, user_id: await scrum.user(username) };
  await test.app.database.transact(async (tx) => {
    await tx.deleteFrom('project_members').where('project_id', '=', 101).where('user_id', '=', row.user_id).execute();
    if (change === 'add')
      await tx
        .insertInto('project_members')
        .values({ ...row, is_admin: 0 })
        .execute();
    await bumpSiteVersion(tx);
  });
}

/** Paths of the project, with the status that they give where the project itself gives the one before. */
const paths: readonly [path: string, hidden: (project: number) => number][] = [
  ['/projects/101', (status) => status],
  ['/projects/101/trackers', (status) => status],
  ['/projects/101/user_groups', (status) => status],
  ['/projects/101/plannings', (status) => status],
  ['/projects/101/milestones', (status) => status],
  ['/projects/101/backlog', (status) => status],
  ['/plannings/1/milestones', (status) => status],
  ['/milestones/2', () => 403],
  ['/milestones/2/milestones', () => 403],
  ['/milestones/2/content', () => 403],
  ['/milestones/2/backlog', () => 403],
  ['/milestones/2/siblings', () => 403],
  ['/backlog_items/7', () => 403],
  ['/backlog_items/7/children', () => 403],
  ['/user_groups/101_3', () => 404],
  ['/trackers/3', (status) => status],
  ['/trackers/3/artifacts', (status) => status],
  ['/trackers/3/tracker_reports', (status) => status],
  ['/artifacts/7', () => 403],
  ['/artifacts/7/changesets', () => 403],
  ['/artifacts/7/linked_artifacts?direction=forward&nature=_is_child', () => 403],
];

interface State {
  name: string;
  mode?: 'regular' | 'restricted';
  access?: 'public' | 'private' | 'unrestricted' | 'private-wo-restr';
  status?: 'suspended' | 'deleted';
  /** The setting of that name. */
  superPublic?: string;
  /** Status of GET /projects/101. */
  answers: Readonly<Record<Who, number>>;
  /** Who finds the project in GET /projects. */
  listed: readonly Who[];
}

const members = { remo: 200, bruno: 200, ana: 200, root: 200 };
const states: State[] = [
  { name: 'public', answers: { nobody: 200, stig: 200, rita: 200, ...members }, listed: everyone },
  {
    name: 'private',
    access: 'private',
    answers: { nobody: 403, stig: 403, rita: 403, ...members },
    listed: ['remo', 'bruno', 'ana', 'root'],
  },
  {
    name: 'suspended',
    status: 'suspended',
    answers: { nobody: 403, stig: 403, rita: 403, remo: 403, bruno: 403, ana: 403, root: 200 },
    listed: [],
  },
  {
    name: 'deleted',
    status: 'deleted',
    answers: { nobody: 403, stig: 403, rita: 403, remo: 403, bruno: 403, ana: 403, root: 200 },
    listed: [],
  },
  {
    name: 'public on a platform with restricted people',
    mode: 'restricted',
    answers: { nobody: 401, stig: 200, rita: 403, ...members },
    listed: ['stig', 'remo', 'bruno', 'ana', 'root'],
  },
  {
    name: 'private-wo-restr on a platform with restricted people',
    mode: 'restricted',
    access: 'private-wo-restr',
    answers: { nobody: 401, stig: 403, rita: 403, ...members, remo: 404 },
    listed: ['bruno', 'ana', 'root'],
  },
  {
    name: 'unrestricted on a platform with restricted people',
    mode: 'restricted',
    access: 'unrestricted',
    answers: { nobody: 401, stig: 200, rita: 403, ...members },
    listed: ['stig', 'remo', 'bruno', 'ana', 'root'],
  },
  ...['101', 'harbor-kanban, meadow-scrum'].map((superPublic): State => ({
    name: `unrestricted and super-public, as ${superPublic}`,
    mode: 'restricted',
    access: 'unrestricted',
    superPublic,
    answers: { nobody: 401, stig: 200, rita: 200, ...members },
    listed: ['stig', 'rita', 'remo', 'bruno', 'ana', 'root'],
  })),
  {
    name: 'public on a platform where it is super-public, which restricted people may not enter',
    mode: 'restricted',
    superPublic: '101',
    answers: { nobody: 401, stig: 200, rita: 403, ...members },
    listed: ['stig', 'remo', 'bruno', 'ana', 'root'],
  },
  {
    name: 'private on a regular platform',
    mode: 'regular',
    access: 'private',
    answers: { nobody: 401, stig: 403, rita: 403, ...members },
    listed: ['remo', 'bruno', 'ana', 'root'],
  },
];

describe('a project that is', () => {
  for (const state of states) {
    it(state.name, async () => {
      const { site, projects } = test.app.features;
      await site.changeSetting('access_mode', state.mode ?? 'anonymous');
      await site.changeSetting('super_public_projects', state.superPublic ?? '');
      await projects.change('meadow-scrum', { access: state.access ?? 'public', status: state.status ?? 'active' });
      try {
        for (const who of everyone) await checkState(state, who);
      } finally {
        await projects.change('meadow-scrum', { access: 'public', status: 'active' });
        await site.changeSetting('access_mode', 'anonymous');
        await site.changeSetting('super_public_projects', '');
      }
    });
  }

  async function checkState(state: State, who: Who): Promise<void> {
    const project = state.answers[who];
    for (const [path, hidden] of paths) {
      const status = project === 200 || project === 401 ? project : hidden(project);
      const lacks = status === 200 ? [] : ['Meadow', 'User stories'];
      await expectRow(test, { ...caller(who), path: `/api${path}`, status, lacks });
    }
    if (project === 401) return;
    const list = await test.call('/api/projects', caller(who));
    const isListed = listAt(list.json).some((one) => at(one, 'id') === 101);
    assert.equal(isListed, state.listed.includes(who), `${who} in GET /projects`);
    assert.equal(headerOf(list, 'x-pagination-size'), String(listAt(list.json).length), who);
  }

  it('suspended or deleted is changed by nobody, site administrators included', async () => {
    for (const status of ['suspended', 'deleted'] as const) {
      await test.app.features.projects.change('meadow-scrum', { status });
      const body = { values: [{ field_id: scrum.field('Tasks', 'title'), value: 'changed' }] };
      const made = { tracker: { id: scrum.tracker('Tasks') }, ...body };
      for (const as of ['bruno', 'ana', 'root']) {
        await expectRow(test, { path: '/api/artifacts/17', method: 'PUT', as, body, status: 403 });
        await expectRow(test, { path: '/api/artifacts', method: 'POST', as, body: made, status: 403 });
      }
      await test.app.features.projects.change('meadow-scrum', { status: 'active' });
    }
    await expectRow(test, { path: '/api/artifacts/17', as: 'ana', status: 200, lacks: ['changed'] });
  });

  it('suspended or private says so of its artifacts to those alone who could enter it otherwise', async () => {
    const artifact = { path: '/api/artifacts/17', status: 403 };
    await test.app.features.projects.change('meadow-scrum', { status: 'suspended', access: 'private' });
    await expectRow(test, {
      ...artifact,
      as: 'bruno',
      contains: ['this project is suspended', '"reason":"project-closed"'],
    });
    await expectRow(test, { ...artifact, as: 'stig', lacks: ['suspended', 'project-closed'] });
    await test.app.features.projects.change('meadow-scrum', { status: 'active', access: 'public' });
  });

  it('suspended is not changed by way of a link from it either', async () => {
    await test.app.features.projects.change('harbor-kanban', { status: 'suspended' });
    const all = [{ id: 31, direction: 'reverse', type: '' }];
    const body = { values: [{ field_id: scrum.field('User stories', 'links'), all_links: all }] };
    await expectRow(test, { path: '/api/artifacts/7', method: 'PUT', as: 'root', body, status: 403 });
    await test.app.features.projects.change('harbor-kanban', { status: 'active' });
    await expectRow(test, { path: '/api/artifacts/31/links', as: 'root', status: 200, lacks: ['direction=forward'] });
  });

  it('unknown or a system project is 404', async () => {
    for (const path of ['/api/projects/999', '/api/projects/100', '/api/projects/0', '/api/projects/-1']) {
      await expectRow(test, { path, status: 404 });
      await expectRow(test, { path, as: 'ana', status: 404 });
    }
    await expectRow(test, { path: '/api/projects/99999999999999999999', as: 'ana', status: 400 });
  });
});

describe('rights that change while the server runs', () => {
  it('membership, in both directions', async () => {
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    const row = { path: '/api/artifacts/29', as: 'stig' };
    await expectRow(test, { ...row, status: 403 });
    await changeMember('stig', 'add');
    const kept = await expectRow(test, { ...row, status: 200 });
    await changeMember('stig', 'remove');
    await expectRow(test, { ...row, status: 403, headers: { 'if-none-match': headerOf(kept, 'etag') } });
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });

  it('site administration, and the read-only kind, which changes nothing', async () => {
    const { people } = test.app.features;
    const read = { path: '/api/artifacts/29', as: 'stig' };
    const write = { ...read, method: 'PUT', body: { values: [], comment: { body: 'hello' } } };
    await people.grantDelegation('rest-read-only', 'stig');
    await expectRow(test, { ...read, status: 200 });
    await expectRow(test, { ...read, method: 'HEAD', status: 200 });
    await expectRow(test, { ...write, status: 403 });
    await people.revokeDelegation('rest-read-only', 'stig');
    await expectRow(test, { ...read, status: 403 });
    await people.change('stig', { isSiteAdmin: true });
    await expectRow(test, { ...write, status: 200 });
    await people.change('stig', { isSiteAdmin: false });
    await expectRow(test, { ...read, status: 403 });
    await expectRow(test, { ...write, status: 403 });
  });

  it('a stranger is refused the members of a private project’s group', async () => {
    await test.app.features.projects.change('meadow-scrum', { access: 'private' });
    const put = { method: 'PUT', path: '/api/user_groups/101_3/users', as: 'stig', body: [{ username: 'stig' }] };
    await expectRow(test, { ...put, status: 403, lacks: ['Meadow'] });
    await expectRow(test, { ...put, path: '/api/user_groups/9999/users', status: 404 });
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
  });

  it('restricted people have rights by a group where they are members alone', async () => {
    const { site, projects } = test.app.features;
    const body = { values: [], comment: { body: 'psst', format: 'text', ugroups: [{ id: '101' }] } };
    await expectRow(test, { path: '/api/artifacts/7', method: 'PUT', as: 'bruno', body, status: 200 });
    await site.changeSetting('access_mode', 'restricted');
    await site.changeSetting('super_public_projects', '101');
    await projects.change('meadow-scrum', { access: 'unrestricted' });
    const rows = await Promise.all(['rita', 'remo'].map((name) => scrum.user(name)));
    await test.app.database.transact(async (tx) => {
      for (const user_id of rows)
        await tx.insertInto('user_group_members').values({ ugroup_id: 101, user_id }).execute();
      await bumpSiteVersion(tx);
    });
    const history = { path: '/api/artifacts/7/changesets', status: 200 };
    await expectRow(test, { ...history, as: 'rita', lacks: ['psst'] });
    await expectRow(test, { ...history, as: 'remo', contains: ['psst'] });
    await projects.change('meadow-scrum', { access: 'public' });
    await site.changeSetting('access_mode', 'anonymous');
    await site.changeSetting('super_public_projects', '');
  });

  it('the delegation over projects shows any project, and opens private ones as public ones are', async () => {
    const { people, projects } = test.app.features;
    await projects.change('meadow-scrum', { status: 'suspended' });
    const query = `?query=${encodeURIComponent('{"with_status":"suspended"}')}`;
    await expectRow(test, { path: '/api/projects/101', as: 'stig', status: 403 });
    await expectRow(test, { path: `/api/projects${query}`, as: 'stig', status: 403 });
    await people.grantDelegation('rest-project-management', 'stig');
    await expectRow(test, { path: '/api/projects/101', as: 'stig', status: 200 });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 403 });
    await expectRow(test, { path: '/api/trackers/3', as: 'stig', status: 403 });
    await expectRow(test, { path: `/api/projects${query}`, as: 'root', status: 200, contains: ['Meadow'] });
    await projects.change('meadow-scrum', { status: 'deleted' });
    await expectRow(test, { path: '/api/projects/101', as: 'stig', status: 200 });
    await expectRow(test, { path: '/api/trackers/3', as: 'stig', status: 403 });
    await projects.change('meadow-scrum', { status: 'active', access: 'private' });
    await expectRow(test, { path: '/api/projects/101', as: 'stig', status: 200 });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 200 });
    await expectRow(test, { path: '/api/artifacts/29', as: 'stig', status: 403 });
    await people.revokeDelegation('rest-project-management', 'stig');
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 403 });
    await projects.change('meadow-scrum', { status: 'active', access: 'public' });
    await expectRow(test, { path: '/api/projects/101', as: 'stig', status: 200 });
  });

  it('a closed project is told by its name to who could enter it, and to nobody else', async () => {
    const { projects } = test.app.features;
    const ask = (as: string, status: number, contains: readonly string[], name = 'meadow-scrum'): Promise<unknown> =>
      expectRow(test, {
        path: `/api/project_names/${name}`,
        as,
        status,
        contains,
        lacks: status === 404 ? ['Meadow'] : [],
      });
    await ask('stig', 200, ['Meadow'], '101');
    await ask('stig', 404, [], '102x');
    await ask('stig', 404, [], '100');
    await projects.change('meadow-scrum', { status: 'suspended' });
    await ask('stig', 403, ['suspended']);
    await ask('root', 200, ['Meadow']);
    await projects.change('meadow-scrum', { access: 'private' });
    await ask('stig', 404, []);
    await ask('ana', 403, ['suspended']);
    await projects.change('meadow-scrum', { status: 'deleted' });
    await ask('ana', 403, ['deleted']);
    await projects.change('meadow-scrum', { status: 'active', access: 'public' });
    await test.app.features.site.changeSetting('sys_project_approval', '1');
    const river = { shortname: 'river', label: 'River', description: '', is_public: true, template_id: 101 };
    await expectRow(test, { method: 'POST', path: '/api/projects', as: 'ana', body: river, status: 201 });
    await ask('ana', 403, ['waiting for approval'], 'river');
    await ask('stig', 404, [], 'river');
    await ask('root', 200, ['River'], 'river');
  });

  it('a tracker that is deleted takes its artifacts and links along, and brings them back', async () => {
    const { trackers } = test.app.features;
    const linkCount = async (): Promise<number> =>
      listAt(valueOf((await test.call('/api/artifacts/7')).json, scrum.field('User stories', 'links')), 'links').length;
    const before = await linkCount();
    assert.ok(before > 0);
    await trackers.setDeleted('meadow-scrum', 'task', true);
    for (const as of ['bruno', 'ana', 'root']) {
      await expectRow(test, { path: '/api/trackers/4', as, status: 404 });
      await expectRow(test, { path: '/api/trackers/4/artifacts', as, status: 404 });
      await expectRow(test, { path: '/api/artifacts/17', as, status: 403 });
      const answers = { 'x-pagination-size': '4' };
      await expectRow(test, { path: '/api/projects/101/trackers', as, status: 200, answers, lacks: ['trackers/4'] });
    }
    assert.equal(await linkCount(), 0);
    const kept = await test.call('/api/artifacts/7', { as: 'ana' });
    await expectRow(test, { path: '/api/artifacts/7', method: 'PUT', as: 'ana', body: kept.json, status: 200 });
    await trackers.setDeleted('meadow-scrum', 'task', false);
    await expectRow(test, { path: '/api/artifacts/17', status: 200 });
    assert.equal(await linkCount(), before);
  });

  it('those that another process changes', async () => {
    const other = await openApp({ dataDir: test.app.dataDir, logLevel: 'silent' });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 200 });
    await other.features.projects.change('meadow-scrum', { access: 'private' });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 403 });
    await expectRow(test, { path: '/api/projects/101', status: 403 });
    await other.features.site.changeSetting('access_mode', 'regular');
    await expectRow(test, { path: '/api/projects', status: 401 });
    await other.features.site.changeSetting('access_mode', 'anonymous');
    await other.features.projects.change('meadow-scrum', { access: 'public' });
    await other.features.people.change('stig', { status: 'S' });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 403 });
    await other.features.people.change('stig', { status: 'A' });
    await expectRow(test, { path: '/api/artifacts/7', as: 'stig', status: 200 });
    await other.close();
  });

  it('somebody who left stays in old values, and what GET gave still comes back', async () => {
    const owner = scrum.field('User stories', 'product_owner');
    const emre = await scrum.user('emre');
    const set = (ids: number[]) => ({
      method: 'PUT',
      as: 'ana',
      body: { values: [{ field_id: owner, bind_value_ids: ids }] },
    });
    await expectRow(test, { path: '/api/artifacts/8', ...set([emre]), status: 200 });
    await changeMember('emre', 'remove');
    const shown = await expectRow(test, { path: '/api/artifacts/8', as: 'ana', status: 200, contains: ['"emre"'] });
    await expectRow(test, { path: '/api/artifacts/8', method: 'PUT', as: 'ana', body: shown.json, status: 200 });
    await expectRow(test, { path: '/api/artifacts/9', ...set([emre]), status: 400 });
    await changeMember('emre', 'add');
  });
});

describe('what an archive brings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-archive-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Imports the scrum sample once more under another name and with a part of it changed; gives the project's id. */
  async function importChanged(name: string, part: string, other: string): Promise<number> {
    const path = join(folder, name);
    cpSync(sampleFolder('scrum'), path, { recursive: true });
    const file = join(path, 'project.xml');
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(part));
    const changed = text.replaceAll(part, other).replace('unix-name="meadow-scrum"', `unix-name="${name}"`);
    writeFileSync(file, changed);
    const report = await importArchive(
      { database: test.app.database, clock: { nowMs: () => Date.now() }, blobs: test.app.blobs, parts: [] },
      { path, as: 'root', mode: { automap: 'A' } },
    );
    return report.projectId;
  }

  async function findTracker(projectId: number, label: string): Promise<number> {
    const list = await test.call(`/api/projects/${projectId}/trackers?representation=minimal`, { as: 'root' });
    const found = listAt(list.json).find((one) => at(one, 'label') === label);
    return Number(at(found, 'id'));
  }

  // Who submitted and who is assigned, for the five bugs in order: see samples/scrum.
  const rows: { name: string; group: string; permission: string; sees: (who: string, bug: unknown) => boolean }[] = [
    {
      name: 'only-own',
      group: 'UGROUP_REGISTERED',
      permission: 'SUBMITTER_ONLY',
      sees: (who, bug) => at(bug, 'submitted_by_user.username') === who,
    },
    {
      name: 'of-the-team',
      group: 'quality_team',
      permission: 'SUBMITTER',
      sees: (who, bug) =>
        ['ana', 'dagny'].includes(who) && ['ana', 'dagny'].includes(String(at(bug, 'submitted_by_user.username'))),
    },
    {
      name: 'given-to-the-team',
      group: 'mobile_team',
      permission: 'ASSIGNEE',
      sees: (who, bug) =>
        ['bruno', 'emre'].includes(who) &&
        listAt(bug, 'assignees').some((one) => ['bruno', 'emre'].includes(String(at(one, 'username')))),
    },
  ];
  for (const { name, group, permission, sees } of rows) {
    it(`the tracker permission ${permission} of ${group}`, async () => {
      const full = 'ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_ACCESS_FULL"';
      const changed = `ugroup="${group}" type="PLUGIN_TRACKER_ACCESS_${permission}"`;
      const tracker = await findTracker(await importChanged(name, full, changed), 'Bugs');
      const path = `/api/trackers/${tracker}/artifacts?values=all`;
      const all = listAt((await expectRow(test, { path, as: 'root', status: 200 })).json);
      assert.equal(all.length, 5);
      const seenBySome = new Set<unknown>();
      for (const as of ['bruno', 'chika', 'dagny', 'emre', 'freya', 'stig', 'ana']) {
        // Bug 29 of the sample, the fourth, is for members alone.
        const wanted = all
          .filter((bug, index) => as === 'ana' || (sees(as, bug) && (index !== 3 || as !== 'freya')))
          .map((bug) => at(bug, 'id'));
        const list = await test.call(path, { as });
        if (list.status === 404) {
          assert.deepEqual(wanted, [], as);
        } else {
          assert.deepEqual(
            listAt(list.json).map((bug) => at(bug, 'id')),
            wanted,
            as,
          );
          assert.equal(headerOf(list, 'x-pagination-size'), String(wanted.length), as);
        }
        for (const bug of all) {
          const status = wanted.includes(at(bug, 'id')) ? 200 : 403;
          await expectRow(test, { path: `/api/artifacts/${String(at(bug, 'id'))}`, as, status });
          if (status === 200 && as !== 'ana') seenBySome.add(at(bug, 'id'));
        }
      }
      assert.ok(seenBySome.size > 0, 'the permission shows something to somebody');
      await expectRow(test, { path, status: 404 });
    });
  }

  it('link types of its own, which come back as GET showed them', async () => {
    const tracker = await findTracker(await importChanged('own-links', 'nature=""', 'nature="fixed_in"'), 'Sprints');
    const list = await test.call(`/api/trackers/${tracker}/artifacts?values=all`, { as: 'ana' });
    assert.match(list.text, /"type":"fixed_in"/);
    for (const artifact of listAt(list.json)) {
      const path = `/api/artifacts/${String(at(artifact, 'id'))}`;
      const kept = await expectRow(test, { path, as: 'ana', status: 200 });
      const back = await expectRow(test, { path, method: 'PUT', as: 'ana', body: kept.json, status: 200 });
      assert.equal(headerOf(back, 'etag'), headerOf(kept, 'etag'));
    }
  });
});
