// Changes that a viewer may know of, each with what its artifact held before it. A history that takes long to read is left alone: of
// its changes only is known which fields they name.
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { CommentHead } from '../artifact/artifacts.store.ts';
import { listStamps } from '../artifact/artifacts.store.ts';
import type { StoredValues } from '../artifact/change.ts';
import type { RelationDeps } from '../artifact/renderable-artifact.ts';
import { loadCommentHeads, visibleComment } from '../comments/visible-comments.ts';
import { listHistorySizes } from './activity.store.ts';
import type { ActivityRow } from './activity.store.ts';
import { isReadable, isSpoken, listKnownSteps, loadStepValues, readChangedFields } from './visible-history.ts';
import type { Step } from './visible-history.ts';

/** Bytes of one history, and of all that one answer reads, a thousand for each changeset beside its values. */
const historyMaxBytes = 4_000_000;
const historiesMaxBytes = 16_000_000;

export interface KnownChange {
  readonly row: ActivityRow;
  readonly tracker: Definition;
  readonly isFirst: boolean;
  readonly fieldIds: readonly number[];
  /** undefined for none that says something to the viewer. */
  readonly comment: CommentHead | undefined;
  /** Steps of the history around it; undefined where it is too long. */
  readonly history: { readonly all: readonly Step[]; readonly step: Step } | undefined;
}

const spoken = (comment: CommentHead | undefined): CommentHead | undefined => (isSpoken(comment) ? comment : undefined);

/** Those of the changes, of artifacts that the viewer may see, that they may know of; in the same order. */
export async function findKnownChanges(
  deps: RelationDeps,
  viewer: Viewer,
  rows: readonly ActivityRow[],
  trackers: ReadonlyMap<number, Definition>,
): Promise<KnownChange[]> {
  const sizes = await listHistorySizes(deps.db, [...new Set(rows.map((row) => row.artifact_id))]);
  let left = historiesMaxBytes;
  const shortIds = new Set<number>();
  for (const { artifact_id: id, bytes } of sizes) {
    if (Number(bytes) > Math.min(left, historyMaxBytes)) continue;
    left -= Number(bytes);
    shortIds.add(id);
  }
  const firstIds = new Set(sizes.map((size) => size.first_id));
  const [short, long] = [
    rows.filter((row) => shortIds.has(row.artifact_id)),
    rows.filter((row) => !shortIds.has(row.artifact_id)),
  ];
  const known = [
    ...(await findByHistories(deps, viewer, short, trackers)),
    ...(await findAlone(deps, viewer, long, trackers, firstIds)),
  ];
  const byId = new Map(known.map((change) => [change.row.id, change]));
  return rows.flatMap((row) => byId.get(row.id) ?? []);
}

async function findByHistories(
  deps: RelationDeps,
  viewer: Viewer,
  rows: readonly ActivityRow[],
  trackers: ReadonlyMap<number, Definition>,
): Promise<KnownChange[]> {
  const stamps = await listStamps(deps.db, [...new Set(rows.map((row) => row.artifact_id))]);
  const owners = stamps.flatMap((row) => {
    const tracker = trackers.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker }];
  });
  const { steps, all } = await listKnownSteps(deps, viewer, owners);
  return rows.flatMap((row): KnownChange[] => {
    const tracker = trackers.get(row.tracker_id);
    const step = steps.get(row.artifact_id)?.find((one) => one.row.id === row.id);
    const whole = all.get(row.artifact_id) ?? [];
    if (tracker === undefined || step === undefined) return [];
    return [
      {
        row,
        tracker,
        isFirst: whole[0] === step,
        fieldIds: step.fieldIds,
        comment: spoken(step.comment),
        history: { all: whole, step },
      },
    ];
  });
}

async function findAlone(
  { db }: RelationDeps,
  viewer: Viewer,
  rows: readonly ActivityRow[],
  trackers: ReadonlyMap<number, Definition>,
  firstIds: ReadonlySet<number>,
): Promise<KnownChange[]> {
  const ids = rows.map((row) => row.id);
  const [fields, comments] = [await readChangedFields(db, ids), await loadCommentHeads(db, ids)];
  return rows.flatMap((row): KnownChange[] => {
    const tracker = trackers.get(row.tracker_id);
    if (tracker === undefined) return [];
    const comment = spoken(visibleComment(viewer, tracker, comments.get(row.id) ?? []));
    const fieldIds = (fields.get(row.id) ?? []).map(Number).filter((id) => isReadable(viewer, tracker, id));
    const isFirst = firstIds.has(row.id);
    return isFirst || comment !== undefined || fieldIds.length > 0
      ? [{ row, tracker, isFirst, fieldIds, comment, history: undefined }]
      : [];
  });
}

/** What an artifact held before and after a change, of the given fields. */
export async function readValuesAround(
  { db }: Pick<RelationDeps, 'db'>,
  { all, step }: NonNullable<KnownChange['history']>,
  fieldIds: readonly number[],
): Promise<{ old: StoredValues; now: StoredValues }> {
  const before = all[all.indexOf(step) - 1];
  const values = await loadStepValues(db, all, before === undefined ? [step] : [before, step]);
  const pick = (from: StoredValues = {}): StoredValues =>
    Object.fromEntries(fieldIds.filter((id) => from[id] !== undefined).map((id) => [id, from[id]]));
  return { old: pick(values.get(before?.row.id ?? 0)), now: pick(values.get(step.row.id)) };
}
