// Rows of Subversion repositories.
import type { Generated } from 'kysely';

interface SvnRepositoriesTable {
  id: Generated<number>;
  project_id: number;
  /** Once per project. */
  name: string;
  /** Inside of the data folder, or a whole path of one that is not Tepal's. */
  folder: string;
  /** See StoredSettings in svn.schema.ts. */
  settings_json: string;
  /** All revisions up to this one are in `commits`. */
  recorded_revision: number;
}

declare module '../../../platform/database/sessions/tables.ts' {
  interface Tables {
    svn_repositories: SvnRepositoriesTable;
  }
}
