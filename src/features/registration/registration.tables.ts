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

declare module '../../platform/database/sessions/tables.ts' {
  interface Tables {
    project_categories: ProjectCategoriesTable;
    project_category_values: ProjectCategoryValuesTable;
  }
}
