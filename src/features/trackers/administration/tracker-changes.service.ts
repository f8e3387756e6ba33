// Changes of trackers, apart from their fields: names, colour, place in the hierarchy, permissions, semantics.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { grantedGroups, isProjectAdmin, requireEmoji } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import {
  changeDefinition,
  recordTracker,
  requireTrackerAdmin,
  setTrackerFlag,
} from '../trackers/definition-changes.ts';
import type { ChangeContext } from '../trackers/definition-changes.ts';
import type { Definition, TrackerPermission, TrackerSettings } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import * as store from '../definition/definition.store.ts';
import { assignedSubjectFlag } from '../definition/own-settings.ts';
import { readSemantics } from './semantic-changes.ts';
import type { SentIds } from '../definition/sent-ids.ts';
import type { DeletedTrackers, SentCannedResponses, TrackerChange, TrackerSwitch } from './tracker-changes.schema.ts';
import { maySeeTracker } from '../trackers/trackers.access.ts';
import type { Tracker } from '../trackers/trackers.schema.ts';
import { promotedFlag } from '../trackers/trackers.view.ts';
import { singularLabelOf } from '../trackers/singular-label.ts';
import type { Trackers } from '../trackers/trackers.service.ts';
import { listTrackerRows, mapTakenName, markTrackerDeleted } from '../definition/trackers.store.ts';
import { listTriggerParts } from '../definition/triggers.ts';
import { saveWorkflowQuery } from '../workflow/workflow-changes.ts';

export interface TrackerChanges {
  /** Gives the tracker as it is afterwards; see saveWorkflowQuery. Throws as changeDefinition, and invalid or conflict for what can't be. */
  change(
    viewer: Viewer,
    id: number,
    change: Static<typeof TrackerChange>,
    workflowQuery?: string,
  ): Promise<Static<typeof Tracker>>;
  /** The texts that are offered to who writes a comment, in their order. Throws as changeDefinition. */
  replaceCanned(viewer: Viewer, id: number, texts: Static<typeof SentCannedResponses>): Promise<void>;
  /** Throws notFound for a project that the viewer may not see, forbidden for who does not administer it. */
  listDeleted(viewer: Viewer, projectId: number): Promise<Static<typeof DeletedTrackers>>;
  /** Brings a deleted tracker back. Throws notFound for one that is not deleted or not the viewer's, conflict for a short name that is taken by now. */
  restore(viewer: Viewer, id: number): Promise<void>;
  /** For administrators of the tracker; throws as Trackers.read, and forbidden. */
  readSwitch(viewer: Viewer, id: number, name: SwitchName): Promise<Static<typeof TrackerSwitch>>;
  /** What was done while it was otherwise stays. Throws as changeDefinition. */
  saveSwitch(
    viewer: Viewer,
    id: number,
    name: SwitchName,
    sent: Static<typeof TrackerSwitch>,
  ): Promise<Static<typeof TrackerSwitch>>;
  /** Marks the tracker as deleted. Throws as changeDefinition, and invalid while a planning is made of it. */
  remove(viewer: Viewer, id: number): Promise<void>;
}

export interface TrackerChangeDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
  /** Names of the plannings that are made of the tracker: a higher feature knows. */
  listPlanningNames(db: Reader, tracker: Definition): Promise<string[]>;
}

/** Switches by what they allow, as archives name them (those of Tepal alone in settings of the project), and whether they are on where nothing is said. */
const switchFlags = {
  privateComments: { flag: 'use_private_comments', isOn: true },
  artifactMoves: { flag: 'enable_move_artifacts', isOn: true },
  promotion: { flag: promotedFlag, isOn: false },
  newProjects: { flag: 'instantiate_for_new_projects', isOn: true },
  assignedSubject: { flag: assignedSubjectFlag, isOn: false },
} as const;
export type SwitchName = keyof typeof switchFlags;

export function createTrackerChanges(deps: TrackerChangeDeps): TrackerChanges {
  const { database, clock, trackers } = deps;
  return {
    async change(viewer, id, change, workflowQuery) {
      await changeDefinition(deps, viewer, id, namePartsOf(change, workflowQuery), async (tx, tracker) => {
        if (workflowQuery !== undefined) await saveWorkflowQuery(tx, tracker, workflowQuery);
        await saveTrackerChange({ tx, clock, viewer }, tracker, change);
      });
      return trackers.showChanged(viewer, id);
    },
    replaceCanned: (viewer, id, texts) =>
      changeDefinition(deps, viewer, id, { changed: 'canned_responses' }, async (tx, { settings }) => {
        const cannedResponses = texts.map(({ title, body }) => ({ title, body }));
        await store.updateTracker(tx, id, { settings_json: JSON.stringify({ ...settings, cannedResponses }) });
      }),
    async listDeleted(viewer, projectId) {
      await trackers.listOfProject(viewer, projectId, false);
      if (!isProjectAdmin(viewer, projectId))
        throw forbidden(says('tracker.deleted-admin-only')`only project administrators can see deleted trackers`);
      const rows = await listTrackerRows(database.read, projectId);
      return rows
        .filter(({ is_deleted: isDeleted }) => isDeleted === 1)
        .map(({ id, name, item_name, color }) => ({ id, label: name, item_name, color_name: color }));
    },
    restore: (viewer, id) =>
      database.transact(async (tx) => {
        const tracker = await loadDefinition(tx, id);
        if (tracker?.isDeleted !== true || !isProjectAdmin(viewer, tracker.project.id))
          throw notFound(says('tracker.not-deleted')`${id} is not a deleted tracker of a project that you administer`);
        requireTrackerAdmin(viewer, tracker);
        try {
          await markTrackerDeleted(tx, id, false);
        } catch (error) {
          throw mapTakenName(error);
        }
        await recordTracker({ tx, clock, viewer }, tracker, 'tracker-changed', { changed: 'restored' });
        await bumpSiteVersion(tx);
      }),
    async readSwitch(viewer, id, name) {
      const tracker = await trackers.read(viewer, id);
      requireTrackerAdmin(viewer, tracker);
      const { flag, isOn } = switchFlags[name];
      return { enabled: isOn ? tracker.settings.flags[flag] !== '0' : tracker.settings.flags[flag] === '1' };
    },
    async saveSwitch(viewer, id, name, { enabled }) {
      await setTrackerFlag(deps, viewer, id, switchFlags[name].flag, enabled);
      return { enabled };
    },
    remove: (viewer, id) =>
      changeDefinition(deps, viewer, id, undefined, async (tx, tracker) => {
        const [planning] = await deps.listPlanningNames(tx, tracker);
        if (planning !== undefined)
          throw invalid(says('tracker.planned')`the planning "${planning}" uses this tracker; remove it first`);
        await markTrackerDeleted(tx, id, true);
        await recordTracker({ tx, clock, viewer }, tracker, 'tracker-deleted');
      }),
  };
}

/** What the audit log says of a change; of permissions it has entries of their own. */
function namePartsOf(
  { permissions_for_groups: _permissions, ...others }: Static<typeof TrackerChange>,
  workflowQuery: string | undefined,
): { changed: string } | undefined {
  const parts = [...Object.keys(others), ...(workflowQuery === undefined ? [] : ['workflow'])];
  return parts.length === 0 ? undefined : { changed: parts.join(', ') };
}

/** Writes the parts that are given; `ids` says what those of fields and values in semantics mean. Throws invalid or conflict. */
export async function saveTrackerChange(
  context: ChangeContext,
  tracker: Definition,
  change: Static<typeof TrackerChange>,
  ids?: SentIds,
): Promise<void> {
  const { tx } = context;
  await saveColumns(context, tracker, change);
  await savePermissions(context, tracker, change.permissions_for_groups);
  for (const { name, settings } of readSemantics(change.semantics ?? {}, tracker, ids)) {
    const source = change.semantics?.timeframe?.implied_from_tracker;
    if (name === 'timeframe' && source !== undefined) await requireTimeframe(context, tracker, source.id);
    const stored = settings === undefined ? {} : { settings_json: JSON.stringify(settings) };
    await store.replaceSemantic(tx, { tracker_id: tracker.id, name, ...stored });
  }
}

async function saveColumns(
  context: ChangeContext,
  tracker: Definition,
  change: Static<typeof TrackerChange>,
): Promise<void> {
  const { label, item_name: itemName, description, color_name: color, icon, notifications } = change;
  const { singular_label: singularLabel } = change;
  if (label?.trim() === '') throw invalid(says('tracker.blank')`is required`, 'label');
  if (itemName !== undefined) requireItemName(itemName);
  if (change.parent !== undefined) await requireParent(context, tracker, change.parent);
  const settings: TrackerSettings = { ...tracker.settings };
  if (notifications !== undefined) settings.isNotificationStopped = !notifications.enabled;
  if (icon !== undefined) {
    requireEmoji(icon);
    settings.icon = icon;
  }
  const isNamed = singularLabel !== undefined && singularLabel.trim() !== singularLabelOf(tracker);
  if (isNamed) settings.singularLabel = singularLabel.trim();
  const columns = {
    ...(label === undefined ? {} : { name: label.trim() }),
    ...(itemName === undefined ? {} : { item_name: itemName }),
    ...(description === undefined ? {} : { description }),
    ...(color === undefined ? {} : { color }),
    ...(change.parent === undefined ? {} : { parent_id: change.parent?.id ?? null }),
    ...(JSON.stringify(settings) === JSON.stringify(tracker.settings)
      ? {}
      : { settings_json: JSON.stringify(settings) }),
  };
  if (Object.keys(columns).length === 0) return;
  try {
    await store.updateTracker(context.tx, tracker.id, columns);
  } catch (error) {
    throw mapTakenName(error);
  }
}

/** Throws invalid for what is no short name of a tracker. */
export function requireItemName(name: string): void {
  if (!/^[A-Za-z0-9_]+$/.test(name))
    throw invalid(
      says('tracker.short-name')`"${name}" is not a valid short name; use letters, digits and "_"`,
      'item_name',
    );
}

/** Throws invalid for a tracker that can't be the parent, and where triggers need the present one. */
async function requireParent(
  { tx, viewer }: ChangeContext,
  tracker: Definition,
  parent: { id: number } | null,
): Promise<void> {
  if ((parent?.id ?? null) === tracker.parentId) return;
  const triggers = await store.listProjectTriggers(tx, tracker.project.id);
  const isOfParent = (parts: ReturnType<typeof listTriggerParts>): boolean =>
    parts.some((part) => part.isTarget && part.trackerId === tracker.parentId) &&
    parts.some((part) => !part.isTarget && part.trackerId === tracker.id);
  if (triggers.map(listTriggerParts).some(isOfParent))
    throw invalid(says('tracker.triggers')`triggers set fields of the current parent; remove them first`, 'parent');
  const seen = new Set([tracker.id]);
  for (let id = parent?.id; id !== undefined;) {
    const above = await loadDefinition(tx, id);
    const isHere = above !== undefined && above.project.id === tracker.project.id;
    if (id === parent?.id && (!isHere || !maySeeTracker(viewer, above)))
      throw invalid(says('tracker.not-here')`${id} is not a tracker of this project`, 'parent.id');
    if (seen.has(id))
      throw invalid(
        says('tracker.below')`${String(parent?.id)} is the tracker itself, or one of its children`,
        'parent.id',
      );
    seen.add(id);
    id = above?.parentId ?? undefined;
  }
}

async function requireTimeframe({ tx, viewer }: ChangeContext, tracker: Definition, sourceId: number): Promise<void> {
  const source = sourceId === tracker.id ? undefined : await loadDefinition(tx, sourceId);
  const timeframe = source?.semantics.timeframe;
  const isUsable =
    source?.project.id === tracker.project.id &&
    maySeeTracker(viewer, source) &&
    timeframe !== undefined &&
    !('implied_from_tracker' in timeframe);
  if (!isUsable)
    throw invalid(
      says('tracker.no-timeframe')`${sourceId} is not another tracker of this project with its own time frame`,
      'semantics.timeframe.implied_from_tracker.id',
    );
}

const permissionNames = {
  can_access: 'full',
  can_access_submitted_by_user: 'submitter_only',
  can_access_assigned_to_group: 'assignee',
  can_access_submitted_by_group: 'submitter',
  can_admin: 'admin',
} as const satisfies Record<string, TrackerPermission>;

const permissionKeys = [
  'can_access',
  'can_access_submitted_by_user',
  'can_access_assigned_to_group',
  'can_access_submitted_by_group',
  'can_admin',
] as const;

async function savePermissions(
  context: ChangeContext,
  tracker: Definition,
  sent: Static<typeof TrackerChange>['permissions_for_groups'],
): Promise<void> {
  for (const key of permissionKeys) {
    const groups = sent?.[key];
    if (groups === undefined) continue;
    const ids = grantedGroups.readGroupIds(groups, tracker, `permissions_for_groups.${key}`);
    const name = permissionNames[key];
    if (new Set(ids).symmetricDifference(new Set(tracker.permissions[name])).size === 0) continue;
    await store.replaceTrackerPermission(context.tx, tracker.id, name, ids);
    const details = { permission: key, groups: ids.join(', ') };
    await recordTracker(context, tracker, 'tracker-permissions-changed', details);
  }
}
