// Long work that somebody asked for in a page: a row that tells how far it is, and a job that does it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { conflict, DomainError } from '../../../platform/errors.ts';
import { explainFileFault } from '../../../platform/files/file-faults.ts';
import { says, textOf } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import { Nullable, readI18n, storeI18n, I18nMessage } from '../../../platform/http/index.ts';
import { enqueueJob, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { formatIso } from '../../../platform/texts/dates.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { actorOf, requireUser } from '../../people/index.ts';
import type { Caller } from '../../people/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AuditKind } from '../../audit/index.ts';
import {
  findOperation,
  findUnfinished,
  insertOperation,
  listOperations,
  updateOperation,
} from './long-operations.store.ts';
import type { OperationRow } from './long-operations.store.ts';
import { operationStatuses } from './long-operations.tables.ts';
import type { OperationKind } from './long-operations.tables.ts';

export const LongOperation = Type.Object(
  {
    id: Type.Integer(),
    subject: Type.String({ description: 'What it is about: the short name of a project, or the name of a backup.' }),
    status: Type.Enum(operationStatuses),
    step: Type.String({ description: 'What is done just now.' }),
    progress: Nullable(Type.Number({ description: 'Part of the step that is done, 0 to 1; null where nobody knows.' })),
    path: Type.String({
      description: 'What was written, on `machine`; empty where it is gone. For site administrators.',
    }),
    size_bytes: Nullable(Type.Integer()),
    note: Type.String({ description: 'Warnings, or why it failed.' }),
    i18n: Type.Optional(I18nMessage),
    user_name: Type.String({ description: 'Who asked for it.' }),
    machine: Type.String(),
    created_on: Type.String(),
    finished_on: Nullable(Type.String()),
  },
  { title: 'Undertaking' },
);

/** What a kind of work leaves. */
export interface Outcome {
  path: string;
  sizeBytes: number | null;
  note: Said;
}

type ReportProgress = (step: string, done: number, total: number) => void;

/** Does the work of a kind; what it throws is its note. */
export type OperationHandler = (row: OperationRow, reportProgress: ReportProgress) => Promise<Outcome>;

export interface Order {
  kind: OperationKind;
  subject: string;
  projectId: number | null;
  /** What is read, where something is. */
  path?: string;
  /** Absent where the work itself writes down what it did. */
  audit?: AuditKind;
}

export interface LongOperations {
  /** Throws conflict where the same, or any backup, is under way already. */
  begin(caller: Caller, order: Order): Promise<OperationRow>;
  list: (
    filter: { kind: OperationKind; projectId?: number },
    page: { limit: number; offset: number },
  ) => ReturnType<typeof listOperations>;
  find(id: number): Promise<OperationRow | undefined>;
  handler: JobHandler;
}

export const viewOperation = (row: OperationRow, withPath: boolean): Static<typeof LongOperation> => ({
  id: row.id,
  subject: row.subject,
  status: row.status,
  step: row.step,
  progress: row.status === 'running' && row.total > 0 ? Math.min(1, row.done / row.total) : null,
  path: withPath ? row.path : '',
  size_bytes: row.size_bytes,
  note: row.note,
  ...readI18n(row.i18n_json),
  user_name: row.user_name,
  machine: row.machine,
  created_on: formatIso(row.created_at_ms),
  finished_on: row.finished_at_ms === null ? null : formatIso(row.finished_at_ms),
});

/** Columns of what came of the work. */
const noteColumns = (sentence: string | Said): Pick<OperationRow, 'note' | 'i18n_json'> => ({
  note: textOf(sentence),
  i18n_json: storeI18n(sentence),
});

const Payload = Type.Object({ id: Type.Integer() });
const job: JobType<typeof Payload> = { name: 'undertaking', payload: Payload };
/** The first does it; the second tells that the server stopped meanwhile. */
const attemptsMax = 2;
/** How seldom a row is told how far its work is. */
const reportEveryMs = 1000;

/** Of work that has not begun. */
const fresh = {
  status: 'waiting',
  step: '',
  done: 0,
  total: 0,
  size_bytes: null,
  note: '',
  i18n_json: '',
  machine: '',
  finished_at_ms: null,
} as const;

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  handlers: Readonly<Record<OperationKind, OperationHandler>>;
}

type Update = (id: number, change: Parameters<typeof updateOperation>[2]) => Promise<void>;

const reasonOf = (error: unknown): string | Said => {
  const refusal = error instanceof DomainError ? error : explainFileFault(error);
  if (refusal !== undefined) return refusal.sentence;
  return error instanceof Error ? error.message : String(error);
};

/** What runs the work of a row, and writes down how far it is. */
function createWork({ database, clock, logger, handlers }: Deps) {
  const update: Update = (id, change) => database.transact((tx) => updateOperation(tx, id, change));
  /** Notes steps now and then, beside the work. */
  const createProgressReport = (id: number) => {
    let last = { step: '', atMs: 0 };
    let written = Promise.resolve();
    // Work tells from within its snapshot, where nothing can be written.
    const outside = AsyncLocalStorage.snapshot();
    const reportProgress: ReportProgress = (step, done, total) => {
      const nowMs = Date.now();
      if (step === last.step && nowMs - last.atMs < reportEveryMs) return;
      last = { step, atMs: nowMs };
      written = outside(() =>
        written
          .then(() => update(id, { step, done, total }))
          .catch((error: unknown) => logger.warn({ err: error }, 'progress could not be noted')),
      );
    };
    return { tell: reportProgress, settle: () => written };
  };
  const perform = async (row: OperationRow): Promise<void> => {
    await update(row.id, { status: 'running', machine: hostname() });
    const { tell: reportProgress, settle } = createProgressReport(row.id);
    const over = { step: '', done: 0, total: 0 };
    try {
      const { path, sizeBytes, note } = await handlers[row.kind](row, reportProgress);
      await settle();
      const outcome = { status: 'done', path, size_bytes: sizeBytes, ...noteColumns(note) } as const;
      await update(row.id, { ...over, ...outcome, finished_at_ms: clock.nowMs() });
    } catch (error) {
      if (!(error instanceof DomainError)) logger.error({ err: error, kind: row.kind }, 'long work failed');
      await settle();
      const columns = noteColumns(reasonOf(error));
      await update(row.id, { ...over, status: 'failed', ...columns, finished_at_ms: clock.nowMs() });
    }
  };
  return { update, perform };
}

export function createLongOperations({ database, clock, logger, handlers }: Deps): LongOperations {
  const { update, perform } = createWork({ database, clock, logger, handlers });
  return {
    begin: (caller, { kind, subject, projectId, path = '', audit }) =>
      database.transact(async (tx) => {
        const { id: userId, username } = requireUser(caller);
        if ((await findUnfinished(tx, kind, kind === 'backup' ? {} : { subject })) !== undefined)
          throw conflict(says('undertaking.running')`this is already running; wait until it has finished`);
        const nowMs = clock.nowMs();
        const row = await insertOperation(tx, {
          ...fresh,
          kind,
          subject,
          path,
          project_id: projectId,
          user_id: userId,
          user_name: username,
          created_at_ms: nowMs,
        });
        await enqueueJob(tx, job, { id: row.id }, { nowMs });
        const facts = { ...(projectId === null ? {} : { projectId }), details: { subject } };
        if (audit !== undefined) await recordAudit(tx, clock, { kind: audit, by: actorOf(caller), ...facts });
        return row;
      }),
    list: (filter, page) => listOperations(database.read, filter, page),
    find: (id) => findOperation(database.read, id),
    handler: handleJob(
      job,
      async ({ id }, attempt) => {
        const row = await findOperation(database.read, id);
        if (row === undefined || row.status === 'done' || row.status === 'failed') return;
        if (attempt.number === 1) await perform(row);
        else
          await update(id, {
            status: 'failed',
            step: '',
            finished_at_ms: clock.nowMs(),
            ...noteColumns(says('undertaking.stopped')`the server stopped in the meantime; start it again`),
          });
      },
      attemptsMax,
    ),
  };
}
