// The list that somebody came from, so that a page of one thing knows the next and the previous, and the way back. Kept per tab.
import { isRecord, listIn, textIn } from '../parse-unknown.ts';
import type { Store } from '../storage/browser-storage.ts';
import { personalTabStore } from '../storage/personal-storage.ts';

export interface ListTrail {
  /** Path and search of the list's page. */
  address: string;
  /** What the list is called, such as the tracker's name. */
  label: string;
  /** Ids in the order of the list; undefined for what was not read. */
  ids: readonly (number | undefined)[];
  /** How many are before the first of them; none where it is left out. */
  start?: number;
  /** How many the list has in all; those that are there where it is left out. */
  size?: number;
}

export interface TrailPosition {
  trail: ListTrail;
  /** How many are before it. */
  index: number;
  /** How many there are in all. */
  size: number;
  previous: number | undefined;
  next: number | undefined;
}

type Storage = Pick<Store, 'getItem' | 'setItem'>;

const key = 'tepal.trail';
const viewedKey = 'tepal.trail.visited';
/** More than anybody walks through; the storage of a tab is small. */
export const trailMax = 2000;

/** To be called by a list whenever it shows other rows. */
export function rememberTrail({ ids, ...trail }: ListTrail, storage: Storage = personalTabStore): void {
  storage.setItem(key, JSON.stringify({ ...trail, ids: ids.slice(0, trailMax) }));
}

export function readTrail(storage: Storage = personalTabStore): ListTrail | undefined {
  const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
  const address = textIn(kept, 'address');
  if (!isRecord(kept) || address === undefined) return undefined;
  const ids = listIn(kept, 'ids').map((id) => (typeof id === 'number' ? id : undefined));
  const { start, size } = kept;
  return {
    address,
    label: textIn(kept, 'label') ?? '',
    ids,
    start: typeof start === 'number' ? start : 0,
    size: typeof size === 'number' ? size : ids.length,
  };
}

/** Where an artifact is in the list that one came from; undefined where it is not in it. */
export function positionInTrail(id: number, storage: Storage = personalTabStore): TrailPosition | undefined {
  const trail = readTrail(storage);
  const index = trail?.ids.indexOf(id) ?? -1;
  if (trail === undefined || index === -1) return undefined;
  const { ids, start = 0, size = ids.length } = trail;
  return { trail, index: start + index, size, previous: ids[index - 1], next: ids[index + 1] };
}

/** Notes which artifact of the list was looked at last, so that the list can put the focus there again. */
export const noteViewed = (id: number, storage: Storage = personalTabStore): void =>
  storage.setItem(viewedKey, String(id));

/** The artifact that somebody comes back from; undefined where the list at this address was not left for one. */
export function lastViewed(address: string, storage: Storage = personalTabStore): number | undefined {
  const id = Number(storage.getItem(viewedKey) ?? Number.NaN);
  const trail = readTrail(storage);
  return trail?.address === address && trail.ids.includes(id) ? id : undefined;
}
