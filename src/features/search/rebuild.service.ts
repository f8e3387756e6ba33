// Writes the whole index where it is absent or of another form, newest documents first, in steps that go on where they were left.
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { clearDocuments, gatherDocuments, tidyDocuments } from '../../platform/database/index.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { enqueueJob, handleJob, listUnfinishedPayloads } from '../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../platform/jobs/index.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { AttachmentTexts } from './attachment-texts.service.ts';
import type { DocumentKind } from './documents/document-kinds.ts';
import { indexFormat } from './documents/documents.ts';
import type { IndexWriter } from './documents/index-writer.ts';
import * as store from './documents/search.store.ts';
import type { ProgressRow } from './documents/search.store.ts';

export interface KindStatus {
  type: string;
  /** How its documents are written; undefined: not yet. */
  format: string | undefined;
  /** Documents with this id, and above, are in the index. */
  beforeId: number | undefined;
  isFinished: boolean;
}

export interface RebuildLimits {
  signal?: AbortSignal | undefined;
  /** Whether others come first: then as much time passes between two steps as a step takes. */
  isPolite: boolean;
  /** Called after each step: documents that it wrote, and how far of the way is done. */
  onProgress?(step: { documents: number; done: number; total: number }): void;
}

export interface Rebuild {
  /** Empties an index that is absent, of another form or to be made anew, and asks for what is missing to be written. */
  prepare(what?: 'missing' | 'anew'): Promise<void>;
  /** Empties the index, and has a job write it, unless it is being written already; `note` is called in the same transaction. */
  orderAnew(note: (tx: Writer) => Promise<void>): Promise<void>;
  /** Writes what is not written yet, from where it was left. Throws when the signal is aborted. */
  rebuild(limits: RebuildLimits): Promise<void>;
  status(): Promise<KindStatus[]>;
  jobHandler: JobHandler;
}

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  kinds: readonly DocumentKind[];
  writer: IndexWriter;
  attachments: Pick<AttachmentTexts, 'read'>;
}

const NoPayload = Type.Object({});
const rebuildJob: JobType<typeof NoPayload> = { name: 'search-index', payload: NoPayload };

/** A step takes some milliseconds, in which nobody else writes. */
const documentsPerStep = { polite: 50, whole: 500 };
/** What a command leaves that ended before it was done is taken up by a server after so long. */
const retakeMs = 60_000;

export function createRebuild(deps: Deps): Rebuild {
  const { kinds } = deps;
  const format = indexFormat(deps.database.read);
  const rebuild: Rebuild['rebuild'] = async ({ signal, isPolite, onProgress }) => {
    const limit = isPolite ? documentsPerStep.polite : documentsPerStep.whole;
    const take = async <T>(step: () => Promise<T>): Promise<T> => {
      signal?.throwIfAborted();
      const startedMs = performance.now();
      const outcome = await step();
      await delay(isPolite ? performance.now() - startedMs : 0, undefined, signal === undefined ? {} : { signal });
      return outcome;
    };
    // Another process may have emptied the index since.
    deps.writer.forgetWords();
    const tidy = async (): Promise<void> => {
      for (let isMore = true; isMore;) isMore = await take(() => tidyDocuments(deps.database));
    };
    let isWritten = false;
    for (const kind of kinds) {
      const total = (await kind.listIds(deps.database.read, Number.MAX_SAFE_INTEGER, 1))[0] ?? 0;
      for (;;) {
        const step = await take(() => takeStep(deps, kind, limit, signal));
        if (step === undefined) break;
        onProgress?.({ documents: step.documents, done: total - step.lowest, total });
        isWritten = true;
        await tidy();
      }
    }
    if (!isWritten) return;
    await take(() => deps.database.transact(gatherDocuments));
    await tidy();
  };
  const status = (): Promise<KindStatus[]> => readStatus(deps, format);
  return {
    rebuild,
    status,
    async prepare(what = 'missing') {
      if (what === 'missing' && (await status()).every(({ isFinished }) => isFinished)) return;
      const found = await prepare(deps, format, what === 'anew' ? { waitMs: retakeMs } : undefined);
      deps.writer.forgetWords();
      if (what === 'missing' && found.isMissing) logReason(deps.logger, format, found);
    },
    async orderAnew(note) {
      if ((await status()).some(({ isFinished }) => !isFinished)) return;
      await prepare(deps, format, { waitMs: 0, note });
      deps.writer.forgetWords();
    },
    jobHandler: handleJob(rebuildJob, (_payload, { signal }) => rebuild({ signal, isPolite: true })),
  };
}

async function readStatus({ database, kinds }: Deps, format: string): Promise<KindStatus[]> {
  const rows = await Promise.all(kinds.map((kind) => store.findProgress(database.read, kind.number)));
  return kinds.map(({ type }, index) => {
    const row = rows[index];
    const isOwn = row?.format === format;
    return {
      type,
      format: row?.format,
      beforeId: (isOwn ? row.before_id : undefined) ?? undefined,
      isFinished: isOwn && row.finished_at_ms !== null,
    };
  });
}

/** One step: how many documents it wrote, and the id that it came to; undefined where there was nothing to do. */
async function takeStep(
  { database, clock, writer, attachments }: Deps,
  kind: DocumentKind,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<{ documents: number; lowest: number } | undefined> {
  const before = await store.findProgress(database.read, kind.number);
  if (before === undefined || before.finished_at_ms !== null) return undefined;
  // Reading attachments takes long, so it comes before the transaction.
  const next = await kind.listIds(database.read, before.before_id ?? Number.MAX_SAFE_INTEGER, limit);
  if (kind.type === 'artifact') await attachments.read(next, signal);
  return database.transact(async (tx) => {
    const row = await store.findProgress(tx, kind.number);
    if (row === undefined || row.finished_at_ms !== null) return undefined;
    const ids = await kind.listIds(tx, row.before_id ?? Number.MAX_SAFE_INTEGER, limit);
    await writer.write(tx, kind.type, ids);
    const lowest = ids.at(-1);
    if (lowest === undefined) await store.saveProgress(tx, { ...row, finished_at_ms: clock.nowMs() });
    else await store.saveProgress(tx, { ...row, before_id: lowest });
    return lowest === undefined ? undefined : { documents: ids.length, lowest };
  });
}

interface Prepared {
  /** Forms that were found. */
  formats: readonly string[];
  isOther: boolean;
  /** Whether there is something to write. */
  isMissing: boolean;
}

interface Anew {
  /** How long the job waits, so that who prepared can write itself. */
  waitMs: number;
  note?(tx: Writer): Promise<void>;
}

/** Looks again in a transaction, because several processes start at once. */
async function prepare({ database, clock, kinds }: Deps, format: string, anew?: Anew): Promise<Prepared> {
  const nowMs = clock.nowMs();
  return database.transact(async (tx) => {
    const rows = new Map<DocumentKind, ProgressRow | undefined>();
    for (const kind of kinds) rows.set(kind, await store.findProgress(tx, kind.number));
    const formats = [...rows.values()].flatMap((row) => row?.format ?? []);
    const isOther = formats.some((one) => one !== format);
    const startsAnew = anew !== undefined || isOther;
    await anew?.note?.(tx);
    if (startsAnew) {
      await clearDocuments(tx);
      await store.deleteWords(tx);
    }
    let isMissing = false;
    for (const [kind, row] of rows) {
      if (row !== undefined && !startsAnew) {
        isMissing ||= row.finished_at_ms === null;
        continue;
      }
      const isEmpty = (await kind.listIds(tx, Number.MAX_SAFE_INTEGER, 1)).length === 0;
      const finished = isEmpty ? nowMs : null;
      await store.saveProgress(tx, { kind: kind.number, format, before_id: null, finished_at_ms: finished });
      isMissing ||= !isEmpty;
    }
    // A job that runs already may have come to its end without what was emptied now.
    if (isMissing && (anew !== undefined || (await listUnfinishedPayloads(tx, rebuildJob.name)).length === 0))
      await enqueueJob(tx, rebuildJob, {}, { nowMs, dueAtMs: nowMs + (anew?.waitMs ?? 0) });
    return { isMissing, isOther, formats };
  });
}

function logReason(logger: Logger, format: string, { isOther, formats }: Prepared): void {
  const facts = { found: formats, format };
  if (isOther) logger.warn(facts, 'the search index has an older form and is written anew');
  else if (formats.length === 0) logger.info(facts, 'the search index is absent and is written');
  else logger.warn(facts, 'the search index is not complete; it is written from where it was left');
}
