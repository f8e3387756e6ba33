// What earlier versions of the pages kept of people without a seal.
import { listKeys, localStore } from './browser-storage.ts';
import { personalStore } from './personal-storage.ts';
import type { StorageOwner } from './personal-storage.ts';

/** Seals what is of this person, whose storage is open with a key, and removes what is of others. */
export function sealPlain({ id, username }: Pick<StorageOwner, 'id' | 'username'>): void {
  const local = localStore();
  for (const key of listKeys(local)) {
    if (!/^tepal\.(?:draft|trackers)\./.test(key)) continue;
    const text = local.getItem(key);
    local.removeItem(key);
    const isOwn = key.startsWith(`tepal.draft.${username}.`) || key === `tepal.trackers.${id}`;
    if (isOwn && text !== null && personalStore.getItem(key) === null) personalStore.setItem(key, text);
  }
}
