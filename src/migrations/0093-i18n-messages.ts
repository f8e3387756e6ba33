// Sentences of the server are stored as answers show them: by `key` and `params`.
import { sql } from 'kysely';
import type { Migration } from '../platform/database/index.ts';

/** JSON that the server wrote, in which a text of a person has its quotes escaped. */
const renamed = (column: string) =>
  sql`replace(replace(${sql.ref(column)}, '"values":[', '"params":['), '"told":{', '"i18n":{')`;

export const i18nMessages: Migration = {
  number: 93,
  name: 'i18n-messages',
  async up(tx) {
    for (const table of ['undertakings', 'webhooks', 'mail_messages']) {
      await tx.schema.alterTable(table).renameColumn('told_json', 'i18n_json').execute();
      await sql`update ${sql.table(table)} set i18n_json = ${renamed('i18n_json')} where i18n_json <> ''`.execute(tx);
    }
    await sql`update project_upload_ends set left_json = ${renamed('left_json')}`.execute(tx);
  },
};
