// Imports a project archive: one transaction that makes users, project, trackers and artifacts, or nothing.
import { invalid } from '../../../platform/errors.ts';
import { lines, says, several, textOf } from '../../../platform/texts/said.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { commandLine, recordAudit } from '../../audit/index.ts';
import type { Actor } from '../../audit/index.ts';
import { projectRecords } from '../../projects/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { trackerRecords } from '../../trackers/index.ts';
import { createInventory } from '../outcomes/archive-inventory.ts';
import type { InventoryLine } from '../outcomes/archive-inventory.ts';
import { watchReading } from '../model/archive-access.ts';
import type { ArchiveModel, NewProjectFacts } from '../model/project-content.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { openArchive } from '../reading/archive-source.ts';
import { artifactRanking } from '../../artifacts/index.ts';
import { importArtifacts } from './import-artifacts.ts';
import { copyFiles, noRoom } from '../concepts/attachments.ts';
import type { Attachments } from '../concepts/attachments.ts';
import { createWarnings } from '../model/warnings.ts';
import type { DefinedTracker, ImportedTracker } from '../model/import-context.ts';
import { findOriginals } from '../concepts/form-elements.ts';
import type { Originals } from '../concepts/form-elements.ts';
import { createAttachmentNames } from './imported-links.ts';
import { importPeople } from './import-people.ts';
import type { ImportedProject } from './import-project.ts';
import { importStructure, keepReferences } from './import-structure.ts';
import { keepFiles } from './stored-files.ts';
import type { MappingMode } from '../planning-users/plan-users.ts';
import { findFolders, listElementParts, openPart, openWhole } from '../model/archive-parts.ts';
import type { ArchivePart } from '../model/archive-parts.ts';
import type { PreparedPart } from '../model/prepared-part.ts';
import { readArchiveFrom, readArtifactsFrom } from '../reading/read-archive.ts';

export interface ImportDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Attachments go to `files` in it. */
  readonly blobs: BlobStore;
  /** What later features read; elements and folders of others are kept as they are. */
  readonly parts: readonly ArchivePart[];
}

export interface ImportOptions {
  /** A folder or zip file. */
  readonly path: string;
  /** User name of the importer, who becomes the project's administrator unless the archive names others. */
  readonly as: string;
  readonly mode: MappingMode;
  /** Nothing may be passed over. */
  readonly isStrict?: boolean;
  /** Names of fields without permissions that are to be open, such as `bug.summary`; others without any are closed. */
  readonly openFields?: readonly string[] | undefined;
  /** How many bytes of each there is room for; without it there is no bound. */
  readonly room?: Readonly<Record<'attachments' | 'repositories', number>>;
  /** Finds out what an import would do, and takes all of it back. */
  readonly isCheck?: boolean;
  /** Counts the elements of the archive, which then are in the report. */
  readonly hasInventory?: boolean;
  /**
   * What the project is called and who may enter it, whatever the archive says, and who asked for that. `complete` ends the
   * transaction.
   */
  readonly into?: {
    readonly facts: NewProjectFacts;
    readonly by: Actor;
    complete(tx: Writer, report: Written): Promise<void>;
  };
  /** Hears how many bytes of the archive are read, now and then and at the end; project.xml is read twice. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ImportReport {
  readonly projectId: number;
  readonly unixName: string;
  /** Accounts that were created; reused ones don't count. */
  readonly users: number;
  /** People of users.xml who got no account, because nothing of the archive names them. */
  readonly unnamedUsers: number;
  readonly trackers: number;
  /** Structural and unused elements included. */
  readonly fields: number;
  readonly artifacts: number;
  /** Changesets that change nothing and say nothing are left out. */
  readonly changesets: number;
  /** Versions of comments. */
  readonly comments: number;
  readonly files: number;
  /** Paths of files that no artifact has; they are kept for exports. */
  readonly otherFiles: readonly string[];
  /** What features keep outside of the database, such as repositories. */
  readonly outside: number;
  /** What was passed over, one sentence each with its place and how often it came. */
  readonly warnings: readonly Said[];
  /** Elements, with how many things each holds, and files that nothing here reads yet: exports have them as they came. */
  readonly storedElements: readonly (string | Said)[];
  /** Elements and attributes of the archive, and what became of them; empty unless it was asked for. */
  readonly inventory: readonly InventoryLine[];
}

type Written = Omit<ImportReport, 'inventory'>;

/** Ends the transaction of a check. */
class CheckedImport extends Error {
  override readonly name = 'CheckedImport';
  readonly report: Written;

  constructor(report: Written) {
    super('the import was a check');
    this.report = report;
  }
}

interface Prepared {
  readonly model: ArchiveModel;
  /** Reads those that the model has an index of; a transaction may begin anew. */
  readonly artifacts: () => AsyncIterable<readonly ArchiveArtifact[]>;
  readonly originals: Originals;
  readonly attachments: Attachments;
  readonly outside: readonly PreparedPart[];
}

/**
 * Imports an archive in one transaction. Ids are given in document order. Permissions, required fields and workflow
 * are not enforced on what the archive holds. Throws invalid for a wrong archive (with file, line and element), an
 * unknown importer or a user who needs a decision, conflict for a taken project name, tooLarge beyond the limits; then
 * nothing has changed.
 */
export async function importArchive(deps: ImportDeps, options: ImportOptions): Promise<ImportReport> {
  const source = watchReading(await openArchive(options.path), options.onProgress);
  try {
    const { parts } = deps;
    const inventory = options.hasInventory === true ? createInventory(listElementParts(parts)) : undefined;
    const model = renameProject(
      await readArchiveFrom(source, parts, { inventory, openFields: options.openFields }),
      options.into?.facts,
    );
    const originals = findOriginals(model);
    const attachments = await copyFiles(source, model, { blobs: deps.blobs, bytesMax: options.room?.attachments });
    const outside: PreparedPart[] = [];
    let written: Written;
    try {
      for (const part of findFolders(source, parts)) outside.push(await part.prepare(openPart(source, part)));
      for (const element of model.elements.values())
        if (element.prepare !== undefined) outside.push(await element.prepare(openWhole(source)));
      requireRoomOutside(outside, options.room?.repositories);
      const nowMs = deps.clock.nowMs();
      const prepared = { model, artifacts: () => readArtifactsFrom(source, model), originals, attachments, outside };
      written = await deps.database.transact((tx) => writeArchive(tx, prepared, options, nowMs));
    } catch (error) {
      await attachments.remove();
      for (const part of outside) await part.remove();
      if (!(error instanceof CheckedImport)) throw error;
      return { ...error.report, inventory: inventory?.list() ?? [] };
    }
    for (const part of outside) await part.settle();
    options.onProgress?.(1, 1);
    return { ...written, inventory: inventory?.list() ?? [] };
  } finally {
    await source.close();
  }
}

function requireRoomOutside(parts: readonly PreparedPart[], bytesMax = Infinity): void {
  if (parts.reduce((sum, { repositoryBytes }) => sum + repositoryBytes, 0) > bytesMax)
    throw noRoom(says('archive.repositories')`repositories`, bytesMax);
}

function renameProject(model: ArchiveModel, facts: NewProjectFacts | undefined): ArchiveModel {
  if (facts === undefined) return model;
  const { unixName, fullName, description, access } = facts;
  return { ...model, project: { ...model.project, unixName, fullName, description, access } };
}

async function writeArchive(
  tx: Writer,
  { model, artifacts, originals, attachments, outside }: Prepared,
  options: ImportOptions,
  nowMs: number,
): Promise<Written> {
  const { warn, list } = createWarnings(model.warnings);
  const more = outside.flatMap((part) => part.people);
  const people = await importPeople(tx, model, { as: options.as, mode: options.mode, nowMs, more });
  const { id, status = 'active' } = options.into?.facts ?? {};
  const order = { content: model, originals, people, id, status, nowMs, warn } as const;
  const { project, context, imported, storedElements } = await importStructure(tx, order);
  const trackers = await loadTrackers(tx, model, project, imported);
  const { ids, counts } = await importArtifacts({
    context,
    trackers,
    index: model.artifacts,
    artifacts: artifacts(),
    copies: attachments.copies.values(),
    attachments: createAttachmentNames(),
    areLinksTyped: model.useNatures,
  });
  await artifactRanking.orderNewArtifacts(tx, ids, model.artifacts.ranks);
  const idAt = (position: number | undefined): number | undefined => ids[position ?? -1];
  const others = attachments.others.map(({ source, name, sizeBytes }) => ({ path: source, blob: name, sizeBytes }));
  await keepFiles(tx, project.id, others);
  for (const element of model.elements.values())
    await element.importItems?.(context, (ref) => idAt(model.artifacts.find(ref)));
  const references = model.artifacts.listIds().map(([ref, position]) => [ref, idAt(position) ?? 0] as const);
  await keepReferences(context, imported.values(), references);
  for (const part of outside) await part.keep({ ...context, warn: (sentence) => warn(0, 'project', sentence) });
  const details = { shortname: model.project.unixName, importer: options.as, accounts: people.createdCount };
  const event = {
    kind: 'project-created',
    by: options.into?.by ?? commandLine,
    projectId: project.id,
    details,
  } as const;
  await recordAudit(tx, { nowMs: () => nowMs }, event);
  await bumpSiteVersion(tx);
  const report = {
    projectId: project.id,
    unixName: model.project.unixName,
    users: people.createdCount,
    unnamedUsers: people.passedOverCount,
    trackers: trackers.length,
    fields: trackers.reduce((sum, tracker) => sum + tracker.fieldsByRef.size, 0),
    ...counts,
    otherFiles: model.otherFiles,
    outside: outside.reduce((sum, { count }) => sum + count, 0),
    warnings: list(),
    storedElements: [...storedElements, ...describeFiles(model.otherFiles)],
  };
  if (options.isStrict === true && report.warnings.length > 0)
    throw invalid(lines([says('archive.left-out')`this would be skipped:`, ...report.warnings]));
  if (options.isCheck === true) throw new CheckedImport(report);
  await options.into?.complete(tx, report);
  return report;
}

const filesShown = 5;

const describeFiles = (paths: readonly string[]): Said[] => {
  const rest = paths.length > filesShown ? [says('archive.more-errors')`and ${paths.length - filesShown} more`] : [];
  return paths.length === 0 ? [] : [says('left.files')`files: ${several([...paths.slice(0, filesShown), ...rest])}`];
};

/** What an import tells of what is not to be seen in the project: what was passed over, and what is kept for exports alone. */
export const describeRest = ({
  warnings,
  storedElements,
}: Pick<ImportReport, 'warnings' | 'storedElements'>): Said[] => [
  ...warnings,
  ...storedElements.map((kept) => says('left.kept')`stored for exports but not shown yet: ${kept}`),
];

/** The report with the English of its sentences, for the command line. */
export const inWords = (report: ImportReport) => ({
  ...report,
  warnings: report.warnings.map(textOf),
  storedElements: report.storedElements.map(textOf),
});

/** Trackers in document order, with the definitions that were just written. */
async function loadTrackers(
  tx: Writer,
  model: ArchiveModel,
  project: ImportedProject,
  imported: ReadonlyMap<string, ImportedTracker>,
): Promise<DefinedTracker[]> {
  const projectRow = await projectRecords.findProjectByName(tx, model.project.unixName);
  const trackers: DefinedTracker[] = [];
  for (const { ref } of model.trackers) {
    const tracker = imported.get(ref);
    const row = tracker === undefined ? undefined : await trackerRecords.findTracker(tx, tracker.id);
    if (tracker === undefined || row === undefined || projectRow === undefined)
      throw new Error(`the tracker \`${ref}\` was not written`);
    const rows = await trackerRecords.loadDefinitionRows(tx, row.id);
    trackers.push({
      ...tracker,
      definition: trackerRecords.buildDefinition(row, projectRow, rows, project.groupNames),
    });
  }
  return trackers;
}
