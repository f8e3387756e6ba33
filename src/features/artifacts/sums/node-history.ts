// How artifacts and those that they link to were at moments of the past, as far as a viewer may know them today.
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import { findVisible } from '../visible/artifacts.access.ts';
import * as store from '../state/artifacts.store.ts';
import type { StoredValues } from '../state/change.ts';
import { readChanges } from '../visible/known-history.ts';
import type { FindNode, Node } from './sums.ts';
import type { SurroundingDeps } from '../visible/subject.ts';

const artifactsMax = 5000;
const batchLength = 500;

/** An artifact after one of its changesets. */
export interface PastState {
  atMs: number;
  values: StoredValues;
}

interface Past {
  tracker: Definition;
  /** Oldest first. */
  states: PastState[];
}

export interface NodeHistory {
  /** How artifacts were at a moment; those that did not exist yet are not found. */
  at(ms: number): FindNode;
  /** Oldest first, without long texts; none of what is not among them. */
  statesOf(id: number): readonly PastState[];
  /** How many artifacts it has. */
  size: number;
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
  deps: SurroundingDeps,
  viewer: Viewer,
  roots: readonly Root[],
  nextOf: (node: Node, id: number) => readonly number[],
): Promise<NodeHistory | undefined> {
  const pasts = new Map<number, Past>();
  const seen = new Set(roots.map(({ id }) => id));
  let isPersonal = false;
  let level: readonly Root[] = roots;
  while (level.length > 0) {
    for (const [id, past] of await readPasts(deps, level)) pasts.set(id, past);
    const next = new Set(
      level.flatMap(({ id }) => {
        const past = pasts.get(id);
        return past?.states.flatMap(({ values }) => nextOf({ tracker: past.tracker, values }, id)) ?? [];
      }),
    ).difference(seen);
    if (seen.size + next.size > artifactsMax) return undefined;
    for (const id of next) seen.add(id);
    const rows = await store.listVisibilityRows(deps.db, [...next]);
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
    size: pasts.size,
    isPersonal,
  };
}

async function readPasts(deps: SurroundingDeps, level: readonly Root[]): Promise<Map<number, Past>> {
  const pasts = new Map<number, Past>();
  for (let start = 0; start < level.length; start += batchLength) {
    const batch = level.slice(start, start + batchLength);
    const heads = await store.listChangeHeads(
      deps.db,
      batch.map(({ id }) => id),
    );
    for (const { id, tracker } of batch) pasts.set(id, { tracker, states: [] });
    for await (const { head, changes } of readChanges(deps.db, heads)) {
      const past = pasts.get(head.artifact_id);
      const values = { ...past?.states.at(-1)?.values, ...withoutTexts(past?.tracker, changes) };
      past?.states.push({ atMs: head.submitted_at_ms, values });
    }
  }
  return pasts;
}

/** Texts count for nothing, and are long. */
const withoutTexts = (tracker: Definition | undefined, changes: StoredValues): StoredValues =>
  Object.fromEntries(Object.entries(changes).filter(([id]) => tracker?.fieldById.get(Number(id))?.type !== 'text'));

function stateAt(past: Past | undefined, ms: number): Node | undefined {
  const state = past?.states.findLast(({ atMs }) => atMs <= ms);
  return past === undefined || state === undefined ? undefined : { tracker: past.tracker, values: state.values };
}
