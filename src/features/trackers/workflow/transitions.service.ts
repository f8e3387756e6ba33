// Transitions of workflows: which there are, on what conditions, what they do. In simple mode all transitions into a value
// are changed together.
import type { Static } from 'typebox';
import { mapConstraint } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { DomainError, invalid, notFound } from '../../../platform/errors.ts';
import { isPrivateUrl } from '../../../platform/outgoing.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { grantedGroups, groupIds } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { changeDefinition, requireTrackerAdmin } from '../trackers/definition-changes.ts';
import { findValue } from '../definition/definition.ts';
import type { Definition, Transition, Workflow } from '../definition/definition.ts';
import { fieldTypeOf } from '../fields/index.ts';
import { readPostActions, viewPostActions } from './post-action-shapes.ts';
import type { ShownAction } from './post-action-shapes.ts';
import { sameIds } from '../definition/sent-ids.ts';
import type { SentIds } from '../definition/sent-ids.ts';
import type { Trackers } from '../trackers/trackers.service.ts';
import { insertTransition } from '../definition/trackers.store.ts';
import type { NewTransition, PostActionList, Transition as Shown, TransitionChange } from './workflow.schema.ts';
import * as store from './workflow.store.ts';
import { viewTransition } from './workflow.view.ts';

/** All throw as changeDefinition, and notFound for an unknown transition. */
export interface Transitions {
  /** Gives the id. Throws invalid where it is there already, notFound without workflow and for what is no value of its field. */
  create(viewer: Viewer, wanted: Static<typeof NewTransition>): Promise<number>;
  read(viewer: Viewer, id: number): Promise<Static<typeof Shown>>;
  /** Throws invalid for groups and fields that are not there. */
  change(viewer: Viewer, id: number, change: Static<typeof TransitionChange>): Promise<void>;
  remove(viewer: Viewer, id: number): Promise<void>;
  listActions(viewer: Viewer, id: number): Promise<ShownAction[]>;
  /** Throws invalid for what is no action. */
  replaceActions(viewer: Viewer, id: number, list: Static<typeof PostActionList>): Promise<void>;
}

/** What the audit log says. */
const transitionsChanged = { changed: 'workflow' };

export interface TransitionDeps {
  database: Database;
  clock: Clock;
  trackers: Trackers;
}

/** Conditions and actions as columns. */
export const columnsOf = (parts: Omit<Transition, 'id' | 'toValueId'>) => ({
  conditions_json: JSON.stringify({
    groupIds: parts.groupIds,
    notEmptyFieldIds: parts.notEmptyFieldIds,
    isCommentRequired: parts.isCommentRequired && parts.fromValueId !== null,
  }),
  actions_json: JSON.stringify(parts.actions),
});

export function createTransitions(deps: TransitionDeps): Transitions {
  return {
    create: (viewer, wanted) =>
      changeDefinition(deps, viewer, wanted.tracker_id, transitionsChanged, (tx, tracker) =>
        create(tx, tracker, wanted),
      ),
    async read(viewer, id) {
      const { tracker, transition } = await readForAdmin(deps, viewer, id);
      return viewTransition(tracker, transition);
    },
    change: (viewer, id, sent) => changeTransition(deps, viewer, id, (tracker) => readConditions(tracker, sent)),
    remove: (viewer, id) =>
      withTransition(deps, viewer, id, async (tx) => {
        await store.deleteTransition(tx, id);
      }),
    async listActions(viewer, id) {
      const { transition } = await readForAdmin(deps, viewer, id);
      return viewPostActions(transition.actions);
    },
    replaceActions: (viewer, id, list) =>
      changeTransition(deps, viewer, id, (tracker, { isAdvanced }) => ({
        actions: readPostActions(list.post_actions, {
          tracker,
          isAdvanced,
          ids: sameIds,
          refuseJobUrl: refuseJobUrl(viewer),
        }),
      })),
  };
}

/** Why nothing may call an address; undefined where it may be called. */
export const refuseJobUrl =
  ({ site }: Viewer) =>
  (url: URL): Said | undefined =>
    isPrivateUrl(url) && !site.settings.outgoing_private_addresses
      ? says('action.private')`${url.hostname} is a private address; this server does not call private addresses`
      : undefined;

const unknown = (id: number): DomainError => notFound(says('transition.missing')`there is no transition ${id}`);

async function readForAdmin(
  { database, trackers }: TransitionDeps,
  viewer: Viewer,
  id: number,
): Promise<{ tracker: Definition; transition: Transition }> {
  const row = await store.findTransition(database.read, id);
  if (row === undefined) throw unknown(id);
  const tracker = await trackers.read(viewer, row.tracker_id);
  requireTrackerAdmin(viewer, tracker);
  return { tracker, transition: requireTransition(tracker, id).transition };
}

function requireTransition({ workflow }: Definition, id: number): { workflow: Workflow; transition: Transition } {
  const transition = workflow?.transitions.find((candidate) => candidate.id === id);
  if (workflow === undefined || transition === undefined) throw unknown(id);
  return { workflow, transition };
}

async function withTransition(
  deps: TransitionDeps,
  viewer: Viewer,
  id: number,
  work: (tx: Writer, tracker: Definition, workflow: Workflow, transition: Transition) => Promise<void>,
): Promise<void> {
  const row = await store.findTransition(deps.database.read, id);
  if (row === undefined) throw unknown(id);
  await changeDefinition(deps, viewer, row.tracker_id, transitionsChanged, (tx, tracker) => {
    const { workflow, transition } = requireTransition(tracker, id);
    return work(tx, tracker, workflow, transition);
  });
}

/** Changes conditions or actions of the transition, in simple mode of all into the same value. */
const changeTransition = (
  deps: TransitionDeps,
  viewer: Viewer,
  id: number,
  read: (tracker: Definition, workflow: Workflow) => Partial<Transition>,
): Promise<void> =>
  withTransition(deps, viewer, id, async (tx, tracker, workflow, transition) => {
    const parts = read(tracker, workflow);
    const all = workflow.isAdvanced ? [transition] : listInto(workflow, transition.toValueId);
    for (const one of all) await store.updateTransition(tx, one.id, columnsOf({ ...one, ...parts }));
  });

const listInto = (workflow: Workflow, toValueId: number): readonly Transition[] =>
  workflow.transitions.filter((transition) => transition.toValueId === toValueId);

/** The transition whose conditions and actions are those of a state: whether it asks for comments is not said by a start. */
export const findStateOf = (workflow: Workflow, toValueId: number): Transition | undefined => {
  const into = listInto(workflow, toValueId);
  return into.find((transition) => transition.fromValueId !== null) ?? into[0];
};

/** What a transition is until somebody says otherwise. */
export const newTransition: Pick<Transition, 'groupIds' | 'notEmptyFieldIds' | 'isCommentRequired' | 'actions'> = {
  groupIds: [groupIds.members],
  notEmptyFieldIds: [],
  isCommentRequired: false,
  actions: [],
};

async function create(tx: Writer, tracker: Definition, wanted: Static<typeof NewTransition>): Promise<number> {
  const { from_id: fromId, to_id: toId } = wanted;
  const { workflow } = tracker;
  const field = tracker.fieldById.get(workflow?.fieldId ?? -1);
  if (workflow === undefined || field === undefined)
    throw notFound(says('workflow.none')`tracker ${tracker.id} has no workflow`);
  if (fromId === toId)
    throw invalid(says('transition.same')`is the value where the transition starts; use another value`, 'to_id');
  for (const [path, id] of Object.entries({ from_id: fromId, to_id: toId }))
    if (findValue(field, id) === undefined && (path === 'to_id' || id !== 0))
      throw notFound(
        says(
          'transition.no-value',
        )`${path}: ${id} is not a value of the field "${field.name}", which the workflow controls`,
      );
  const fromValueId = fromId === 0 ? null : fromId;
  const state = workflow.isAdvanced ? undefined : findStateOf(workflow, toId);
  const parts = state ?? newTransition;
  try {
    return await insertTransition(tx, {
      tracker_id: tracker.id,
      from_value_id: fromValueId,
      to_value_id: toId,
      ...columnsOf({ ...parts, fromValueId }),
    });
  } catch (error) {
    const known = mapConstraint(error, { "index 'transitions_move'": '' });
    throw known instanceof DomainError
      ? invalid(says('transition.there')`this transition already exists`, 'to_id')
      : error;
  }
}

/** What is absent stays as it is. Throws invalid for groups and fields that are not there. */
export function readConditions(
  tracker: Definition,
  sent: Static<typeof TransitionChange>,
  ids: SentIds = sameIds,
): Partial<Transition> {
  const { authorized_user_group_ids: groups, not_empty_field_ids: fieldIds, is_comment_required: comment } = sent;
  if (groups?.length === 0)
    throw invalid(
      says('transition.nobody')`must contain at least one group; use 1 for everyone`,
      'authorized_user_group_ids',
    );
  return {
    ...(groups === undefined
      ? {}
      : {
          groupIds: unique(
            groups.map((text, index) =>
              grantedGroups.readGroupId(text, tracker, `authorized_user_group_ids[${index}]`),
            ),
          ),
        }),
    ...(fieldIds === undefined ? {} : { notEmptyFieldIds: unique(fieldIds.map(requireFillable(tracker, ids))) }),
    ...(comment === undefined ? {} : { isCommentRequired: comment }),
  };
}

const unique = (ids: readonly number[]): number[] => [...new Set(ids)];

const requireFillable =
  ({ fieldById }: Definition, ids: SentIds) =>
  (id: number, index: number): number => {
    const field = fieldById.get(ids.field(id) ?? 0);
    if (field?.isUsed === true && ['stored', 'shown'].includes(fieldTypeOf(field.type).kind)) return field.id;
    throw invalid(
      says('transition.field')`${id} is not a field in use in this tracker that users can set`,
      `not_empty_field_ids[${index}]`,
    );
  };
