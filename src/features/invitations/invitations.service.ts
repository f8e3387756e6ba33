// Inviting people by mail, into the site or a project.
import type { Static } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { isMailAddress } from '../../platform/mail/index.ts';
import { recordAudit } from '../audit/index.ts';
import { bumpSiteVersion } from '../site/index.ts';
import {
  actorOf,
  displayName,
  hashSecret,
  isUsableAccount,
  listUsersByAddress,
  listUsersByIds,
  listUsersByKeys,
  proveEmail,
  requireUser,
} from '../people/index.ts';
import type { UserRow } from '../people/index.ts';
import { groupIds, projectRecords, readAsAdmin, userGroupRecords, whyNotJoin } from '../projects/index.ts';
import type { Members, ProjectRow, Projects, Viewer } from '../projects/index.ts';
import { linkMs, requireFewInvitations, sendLink } from './invitation-links.ts';
import type { InvitationsAnswer, InvitationState, InvitedInto, NewInvitations } from './invitations.schema.ts';
import * as store from './invitations.store.ts';

type Answer = Static<typeof InvitationsAnswer>;

export interface Invitations {
  /**
   * People become members or guests of the project at once where one account has proven the address; everybody else gets a mail with a link,
   * by which they register, or join with the account that they have. Without mail the answer has the links. Throws
   * forbidden for restricted people and for who does not administer the project, invalid for what is no address and where
   * nobody is invited, rateLimited for more than a day's invitations.
   */
  send(viewer: Viewer, wanted: Static<typeof NewInvitations>): Promise<Answer>;
  /** Whether the invitation lets somebody register where registration is closed, without approval: under its own address. */
  admits(db: Reader, text: string, email: string | undefined): Promise<boolean>;
  /** What the holder of the link may know. Throws notFound for one that is unknown, used or too old. */
  read(viewer: Viewer, text: string): Promise<Static<typeof InvitationState>>;
  /**
   * What a registration with an invitation brings, inside its transaction: the new account belongs to the project. An
   * invitation that is unknown, used, too old or was sent to another address brings nothing.
   */
  follow(tx: Writer, user: UserRow, text: string): Promise<void>;
  /**
   * Uses an invitation with an account that there is already: it belongs to the project, and its address is proven. Throws notFound
   * for one that is unknown, used or too old, forbidden where it was sent to another address, invalid for who may not join.
   */
  accept(viewer: Viewer, text: string): Promise<{ projectId: number | null }>;
}

interface Deps {
  database: Database;
  clock: Clock;
  projects: Projects;
  members: Members;
}

function readAddresses(emails: readonly string[]): string[] {
  const addresses = emails.map((email, index) => {
    const address = email.trim().toLowerCase();
    if (!isMailAddress(address))
      throw invalid(says('email.malformed')`"${email}" is not a valid e-mail address`, `emails[${index}]`);
    return address;
  });
  return [...new Set(addresses)];
}

export function createInvitations(deps: Deps): Invitations {
  const { database, clock, projects } = deps;
  const find = (db: Reader, text: string) => store.findInvitation(db, hashSecret(text), clock.nowMs() - linkMs);
  return {
    async send(viewer, { emails, custom_message: note, project_id: projectId, role }) {
      const user = requireUser(viewer);
      const { settings } = viewer.site;
      if (viewer.isRestricted)
        throw forbidden(says('invitations.restricted')`restricted accounts cannot send invitations`);
      if (settings.invitations_per_day === 0)
        throw invalid(says('invitations.off')`invitations are turned off on this site`);
      const addresses = readAddresses(emails);
      const project = typeof projectId === 'number' ? await readAsAdmin(projects, viewer, projectId) : undefined;
      const isGuest = project !== undefined && role === 'guest';
      const answer = emptyAnswer();
      const { known, claimed, unknown } = await partAddresses(database, addresses);
      for (const account of known) await bring(deps, viewer, account, { project, isGuest }, answer);
      const canRegister = settings.sys_use_user_registration || user.is_site_admin === 1;
      const invited = [...claimed, ...(canRegister ? unknown : [])];
      answer.failures.push(...unknown.filter((address) => !invited.includes(address)));
      if (invited.length > 0)
        answer.links.push(...(await sendLinks(deps, viewer, invited, { project, isGuest, note: (note ?? '').trim() })));
      return answer;
    },
    async admits(db, text, email) {
      const row = await find(db, text);
      return row?.is_admitting === 1 && (email === undefined || row.email === email.trim().toLowerCase());
    },
    async read({ site: { settings } }, text) {
      const row = await find(database.read, text);
      if (row === undefined)
        throw notFound((await store.isUsed(database.read, hashSecret(text))) ? linkUsed : linkOver);
      const isAdmitting = row.is_admitting === 1;
      const [inviter] = await listUsersByIds(database.read, [row.from_user_id]);
      return {
        email: row.email,
        invited_by: inviter === undefined ? null : displayName(inviter),
        project: await viewInvitedInto(database.read, row.project_id),
        may_register: isAdmitting || settings.sys_use_user_registration,
        needs_approval: !isAdmitting && settings.sys_user_approval,
      };
    },
    async follow(tx, user, text) {
      const row = await find(tx, text);
      if (row === undefined || row.email !== user.email.toLowerCase()) return;
      if (!(await store.useInvitation(tx, row.id, user.id))) throw notFound(linkOver);
      if (row.is_mailed === 1) await proveEmail(tx, user.id);
      const project = row.project_id === null ? undefined : await projectRecords.findProject(tx, row.project_id);
      if (project?.status === 'active') await join(tx, project.id, user.id, row);
    },
    async accept(viewer, text) {
      const { id } = requireUser(viewer);
      return database.transact(async (tx) => {
        const row = await find(tx, text);
        const [user] = await listUsersByIds(tx, [id]);
        if (row === undefined || user === undefined) throw notFound(linkOver);
        if (row.email !== user.email.toLowerCase())
          throw forbidden(
            says(
              'invitations.other-address',
            )`this invitation was sent to another e-mail address; sign in with the account that has this address`,
          );
        const project = row.project_id === null ? undefined : await projectRecords.findProject(tx, row.project_id);
        const obstacle = project?.status === 'active' ? whyNotJoin(project, user) : undefined;
        if (obstacle !== undefined) throw invalid(obstacle);
        if (!(await store.useInvitation(tx, row.id, id))) throw notFound(linkOver);
        if (row.is_mailed === 1) await proveEmail(tx, id);
        const joined = project?.status === 'active' ? project.id : null;
        if (joined !== null) {
          await join(tx, joined, id, row);
          const details = { group: row.is_guest === 1 ? 'guests' : groupIds.members, added: id, by: 'invitation' };
          await recordAudit(tx, clock, { kind: 'members-changed', by: actorOf(viewer), projectId: joined, details });
        }
        await bumpSiteVersion(tx);
        return { projectId: joined };
      });
    },
  };
}

/** As a member, or as a guest who is no member yet. */
async function join(tx: Writer, projectId: number, userId: number, { is_guest }: store.InvitationRow): Promise<void> {
  if (is_guest === 1) await userGroupRecords.insertGuests(tx, projectId, [userId]);
  else await userGroupRecords.saveMember(tx, projectId, userId, false);
}

const linkUsed = says(
  'invitations.used',
)`this invitation was already accepted; sign in with the account that accepted it`;
const linkOver = says('invitations.link-over')`this invitation was already used or has expired; request a new one`;

/** null where it is closed, or the invitation is to the site alone. */
async function viewInvitedInto(db: Reader, projectId: number | null): Promise<Static<typeof InvitedInto>> {
  const project = projectId === null ? undefined : await projectRecords.findProject(db, projectId);
  return project?.status === 'active'
    ? { id: project.id, label: project.full_name, shortname: project.unix_name }
    : null;
}

const emptyAnswer = (): Answer => ({
  failures: [],
  already_project_members: [],
  known_users_added_to_project_members: [],
  known_users_added_to_project_guests: [],
  known_users_not_alive: [],
  known_users_are_restricted: [],
  links: [],
});

interface Parted {
  /** Accounts that alone have proven one of the addresses. */
  known: UserRow[];
  /** Addresses that several accounts have proven, or that accounts have which proved nothing. */
  claimed: string[];
  /** Addresses that no account has. */
  unknown: string[];
}

async function partAddresses({ read }: Database, addresses: readonly string[]): Promise<Parted> {
  const proven = await listUsersByKeys(read, { usernames: [], emails: [...addresses], ldapIds: [] });
  const owners = Map.groupBy(proven, (user) => user.email.toLowerCase());
  const parted: Parted = { known: [], claimed: [], unknown: [] };
  for (const address of addresses) {
    const [owner, another] = owners.get(address) ?? [];
    if (owner !== undefined && another === undefined) parted.known.push(owner);
    else if (owner !== undefined || (await listUsersByAddress(read, address)).length > 0) parted.claimed.push(address);
    else parted.unknown.push(address);
  }
  return parted;
}

interface Destination {
  /** undefined: only the site. */
  project: ProjectRow | undefined;
  isGuest: boolean;
}

/** Gives each address an invitation, by mail where the site sends any; else the links are the answer's. Throws rateLimited. */
async function sendLinks(
  { database, clock }: Deps,
  viewer: Viewer,
  addresses: readonly string[],
  { project, isGuest, note }: Destination & { note: string },
): Promise<Answer['links']> {
  return database.transact(async (tx) => {
    const nowMs = clock.nowMs();
    await requireFewInvitations(tx, viewer, addresses.length, nowMs);
    const links: Answer['links'] = [];
    for (const email of addresses) {
      const { row, url } = await sendLink(tx, viewer, { email, project, isGuest, note, nowMs });
      const into = { project_id: project?.id ?? null, is_guest: isGuest ? 1 : 0 };
      await store.insertInvitation(tx, { ...row, ...into, email, used_by: null });
      if (row.is_mailed === 0) links.push({ email, url });
    }
    return links;
  });
}

/** Makes an account a member or a guest of the project, and adds the result to `answer`. Nobody with an account is invited to the site. */
async function bring(
  { database, members }: Deps,
  viewer: Viewer,
  user: UserRow,
  { project, isGuest }: Destination,
  answer: Answer,
): Promise<void> {
  if (project === undefined) return void answer.failures.push(user.email);
  const shown = { email: user.email, display_name: displayName(user) };
  const memberIds = await userGroupRecords.listMemberIdsOf(database.read, project.id, groupIds.members);
  const guestIds = isGuest ? await userGroupRecords.listGuestIds(database.read, project.id) : [];
  if ([...memberIds, ...guestIds].includes(user.id)) answer.already_project_members.push(shown);
  else if (!isUsableAccount(user)) answer.known_users_not_alive.push(shown);
  else if (whyNotJoin(project, user) !== undefined) answer.known_users_are_restricted.push(shown);
  else if (isGuest) {
    await members.giveRole(viewer, project.id, 'guest', [{ id: user.id }]);
    answer.known_users_added_to_project_guests.push(shown);
  } else {
    await members.add(project.unix_name, user.username, false, actorOf(viewer));
    answer.known_users_added_to_project_members.push(shown);
  }
}
