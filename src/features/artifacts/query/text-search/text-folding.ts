// Renews what is stored folded where texts fold in another way than when it was stored: a job, in small transactions, beside
// which everything goes on. Until it is done some texts are found by their old form alone.
import { Type } from 'typebox';
import type { Clock } from '../../../../platform/clock.ts';
import { isSliceOver, yieldSlice } from '../../../../platform/concurrency/time-slices.ts';
import type { Database, Writer } from '../../../../platform/database/index.ts';
import { enqueueJob, handleJob, listUnfinishedPayloads } from '../../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../../platform/jobs/index.ts';
import { foldingVersion, foldingVersionName } from '../../../../platform/texts/fold-text.ts';
import { bumpSiteVersion, findStored, saveStored } from '../../../site/index.ts';
import { foldForSearch } from '../../artifact/search-texts.ts';
import * as store from './text-folding.store.ts';

interface Deps {
  database: Database;
  clock: Clock;
  /** Names of people, which are renewed first. */
  renewNames(signal: AbortSignal): Promise<void>;
}

export interface TextFolding {
  /** Asks for the job where something may be stored in an older form. */
  prepare(): Promise<void>;
  jobHandler: JobHandler;
}

const NoPayload = Type.Object({});
const foldingJob: JobType<typeof NoPayload> = { name: 'text-folding', payload: NoPayload };

/** Artifacts whose texts are looked at together; one transaction changes them. */
const artifactsAtOnce = 50;

export function createTextFolding({ database, clock, renewNames }: Deps): TextFolding {
  const isDone = async (db: Writer | Database['read']): Promise<boolean> =>
    (await findStored(db, foldingVersionName)) === String(foldingVersion);
  return {
    async prepare() {
      if (await isDone(database.read)) return;
      await database.transact(async (tx) => {
        if ((await isDone(tx)) || (await listUnfinishedPayloads(tx, foldingJob.name)).length > 0) return;
        await enqueueJob(tx, foldingJob, {}, { nowMs: clock.nowMs() });
      });
    },
    jobHandler: handleJob(foldingJob, async (_payload, attempt) => {
      await renewNames(attempt.signal);
      for (let afterId = 0; ;) {
        attempt.signal.throwIfAborted();
        const found = await store.listFoldedTexts(database.readSlow, afterId, artifactsAtOnce);
        if (found === undefined) break;
        afterId = found.lastId;
        await renewTexts(database, found.texts);
      }
      await database.transact(async (tx) => {
        await saveStored(tx, foldingVersionName, String(foldingVersion));
        // What queries found in older texts is asked for no more; see Site.hasOldFolding.
        await bumpSiteVersion(tx);
        await attempt.finish(tx);
      });
    }),
  };
}

type FoldedText = NonNullable<Awaited<ReturnType<typeof store.listFoldedTexts>>>['texts'][number];

/** What was folded before folds to what its origin does now. */
async function renewTexts(database: Database, texts: readonly FoldedText[]): Promise<void> {
  const renewed: Parameters<typeof store.renewText>[1][] = [];
  for (const { artifact_id: artifactId, owner, item, text: was } of texts) {
    if (isSliceOver()) await yieldSlice();
    const text = foldForSearch(was);
    if (text !== was) renewed.push({ artifactId, owner, item, was, text });
  }
  if (renewed.length === 0) return;
  await database.transact(async (tx) => {
    for (const one of renewed) await store.renewText(tx, one);
  });
}
