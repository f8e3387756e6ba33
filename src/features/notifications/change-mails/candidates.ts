// Who might be told of changes of an artifact, and why: a number of queries that does not grow with the people.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Reader } from '../../../platform/database/index.ts';
import type { ArtifactRow, ChangeDescriber } from '../../artifacts/index.ts';
import { isUsableAccount, listUsersByIds, listUsersByKeys } from '../../people/index.ts';
import type { UserRow } from '../../people/index.ts';
import { userGroupRecords } from '../../projects/index.ts';
import { fieldIs, fieldTypeOf, richTexts } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { Interest, Role } from './interests.ts';
import { listMentions, mentionsMax } from './mentions.ts';
import * as store from '../rules.store.ts';
import type { RecipientRow, SubscriptionRow } from '../rules.store.ts';

export interface Candidate {
  /** undefined: an address without an account. */
  readonly user: UserRow | undefined;
  readonly email: string;
  readonly interest: Interest;
}

const idsPerStatement = 500;

/** Accounts that may be mailed. */
export async function listMailable(db: Reader, ids: readonly number[]): Promise<UserRow[]> {
  const users: UserRow[] = [];
  for (let start = 0; start < ids.length; start += idsPerStatement) {
    // Queries of a file give nobody else a turn.
    await nextTurn();
    users.push(...(await listUsersByIds(db, ids.slice(start, start + idsPerStatement))));
  }
  return users.filter((user) => isUsableAccount(user) && user.id > 100);
}

/** Lists of people whose values have a part in the artifact: the assignee, and those with notifications. */
export const listInvolving = (tracker: Definition): Field[] =>
  tracker.fields.filter(
    (field) =>
      field.settings.bind?.kind === 'users' &&
      (field.hasNotifications || field.id === tracker.semantics.contributor?.field_id),
  );

/** People in the roles that the states of the artifact gave them. */
function findRoles(row: ArtifactRow, tracker: Definition, { commenters, states }: ChangeDescriber): Map<number, Role> {
  const namedBy = (fields: readonly Field[]): number[] =>
    states.flatMap((values) =>
      fields
        .filter((field) => values[field.id] !== undefined)
        .flatMap((field) => fieldTypeOf(field.type).mentions(values[field.id]).users ?? []),
    );
  const lists = listInvolving(tracker);
  const assignee = tracker.semantics.contributor?.field_id;
  const roles: [Role, readonly number[]][] = [
    ['participating', [...commenters, ...namedBy(lists)]],
    ['author', [row.submitted_by]],
    ['assigned', namedBy(lists.filter((field) => field.id === assignee))],
  ];
  return new Map(roles.flatMap(([role, users]) => users.map((id) => [id, role])));
}

/** User names in the texts that these changes brought, or left; some of them may be nobody's. */
function listNamed(tracker: Definition, { states, said }: ChangeDescriber): string[] {
  const fields = tracker.fields.filter(fieldIs.text);
  const values = new Set(states.flatMap((state) => fields.map(({ id }) => state[id])));
  const texts = [...values].flatMap((value) => (richTexts.isStoredText(value) ? value.content : []));
  return [...new Set([...said, ...texts].flatMap((text) => [...listMentions(text)]))].slice(0, mentionsMax);
}

const readIds = (json: string | null): ReadonlySet<number> | undefined => {
  const ids: unknown = json === null ? undefined : JSON.parse(json);
  return Array.isArray(ids) ? new Set(ids.filter((id) => typeof id === 'number')) : undefined;
};

export const chosenOf = (row: SubscriptionRow | undefined): Interest['chosen'] =>
  row === undefined ? undefined : { level: row.level, fieldIds: readIds(row.field_ids_json) };

interface Unasked {
  users: Map<number, 'all' | 'new'>;
  /** Without an account. */
  addresses: Map<string, 'all' | 'new'>;
}

/** Whom the tracker tells: members of its groups, and the accounts behind its addresses. */
async function listUnasked(db: Reader, tracker: Definition, rules: readonly RecipientRow[]): Promise<Unasked> {
  const users = new Map<number, 'all' | 'new'>();
  const addresses = new Map<string, 'all' | 'new'>();
  const add = <K>(to: Map<K, 'all' | 'new'>, key: K, rule: RecipientRow): void => {
    if (rule.all_updates === 1) to.set(key, 'all');
    else if (!to.has(key)) to.set(key, 'new');
  };
  const emails = rules.flatMap((rule) => rule.email ?? []);
  const accounts = Map.groupBy(await listUsersByKeys(db, { usernames: [], emails, ldapIds: [] }), ({ email }) =>
    email.toLowerCase(),
  );
  for (const rule of rules) {
    if (rule.ugroup_id !== null) {
      for (const id of await userGroupRecords.listMemberIdsOf(db, tracker.project.id, rule.ugroup_id))
        add(users, id, rule);
    } else if (rule.email !== null) {
      const owners = accounts.get(rule.email.toLowerCase());
      if (owners === undefined) add(addresses, rule.email, rule);
      else for (const { id } of owners) add(users, id, rule);
    }
  }
  return { users, addresses };
}

/** Everybody with some interest; most of them are told nothing in the end. */
export async function listCandidates(
  db: Reader,
  row: ArtifactRow,
  tracker: Definition,
  describer: ChangeDescriber,
): Promise<Candidate[]> {
  const [rules, subscriptions, choices, refusals] = await Promise.all([
    store.listRecipients(db, tracker.id),
    store.listSubscriptions(db, tracker.id),
    store.listArtifactChoices(db, row.id),
    store.listRefusals(db, row.id),
  ]);
  const unasked = await listUnasked(db, tracker, rules);
  const roles = findRoles(row, tracker, describer);
  const chosen = new Map(subscriptions.map((subscription) => [subscription.user_id, subscription]));
  const usernames = listNamed(tracker, describer);
  const named = usernames.length === 0 ? [] : await listUsersByKeys(db, { usernames, emails: [], ldapIds: [] });
  const ids = new Set([
    ...roles.keys(),
    ...named.map(({ id }) => id),
    ...unasked.users.keys(),
    ...chosen.keys(),
    ...choices.keys(),
  ]);
  const users = await listMailable(db, [...ids]);
  return [
    ...users.map((user) => ({
      user,
      email: user.email,
      interest: {
        role: roles.get(user.id),
        unasked: unasked.users.get(user.id),
        chosen: chosenOf(chosen.get(user.id)),
        isSubscribed: choices.get(user.id),
      },
    })),
    ...[...unasked.addresses]
      .filter(([email]) => !refusals.has(email.toLowerCase()))
      .map(([email, rule]) => ({
        user: undefined,
        email,
        interest: { role: undefined, unasked: rule, chosen: undefined, isSubscribed: undefined },
      })),
  ];
}
