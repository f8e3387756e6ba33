// Reads an archive back as an import would, to the last byte of its attachments.
import { invalid } from '../../../platform/errors.ts';
import { openArchive } from '../reading/archive-source.ts';
import type { ExportReport } from '../exporting/export-archive.ts';
import { findOriginals } from '../concepts/form-elements.ts';
import { findFolders, openPart } from '../model/archive-parts.ts';
import type { ArchivePart, PartProof } from '../model/archive-parts.ts';
import { readArchiveFrom } from '../reading/read-archive.ts';

type Counts = Pick<
  ExportReport,
  'trackers' | 'artifacts' | 'changesets' | 'files' | 'otherFiles' | 'outside' | 'users'
>;

const countNames = ['trackers', 'artifacts', 'changesets', 'files', 'otherFiles', 'outside', 'users'] as const;

async function countArchive(path: string, parts: readonly ArchivePart[]): Promise<[Counts, PartProof[]]> {
  const source = await openArchive(path);
  try {
    const model = await readArchiveFrom(source, parts);
    findOriginals(model);
    const artifacts = model.trackers.map((tracker) => tracker.artifacts);
    for (const name of source.files.keys()) for await (const _chunk of source.readFile(name));
    const proofs: PartProof[] = [];
    for (const part of findFolders(source, parts)) proofs.push(await part.prove(openPart(source, part)));
    const counts = {
      trackers: model.trackers.length,
      artifacts: model.artifacts.submitters.length,
      changesets: artifacts.reduce((sum, { changesetCount }) => sum + changesetCount, 0),
      files: model.artifacts.files.length,
      otherFiles: model.otherFiles.length,
      outside: proofs.reduce((sum, { count }) => sum + count, 0),
      users: model.users.length,
    };
    return [counts, proofs];
  } finally {
    await source.close();
  }
}

/** Throws invalid when the archive can't be imported, or doesn't hold what was written to it; gives what its parts were proved to be. */
export async function verifyArchive(
  path: string,
  written: Counts,
  parts: readonly ArchivePart[],
): Promise<readonly PartProof[]> {
  const [found, proofs] = await countArchive(path, parts);
  const wrong = countNames.find((name) => found[name] !== written[name]);
  if (wrong !== undefined)
    throw invalid(`${path} has ${found[wrong]} ${wrong} after writing, expected ${written[wrong]}`);
  return proofs;
}
