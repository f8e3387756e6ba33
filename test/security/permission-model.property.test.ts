// Engine: both
// Random worlds of projects, groups, trackers, fields and artifacts: what each reader gets over REST is what the rules of
// permission-model.ts allow, no more and no less. A failure prints the seed and the world; PERMISSION_SEED repeats it,
// TEST_DEPTH=10 makes ten times as many worlds.
// Process: its own, because it takes long
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import type { HttpServer } from '../../src/platform/http/index.ts';
import { createHttpServer } from '../../src/app.ts';
import { formatIso } from '../../src/platform/texts/dates.ts';
import { triesOf } from '../support/depth.ts';
import { at, issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import * as model from './permission-model.ts';
import type { Group, Model, Reader } from './permission-model.ts';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { buildWorld, item, momentOf, randomWorld } from '../support/random-worlds.ts';
import type { Built } from '../support/random-worlds.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { inject } from '../support/http-client.ts';

const runs = triesOf(testEngine === 'sqlite' ? 8 : 4);
const seed = Number(process.env['PERMISSION_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let test: TestApp;
let server: HttpServer;
const ids = new Map<Reader, number>([['anonymous', 0]]);
const tokens = new Map<Reader, Record<string, string>>([['anonymous', {}]]);

before(async () => {
  test = await startApp();
  server = createHttpServer(test.app);
  const { people } = test.app.features;
  for (const name of model.people) {
    if (name !== 'root') await test.addUser(name, { status: name.startsWith('r') && name !== 'reader' ? 'R' : 'A' });
  }
  await people.grantDelegation('rest-read-only', 'reader');
  await people.grantDelegation('rest-project-management', 'delegate');
  for (const name of model.people) {
    const token = await issueToken(test.app, name);
    ids.set(name, Number(token['x-auth-userid']));
    tokens.set(name, token);
  }
});
after(async () => {
  await server.close();
  await test.close();
});

const userId = (reader: Reader): number => ids.get(reader) ?? -1;
let builtCount = 0;
const worldName = (): string => `world-${builtCount}`;

const nameOf = (type: unknown): string => (typeof type === 'string' ? type : '');

interface Got {
  status: number;
  json: unknown;
  size: number;
}

async function ask(who: Reader, path: string, body?: unknown): Promise<Got> {
  const isPut = path.startsWith('PUT ');
  const answer = await inject(server, {
    method: isPut ? 'PUT' : body === undefined ? 'GET' : 'POST',
    url: `/api${path.replace(/^PUT /, '')}`,
    headers: { ...tokens.get(who), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  assert.ok(answer.statusCode < 500, `${who} ${path}: ${answer.body}`);
  return { status: answer.statusCode, json: answer.json(), size: Number(answer.headers['x-pagination-size']) };
}

const idsOf = (list: unknown, path?: string): number[] => listAt(list, path).map((one) => Number(at(one, 'id')));

/** The values that an answer shows, by field name, in the model's words; what is empty is left out. */
function readValues(built: Built, trackerIndex: number, shown: unknown): Record<string, unknown> {
  const own = item(built.fieldIds, trackerIndex);
  const listed = new Set(listAt(shown, 'values').map((one) => Number(at(one, 'field_id'))));
  const known = new Set<number>(Object.values(own));
  for (const id of listed) assert.ok(known.has(id), `field ${id} is of another tracker`);
  const entries = model.fieldNames.flatMap((name): [string, unknown][] => {
    if (!listed.has(own[name])) return [];
    const value = readValue(name, valueOf(shown, own[name]));
    return value === undefined || value === null || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function readValue(name: model.FieldName, value: unknown): unknown {
  if (name === 'title' || name === 'points') return at(value, 'value');
  if (name === 'luby') return at(value, 'value.id') ?? 0;
  if (name === 'limit') return at(value, 'granted_groups_ids');
  if (name === 'status') return at(value, 'values.0.label');
  if (name === 'cross')
    return listAt(value, 'value')
      .map((one) => `${String(at(one, 'ref'))} ${String(at(one, 'direction'))}`)
      .toSorted();
  if (name !== 'links') return listAt(value, 'bind_value_ids').filter((id) => id !== 100);
  const side = (key: string) =>
    listAt(value, key).map((one) => `${key} ${String(at(one, 'id'))} ${nameOf(at(one, 'type'))}`);
  return [...side('links'), ...side('reverse_links')].toSorted();
}

/** The same as the model allows it, for a state of the artifact and who made it. */
function allowedValues(
  built: Built,
  rules: Model,
  index: number,
  state: model.Values,
  by: Reader,
): Record<string, unknown> {
  const one = item(built.plan.artifacts, index);
  const tracker = rules.trackerOf(one);
  const home = item(built.projects, tracker.project);
  const reads = (name: model.FieldName): boolean => rules.may(tracker, name, 'read');
  const idAt = (position: number): number => item(built.artifacts, position);
  const forward = (state.links ?? []).filter((link) => rules.seesArtifact(item(built.plan.artifacts, link.to)));
  const reverse = rules.linksTo(index);
  const restId = (group: Group): string => {
    const id = built.groupId(tracker.project, group);
    return id <= 100 && ![1, 2, 5, 100].includes(id) ? `${home}_${id}` : String(id);
  };
  const current = rules.linksFrom(one).map((link) => link.to);
  const sources = reverse.map((link) => link.to);
  const around = [...new Set([...sources, ...current])];
  const direction = (to: number): string => (!current.includes(to) ? 'in' : sources.includes(to) ? 'both' : 'out');
  const all: Record<model.FieldName, unknown> = {
    title: state.title,
    points: state.points,
    status: state.status,
    assigned: state.assigned?.map(userId),
    links: [
      ...forward.map((link) => `links ${idAt(link.to)} ${link.type}`),
      ...reverse.map((link) => `reverse_links ${idAt(link.to)} ${link.type}`),
    ].toSorted(),
    limit: state.limit?.map(restId),
    luby: userId(by),
    cross: around.map((to) => `t${item(built.plan.artifacts, to).tracker} #${idAt(to)} ${direction(to)}`).toSorted(),
  };
  const entries = model.fieldNames
    .filter(reads)
    .map((name): [string, unknown] => [name, all[name]])
    .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0));
  return Object.fromEntries(entries);
}

async function checkProjects(built: Built, who: Reader, rules: Model): Promise<void> {
  for (const [index, one] of built.plan.projects.entries()) {
    const id = item(built.projects, index);
    const status = rules.projectStatus(one);
    const shown = await ask(who, `/projects/${id}`);
    assert.equal(shown.status, who === 'delegate' ? 200 : status, `${who} project ${index}`);
    const list = await ask(who, `/projects/${id}/trackers?representation=minimal`);
    assert.equal(list.status, status, `${who} trackers of project ${index}`);
    if (status === 401) continue;
    const query = encodeURIComponent(JSON.stringify({ shortname: `${worldName()}-${index}` }));
    const found = await ask(who, `/projects?query=${query}`);
    const isOpen = one.access === 'public' || one.access === 'unrestricted' || who !== 'delegate';
    assert.equal(
      found.size,
      status === 200 && one.status === 'active' && isOpen ? 1 : 0,
      `${who} finds project ${index}`,
    );
    if (status !== 200) continue;
    const seen = built.trackers.filter((_, position) => {
      const tracker = item(built.plan.trackers, position);
      return tracker.project === index && rules.seesTracker(tracker);
    });
    assert.deepEqual([idsOf(list.json), list.size], [seen, seen.length], `${who} trackers of project ${index}`);
  }
}

async function checkTracker(built: Built, who: Reader, rules: Model, index: number): Promise<void> {
  const tracker = item(built.plan.trackers, index);
  const project = rules.projectStatus(rules.projectOf(tracker));
  const status = project !== 200 ? project : rules.seesTracker(tracker) ? 200 : 404;
  const id = item(built.trackers, index);
  const place = `${who} tracker ${index}`;
  const [shown, list, types] = await Promise.all([
    ask(who, `/trackers/${id}`),
    ask(who, `/trackers/${id}/artifacts?values=all&order=desc`),
    ask(who, `/trackers/${id}/used_artifact_links`),
  ]);
  assert.deepEqual([shown.status, list.status, types.status], [status, status, status], place);
  if (status !== 200) return;
  const words = { read: 'read', update: 'update', submit: 'create' } as const;
  const fields = model.fieldNames.flatMap((name) => {
    const rights = (['read', 'update', 'submit'] as const).filter((right) => rules.may(tracker, name, right));
    return rights.includes('read') ? [[name, rights.map((right) => words[right])]] : [];
  });
  const got = listAt(shown.json, 'fields').map((one) => [at(one, 'name'), at(one, 'permissions')]);
  assert.deepEqual(got, fields, `${place}: fields`);
  assert.equal(at(shown.json, 'permissions_for_groups') !== null, rules.administers(tracker), `${place}: permissions`);
  const seen = built.artifacts.filter((_, position) => {
    const one = item(built.plan.artifacts, position);
    return one.tracker === index && rules.seesArtifact(one);
  });
  assert.deepEqual([idsOf(list.json), list.size], [seen.toReversed(), seen.length], `${place}: artifacts`);
  const used = built.plan.artifacts.flatMap((one) =>
    one.tracker === index && rules.seesArtifact(one) ? rules.linksFrom(one) : [],
  );
  assert.equal(types.size, used.some((link) => link.type === '_is_child') ? 1 : 0, `${place}: link types`);
  for (const one of listAt(list.json))
    checkShown(built, rules, built.artifacts.indexOf(Number(at(one, 'id'))), one, place);
}

function checkShown(built: Built, rules: Model, index: number, shown: unknown, place: string): void {
  const one = item(built.plan.artifacts, index);
  const tracker = rules.trackerOf(one);
  const known = rules.known(one);
  const last = item(known, known.length - 1);
  const state = rules.stateAfter(one.changes);
  const reads = (name: model.FieldName): boolean => rules.may(tracker, name, 'read');
  const allowed = allowedValues(built, rules, index, state, last.by);
  assert.deepEqual(readValues(built, one.tracker, shown), allowed, `${place}: values of ${index}`);
  const status = reads('status') ? (state.status ?? '') : '';
  const facts = {
    title: reads('title') ? (state.title ?? null) : null,
    status,
    is_open: !reads('status') || state.status === 'Open',
    last_update_by: last.by === 'anonymous' ? null : userId(last.by),
    last_modified_date: formatIso(momentOf(one.changes.indexOf(last))),
    submitted_by: userId(item(one.changes, 0).by) === 0 ? null : userId(item(one.changes, 0).by),
  };
  for (const [key, value] of Object.entries(facts))
    assert.deepEqual(at(shown, key), value, `${place}: ${key} of ${index}`);
  const assignees = reads('assigned') ? (state.assigned ?? []).map(userId) : [];
  assert.deepEqual(idsOf(shown, 'assignees'), assignees, `${place}: assignees of ${index}`);
}

async function checkArtifact(built: Built, who: Reader, rules: Model, index: number): Promise<void> {
  const one = item(built.plan.artifacts, index);
  const project = rules.projectOf(rules.trackerOf(one));
  const id = item(built.artifacts, index);
  const status = rules.projectStatus(project) === 401 ? 401 : rules.seesArtifact(one) ? 200 : 403;
  const place = `${who} artifact ${index}`;
  const [shown, history, natures, children] = await Promise.all([
    ask(who, `/artifacts/${id}?values_format=all`),
    ask(who, `/artifacts/${id}/changesets?limit=50`),
    ask(who, `/artifacts/${id}/links`),
    ask(who, `/artifacts/${id}/linked_artifacts?direction=forward&nature=_is_child`),
  ]);
  const statuses = [shown.status, history.status, natures.status, children.status];
  assert.deepEqual(statuses, [status, status, status, status], place);
  if (status !== 200) return;
  checkShown(built, rules, index, shown.json, place);
  const [from, to] = [rules.linksFrom(one), rules.linksTo(index)];
  const kinds = [...from.map((link) => `${link.type} forward`), ...to.map((link) => `${link.type} reverse`)];
  const got = listAt(natures.json, 'natures').map(
    (each) => `${String(at(each, 'shortname'))} ${String(at(each, 'direction'))}`,
  );
  assert.deepEqual(new Set(got), new Set(kinds), `${place}: natures`);
  const wanted = from.filter((link) => link.type === '_is_child').map((link) => item(built.artifacts, link.to));
  assert.deepEqual([idsOf(children.json, 'collection'), children.size], [wanted, wanted.length], `${place}: children`);
  checkHistory(built, rules, index, history, place);
}

function checkHistory(built: Built, rules: Model, index: number, history: Got, place: string): void {
  const one = item(built.plan.artifacts, index);
  const known = rules.known(one);
  assert.deepEqual([history.size, listAt(history.json).length], [known.length, known.length], `${place}: history`);
  for (const [position, change] of known.entries()) {
    const shown = item(listAt(history.json), position);
    const step = one.changes.indexOf(change);
    assert.equal(at(shown, 'submitted_on'), formatIso(momentOf(step)), `${place}: date of ${step}`);
    assert.equal(
      at(shown, 'last_comment.body'),
      rules.hears(one, change) ? change.comment : '',
      `${place}: comment ${step}`,
    );
    const state = rules.stateAfter(one.changes.slice(0, step + 1));
    const allowed = allowedValues(built, rules, index, state, change.by);
    const { cross: _cross, ...values } = readValues(built, one.tracker, shown);
    const { cross: _allowedCross, ...wanted } = allowed;
    assert.deepEqual(values, wanted, `${place}: values at ${step}`);
  }
}

/** Writes that leave everything as it is: a field that is not there, and a value that is there already. */
async function checkWrites(built: Built, who: Reader): Promise<void> {
  const rules = model.createModel(built.plan, who, false);
  const missing = [{ field_id: 999_999, value: 1 }];
  for (const [index, tracker] of built.plan.trackers.entries()) {
    const project = rules.projectOf(tracker);
    const access = rules.projectStatus(project);
    const fills = model.fieldNames.some((name) => rules.may(tracker, name, 'submit'));
    const refused =
      project.status === 'suspended' || project.status === 'deleted'
        ? 403
        : fills && rules.seesTracker(tracker)
          ? 400
          : 403;
    const wanted = access !== 200 ? access : tracker.isDeleted ? 403 : refused;
    const got = await ask(who, '/artifacts', { tracker: { id: item(built.trackers, index) }, values: missing });
    assert.equal(got.status, wanted, `${who} adds to tracker ${index}`);
  }
  for (const [index, one] of built.plan.artifacts.entries()) {
    const tracker = rules.trackerOf(one);
    const project = rules.projectOf(tracker);
    const isLiving = project.status !== 'suspended' && project.status !== 'deleted';
    const isKnown = rules.may(tracker, 'points', 'read');
    const { points } = rules.stateAfter(one.changes);
    const refused = isLiving && rules.seesArtifact(one) ? (isKnown ? 200 : 400) : 403;
    const body = { values: [{ field_id: item(built.fieldIds, one.tracker).points, value: points ?? null }] };
    const got = await ask(who, `PUT /artifacts/${item(built.artifacts, index)}`, body);
    assert.equal(got.status, who === 'anonymous' ? 401 : refused, `${who} changes artifact ${index}`);
  }
}

async function checkReader(built: Built, who: Reader): Promise<void> {
  const rules = model.createModel(built.plan, who, true);
  await checkProjects(built, who, rules);
  for (const index of built.plan.trackers.keys()) await checkTracker(built, who, rules, index);
  for (const index of built.plan.artifacts.keys()) await checkArtifact(built, who, rules, index);
  await checkWrites(built, who);
}

it(`readers of ${runs} random worlds get what the rules allow (seed ${seed})`, async () => {
  const readers: Reader[] = ['anonymous', ...model.people];
  const property = fc.asyncProperty(randomWorld, async (plan) => {
    builtCount += 1;
    const built = await buildWorld(plan, { test, name: worldName(), userId });
    for (const who of readers) await checkReader(built, who);
  });
  await fc.assert(property, { numRuns: runs, seed, interruptAfterTimeLimit: 120_000 });
});
