// Whom a reminder of an artifact's date is sent: who is named, wants it and may see artifact and date.
import type { Reader as DatabaseReader } from '../../../platform/database/index.ts';
import { isMailAddress, mailDomainOf, replyAddressOf, senderOf } from '../../../platform/mail/index.ts';
import type { MailMessage } from '../../../platform/mail/index.ts';
import { formatDay, startOfDayMs } from '../../../platform/texts/dates.ts';
import { publicUrl } from '../../../settings/index.ts';
import { artifactReads, assigneesOf, changeDescriptions, findVisible, titleOf } from '../../artifacts/index.ts';
import type { Artifacts, RenderableArtifact } from '../../artifacts/index.ts';
import { userGroupRecords } from '../../projects/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { Site } from '../../site/index.ts';
import { dateFields, fieldIs, mayField } from '../../trackers/index.ts';
import type { Field } from '../../trackers/index.ts';
import { listArtifactChoices, listSubscriptions } from '../rules.store.ts';
import { chosenOf, listMailable } from '../change-mails/candidates.ts';
import { wantsReminders } from '../change-mails/interests.ts';
import { filterKnowing, loadPeople } from '../change-mails/people.ts';
import type { Reader } from '../change-mails/people.ts';
import { writeLeaving } from '../unsubscribe-token.ts';
import { composeReminder } from './reminder-mail.ts';
import { listReminderGroups } from './reminders.store.ts';
import type { ReminderRow } from './reminders.store.ts';

interface Deps {
  artifacts: Artifacts;
  /** Of the install. */
  secret: string;
}

/** A date of an artifact that people are reminded of. */
export interface RemindedDate {
  readonly renderable: RenderableArtifact;
  readonly field: Field;
  readonly reminder: ReminderRow;
}

/** People who are reminded, in order of id. */
export interface Reminded {
  readonly readers: readonly Reader[];
  /** Of the last one who was looked at; undefined: there is nobody else. */
  readonly lastUserId: number | undefined;
}

/** The first `limit` people with ids above `afterId` whom the reminder names and who want it, without those who may not know of the date. */
export async function listReminded(
  { artifacts: { reading } }: Deps,
  site: Site,
  date: RemindedDate,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<Reminded> {
  const { row, tracker } = date.renderable;
  const ids = [...(await listNamed(reading.db, date))].filter((id) => id > afterId);
  const [subscriptions, choices] = await Promise.all([
    listSubscriptions(reading.db, tracker.id),
    listArtifactChoices(reading.db, row.id),
  ]);
  const chosen = new Map(subscriptions.map((one) => [one.user_id, one]));
  const candidates = (await listMailable(reading.db, ids))
    .filter(({ email }) => isMailAddress(email))
    .map((user) => {
      const interest = { chosen: chosenOf(chosen.get(user.id)), isSubscribed: choices.get(user.id) };
      return { user, email: user.email, interest: { role: undefined, unasked: undefined, ...interest } };
    })
    .filter(({ interest }) => wantsReminders(interest))
    .sort((a, b) => a.user.id - b.user.id);
  const some = candidates.slice(0, limit);
  const readers = await loadPeople(reading.db, site, some);
  return {
    readers: await filterKnowing(readers, (viewer) => knows(reading, viewer, date)),
    lastUserId: candidates.length > limit ? some.at(-1)?.user.id : undefined,
  };
}

/** Members of its groups, and people in its roles. */
async function listNamed(db: DatabaseReader, { renderable, reminder }: RemindedDate): Promise<Set<number>> {
  const { row, tracker, values } = renderable;
  const ids = new Set<number>();
  const groups = (await listReminderGroups(db, [reminder.id])).get(reminder.id) ?? [];
  for (const group of groups)
    for (const id of await userGroupRecords.listMemberIdsOf(db, tracker.project.id, group)) ids.add(id);
  if (reminder.tells_submitter === 1) ids.add(row.submitted_by);
  if (reminder.tells_assignees === 1) for (const id of assigneesOf(tracker, values, () => true)) ids.add(id);
  if (reminder.tells_commenters === 1)
    for (const id of await changeDescriptions.listCommenters(db, row.id)) ids.add(id);
  return ids;
}

/** Whether somebody may see the artifact and read the date. Who may not know of the last change does not know its date. */
async function knows(
  reading: Artifacts['reading'],
  viewer: Viewer,
  { renderable: { row, tracker }, field }: RemindedDate,
): Promise<{ isKnown: boolean; isPersonal: boolean }> {
  if (!mayField(viewer, tracker, field, 'read')) return { isKnown: false, isPersonal: false };
  const visible = await findVisible(reading, viewer, [row]);
  if (!fieldIs.updateDate(field) || !visible.ids.has(row.id))
    return { isKnown: visible.ids.has(row.id), isPersonal: visible.isPersonal };
  const { renderables, isPersonal } = await artifactReads.readRenderables(
    reading,
    viewer,
    [row],
    new Map([[tracker.id, tracker]]),
  );
  const isKnown = renderables.every((one) => one.row.updated_at_ms === row.updated_at_ms);
  return { isKnown, isPersonal: visible.isPersonal || isPersonal };
}

/** Undefined where it is gone meanwhile. */
function momentOf({ renderable: { row, values }, field }: RemindedDate): number | undefined {
  if (fieldIs.submissionDate(field)) return row.submitted_at_ms;
  if (fieldIs.updateDate(field)) return row.updated_at_ms;
  const value = values[field.id];
  if (typeof value === 'string') return startOfDayMs(value);
  return typeof value === 'number' ? value * 1000 : undefined;
}

/** One mail for each. */
export function writeReminders(
  { secret }: Deps,
  { settings }: Site,
  date: RemindedDate,
  { readers, nowMs }: { readers: readonly Reader[]; nowMs: number },
): MailMessage[] {
  const { renderable, field, reminder } = date;
  const { row, tracker, values } = renderable;
  const atMs = momentOf(date);
  if (atMs === undefined) return [];
  const domain = mailDomainOf(settings);
  const baseUrl = publicUrl(settings);
  const scene = { artifactId: row.id, tracker, people: new Map(), baseUrl, domain, sender: senderOf(settings).address };
  return readers.flatMap(({ candidate: { user, email }, viewer, wantsHtml }) => {
    if (user === undefined) return [];
    const leaving = writeLeaving(secret, { artifactId: row.id, who: user.id });
    const said = {
      label: field.label,
      atMs,
      isMoment: !fieldIs.date(field) || dateFields.isTimeShown(field),
      title: titleOf(tracker, values, (one) => mayField(viewer, tracker, one, 'read')) ?? '',
      from: settings.sys_name,
    };
    const reader = {
      email,
      timeZone: user.timezone ?? undefined,
      wantsHtml,
      messageId: `<artifact-${row.id}-reminder-${reminder.id}-${formatDay(atMs)}.${leaving}@${domain}>`,
      replyTo: settings.sys_enable_reply_by_mail
        ? replyAddressOf(secret, { artifactId: row.id, userId: user.id }, domain)
        : undefined,
      unsubscribeUrl: `${baseUrl}/unsubscribe/${leaving}`,
      calendar: undefined,
    };
    return composeReminder(scene, said, reader, nowMs);
  });
}
