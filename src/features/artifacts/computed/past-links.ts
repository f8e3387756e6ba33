// What an artifact linked to over time, and how that was when the artifact was closed.
import type { Viewer } from '../../projects/index.ts';
import type { Definition } from '../../trackers/index.ts';
import type { StoredValues } from '../artifact/change.ts';
import { linkedIds, readable } from '../semantics/readable-values.ts';
import { statusOf } from '../semantics/semantics.ts';
import type { RelationDeps } from '../artifact/renderable-artifact.ts';
import { loadNodeHistory } from './node-history.ts';
import type { PastState } from './node-history.ts';

/** An artifact that was linked to at some time. */
export interface PastLink {
  id: number;
  tracker: Definition;
  /** When the other one was closed, or now; without long texts. */
  values: StoredValues;
  isOpen: boolean;
  /** Linked to when the other one was closed, or now. */
  isHeld: boolean;
  /** Not linked to at the moment from which additions count; false without such a moment. */
  isAdded: boolean;
}

export interface PastLinks {
  /** When the artifact was closed for the last time; undefined where it is open. */
  closedAtMs: number | undefined;
  links: readonly PastLink[];
}

interface Root {
  id: number;
  tracker: Definition;
}

interface Since {
  /** What was not linked to at this moment was added; undefined: nothing was. */
  addedAfterMs: number | undefined;
  /** What was linked to before this moment alone is left out; undefined: nothing is. */
  fromMs: number | undefined;
  nowMs: number;
}

/** In order of id, as far as the viewer sees it; undefined where the histories are too long to be read for one answer. */
export async function loadPastLinks(
  deps: RelationDeps,
  viewer: Viewer,
  root: Root,
  { addedAfterMs, fromMs = 0, nowMs }: Since,
): Promise<PastLinks | undefined> {
  const history = await loadNodeHistory(deps, viewer, [root], (node, id) =>
    id === root.id ? linkedIds({ viewer, ...node }) : [],
  );
  if (history === undefined) return undefined;
  const states = history.statesOf(root.id);
  const idsIn = (state: PastState | undefined): readonly number[] =>
    state === undefined ? [] : linkedIds({ viewer, tracker: root.tracker, values: state.values });
  const closing = findClosing(viewer, root.tracker, states);
  const endMs = states[closing]?.atMs ?? nowMs;
  // Whoever closes it may take out in the same change what is left over.
  const last = closing === -1 ? [states.at(-1)] : [states[closing - 1], states[closing]];
  const held = new Set(last.flatMap(idsIn));
  const beforeMs = (ms: number): PastState | undefined => states.findLast(({ atMs }) => atMs <= ms);
  const planned = addedAfterMs === undefined ? [] : idsIn(beforeMs(Math.max(addedAfterMs, states[0]?.atMs ?? 0)));
  const during = states.filter(({ atMs }) => atMs >= fromMs && atMs <= endMs);
  const all = new Set([...held, ...idsIn(beforeMs(fromMs)), ...during.flatMap(idsIn)]);
  const find = history.at(endMs);
  const links = [...all]
    .toSorted((a, b) => a - b)
    .flatMap((id): PastLink[] => {
      const node = id === root.id ? undefined : find(id);
      if (node === undefined) return [];
      const { isOpen } = statusOf(node.tracker, node.values, readableBy(viewer, node.tracker), () => undefined);
      return [
        { id, ...node, isOpen, isHeld: held.has(id), isAdded: addedAfterMs !== undefined && !planned.includes(id) },
      ];
    });
  return { closedAtMs: closing === -1 ? undefined : endMs, links };
}

const readableBy = (viewer: Viewer, tracker: Definition) => (field: Parameters<typeof readable>[1]) =>
  readable({ viewer, tracker }, field) !== undefined;

/** The place of the change since which the artifact is closed; -1 where it is open. */
function findClosing(viewer: Viewer, tracker: Definition, states: readonly PastState[]): number {
  const isOpen = ({ values }: PastState): boolean =>
    statusOf(tracker, values, readableBy(viewer, tracker), () => undefined).isOpen;
  const lastOpen = states.findLastIndex(isOpen);
  return lastOpen === states.length - 1 ? -1 : lastOpen + 1;
}
