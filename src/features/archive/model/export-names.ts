// How an export names things: as the archive that they came from did, so that kept blocks still mean the same, and
// by their id here otherwise.
import type { Reader } from '../../../platform/database/index.ts';
import { userGroupNames } from '../../projects/index.ts';
import { trackerRecords } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import { listReferences } from './archive.store.ts';
import type { ArchiveReferenceKind } from './archive.tables.ts';

export interface ExportNames {
  tracker(id: number): string;
  field(id: number): string;
  /** Of a value of this list. */
  value(list: Field | undefined, id: number): string;
  artifact(id: number): string;
  /** Undefined for a group that is gone. */
  group(id: number): string | undefined;
}

const prefixes: Readonly<Record<ArchiveReferenceKind, string>> = {
  tracker: 'T',
  field: 'F',
  value: 'V',
  group_value: 'V',
  artifact: '',
};

type Reference = Awaited<ReturnType<typeof listReferences>>[number];

const lastNumberOf = (references: readonly Reference[]): number =>
  references.reduce((last, { ref }) => Math.max(last, Number(/\d{1,15}$/.exec(ref)?.[0] ?? 0)), 0);

/** New names count on from the highest number among the old ones, so that none is given twice. */
function createNaming(
  kind: ArchiveReferenceKind,
  references: readonly Reference[],
  lastNumber = lastNumberOf(references),
): (id: number) => string {
  const known = new Map(references.map(({ ref, target_id }) => [target_id, ref]));
  return (id) => known.get(id) ?? `${prefixes[kind]}${lastNumber + id}`;
}

/** Whether the ids of the list's values are those of the values that stand for user groups. */
export const isOfGroups = (list: Field | undefined): boolean => list?.settings.bind?.kind === 'ugroups';

/** Values that stand for user groups have ids of their own: their new names count on from those of the other values. */
async function loadValueNaming(db: Reader, projectId: number): Promise<ExportNames['value']> {
  const plain = await listReferences(db, projectId, 'value');
  const ofGroups = await listReferences(db, projectId, 'group_value');
  const lastNumber = lastNumberOf([...plain, ...ofGroups]);
  const namePlain = createNaming('value', plain, lastNumber);
  const nameGroup = createNaming('group_value', ofGroups, lastNumber + (await trackerRecords.readLastValueId(db)));
  return (list, id) => (isOfGroups(list) ? nameGroup(id) : namePlain(id));
}

/** Values of a shared field have names of their own, because the format knows no shared fields and no name twice. */
export const nameCopies =
  (nameField: ExportNames['field'], nameValue: ExportNames['value']): ExportNames['value'] =>
  (list, id) =>
    list?.settings.originalFieldId === undefined
      ? nameValue(list, id)
      : `${copyPrefix(nameField(list.id))}${nameValue(list, id)}`;

/** What precedes the name of a value of the original, in a shared field of this name. */
export const copyPrefix = (fieldRef: string): string => `${fieldRef}-`;

/** Reads the names of a project's parts; `groupNames` are its static groups. */
export async function loadNames(
  db: Reader,
  projectId: number,
  groupNames: ReadonlyMap<number, string>,
): Promise<ExportNames> {
  const load = async (kind: ArchiveReferenceKind) => createNaming(kind, await listReferences(db, projectId, kind));
  const field = await load('field');
  return {
    tracker: await load('tracker'),
    field,
    value: nameCopies(field, await loadValueNaming(db, projectId)),
    artifact: await load('artifact'),
    group: (id) => userGroupNames.groupArchiveName(id) ?? groupNames.get(id),
  };
}
