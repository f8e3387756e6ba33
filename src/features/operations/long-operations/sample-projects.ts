// A sample project as long work: the archive that comes with Tepal, brought in for who asks for it.
import type { BlobStore } from '../../../platform/blobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { conflict } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Database, Writer } from '../../../platform/database/index.ts';
import { withScratch } from '../../../platform/files/scratch.ts';
import { copySampleArchive, importArchive, sampleNames, sampleProjects } from '../../archive/index.ts';
import type { ArchivePart, SampleName } from '../../archive/index.ts';
import { projectRecords, userGroupRecords } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { requireSiteAdmin } from '../../people/index.ts';
import type { OperationHandler, LongOperations } from './long-operations.ts';
import type { OperationRow } from './long-operations.store.ts';

export interface SampleProjects {
  /** Throws forbidden for who is no site administrator, and conflict where the project is there or on its way. */
  begin(viewer: Viewer, sample: SampleName): Promise<OperationRow>;
}

export const createSampleProjects = (
  database: Database,
  longOperations: Pick<LongOperations, 'begin'>,
): SampleProjects => ({
  async begin(viewer, sample) {
    requireSiteAdmin(viewer, 'create sample projects');
    const subject = sampleProjects[sample].unixName;
    if ((await projectRecords.findProjectByName(database.read, subject)) !== undefined)
      throw conflict(says('project.sample-taken')`the project short name "${subject}" is already taken`);
    return longOperations.begin(viewer, { kind: 'sample', subject, projectId: null });
  },
});

interface SampleDeps {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
  dataDir: string;
  archiveParts: readonly ArchivePart[];
}

/** Its invented people become suspended accounts; who asked for it administers it too. */
export const createSampleHandler =
  ({ database, clock, blobs, dataDir, archiveParts }: SampleDeps): OperationHandler =>
  ({ subject, user_id: userId, user_name: as }, reportProgress) =>
    withScratch(dataDir, async (path) => {
      const sample = sampleNames.find((one) => sampleProjects[one].unixName === subject);
      if (sample === undefined) throw new Error(`there is no sample ${subject}`);
      await copySampleArchive(sample, path, clock.nowMs());
      const onProgress = (done: number, total: number): void => reportProgress('archive', done, total);
      const into = {
        facts: { ...sampleProjects[sample], access: 'private', status: 'active', icon: '' } as const,
        by: { userId, name: as, address: null },
        complete: (tx: Writer, { projectId }: { projectId: number }) =>
          userGroupRecords.saveMember(tx, projectId, userId, true),
      };
      const how = { path, as, mode: { automap: 'S' } as const, onProgress, into };
      const { users } = await importArchive({ database, clock, blobs, parts: archiveParts }, how);
      return { path: '', sizeBytes: null, note: says('sample.accounts')`${users} sample accounts, suspended` };
    });
