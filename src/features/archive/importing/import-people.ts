// Makes the accounts of an archive's users, or finds those that they are here.
import type { Writer } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { createUser, findUserByName, lastSystemUserId, listUsersByKeys } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import type { UserReference } from '../model/artifact-model.ts';
import type { ArchiveUser } from '../model/archive-model.ts';
import type { ArchiveModel } from '../model/project-content.ts';
import type { ImportedUser } from '../model/import-context.ts';
import { nobodyId } from '../model/import-context.ts';
import { planUsers } from '../planning-users/plan-users.ts';
import type { MappingMode } from '../planning-users/plan-users.ts';
import { listFormElements } from '../model/field-model.ts';
import { listNamedPeople } from '../model/raw-block.ts';
import { createUserDirectory, findArchiveUser } from '../model/user-reference.ts';

export interface ImportedPeople {
  readonly createdCount: number;
  /** People of users.xml who get no account, because nothing of the archive names them. */
  readonly passedOverCount: number;
  readonly importer: ImportedUser;
  /** Undefined for somebody who is not in users.xml. */
  readonly find: (reference: UserReference) => ImportedUser | undefined;
}

const isAlive = (user: UserRow): boolean => user.status === 'A' || user.status === 'R';

/** Every reference to a user outside of artifacts that may be an e-mail address. */
function* listReferences(model: ArchiveModel): Generator<UserReference> {
  for (const group of model.project.userGroups) yield* group.members;
  for (const tracker of model.trackers)
    for (const element of listFormElements(tracker.formElements)) yield* element.bind?.defaultUsers ?? [];
}

function listEmails(model: ArchiveModel): Set<string> {
  const emails = new Set(model.artifacts.emails);
  for (const reference of listReferences(model)) if (reference.format === 'email') emails.add(reference.value);
  return emails;
}

/** People of users.xml whom anything names, or about whom the operator decided. */
function findNeeded(model: ArchiveModel, mode: MappingMode, more: readonly UserReference[]): Set<ArchiveUser> {
  const directory = createUserDirectory(model.users);
  const needed = new Set(model.users.filter(({ username }) => model.artifacts.named.has(username)));
  for (const reference of [...listReferences(model), ...more]) {
    const found = findArchiveUser(directory, reference);
    if (found?.kind === 'archive-user') needed.add(found.user);
  }
  const blocks = [...model.otherBlocks, ...model.trackers.flatMap((tracker) => tracker.otherBlocks)];
  for (const { format, value } of blocks.flatMap(({ xml }) => listNamedPeople(xml))) {
    const user = directory[format].get(value);
    if (user !== undefined) needed.add(user);
  }
  const emails = new Set([...listEmails(model)].map((email) => email.toLowerCase()));
  for (const user of model.users)
    if (emails.has(user.email.toLowerCase()) || ('map' in mode && mode.map.has(user.username))) needed.add(user);
  return needed;
}

/** Accounts that share a user name, e-mail address or LDAP id with an archive user, and the targets of the map. */
function listAccounts(tx: Writer, users: readonly ArchiveUser[], mode: MappingMode): Promise<UserRow[]> {
  const targets = 'map' in mode ? [...mode.map.values()].map(({ action }) => action) : [];
  return listUsersByKeys(tx, {
    usernames: [
      ...users.map((user) => user.username),
      ...targets.flatMap((action) => (action.kind === 'map' ? [action.username] : [])),
    ],
    emails: users.flatMap((user) => (user.email === '' ? [] : [user.email])),
    ldapIds: users.flatMap((user) => (user.ldapId === '' ? [] : [user.ldapId])),
  });
}

async function importUsers(
  tx: Writer,
  users: readonly ArchiveUser[],
  mode: MappingMode,
  nowMs: number,
): Promise<{ accounts: Map<ArchiveUser, ImportedUser>; createdCount: number }> {
  const rows = await listAccounts(tx, users, mode);
  const existing = rows.map((row) => ({
    username: row.username,
    email: row.is_email_proven === 1 ? row.email : '',
    ldapId: row.ldap_id,
    isAlive: isAlive(row) || row.id <= lastSystemUserId,
  }));
  const byName = new Map(rows.map((row) => [row.username, row]));
  const accounts = new Map<ArchiveUser, ImportedUser>();
  let createdCount = 0;
  for (const plan of planUsers(users, existing, mode)) {
    if (plan.action === 'create') {
      const { username, realName, email, ldapId } = plan.user;
      const id = await createUser(tx, { username, realName, email, ldapId, status: plan.status }, nowMs);
      accounts.set(plan.user, { id, isAlive: plan.status !== 'S' });
      createdCount += 1;
      continue;
    }
    const row = byName.get(plan.mapTo);
    if (row === undefined)
      throw invalid(
        says('archive.no-account')`there is no account \`${plan.mapTo}\` to map the user \`${plan.username}\` to`,
      );
    accounts.set(plan.user, { id: row.id, isAlive: isAlive(row) });
  }
  return { accounts, createdCount };
}

/**
 * Creates what the mapping says for everybody who is named, in the order of users.xml; new accounts have no password. `as` is the importer,
 * `more` are people whom the model does not name.
 * Throws invalid when it is unknown, when a user needs a decision (see planUsers), or for a name or e-mail address that
 * no account may have.
 */
export async function importPeople(
  tx: Writer,
  model: ArchiveModel,
  options: { as: string; mode: MappingMode; nowMs: number; more?: readonly UserReference[] },
): Promise<ImportedPeople> {
  const importer = await findUserByName(tx, options.as);
  if (importer === undefined)
    throw invalid(says('archive.no-importer')`there is no user "${options.as}" to run the import as`);
  const needed = findNeeded(model, options.mode, options.more ?? []);
  const users = model.users.filter((user) => needed.has(user));
  const { accounts, createdCount } = await importUsers(tx, users, options.mode, options.nowMs);
  const bearers = await listUsersByKeys(tx, { usernames: [], emails: [...listEmails(model)], ldapIds: [] });
  const bearersOf = Map.groupBy(bearers, (row) => row.email.toLowerCase());
  const directory = createUserDirectory(model.users);
  return {
    createdCount,
    passedOverCount: model.users.length - users.length,
    importer: { id: importer.id, isAlive: isAlive(importer) },
    find(reference) {
      const found = findArchiveUser(directory, reference);
      if (found === undefined) return undefined;
      if (found.kind === 'nobody') return { id: nobodyId, isAlive: false };
      if (found.kind === 'archive-user') return accounts.get(found.user);
      const [row, another] = bearersOf.get(found.email.toLowerCase()) ?? [];
      if (row !== undefined && another === undefined) return { id: row.id, isAlive: isAlive(row) };
      return { id: 0, ...(found.email === '' ? {} : { email: found.email }), isAlive: false };
    },
  };
}
