// Makes a project from a template: another project's structure, the structure of a bundled archive, or nothing at all.
import { fileURLToPath } from 'node:url';
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { projectRecords, userGroupNames } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import type { ArchiveTracker, RawBlock } from '../model/archive-model.ts';
import type { NewProjectFacts, ProjectContent } from '../model/project-content.ts';
import type { UserReference } from '../model/artifact-model.ts';
import { createSummary } from '../model/artifact-summary.ts';
import { exportStructure } from '../exporting/export-structure.ts';
import type { ImportedUser } from '../model/import-context.ts';
import { findOriginals } from '../concepts/form-elements.ts';
import { importStructure, keepReferences } from '../importing/import-structure.ts';
import { listElementParts } from '../model/archive-parts.ts';
import type { ArchivePart } from '../model/archive-parts.ts';
import { readStoredElements } from '../model/element-parts.ts';
import type { ElementPart } from '../model/element-parts.ts';
import { listFormElements } from '../model/field-model.ts';
import { readArchive } from '../reading/read-archive.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

/** Names of the bundled structures that projects can be made from. */
export const bundledTemplates = ['scrum', 'kanban', 'bugs', 'support', 'roadmap'] as const;
export type BundledTemplate = (typeof bundledTemplates)[number];

export type ProjectTemplate = 'empty' | { readonly bundled: BundledTemplate } | { readonly projectId: number };

/** A template whose files are read. */
export type LoadedTemplate = { readonly parts: readonly ElementPart[] } & (
  | { readonly content: ProjectContent }
  | { readonly projectId: number }
);

export interface ProjectOrder {
  readonly facts: NewProjectFacts;
  readonly template: LoadedTemplate;
  /** Id of the account that becomes the only member, as administrator. */
  readonly adminId: number;
  readonly nowMs: number;
}

/** A project without anything in it. */
export const emptyContent: ProjectContent = {
  project: {
    unixName: '',
    fullName: '',
    description: '',
    longDescription: '',
    access: undefined,
    iconCodepoint: undefined,
    inheritFromTemplate: undefined,
    banner: undefined,
    services: [
      { shortname: 'plugin_tracker', enabled: true },
      { shortname: 'plugin_agiledashboard', enabled: true },
      { shortname: 'plugin_git', enabled: true },
      { shortname: 'plugin_svn', enabled: true },
    ],
    projectDefinedServices: [],
    areUserGroupsSynchronized: false,
    userGroups: [],
    line: 0,
  },
  natures: [],
  useNatures: true,
  trackers: [],
  triggers: [],
  elements: new Map(),
  otherBlocks: [],
};

const readBundled = (name: BundledTemplate): Promise<ProjectContent> =>
  readArchive(fileURLToPath(new URL(`../../../../samples/templates/${name}`, import.meta.url)));

/** Reads the files that a template needs; call it outside of transactions. Whether a project exists is not asked. */
export async function loadTemplate(
  template: ProjectTemplate,
  archiveParts: readonly ArchivePart[],
): Promise<LoadedTemplate> {
  const parts = listElementParts(archiveParts);
  if (template === 'empty') return { parts, content: emptyContent };
  return 'bundled' in template
    ? { parts, content: await readBundled(template.bundled) }
    : { parts, projectId: template.projectId };
}

/**
 * Blocks that say how a project works, each with the names of elements in it that tell what happened; the other blocks are about
 * that alone, or name files.
 */
export const listStructural = (parts: readonly ElementPart[]): Map<string, readonly string[]> =>
  new Map(
    parts.flatMap(({ element, leftByTemplates }): [string, readonly string[]][] =>
      leftByTemplates === undefined ? [] : [[element, leftByTemplates]],
    ),
  );

const listElements = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(listElements)];

async function keepStructural(blocks: readonly RawBlock[], parts: readonly ElementPart[]): Promise<RawBlock[]> {
  const structural = listStructural(parts);
  const kept: RawBlock[] = [];
  for (const block of blocks) {
    const left = structural.get(block.name);
    if (left === undefined) continue;
    const isLeft = ({ name }: XmlElement): boolean => left.includes(name);
    const root = await parseXml([Buffer.from(block.xml)], { file: block.name, keepsSource: isLeft });
    const removed = listElements(root).filter(isLeft);
    kept.push({ ...block, xml: removed.reduce((xml, { source = '' }) => xml.replace(source, () => ''), block.xml) });
  }
  return kept;
}

/**
 * Trackers that new projects get: all but those that are switched off for them, where no planning, board or other part, no
 * child and no trigger needs them.
 */
function listCopied({ trackers, triggers }: ProjectContent, parts: readonly RawBlock[]): ArchiveTracker[] {
  const triggering = new Set(
    triggers.flatMap(({ sources, target }) => [target, ...sources].map(({ fieldRef }) => fieldRef)),
  );
  const isNeeded = ({ ref, formElements }: ArchiveTracker): boolean =>
    trackers.some(({ parentRef }) => parentRef === ref) ||
    parts.some(({ xml }) => xml.includes(`"${ref}"`) || xml.includes(`>${ref}<`)) ||
    listFormElements(formElements).some((field) => triggering.has(field.ref));
  return trackers.filter((tracker) => tracker.flags.instantiateForNewProjects !== false || isNeeded(tracker));
}

async function toStructure(
  content: ProjectContent,
  facts: NewProjectFacts,
  parts: readonly ElementPart[],
): Promise<ProjectContent> {
  const otherBlocks = await keepStructural(content.otherBlocks, parts);
  return {
    ...content,
    project: {
      ...content.project,
      unixName: facts.unixName,
      fullName: facts.fullName,
      description: facts.description,
      longDescription: '',
      access: facts.access,
      iconCodepoint: facts.icon,
      inheritFromTemplate: undefined,
      banner: undefined,
      userGroups: content.project.userGroups
        .filter((group) => userGroupNames.findBuiltInGroup(group.name) === undefined)
        .map((group) => ({ ...group, members: [] })),
    },
    trackers: listCopied(content, otherBlocks).map((tracker): ArchiveTracker => ({
      ...tracker,
      artifacts: createSummary(),
      otherBlocks: [],
    })),
    elements: await readStoredElements(otherBlocks, parts),
    otherBlocks,
  };
}

/** People of a template don't come along, be it as members or as default values. */
const findNobody = (_reference: UserReference): ImportedUser | undefined => undefined;

async function readProject(db: Reader, id: number, parts: readonly ElementPart[]): Promise<ProjectContent> {
  const row = await projectRecords.findProject(db, id);
  if (row === undefined) throw notFound(says('template.no-project')`there is no project ${id} to use as a template`);
  return (await exportStructure(db, row, parts, false)).content;
}

/**
 * Writes a project with groups, services, trackers and their reports as its template has them, and gives its id. Nothing
 * that happened in the template comes along, nor its people. Groups in permissions are those of the new project. Ends
 * with a new site version. Throws conflict for a taken short name, invalid for one that is none, and notFound for a
 * template that is no project.
 */
export async function createProjectFromTemplate(tx: Writer, order: ProjectOrder): Promise<number> {
  const { facts, template, adminId, nowMs } = order;
  const source = 'content' in template ? template.content : await readProject(tx, template.projectId, template.parts);
  const content = await toStructure(source, facts, template.parts);
  const { project, context, imported } = await importStructure(tx, {
    content,
    originals: findOriginals(content),
    people: { importer: { id: adminId, isAlive: true }, find: findNobody },
    id: facts.id,
    status: facts.status,
    nowMs,
    warn: () => undefined,
  });
  for (const element of content.elements.values()) await element.importItems?.(context, () => undefined);
  await keepReferences(context, imported.values(), []);
  await bumpSiteVersion(tx);
  return project.id;
}
