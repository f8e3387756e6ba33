// A world to import into, for the tests of this folder, and questions about what came out.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../../migrations/index.ts';
import { createFolderStore } from '../../../platform/blobs/folder-store.ts';
import { openDatabase } from '../../../platform/database/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { createTestPlace, listTables, migrated } from '../../../platform/database/test-place.testing.ts';
import { dashboardsArchive } from '../../dashboards/index.ts';
import { createUser } from '../../people/index.ts';
import { kanbanArchive } from '../../kanban/index.ts';
import { createPlanningArchive } from '../../planning/index.ts';
import { importArchive, inWords, readUserMap } from '../index.ts';
import type { ArchivePart, ImportOptions } from '../index.ts';

/** The project's root folder. */
export const ROOT = join(import.meta.dirname, '../../../..');
const nowMs = Date.parse('2026-01-02T03:04:05Z');
/** Those of all features that read elements. */
export const elementParts: readonly ArchivePart[] = [createPlanningArchive(() => [kanbanArchive]), dashboardsArchive];

/** A data folder with an empty database whose only account is `admin` (101). */
export interface World {
  database: Database;
  dataDir: string;
  /** Takes the database away. */
  remove: () => Promise<void>;
}

/** Opens one; `closeWorld` takes it away. */
export async function openWorld(): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'import-archive-'));
  const { place, remove } = await createTestPlace(migrated(migrations));
  const database = await openDatabase({ ...place, migrations });
  await database.transact((tx) =>
    createUser(tx, { username: 'admin', email: 'codendi-admin@localhost.localdomain', isSiteAdmin: true }, nowMs),
  );
  return { database, dataDir, remove };
}

/** Closes the database and removes the folder. */
export async function closeWorld({ database, dataDir, remove }: World): Promise<void> {
  await database.close();
  await remove();
  rmSync(dataDir, { recursive: true });
}

/** A world that goes away with the test. */
export async function useWorld(context: TestContext): Promise<World> {
  const world = await openWorld();
  context.after(() => closeWorld(world));
  return world;
}

/** Imports with the archive's user map, or else by `create:A`. */
export async function importFolder(
  world: World,
  path: string,
  as = 'admin',
  how: Pick<ImportOptions, 'isCheck' | 'isStrict' | 'room' | 'openFields'> = {},
): Promise<ReturnType<typeof inWords>> {
  const map = join(path, 'user_map.csv');
  const mode = existsSync(map)
    ? { map: readUserMap(readFileSync(map, 'utf8'), 'user_map.csv') }
    : { automap: 'A' as const };
  const deps = {
    database: world.database,
    blobs: createFolderStore(join(world.dataDir, 'files')),
    clock: { nowMs: () => nowMs },
    parts: elementParts,
  };
  return inWords(await importArchive(deps, { path, as, mode, ...how }));
}

/** Runs one SELECT. */
export const query = async <Row>({ database }: World, text: string): Promise<Row[]> =>
  (await sql<Row>`${sql.raw(text)}`.execute(database.read)).rows;

/** Row counts of every table, and the site's version. */
export async function countEverything(world: World): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of await listTables(world.database.read)) {
    const [row] = await query<{ n: number }>(world, `select count(*) as n from "${name}"`);
    counts[name] = row?.n ?? 0;
  }
  const [site] = await query<{ version: number }>(world, 'select version from site');
  return { ...counts, version: site?.version ?? 0 };
}

/** Every changeset is counted, and the artifact's state is what its changesets lead to. */
export async function checkHistory(world: World, projectId: number): Promise<void> {
  const artifacts = await query<{ id: number; version: number; changeset_id: number; values_json: string }>(
    world,
    `select a.* from artifacts a join trackers t on t.id = a.tracker_id where t.project_id = ${projectId}`,
  );
  for (const artifact of artifacts) {
    const changesets = await query<{ id: number; changes_json: string }>(
      world,
      `select id, changes_json from changesets where artifact_id = ${artifact.id} order by id`,
    );
    assert.equal(artifact.version, changesets.length, `artifact ${artifact.id}`);
    assert.equal(artifact.changeset_id, changesets.at(-1)?.id);
    const folded: unknown = Object.assign({}, ...changesets.map((row): unknown => JSON.parse(row.changes_json)));
    assert.deepEqual(JSON.parse(artifact.values_json), folded);
  }
}
