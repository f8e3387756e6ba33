// Rows of the categories that projects are filed under.
import type { Generated } from 'kysely';

interface ProjectCategoriesTable {
  id: Generated<number>;
  /** null: a category; else the category, or a narrower value of it, that this is a value of. */
  parent_id: number | null;
  name: string;
  /** Whether every new project must choose a value; only of categories. */
  is_mandatory: number;
}

interface ProjectCategoryValuesTable {
  project_id: number;
  category_id: number;
  value_id: number;
}

interface ProjectUploadsTable {
  /** The upload. */
  file_id: number;
  /** Reserved for the project. */
  project_id: number;
  user_id: number;
  /** Reserved too. */
  unix_name: string;
  /** What was asked for. */
  wish_json: string;
  /** Of the project, once it is there. */
  status: 'active' | 'pending';
  /** Whether artifacts and people come along. */
  is_whole: number;
  /** Whether all bytes have come and a job is asked for. */
  is_begun: number;
}

/** Of an upload that is over; the newest of each person are kept. */
interface ProjectUploadEndsTable {
  /** Of the project that there is now, or would have been. */
  project_id: number;
  user_id: number;
  unix_name: string;
  label: string;
  file_name: string;
  size_bytes: number;
  is_made: number;
  /** Sentences in JSON, by their names where they have one: the first of what the project did not get, or why there is none. */
  left_json: string;
  /** How many there are. */
  left_count: number;
  /** Why no project was made. */
  reason: string | null;
}

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    project_categories: ProjectCategoriesTable;
    project_category_values: ProjectCategoryValuesTable;
    project_uploads: ProjectUploadsTable;
    project_upload_ends: ProjectUploadEndsTable;
  }
}
