// Moves an artifact to another tracker: it keeps its id, its history and the links to it, and takes along what fits.
import type { Static } from 'typebox';
import { invalid, notFound } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { refuseProject, requireLivingProject } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, fieldTypeOf, isTrackerAdmin, mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { awaitPreconditions, readToChange, readWhole, requireSignedIn } from '../changes/admission.ts';
import type { ArtifactDeps, Preconditions, WholeArtifact } from '../changes/admission.ts';
import { appendArtifactEvent } from '../artifact/artifact-events.ts';
import type { ArtifactMove, MoveReport } from '../artifact/artifacts.schema.ts';
import { listChangesets } from '../artifact/artifacts.store.ts';
import type { ArtifactRow } from '../artifact/artifacts.store.ts';
import { applyChanges, grantedGroups, parseChanges, parseValues } from '../artifact/change.ts';
import type { StoredValues } from '../artifact/change.ts';
import * as store from '../artifact/change.store.ts';
import { countArtifacts, readAudience } from '../artifact/counts.store.ts';
import { movedBody } from '../comments/move-comments.ts';
import { isPartial, planMoves } from './field-moves.ts';
import type { FieldMove } from './field-moves.ts';
import { rebuildTraces } from './rebuild-traces.ts';

type Report = NonNullable<Static<typeof MoveReport>['dry_run']>;

/**
 * Moves the artifact, or tells what would become of its fields. Throws as Artifacts.read, preconditionFailed, notFound
 * for an unknown target, forbidden for a suspended project, and invalid where the move is not allowed or nothing fits.
 */
export async function moveArtifact(
  deps: ArtifactDeps,
  viewer: Viewer,
  id: number,
  { move }: Static<typeof ArtifactMove>,
  preconditions: Preconditions,
): Promise<Static<typeof MoveReport>> {
  const seen = await readWhole(deps, viewer, id);
  const target = await findMoveTarget(deps, viewer, seen.tracker, move.tracker_id);
  const by = requireSignedIn(viewer);
  await awaitPreconditions(deps, preconditions, seen.stamp);
  const moves = planMoves(seen.tracker, target, await listOffered(deps, viewer, target));
  if (move.dry_run) return { dry_run: report(viewer, seen, moves) };
  if (!moves.some(({ source }) => holdsValue(source)))
    throw invalid(
      says('move.nothing')`tracker ${target.id} has no field that matches a field of the artifact`,
      'move.tracker_id',
    );
  const nowMs = deps.clock.nowMs();
  const second = await deps.database.transact(async (tx) => {
    const row = await readToChange(deps, tx, viewer, seen, preconditions);
    const moved = await moveState(tx, row, target, moves);
    const movedFrom = seen.tracker.id;
    const comments = [{ by, atMs: nowMs, body: movedBody, format: 'text', movedFrom } as const];
    const details = { from_tracker_id: movedFrom };
    await appendArtifactEvent(tx, target, moved, { kind: 'artifact-moved', by, atMs: nowMs, details });
    const after = await applyChanges(tx, target, moved, [{ by, atMs: nowMs, comments, values: new Map() }]);
    return after.version_second;
  });
  await preconditions.untilBegun?.(second);
  return { dry_run: null };
}

async function findMoveTarget(
  { trackers }: ArtifactDeps,
  viewer: Viewer,
  source: Definition,
  targetId: number,
): Promise<Definition> {
  const target = await trackers.findDefinition(targetId, viewer.site.version);
  const path = 'move.tracker_id';
  if (target === undefined || target.isDeleted)
    throw notFound(says('move.no-tracker')`there is no tracker ${targetId} to move to`);
  requireLivingProject(source.project);
  if (source.settings.flags['enable_move_artifacts'] === '0')
    throw invalid(says('move.closed')`moving artifacts is turned off in the tracker "${source.name}"`, path);
  const refusal = refuseProject(viewer, target.project);
  if (refusal !== undefined) throw refusal;
  requireLivingProject(target.project);
  if (!isTrackerAdmin(viewer, source) || !isTrackerAdmin(viewer, target))
    throw invalid(
      says('move.not-admin')`must be a tracker that you administer, like the tracker of the artifact`,
      path,
    );
  if (source.id === target.id) throw invalid(says('move.same')`is already the tracker of the artifact`, path);
  return target;
}

async function listOffered(
  { trackers }: ArtifactDeps,
  viewer: Viewer,
  target: Definition,
): Promise<Map<number, ReadonlySet<number> | undefined>> {
  const offered = new Map<number, ReadonlySet<number> | undefined>();
  for (const field of target.fields) {
    const isBound = field.settings.bind?.kind === 'users';
    if (isBound) offered.set(field.id, await trackers.listBoundUserIds(viewer, field, target));
  }
  return offered;
}

const holdsValue = (field: Field): boolean => ['stored', 'shown'].includes(fieldTypeOf(field.type).kind);

/** What becomes of the fields that hold values, as far as the viewer may read them. */
function report(viewer: Viewer, { stamp, tracker }: WholeArtifact, moves: readonly FieldMove[]): Report {
  const values = parseValues(stamp);
  const byField = new Map(moves.map((move) => [move.source.id, move]));
  const shown = tracker.fields.filter((field) => holdsValue(field) && mayField(viewer, tracker, field, 'read'));
  const outcomes = Map.groupBy(shown, (field) => {
    const move = byField.get(field.id);
    if (move === undefined) return 'lost';
    return isPartial(move, values[field.id]) ? 'partial' : 'kept';
  });
  const view = (fields: readonly Field[] = []) => fields.map(({ id, label, name }) => ({ field_id: id, label, name }));
  return {
    fields: {
      fields_migrated: view(outcomes.get('kept')),
      fields_not_migrated: view(outcomes.get('lost')),
      fields_partially_migrated: view(outcomes.get('partial')),
    },
  };
}

/** Gives the row as it is in the other tracker, before the changeset that tells of the move. */
async function moveState(
  tx: Writer,
  row: ArtifactRow,
  target: Definition,
  moves: readonly FieldMove[],
): Promise<ArtifactRow> {
  const byField = new Map(moves.map((move) => [move.source.id, move]));
  const convertAll = (values: StoredValues): StoredValues =>
    Object.fromEntries(
      Object.entries(values).flatMap(([fieldId, stored]): [string, unknown][] => {
        const move = byField.get(Number(fieldId));
        return move === undefined ? [] : [[String(move.target.id), move.convert(stored)]];
      }),
    );
  for (const changeset of await listChangesets(tx, [row.id]))
    await store.rewriteChangeset(tx, changeset.id, JSON.stringify(convertAll(parseChanges(changeset))));
  const around = await store.listNeighbours(tx, row.id);
  await store.bumpContexts(
    tx,
    around.map((id) => ({ id, steps: 1 })),
  );
  const leaving = { row, audience: await readAudience(tx, row), by: -1 } as const;
  const taken = await store.takeNumbers.first(tx, { trackerId: target.id, count: 1 });
  if (taken === undefined) throw new Error(`tracker ${target.id} is gone`);
  const values = convertAll(parseValues(row));
  const moved: ArtifactRow = {
    ...row,
    tracker_id: target.id,
    number: taken.last_number,
    values_json: JSON.stringify(values),
    is_limited: grantedGroups(target, values).length > 0 ? 1 : 0,
  };
  if (row.is_limited === 1 && moved.is_limited === 0)
    throw invalid(
      says(
        'move.limited',
      )`has no field for the groups that can see the artifact; remove this restriction before you move it to ${target.id}`,
      'move.tracker_id',
    );
  await store.deleteTraces(tx, row.id);
  await store.moveRow(tx, {
    id: row.id,
    tracker_id: moved.tracker_id,
    number: moved.number,
    values_json: moved.values_json,
    is_limited: moved.is_limited,
  });
  for (const { source, target: field } of moves)
    if (fieldIs.files(source)) await store.moveFiles(tx, row.id, source.id, field.id);
  await rebuildTraces(tx, target, moved, []);
  await countArtifacts(tx, [leaving, { row: moved, audience: await readAudience(tx, moved), by: 1 }]);
  return moved;
}
