// Programs: which tracker holds their increments, what is planned in these, who plans, and for which teams.
import { columnTypesOf, createTable } from '../platform/database/index.ts';
import type { Migration } from '../platform/database/index.ts';

export const programs: Migration = {
  number: 47,
  name: 'programs',
  async up(tx) {
    const { integer, text } = columnTypesOf(tx);
    await createTable(tx, 'programs')
      .addColumn('project_id', integer, (c) => c.primaryKey().references('projects.id').onDelete('cascade'))
      .addColumn('increment_tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('increment_label', text, (c) => c.notNull())
      .addColumn('increment_sub_label', text, (c) => c.notNull())
      .addColumn('iteration_tracker_id', integer, (c) => c.references('trackers.id').onDelete('set null'))
      .addColumn('iteration_label', text, (c) => c.notNull())
      .addColumn('iteration_sub_label', text, (c) => c.notNull())
      .execute();
    await tx.schema.createIndex('programs_increments').on('programs').column('increment_tracker_id').execute();
    await tx.schema.createIndex('programs_iterations').on('programs').column('iteration_tracker_id').execute();
    await createTable(tx, 'program_plannable_trackers')
      .addColumn('project_id', integer, (c) => c.notNull().references('programs.project_id').onDelete('cascade'))
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('rank', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('program_plannable_trackers_key', ['project_id', 'tracker_id'])
      .execute();
    await tx.schema
      .createIndex('program_plannable_trackers_of')
      .on('program_plannable_trackers')
      .column('tracker_id')
      .execute();
    await createTable(tx, 'program_prioritizers')
      .addColumn('project_id', integer, (c) => c.notNull().references('programs.project_id').onDelete('cascade'))
      .addColumn('ugroup_id', integer, (c) => c.notNull())
      .addPrimaryKeyConstraint('program_prioritizers_key', ['project_id', 'ugroup_id'])
      .execute();
    await createTable(tx, 'program_teams')
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('team_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('program_teams_key', ['project_id', 'team_id'])
      .execute();
    await tx.schema.createIndex('program_teams_of').on('program_teams').column('team_id').execute();
    await createTable(tx, 'program_backlog_items')
      .addColumn('artifact_id', integer, (c) => c.primaryKey().references('artifacts.id').onDelete('cascade'))
      .execute();
  },
};
