// Makes what a project is before anything happens in it: the project, its groups, services and trackers.
import type { Writer } from '../../../platform/database/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { ProjectRow } from '../../projects/index.ts';
import type { RawBlock } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { insertReferences } from '../model/archive.store.ts';
import type { ArchiveReferenceKind } from '../model/archive.tables.ts';
import { parseXml } from '../xml/xml-tree.ts';
import { cutParts } from '../xml/cut-parts.ts';
import type { ImportContext, ImportedTracker } from '../model/import-context.ts';
import type { Warn } from '../model/warnings.ts';
import type { Originals } from '../concepts/form-elements.ts';
import type { ImportedPeople } from './import-people.ts';
import { importProject, keepBlocks } from './import-project.ts';
import type { ImportedProject } from './import-project.ts';
import { importTrackers } from './import-tracker.ts';

export interface StructureOrder {
  readonly content: ProjectContent;
  readonly originals: Originals;
  /** `importer` administers the project unless the content names others. */
  readonly people: Pick<ImportedPeople, 'importer' | 'find'>;
  readonly status: ProjectRow['status'];
  /** Of the project, where it is reserved. */
  readonly id?: number | undefined;
  readonly nowMs: number;
  readonly warn: Warn;
}

export interface ImportedStructure {
  readonly project: ImportedProject;
  readonly context: ImportContext;
  /** By reference. */
  readonly imported: ReadonlyMap<string, ImportedTracker>;
  /** Parts of the content that nobody reads, with how many things each holds. */
  readonly storedElements: readonly (string | Said)[];
}

/** Writes everything of the content but artifacts. Throws conflict for a taken short name. */
export async function importStructure(tx: Writer, order: StructureOrder): Promise<ImportedStructure> {
  const { content, originals, people, id, status, nowMs, warn } = order;
  const project = await importProject(tx, content, people, { id, status, nowMs }, warn);
  const { findGroup } = project;
  const context: ImportContext = { tx, nowMs, projectId: project.id, findUser: people.find, findGroup, warn };
  const imported = await importTrackers(context, content.trackers, content.triggers, originals);
  const kept: RawBlock[] = [];
  const storedElements: (string | Said)[] = [];
  for (const block of content.otherBlocks) {
    const element = content.elements.get(block.name);
    const rest = element === undefined ? block : await element.import(context, block, imported);
    if (rest !== undefined) kept.push(rest);
    const left = element === undefined ? await describeStored(block) : undefined;
    storedElements.push(...(element?.kept ?? (left === undefined ? [] : [left])));
  }
  for (const { itemName, otherSemantics, otherBlocks } of content.trackers)
    for (const block of [...otherSemantics, ...otherBlocks]) {
      const left = await describeStored(block);
      if (left !== undefined) storedElements.push(says('left.kept-tracker')`tracker ${itemName}: ${left}`);
    }
  await keepBlocks(tx, project.id, content, kept);
  return { project, context, imported, storedElements };
}

/** Such as `frs: 1 package`, or `semantic estimate`; undefined for one that says nothing, such as `<svn/>`. */
async function describeStored({ name, xml }: RawBlock): Promise<string | Said | undefined> {
  const { attributes, children } = await parseXml([Buffer.from(xml)], { file: name });
  if (name === 'semantic') return says('left.kept-semantic')`semantic ${attributes['type'] ?? ''}`;
  const counts = [...Map.groupBy(children, (child) => child.name)].map(([inner, { length }]) => `${length} ${inner}`);
  return counts.length === 0 ? undefined : `${name}: ${counts.join(', ')}`;
}

/** Keeps what the content's references became, because the kept blocks speak in them. */
export async function keepReferences(
  { tx, projectId }: ImportContext,
  imported: Iterable<ImportedTracker>,
  artifactIds: Iterable<readonly [ref: string, id: number]>,
): Promise<void> {
  const keep = async (kind: ArchiveReferenceKind, ids: Iterable<readonly [string, number]>): Promise<void> => {
    for (const part of cutParts(ids))
      await insertReferences(
        tx,
        part.map(([ref, target_id]) => ({ project_id: projectId, kind, ref, target_id })),
      );
  };
  const trackers = [...imported];
  const fields = trackers.flatMap((tracker) => [...tracker.fieldsByRef.values()]);
  // Of two with one ID in a tracker the first has it.
  const itemsOf = (isOfGroups: boolean): Map<string, number> =>
    new Map(
      fields
        .toReversed()
        .filter(({ element }) => element.type !== 'shared' && (element.bind?.kind === 'ugroups') === isOfGroups)
        .flatMap(({ element, valueIds }) =>
          (element.bind?.items ?? []).flatMap(({ ref }): [string, number][] => {
            const id = ref === undefined ? undefined : valueIds.get(ref);
            return ref === undefined || id === undefined ? [] : [[ref, id]];
          }),
        ),
    );
  await keep('tracker', new Map(trackers.map((tracker) => [tracker.model.ref, tracker.id])));
  await keep('field', new Map(fields.map((field) => [field.element.ref, field.id])));
  await keep('value', itemsOf(false));
  await keep('group_value', itemsOf(true));
  await keep('artifact', artifactIds);
}
