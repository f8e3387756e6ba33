// Turns the stored values of a changeset into the archive's field changes: the counterpart of stored-values.ts.
import { fieldIs, fieldTypeOf } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import { attachmentRef } from '../concepts/attachments.ts';
import type { FieldChange } from '../model/artifact-model.ts';
import type { ExportContext } from '../model/export-context.ts';

/** What a page of artifacts speaks of. */
export interface PageFacts {
  readonly context: ExportContext;
  /** Linked artifacts that go into the archive. */
  readonly knownArtifacts: ReadonlySet<number>;
  /** Attachments of the artifacts on the page. */
  readonly knownFiles: ReadonlySet<number>;
}

/** The change of one field; undefined for a type that no archive has values of. Throws an Error for a damaged value. */
export function exportValue(
  stored: unknown,
  field: Field,
  { context, knownArtifacts, knownFiles }: PageFacts,
): FieldChange | undefined {
  const { names, people } = context;
  const value = fieldTypeOf(field.type).toArchive?.(stored, {
    field,
    user: (id, email) => people.refer(id, email),
    value: (id) => names.value(field, id),
    group: (id) => names.group(id),
    artifact: (id) => (knownArtifacts.has(id) ? names.artifact(id) : undefined),
    file: (id) => (knownFiles.has(id) ? attachmentRef(id) : undefined),
  });
  return value && { ...value, fieldName: field.name, line: 0 };
}

/** Users and artifacts that a stored value speaks of. */
export function mentionsOf(stored: unknown, field: Field): { users: readonly number[]; artifacts: readonly number[] } {
  const { users = [], artifacts = [] } = fieldTypeOf(field.type).mentions(stored);
  return {
    users: field.settings.bind?.kind === 'users' ? users : [],
    artifacts: fieldIs.links(field) ? artifacts : [],
  };
}
