// The list that somebody came from, so that a page of one thing knows the next and the previous, and the way back. Kept per tab.
import { isRecord, listIn, textIn } from './loose.ts';

export interface ListTrail {
  /** Path and search of the list's page. */
  address: string;
  /** What the list is called, such as the tracker's name. */
  label: string;
  /** Ids in the order of the list, as far as it was read. */
  ids: readonly number[];
}

export interface TrailPlace {
  trail: ListTrail;
  /** How many are before it. */
  index: number;
  previous: number | undefined;
  next: number | undefined;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const key = 'tepal.trail';
const visitedKey = 'tepal.trail.visited';
/** More than anybody walks through; the storage of a tab is small. */
const idsMax = 2000;

/** To be called by a list whenever it shows other rows. */
export function rememberTrail({ address, label, ids }: ListTrail, storage: Storage = sessionStorage): void {
  storage.setItem(key, JSON.stringify({ address, label, ids: ids.slice(0, idsMax) }));
}

export function readTrail(storage: Storage = sessionStorage): ListTrail | undefined {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
  const address = textIn(kept, 'address');
  if (!isRecord(kept) || address === undefined) return undefined;
  const ids = listIn(kept, 'ids').filter((id) => typeof id === 'number');
  return { address, label: textIn(kept, 'label') ?? '', ids };
}

/** Where an artifact is in the list that one came from; undefined where it is not in it. */
export function placeInTrail(id: number, storage: Storage = sessionStorage): TrailPlace | undefined {
  const trail = readTrail(storage);
  const index = trail?.ids.indexOf(id) ?? -1;
  if (trail === undefined || index === -1) return undefined;
  return { trail, index, previous: trail.ids[index - 1], next: trail.ids[index + 1] };
}

/** Notes which artifact of the list was looked at last, so that the list can put the focus there again. */
export const noteVisited = (id: number, storage: Storage = sessionStorage): void =>
  storage.setItem(visitedKey, String(id));

/** The artifact that somebody comes back from; undefined where the list at this address was not left for one. */
export function lastVisited(address: string, storage: Storage = sessionStorage): number | undefined {
  const id = Number(storage.getItem(visitedKey) ?? Number.NaN);
  const trail = readTrail(storage);
  return trail?.address === address && trail.ids.includes(id) ? id : undefined;
}
