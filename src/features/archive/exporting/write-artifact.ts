// Writes an artifact with its whole history.
import type { ArchiveArtifact, ArchiveChangeset, FieldChange, ListValue, TestStep } from '../model/artifact-model.ts';
import { writeUserReference } from '../model/user-reference.ts';
import { writeAttachment } from '../concepts/attachments.ts';
import { writeComment } from '../concepts/comments.ts';
import { element, isoFormat, leaf, momentLeaf } from '../xml/xml-element.ts';

function writeListValue(value: ListValue): string {
  switch (value.kind) {
    case 'ref':
      return leaf('value', value.ref, { format: 'id' });
    case 'label':
      return leaf('value', value.label);
    case 'user':
      return writeUserReference('value', value.user);
  }
}

const writeStep = (step: TestStep): string =>
  element('step', {}, [
    leaf('description', step.description, { format: step.descriptionFormat }),
    leaf('expected_results', step.expectedResults, { format: step.expectedResultsFormat }),
  ]);

/** A list without values, or no file, still has an element, as an emptied one does in the origin's exports; others must have none. */
const orNone = (values: readonly string[]): readonly string[] =>
  values.length === 0 ? [element('value', {})] : values;

function writeValues(change: Exclude<FieldChange, { kind: 'ttmstepdef' | 'permissions_on_artifact' }>) {
  switch (change.kind) {
    case 'string':
    case 'int':
    case 'float':
      return [leaf('value', change.value)];
    case 'date':
      return [leaf('value', change.value, isoFormat)];
    case 'text':
      return [leaf('value', change.value, { format: change.format })];
    case 'list':
    case 'open_list':
      return change.kind === 'list' ? orNone(change.values.map(writeListValue)) : change.values.map(writeListValue);
    case 'computed':
      return [
        change.value === undefined ? undefined : leaf('value', change.value),
        change.manualValue === undefined ? undefined : leaf('manual_value', change.manualValue),
        change.isAutocomputed === undefined ? undefined : leaf('is_autocomputed', change.isAutocomputed ? '1' : '0'),
      ];
    case 'file':
      return orNone(change.fileRefs.map((ref) => element('value', { ref })));
    case 'art_link':
      return change.links.map(({ artifactId, nature }) => leaf('value', artifactId, { nature }));
  }
}

function writeFieldChange(change: FieldChange): string {
  const attributes = { field_name: change.fieldName, type: change.kind };
  if (change.kind === 'ttmstepdef') return element('external_field_change', attributes, change.steps.map(writeStep));
  if (change.kind === 'permissions_on_artifact')
    return element(
      'field_change',
      { ...attributes, use_perm: change.usePermissions },
      change.userGroups.map(({ name, id }) => element('ugroup', { ugroup_name: name, ugroup_id: id })),
    );
  const bind = change.kind === 'list' || change.kind === 'open_list' ? change.bind : undefined;
  return element('field_change', { ...attributes, bind }, writeValues(change));
}

const writeChangeset = (changeset: ArchiveChangeset): string =>
  element('changeset', { id: changeset.xmlId }, [
    writeUserReference('submitted_by', changeset.submittedBy),
    momentLeaf('submitted_on', changeset.submittedOnMs),
    element('comments', {}, changeset.comments.map(writeComment)),
    ...changeset.fieldChanges.filter(({ kind }) => kind !== 'ttmstepdef').map(writeFieldChange),
    ...changeset.fieldChanges
      .filter((change) => change.kind === 'ttmstepdef' && change.steps.length > 0)
      .map(writeFieldChange),
  ]);

/** Without what the format can't say, which describeChangesets has. */
export const writeArtifact = (artifact: ArchiveArtifact): string =>
  element('artifact', { id: artifact.xmlId, tracker_id: artifact.originalTrackerId }, [
    ...artifact.changesets.map(writeChangeset),
    ...artifact.files.map(writeAttachment),
  ]);
