// Repositories of Subversion whose rules of access people wrote keep those alone for their root.
import { sql } from 'kysely';
import type { Migration } from '../platform/database/index.ts';

export const ownSvnRules: Migration = {
  number: 71,
  name: 'own-svn-rules',
  async up(tx) {
    await sql`update svn_repositories
      set settings_json = replace(settings_json, '"has_default_permissions":true', '"has_default_permissions":false')
      where settings_json not like '%"access_file":""%'`.execute(tx);
  },
};
