// Reads and writes links in mails that prove whose mailbox it is.
import type { Insertable, Selectable } from 'kysely';
import type { Reader, Tables, Writer } from '../../../platform/database/index.ts';
import type { LinkPurpose } from './credentials.tables.ts';
import './credentials.tables.ts';

export type AccountLinkRow = Selectable<Tables['account_links']>;

interface Wanted {
  purpose: LinkPurpose;
  nowMs: number;
}

/** undefined for a link that is unknown, used, or too old. */
export const findLink = (
  db: Reader,
  hash: Uint8Array,
  { purpose, nowMs }: Wanted,
): Promise<AccountLinkRow | undefined> =>
  db
    .selectFrom('account_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at_ms', '>', nowMs)
    .executeTakeFirst();

/** The link that one person has for this, the one that lasts longest. */
export const findLinkOf = (
  db: Reader,
  userId: number,
  { purpose, nowMs }: Wanted,
): Promise<AccountLinkRow | undefined> =>
  db
    .selectFrom('account_links')
    .selectAll()
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at_ms', '>', nowMs)
    .orderBy('expires_at_ms', 'desc')
    .executeTakeFirst();

export async function insertLink(tx: Writer, link: Insertable<Tables['account_links']>): Promise<void> {
  await tx.insertInto('account_links').values(link).execute();
}

/** Removes links of an account, or those of one purpose; gives how many went. */
export async function deleteLinksOf(tx: Writer, userId: number, purpose?: LinkPurpose): Promise<number> {
  let query = tx.deleteFrom('account_links').where('user_id', '=', userId);
  if (purpose !== undefined) query = query.where('purpose', '=', purpose);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

export async function deleteExpiredLinks(tx: Writer, nowMs: number): Promise<void> {
  await tx.deleteFrom('account_links').where('expires_at_ms', '<=', nowMs).execute();
}
