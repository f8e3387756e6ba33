// When members leave their projects by themselves: the day, the mail before it, and the night after it.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { isForeignKeyViolation } from '../../platform/database/index.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { DomainError, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { queueMails } from '../../platform/mail/index.ts';
import { formatDay, parseDate } from '../../platform/texts/dates.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import { publicUrl } from '../../settings/index.ts';
import type { Settings } from '../../settings/index.ts';
import { recordAudit } from '../audit/index.ts';
import type { Actor } from '../audit/index.ts';
import { actorOf, displayName, isUsableAccount, listUsersByIds, viewMinimalUser } from '../people/index.ts';
import { groupIds, projectRecords, readAsAdmin, requireStillLiving, userGroupRecords } from '../projects/index.ts';
import type { Members, Page, Projects, Viewer } from '../projects/index.ts';
import type { SiteService } from '../site/index.ts';
import { composeEnding } from './expiry-mail.ts';
import type { MembershipExpiries as Shown } from './membership-expiry.schema.ts';
import * as store from './membership-expiry.store.ts';
import type { ExpiryRow } from './membership-expiry.store.ts';

export interface MembershipExpiries {
  /** In order of day. Throws as readAsAdmin. */
  list(viewer: Viewer, projectId: number, page: Page): Promise<{ ends: Static<typeof Shown>; size: number }>;
  /** Throws as readAsAdmin, invalid for a day that does not exist or is over, and notFound for who is no member. */
  set(viewer: Viewer, projectId: number, userId: number, lastDay: string): Promise<void>;
  /** Lets the membership last. Throws as readAsAdmin, and notFound where it lasts already. */
  drop(viewer: Viewer, projectId: number, userId: number): Promise<void>;
  /**
   * Ends a membership at once, the viewer's own or, for administrators of the project, anybody's; also that in its groups, and that
   * of a guest. Throws as Projects.read and Members.remove, forbidden for somebody else's, and notFound for who is neither.
   */
  end(viewer: Viewer, projectId: number, userId: number): Promise<void>;
  /**
   * The work of a night: members whose last day is over leave, those who leave within a week are told, and who administers
   * their projects. Somebody who can't leave, such as the last administrator, stays, which the log tells.
   */
  spendNight(signal: AbortSignal): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  logger: Logger;
  site: SiteService;
  projects: Projects;
  members: Members;
}

const dayMs = 86_400_000;
/** How long before the last day people are told. */
const warnedDays = 7;
/** Memberships whose mails one transaction queues. */
const warnedPerTurn = 50;

const endOfMembership: Actor = { userId: null, name: 'end of membership', address: null };

const noMember = (userId: number): DomainError =>
  notFound(says('member-end.no-member')`the project has no member ${userId}`);

export function createMembershipExpiries(deps: Deps): MembershipExpiries {
  const { database, clock, projects, members } = deps;
  const change = (
    viewer: Viewer,
    projectId: number,
    userId: number,
    lastDay: string,
    work: (tx: Writer) => Promise<void>,
  ) =>
    database.transact(async (tx) => {
      await requireStillLiving(tx, projectId);
      await work(tx);
      const details = { last_day: lastDay };
      await recordAudit(tx, clock, { kind: 'member-end-changed', by: actorOf(viewer), projectId, userId, details });
    });
  return {
    async list(viewer, projectId, page) {
      await readAsAdmin(projects, viewer, projectId);
      const { rows, size } = await store.listEnds(database.read, projectId, page);
      const users = new Map(
        (
          await listUsersByIds(
            database.read,
            rows.map((row) => row.user_id),
          )
        ).map((user) => [user.id, user]),
      );
      const baseUrl = publicUrl(viewer.site.settings);
      const ends = rows.flatMap(({ user_id: userId, last_day, is_warned }) => {
        const user = users.get(userId);
        return user === undefined
          ? []
          : [{ user: viewMinimalUser(user, baseUrl), last_day, is_warned: is_warned === 1 }];
      });
      return { ends, size };
    },
    async set(viewer, projectId, userId, lastDay) {
      await readAsAdmin(projects, viewer, projectId);
      if (parseDate(lastDay) === undefined)
        throw invalid(says('member-end.no-day')`"${lastDay}" is not a valid date`, 'last_day');
      const today = formatDay(clock.nowMs());
      if (lastDay < today)
        throw invalid(says('member-end.over')`must not be in the past; today is ${today}`, 'last_day');
      try {
        await change(viewer, projectId, userId, lastDay, (tx) =>
          store.saveExpiry(tx, { project_id: projectId, user_id: userId, last_day: lastDay, is_warned: 0 }),
        );
      } catch (error) {
        throw isForeignKeyViolation(error) ? noMember(userId) : error;
      }
    },
    async drop(viewer, projectId, userId) {
      await readAsAdmin(projects, viewer, projectId);
      await change(viewer, projectId, userId, '', async (tx) => {
        if (!(await store.deleteEnd(tx, projectId, userId)))
          throw notFound(says('member-end.none')`project member ${userId} has no end date`);
      });
    },
    async end(viewer, projectId, userId) {
      const isOwn = viewer.user?.id === userId;
      const project = await (isOwn ? projects.read(viewer, projectId) : readAsAdmin(projects, viewer, projectId));
      const [user] = await listUsersByIds(database.read, [userId]);
      const memberIds = await userGroupRecords.listMemberIdsOf(database.read, projectId, groupIds.members);
      const guestIds = await userGroupRecords.listGuestIds(database.read, projectId);
      if (user === undefined || ![...memberIds, ...guestIds].includes(userId)) throw noMember(userId);
      await members.remove(project.unix_name, user.username, false, actorOf(viewer));
    },
    spendNight: (signal) => spendNight(deps, signal),
  };
}

async function spendNight({ database, clock, logger, members, site }: Deps, signal: AbortSignal): Promise<void> {
  const nowMs = clock.nowMs();
  for (const { unix_name: project, username } of await store.listPast(database.read, formatDay(nowMs))) {
    signal.throwIfAborted();
    try {
      await members.remove(project, username, false, endOfMembership);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      logger.warn({ project, username, reason: error.message }, 'a membership that is over could not be ended');
    }
  }
  const { settings } = await site.current();
  for (let warned = warnedPerTurn; warned === warnedPerTurn;) {
    signal.throwIfAborted();
    warned = await database.transact(async (tx) => {
      const rows = await store.listUnwarned(tx, formatDay(nowMs + warnedDays * dayMs), warnedPerTurn);
      for (const row of rows) await warn(tx, row, settings, nowMs);
      return rows.length;
    });
  }
}

/** Mails who leaves, and who administers the project, each once. */
async function warn(tx: Writer, row: ExpiryRow, settings: Settings, nowMs: number): Promise<void> {
  await store.markWarned(tx, row);
  const project = await projectRecords.findProject(tx, row.project_id);
  const [person] = await listUsersByIds(tx, [row.user_id]);
  if (project === undefined || person === undefined || settings.mail_transport === 'none') return;
  const admins = await listUsersByIds(tx, await userGroupRecords.listMemberIdsOf(tx, project.id, groupIds.admins));
  const notified = new Set([person, ...admins].filter(isUsableAccount).map((user) => user.email));
  const facts = {
    person: displayName(person),
    project: project.full_name,
    site: settings.sys_name,
    lastDay: row.last_day,
    url: `${publicUrl(settings)}/projects/${project.unix_name}/administration/members`,
    isFrench: settings.sys_lang.startsWith('fr'),
  };
  const mails = [...notified].filter((email) => email !== '').map((to) => composeEnding({ ...facts, to }));
  await queueMails(tx, mails, { nowMs });
}
