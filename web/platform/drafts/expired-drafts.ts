// What people kept in this browser and did not come back to for two months.
import { isTimeKnown, serverNowMs } from '../network/clock.ts';
import { listKeys, localStore } from '../storage/browser-storage.ts';
import { personalStore, sealedPrefix } from '../storage/personal-storage.ts';
import { dayMs } from '../storage/sealed-store.ts';
import { createDrafts } from './drafts.ts';

const lifetimeDays = 60;

/** Removes drafts of the person with this id, and all that is sealed of others, unless it is not known what time it is. */
export function dropOld(ownId: number | null | undefined): void {
  if (!isTimeKnown()) return;
  createDrafts(personalStore, '').dropOld();
  const store = localStore();
  for (const name of listKeys(store)) {
    if (!name.startsWith(sealedPrefix) || name.startsWith(`${sealedPrefix}${ownId}.`)) continue;
    const day = Number.parseInt(store.getItem(name) ?? '', 10);
    if (!(day + lifetimeDays > serverNowMs() / dayMs)) store.removeItem(name);
  }
}
