// Looks whether the parts of a site fit together: the database in itself, and with the files of attachments.
import { listStoredFiles } from '../../platform/blobs/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { artifactRecords } from '../artifacts/index.ts';
import { listBlobsToRemove } from '../attachments/index.ts';
import type { NamedBlob } from '../attachments/index.ts';
import { listNeededBlobs } from './named-files.ts';
import type { SiteCheck, SitePart } from './parts.ts';
import { findFolderFaults } from './verify-parts.ts';

export interface Finding {
  /** What was compared, such as `attachments` or `git`. */
  readonly check: string;
  /** One sentence. */
  readonly finding: string;
  /** What a killed process left, which does no harm. */
  readonly isNote?: boolean;
}

export interface VerifiedSite {
  readonly database: Database;
  readonly blobs: BlobStore;
  /** Where blobs lie; undefined for a bucket, in which nobody looks for what is not named. */
  readonly folder: string | undefined;
  readonly clock: Clock;
  readonly parts: readonly SitePart[];
  readonly checks: readonly SiteCheck[];
}

/** Files and folders are written before the transaction that names them, so young ones are not judged. */
const youngMs = 24 * 60 * 60 * 1000;

/** Artifacts against their history, then attachments without bytes, then files that nobody names, then what features handed in. */
export async function* verifySite(site: VerifiedSite): AsyncGenerator<Finding> {
  const { database } = site;
  // A snapshot ends with its function, so what is found in it is collected.
  const broken = await database.snapshot((db) => Array.fromAsync(artifactRecords.listInconsistencies(db)));
  for (const finding of broken) yield { check: 'artifacts', finding };
  const before = await readKnown(site);
  yield* findMissing(site);
  if (site.folder !== undefined) yield* findOrphans(site, site.folder, before);
  for (const { folder, named } of site.parts)
    if (named !== undefined)
      for await (const found of findFolderFaults(database, named)) yield { check: folder, ...found };
  for (const { check, find } of site.checks) for await (const finding of find()) yield { check, finding };
}

const readNeeded = async (db: Reader, parts: readonly SitePart[]): Promise<Set<string>> =>
  new Set(await Array.fromAsync(listNeededBlobs(db, parts), ({ name }) => name));

/** What is needed, and what is about to be removed. */
const readKnown = ({ database, parts }: Pick<VerifiedSite, 'database' | 'parts'>): Promise<Set<string>> =>
  database.snapshot(async (db) => (await readNeeded(db, parts)).union(new Set(await listBlobsToRemove(db))));

async function* findMissing({ database, blobs, parts }: VerifiedSite): AsyncGenerator<Finding> {
  const suspects = await database.snapshot(async (db) => {
    const found = new Map<string, string>();
    for await (const blob of listNeededBlobs(db, parts)) {
      const fault = await judge(blobs, blob);
      if (fault !== undefined) found.set(blob.name, fault);
    }
    return found;
  });
  if (suspects.size === 0) return;
  // What was let go of meanwhile is not missing.
  const after = await database.snapshot((db) => readNeeded(db, parts));
  for (const [name, finding] of suspects) if (after.has(name)) yield { check: 'attachments', finding };
}

async function judge(blobs: BlobStore, { name, sizeBytes, owner }: NamedBlob): Promise<string | undefined> {
  const found = await blobs.sizeOf(name);
  if (found === undefined) return `${owner}: ${blobs.describe(name)} is missing; restore it from a backup`;
  if (sizeBytes === undefined || found === sizeBytes) return undefined;
  return `${owner}: ${blobs.describe(name)} has ${found} bytes instead of ${sizeBytes}; restore it from a backup`;
}

async function* findOrphans(site: VerifiedSite, folder: string, before: ReadonlySet<string>): AsyncGenerator<Finding> {
  const { blobs, clock } = site;
  const suspects: string[] = [];
  for await (const { name, modifiedAtMs } of listStoredFiles(folder))
    if (!before.has(name) && modifiedAtMs < clock.nowMs() - youngMs) suspects.push(name);
  if (suspects.length === 0) return;
  const after = await readKnown(site);
  for (const name of suspects)
    if (!after.has(name) && (await blobs.sizeOf(name)) !== undefined)
      yield { check: 'files', finding: `${blobs.describe(name)} is named by nothing; it may be removed`, isNote: true };
}
