// Which addresses of accounts are proved to be their owners'. Of accounts that people made for themselves, those count that a link
// in a mail, an invitation, an administrator or the directory proved; of all others an administrator gave the address.
import { sql } from 'kysely';
import { columnTypesOf } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const provenAddresses: Migration = {
  number: 89,
  name: 'proven-addresses',
  async up(tx) {
    const { integer } = columnTypesOf(tx);
    await tx.schema
      .alterTable('users')
      .addColumn('is_email_proven', integer, (c) => c.notNull().defaultTo(1))
      .execute();
    await sql`
      update users set is_email_proven = 0
      where ldap_id = '' and is_site_admin = 0
        and id in (
          select user_id from audit_events
          where kind = 'account-created' and actor_id is null and address is not null and user_id is not null)
        and id not in (
          select user_id from audit_events
          where user_id is not null
            and ((kind = 'account-changed' and details_json like '%"email":%')
              or (kind = 'password-changed' and details_json like '%"by":"link"%')))
        and id not in (select used_by from invitations where used_by is not null)
    `.execute(tx);
  },
};
