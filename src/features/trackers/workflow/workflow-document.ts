// The workflow in the document of a whole tracker: the list that it moves, its mode, transitions with conditions and
// actions, rules between fields, triggers.
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { atPath, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import { findValue } from '../definition/definition.ts';
import type { Definition, Field, Transition } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { saveRules, saveTriggers } from './field-rules.service.ts';
import { readPostActions } from './post-action-shapes.ts';
import { sameIds } from '../definition/sent-ids.ts';
import type { SentIds } from '../definition/sent-ids.ts';
import { insertTransition } from '../definition/trackers.store.ts';
import { columnsOf, newTransition, readConditions, refuseJobUrl } from './transitions.service.ts';
import { createWorkflow, saveForMode } from './workflow-changes.ts';
import type { WorkflowOfDocument } from './workflow.schema.ts';
import * as store from './workflow.store.ts';

type Sent = Static<typeof WorkflowOfDocument>;
type SentTransition = NonNullable<Sent['transitions']>[number];

interface Context {
  tx: Writer;
  viewer: Viewer;
}

/**
 * Writes the parts that are given. Lists take the place of those that are there; in simple mode all transitions into a
 * value become as the first of them. Throws invalid with the path of the part that can't be.
 */
export async function saveWorkflowDocument(
  context: Context,
  trackerId: number,
  sent: Sent,
  ids: SentIds = sameIds,
): Promise<void> {
  const { tx } = context;
  const load = async (): Promise<Definition> => {
    const tracker = await loadDefinition(tx, trackerId);
    if (tracker === undefined) throw new Error(`the tracker ${trackerId} is gone in its own transaction`);
    return tracker;
  };
  await saveHead(tx, await load(), sent, ids);
  const tracker = await load();
  if (sent.rules !== undefined) {
    // Rules are judged beside the transitions that come with them, not beside those that go.
    const ruled = sent.transitions === undefined ? tracker : { ...tracker, workflow: undefined };
    const { rules } = sent;
    await atPath('workflow.rules', () => saveRules(tx, ruled, rules, ids));
  }
  if (sent.transitions !== undefined) await saveTransitions(context, await load(), sent.transitions, ids);
  const { workflow } = await load();
  if (workflow !== undefined && (sent.transitions ?? sent.is_advanced) !== undefined)
    await saveForMode(tx, workflow, workflow.isAdvanced);
  const { triggers } = sent;
  if (triggers !== undefined) await atPath('workflow', () => saveTriggers(context, tracker, triggers, ids));
}

async function saveHead(tx: Writer, tracker: Definition, sent: Sent, ids: SentIds): Promise<void> {
  const path = 'workflow.field_id';
  const { field_id: sentId = tracker.workflow?.fieldId ?? 0, is_used: isUsed, is_advanced: isAdvanced } = sent;
  const isSame = sentId === (tracker.workflow?.fieldId ?? 0);
  const isOther = !isSame && tracker.workflow !== undefined;
  if (isOther && sentId !== 0 && sent.transitions === undefined)
    throw invalid(
      says(
        'workflow.other-field',
      )`the workflow controls field ${tracker.workflow?.fieldId ?? 0}; to choose another field, send its transitions too`,
      path,
    );
  if (isOther) await store.saveWorkflow(tx, tracker.id, undefined);
  if (sentId === 0) {
    if ((sent.transitions ?? []).length > 0)
      throw invalid(says('workflow.list-needed')`is required: transitions belong to a list`, path);
    return;
  }
  const field = tracker.fieldById.get((isSame ? sentId : ids.field(sentId)) ?? 0);
  if (field === undefined || !field.isUsed)
    throw invalid(says('tracker-field.unused')`${sentId} is not a field in use in this tracker`, path);
  if (!isSame) await createWorkflow(tx, { ...tracker, workflow: undefined }, field, path);
  await store.saveWorkflow(tx, tracker.id, {
    field_id: field.id,
    ...(isUsed === undefined ? {} : { is_used: isUsed === '1' ? 1 : 0 }),
    ...(isAdvanced === undefined ? {} : { is_advanced: isAdvanced ? 1 : 0 }),
  });
}

const keyOf = ({ fromValueId, toValueId }: Pick<Transition, 'fromValueId' | 'toValueId'>): string =>
  `${fromValueId} ${toValueId}`;

async function saveTransitions(
  { tx, viewer }: Context,
  tracker: Definition,
  sent: readonly SentTransition[],
  ids: SentIds,
): Promise<void> {
  const { workflow } = tracker;
  const field = tracker.fieldById.get(workflow?.fieldId ?? 0);
  if (workflow === undefined || field === undefined) return;
  const left = new Map(workflow.transitions.map((transition) => [keyOf(transition), transition]));
  const seen = new Set<string>();
  for (const [index, one] of sent.entries()) {
    const path = `workflow.transitions[${index}]`;
    const move = readMove(field, one, ids, path);
    const key = keyOf(move);
    if (seen.has(key)) throw invalid(says('transition.there-already')`already exists`, path);
    seen.add(key);
    const known = left.get(key);
    const scope = { tracker, isAdvanced: workflow.isAdvanced, ids, refuseJobUrl: refuseJobUrl(viewer) };
    const parts = await atPath(path, () => ({
      ...(known ?? newTransition),
      ...readConditions(tracker, one, ids),
      ...readActions(one, scope),
      fromValueId: move.fromValueId,
    }));
    if (known !== undefined) await store.updateTransition(tx, known.id, columnsOf(parts));
    else
      await insertTransition(tx, {
        tracker_id: tracker.id,
        from_value_id: move.fromValueId,
        to_value_id: move.toValueId,
        ...columnsOf(parts),
      });
    left.delete(key);
  }
  for (const { id } of left.values()) await store.deleteTransition(tx, id);
}

function readActions(
  { post_actions: sent }: SentTransition,
  scope: Parameters<typeof readPostActions>[1],
): Partial<Transition> {
  if (sent === undefined) return {};
  return { actions: readPostActions(sent, scope) };
}

function readMove(
  field: Field,
  sent: SentTransition,
  ids: SentIds,
  path: string,
): Pick<Transition, 'fromValueId' | 'toValueId'> {
  const read = (id: number, key: string): number => {
    const value = findValue(field, ids.value(field.id, id) ?? 0);
    if (value === undefined)
      throw invalid(says('tracker-value.not-of')`${id} is not a value of the field "${field.label}"`, `${path}.${key}`);
    return value.id;
  };
  const fromId = sent.from_id ?? 0;
  const fromValueId = fromId === 0 ? null : read(fromId, 'from_id');
  const toValueId = read(sent.to_id, 'to_id');
  if (fromValueId === toValueId)
    throw invalid(
      says('transition.same')`is the value where the transition starts; use another value`,
      `${path}.to_id`,
    );
  return { fromValueId, toValueId };
}
