// Turns a project's rows into the archive's model: facts, services, groups with their members, kept blocks.
import type { Reader } from '../../../platform/database/index.ts';
import { projectRecords, projectViews } from '../../projects/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { unusedLinkTypes } from '../../trackers/index.ts';
import type { ArchiveNature, ArchiveProject, RawBlock } from '../model/archive-model.ts';
import { exportLinkTypes } from '../concepts/link-types.ts';
import { exportServices } from '../concepts/services.ts';
import { exportUserGroups } from '../concepts/user-groups.ts';
import { listBlocks } from '../model/archive.store.ts';
import { exportElements } from '../model/element-parts.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { storedFilesBlock } from '../importing/stored-files.ts';
import type { ExportPeople } from '../model/export-people.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

export interface ExportedProject {
  readonly project: ArchiveProject;
  readonly natures: readonly ArchiveNature[];
  readonly otherBlocks: readonly RawBlock[];
  readonly trackerBlocks: ReadonlyMap<number | null, readonly RawBlock[]>;
  /** Static groups by id. */
  readonly groupNames: ReadonlyMap<number, string>;
}

const parseBlock = (xml: string): Promise<XmlElement> => parseXml([Buffer.from(xml)], { file: 'archive_blocks' });

/** What an export doesn't write as it is kept. */
const rewrittenNames = ['inherit-from-template', 'natures', storedFilesBlock];

/** Reads the project; its people are loaded and count as mentioned. */
export async function exportProject(
  db: Reader,
  row: ProjectRow,
  people: ExportPeople,
  parts: readonly ElementPart[],
): Promise<ExportedProject> {
  const rows = await projectRecords.loadProjectRows(db, row.id);
  const blocks = Map.groupBy(await listBlocks(db, row.id), (block) => block.tracker_id);
  const listOf = (trackerId: number | null): RawBlock[] =>
    (blocks.get(trackerId) ?? []).map(({ name, xml }) => ({ name, xml, line: 0 }));
  const all = [...rows.members, ...rows.guests, ...rows.roleMembers, ...rows.groupMembers];
  await people.load(
    db,
    all.map((member) => member.user_id),
  );
  // Only settings of Tepal's name them, but their accounts come along.
  for (const { user_id: id } of rows.guests) people.refer(id);
  const find = async (name: string): Promise<XmlElement | undefined> => {
    const block = listOf(null).find((candidate) => candidate.name === name);
    return block === undefined ? undefined : parseBlock(block.xml);
  };
  const unused = await unusedLinkTypes.list(db, { projectId: row.id });
  const project: ArchiveProject = {
    unixName: row.unix_name,
    writtenName: projectViews.writtenNameOf(row),
    fullName: row.full_name,
    description: row.description,
    longDescription: row.long_description,
    access: row.access,
    iconCodepoint: row.icon === '' ? undefined : row.icon,
    inheritFromTemplate: (await find('inherit-from-template'))?.text,
    banner: row.banner === '' ? undefined : row.banner,
    ...exportServices(rows),
    ...exportUserGroups(row, rows, people),
    line: 0,
  };
  return {
    project,
    natures: exportLinkTypes(
      await find('natures'),
      unused.flatMap(({ project_id: id, shortname }) => (id === row.id ? shortname : [])),
    ),
    otherBlocks: await exportElements(
      db,
      row.id,
      listOf(null).filter(({ name }) => !rewrittenNames.includes(name)),
      parts,
    ),
    trackerBlocks: new Map([...blocks.keys()].map((id) => [id, listOf(id)])),
    groupNames: new Map(rows.groups.map((group) => [group.id, group.name])),
  };
}
