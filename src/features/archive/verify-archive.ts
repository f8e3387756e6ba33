// Reads an archive back as an import would, to the last byte of its attachments.
import { invalid } from '../../platform/errors.ts';
import { openArchive } from './archive-source.ts';
import type { ExportReport } from './export-archive.ts';
import { findOriginals } from './import-fields.ts';
import { readArchiveFrom } from './read-archive.ts';

type Counts = Pick<ExportReport, 'trackers' | 'artifacts' | 'changesets' | 'files' | 'otherFiles' | 'users'>;

const countNames = ['trackers', 'artifacts', 'changesets', 'files', 'otherFiles', 'users'] as const;

async function countArchive(path: string): Promise<Counts> {
  const source = await openArchive(path);
  try {
    const model = await readArchiveFrom(source);
    findOriginals(model);
    const artifacts = model.trackers.map((tracker) => tracker.artifacts);
    for (const name of source.files.keys()) for await (const _chunk of source.readFile(name));
    return {
      trackers: model.trackers.length,
      artifacts: model.artifacts.submitters.length,
      changesets: artifacts.reduce((sum, { changesetCount }) => sum + changesetCount, 0),
      files: model.artifacts.files.length,
      otherFiles: model.otherFiles.length,
      users: model.users.length,
    };
  } finally {
    await source.close();
  }
}

/** Throws invalid when the archive can't be imported, or doesn't hold what was written to it. */
export async function verifyArchive(path: string, written: Counts): Promise<void> {
  const found = await countArchive(path);
  const wrong = countNames.find((name) => found[name] !== written[name]);
  if (wrong !== undefined)
    throw invalid(`${path} was read back with ${found[wrong]} ${wrong} instead of ${written[wrong]}`);
}
