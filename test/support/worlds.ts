// Builds projects straight in the database, with exactly the rights that a test plans: quicker than archives, and every
// id is known at once.
import { projectWrites, userGroupRecords } from '../../src/features/projects/index.ts';
import type { ProjectRow } from '../../src/features/projects/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { artifactWrites } from '../../src/features/artifacts/index.ts';
import type { ArtifactRow, Change } from '../../src/features/artifacts/index.ts';
import { trackerWrites } from '../../src/features/trackers/index.ts';
import type { Definition, FieldPermission } from '../../src/features/trackers/index.ts';
import type { TestApp } from './harness.ts';

type TrackerPermission = keyof Definition['permissions'];

type Writer = Parameters<Parameters<TestApp['app']['database']['transact']>[0]>[0];

/** Ids of the groups that every project has. */
export const everybody = 1;
export const registered = 2;
export const members = 3;
export const admins = 4;
export const authenticated = 5;
export const fileAdmins = 11;
export const nobody = 100;

export interface FieldPlan extends Partial<Record<FieldPermission, readonly number[]>> {
  name: string;
  type: string;
  isUsed?: boolean;
  isRequired?: boolean;
  /** Whether people in it are mailed. */
  hasNotifications?: boolean;
  /** Labels of a list's own values. */
  values?: readonly string[];
  /** As in archives, such as `display_time`. */
  properties?: Readonly<Record<string, string>>;
  /** A list of registered people. */
  ofPeople?: boolean;
  /** A list of people in these groups, as FieldSettings names them. */
  peopleOf?: readonly string[];
  /** A list of these user groups. */
  ofGroups?: readonly number[];
  /** Label of the default value. */
  fallback?: string;
}

export interface TrackerPlan {
  name: string;
  permissions: Partial<Record<TrackerPermission, readonly number[]>>;
  fields: readonly FieldPlan[];
  title?: string;
  /** `done` are closed values that mean success. */
  status?: { field: string; open: readonly string[]; done?: readonly string[] };
  contributor?: string;
  initialEffort?: string;
  /** Names of the fields with the start and the duration. */
  timeframe?: { start: string; duration: string };
  isDeleted?: boolean;
  /** Name of a tracker that stands before this one. */
  parent?: string;
  workflow?: {
    field: string;
    moves: readonly { from: string | null; to: string; groups?: readonly number[] }[];
    isUsed?: boolean;
  };
  rules?: readonly { source: string; target: string }[];
}

export interface ProjectPlan {
  name: string;
  access?: ProjectRow['access'];
  status?: ProjectRow['status'];
  /** User ids. */
  members?: readonly number[];
  guests?: readonly number[];
  admins?: readonly number[];
  fileAdmins?: readonly number[];
  /** Static groups by name; their people are no members by that. */
  groups?: Readonly<Record<string, readonly number[]>>;
  trackers?(group: (name: string) => number): readonly TrackerPlan[];
}

export interface World {
  id: number;
  group(name: string): number;
  tracker(name: string): number;
  field(tracker: string, field: string): number;
  value(tracker: string, field: string, label: string): number;
}

/** The number that a name stands for; throws when the plan has no such thing. */
function numberOf(map: ReadonlyMap<string, number>, name: string): number {
  const found = map.get(name);
  if (found === undefined) throw new Error(`the plan has no ${name}`);
  return found;
}

/** Adds a project with its groups and trackers. */
export function buildProject(test: TestApp, plan: ProjectPlan): Promise<World> {
  return test.app.database.transact(async (tx) => {
    const id = await projectWrites.createProject(tx, {
      unix_name: plan.name,
      full_name: plan.name,
      description: '',
      long_description: '',
      access: plan.access ?? 'public',
      status: plan.status ?? 'active',
      is_template: 0,
      is_synchronized: 0,
      icon: '',
      created_at_ms: 0,
    });
    for (const user of plan.members ?? []) await userGroupRecords.saveMember(tx, id, user, false);
    for (const user of plan.admins ?? []) await userGroupRecords.saveMember(tx, id, user, true);
    await userGroupRecords.insertGuests(tx, id, plan.guests ?? []);
    for (const user of plan.fileAdmins ?? [])
      await userGroupRecords.insertRoleMember(tx, { project_id: id, ugroup_id: fileAdmins, user_id: user });
    const ids = new Map<string, number>();
    for (const [name, users] of Object.entries(plan.groups ?? {})) {
      const groupId = await userGroupRecords.createGroup(tx, { project_id: id, name, description: '' });
      ids.set(`group ${name}`, groupId);
      await userGroupRecords.insertGroupMembers(tx, groupId, users);
    }
    const group = (name: string): number => numberOf(ids, `group ${name}`);
    for (const tracker of plan.trackers?.(group) ?? []) await buildTracker(tx, id, tracker, ids);
    await bumpSiteVersion(tx);
    return {
      id,
      group,
      tracker: (name) => numberOf(ids, `tracker ${name}`),
      field: (tracker, field) => numberOf(ids, `field ${tracker}.${field}`),
      value: (tracker, field, label) => numberOf(ids, `value ${tracker}.${field}.${label}`),
    };
  });
}

async function buildTracker(tx: Writer, projectId: number, plan: TrackerPlan, ids: Map<string, number>): Promise<void> {
  const id = await trackerWrites.insertTracker(tx, {
    project_id: projectId,
    item_name: plan.name,
    name: plan.name,
    description: '',
    color: 'inca-silver',
    parent_id: null,
    is_deleted: plan.isDeleted === true ? 1 : 0,
    last_number: 0,
    settings_json: JSON.stringify({
      submitInstructions: '',
      browseInstructions: '',
      isNotificationStopped: false,
      flags: {},
      cannedResponses: [],
    }),
  });
  ids.set(`tracker ${plan.name}`, id);
  if (plan.parent !== undefined) await trackerWrites.setTrackerParent(tx, id, numberOf(ids, `tracker ${plan.parent}`));
  for (const [permission, groups] of Object.entries(plan.permissions)) {
    for (const group of groups) {
      await tx
        .insertInto('tracker_permissions')
        .values({ tracker_id: id, permission: readPermission(permission), ugroup_id: group })
        .execute();
    }
  }
  for (const [rank, field] of plan.fields.entries()) await buildField(tx, id, plan.name, field, rank, ids);
  await buildMeaning(tx, id, plan, ids);
}

const trackerPermissions = ['full', 'submitter', 'assignee', 'submitter_only', 'admin'] as const;

function readPermission(text: string): TrackerPermission {
  const found = trackerPermissions.find((known) => known === text);
  if (found === undefined) throw new Error(`${text} is no tracker permission`);
  return found;
}

async function buildField(
  tx: Writer,
  trackerId: number,
  tracker: string,
  plan: FieldPlan,
  rank: number,
  ids: Map<string, number>,
): Promise<void> {
  const peopleOf = plan.ofPeople === true ? ['registered_users'] : plan.peopleOf;
  const isList = plan.values !== undefined || peopleOf !== undefined || plan.ofGroups !== undefined;
  const bind = {
    kind: peopleOf !== undefined ? 'users' : plan.ofGroups !== undefined ? 'ugroups' : 'static',
    groups: peopleOf ?? [],
    defaultUserIds: [],
    noneColor: '',
  };
  const id = await trackerWrites.insertField(tx, {
    tracker_id: trackerId,
    parent_id: null,
    name: plan.name,
    label: `Label of ${plan.name}`,
    description: '',
    type: plan.type,
    rank,
    is_used: plan.isUsed === false ? 0 : 1,
    is_required: plan.isRequired === true ? 1 : 0,
    has_notifications: plan.hasNotifications === true ? 1 : 0,
    settings_json: JSON.stringify({ properties: plan.properties ?? {}, ...(isList ? { bind } : {}) }),
  });
  ids.set(`field ${tracker}.${plan.name}`, id);
  for (const [index, label] of (plan.values ?? []).entries()) {
    const value = await trackerWrites.insertFieldValue(tx, 'static', {
      field_id: id,
      label,
      description: '',
      rank: index,
      is_hidden: 0,
      is_default: plan.fallback === label ? 1 : 0,
      color: '',
      ugroup_id: null,
    });
    ids.set(`value ${tracker}.${plan.name}.${label}`, value);
  }
  for (const [index, group] of (plan.ofGroups ?? []).entries()) {
    const label = `group ${group}`;
    const value = await trackerWrites.insertFieldValue(tx, 'ugroups', {
      field_id: id,
      label,
      description: '',
      rank: index,
      is_hidden: 0,
      is_default: 0,
      color: '',
      ugroup_id: group,
    });
    ids.set(`value ${tracker}.${plan.name}.${label}`, value);
  }
  for (const permission of ['read', 'submit', 'update'] as const) {
    const rows = (plan[permission] ?? []).map((group) => ({ field_id: id, permission, ugroup_id: group }));
    await trackerWrites.insertDefinitionRows(tx, 'field_permissions', rows);
  }
}

/** Semantics, workflow and rules. */
async function buildMeaning(tx: Writer, trackerId: number, plan: TrackerPlan, ids: Map<string, number>): Promise<void> {
  const field = (name: string): number => numberOf(ids, `field ${plan.name}.${name}`);
  const value = (of: string, label: string): number => numberOf(ids, `value ${plan.name}.${of}.${label}`);
  const { title, status, contributor, initialEffort, timeframe, workflow } = plan;
  const semantics: Record<string, unknown> = {
    ...(title === undefined ? {} : { title: { field_id: field(title) } }),
    ...(contributor === undefined ? {} : { contributor: { field_id: field(contributor) } }),
    ...(initialEffort === undefined ? {} : { initial_effort: { field_id: field(initialEffort) } }),
    ...(timeframe === undefined
      ? {}
      : {
          timeframe: {
            start_date_field_id: field(timeframe.start),
            duration_field_id: field(timeframe.duration),
          },
        }),
    ...(status === undefined
      ? {}
      : {
          status: { field_id: field(status.field), value_ids: status.open.map((label) => value(status.field, label)) },
          done: { value_ids: (status.done ?? []).map((label) => value(status.field, label)) },
        }),
  };
  await trackerWrites.insertDefinitionRows(
    tx,
    'semantics',
    Object.entries(semantics).map(([name, settings]) => ({
      tracker_id: trackerId,
      name,
      settings_json: JSON.stringify(settings),
    })),
  );
  await trackerWrites.insertDefinitionRows(
    tx,
    'rules',
    (plan.rules ?? []).map((rule) => ({
      tracker_id: trackerId,
      kind: 'date' as const,
      source_field_id: field(rule.source),
      target_field_id: field(rule.target),
      settings_json: JSON.stringify({ comparator: '<' }),
    })),
  );
  if (workflow === undefined) return;
  const isUsed = workflow.isUsed === false ? 0 : 1;
  await trackerWrites.insertDefinitionRows(tx, 'workflows', [
    { tracker_id: trackerId, field_id: field(workflow.field), is_used: isUsed, is_advanced: 1 },
  ]);
  for (const move of workflow.moves) {
    await trackerWrites.insertTransition(tx, {
      tracker_id: trackerId,
      from_value_id: move.from === null ? null : value(workflow.field, move.from),
      to_value_id: value(workflow.field, move.to),
      conditions_json: JSON.stringify({ groupIds: move.groups ?? [] }),
      actions_json: '[]',
    });
  }
}

export interface ChangePlan {
  /** User id; 0 for anonymous. */
  by: number;
  atMs: number;
  /** Stored values by field id. */
  values?: Readonly<Record<number, unknown>>;
  comment?: string;
  /** Groups that alone see the comment. */
  commentFor?: readonly number[];
}

export interface ArtifactPlan {
  trackerId: number;
  /** A function gets the ids of all artifacts of the call, in order; who submitted when may not depend on them. */
  changes: readonly ChangePlan[] | ((ids: readonly number[]) => readonly ChangePlan[]);
}

/** Adds artifacts as an import does, each with its history; gives their ids in order. */
export async function buildArtifacts(test: TestApp, plans: readonly ArtifactPlan[]): Promise<number[]> {
  const { version } = await test.app.features.site.current();
  const runs: { definition: Definition; run: ArtifactPlan[] }[] = [];
  for (const { trackerId, run } of cutRuns(plans)) {
    const definition = await test.app.features.trackers.findDefinition(trackerId, version);
    if (definition === undefined) throw new Error(`there is no tracker ${trackerId}`);
    runs.push({ definition, run });
  }
  return test.app.database.transact(async (tx) => {
    const rows: ArtifactRow[] = [];
    const unknown = plans.map(() => 0);
    for (const { definition, run } of runs) {
      const births = run.map(({ changes }) => listChanges(changes, unknown)[0] ?? { by: 0, atMs: 0 });
      rows.push(...(await artifactWrites.createAllArtifacts(tx, definition, births)));
    }
    const ids = rows.map(({ id }) => id);
    for (const { definition, run } of runs) {
      const changed = rows.splice(0, run.length).map((row, index) => ({
        row,
        changes: listChanges(run[index]?.changes ?? [], ids).map(toChange),
      }));
      await artifactWrites.applyAllChanges(tx, definition, changed);
    }
    return ids;
  });
}

const runMax = 200;

/** Neighbours of one tracker together, which takes fewer statements. */
function cutRuns(plans: readonly ArtifactPlan[]): { trackerId: number; run: ArtifactPlan[] }[] {
  const runs: { trackerId: number; run: ArtifactPlan[] }[] = [];
  for (const plan of plans) {
    const last = runs.at(-1);
    if (last?.trackerId === plan.trackerId && last.run.length < runMax) last.run.push(plan);
    else runs.push({ trackerId: plan.trackerId, run: [plan] });
  }
  return runs;
}

const listChanges = (changes: ArtifactPlan['changes'], ids: readonly number[]): readonly ChangePlan[] =>
  typeof changes === 'function' ? changes(ids) : changes;

function toChange(plan: ChangePlan): Change {
  const { by, atMs, comment } = plan;
  const values = new Map(Object.entries(plan.values ?? {}).map(([id, value]) => [Number(id), value]));
  const comments =
    comment === undefined ? [] : [{ by, atMs, body: comment, format: 'text' as const, groupIds: plan.commentFor }];
  return { by, atMs, comments, values };
}

/** A Git repository without a folder, which everybody may read and members may write; gives its id. */
export const insertRepository = ({ app }: TestApp, projectId: number, name: string): Promise<number> =>
  app.database.transact(async (tx) => {
    const { id } = await tx
      .insertInto('git_repositories')
      .values({
        project_id: projectId,
        name,
        description: '',
        folder: `${projectId}-${name}`,
        default_branch: null,
        allows_closure: 0,
        token_hash: null,
        created_at_ms: 0,
        updated_at_ms: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ofAll = { repository_id: id, pattern: '' };
    await tx
      .insertInto('git_permissions')
      .values([
        { ...ofAll, permission: 'read', ugroup_id: everybody },
        { ...ofAll, permission: 'write', ugroup_id: members },
      ])
      .execute();
    return id;
  });
