// The first tables: site, people, projects, tracker definitions, artifacts.
import { sql } from 'kysely';
import { columnTypesOf, createTable, createTableWithIds } from '../platform/database/index.ts';
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const foundation: Migration = {
  number: 1,
  name: 'foundation',
  async up(tx) {
    await createSite(tx);
    await createPeople(tx);
    await createProjects(tx);
    await createGroups(tx);
    await createTrackers(tx);
    await createFields(tx);
    await createBehaviour(tx);
    await createArtifacts(tx);
    await createHistory(tx);
  },
};

async function createSite(tx: MigrationWriter): Promise<void> {
  const { integer, text } = columnTypesOf(tx);
  await createTable(tx, 'site')
    .addColumn('id', integer, (c) => c.primaryKey())
    .addColumn('version', integer, (c) => c.notNull())
    .execute();
  await sql`insert into site (id, version) values (1, 1)`.execute(tx);
  await createTable(tx, 'settings')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute();
}

async function createPeople(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag, timeMs, bytes } = columnTypesOf(tx);
  await createTableWithIds(tx, 'users', 101, (table) =>
    table
      .addColumn('username', text, (c) => c.notNull())
      .addColumn('real_name', text, (c) => c.notNull())
      .addColumn('email', text, (c) => c.notNull())
      .addColumn('ldap_id', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('is_site_admin', flag, (c) => c.notNull())
      .addColumn('has_avatar', flag, (c) => c.notNull())
      .addColumn('password_hash', text)
      .addColumn('password_changed_at_ms', timeMs)
      .addColumn('created_at_ms', timeMs, (c) => c.notNull())
      .addUniqueConstraint('users_username', ['username']),
  );
  await sql`create unique index users_lower_username on users (lower(username))`.execute(tx);
  await sql`create index users_lower_email on users (lower(email))`.execute(tx);
  await sql`create index users_ldap_id on users (ldap_id)`.execute(tx);
  await sql`insert into users (id, username, real_name, email, ldap_id, status, is_site_admin, has_avatar, created_at_ms)
    values (100, 'None', '0', 'noreply@localhost.localdomain', '', 'S', 0, 0, 0)`.execute(tx);
  await createTable(tx, 'tokens')
    .addColumn('hash', bytes, (c) => c.primaryKey())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at_ms', timeMs, (c) => c.notNull())
    .execute();
  await tx.schema.createIndex('tokens_user').on('tokens').column('user_id').execute();
  await tx.schema.createIndex('tokens_created').on('tokens').column('created_at_ms').execute();
  await createTable(tx, 'delegations')
    .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('delegations_key', ['user_id', 'name'])
    .execute();
  await createTable(tx, 'preferences')
    .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('preferences_key', ['user_id', 'name'])
    .execute();
  await createTableWithIds(tx, 'dashboards', 1, (table) =>
    table
      .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull()),
  );
  await tx.schema.createIndex('dashboards_user').on('dashboards').column('user_id').execute();
}

async function createProjects(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag, timeMs } = columnTypesOf(tx);
  await createTableWithIds(tx, 'projects', 101, (table) =>
    table
      .addColumn('unix_name', text, (c) => c.notNull())
      .addColumn('full_name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('long_description', text, (c) => c.notNull())
      .addColumn('access', text, (c) => c.notNull())
      .addColumn('status', text, (c) => c.notNull())
      .addColumn('is_template', flag, (c) => c.notNull())
      .addColumn('is_synchronized', flag, (c) => c.notNull())
      .addColumn('icon', text, (c) => c.notNull())
      .addColumn('created_at_ms', timeMs, (c) => c.notNull())
      .addUniqueConstraint('projects_unix_name', ['unix_name']),
  );
  await createTableWithIds(tx, 'project_services', 1, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('shortname', text, (c) => c.notNull())
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('link', text, (c) => c.notNull())
      .addColumn('is_enabled', flag, (c) => c.notNull())
      .addColumn('is_custom', flag, (c) => c.notNull())
      .addColumn('is_in_new_tab', flag, (c) => c.notNull()),
  );
  await tx.schema.createIndex('project_services_project').on('project_services').column('project_id').execute();
  await createTableWithIds(tx, 'project_fields', 101, (table) =>
    table
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('rank', integer, (c) => c.notNull())
      .addColumn('is_required', flag, (c) => c.notNull())
      .addUniqueConstraint('project_fields_name', ['name']),
  );
  await createTable(tx, 'project_field_values')
    .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('field_id', integer, (c) => c.notNull().references('project_fields.id').onDelete('cascade'))
    .addColumn('value', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('project_field_values_key', ['project_id', 'field_id'])
    .execute();
}

async function createGroups(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag } = columnTypesOf(tx);
  await createTable(tx, 'project_members')
    .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('is_admin', flag, (c) => c.notNull())
    .addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id'])
    .execute();
  await tx.schema.createIndex('project_members_user').on('project_members').column('user_id').execute();
  await createTable(tx, 'project_role_members')
    .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('ugroup_id', integer, (c) => c.notNull())
    .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('project_role_members_key', ['project_id', 'ugroup_id', 'user_id'])
    .execute();
  await tx.schema.createIndex('project_role_members_user').on('project_role_members').column('user_id').execute();
  await createTableWithIds(tx, 'user_groups', 101, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addUniqueConstraint('user_groups_name', ['project_id', 'name']),
  );
  await createTable(tx, 'user_group_members')
    .addColumn('ugroup_id', integer, (c) => c.notNull().references('user_groups.id').onDelete('cascade'))
    .addColumn('user_id', integer, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('user_group_members_key', ['ugroup_id', 'user_id'])
    .execute();
  await tx.schema.createIndex('user_group_members_user').on('user_group_members').column('user_id').execute();
  await createTableWithIds(tx, 'archive_blocks', 1, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('tracker_id', integer)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('xml', text, (c) => c.notNull()),
  );
  await tx.schema.createIndex('archive_blocks_project').on('archive_blocks').column('project_id').execute();
  await createTable(tx, 'archive_references')
    .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('ref', text, (c) => c.notNull())
    .addColumn('target_id', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('archive_references_key', ['project_id', 'kind', 'ref'])
    .execute();
}

async function createTrackers(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'trackers', 1, (table) =>
    table
      .addColumn('project_id', integer, (c) => c.notNull().references('projects.id').onDelete('cascade'))
      .addColumn('item_name', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('color', text, (c) => c.notNull())
      .addColumn('parent_id', integer, (c) => c.references('trackers.id'))
      .addColumn('is_deleted', flag, (c) => c.notNull())
      .addColumn('last_number', integer, (c) => c.notNull())
      .addColumn('settings_json', json, (c) => c.notNull()),
  );
  await tx.schema.createIndex('trackers_project').on('trackers').column('project_id').execute();
  await createTable(tx, 'tracker_permissions')
    .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
    .addColumn('permission', text, (c) => c.notNull())
    .addColumn('ugroup_id', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('tracker_permissions_key', ['tracker_id', 'permission', 'ugroup_id'])
    .execute();
  await createTable(tx, 'semantics')
    .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('settings_json', json, (c) => c.notNull())
    .addPrimaryKeyConstraint('semantics_key', ['tracker_id', 'name'])
    .execute();
}

async function createFields(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'tracker_fields', 101, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('parent_id', integer, (c) => c.references('tracker_fields.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('rank', integer, (c) => c.notNull())
      .addColumn('is_used', flag, (c) => c.notNull())
      .addColumn('is_required', flag, (c) => c.notNull())
      .addColumn('has_notifications', flag, (c) => c.notNull())
      .addColumn('settings_json', json, (c) => c.notNull())
      .addUniqueConstraint('tracker_fields_name', ['tracker_id', 'name']),
  );
  await createTableWithIds(tx, 'field_values', 101, (table) =>
    table
      .addColumn('field_id', integer, (c) => c.notNull().references('tracker_fields.id').onDelete('cascade'))
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('rank', integer, (c) => c.notNull())
      .addColumn('is_hidden', flag, (c) => c.notNull())
      .addColumn('is_default', flag, (c) => c.notNull())
      .addColumn('color', text, (c) => c.notNull())
      .addColumn('ugroup_id', integer),
  );
  await tx.schema.createIndex('field_values_field').on('field_values').column('field_id').execute();
  await createTableWithIds(tx, 'open_values', 1, (table) =>
    table
      .addColumn('field_id', integer, (c) => c.notNull().references('tracker_fields.id').onDelete('cascade'))
      .addColumn('label', text, (c) => c.notNull())
      .addColumn('is_hidden', flag, (c) => c.notNull())
      .addUniqueConstraint('open_values_label', ['field_id', 'label']),
  );
  await createTable(tx, 'field_permissions')
    .addColumn('field_id', integer, (c) => c.notNull().references('tracker_fields.id').onDelete('cascade'))
    .addColumn('permission', text, (c) => c.notNull())
    .addColumn('ugroup_id', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('field_permissions_key', ['field_id', 'permission', 'ugroup_id'])
    .execute();
}

async function createBehaviour(tx: MigrationWriter): Promise<void> {
  const { integer, text, flag, json } = columnTypesOf(tx);
  await createTable(tx, 'workflows')
    .addColumn('tracker_id', integer, (c) => c.primaryKey().references('trackers.id').onDelete('cascade'))
    .addColumn('field_id', integer, (c) => c.notNull().references('tracker_fields.id'))
    .addColumn('is_used', flag, (c) => c.notNull())
    .addColumn('is_advanced', flag, (c) => c.notNull())
    .execute();
  await createTableWithIds(tx, 'transitions', 1, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('from_value_id', integer)
      .addColumn('to_value_id', integer, (c) => c.notNull())
      .addColumn('conditions_json', json, (c) => c.notNull())
      .addColumn('actions_json', json, (c) => c.notNull()),
  );
  await tx.schema.createIndex('transitions_tracker').on('transitions').column('tracker_id').execute();
  await createTableWithIds(tx, 'rules', 1, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('source_field_id', integer, (c) => c.notNull())
      .addColumn('target_field_id', integer, (c) => c.notNull())
      .addColumn('settings_json', json, (c) => c.notNull()),
  );
  await tx.schema.createIndex('rules_tracker').on('rules').column('tracker_id').execute();
  await createTableWithIds(tx, 'triggers', 1, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('settings_json', json, (c) => c.notNull()),
  );
  await tx.schema.createIndex('triggers_tracker').on('triggers').column('tracker_id').execute();
  await createTableWithIds(tx, 'reports', 101, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id').onDelete('cascade'))
      .addColumn('owner_id', integer)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('is_default', flag, (c) => c.notNull())
      .addColumn('settings_json', json, (c) => c.notNull()),
  );
  await tx.schema.createIndex('reports_tracker').on('reports').column('tracker_id').execute();
}

async function createArtifacts(tx: MigrationWriter): Promise<void> {
  const { integer, real, text, flag, timeMs, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'artifacts', 1, (table) =>
    table
      .addColumn('tracker_id', integer, (c) => c.notNull().references('trackers.id'))
      .addColumn('number', integer, (c) => c.notNull())
      .addColumn('submitted_by', integer, (c) => c.notNull())
      .addColumn('submitted_at_ms', timeMs, (c) => c.notNull())
      .addColumn('version', integer, (c) => c.notNull())
      .addColumn('changeset_id', integer, (c) => c.notNull())
      .addColumn('updated_by', integer, (c) => c.notNull())
      .addColumn('updated_at_ms', timeMs, (c) => c.notNull())
      .addColumn('version_second', integer, (c) => c.notNull())
      .addColumn('context_version', integer, (c) => c.notNull())
      .addColumn('is_limited', flag, (c) => c.notNull())
      .addColumn('values_json', json, (c) => c.notNull())
      .addUniqueConstraint('artifacts_number', ['tracker_id', 'number']),
  );
  await tx.schema.createIndex('artifacts_tracker').on('artifacts').columns(['tracker_id', 'id']).execute();
  await tx.schema.createIndex('artifacts_submitter').on('artifacts').columns(['tracker_id', 'submitted_by']).execute();
  await tx.schema.createIndex('artifacts_own').on('artifacts').columns(['submitted_by', 'id']).execute();
  await createTable(tx, 'artifact_groups')
    .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('ugroup_id', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_groups_key', ['artifact_id', 'ugroup_id'])
    .execute();
  await createTable(tx, 'artifact_links')
    .addColumn('source_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('target_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('rank', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_links_key', ['source_id', 'target_id', 'type'])
    .execute();
  await tx.schema.createIndex('artifact_links_target').on('artifact_links').columns(['target_id', 'type']).execute();
  await createTable(tx, 'artifact_keys')
    .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
    .addColumn('field_id', integer, (c) => c.notNull())
    .addColumn('key', real, (c) => c.notNull())
    .addPrimaryKeyConstraint('artifact_keys_key', ['artifact_id', 'field_id', 'key'])
    .execute();
  await tx.schema
    .createIndex('artifact_keys_search')
    .on('artifact_keys')
    .columns(['field_id', 'key', 'artifact_id'])
    .execute();
}

async function createHistory(tx: MigrationWriter): Promise<void> {
  const { integer, text, timeMs, json } = columnTypesOf(tx);
  await createTableWithIds(tx, 'changesets', 1, (table) =>
    table
      .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
      .addColumn('submitted_by', integer, (c) => c.notNull())
      .addColumn('submitted_at_ms', timeMs, (c) => c.notNull())
      .addColumn('email', text)
      .addColumn('changes_json', json, (c) => c.notNull()),
  );
  await tx.schema.createIndex('changesets_artifact').on('changesets').columns(['artifact_id', 'id']).execute();
  await createTableWithIds(tx, 'comments', 1, (table) =>
    table
      .addColumn('changeset_id', integer, (c) => c.notNull().references('changesets.id').onDelete('cascade'))
      .addColumn('submitted_by', integer, (c) => c.notNull())
      .addColumn('submitted_at_ms', timeMs, (c) => c.notNull())
      .addColumn('body', text, (c) => c.notNull())
      .addColumn('format', text, (c) => c.notNull())
      .addColumn('groups_json', json),
  );
  await tx.schema.createIndex('comments_changeset').on('comments').columns(['changeset_id', 'id']).execute();
  await createTableWithIds(tx, 'artifact_files', 1, (table) =>
    table
      .addColumn('artifact_id', integer, (c) => c.notNull().references('artifacts.id').onDelete('cascade'))
      .addColumn('field_id', integer, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('mime_type', text, (c) => c.notNull())
      .addColumn('size_bytes', integer, (c) => c.notNull())
      .addColumn('submitted_by', integer, (c) => c.notNull())
      .addColumn('path', text, (c) => c.notNull()),
  );
  await tx.schema.createIndex('artifact_files_artifact').on('artifact_files').column('artifact_id').execute();
}
