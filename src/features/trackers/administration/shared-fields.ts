// Fields of type `shared`: lists whose values are those of a list in another tracker of the project, and follow it.
import type { Static } from 'typebox';
import type { Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Definition, Field } from '../definition/definition.ts';
import { loadDefinition } from '../definition/definition-loader.ts';
import { isValueList, readDefaults } from './field-values.ts';
import type { NewField } from './fields.schema.ts';
import { findTrackerOfField } from '../definition/fields.store.ts';
import { isTrackerAdmin, mayField, maySeeTracker } from '../trackers/trackers.access.ts';
import { fieldIs } from '../fields/field-is.ts';

type Sent = Pick<Static<typeof NewField>, 'type' | 'original_field_id' | 'values' | 'default_value'>;

const path = 'original_field_id';

/** The field that has the values of this one. */
const rootOf = (field: Field): number => field.settings.originalFieldId ?? field.id;

/**
 * The field that a new shared field names; undefined for one of another type. Throws invalid for what can't be shared or
 * is not the viewer's to read, and for values that are sent along.
 */
export async function findOriginal(
  { tx, viewer }: { tx: Writer; viewer: Viewer },
  tracker: Definition,
  sent: Sent,
): Promise<Field | undefined> {
  const id = sent.original_field_id ?? undefined;
  if (sent.type !== 'shared') {
    if (id !== undefined) throw invalid(says('shared.alone')`is only allowed with the type shared`, path);
    return undefined;
  }
  if (id === undefined)
    throw invalid(says('shared.source')`is required: the list whose values a shared field uses`, path);
  const ownerId = await findTrackerOfField(tx, id);
  const owner = ownerId === undefined ? undefined : await loadDefinition(tx, ownerId);
  const original = owner?.fieldById.get(id);
  if (owner === undefined || original === undefined || !isShown(viewer, owner, original))
    throw invalid(says('shared.missing')`there is no field ${id}, or you don't have access to it`, path);
  if (owner.project.id !== tracker.project.id || tracker.fieldById.has(rootOf(original)) || owner.id === tracker.id)
    throw invalid(says('shared.elsewhere')`${id} is not a field of another tracker of the same project`, path);
  if (!fieldIs.list(original) || original.settings.bind?.kind !== 'static')
    throw invalid(
      says('shared.no-list')`"${original.label}" is not a list of static values; only such lists can be shared`,
      path,
    );
  requireNoValues(sent, id);
  return original;
}

const isShown = (viewer: Viewer, owner: Definition, field: Field): boolean =>
  field.settings.isDeleted !== true &&
  maySeeTracker(viewer, owner) &&
  (isTrackerAdmin(viewer, owner) || mayField(viewer, owner, field, 'read'));

function requireNoValues({ values, default_value: sentDefault }: Sent, id: number): void {
  const text = says('shared.values')`a shared field uses the values of field ${id}; omit them`;
  if (isValueList(values) && values.length > 0) throw invalid(text, 'values');
  if (sentDefault !== undefined && readDefaults(sentDefault).length > 0) throw invalid(text, 'default_value');
}
