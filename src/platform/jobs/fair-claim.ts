// Which jobs a runner takes next, where their owners share its slots.
import type { Database } from '../database/index.ts';
import { createRoundRobin, selectFairly } from '../concurrency/fair-share.ts';
import type { ShareBounds } from '../concurrency/fair-share.ts';
import { listDueOf, listOwners, listRunning } from './fair-claim.store.ts';
import type { DueShare, Wanted } from './fair-claim.store.ts';

/** How many jobs run at a time of one owner and at one target, in all processes together. */
export type FairShares = Pick<ShareBounds, 'perOwner' | 'perTarget'>;

/** So many jobs of an owner are looked at, so that one whose target is busy does not keep its others. */
const lookedAtMax = 64;

export type ChooseDue = (wanted: Wanted & { free: number }) => Promise<number[]>;

/** Gives ids of jobs that are due, at most `free`. What another process takes meanwhile is left to the claim. */
export function createFairChoice(database: Database, { perOwner, perTarget }: FairShares): ChooseDue {
  const order = createRoundRobin();
  return async ({ free, ...wanted }) => {
    const heldBy = Map.groupBy(await listRunning(database.read, wanted), ({ owner }) => owner);
    const owners = (await listOwners(database.read))
      .filter((owner) => (heldBy.get(owner)?.length ?? 0) < perOwner)
      .sort((one, other) => order.lastServed(one) - order.lastServed(other));
    const due: DueShare[] = [];
    let found = 0;
    for (const owner of owners) {
      if (found === free) break;
      const ofOwner = await listDueOf(database.read, owner, wanted, lookedAtMax);
      if (ofOwner.length > 0) found += 1;
      due.push(...ofOwner);
    }
    // Read once more after what is due, so that no job that another process took in between is missing in both.
    const running = await listRunning(database.read, wanted);
    const bounds = { total: running.length + free, perOwner, perTarget };
    return selectFairly(due, running, bounds, order).map(({ id }) => id);
  };
}
