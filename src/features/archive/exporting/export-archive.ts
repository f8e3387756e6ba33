// Exports a project as an archive that the import reads: project.xml, users.xml and the attachments.
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { artifactRanking, artifactRecords } from '../../artifacts/index.ts';
import { projectRecords } from '../../projects/index.ts';
import { createTarget } from '../model/archive-target.ts';
import type { ArchiveTarget } from '../model/archive-target.ts';
import { detailsFile } from '../model/archive-details.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { exportArtifacts } from './export-artifacts.ts';
import { chooseAttachmentFolder, listAttachments, openBlob } from '../concepts/attachments.ts';
import { exportStructure } from './export-structure.ts';
import { listStoredFiles } from '../importing/stored-files.ts';
import { listElementParts, listFolderParts } from '../model/archive-parts.ts';
import type { ArchivePart } from '../model/archive-parts.ts';
import type { ElementPart } from '../model/element-parts.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { cutContent, describeChangesets } from './portable-content.ts';
import { xmlDeclaration } from '../../../platform/texts/xml-text.ts';
import { writeDetails } from './write-details.ts';
import { writeUsersXml } from '../concepts/users.ts';
import { writeProjectXml } from './write-project.ts';

export interface ExportDeps {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** What goes along, or is written by later features. */
  readonly parts: readonly ArchivePart[];
}

export interface ExportOptions {
  readonly unixName: string;
  /** A zip file where it ends in `.zip`, else a folder; it must not exist, its parent must. */
  readonly path: string;
  /** Trackers that are marked as deleted go along, with Tepal's own `is_deleted`. */
  readonly withDeletedTrackers?: boolean;
  /** Hears how many of the project's artifacts are written, now and then and at the end. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ExportReport {
  readonly projectId: number;
  readonly trackers: number;
  readonly artifacts: number;
  readonly changesets: number;
  readonly files: number;
  /** Files that came with an import and that no artifact has. */
  readonly otherFiles: number;
  /** What features keep outside of the database, such as repositories. */
  readonly outside: number;
  readonly users: number;
}

async function* listOne(text: string): AsyncGenerator<string> {
  yield text;
}

/** What stands in project.xml, and elements that have files of their own, by their names. */
function partFiles(
  content: ProjectContent,
  parts: readonly ElementPart[],
): { inside: ProjectContent; files: ReadonlyMap<string, string> } {
  const fileOf = (name: string): string | undefined => parts.find(({ element }) => element === name)?.file;
  const files = content.otherBlocks.flatMap(({ name, xml }): [string, string][] => {
    const file = fileOf(name);
    return file === undefined ? [] : [[file, xml]];
  });
  const otherBlocks = content.otherBlocks.filter(({ name }) => fileOf(name) === undefined);
  return { inside: { ...content, otherBlocks }, files: new Map(files) };
}

async function writeExport(
  db: Reader,
  target: ArchiveTarget,
  { blobs, parts }: ExportDeps,
  { unixName, withDeletedTrackers = false, onProgress = () => undefined }: ExportOptions,
): Promise<ExportReport> {
  const row = await projectRecords.findProjectByName(db, unixName);
  if (row === undefined) throw notFound(says('project.missing-name')`there is no project "${unixName}"`);
  const counts = { artifacts: 0, changesets: 0, files: 0 };
  const storedFiles = await listStoredFiles(db, row.id);
  for (const { path, blob, sizeBytes } of storedFiles)
    await target.add(path, await openBlob(blobs, blob, sizeBytes), 'asItIs');
  const folder = chooseAttachmentFolder(storedFiles);
  const exported = await exportStructure(db, row, listElementParts(parts), withDeletedTrackers);
  const { inside, files } = partFiles(exported.content, listElementParts(parts));
  const { portable: content, details } = await cutContent(inside);
  for (const [file, xml] of files) await target.add(file, listOne(`${xmlDeclaration}${xml}\n`));
  const hasRanks = await artifactRanking.hasMovedArtifacts(db, [...exported.context.trackers.keys()]);
  const context = { ...exported.context, attachmentFolder: folder, hasRanks };
  const changesets = new Map<string, readonly string[]>();
  const sources = new Map([...context.trackers].map(([id, source]) => [context.names.tracker(id), source]));
  const named = new Set<string>();
  const total = await artifactRecords.countArtifactsOf(db, [...context.trackers.keys()]);
  onProgress(0, total);
  async function* countArtifacts(trackerRef: string): AsyncGenerator<ArchiveArtifact> {
    const source = sources.get(trackerRef);
    if (source === undefined) return;
    for await (const artifact of exportArtifacts(context, source.definition)) {
      yield artifact;
      const own = describeChangesets(artifact.changesets);
      if (own.length > 0) changesets.set(artifact.xmlId, own);
      counts.artifacts += 1;
      onProgress(counts.artifacts, total);
      counts.changesets += artifact.changesets.length;
      for (const file of artifact.files) named.add(file.path);
    }
  }
  await target.add('project.xml', writeProjectXml(content, countArtifacts));
  if (details.length > 0 || hasRanks || changesets.size > 0)
    await target.add(detailsFile, writeDetails(context, details, changesets));
  for await (const { path, read } of listAttachments(db, row.id, { blobs, withDeletedTrackers, folder })) {
    if (!named.has(path)) continue;
    await target.add(path, await read());
    counts.files += 1;
  }
  let outside = 0;
  for (const part of listFolderParts(parts))
    outside += await part.write({
      db,
      projectId: row.id,
      people: context.people,
      nameGroup: context.names.group,
      add: (name, chunks, how) => target.add(`${part.folder}/${name}`, chunks, how),
    });
  const users = context.people.listMentioned();
  await target.add('users.xml', listOne(writeUsersXml(users)));
  return {
    projectId: row.id,
    trackers: content.trackers.length,
    users: users.length,
    otherFiles: storedFiles.length,
    outside,
    ...counts,
  };
}

/**
 * Writes the archive of a project, whatever its status, as one committed state of the database has it. Memory holds a
 * page of artifacts and what a project is; the target has its name only when it is complete and durable. Throws notFound
 * for an unknown project, conflict for a target that exists, an attachment that is missing or a part that can't be copied, invalid where nothing can
 * be written.
 */
export async function exportArchive(deps: ExportDeps, options: ExportOptions): Promise<ExportReport> {
  const target = await createTarget(options.path);
  try {
    const report = await deps.database.snapshot((db) => writeExport(db, target, deps, options));
    await target.finish();
    return report;
  } catch (error) {
    await target.remove();
    throw error;
  }
}
