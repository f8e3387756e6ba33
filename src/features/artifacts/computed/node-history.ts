// How artifacts and those that they link to were at moments of the past, as far as a viewer may know them today.
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import type { Viewer } from '../../projects/index.ts';
import { fieldIs } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { findVisible } from '../permissions/artifacts.access.ts';
import * as store from '../artifact/artifacts.store.ts';
import type { StoredValues } from '../artifact/change.ts';
import { readChanges } from '../history/visible-history.ts';
import { linksOf } from '../semantics/readable-values.ts';
import type { Node } from './sums.ts';
import type { RelationDeps } from '../artifact/renderable-artifact.ts';

/** Below those that are asked for. */
const artifactsMax = 5000;
/** Links of all states of these together; those that did not change count once. */
const linksMax = 300_000;
const batchLength = 500;

/** An artifact that the viewer sees, as it was; undefined for any other. */
export type FindNode = (id: number) => Node | undefined;

/** An artifact after one of its changesets. */
export interface PastState {
  atMs: number;
  values: StoredValues;
}

/** Changesets of these together. */
const statesMax = 100_000;

interface Past {
  tracker: Definition;
  /** Oldest first. */
  states: PastState[];
  /** Those of them that were the last one at some moment. */
  rising: PastState[];
}

export interface NodeHistory {
  /** How artifacts were at a moment; those that did not exist yet are not found. */
  at(ms: number): FindNode;
  /** Oldest first, without long texts; none of what is not among them. */
  statesOf(id: number): readonly PastState[];
  /** How many artifacts and links are looked at to know how all was at a moment, at most. */
  size: number;
  /** Those that it has, in order of their reading. */
  ids: readonly number[];
  /** Whether another viewer with the same rights class might know of others. */
  isPersonal: boolean;
}

/** An artifact whose history is asked for. */
interface Root {
  id: number;
  tracker: Definition;
}

/**
 * The histories of these artifacts and of all below them: `nextOf` says to which an artifact leads in a state. undefined
 * where there are too many to be read for one answer.
 */
export async function loadNodeHistory(
  deps: RelationDeps,
  viewer: Viewer,
  roots: readonly Root[],
  nextOf: (node: Node, id: number) => readonly number[],
): Promise<NodeHistory | undefined> {
  const pasts = new Map<number, Past>();
  const seen = new Set(roots.map(({ id }) => id));
  let isPersonal = false;
  let states = 0;
  const links: LinkCount = { read: 0, atOnce: 0 };
  let level: readonly Root[] = roots;
  while (level.length > 0) {
    if (isSliceOver()) await yieldSlice();
    const read = await readPasts(deps, level, statesMax - states);
    if (read === undefined) return undefined;
    for (const [id, past] of read) {
      pasts.set(id, past);
      states += past.states.length;
    }
    const next = new Set<number>();
    for (const { id } of level) {
      const past = pasts.get(id);
      if (past === undefined) continue;
      for (const one of await listNext(viewer, past, (node) => nextOf(node, id), links))
        if (!seen.has(one)) next.add(one);
      if (links.read > linksMax || seen.size - roots.length + next.size > artifactsMax) return undefined;
    }
    for (const id of next) seen.add(id);
    const rows = await store.listVisibilityRows(deps.slowDb, [...next]);
    const visible = await findVisible(deps, viewer, rows);
    isPersonal ||= visible.isPersonal;
    level = rows.flatMap((row) => {
      const tracker = visible.definitions.get(row.tracker_id);
      return tracker !== undefined && visible.ids.has(row.id) ? [{ id: row.id, tracker }] : [];
    });
  }
  return {
    at: (ms) => (id) => stateAt(pasts.get(id), ms),
    statesOf: (id) => pasts.get(id)?.states ?? [],
    ids: [...pasts.keys()],
    size: pasts.size + links.atOnce,
    isPersonal,
  };
}

interface LinkCount {
  read: number;
  /** At a single moment, at most. */
  atOnce: number;
}

/** Where the states of an artifact lead to. */
async function listNext(
  viewer: Viewer,
  { tracker, states }: Past,
  nextOf: (node: Node) => readonly number[],
  count: LinkCount,
): Promise<Set<number>> {
  const next = new Set<number>();
  let before: unknown;
  let most = 0;
  for (const { values } of states) {
    if (isSliceOver()) await yieldSlice();
    const links = linksOf({ viewer, tracker, values });
    if (links === before) continue;
    before = links;
    count.read += links.length;
    most = Math.max(most, links.length);
    for (const id of nextOf({ tracker, values })) next.add(id);
    if (count.read > linksMax) break;
  }
  count.atOnce += most;
  return next;
}

/** undefined where they have more states than that. */
async function readPasts(
  deps: RelationDeps,
  level: readonly Root[],
  statesLeft: number,
): Promise<Map<number, Past> | undefined> {
  let left = statesLeft;
  const pasts = new Map<number, Past>();
  for (let start = 0; start < level.length; start += batchLength) {
    const batch = level.slice(start, start + batchLength);
    const heads = await store.listChangeHeads(
      deps.slowDb,
      batch.map(({ id }) => id),
    );
    left -= heads.length;
    if (left < 0) return undefined;
    for (const { id, tracker } of batch) pasts.set(id, { tracker, states: [], rising: [] });
    for await (const { head, changes } of readChanges(deps.slowDb, heads)) {
      const past = pasts.get(head.artifact_id);
      if (past === undefined) continue;
      const values = { ...past.states.at(-1)?.values, ...withoutTexts(past.tracker, changes) };
      addState(past, { atMs: head.submitted_at_ms, values });
    }
  }
  return pasts;
}

function addState({ states, rising }: Past, state: PastState): void {
  states.push(state);
  while ((rising.at(-1)?.atMs ?? -Infinity) >= state.atMs) rising.pop();
  rising.push(state);
}

/** Texts count for nothing, and are long. */
const withoutTexts = (tracker: Definition, changes: StoredValues): StoredValues =>
  Object.fromEntries(
    Object.entries(changes).filter(([id]) => {
      const field = tracker.fieldById.get(Number(id));
      return field === undefined || !fieldIs.text(field);
    }),
  );

function stateAt(past: Past | undefined, ms: number): Node | undefined {
  if (past === undefined) return undefined;
  let [low, high] = [0, past.rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((past.rising[middle]?.atMs ?? Infinity) <= ms) low = middle + 1;
    else high = middle;
  }
  const state = past.rising[low - 1];
  return state === undefined ? undefined : { tracker: past.tracker, values: state.values };
}
