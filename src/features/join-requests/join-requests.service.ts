// Asking to join projects, and deciding about who asks.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import type { ExtensionPoint } from '../../platform/extension-point.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { conflict, forbidden, invalid, notFound, rateLimited } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import {
  actorOf,
  displayName,
  isUsableAccount,
  listUsersByIds,
  requireUser,
  viewMinimalUser,
} from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { groupIds, readAsAdmin, userGroupRecords, whyNotJoin } from '../projects/index.ts';
import type { Members, Page, ProjectRow, Projects, Viewer } from '../projects/index.ts';
import { askedOf, findAsked } from './asked-thing.ts';
import type { ThingFinder } from './asked-thing.ts';
import { composeJoinMail } from './join-request-mail.ts';
import type { JoinRequest, NewJoinRequest, OwnJoinRequest } from './join-requests.schema.ts';
import * as store from './join-requests.store.ts';
import type { JoinRequestRow } from './join-requests.store.ts';

export interface JoinRequests {
  /**
   * Tells the administrators of a project that the viewer wants to join it; asking again while it waits changes the message
   * alone, and they are mailed once a day about one that was taken back. Where there is no such project, or none that takes members, nobody is told, and the answer is the same: so nobody
   * learns of hidden ones. Throws invalid for who is a member, conflict for some days after a refusal, rateLimited for more
   * than a day's requests, and forbidden where nobody asks.
   */
  ask(viewer: Viewer, wanted: Static<typeof NewJoinRequest>): Promise<void>;
  /** Takes the viewer's own back, which still counts for the day. Throws notFound for what does not wait. */
  withdraw(viewer: Viewer, id: number): Promise<void>;
  /** The viewer's own, newest first, but those of projects that they are in by now. */
  listOwn(viewer: Viewer): Promise<Static<typeof OwnJoinRequest>[]>;
  /** Those that wait, oldest first, one for each person. Throws as readAsAdmin. */
  list(
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ requests: Static<typeof JoinRequest>[]; size: number }>;
  /** Makes the person a member, or refuses, and mails them. Throws as readAsAdmin and Members.add, and notFound for what does not wait. */
  decide(viewer: Viewer, projectId: number, id: number, isAccepted: boolean): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
  members: Members;
  thingFinders: ExtensionPoint<ThingFinder>;
}

const dayMs = 86_400_000;
/** For how long a refusal holds. */
const refusalDays = 7;
/** Administrators of a project who are mailed about one request. */
const notifiedMax = 20;
/** Requests of one person that are listed, the newest. */
const ownMax = 50;
/** Older ones are forgotten. */
const retentionDays = 90;

/** For the nightly cleaning. */
export const dropOldRequests = (tx: Writer, _settings: Settings, nowMs: number): Promise<void> =>
  store.deleteRequestsBefore(tx, nowMs - retentionDays * dayMs);

/** By mail, where the site sends any. */
async function notifyAdministrators(
  tx: Writer,
  viewer: Viewer,
  project: ProjectRow,
  { thing, message, nowMs }: { thing: string | undefined; message: string; nowMs: number },
): Promise<void> {
  const { settings } = viewer.site;
  if (settings.mail_transport === 'none') return;
  const by = displayName(requireUser(viewer));
  const url = `${publicUrl(settings)}/projects/${project.unix_name}/overview#join-requests`;
  const news = { kind: 'asked', by, project: project.full_name, thing, message, url } as const;
  const administrators = await listUsersByIds(
    tx,
    await userGroupRecords.listMemberIdsOf(tx, project.id, groupIds.admins),
  );
  const notified = administrators.filter(isUsableAccount).slice(0, notifiedMax);
  const mails = notified.map(({ email, locale }) => composeJoinMail(news, email, locale ?? settings.sys_lang));
  await queueMails(tx, mails, { nowMs });
}

/** By mail, where the site sends any. */
async function notifyRequester(
  tx: Writer,
  viewer: Viewer,
  user: UserRow,
  news: Parameters<typeof composeJoinMail>[0],
  nowMs: number,
): Promise<void> {
  const { settings } = viewer.site;
  if (settings.mail_transport === 'none') return;
  await queueMails(tx, [composeJoinMail(news, user.email, user.locale ?? settings.sys_lang)], { nowMs });
}

export function createJoinRequests({ database, clock, projects, members, thingFinders }: Deps): JoinRequests {
  const db = database.read;
  return {
    async ask(viewer, wanted) {
      const user = requireUser(viewer);
      const { settings } = viewer.site;
      const { asked, isThing } = askedOf(wanted);
      if (settings.join_requests_per_day === 0)
        throw forbidden(says('joining.off')`requests to join projects are turned off on this site`);
      const project = await findAsked(db, thingFinders, wanted);
      if (project !== undefined && viewer.memberships.projects.has(project.id))
        throw invalid(says('joining.member')`you are already a member`, 'project');
      const message = (wanted.message ?? '').trim();
      await database.transact(async (tx) => {
        const nowMs = clock.nowMs();
        const former = await store.findRequestFor(tx, user.id, asked);
        if ((former?.refused_at_ms ?? 0) > nowMs - refusalDays * dayMs)
          throw conflict(
            says(
              'joining.refused',
            )`your request was declined recently; you can send a new one after ${refusalDays} days`,
          );
        const isNew = former === undefined || former.refused_at_ms !== null || former.withdrawn_at_ms !== null;
        if (isNew && (await store.countSince(tx, user.id, nowMs - dayMs)) >= settings.join_requests_per_day)
          throw rateLimited(
            says('join.many')`you can request to join at most ${settings.join_requests_per_day} projects per day`,
            dayMs / 1000,
          );
        const mayJoin = project !== undefined && whyNotJoin(project, user) === undefined;
        const row = { user_id: user.id, asked, message, project_id: mayJoin ? project.id : null };
        await store.saveRequest(tx, { ...row, asked_at_ms: isNew ? nowMs : former.asked_at_ms });
        const wasNotifiedLately = former?.refused_at_ms === null && former.asked_at_ms > nowMs - dayMs;
        if (isNew && mayJoin && !wasNotifiedLately)
          await notifyAdministrators(tx, viewer, project, { thing: isThing ? asked : undefined, message, nowMs });
      });
    },
    async withdraw(viewer, id) {
      const user = requireUser(viewer);
      await database.transact(async (tx) => {
        const row = await store.findRequest(tx, id);
        if (row?.user_id !== user.id || !isWaiting(row))
          throw notFound(says('joining.none')`you have no such pending request`);
        await store.withdrawRequest(tx, id, clock.nowMs());
      });
    },
    async listOwn(viewer) {
      const rows = await store.listRequestsOf(db, requireUser(viewer).id, ownMax);
      return rows.filter(({ project_id: id }) => id === null || !viewer.memberships.projects.has(id)).map(viewOwn);
    },
    async list(viewer, projectId, page) {
      await readAsAdmin(projects, viewer, projectId);
      const { rows, size } = await store.listWaiting(db, projectId, page);
      return { requests: await viewWaiting(db, viewer, rows), size };
    },
    async decide(viewer, projectId, id, isAccepted) {
      const project = await readAsAdmin(projects, viewer, projectId);
      const row = await store.findRequest(db, id);
      const [user] = row?.project_id === projectId ? await listUsersByIds(db, [row.user_id]) : [];
      if (row === undefined || user === undefined || !isWaiting(row))
        throw notFound(says('joining.answered')`this request is no longer pending; someone else may have answered it`);
      if (isAccepted) await members.add(project.unix_name, user.username, false, actorOf(viewer));
      await database.transact(async (tx) => {
        const nowMs = clock.nowMs();
        if (isAccepted) await store.deleteRequests(tx, projectId, user.id);
        else await store.refuseRequests(tx, projectId, user.id, nowMs);
        const url = `${publicUrl(viewer.site.settings)}/projects/${project.unix_name}`;
        const news = { kind: 'accepted', project: project.full_name, url } as const;
        await notifyRequester(tx, viewer, user, isAccepted ? news : { kind: 'refused', asked: row.asked }, nowMs);
      });
    },
  };
}

const viewOwn = (row: JoinRequestRow) => ({ ...viewRequest(row), is_refused: row.refused_at_ms !== null });

async function viewWaiting(db: Reader, viewer: Viewer, rows: readonly JoinRequestRow[]) {
  const baseUrl = publicUrl(viewer.site.settings);
  const asking = await listUsersByIds(
    db,
    rows.map((row) => row.user_id),
  );
  const people = new Map(asking.map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const user = people.get(row.user_id);
    return user === undefined ? [] : [{ ...viewRequest(row), user: viewMinimalUser(user, baseUrl) }];
  });
}

const isWaiting = (row: JoinRequestRow): boolean => row.refused_at_ms === null && row.withdrawn_at_ms === null;

const viewRequest = ({ id, asked, message, asked_at_ms: askedAtMs }: JoinRequestRow) => ({
  id,
  asked,
  message,
  asked_at: formatIso(askedAtMs),
});
