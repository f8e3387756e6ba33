// Which columns a kanban has, by what its tracker says of the status, and who may do what with them. Pure.
import { forbidden, unauthenticated } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { rightsToAdd } from '../planning/index.ts';
import type { RightsToAdd } from '../planning/index.ts';
import { isProjectAdmin, requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition, Field } from '../trackers/index.ts';

type ListValue = Field['values'][number];

/** The field whose open values are the columns; undefined where the tracker has no status. */
export interface StatusColumns {
  field: Field;
  /** In the order of the field; hidden values have no column. */
  values: readonly ListValue[];
}

export function columnsOf(tracker: Definition): StatusColumns | undefined {
  const { status } = tracker.semantics;
  const field = tracker.fieldById.get(status?.field_id ?? -1);
  if (status === undefined || field === undefined) return undefined;
  return { field, values: field.values.filter(({ id, isHidden }) => !isHidden && status.value_ids.includes(id)) };
}

/** The columns, for reading what stands in them. Throws forbidden where there is no status, or one that may not be read. */
export function readColumns(viewer: Viewer, tracker: Definition): StatusColumns {
  const columns = columnsOf(tracker);
  if (columns === undefined || !mayField(viewer, tracker, columns.field, 'read'))
    throw forbidden(says('kanban.unread-status')`you don't have access to the status field of this kanban's tracker`);
  return columns;
}

/** Throws forbidden for who does not administer the project, and in one that is closed. */
export function requireAdministrator(viewer: Viewer, tracker: Definition): void {
  requireLivingProject(tracker.project);
  if (!isProjectAdmin(viewer, tracker.project.id))
    throw forbidden(says('kanban.admin-only')`only project administrators can change its kanbans`);
}

/** As requireAdministrator, but with the status that the format has for columns: 401. */
export function requireColumnAdministrator(viewer: Viewer, tracker: Definition): void {
  requireLivingProject(tracker.project);
  if (!isProjectAdmin(viewer, tracker.project.id))
    throw unauthenticated(says('kanban.columns-admin')`only project administrators can change columns`);
}

/** Whether the columns are list values of the tracker's own, which can be changed here. */
export const hasOwnValues = ({ field }: StatusColumns): boolean =>
  field.settings.bind?.kind === 'static' && field.settings.originalFieldId === undefined;

/** Who needs a value beside the status: the workflow, rules, triggers, other semantics. */
function isNeeded({ workflow, listRules, triggers, semantics }: Definition, field: Field, valueId: number): boolean {
  return (
    (workflow?.fieldId === field.id &&
      workflow.transitions.some((step) => step.fromValueId === valueId || step.toValueId === valueId)) ||
    listRules.some(
      (rule) =>
        (rule.source_field_id === field.id && rule.source_value_id === valueId) ||
        (rule.target_field_id === field.id && rule.target_value_id === valueId),
    ) ||
    triggers.some(({ sources, target }) =>
      [...sources, target].some((key) => key.fieldId === field.id && key.valueId === valueId),
    ) ||
    (semantics.done?.value_ids.includes(valueId) ?? false)
  );
}

/** Whether a column may go: nothing else needs its value, and it is not the last one that is shown. */
export const isRemovable = (tracker: Definition, { field }: StatusColumns, valueId: number): boolean =>
  !isNeeded(tracker, field, valueId) && field.values.filter(({ isHidden }) => !isHidden).length > 1;

export interface KanbanRights extends RightsToAdd {
  /** By a title alone, and without a status. */
  mayAddToBacklog: boolean;
  mayChangeColumns: boolean;
}

export function rightsOf(viewer: Viewer, tracker: Definition): KanbanRights {
  const columns = columnsOf(tracker);
  const isAlive = tracker.project.status !== 'suspended' && tracker.project.status !== 'deleted';
  return {
    // A column gives the status, also one that is required.
    ...rightsToAdd(viewer, tracker, columns?.field, columns === undefined ? [] : [columns.field.id]),
    mayAddToBacklog: rightsToAdd(viewer, tracker, columns?.field).mayAddInPlace,
    mayChangeColumns:
      isAlive && columns !== undefined && hasOwnValues(columns) && isProjectAdmin(viewer, tracker.project.id),
  };
}
