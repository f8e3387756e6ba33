// What changed in the fields of an artifact, by the types of the fields.
import { fieldChanges, fieldTypeOf } from '../../trackers/index.ts';
import type { Definition, Field, ValueChange } from '../../trackers/index.ts';
import type { StoredValues } from '../artifact/change.ts';
import { showContext } from '../rendering/artifacts.view.ts';
import type { ViewContext } from '../rendering/artifacts.view.ts';
import type { RenderableArtifact } from '../rendering/relations.ts';

export interface FieldChange {
  readonly fieldId: number;
  readonly label: string;
  readonly change: ValueChange;
}

/** Those among the changed fields that the viewer may read and that hold values, not what is computed from elsewhere. */
export function listChangedFields(
  tracker: Definition,
  changedIds: readonly number[],
  isReadable: (field: Field) => boolean,
): Field[] {
  const changed = new Set(changedIds);
  return tracker.fields.filter(
    (field) => changed.has(field.id) && fieldTypeOf(field.type).kind === 'stored' && isReadable(field),
  );
}

/** What changed from the old values to those of the artifact, as far as the relations know what they mention. */
export const describeFields = (
  fields: readonly Field[],
  old: StoredValues,
  artifact: RenderableArtifact,
  showing: Pick<ViewContext, 'relations' | 'baseUrl'>,
): FieldChange[] =>
  fields.flatMap((field) => {
    const context = showContext(field, artifact, showing);
    const change = fieldChanges.describeChange(old[field.id], artifact.values[field.id], context);
    return change === undefined ? [] : [{ fieldId: field.id, label: field.label, change }];
  });
