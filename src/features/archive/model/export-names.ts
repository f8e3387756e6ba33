// How an export names things: as the archive that they came from did, so that kept blocks still mean the same, and
// by their id here otherwise.
import type { Reader } from '../../../platform/database/index.ts';
import { groupArchiveName } from '../../projects/index.ts';
import { listReferences } from './archive.store.ts';
import type { ArchiveReferenceKind } from './archive.tables.ts';

export interface ExportNames {
  tracker(id: number): string;
  field(id: number): string;
  value(id: number): string;
  artifact(id: number): string;
  /** Undefined for a group that is gone. */
  group(id: number): string | undefined;
}

const prefixes: Readonly<Record<ArchiveReferenceKind, string>> = { tracker: 'T', field: 'F', value: 'V', artifact: '' };

/** New names count on from the highest number among the old ones, so that none is given twice. */
function createNaming(
  kind: ArchiveReferenceKind,
  references: readonly { ref: string; target_id: number }[],
): (id: number) => string {
  const known = new Map<number, string>();
  let offset = 0;
  for (const { ref, target_id } of references) {
    known.set(target_id, ref);
    offset = Math.max(offset, Number(/\d{1,15}$/.exec(ref)?.[0] ?? 0));
  }
  return (id) => known.get(id) ?? `${prefixes[kind]}${offset + id}`;
}

/** Reads the names of a project's parts; `groupNames` are its static groups. */
export async function loadNames(
  db: Reader,
  projectId: number,
  groupNames: ReadonlyMap<number, string>,
): Promise<ExportNames> {
  const load = async (kind: ArchiveReferenceKind) => createNaming(kind, await listReferences(db, projectId, kind));
  return {
    tracker: await load('tracker'),
    field: await load('field'),
    value: await load('value'),
    artifact: await load('artifact'),
    group: (id) => groupArchiveName(id) ?? groupNames.get(id),
  };
}
