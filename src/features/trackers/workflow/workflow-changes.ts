// The `query` of PATCH /trackers/:id: making, switching and deleting the workflow of a tracker.
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { compileDecoder } from '../../../platform/wire/decode.ts';
import { readQueryObject } from '../../../platform/wire/query-json.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition, Field, Workflow } from '../definition/definition.ts';
import { bindKind } from '../fields/bind.ts';
import { insertDefinitionRows } from '../definition/trackers.store.ts';
import { columnsOf, findStateOf } from './transitions.service.ts';
import * as store from './workflow.store.ts';
import { fieldIs } from '../fields/field-is.ts';

const strict = { additionalProperties: false };

const WorkflowChange = Type.Object(
  {
    set_transitions_rules: Type.Optional(
      Type.Object({ field_id: Type.Optional(Type.Integer()), is_used: Type.Optional(Type.Boolean()) }),
    ),
    delete_transitions_rules: Type.Optional(Type.Literal(true)),
    is_legacy: Type.Optional(Type.Literal(false)),
    is_advanced: Type.Optional(Type.Boolean()),
  },
  { ...strict, minProperties: 1 },
);
const decode = compileDecoder(Type.Object({ query: Type.Object({ workflow: WorkflowChange }, strict) }));

/** Changes the workflow as the JSON text says. Throws invalid for what can't be, notFound for an unknown field. */
export async function saveWorkflowQuery(tx: Writer, tracker: Definition, text: string): Promise<void> {
  const { workflow } = decode({ query: Object.fromEntries(readQueryObject(text)) }, 'json').query;
  if (workflow.set_transitions_rules !== undefined && workflow.delete_transitions_rules !== undefined)
    throw invalid(says('workflow.one-way')`either set or delete transitions, not both`, 'query.workflow');
  await saveChange(tx, tracker, workflow);
}

async function saveChange(tx: Writer, tracker: Definition, change: Static<typeof WorkflowChange>): Promise<void> {
  const { field_id: fieldId, is_used: isUsed } = change.set_transitions_rules ?? {};
  if (fieldId !== undefined) {
    const field = tracker.fieldById.get(fieldId);
    if (field === undefined || !field.isUsed)
      throw notFound(says('tracker-field.unused')`${fieldId} is not a field in use in this tracker`);
    await createWorkflow(tx, tracker, field, 'query.workflow.set_transitions_rules.field_id');
  }
  const { workflow } = tracker;
  const isThere = workflow !== undefined || fieldId !== undefined;
  const needsOne = [isUsed, change.delete_transitions_rules, change.is_legacy, change.is_advanced];
  if (!isThere && needsOne.some((part) => part !== undefined))
    throw invalid(
      says('workflow.not-made')`tracker ${tracker.id} has no workflow; create one with set_transitions_rules`,
      'query.workflow',
    );
  if (change.delete_transitions_rules === true) await store.saveWorkflow(tx, tracker.id, undefined);
  if (isUsed !== undefined) await store.saveWorkflow(tx, tracker.id, { is_used: isUsed ? 1 : 0 });
  if (change.is_advanced !== undefined) {
    await store.saveWorkflow(tx, tracker.id, { is_advanced: change.is_advanced ? 1 : 0 });
    if (workflow !== undefined) await saveForMode(tx, workflow, change.is_advanced);
  }
}

/**
 * A new workflow is in simple mode and not in use, so that it refuses nothing before it has transitions. Throws invalid
 * for a field that none can move, and where there is a workflow.
 */
export async function createWorkflow(tx: Writer, tracker: Definition, field: Field, path: string): Promise<void> {
  if (tracker.workflow !== undefined) throw invalid(says('workflow.there')`this tracker already has a workflow`, path);
  if (!fieldIs.choice(field) || bindKind(field) !== 'static')
    throw invalid(says('workflow.list')`must be a list of static values that takes one value`, path);
  await insertDefinitionRows(tx, 'workflows', [
    { tracker_id: tracker.id, field_id: field.id, is_used: 0, is_advanced: 0 },
  ]);
}

/** Only states freeze and hide; in simple mode all transitions into a value are as its state says. */
export async function saveForMode(tx: Writer, workflow: Workflow, isAdvanced: boolean): Promise<void> {
  for (const transition of workflow.transitions) {
    const state = isAdvanced ? transition : (findStateOf(workflow, transition.toValueId) ?? transition);
    const actions = state.actions.filter(
      ({ kind }) => !isAdvanced || (kind !== 'frozen-fields' && kind !== 'hidden-fieldsets'),
    );
    const { fromValueId } = transition;
    await store.updateTransition(tx, transition.id, columnsOf({ ...state, fromValueId, actions }));
  }
}
