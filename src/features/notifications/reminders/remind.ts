// Reminds people of dates: every night finds out which reminders have something to tell, and a job for each of them tells it. How
// far it has told is noted in the transactions that tell, so nobody is told twice.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Type } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { enqueueJobs, handleJob } from '../../../platform/jobs/index.ts';
import type { JobHandler, JobType } from '../../../platform/jobs/index.ts';
import { queueMails } from '../../../platform/mail/index.ts';
import type { MailMessage } from '../../../platform/mail/index.ts';
import { formatDay } from '../../../platform/texts/dates.ts';
import { listArtifactsByIds, parseValues, statusOf } from '../../artifacts/index.ts';
import type { Artifacts } from '../../artifacts/index.ts';
import type { Site, SiteService } from '../../site/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { dueMoments } from './reminded-days.ts';
import { listReminded, writeReminders } from './reminded-people.ts';
import { dateColumnOf } from './reminders.service.ts';
import * as store from './reminders.store.ts';
import type { ReminderRow } from './reminders.store.ts';

export interface RemindingDeps {
  database: Database;
  clock: Clock;
  site: SiteService;
  artifacts: Artifacts;
  /** Of the install; signs addresses and links. */
  secret: string;
}

const NoPayload = Type.Object({});
const findReminders: JobType<typeof NoPayload> = { name: 'date-reminders', payload: NoPayload };
const Payload = Type.Object({ reminderId: Type.Integer() });
const sendReminder: JobType<typeof Payload> = { name: 'date-reminder', payload: Payload };

export interface Reminding {
  readonly handlers: readonly JobHandler[];
  readonly nightly: { type: typeof findReminders; payload: {} };
}

const remindersPerTurn = 100;
/** People who are told in one transaction, which others wait for. */
const peoplePerTurn = 200;

export const createReminding = (deps: RemindingDeps): Reminding => ({
  handlers: [
    handleJob(findReminders, (_payload, { signal }) => startReminding(deps, signal)),
    handleJob(sendReminder, async ({ reminderId }, { signal }) => {
      while (await remindNext(deps, reminderId)) {
        signal.throwIfAborted();
        // Queries of a file give nobody else a turn.
        await nextTurn();
      }
    }),
  ],
  nightly: { type: findReminders, payload: {} },
});

/** Asks for a job for each reminder with something to tell; the day is over for the others. */
async function startReminding({ database, clock, site, artifacts }: RemindingDeps, signal: AbortSignal): Promise<void> {
  const nowMs = clock.nowMs();
  const today = formatDay(nowMs);
  const moment = await site.current();
  for (let lastId = 0, count = remindersPerTurn; count === remindersPerTurn;) {
    signal.throwIfAborted();
    const rows = await store.listWaiting(database.read, today, lastId, remindersPerTurn);
    const due: { reminderId: number }[] = [];
    const idle: ReminderRow[] = [];
    for (const row of rows) {
      await nextTurn();
      const scene = await findScene(artifacts, moment, row);
      const isIdle =
        row.telling_until_day === null && (await findArtifactId(database, scene, row, today)) === undefined;
      if (isIdle) idle.push(row);
      else due.push({ reminderId: row.id });
    }
    await database.transact(async (tx) => {
      for (const row of idle) await store.saveProgress(tx, row, store.notifiedUntil(today));
      await enqueueJobs(tx, sendReminder, due, { nowMs });
    });
    lastId = rows.at(-1)?.id ?? lastId;
    count = rows.length;
  }
}

interface Scene {
  readonly tracker: Definition;
  readonly field: Field;
}

/** Undefined where nobody is to be reminded: no mail is sent, the tracker tells nothing, or the field is out of use. */
async function findScene(artifacts: Artifacts, site: Site, row: ReminderRow): Promise<Scene | undefined> {
  const tracker = await artifacts.reading.trackers.findDefinition(row.tracker_id, site.version);
  const field = tracker?.fieldById.get(row.field_id);
  if (tracker === undefined || field?.isUsed !== true || site.settings.mail_transport === 'none') return undefined;
  const isQuiet = tracker.isDeleted || tracker.settings.isNotificationStopped || tracker.project.status !== 'active';
  return isQuiet ? undefined : { tracker, field };
}

async function findArtifactId(
  { read }: Database,
  scene: Scene | undefined,
  row: ReminderRow,
  untilDay: string,
): Promise<number | undefined> {
  const column = scene && dateColumnOf(scene.field);
  if (column === undefined) return undefined;
  const query = { trackerId: row.tracker_id, fieldId: row.field_id, column, ...dueMoments(row, untilDay) };
  return store.findDue(read, query, row.told_artifact_id);
}

/** Tells of one more artifact, or some of its people; whether there may be more to tell. */
async function remindNext(deps: RemindingDeps, id: number): Promise<boolean> {
  const { database, clock, artifacts } = deps;
  const row = await store.findReminder(database.read, id);
  const nowMs = clock.nowMs();
  const untilDay = row?.telling_until_day ?? formatDay(nowMs);
  if (row?.is_enabled !== 1 || row.told_until_day >= untilDay) return false;
  const site = await deps.site.current();
  const scene = await findScene(artifacts, site, row);
  const artifactId = await findArtifactId(database, scene, row, untilDay);
  if (scene === undefined || artifactId === undefined) {
    await database.transact((tx) => store.saveProgress(tx, row, store.notifiedUntil(untilDay)));
    return true;
  }
  const { mails, lastUserId } = await composeMails(deps, site, { ...scene, row }, artifactId);
  await database.transact(async (tx) => {
    const isOurs = await store.saveProgress(tx, row, {
      told_until_day: row.told_until_day,
      telling_until_day: untilDay,
      told_artifact_id: lastUserId === undefined ? artifactId + 1 : artifactId,
      told_user_id: lastUserId ?? 0,
    });
    if (isOurs) await queueMails(tx, mails, { nowMs });
  });
  return true;
}

/** The next mails of an artifact, and until which user id they are; undefined where they are the last. */
async function composeMails(
  deps: RemindingDeps,
  site: Site,
  { tracker, field, row }: Scene & { row: ReminderRow },
  artifactId: number,
): Promise<{ mails: MailMessage[]; lastUserId: number | undefined }> {
  const { reading } = deps.artifacts;
  const [artifact] = await listArtifactsByIds(reading.db, [artifactId]);
  if (artifact === undefined) return { mails: [], lastUserId: undefined };
  const values = parseValues(artifact);
  const isOpen = statusOf(
    tracker,
    values,
    () => true,
    () => undefined,
  ).isOpen;
  if (!isOpen && row.tells_closed === 0) return { mails: [], lastUserId: undefined };
  const date = { renderable: { row: artifact, tracker, values }, field, reminder: row };
  const afterId = row.told_artifact_id === artifactId ? row.told_user_id : 0;
  const { readers, lastUserId } = await listReminded(deps, site, date, { afterId, limit: peoplePerTurn });
  return { mails: writeReminders(deps, site, date, { readers, nowMs: deps.clock.nowMs() }), lastUserId };
}
