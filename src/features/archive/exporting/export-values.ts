// Turns the stored values of a changeset into the archive's field changes: the counterpart of stored-values.ts.
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { shapeCheck } from '../../../platform/texts/shape.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import { groupArchiveName, groupIds } from '../../projects/index.ts';
import { findOpenValue, findValue } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import { attachmentRef } from '../concepts/attachments.ts';
import type { FieldChange, ListValue } from '../model/artifact-model.ts';
import type { ExportContext } from '../model/export-context.ts';

/** What a page of artifacts speaks of. */
export interface PageFacts {
  readonly context: ExportContext;
  /** Linked artifacts that go into the archive. */
  readonly knownArtifacts: ReadonlySet<number>;
  /** Attachments of the artifacts on the page. */
  readonly knownFiles: ReadonlySet<number>;
}

/** Makes a check for stored values of one shape; it throws an Error for a damaged one. */
function storedAs<S extends TSchema>(schema: S): (stored: unknown, field: Field) => Static<S> {
  const hasShape = shapeCheck(schema);
  return (stored, field) => {
    if (!hasShape(stored)) throw new Error(`a stored value of field ${field.id} does not have its shape`);
    return stored;
  };
}

const Format = Type.Union([Type.Literal('text'), Type.Literal('html'), Type.Literal('commonmark')]);
const readString = storedAs(Type.String());
const readText = storedAs(Type.Object({ content: Type.String(), format: Format }));
const readNumber = storedAs(Type.Union([Type.Number(), Type.Null()]));
const readDate = storedAs(Type.Union([Type.String(), Type.Integer(), Type.Null()]));
const readIds = storedAs(Type.Array(Type.Integer()));
const readOpenList = storedAs(Type.Object({ bound: Type.Array(Type.Integer()), open: Type.Array(Type.Integer()) }));
const readComputed = storedAs(
  Type.Object({ isAuto: Type.Boolean(), manual: Type.Union([Type.Number(), Type.Null()]) }),
);
const readLinks = storedAs(Type.Array(Type.Object({ id: Type.Integer(), type: Type.String() })));
const readSteps = storedAs(
  Type.Array(
    Type.Object({
      description: Type.String(),
      descriptionFormat: Format,
      expectedResults: Type.String(),
      expectedResultsFormat: Format,
    }),
  ),
);

const textOf = (number: number | null): string => (number === null ? '' : String(number));

const bindOf = (field: Field): 'static' | 'users' | 'ugroups' => field.settings.bind?.kind ?? 'static';

function exportChosen(ids: readonly number[], field: Field, { context }: PageFacts): ListValue[] {
  if (bindOf(field) === 'users') return ids.map((id) => ({ kind: 'user', user: context.people.refer(id) }));
  return ids
    .filter((id) => findValue(field, id) !== undefined)
    .map((id) => ({ kind: 'ref', ref: context.names.value(field, id) }));
}

/** Where people are offered, what somebody wrote instead stands where an address would. */
function exportOwnLabels(ids: readonly number[], field: Field, { context }: PageFacts): ListValue[] {
  const labels = ids.flatMap((id) => findOpenValue(field, id)?.label ?? []);
  return labels.map((label) =>
    bindOf(field) === 'users' ? { kind: 'user', user: context.people.refer(0, label) } : { kind: 'label', label },
  );
}

type Exporter = (stored: unknown, field: Field, facts: PageFacts) => FieldChange;

const base = (field: Field) => ({ fieldName: field.name, line: 0 });

const exportList: Exporter = (stored, field, facts) => ({
  ...base(field),
  kind: 'list',
  bind: bindOf(field),
  values: exportChosen(readIds(stored, field), field, facts),
});

function exportDate(stored: unknown, field: Field): FieldChange {
  const date = readDate(stored, field);
  const value = date === null ? '' : typeof date === 'string' ? date : formatIso(date * 1000);
  return { ...base(field), kind: 'date', value };
}

const exporters: Readonly<Record<string, Exporter>> = {
  string: (stored, field) => ({ ...base(field), kind: 'string', value: readString(stored, field) }),
  text(stored, field) {
    const { content, format } = readText(stored, field);
    return { ...base(field), kind: 'text', value: content, format };
  },
  int: (stored, field) => ({ ...base(field), kind: 'int', value: textOf(readNumber(stored, field)) }),
  float: (stored, field) => ({ ...base(field), kind: 'float', value: textOf(readNumber(stored, field)) }),
  date: exportDate,
  sb: exportList,
  rb: exportList,
  msb: exportList,
  cb: exportList,
  tbl(stored, field, facts) {
    const { bound, open } = readOpenList(stored, field);
    const values = [...exportChosen(bound, field, facts), ...exportOwnLabels(open, field, facts)];
    return { ...base(field), kind: 'open_list', bind: bindOf(field), values };
  },
  computed(stored, field) {
    const { isAuto, manual } = readComputed(stored, field);
    return {
      ...base(field),
      kind: 'computed',
      manualValue: textOf(manual),
      isAutocomputed: isAuto,
      value: undefined,
    };
  },
  file: (stored, field, { knownFiles }) => ({
    ...base(field),
    kind: 'file',
    fileRefs: readIds(stored, field)
      .filter((id) => knownFiles.has(id))
      .map(attachmentRef),
  }),
  art_link: (stored, field, { context, knownArtifacts }) => ({
    ...base(field),
    kind: 'art_link',
    links: readLinks(stored, field)
      .filter(({ id }) => knownArtifacts.has(id))
      .map(({ id, type }) => ({ artifactId: context.names.artifact(id), nature: type })),
  }),
  perm(stored, field, { context }) {
    const ids = readIds(stored, field);
    const known = ids.flatMap((id) => context.names.group(id) ?? []);
    // Where all groups are gone, others don't get to see the artifact by an import.
    const names = known.length === 0 && ids.length > 0 ? [groupArchiveName(groupIds.nobody) ?? ''] : known;
    const userGroups = names.map((name) => ({ name, id: undefined }));
    return { ...base(field), kind: 'permissions_on_artifact', usePermissions: ids.length > 0, userGroups };
  },
  ttmstepdef: (stored, field) => ({ ...base(field), kind: 'ttmstepdef', steps: readSteps(stored, field) }),
};

/** The change of one field; undefined for a type that no archive has values of. Throws an Error for a damaged value. */
export const exportValue = (stored: unknown, field: Field, facts: PageFacts): FieldChange | undefined =>
  exporters[field.type]?.(stored, field, facts);

/** Users and artifacts that a stored value speaks of. */
export function mentionsOf(stored: unknown, field: Field): { users: readonly number[]; artifacts: readonly number[] } {
  if (field.type === 'art_link') return { users: [], artifacts: readLinks(stored, field).map(({ id }) => id) };
  if (bindOf(field) !== 'users') return { users: [], artifacts: [] };
  if (field.type === 'tbl') return { users: readOpenList(stored, field).bound, artifacts: [] };
  return { users: readIds(stored, field), artifacts: [] };
}
