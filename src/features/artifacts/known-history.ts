// The changesets that a viewer may know of: an artifact's first, those that say something to the viewer, and those that
// change something which the viewer may read. A link that comes or goes is a change for those who see its other end.
import type { Viewer } from '../projects/index.ts';
import { findReadableLinkField, mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import { findVisible } from './artifacts.access.ts';
import * as store from './artifacts.store.ts';
import type { ArtifactRow, ChangesetRow, CommentRow } from './artifacts.store.ts';
import { isLinkList, parseChanges } from './change.ts';
import type { StoredValues } from './change.ts';
import type { SurroundingDeps } from './surroundings.ts';
import { loadComments, visibleComment } from './visible-comments.ts';

export interface Step {
  row: ChangesetRow;
  /** Everything stored at this changeset. */
  values: StoredValues;
  changes: StoredValues;
  /** undefined when there is none for the viewer. */
  comment: CommentRow | undefined;
}

/** An artifact that the viewer may see. */
interface Owner {
  row: ArtifactRow;
  tracker: Definition;
}

/** Whether the comment says something; an empty one only keeps its place. */
export const isSpoken = (comment: CommentRow | undefined): boolean => comment !== undefined && comment.body !== '';

interface KnownHistory {
  steps: ReadonlyMap<number, Step[]>;
  /** Whether another viewer with the same rights class might know of others. */
  isPersonal: boolean;
  /** Artifacts where the newest known step depends on artifacts that are not linked with them any more. */
  unsettled: ReadonlySet<number>;
}

/** The steps of each artifact's history that the viewer may know of, oldest first. */
export async function listKnownSteps(
  deps: SurroundingDeps,
  viewer: Viewer,
  owners: readonly Owner[],
): Promise<KnownHistory> {
  const rows = await store.listChangesets(
    deps.db,
    owners.map((owner) => owner.row.id),
  );
  const comments = await loadComments(
    deps.db,
    rows.map((row) => row.id),
  );
  const byArtifact = Map.groupBy(rows, (row) => row.artifact_id);
  const histories = owners.map((owner) => {
    const versions = (row: ChangesetRow): CommentRow[] => comments.get(row.id) ?? [];
    const upToNow = (byArtifact.get(owner.row.id) ?? []).filter((row) => row.id <= owner.row.changeset_id);
    const all = foldSteps(upToNow, (row) => visibleComment(viewer, owner.tracker, versions(row)));
    return { owner, all, compared: listComparedTargets(viewer, owner.tracker, all) };
  });
  const targets = new Set(histories.flatMap((history) => history.compared));
  const visible = await findVisible(deps, viewer, await store.listVisibilityRows(deps.db, [...targets]));
  const steps = histories.map(({ owner, all }): [number, Step[]] => {
    const isKnown = (step: Step, index: number): boolean =>
      index === 0 ||
      isSpoken(step.comment) ||
      changesReadable(viewer, owner.tracker, step.changes) ||
      changesLinks(viewer, owner.tracker, step.changes, all[index - 1]?.values ?? {}, visible.ids);
    return [owner.row.id, all.filter(isKnown)];
  });
  return {
    steps: new Map(steps),
    isPersonal: visible.isPersonal,
    unsettled: new Set(
      histories
        .filter((history) => !isSettled(viewer, history.owner.tracker, history.all, history.compared, visible.ids))
        .map((history) => history.owner.row.id),
    ),
  };
}

/** Whether only artifacts that are linked now decide which step is the newest known one. */
function isSettled(
  viewer: Viewer,
  tracker: Definition,
  steps: readonly Step[],
  compared: readonly number[],
  visible: ReadonlySet<number>,
): boolean {
  const newest = steps.at(-1);
  if (newest === undefined || compared.length === 0) return true;
  const linked = new Set(linkKeys(newest.values[findReadableLinkField(viewer, tracker)?.id ?? -1]).values());
  const changed = listChangedTargets(viewer, tracker, newest.changes, steps.at(-2)?.values ?? {});
  return changed.some((id) => linked.has(id) && visible.has(id)) || compared.every((id) => linked.has(id));
}

function foldSteps(rows: readonly ChangesetRow[], commentOf: (row: ChangesetRow) => CommentRow | undefined): Step[] {
  let values: StoredValues = {};
  return rows.map((row) => {
    const changes = parseChanges(row);
    values = { ...values, ...changes };
    return { row, values, changes, comment: commentOf(row) };
  });
}

/** Whether a field that the viewer may read is among the changes, links aside. */
const changesReadable = (viewer: Viewer, tracker: Definition, changes: StoredValues): boolean =>
  Object.keys(changes).some((id) => {
    const field = tracker.fieldById.get(Number(id));
    return field !== undefined && field.type !== 'art_link' && mayField(viewer, tracker, field, 'read');
  });

const linkKeys = (value: unknown): Map<string, number> =>
  new Map(isLinkList(value) ? value.map((link) => [`${link.id} ${link.type}`, link.id]) : []);

/** Other ends of the links that differ, where the viewer may read the link field. */
function listChangedTargets(
  viewer: Viewer,
  tracker: Definition,
  changes: StoredValues,
  before: StoredValues,
): number[] {
  const field = findReadableLinkField(viewer, tracker);
  if (field === undefined || changes[field.id] === undefined) return [];
  const [old, now] = [linkKeys(before[field.id]), linkKeys(changes[field.id])];
  return [...[...old].filter(([key]) => !now.has(key)), ...[...now].filter(([key]) => !old.has(key))].map(
    ([, id]) => id,
  );
}

const changesLinks = (
  viewer: Viewer,
  tracker: Definition,
  changes: StoredValues,
  before: StoredValues,
  visible: ReadonlySet<number>,
): boolean => listChangedTargets(viewer, tracker, changes, before).some((id) => visible.has(id));

const listComparedTargets = (viewer: Viewer, tracker: Definition, steps: readonly Step[]): number[] =>
  steps.flatMap((step, index) => listChangedTargets(viewer, tracker, step.changes, steps[index - 1]?.values ?? {}));

/** Who changed artifacts last and when, as far as the viewer may know. */
export interface LastKnown extends Pick<KnownHistory, 'isPersonal' | 'unsettled'> {
  /** Of those whose newest changeset the viewer may not know of; the row says it for the others. */
  changes: ReadonlyMap<number, { by: number; atMs: number }>;
}

const settled: LastKnown = { changes: new Map(), isPersonal: false, unsettled: new Set() };

/** A fixed number of queries for any page, and none where nothing changed since the creation. */
export async function findLastKnown(
  deps: SurroundingDeps,
  viewer: Viewer,
  owners: readonly Owner[],
): Promise<LastKnown> {
  const changed = owners.filter(({ row }) => row.version > 1);
  if (changed.length === 0) return settled;
  const changesets = await store.listChangesetsByIds(
    deps.db,
    changed.map(({ row }) => row.changeset_id),
  );
  const newest = new Map(changesets.map((changeset) => [changeset.id, changeset]));
  const open = changed.filter(({ row, tracker }) => {
    const changeset = newest.get(row.changeset_id);
    return changeset !== undefined && !changesReadable(viewer, tracker, parseChanges(changeset));
  });
  if (open.length === 0) return settled;
  const comments = await loadComments(
    deps.db,
    open.map(({ row }) => row.changeset_id),
  );
  const doubtful = open.filter(
    ({ row, tracker }) => !isSpoken(visibleComment(viewer, tracker, comments.get(row.changeset_id) ?? [])),
  );
  if (doubtful.length === 0) return settled;
  const { steps, isPersonal, unsettled } = await listKnownSteps(deps, viewer, doubtful);
  const changes = doubtful.flatMap(({ row }): [number, { by: number; atMs: number }][] => {
    const last = steps.get(row.id)?.at(-1)?.row;
    return last === undefined ? [] : [[row.id, { by: last.submitted_by, atMs: last.submitted_at_ms }]];
  });
  return { changes: new Map(changes), isPersonal, unsettled };
}
