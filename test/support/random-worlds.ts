// Random worlds for the property test of permissions, and how they get into the database.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { TestApp } from './harness.ts';
import * as model from '../security/permission-model.ts';
import type { Field, Group, Person, Reader, World } from '../security/permission-model.ts';
import * as worlds from './worlds.ts';

const some = <T>(from: readonly T[], max: number): Arbitrary<T[]> =>
  fc.subarray([...from], { minLength: 0, maxLength: max });
const groups = (max: number): Arbitrary<Group[]> => some(model.groupNames, max);
const team = some(model.ordinary, 4);

const project: Arbitrary<model.Project> = fc.record({
  access: fc.constantFrom('public', 'unrestricted', 'private', 'private-wo-restr'),
  status: fc.constantFrom('active', 'active', 'active', 'active', 'active', 'suspended', 'deleted', 'pending'),
  isSuperPublic: fc.boolean(),
  members: team,
  guests: some(model.ordinary, 2),
  admins: some(model.ordinary, 1),
  managers: some(model.ordinary, 2),
  blue: team,
  green: team,
});

/** Mostly open ones, or hardly anybody would see anything. */
const field: Arbitrary<Field> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constant<Field>({ isUsed: true, read: ['everybody'], submit: ['registered'], update: [] }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      isUsed: fc.constantFrom(true, true, true, true, true, true, true, false),
      read: groups(2),
      submit: groups(2),
      update: groups(2),
    }),
  },
);

const tracker = (projectIndex: number): Arbitrary<model.Tracker> =>
  fc.record({
    project: fc.constant(projectIndex),
    isDeleted: fc.constantFrom(false, false, false, false, false, false, false, true),
    full: fc.oneof(fc.constant<Group[]>([]), groups(2)),
    submitter: groups(2),
    assignee: groups(2),
    submitter_only: groups(1),
    admin: some(model.groupNames.slice(1), 1),
    fields: fc.record({
      title: field,
      points: field,
      status: field,
      assigned: field.map((one) => ({ ...one, isUsed: true })),
      links: field,
      limit: field,
      luby: field,
      cross: field,
    }),
  });

const artifactCount = 6;
const reader: Arbitrary<Reader> = fc.constantFrom<Reader>('anonymous', 'root', ...model.ordinary);

const linkList = (own: number): Arbitrary<NonNullable<model.Values['links']>> =>
  fc.uniqueArray(
    fc.record({
      to: fc.integer({ min: 0, max: artifactCount - 2 }).map((to) => (to >= own ? to + 1 : to)),
      type: fc.constantFrom('', '_is_child'),
    }),
    { maxLength: 3, selector: (link) => `${link.to} ${link.type}` },
  );

/** Many changes are of one field alone, because that is where a change may be hidden as a whole. */
const values = (own: number): Arbitrary<model.Values> => {
  const parts = {
    title: fc.constantFrom('north', 'south', 'east'),
    points: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom('Open', 'Closed'),
    assigned: some(model.ordinary, 2),
    links: linkList(own),
    limit: fc.oneof({ weight: 2, arbitrary: fc.constant<Group[]>([]) }, { weight: 1, arbitrary: groups(2) }),
  };
  return fc.oneof(
    fc.record(parts, { requiredKeys: [] }),
    fc.record({ links: parts.links }),
    fc.record({ points: parts.points }),
  );
};

const artifact = (index: number): Arbitrary<model.Artifact> =>
  fc.record({
    tracker: fc.integer({ min: 0, max: 2 }),
    changes: fc
      .array(
        fc.record({
          by: reader,
          values: values(index),
          comment: fc.constantFrom('', '', 'said'),
          commentFor: fc.oneof(fc.constant(undefined), groups(2)),
        }),
        { minLength: 1, maxLength: 4 },
      )
      .map(model.settle),
  });

export const randomWorld: Arbitrary<World> = fc.record({
  mode: fc.constantFrom('anonymous', 'regular', 'restricted', 'restricted'),
  projects: fc.tuple(project, project),
  trackers: fc.tuple(tracker(0), tracker(0), tracker(1)),
  artifacts: fc.tuple(...Array.from({ length: artifactCount }, (_, index) => artifact(index))),
});

export interface Built {
  plan: World;
  projects: number[];
  trackers: number[];
  artifacts: number[];
  fieldIds: Record<model.FieldName, number>[];
  groupId(projectIndex: number, group: Group): number;
}

const fixedGroups: Partial<Record<Group, number>> = {
  everybody: worlds.everybody,
  registered: worlds.registered,
  authenticated: worlds.authenticated,
  members: worlds.members,
  admins: worlds.admins,
  managers: worlds.fileAdmins,
  nobody: worlds.nobody,
};
const types: Record<model.FieldName, string> = {
  title: 'string',
  points: 'int',
  status: 'sb',
  assigned: 'msb',
  links: 'art_link',
  limit: 'perm',
  luby: 'luby',
  cross: 'cross',
};
const dayMs = 24 * 3600 * 1000;
/** When step number `step` of a history happened, in milliseconds since the epoch. */
export const momentOf = (step: number): number => (step + 1) * dayMs;
/** What stands at an index, which must be there. */
export const item = <T>(list: readonly T[], index: number): T => {
  const found = list[index];
  assert.ok(found !== undefined, `nothing at ${index}`);
  return found;
};

/** Where a world goes: projects are called `name` and a number, people are known by their ids. */
interface Ground {
  test: TestApp;
  name: string;
  userId(reader: Reader): number;
}

export async function buildWorld(plan: World, ground: Ground): Promise<Built> {
  const { test, name, userId } = ground;
  const made: worlds.World[] = [];
  const names = plan.projects.map((_, index) => `${name}-${index}`);
  for (const [index, one] of plan.projects.entries())
    made.push(await buildProject(plan, one, index, { ...ground, name: item(names, index) }));
  const { site } = test.app.features;
  await site.changeSetting('access_mode', plan.mode);
  const open = names.filter((_, index) => item(plan.projects, index).isSuperPublic);
  await site.changeSetting('super_public_projects', open.join(', '));
  const groupId = (index: number, group: Group): number => fixedGroups[group] ?? item(made, index).group(group);
  const homes = plan.trackers.map((one) => item(made, one.project));
  const fieldIds = plan.trackers.map((_, index) => {
    const id = (name: model.FieldName): number => item(homes, index).field(`t${index}`, name);
    return {
      title: id('title'),
      points: id('points'),
      status: id('status'),
      assigned: id('assigned'),
      links: id('links'),
      limit: id('limit'),
      luby: id('luby'),
      cross: id('cross'),
    };
  });
  const trackers = plan.trackers.map((_, index) => item(homes, index).tracker(`t${index}`));
  const stored = (index: number, sent: model.Values, artifacts: readonly number[]): Record<number, unknown> => {
    const own = item(fieldIds, index);
    const { title, points, status, assigned, links, limit } = sent;
    return {
      ...(title === undefined ? {} : { [own.title]: title }),
      ...(points === undefined ? {} : { [own.points]: points }),
      ...(status === undefined ? {} : { [own.status]: [item(homes, index).value(`t${index}`, 'status', status)] }),
      ...(assigned === undefined ? {} : { [own.assigned]: assigned.map(userId) }),
      ...(links === undefined ? {} : { [own.links]: links.map(({ to, type }) => ({ id: item(artifacts, to), type })) }),
      ...(limit === undefined
        ? {}
        : { [own.limit]: limit.map((group) => groupId(item(plan.trackers, index).project, group)) }),
    };
  };
  const artifacts = await worlds.buildArtifacts(
    test,
    plan.artifacts.map(({ tracker: index, changes }) => ({
      trackerId: item(trackers, index),
      changes: (all) =>
        changes.map((change, step) => ({
          by: userId(change.by),
          atMs: momentOf(step),
          values: stored(index, change.values, all),
          ...(change.comment === '' ? {} : { comment: change.comment }),
          ...(change.commentFor === undefined
            ? {}
            : { commentFor: change.commentFor.map((group) => groupId(item(plan.trackers, index).project, group)) }),
        })),
    })),
  );
  return { plan, projects: made.map((one) => one.id), trackers, artifacts, fieldIds, groupId };
}

function buildProject(plan: World, one: model.Project, index: number, ground: Ground): Promise<worlds.World> {
  const list = (of: readonly Person[]): number[] => of.map(ground.userId);
  return worlds.buildProject(ground.test, {
    name: ground.name,
    access: one.access,
    status: one.status,
    members: list(one.members),
    guests: list(one.guests),
    admins: list(one.admins),
    fileAdmins: list(one.managers),
    groups: { blue: list(one.blue), green: list(one.green) },
    trackers: (group) => {
      const toIds = (of: readonly Group[]): number[] => of.map((each) => fixedGroups[each] ?? group(each));
      return plan.trackers.flatMap((planned, position) =>
        planned.project !== index ? [] : [toTrackerPlan(planned, `t${position}`, toIds)],
      );
    },
  });
}

function toTrackerPlan(
  planned: model.Tracker,
  name: string,
  toIds: (of: readonly Group[]) => number[],
): worlds.TrackerPlan {
  return {
    name,
    isDeleted: planned.isDeleted,
    permissions: {
      full: toIds(planned.full),
      submitter: toIds(planned.submitter),
      assignee: toIds(planned.assignee),
      submitter_only: toIds(planned.submitter_only),
      admin: toIds(planned.admin),
    },
    fields: model.fieldNames.map((fieldName) => {
      const { isUsed, read, submit, update } = planned.fields[fieldName];
      return {
        name: fieldName,
        type: types[fieldName],
        isUsed,
        read: toIds(read),
        submit: toIds(submit),
        update: toIds(update),
        ...(fieldName === 'status' ? { values: ['Open', 'Closed'] } : {}),
        ...(fieldName === 'assigned' ? { ofPeople: true } : {}),
      };
    }),
    title: 'title',
    status: { field: 'status', open: ['Open'] },
    contributor: 'assigned',
  };
}
