// Turns a project's rows into the archive's model: facts, services, groups with their members, kept blocks.
import type { Reader } from '../../../platform/database/index.ts';
import { groupIds, loadProjectRows, otherRoles, writtenNameOf } from '../../projects/index.ts';
import type { ProjectRow, ProjectRows } from '../../projects/index.ts';
import { isLinkType, listUnusedLinkTypes } from '../../trackers/index.ts';
import type { ArchiveNature, ArchiveProject, ArchiveUserGroup, RawBlock } from '../model/archive-model.ts';
import { listBlocks } from '../model/archive.store.ts';
import { exportElements } from '../model/element-parts.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { keptFilesBlock } from '../importing/kept-files.ts';
import type { ExportPeople } from '../model/export-people.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Names of the groups with a role, other than members and administrators, as archives list them with members. */
const roleNames = new Map<number, string>([
  [groupIds.fileManagers, 'file_manager_admins'],
  [groupIds.wikiAdmins, 'wiki_admins'],
  ...Object.entries(otherRoles).map(([name, id]): [number, string] => [id, name]),
]);

function exportGroups(rows: ProjectRows, people: ExportPeople): ArchiveUserGroup[] {
  const group = (name: string, description: string, members: readonly { user_id: number }[]): ArchiveUserGroup => ({
    name,
    description,
    members: members.map(({ user_id }) => people.refer(user_id)),
    line: 0,
  });
  const roles = Map.groupBy(rows.roleMembers, (row) => row.ugroup_id);
  return [
    group('project_members', '', rows.members),
    group(
      'project_admins',
      '',
      rows.members.filter((row) => row.is_admin === 1),
    ),
    ...[...roles].flatMap(([id, members]) => {
      const name = roleNames.get(id);
      return name === undefined ? [] : [group(name, '', members)];
    }),
    ...rows.groups.map(({ id, name, description }) =>
      group(
        name,
        description,
        rows.groupMembers.filter((row) => row.ugroup_id === id),
      ),
    ),
  ];
}

/** Blocks that the import wrote from single facts. */
interface RewrittenFacts {
  readonly inheritFromTemplate: string | undefined;
  readonly natures: readonly ArchiveNature[];
}

export interface ExportedProject {
  readonly project: ArchiveProject;
  readonly natures: readonly ArchiveNature[];
  readonly otherBlocks: readonly RawBlock[];
  readonly trackerBlocks: ReadonlyMap<number | null, readonly RawBlock[]>;
  /** Static groups by id. */
  readonly groupNames: ReadonlyMap<number, string>;
}

const parseBlock = (xml: string): Promise<XmlElement> => parseXml([Buffer.from(xml)], { file: 'archive_blocks' });

async function readRewritten(blocks: readonly RawBlock[]): Promise<RewrittenFacts> {
  const find = async (name: string): Promise<XmlElement | undefined> => {
    const block = blocks.find((candidate) => candidate.name === name);
    return block === undefined ? undefined : parseBlock(block.xml);
  };
  const natures = (await find('natures'))?.children ?? [];
  return {
    inheritFromTemplate: (await find('inherit-from-template'))?.text,
    natures: natures.map(({ text, attributes }) => ({ name: text, isUsed: attributes['is_used'] !== '0', line: 0 })),
  };
}

/** Those that came with the project, those that Tepal knows as they are used by now, and those that were switched off since. */
const naturesOf = (kept: readonly ArchiveNature[], unused: readonly string[]): ArchiveNature[] => [
  ...kept.map((nature) => ({
    ...nature,
    isUsed: isLinkType(nature.name) ? !unused.includes(nature.name) : nature.isUsed,
  })),
  ...unused
    .filter((shortname) => !kept.some(({ name }) => name === shortname))
    .map((name) => ({ name, isUsed: false, line: 0 })),
];

/** What an export doesn't write as it is kept. */
const rewrittenNames = ['inherit-from-template', 'natures', keptFilesBlock];

/** Reads the project; its people are loaded and count as mentioned. */
export async function exportProject(
  db: Reader,
  row: ProjectRow,
  people: ExportPeople,
  parts: readonly ElementPart[],
): Promise<ExportedProject> {
  const rows = await loadProjectRows(db, row.id);
  const blocks = Map.groupBy(await listBlocks(db, row.id), (block) => block.tracker_id);
  const listOf = (trackerId: number | null): RawBlock[] =>
    (blocks.get(trackerId) ?? []).map(({ name, xml }) => ({ name, xml, line: 0 }));
  const all = [...rows.members, ...rows.roleMembers, ...rows.groupMembers];
  await people.load(
    db,
    all.map((member) => member.user_id),
  );
  const facts = await readRewritten(listOf(null));
  const unused = await listUnusedLinkTypes(db, { projectId: row.id });
  const project: ArchiveProject = {
    unixName: row.unix_name,
    writtenName: writtenNameOf(row),
    fullName: row.full_name,
    description: row.description,
    longDescription: row.long_description,
    access: row.access,
    iconCodepoint: row.icon === '' ? undefined : row.icon,
    inheritFromTemplate: facts.inheritFromTemplate,
    banner: row.banner === '' ? undefined : row.banner,
    services: rows.services
      .filter((service) => service.is_custom === 0)
      .map((service) => ({ shortname: service.shortname, enabled: service.is_enabled === 1, rank: service.rank })),
    projectDefinedServices: rows.services
      .filter((service) => service.is_custom === 1)
      .map(({ shortname, label, description, link, is_enabled, is_in_new_tab, rank, icon }) => ({
        rank,
        icon,
        shortname,
        enabled: is_enabled === 1,
        label,
        description,
        link,
        isInNewTab: is_in_new_tab === 1,
      })),
    areUserGroupsSynchronized: row.is_synchronized === 1,
    userGroups: exportGroups(rows, people),
    line: 0,
  };
  return {
    project,
    natures: naturesOf(
      facts.natures,
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
