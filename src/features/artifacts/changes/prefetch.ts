// What the change of one artifact needs to know beside its row, whatever it comes to: asked for together with the row, so that
// nothing that is written afterwards waits for an answer.
import { isFar, takeIds } from '../../../platform/database/index.ts';
import type { Writer } from '../../../platform/database/index.ts';
import { settleAll } from '../../../platform/concurrency/settle-all.ts';
import type { Definition } from '../../trackers/index.ts';
import { mayCountEarly } from '../artifact/change-traces.ts';
import type { ForeseenChange } from '../artifact/change-traces.ts';
import { listCounting } from '../artifact/computed-parents.store.ts';

/** Nothing where no answer is waited for; `fieldIds` are those that are going to change. */
export async function prefetchChange(
  tx: Writer,
  tracker: Definition,
  artifactId: number | undefined,
  fieldIds: Iterable<number>,
): Promise<ForeseenChange | undefined> {
  if (!isFar(tx)) return undefined;
  const [changesetIds, counting] = await settleAll([
    takeIds(tx, 'changesets', 1),
    artifactId !== undefined && mayCountEarly(tracker, fieldIds) ? listCounting(tx, artifactId) : undefined,
  ]);
  return { changesetIds, counting };
}
