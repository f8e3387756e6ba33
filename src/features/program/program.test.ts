// Engine: both
// Programs over HTTP, with the scrum sample as a team: increments, features, stories, milestones that stand for increments, and who
// may do what.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { exportFrom, importInto } from '../../../test/support/archive-world.ts';
import { until } from '../../platform/concurrency/until.testing.ts';
import { at, createTestClock, startApp } from '../../../test/support/harness.ts';
import type { Answered, Call, TestApp } from '../../../test/support/harness.ts';
import { writeProgram } from '../../../test/support/program-archive.ts';
import { listAt, sampleFolder } from '../../../test/support/scenario.ts';

let test: TestApp;
let folder: string;
const ids = new Map<string, number>();
const teamId = 101;
const programId = 102;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-program-'));
  const clock = createTestClock(Date.UTC(2026, 6, 1, 10));
  test = await startApp({ clock, archives: [sampleFolder('scrum'), await writeProgram(folder)] });
  await test.addUser('stig');
  const { json } = await call(`/projects/${programId}/trackers?limit=50`, 'root');
  for (const tracker of listAt(json)) ids.set(String(at(tracker, 'label')), Number(at(tracker, 'id')));
  const { json: made } = await call('/artifacts/31', 'root');
  assert.equal(at(made, 'title'), 'Summer');
  // Artifacts in the order of the archive.
  ['Summer', 'Some day', 'June', 'Offline maps', 'Shared trips', 'Postcards'].forEach((title, index) =>
    ids.set(title, 31 + index),
  );
});
after(async () => {
  await test.app.jobs.stop(0);
  await test.close();
  await rm(folder, { recursive: true });
});

const call = (path: string, as: string | undefined, more: Omit<Call, 'as'> = {}): Promise<Answered> =>
  test.call(`/api${path}`, { ...more, ...(as === undefined ? {} : { as }) });
const idOf = (name: string): number => ids.get(name) ?? assert.fail(`there is no ${name}`);
const send = async (method: string, path: string, body: unknown, as = 'ana'): Promise<number> =>
  (await call(path, as, { method, body })).status;
const titlesAt = async (path: string, as = 'ana'): Promise<unknown[]> => {
  const answer = await call(path, as);
  assert.equal(answer.status, 200, answer.text);
  return listAt(answer.json).map((one) => at(one, 'title'));
};
const program = `/projects/${programId}`;
const plan = () => ({
  program_increment_tracker_id: idOf('Increments'),
  plannable_tracker_ids: [idOf('Features')],
  permissions: { can_prioritize_features: [`${programId}_4`] },
  program_increment_label: 'Seasons',
  iteration: { iteration_tracker_id: idOf('Iterations') },
});
/** Waits for what follows events. */
const follow = (): Promise<void> => test.app.followers.drain();

describe('a program', () => {
  it('comes with its archive', async () => {
    const seen = await call(`${program}/program_plan`, 'bruno');
    assert.partialDeepStrictEqual(seen.json, {
      ...plan(),
      program_increment_sub_label: null,
      user_can_prioritize: false,
    });
    assert.deepEqual(await titlesAt(`${program}/program_increments`), ['Some day', 'Summer']);
    const [, summer] = listAt((await call(`${program}/program_increments`, 'ana')).json);
    assert.partialDeepStrictEqual(summer, {
      xref: `pi #${idOf('Summer')}`,
      status: 'Under way',
      user_can_update: true,
      user_can_plan: true,
    });
    assert.match(String(at(summer, 'start_date')), /^2026-06-01/);
    assert.deepEqual(await titlesAt(`/program_increment/${idOf('Summer')}/iterations`), ['June']);
    assert.deepEqual(await titlesAt(`/program_increment/${idOf('Summer')}/content`), ['Shared trips']);
    assert.deepEqual(await titlesAt(`${program}/program_backlog`), []);
  });

  it('is nothing to others, and no other project is one', async () => {
    for (const path of ['program_backlog', 'program_increments', 'program_plan', 'program_teams']) {
      assert.equal((await call(`${program}/${path}`, 'stig')).status, 404, path);
      assert.equal((await call(`/projects/${teamId}/${path}`, 'ana')).status, 400, path);
    }
    const asked = async (path: string) => (await call(`${path}/program_setting`, 'ana')).json;
    assert.deepEqual(await asked(`/projects/${teamId}`), { is_program: false, plan: null, teams: [] });
    const [plan, teams] = [await call(`${program}/program_plan`, 'ana'), await call(`${program}/program_teams`, 'ana')];
    assert.deepEqual(await asked(program), { is_program: true, plan: plan.json, teams: teams.json });
    assert.equal((await call(`${program}/program_setting`, 'stig')).status, 404);
    assert.equal((await call(`/program_increment/${idOf('Summer')}/content`, 'stig')).status, 404);
    assert.equal((await call('/program_increment/1/content', 'ana')).status, 404);
    assert.equal((await call(`/iteration/${idOf('Summer')}/content`, 'ana')).status, 404);
    assert.equal((await call(`/program_backlog_items/${idOf('Summer')}/children`, 'ana')).status, 400);
  });

  it('says how it plans as its administrators want, and refuses what contradicts itself', async () => {
    const path = `${program}/program_plan`;
    assert.equal(await send('PUT', path, plan(), 'bruno'), 403);
    assert.equal(await send('PUT', path, plan(), 'stig'), 404);
    for (const wrong of [
      { plannable_tracker_ids: [] },
      { plannable_tracker_ids: [idOf('Increments')] },
      { plannable_tracker_ids: [idOf('Iterations')] },
      { plannable_tracker_ids: [1] },
      { iteration: { iteration_tracker_id: idOf('Increments') } },
      { permissions: { can_prioritize_features: [] } },
      { permissions: { can_prioritize_features: [`${teamId}_4`] } },
      { program_increment_label: 'x'.repeat(256) },
    ])
      assert.equal(await send('PUT', path, { ...plan(), ...wrong }), 400, JSON.stringify(wrong));
    assert.equal(await send('PUT', path, { ...plan(), unknown: 1 }), 200);
  });
});

describe('features', () => {
  const content = (): string => `/program_increment/${idOf('Summer')}/content`;
  const named = (...titles: string[]) => titles.map((title) => ({ id: idOf(title) }));

  it('come to the backlog by hand, in an order', async () => {
    const path = `${program}/program_backlog`;
    assert.equal(await send('PATCH', path, { add: named('Offline maps') }, 'bruno'), 403);
    assert.equal(await send('PATCH', path, { add: named('Offline maps', 'Postcards'), remove: [] }), 200);
    assert.deepEqual(await titlesAt(path), ['Offline maps', 'Postcards']);
    const order = { ids: [idOf('Postcards')], direction: 'before', compared_to: idOf('Offline maps') };
    assert.equal(await send('PATCH', path, { order }), 200);
    assert.deepEqual(await titlesAt(path), ['Postcards', 'Offline maps']);
    assert.equal(await send('PATCH', path, { order: { ...order, compared_to: idOf('Postcards') } }), 400);
    assert.equal(await send('PATCH', path, { add: [{ id: idOf('June') }] }), 400);
  });

  it('stay in their increment unless they are to leave it', async () => {
    const path = `${program}/program_backlog`;
    assert.equal(await send('PATCH', path, { add: named('Shared trips') }), 200);
    assert.deepEqual(await titlesAt(content()), ['Shared trips']);
    const flag = { remove_from_program_increment_to_add_to_the_backlog: true };
    assert.equal(await send('PATCH', path, { add: named('Shared trips'), ...flag }), 200);
    assert.deepEqual(await titlesAt(content()), []);
    assert.equal((await titlesAt(path)).length, 3);
    assert.equal(await send('PATCH', path, { remove: named('Postcards') }), 200);
    assert.equal((await titlesAt(path)).length, 2);
  });

  it('go into increments one by one, out of the backlog', async () => {
    assert.equal(await send('PATCH', content(), {}), 400);
    assert.equal(await send('PATCH', content(), { add: named('Shared trips') }, 'bruno'), 403);
    assert.equal(await send('PATCH', content(), { add: named('Shared trips', 'Postcards') }), 400);
    assert.equal(await send('PATCH', content(), { add: named('Shared trips') }), 200);
    const order = { ids: [idOf('Offline maps')], direction: 'before', compared_to: idOf('Shared trips') };
    assert.equal(await send('PATCH', content(), { add: named('Offline maps'), order }), 200);
    assert.deepEqual(await titlesAt(content()), ['Offline maps', 'Shared trips']);
    assert.deepEqual(await titlesAt(`${program}/program_backlog`), []);
  });
});

describe('teams', () => {
  const links = async (id: number): Promise<unknown[]> =>
    listAt((await call(`/artifacts/${id}/linked_artifacts?direction=forward&limit=50`, 'root')).json, 'collection').map(
      (one) => at(one, 'id'),
    );
  let storyId = 0;
  /** Of no feature. */
  const ownId = 10;
  before(async () => {
    const { json } = await call(`/projects/${teamId}/backlog?limit=1`, 'ana');
    storyId = Number(at(json, '0.id'));
  });
  const mirrorIn = async (path: string, title: string): Promise<unknown> =>
    listAt((await call(`${path}?limit=50&order=desc`, 'ana')).json).find((one) => at(one, 'label') === title);

  it('are projects with a backlog that is filled by hand, and no programs', async () => {
    const path = `${program}/program_teams`;
    assert.equal(await send('PUT', path, { team_ids: [teamId] }), 400);
    assert.equal(await send('PUT', `/projects/${teamId}/backlog_setting`, { is_explicit: true }), 200);
    assert.equal(await send('PUT', path, { team_ids: [programId] }), 400);
    assert.equal(await send('PUT', path, { team_ids: [teamId] }, 'bruno'), 403);
    assert.equal(await send('PUT', path, { team_ids: [teamId] }), 200);
    assert.equal(at((await call(path, 'ana')).json, '0.id'), teamId);
    assert.equal(await send('PUT', `/projects/${teamId}/program_plan`, plan()), 404);
  });

  it('are the projects that its queries aggregate', async () => {
    const search = (projectId: number, scope: string): Promise<Answered> => {
      const text = `SELECT @pretty_title FROM @project ${scope} AND @tracker.name IN ('pi', 'story') WHERE @id > 0`;
      const query = encodeURIComponent(JSON.stringify({ widget_id: 2 * projectId, tql_query: text }));
      return call(`/crosstracker_query/content?limit=50&query=${query}`, 'ana');
    };
    const trackersIn = async (scope: string): Promise<unknown[]> => {
      const answer = await search(programId, scope);
      assert.equal(answer.status, 200, answer.text);
      return [
        ...new Set(listAt(answer.json, 'artifacts').map((row) => String(at(row, '@pretty_title.tracker_name')))),
      ].sort();
    };
    assert.deepEqual(await trackersIn("IN ('self', 'aggregated')"), ['pi', 'story']);
    assert.deepEqual(await trackersIn("= 'aggregated'"), ['story']);
    assert.deepEqual(await trackersIn("= 'self'"), ['pi']);
    assert.equal((await search(teamId, "= 'aggregated'")).status, 400);
  });

  it('get a milestone for each open increment and iteration, which follows it', async () => {
    test.app.jobs.start();
    const mirror = await until(() => mirrorIn(`/projects/${teamId}/milestones`, 'Summer'));
    assert.match(String(at(mirror, 'start_date')), /^2026-06-01/);
    assert.match(String(at(mirror, 'end_date')), /^2026-08-31/);
    assert.partialDeepStrictEqual(mirror, { original_project_provider: { id: programId, label: 'Voyage' } });
    const inside = await mirrorIn(`/milestones/${String(at(mirror, 'id'))}/milestones`, 'June');
    assert.ok(inside !== undefined);
    const { json } = await call(`/artifacts/${idOf('Summer')}`, 'ana');
    const title = listAt(json, 'values').find((value) => at(value, 'label') === 'title');
    const values = [{ field_id: at(title, 'field_id'), value: 'High summer' }];
    assert.equal(await send('PUT', `/artifacts/${idOf('Summer')}`, { values }), 200);
    await follow();
    assert.equal(at((await call(`/milestones/${String(at(mirror, 'id'))}`, 'ana')).json, 'label'), 'High summer');
    ids.set('mirror', Number(at(mirror, 'id')));
    ids.set('sprint', Number(at(inside, 'id')));
  });

  it('find stories of features in the milestone of the increment', async () => {
    const feature = (await call(`/artifacts/${idOf('Shared trips')}`, 'ana')).json;
    const field = listAt(feature, 'values').find((value) => at(value, 'label') === 'links');
    const values = [{ field_id: at(field, 'field_id'), links: [{ id: storyId, type: '_is_child' }] }];
    assert.equal(await send('PUT', `/artifacts/${idOf('Shared trips')}`, { values }), 200);
    await follow();
    assert.ok((await links(idOf('mirror'))).includes(storyId));
    const children = await call(`/program_backlog_items/${idOf('Shared trips')}/children`, 'ana');
    assert.partialDeepStrictEqual(children.json, [{ id: storyId, project: { id: teamId } }]);
    const left = await call(`/program_increment/${idOf('Summer')}/backlog`, 'ana');
    assert.partialDeepStrictEqual(left.json, [{ id: storyId, feature: { title: 'Shared trips' } }]);
    const ownSprint = { id: storyId, remove_from: 4 };
    assert.equal(await send('PATCH', '/milestones/4/content', { add: [{ id: storyId }] }), 200);
    assert.equal((await titlesAt(`/program_increment/${idOf('Summer')}/backlog`)).length, 1, 'in a sprint of its own');
    assert.equal(await send('PATCH', `/projects/${teamId}/backlog`, { add: [ownSprint] }), 200);
    const progress = await call(`/program_increment/${idOf('Summer')}/progress`, 'ana');
    const own = listAt(progress.json).find((one) => at(one, 'feature.id') === idOf('Shared trips'));
    assert.partialDeepStrictEqual(own, { teams: [{ project: { id: teamId }, planned: 0 }] });
  });

  it('keep what they have in a sprint: its feature stays where it is', async () => {
    const add = [{ id: storyId }];
    assert.equal(await send('PATCH', `/milestones/${idOf('sprint')}/content`, { add }), 200);
    assert.deepEqual(await titlesAt(`/program_increment/${idOf('Summer')}/backlog`), []);
    assert.equal((await titlesAt(`/iteration/${idOf('June')}/content`)).length, 1);
    const content = await call(`/program_increment/${idOf('Summer')}/content`, 'ana');
    const feature = listAt(content.json).find((one) => at(one, 'id') === idOf('Shared trips'));
    assert.partialDeepStrictEqual(feature, { has_user_story_planned: true, has_user_story_linked: true });
    const leave = {
      add: [{ id: idOf('Shared trips') }],
      remove_from_program_increment_to_add_to_the_backlog: true,
    };
    assert.equal(await send('PATCH', `${program}/program_backlog`, leave), 400);
    assert.equal(await send('PATCH', `/program_increment/${idOf('Some day')}/content`, { add: leave.add }), 400);
    assert.equal((await titlesAt(`/program_increment/${idOf('Summer')}/content`)).length, 2);
  });

  it('lose stories of a feature that leaves the increment, and keep their own', async () => {
    const add = [{ id: storyId, remove_from: idOf('sprint') }, { id: ownId }];
    assert.equal(await send('PATCH', `/milestones/${idOf('mirror')}/content`, { add }), 200);
    const moved = { add: [{ id: idOf('Shared trips') }] };
    assert.equal(await send('PATCH', `/program_increment/${idOf('Some day')}/content`, moved), 200);
    await follow();
    const held = await links(idOf('mirror'));
    assert.deepEqual([held.includes(storyId), held.includes(ownId)], [false, true]);
    const other = await mirrorIn(`/projects/${teamId}/milestones`, 'Some day');
    assert.ok((await links(Number(at(other, 'id')))).includes(storyId));
  });

  it('close the mirror of an iteration: what is open goes back to that of its increment', async () => {
    const [sprint, mirror] = [idOf('sprint'), idOf('mirror')];
    const tracker = at((await call(`/artifacts/${storyId}`, 'ana')).json, 'tracker');
    const wanted = { tracker, values_by_field: { title: { value: 'Left over' } } };
    const made = await call('/artifacts', 'ana', { method: 'POST', body: wanted });
    const openId = Number(at(made.json, 'id'));
    for (const id of [mirror, sprint])
      assert.equal(await send('PATCH', `/milestones/${id}/content`, { add: [{ id: openId }] }), 200, made.text);
    const left = async (): Promise<boolean> =>
      listAt((await call(`/milestones/${mirror}/backlog?limit=50`, 'ana')).json).some(
        (one) => at(one, 'id') === openId,
      );
    assert.deepEqual([await left(), (await links(sprint)).includes(openId)], [false, true]);
    const closed = await call(`/milestones/${sprint}/close`, 'ana', {
      method: 'POST',
      body: { open_items: 'backlog' },
    });
    assert.deepEqual([closed.status, at(closed.json, 'moved.0.id')], [200, openId], closed.text);
    await follow();
    assert.deepEqual([await left(), (await links(sprint)).includes(openId)], [true, false]);
    assert.ok((await links(mirror)).includes(openId));
    assert.equal(at((await call(`/milestones/${sprint}`, 'ana')).json, 'semantic_status'), 'closed');
  });
});

describe('a project made like a program', () => {
  it('plans in its own trackers and groups, without teams', async () => {
    await test.addUser('tove', { isSiteAdmin: true });
    const body = { shortname: 'journey', label: 'Journey', description: '', template_id: programId, is_public: false };
    const made = await call('/projects', 'tove', { method: 'POST', body });
    assert.equal(made.status, 201, made.text);
    const id = Number(at(made.json, 'id'));
    const { json } = await call(`/projects/${id}/trackers?limit=50`, 'tove');
    const trackers = new Map(listAt(json).map((tracker) => [at(tracker, 'label'), at(tracker, 'id')]));
    const copy = await call(`/projects/${id}/program_plan`, 'tove');
    assert.partialDeepStrictEqual(copy.json, {
      program_increment_tracker_id: trackers.get('Increments'),
      plannable_tracker_ids: [trackers.get('Features')],
      permissions: { can_prioritize_features: [`${id}_4`] },
      program_increment_label: 'Seasons',
      iteration: { iteration_tracker_id: trackers.get('Iterations') },
    });
    assert.notEqual(trackers.get('Increments'), idOf('Increments'));
    assert.deepEqual((await call(`/projects/${id}/program_teams`, 'tove')).json, []);
    assert.deepEqual(await titlesAt(`/projects/${id}/program_backlog`, 'tove'), []);
  });
});

describe('a program in archives', () => {
  it('goes out as it is, in a file of its own', async () => {
    const path = join(folder, 'out');
    await exportFrom(test, 'voyage', path);
    const config = await readFile(join(path, 'program-management-config.xml'), 'utf8');
    for (const part of ['<source_tracker REF="T100"', 'ugroup_name="project_admins"', '<section_name>Seasons'])
      assert.ok(config.includes(part), config);
    assert.doesNotMatch(await readFile(join(path, 'project.xml'), 'utf8'), /program_management>/);
  });

  it('is left out where its configuration is wrong, which is told', async () => {
    const other = await startApp();
    const config =
      '<program_management><increments><source_tracker REF="T9"/><plannable_trackers/><can_prioritize/></increments></program_management>';
    const path = await writeProgram(await mkdtemp(join(folder, 'wrong-')), { config });
    const { warnings, projectId } = await importInto(other, path);
    assert.ok(
      warnings.some((text) => text.includes('T9')),
      warnings.join('\n'),
    );
    assert.equal((await other.call(`/api/projects/${projectId}/program_plan`, { as: 'root' })).status, 404);
    const out = join(folder, 'kept');
    await exportFrom(other, 'voyage', out);
    assert.ok((await readFile(join(out, 'program-management-config.xml'), 'utf8')).includes('T9'));
    await other.close();
  });
});
