// Plannings, and what a project's backlog is made of.
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const planning: Migration = {
  number: 3,
  name: 'planning',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTableWithIds(tx, 'plannings', 1, (table) =>
      table
        .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
        .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
        .addColumn('name', text, (c) => c.notNull())
        .addColumn('plan_title', text, (c) => c.notNull())
        .addColumn('backlog_title', text, (c) => c.notNull())
        .addUniqueConstraint('plannings_tracker', ['tracker_id']),
    );
    await tx.schema.createIndex('plannings_project').on('plannings').column('project_id').execute();
    await createTable(tx, 'planning_backlog_trackers')
      .addColumn('planning_id', integer, (c) => c.notNull().references('plannings.id').onDelete('cascade'))
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('rank', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('planning_backlog_trackers_key', ['planning_id', 'tracker_id'])
      .execute();
    await createTable(tx, 'planning_permissions')
      .addColumn('planning_id', integer, (c) => c.notNull().references('plannings.id').onDelete('cascade'))
      .addColumn('permission', text, (c) => c.notNull())
      .addColumn('ugroup_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('planning_permissions_key', ['planning_id', 'permission', 'ugroup_id'])
      .execute();
    await createTable(tx, 'explicit_backlogs')
      .addColumn('project_id', integer, (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
      .execute();
    await createTable(tx, 'explicit_backlog_items')
      .addColumn('artifact_id', integer, (c) => c.primaryKey().references('artifacts.id').onDelete('cascade'))
      .execute();
  },
};
