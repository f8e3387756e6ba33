// What semantics a tracker may have: which types of fields carry them, in which combination. Pure.
import type { Static } from 'typebox';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { findValue } from '../definition/definition.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { isLinkType } from '../fields/artifact-link/artifact-link.ts';
import { bindKind, noneId } from '../fields/bind.ts';
import type { SemanticsChange } from '../definition/semantics.schema.ts';
import { sameIds } from '../definition/sent-ids.ts';
import type { SentIds } from '../definition/sent-ids.ts';
import { fieldIs, typesThat } from '../fields/field-is.ts';

type Sent = Static<typeof SemanticsChange>;
type SemanticName = keyof Sent;

/** What becomes of one semantic; without settings it is taken away. */
export interface SemanticChange {
  name: SemanticName;
  settings: Record<string, unknown> | undefined;
}

interface Carrier {
  types: readonly string[];
  /** Of lists. */
  bind?: 'static' | 'users';
}

const lists = typesThat(fieldIs.list);
const numbers = typesThat(fieldIs.amount);

const carriers = {
  title: { types: typesThat((field) => fieldIs.line(field) || fieldIs.text(field)) },
  description: { types: typesThat(fieldIs.text) },
  status: { types: lists, bind: 'static' },
  contributor: { types: lists, bind: 'users' },
  initial_effort: { types: [...numbers, ...typesThat(fieldIs.choice)] },
  velocity: { types: numbers },
} satisfies Partial<Record<SemanticName, Carrier>>;

const anyField: Carrier = { types: typesThat((field) => !fieldIs.structure(field)) };
const date: Carrier = { types: typesThat(fieldIs.date) };
const number: Carrier = { types: numbers };

/** Reads a change against the tracker that it is for. Throws invalid with the path of the part that can't be. */
export function readSemantics(sent: Sent, tracker: Definition, ids: SentIds = sameIds): SemanticChange[] {
  const field = (id: number | undefined, carrier: Carrier, path: string): Field => {
    const found = tracker.fieldById.get((id === undefined ? undefined : ids.field(id)) ?? -1);
    if (found === undefined || !found.isUsed)
      throw invalid(says('semantic.no-field')`${id ?? 'null'} is not a field in use in this tracker`, path);
    const fits = carrier.types.includes(found.type) && (carrier.bind === undefined || bindKind(found) === carrier.bind);
    if (fits) return found;
    const bound = carrier.bind === undefined ? '' : says('semantic.bound')`, bound to ${carrier.bind} values`;
    throw invalid(
      says(
        'semantic.type',
      )`the field "${found.label}" can't be used here; use one of ${carrier.types.join(', ')}${bound}`,
      path,
    );
  };
  const changes: SemanticChange[] = [];
  for (const name of ['title', 'description', 'contributor', 'initial_effort', 'velocity'] as const) {
    const semantic = sent[name];
    if (semantic === undefined) continue;
    const path = `semantics.${name}.field_id`;
    const settings = semantic === null ? undefined : { field_id: field(semantic.field_id, carriers[name], path).id };
    changes.push({ name, settings });
  }
  changes.push(...readStatus(sent, tracker, ids, field), ...readShown(sent, field));
  if (sent.timeframe !== undefined) {
    changes.push({
      name: 'timeframe',
      settings: sent.timeframe === null ? undefined : readTimeframe(sent.timeframe, field),
    });
  }
  if (sent.progress !== undefined) {
    changes.push({
      name: 'progress',
      settings: sent.progress === null ? undefined : readProgress(sent.progress, field),
    });
  }
  return changes;
}

type FindField = (id: number | undefined, carrier: Carrier, path: string) => Field;

/** Status and done depend on each other: what is done is a closed value of the status. */
function readStatus(sent: Sent, tracker: Definition, ids: SentIds, find: FindField): SemanticChange[] {
  if (sent.status === null) {
    if (sent.done !== undefined && sent.done !== null)
      throw invalid(
        says('semantic.no-status')`a status field is needed before values can be marked as done`,
        'semantics.done',
      );
    return [
      { name: 'status', settings: undefined },
      { name: 'done', settings: undefined },
    ];
  }
  const path = 'semantics.status';
  const field =
    sent.status === undefined
      ? tracker.fieldById.get(tracker.semantics.status?.field_id ?? -1)
      : find(sent.status.field_id, carriers.status, `${path}.field_id`);
  const readValues = (values: readonly number[], place: string): number[] =>
    values.map((sentId, index) => {
      if (field === undefined)
        throw invalid(
          says('semantic.no-status')`a status field is needed before values can be marked as done`,
          'semantics.done',
        );
      const id = sentId === noneId ? noneId : ids.value(field.id, sentId);
      if (id === undefined || (id !== noneId && findValue(field, id) === undefined))
        throw invalid(
          says('tracker-value.not-of')`${sentId} is not a value of the field "${field.label}"`,
          `${place}[${index}]`,
        );
      return id;
    });
  const open =
    sent.status === undefined
      ? (tracker.semantics.status?.value_ids ?? [])
      : readValues(sent.status.value_ids, `${path}.value_ids`);
  const changes: SemanticChange[] =
    sent.status === undefined ? [] : [{ name: 'status', settings: { field_id: field?.id, value_ids: open } }];
  const isClosed = (id: number): boolean => !open.includes(id);
  if (sent.done === undefined) {
    const done = tracker.semantics.done?.value_ids;
    const kept = done?.filter((id) => isClosed(id) && field !== undefined && findValue(field, id) !== undefined);
    return kept === undefined || sent.status === undefined
      ? changes
      : [...changes, { name: 'done', settings: { value_ids: kept } }];
  }
  if (sent.done === null) return [...changes, { name: 'done', settings: undefined }];
  const done = readValues(sent.done.value_ids, 'semantics.done.value_ids');
  const index = done.findIndex((id) => !isClosed(id));
  if (index !== -1)
    throw invalid(
      says('semantic.done-open')`${done[index] ?? ''} is an open value of the status field`,
      `semantics.done.value_ids[${index}]`,
    );
  return [...changes, { name: 'done', settings: { value_ids: done } }];
}

/** Fields that are shown where there is little room. */
function readShown({ tooltip, plugin_cardwall_card_fields: card }: Sent, find: FindField): SemanticChange[] {
  const changes: SemanticChange[] = [];
  const fieldIdsOf = (ids: readonly number[], path: string): number[] => [
    ...new Set(ids.map((id, index) => find(id, anyField, `${path}.field_ids[${index}]`).id)),
  ];
  const name = 'plugin_cardwall_card_fields';
  if (tooltip !== undefined) {
    const settings = tooltip && { field_ids: fieldIdsOf(tooltip.field_ids, 'semantics.tooltip') };
    changes.push({ name: 'tooltip', settings: settings ?? undefined });
  }
  if (card !== undefined) {
    const color = card?.background_color_field_id ?? null;
    const path = `semantics.${name}`;
    const settings = card && {
      field_ids: fieldIdsOf(card.field_ids, path),
      background_color_field_id:
        color === null ? null : find(color, carriers.status, `${path}.background_color_field_id`).id,
    };
    changes.push({ name, settings: settings ?? undefined });
  }
  return changes;
}

function readTimeframe(sent: NonNullable<Sent['timeframe']>, find: FindField): Record<string, unknown> {
  const path = 'semantics.timeframe';
  const { start_date_field_id: start, end_date_field_id: end, duration_field_id: duration } = sent;
  const implied = sent.implied_from_tracker;
  const isOwn = start !== undefined && (end === undefined) !== (duration === undefined) && implied === undefined;
  const isImplied = implied !== undefined && [start, end, duration].every((id) => id === undefined);
  if (!isOwn && !isImplied)
    throw invalid(
      says(
        'semantic.timeframe',
      )`takes start_date_field_id with duration_field_id or end_date_field_id, or implied_from_tracker only`,
      path,
    );
  if (implied !== undefined) return { implied_from_tracker: { id: implied.id, uri: `trackers/${implied.id}` } };
  return {
    start_date_field_id: find(start, date, `${path}.start_date_field_id`).id,
    ...(end === undefined
      ? { duration_field_id: find(duration, number, `${path}.duration_field_id`).id }
      : { end_date_field_id: find(end, date, `${path}.end_date_field_id`).id }),
  };
}

function readProgress(sent: NonNullable<Sent['progress']>, find: FindField): Record<string, unknown> {
  const path = 'semantics.progress';
  const { total_effort_field_id: total, remaining_effort_field_id: remaining, artifact_link_type: type } = sent;
  if (type !== undefined && total === undefined && remaining === undefined) {
    if (isLinkType(type)) return { artifact_link_type: type };
    throw invalid(says('semantic.link-type')`"${type}" is not a link type`, `${path}.artifact_link_type`);
  }
  if (type !== undefined || total === undefined || remaining === undefined)
    throw invalid(
      says(
        'semantic.progress',
      )`takes either total_effort_field_id and remaining_effort_field_id, or artifact_link_type`,
      path,
    );
  const totalId = find(total, number, `${path}.total_effort_field_id`).id;
  const remainingId = find(remaining, number, `${path}.remaining_effort_field_id`).id;
  if (totalId === remainingId)
    throw invalid(
      says('semantic.same-field')`must be another field than the total`,
      `${path}.remaining_effort_field_id`,
    );
  return { total_effort_field_id: totalId, remaining_effort_field_id: remainingId };
}
