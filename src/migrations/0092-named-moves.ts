// Comments of moves that name the tracker and the project that an artifact came from, to everybody who sees it: they say only that it was
// moved, and where from is stored as data, where that can still be told.
import { sql } from 'kysely';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const namedMoves: Migration = { number: 92, name: 'named-moves', up: forgetNamesOfMoves };

const commentsAtOnce = 500;
const saidNow = 'Artifact was moved from another tracker.';
const foldedNow = saidNow.toLowerCase();

const sentence = (tracker: string, project: string): string =>
  `Artifact was moved from '${tracker}' tracker in '${project}' project.`;

interface MoveComment {
  id: number;
  body: string;
  changeset_id: number;
  artifact_id: number;
  tracker_id: number;
  submitted_at_ms: number;
}

/** The first version of a comment that says nothing but this, to everybody, of a changeset that changes nothing: as moves wrote it. */
export async function forgetNamesOfMoves(tx: Pick<MigrationWriter, 'getExecutor'>): Promise<void> {
  let trackers: ReadonlyMap<string, number | null> | undefined;
  for (let afterId = 0; ;) {
    const { rows } = await sql<MoveComment>`
      select comments.id, comments.body, comments.changeset_id, changesets.artifact_id, artifacts.tracker_id, comments.submitted_at_ms
      from comments
        inner join changesets on changesets.id = comments.changeset_id
        inner join artifacts on artifacts.id = changesets.artifact_id
      where comments.id > ${afterId} and comments.format = 'text' and comments.groups_json is null
        and comments.moved_from_tracker_id is null and changesets.changes_json = '{}'
        and comments.submitted_by = changesets.submitted_by and comments.submitted_at_ms = changesets.submitted_at_ms
        and comments.body like ${sentence('%', '%')}
      order by comments.id limit ${commentsAtOnce}`.execute(tx);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = last.id;
    trackers ??= await listSentences(tx);
    // Engines differ in whether LIKE tells capitals from small letters.
    for (const row of rows)
      if (row.body.startsWith("Artifact was moved from '") && row.body.endsWith("' project."))
        await forgetName(tx, row, trackers);
  }
}

/** What a move from each tracker says by its present names; null where that is true of several. */
async function listSentences(tx: Pick<MigrationWriter, 'getExecutor'>): Promise<ReadonlyMap<string, number | null>> {
  const { rows } = await sql<{ id: number; name: string; full_name: string }>`
    select trackers.id, trackers.name, projects.full_name
    from trackers inner join projects on projects.id = trackers.project_id`.execute(tx);
  const found = new Map<string, number | null>();
  for (const { id, name, full_name: project } of rows) {
    const said = sentence(name, project);
    found.set(said, found.has(said) ? null : id);
  }
  return found;
}

async function forgetName(
  tx: Pick<MigrationWriter, 'getExecutor'>,
  comment: MoveComment,
  trackers: ReadonlyMap<string, number | null>,
): Promise<void> {
  const { id, body, changeset_id: changeset, artifact_id: artifact } = comment;
  const source = (await findMove(tx, comment)) ?? trackers.get(body) ?? null;
  await sql`update comments set body = ${saidNow}, moved_from_tracker_id = ${source} where id = ${id}`.execute(tx);
  const { rows } = await sql`select id from comments where changeset_id = ${changeset} and id > ${id} limit 1`.execute(
    tx,
  );
  // A version that somebody wrote later is what is searched and looked at.
  if (rows.length > 0) return;
  await sql`
    update search_texts set text = ${foldedNow}
    where artifact_id = ${artifact} and item = ${changeset} and owner = ${comment.tracker_id * 2 + 1}`.execute(tx);
  await sql`
    delete from artifact_references
    where source_id = ${artifact} and field_id = 0 and changeset_id = ${changeset}`.execute(tx);
}

/** The tracker that the event of the move names; undefined where the log no longer has it. */
async function findMove(
  tx: Pick<MigrationWriter, 'getExecutor'>,
  { artifact_id: artifact, submitted_at_ms: atMs }: MoveComment,
): Promise<number | undefined> {
  const { rows } = await sql<{ details_json: string | null }>`
    select details_json from events
    where artifact_id = ${artifact} and kind = 'artifact-moved' and at_ms = ${atMs} limit 1`.execute(tx);
  const details: unknown = JSON.parse(rows[0]?.details_json ?? 'null');
  const from: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'from_tracker_id') : null;
  return typeof from === 'number' ? from : undefined;
}
