// Makes the project of an archive with its groups, members and services.
import type { Writer } from '../../../platform/database/index.ts';
import { escapeXmlText } from '../../../platform/texts/xml-text.ts';
import { projectWrites, userGroupNames } from '../../projects/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { importLinkTypes } from '../concepts/link-types.ts';
import { importServices } from '../concepts/services.ts';
import { importUserGroups } from '../concepts/user-groups.ts';
import type { FindPeople } from '../concepts/user-groups.ts';
import type { RawBlock } from '../model/archive-model.ts';
import { insertBlock } from '../model/archive.store.ts';
import type { ProjectContent } from '../model/project-content.ts';
import type { Warn } from '../model/warnings.ts';

export interface ImportedProject {
  readonly id: number;
  /** Static groups by id. */
  readonly groupNames: ReadonlyMap<number, string>;
  readonly findGroup: (name: string) => number | undefined;
}

/**
 * Writes project, static groups (in document order), members and services. `status` is the new project's, `id` one that
 * reserveProjectId gave. Throws conflict for a taken short name.
 */
export async function importProject(
  tx: Writer,
  model: ProjectContent,
  people: FindPeople,
  { id: reservedId, status, nowMs }: { id?: number | undefined; status: ProjectRow['status']; nowMs: number },
  warn: Warn,
): Promise<ImportedProject> {
  const { project } = model;
  const id = await projectWrites.createProject(tx, {
    ...(reservedId === undefined ? {} : { id: reservedId }),
    unix_name: project.unixName,
    // A project that is made of a template has another name.
    written_name: project.writtenName?.toLowerCase() === project.unixName.toLowerCase() ? project.writtenName : '',
    full_name: project.fullName,
    description: project.description,
    long_description: project.longDescription,
    access: project.access ?? 'public',
    status,
    is_template: 0,
    is_synchronized: project.areUserGroupsSynchronized ? 1 : 0,
    icon: project.iconCodepoint ?? '',
    created_at_ms: nowMs,
    banner: project.banner ?? '',
  });
  const groups = await importUserGroups(tx, id, project, people, warn);
  await importServices(tx, id, project);
  return {
    id,
    groupNames: new Map([...groups].map(([name, groupId]) => [groupId, name])),
    findGroup: (name) => userGroupNames.findBuiltInGroup(name) ?? groups.get(name),
  };
}

/** Keeps what later features read: whole blocks as they stand, single facts written again as elements. */
export async function keepBlocks(
  tx: Writer,
  projectId: number,
  model: ProjectContent,
  blocks: readonly RawBlock[],
): Promise<void> {
  const { inheritFromTemplate } = model.project;
  const rewritten = [
    ...(inheritFromTemplate === undefined
      ? []
      : [
          {
            name: 'inherit-from-template',
            xml: `<inherit-from-template>${escapeXmlText(inheritFromTemplate)}</inherit-from-template>`,
          },
        ]),
    await importLinkTypes(tx, projectId, model.natures, model.useNatures),
  ];
  for (const { name, xml } of [...rewritten, ...blocks])
    await insertBlock(tx, { project_id: projectId, tracker_id: null, name, xml });
}
