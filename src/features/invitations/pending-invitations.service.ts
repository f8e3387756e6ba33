// Invitations that nobody has used: who looks at them, sends them again and withdraws them.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader } from '../../platform/database/index.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import { formatIso } from '../../platform/texts/dates.ts';
import { says } from '../../platform/texts/said.ts';
import { publicUrl } from '../../settings/index.ts';
import { listUsersByIds, requireUser, viewMinimalUser } from '../people/index.ts';
import { isProjectAdmin, projectRecords, readAsAdmin } from '../projects/index.ts';
import type { Page, Projects, Viewer } from '../projects/index.ts';
import { linkMs, requireFewInvitations, sendLink } from './invitation-links.ts';
import type { Invitation, RenewedInvitation } from './invitations.schema.ts';
import * as store from './invitations.store.ts';
import type { InvitationRow } from './invitations.store.ts';

type Shown = Static<typeof Invitation>;

export interface PendingInvitations {
  /**
   * Those of a project, for its administrators; without a project all for site administrators, and their own for
   * everybody else. Newest first. Throws as readAsAdmin.
   */
  list(viewer: Viewer, projectId: number | undefined, page: Page): Promise<{ invitations: Shown[]; size: number }>;
  /**
   * Sends another one in its place, in the viewer's name; the link before it is worth nothing from then on. Throws notFound for one that
   * was used, or that the viewer may not see; forbidden for restricted people; rateLimited as a new invitation.
   */
  renew(viewer: Viewer, id: number): Promise<Static<typeof RenewedInvitation>>;
  /** Makes its link worthless. Throws notFound as renew. */
  withdraw(viewer: Viewer, id: number): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
}

export function createPendingInvitations({ database, clock, projects }: Deps): PendingInvitations {
  const view = async (db: Reader, viewer: Viewer, rows: readonly InvitationRow[]): Promise<Shown[]> => {
    const baseUrl = publicUrl(viewer.site.settings);
    const inviters = await listUsersByIds(db, [...new Set(rows.map((row) => row.from_user_id))]);
    const into = await projectRecords.listProjectsByIds(db, [...new Set(rows.flatMap((row) => row.project_id ?? []))]);
    return rows.map((row) => {
      const inviter = inviters.find((user) => user.id === row.from_user_id);
      const project = into.find(({ id }) => id === row.project_id);
      const endsAtMs = row.sent_at_ms + linkMs;
      return {
        id: row.id,
        email: row.email,
        project: project ? { id: project.id, label: project.full_name, shortname: project.unix_name } : null,
        role: row.is_guest === 1 ? 'guest' : 'member',
        invited_by: inviter === undefined ? null : viewMinimalUser(inviter, baseUrl),
        sent_date: formatIso(row.sent_at_ms),
        expiration_date: formatIso(endsAtMs),
        is_expired: endsAtMs <= clock.nowMs(),
        is_mailed: row.is_mailed === 1,
      };
    });
  };
  return {
    async list(viewer, projectId, page) {
      const user = requireUser(viewer);
      if (projectId !== undefined) await readAsAdmin(projects, viewer, projectId);
      const inviterId = projectId === undefined && !viewer.isSuperUser ? user.id : undefined;
      const { rows, size } = await store.listUnused(database.read, { projectId, inviterId }, page);
      return { invitations: await view(database.read, viewer, rows), size };
    },
    async renew(viewer, id) {
      if (viewer.isRestricted)
        throw forbidden(says('invitations.restricted')`restricted accounts cannot send invitations`);
      const { project_id: projectId, email, is_guest } = await findOwn(database.read, viewer, id);
      const project = projectId === null ? undefined : await readAsAdmin(projects, viewer, projectId);
      return database.transact(async (tx) => {
        await findOwn(tx, viewer, id);
        const nowMs = clock.nowMs();
        await requireFewInvitations(tx, viewer, 1, nowMs);
        const { row: link, url } = await sendLink(tx, viewer, {
          email,
          project,
          isGuest: is_guest === 1,
          note: '',
          nowMs,
        });
        await store.withdrawInvitation(tx, id);
        const into = { email, project_id: projectId, is_guest, used_by: null };
        const renewed = await store.insertInvitation(tx, { ...link, ...into });
        const [invitation] = await view(tx, viewer, [renewed]);
        if (invitation === undefined) throw new Error('an invitation has no view');
        return { invitation, link: link.is_mailed === 1 ? null : url };
      });
    },
    async withdraw(viewer, id) {
      await database.transact(async (tx) => {
        await findOwn(tx, viewer, id);
        await store.withdrawInvitation(tx, id);
      });
    },
  };
}

const unknown = (id: number) => says('invitations.unknown')`there is no open invitation ${id}`;

/** Who invites looks after it, administrators of its project do, and those of the site. Throws notFound. */
async function findOwn(db: Reader, viewer: Viewer, id: number): Promise<InvitationRow> {
  const user = requireUser(viewer);
  const row = await store.findUnused(db, id);
  const isAllowed =
    row !== undefined &&
    (row.from_user_id === user.id ||
      viewer.isSuperUser ||
      (row.project_id !== null && isProjectAdmin(viewer, row.project_id)));
  if (!isAllowed) throw notFound(unknown(id));
  return row;
}
