// Fills a data folder with a tracker of any size: a thousand artifacts go through the import, the others are copies of them
// made in bulk, row by row what the write path would have written (million-folder.test.ts).
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { importArchive } from '../../src/features/archive/index.ts';
import { artifactWrites, listArtifactsByIds } from '../../src/features/artifacts/index.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { trackerWrites } from '../../src/features/trackers/index.ts';
import { fillArtifactCounts } from '../../src/migrations/0008-artifact-counts.ts';
import { password } from './filled-folder.ts';
import { memberName, writeProjectArchive } from './project-archive.ts';

/** Artifacts that are imported; a larger tracker repeats them. */
export const originals = 1000;

/** One artifact in so many is for project administrators alone. */
export const limitedEvery = 50;

const projectAdmins = 4;
/** Copies come after what they are copies of, by so much for each original. */
const shiftMsPerArtifact = 60_000;
const copiesPerTransaction = 20;

/** Fills `dataDir` unless it is full already; `artifacts` must be a multiple of `base`. */
export async function fillLargeFolder(dataDir: string, artifacts: number, base = originals): Promise<void> {
  const done = join(dataDir, `complete-${artifacts}`);
  if (existsSync(done)) return;
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true });
  const app = await openApp({ dataDir, logLevel: 'silent' });
  try {
    await importOriginals(app, base);
    await limitSome(app);
  } finally {
    await app.close();
  }
  copyOriginals(databaseFile(dataDir), artifacts / base - 1);
  const grown = await openApp({ dataDir, logLevel: 'silent' });
  try {
    await grown.database.transact(async (tx) => {
      await tx.deleteFrom('artifact_counts').execute();
      await fillArtifactCounts(tx);
    });
  } finally {
    await grown.close();
  }
  writeFileSync(done, '');
}

async function importOriginals({ dataDir, database, blobs, features }: App, count: number): Promise<void> {
  const archive = join(dataDir, 'archive');
  await writeProjectArchive(archive, count);
  const { people, site } = features;
  await people.create({ username: 'root', email: 'root@example.org', isSiteAdmin: true, password });
  await site.changeSetting('sys_rest_api_over_http', '1');
  const clock = { nowMs: () => Date.now() };
  const parts = features.parts.archive;
  await importArchive({ database, clock, blobs, parts }, { path: archive, as: 'root', mode: { automap: 'A' } });
  for (const index of [0, 1]) await people.change(memberName(index), { password });
  rmSync(archive, { recursive: true });
}

/** Adds a permission field to the one tracker and limits some artifacts by it. */
async function limitSome({ database, features }: App): Promise<void> {
  const { id: trackerId } = await database.read.selectFrom('trackers').select('id').executeTakeFirstOrThrow();
  const fieldId = await database.transact(async (tx) => {
    const names = { name: 'limit', label: 'limit', description: '', type: 'perm', rank: 99 };
    const flags = { is_used: 1, is_required: 0, has_notifications: 0, settings_json: '{"properties":{}}' };
    const made = await trackerWrites.insertField(tx, { tracker_id: trackerId, parent_id: null, ...names, ...flags });
    await bumpSiteVersion(tx);
    return made;
  });
  const { version } = await features.site.current();
  const tracker = await features.trackers.findDefinition(trackerId, version);
  if (tracker === undefined) throw new Error('the imported tracker is gone');
  await database.transact(async (tx) => {
    const ids = await tx.selectFrom('artifacts').select('id').orderBy('id').execute();
    const chosen = ids.filter((_, index) => index % limitedEvery === 0).map(({ id }) => id);
    for (const row of await listArtifactsByIds(tx, chosen)) {
      const values = new Map([[fieldId, [projectAdmins]]]);
      await artifactWrites.applyChanges(tx, tracker, row, [
        { by: row.submitted_by, atMs: row.updated_at_ms, comments: [], values },
      ]);
    }
  });
}

/** SQL of a JSON object of stored values whose links lead to the artifacts of the same copy. */
const shiftLinks = (column: string, fieldId: number): string => `
  case when ${column} -> '$."${fieldId}"' is null then ${column} else
    json_set(${column}, '$."${fieldId}"', json((
      select json_group_array(json_object('id', (value ->> 'id') + :artifacts, 'type', value ->> 'type') order by key)
      from json_each(${column}, '$."${fieldId}"'))))
  end`;

function listCopyStatements(
  linkField: number,
  last: { artifact: number; changeset: number; comment: number },
): string[] {
  const values = shiftLinks('values_json', linkField);
  const changes = shiftLinks('changes_json', linkField);
  return [
    `insert into artifacts select id + :artifacts, tracker_id, number + :artifacts, submitted_by, submitted_at_ms + :ms, version,
      changeset_id + :changesets, updated_by, updated_at_ms + :ms, version_second + :ms / 1000, context_version, is_limited,
      ${values}, rank from artifacts where id <= ${last.artifact}`,
    `insert into changesets select id + :changesets, artifact_id + :artifacts, submitted_by, submitted_at_ms + :ms, email,
      ${changes}, agent, empty_comment, tracker_id from changesets where id <= ${last.changeset}`,
    `insert into comments select id + :comments, changeset_id + :changesets, submitted_by, submitted_at_ms + :ms, body, format,
      groups_json, moved_from_tracker_id from comments where id <= ${last.comment}`,
    `insert into artifact_links select source_id + :artifacts, target_id + :artifacts, type, rank from artifact_links
      where source_id <= ${last.artifact}`,
    `insert into artifact_keys select artifact_id + :artifacts, field_id, key from artifact_keys
      where artifact_id <= ${last.artifact}`,
    `insert into list_changes select artifact_id + :artifacts, field_id, changeset_id + :changesets, at_ms + :ms, from_key, to_key
      from list_changes where artifact_id <= ${last.artifact}`,
    // In the order in which the index of texts takes them best; comments have odd owners.
    `insert into search_texts select artifact_id + :artifacts, owner,
      item + case owner % 2 when 1 then :changesets else :artifacts end, audience, text from search_texts
      where artifact_id <= ${last.artifact} order by owner, item`,
    `insert into artifact_groups select artifact_id + :artifacts, ugroup_id from artifact_groups
      where artifact_id <= ${last.artifact}`,
  ];
}

/** Repeats everything that the database knows of its artifacts. A crash leaves the file broken. */
function copyOriginals(file: string, copies: number): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
    const read = (sql: string): number => Number(Object.values(db.prepare(sql).get() ?? {})[0]);
    const last = {
      artifact: read('select max(id) from artifacts'),
      changeset: read('select max(id) from changesets'),
      comment: read('select coalesce(max(id), 0) from comments'),
    };
    const linkField = read("select id from tracker_fields where type = 'art_link'");
    const statements = listCopyStatements(linkField, last).map((text) => {
      const statement = db.prepare(text);
      statement.setAllowUnknownNamedParameters(true);
      return statement;
    });
    for (let copy = 1; copy <= copies; copy += 1) {
      if (copy % copiesPerTransaction === 1) db.exec('begin');
      // Bound as integers: a floating point number would stay one inside JSON.
      const shift = {
        artifacts: BigInt(last.artifact * copy),
        changesets: BigInt(last.changeset * copy),
        comments: BigInt(last.comment * copy),
        ms: BigInt(last.artifact * copy * shiftMsPerArtifact),
      };
      for (const statement of statements) statement.run(shift);
      if (copy % copiesPerTransaction === 0 || copy === copies) db.exec('commit');
    }
    db.exec(`update trackers set last_number = ${last.artifact * (copies + 1)}; PRAGMA journal_mode = WAL`);
  } finally {
    db.close();
  }
}
