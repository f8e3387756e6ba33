// The changesets that a viewer may know of: an artifact's first, those that say something to the viewer, and those that
// change something which the viewer may read. A link that comes or goes is a change for those who see its other end.
import { isFar } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import type { PageMeter } from '../../../platform/http/index.ts';
import { cutBySize } from '../../../platform/texts/cut-by-size.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs, mayField, trackerAccess } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import type { ArtifactRow, ChangeHead, CommentHead } from '../artifact/artifacts.store.ts';
import { isLinkList, parseChanges } from '../artifact/change.ts';
import type { StoredValues } from '../artifact/change.ts';
import type { RelationDeps } from '../artifact/renderable-artifact.ts';
import { loadCommentHeads, visibleComment } from '../comments/visible-comments.ts';

export interface Step {
  row: ChangeHead;
  /** Fields that it changes. */
  fieldIds: readonly number[];
  /** What it changes, where the whole history is short. */
  changes: StoredValues | undefined;
  /** Other ends of links that it changes, where the viewer may read the link field. */
  changedTargets: readonly number[];
  /** undefined when there is none for the viewer. */
  comment: CommentHead | undefined;
}

/** An artifact that the viewer may see. */
interface Owner {
  row: Pick<ArtifactRow, 'id' | 'changeset_id'>;
  tracker: Definition;
}

/** Whether the comment says something; an empty one only keeps its place. */
export const isSpoken = (comment: CommentHead | undefined): boolean => comment !== undefined && comment.bodyBytes > 0;

interface KnownHistory {
  steps: ReadonlyMap<number, Step[]>;
  /** The same with those that the viewer may not know of. */
  all: ReadonlyMap<number, Step[]>;
  /** Whether another viewer with the same rights class might know of others. */
  isPersonal: boolean;
  /** Artifacts where the newest known step depends on artifacts that are not linked with them any more. */
  unsettled: ReadonlySet<number>;
}

interface Folded {
  all: Step[];
  /** Ends of the links at the last step. */
  linked: ReadonlySet<number>;
}

/** The steps of each artifact's history that the viewer may know of, oldest first. */
export async function listKnownSteps(
  deps: Pick<RelationDeps, 'db' | 'trackers'>,
  viewer: Viewer,
  owners: readonly Owner[],
): Promise<KnownHistory> {
  const histories = (await foldSteps(deps.db, viewer, owners)).map((history) => ({
    ...history,
    compared: new Set(history.folded.all.flatMap((step) => step.changedTargets)),
  }));
  const targets = new Set(histories.flatMap(({ compared }) => [...compared]));
  const visible = await findVisible(deps, viewer, await store.listVisibilityRows(deps.db, [...targets]));
  const steps = histories.map(({ owner, folded }): [number, Step[]] => {
    const isKnown = (step: Step, index: number): boolean =>
      index === 0 ||
      isSpoken(step.comment) ||
      step.fieldIds.some((id) => isReadable(viewer, owner.tracker, id)) ||
      step.changedTargets.some((id) => visible.ids.has(id));
    return [owner.row.id, folded.all.filter(isKnown)];
  });
  return {
    steps: new Map(steps),
    all: new Map(histories.map(({ owner, folded }) => [owner.row.id, folded.all])),
    isPersonal: visible.isPersonal,
    unsettled: new Set(
      histories
        .filter(({ folded, compared }) => !isSettled(folded, compared, visible.ids))
        .map(({ owner }) => owner.row.id),
    ),
  };
}

/** Whether only artifacts that are linked now decide which step is the newest known one. */
function isSettled({ all, linked }: Folded, compared: ReadonlySet<number>, visible: ReadonlySet<number>): boolean {
  const newest = all.at(-1);
  if (newest === undefined || compared.size === 0) return true;
  return newest.changedTargets.some((id) => linked.has(id) && visible.has(id)) || compared.isSubsetOf(linked);
}

/** Few queries for any number of short histories. */
async function foldSteps(
  db: Reader,
  viewer: Viewer,
  owners: readonly Owner[],
): Promise<{ owner: Owner; folded: Folded }[]> {
  const headsOf = Map.groupBy(
    await store.listChangeHeads(
      db,
      owners.map(({ row }) => row.id),
    ),
    (head) => head.artifact_id,
  );
  const histories = owners.map((owner) => {
    const heads = (headsOf.get(owner.row.id) ?? []).filter((head) => head.id <= owner.row.changeset_id);
    const linkFieldId = trackerAccess.findReadableLinkField(viewer, owner.tracker)?.id;
    const all: Step[] = [];
    return {
      owner,
      heads,
      linkFieldId,
      isShort: heads.reduce(addBytes, 0) <= bytesAtOnce,
      links: linkKeys(undefined),
      all,
    };
  });
  const heads = histories.flatMap((history) => history.heads);
  const comments = await loadCommentHeads(
    db,
    heads.map(({ id }) => id),
  );
  const byId = new Map(histories.map((history) => [history.owner.row.id, history]));
  for await (const { head, changes } of readChanges(db, heads)) {
    const history = byId.get(head.artifact_id);
    if (history === undefined) continue;
    const { owner, linkFieldId, isShort, links: before } = history;
    const value = linkFieldId === undefined ? undefined : changes[linkFieldId];
    if (value !== undefined) history.links = linkKeys(value);
    history.all.push({
      row: head,
      fieldIds: Object.keys(changes).map(Number),
      changes: isShort ? changes : undefined,
      changedTargets: value === undefined ? [] : differentEnds(before, history.links),
      comment: visibleComment(viewer, owner.tracker, comments.get(head.id) ?? []),
    });
  }
  return histories.map(({ owner, all, links }) => ({ owner, folded: { all, linked: new Set(links.values()) } }));
}

/** Of texts that are read by one statement. */
const bytesAtOnce = 500_000;
/** What reading a row costs beside them. */
const rowBytes = 1000;

/** What changesets changed, in their order; no more than a part of it is held at a time. */
export async function* readChanges(
  db: Reader,
  heads: readonly ChangeHead[],
): AsyncGenerator<{ head: ChangeHead; changes: StoredValues }, void> {
  for (const part of cutBySize(heads, bytesAtOnce, ({ changesBytes }) => changesBytes + rowBytes)) {
    const ids = part.map(({ id }) => id);
    const rows = new Map((await store.listChangesetsByIds(db, ids)).map((one) => [one.id, one]));
    for (const head of part) {
      if (isSliceOver()) await yieldSlice();
      const row = rows.get(head.id);
      yield { head, changes: row === undefined ? {} : parseChanges(row) };
    }
  }
}

/**
 * Everything stored at each of these steps; `all` are those of the artifact. Throws what the meter does, which counts what
 * there is to read.
 */
export async function loadStepValues(
  db: Reader,
  all: readonly Step[],
  wanted: readonly Step[],
  meter?: PageMeter,
): Promise<Map<number, StoredValues>> {
  const wantedIds = new Set(wanted.map(({ row }) => row.id));
  const setters = new Map<number, Step>();
  const settersAt = new Map<number, ReadonlyMap<number, Step>>();
  for (const step of all) {
    for (const fieldId of step.fieldIds) setters.set(fieldId, step);
    if (wantedIds.has(step.row.id)) settersAt.set(step.row.id, new Map(setters));
  }
  for (const of of settersAt.values()) meter?.add([...new Set(of.values())].map(({ row }) => row).reduce(addBytes, 0));
  const needed = new Set([...settersAt.values()].flatMap((of) => [...of.values()]));
  const changesOf = new Map([...needed].map(({ row, changes }) => [row.id, changes]));
  const unread = [...needed].filter(({ changes }) => changes === undefined).map(({ row }) => row);
  const inOrder = unread.sort((a, b) => a.id - b.id);
  for await (const { head, changes } of readChanges(db, inOrder)) changesOf.set(head.id, changes);
  return new Map(
    [...settersAt].map(([id, of]): [number, StoredValues] => [
      id,
      Object.fromEntries([...of].map(([fieldId, { row }]) => [fieldId, changesOf.get(row.id)?.[fieldId]])),
    ]),
  );
}

const addBytes = (sum: number, { changesBytes }: ChangeHead): number => sum + changesBytes;

/** Whether it is a field that the viewer may read; one of links is known by their other ends. */
export function isReadable(viewer: Viewer, tracker: Definition, fieldId: number): boolean {
  const field = tracker.fieldById.get(fieldId);
  return field !== undefined && !fieldIs.links(field) && mayField(viewer, tracker, field, 'read');
}

const linkKeys = (value: unknown): Map<string, number> =>
  new Map(isLinkList(value) ? value.map((link) => [`${link.id} ${link.type}`, link.id]) : []);

/** Other ends of the links that differ. */
const differentEnds = (old: ReadonlyMap<string, number>, now: ReadonlyMap<string, number>): number[] =>
  [...[...old].filter(([key]) => !now.has(key)), ...[...now].filter(([key]) => !old.has(key))].map(([, id]) => id);

/** Who changed artifacts last and when, as far as the viewer may know. */
export interface LastKnown extends Pick<KnownHistory, 'isPersonal' | 'unsettled'> {
  /** Of those whose newest changeset the viewer may not know of; the row says it for the others. */
  changes: ReadonlyMap<number, { by: number; atMs: number }>;
}

const settled: LastKnown = { changes: new Map(), isPersonal: false, unsettled: new Set() };

/** What of an artifact tells whether its newest changeset is known. */
type LastOwner = Owner & { row: Pick<ArtifactRow, 'version'> };

/** Ids of the fields that these changesets changed. */
export async function readChangedFields(db: Reader, ids: readonly number[]): Promise<Map<number, string[]>> {
  const fields = new Map<number, string[]>();
  const long: ChangeHead[] = [];
  for (const { changes_json: short, ...head } of await store.listLastChanges(db, ids)) {
    if (short === null) long.push(head);
    else fields.set(head.id, Object.keys(parseChanges({ id: head.id, changes_json: short })));
  }
  for await (const { head, changes } of readChanges(db, long)) fields.set(head.id, Object.keys(changes));
  return fields;
}

/** What newest changesets changed, and what they say where that is better asked together. */
export interface LastChanges {
  readonly fields: ReadonlyMap<number, readonly string[]>;
  readonly comments: ReadonlyMap<number, CommentHead[]> | undefined;
}

/** Those of artifacts that changed since their creation; few queries for any page. */
export async function readLastChanges(
  db: Reader,
  rows: readonly Pick<ArtifactRow, 'changeset_id' | 'version'>[],
): Promise<LastChanges> {
  const ids = rows.filter(({ version }) => version > 1).map((row) => row.changeset_id);
  const [fields, comments] = await Promise.all([
    readChangedFields(db, ids),
    isFar(db) ? loadCommentHeads(db, ids) : undefined,
  ]);
  return { fields, comments };
}

/** Few queries for any page, and none where nothing changed since the creation; `last` where it has been read. */
export async function findLastKnown(
  deps: RelationDeps,
  viewer: Viewer,
  owners: readonly LastOwner[],
  last?: LastChanges,
): Promise<LastKnown> {
  const changed = owners.filter(({ row }) => row.version > 1);
  if (changed.length === 0) return settled;
  const { fields, comments: read } =
    last ??
    (await readLastChanges(
      deps.db,
      changed.map(({ row }) => row),
    ));
  const open = changed.filter(
    ({ row, tracker }) => fields.get(row.changeset_id)?.some((id) => isReadable(viewer, tracker, Number(id))) === false,
  );
  if (open.length === 0) return settled;
  const comments =
    read ??
    (await loadCommentHeads(
      deps.db,
      open.map(({ row }) => row.changeset_id),
    ));
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
