// Open values of a tracker's status, as boards change them by their columns: values and what they mean, in one transaction.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { saveField } from './field-changes.ts';
import { saveTrackerChange } from './tracker-changes.service.ts';
import type { ChangeContext } from '../trackers/definition-changes.ts';

interface SentValue {
  id?: number;
  label?: string;
  is_hidden?: boolean;
}

interface Status {
  field: Field;
  openIds: readonly number[];
}

/** Throws invalid where the tracker has no status, or one whose values are not its own. */
function statusOf({ semantics, fieldById }: Definition): Status {
  const field = fieldById.get(semantics.status?.field_id ?? -1);
  if (semantics.status === undefined || field === undefined)
    throw invalid(says('tracker.no-status')`the tracker has no status field`);
  if (field.settings.bind?.kind !== 'static' || field.settings.originalFieldId !== undefined)
    throw invalid(
      says(
        'kanban.other-values',
      )`the status values belong to another field, or are not static values; change them there`,
    );
  return { field, openIds: semantics.status.value_ids };
}

/** Nothing is deleted here, so that nobody has to look for what the history holds. */
const findNothing = () => Promise.resolve({ used: new Set<number>(), lastChangesetId: 0 });

async function saveValues(
  { tx }: ChangeContext,
  tracker: Definition,
  field: Field,
  values: SentValue[],
): Promise<void> {
  const listLaterUses = () => Promise.resolve([]);
  await saveField({ tx, tracker, field, findUsedValues: findNothing, listLaterUses, history: undefined }, { values });
}

const asSent = ({ id }: { id: number }): SentValue => ({ id });

const saveOpen = (context: ChangeContext, tracker: Definition, { field }: Status, openIds: number[]): Promise<void> =>
  saveTrackerChange(context, tracker, { semantics: { status: { field_id: field.id, value_ids: openIds } } });

/** Adds a value behind the others, which counts as open, and gives its id. Throws invalid. */
async function addOpenValue(context: ChangeContext, tracker: Definition, label: string): Promise<number> {
  const status = statusOf(tracker);
  await saveValues(context, tracker, status.field, [...status.field.values.map(asSent), { label }]);
  const changed = await loadDefinition(context.tx, tracker.id);
  const known = new Set(status.field.values.map(({ id }) => id));
  const added = changed?.fieldById.get(status.field.id)?.values.find(({ id }) => !known.has(id));
  if (changed === undefined || added === undefined) throw new Error(`no value was added to field ${status.field.id}`);
  await saveOpen(context, changed, status, [...status.openIds, added.id]);
  return added.id;
}

/** Puts these values into the places that they have together, in this order. Throws invalid. */
async function orderValues(context: ChangeContext, tracker: Definition, ids: readonly number[]): Promise<void> {
  const { field } = statusOf(tracker);
  const next = ids.values();
  const values = field.values.map(({ id }) => ({ id: ids.includes(id) ? (next.next().value ?? id) : id }));
  await saveValues(context, tracker, field, values);
}

/** Throws invalid. */
async function renameValue(context: ChangeContext, tracker: Definition, valueId: number, label: string): Promise<void> {
  const { field } = statusOf(tracker);
  await saveValues(
    context,
    tracker,
    field,
    field.values.map(({ id }) => (id === valueId ? { id, label } : { id })),
  );
}

/** Hides an open value, which then counts as closed; artifacts keep it. Throws invalid. */
async function retireValue(context: ChangeContext, tracker: Definition, valueId: number): Promise<void> {
  const status = statusOf(tracker);
  const values = status.field.values.map(({ id }) => (id === valueId ? { id, is_hidden: true } : { id }));
  await saveOpen(
    context,
    tracker,
    status,
    status.openIds.filter((id) => id !== valueId),
  );
  await saveValues(context, tracker, status.field, values);
}

/** Values of the list that says what is open and what is closed: the columns of a kanban. */
export const statusValues = { add: addOpenValue, order: orderValues, rename: renameValue, retire: retireValue };
