// A tracker as the API shows it, for tests.
import type { Field, Tracker } from './fields.ts';
import type { Artifact } from './shapes.ts';

const nobody = {
  id: null,
  uri: null,
  user_url: null,
  real_name: null,
  display_name: 'Anonymous',
  username: null,
  ldap_id: '',
  avatar_url: '',
  is_anonymous: true,
  has_avatar: false,
};

const field = (id: number, name: string, type: string, more: Partial<Field> = {}): Field => ({
  field_id: id,
  name,
  label: name === 'points' ? 'Points' : name,
  type,
  values: null,
  required: false,
  collapsed: false,
  bindings: { type: null, list: [] },
  permissions: ['read', 'update'],
  permissions_for_groups: null,
  default_value: null,
  has_notifications: false,
  is_used: true,
  description: '',
  specific_properties: null,
  label_decorators: [],
  ...more,
});

const person = (id: number, name: string, real: string): object => ({
  id,
  label: name,
  user_reference: { id, real_name: `${real} (${name})`, username: name, avatar_url: `/users/${name}/avatar.png` },
});

export const tracker: Tracker = {
  id: 1,
  uri: 'trackers/1',
  html_url: '/plugins/tracker/?tracker=1',
  project: { id: 101, uri: 'projects/101', label: 'Meadow', icon: '' },
  label: 'Tasks',
  description: '',
  item_name: 'task',
  fields: [
    field(1, 'title', 'string'),
    field(2, 'status', 'sb', {
      bindings: { type: 'static', list: [] },
      values: [
        { id: 11, label: 'New', is_hidden: false, value_color: 'chrome-silver' },
        { id: 12, label: 'Done', is_hidden: false, value_color: '' },
      ],
    }),
    field(3, 'points', 'int'),
    field(4, 'due', 'date'),
    field(5, 'owner', 'sb', {
      bindings: { type: 'users', list: [] },
      values: [person(102, 'ana', 'Ana Lindqvist'), person(103, 'bruno', 'Bruno Adeyemi')],
    }),
    field(6, 'links', 'art_link'),
    field(7, 'tags', 'tbl', { bindings: { type: 'static', list: [] } }),
    field(8, 'id', 'aid', { permissions: ['read'] }),
    field(9, 'changed', 'lud', { permissions: ['read'] }),
    field(10, 'fs', 'fieldset'),
  ],
  structure: [],
  semantics: {
    title: { field_id: 1 },
    status: { field_id: 2, value_ids: [11] },
    contributor: { field_id: 5 },
  },
  workflow: null,
  permissions_for_groups: null,
  parent: null,
  resources: [],
  color_name: 'deep-blue',
  icon: '',
  singular_label: 'Bug',
  notifications: { enabled: true },
};

/** An artifact of it. */
export const artifact = (id: number, values: NonNullable<Artifact['values']>): Artifact => ({
  id,
  uri: `artifacts/${id}`,
  xref: `task #${id}`,
  tracker: {
    id: 1,
    uri: 'trackers/1',
    label: 'Tasks',
    color_name: 'deep-blue',
    project: tracker.project,
    cannot_create_reasons: null,
  },
  project: tracker.project,
  submitted_by: 102,
  submitted_by_user: nobody,
  submitted_on: '2026-03-01T08:00:00+00:00',
  html_url: `/plugins/tracker/?aid=${id}`,
  changesets_uri: `artifacts/${id}/changesets`,
  values,
  values_by_field: null,
  last_update_by: 102,
  last_update_by_user: nobody,
  last_modified_date: '2026-03-01T08:00:00+00:00',
  status: 'New',
  full_status: { value: 'New', color: null },
  is_open: true,
  title: `Task ${id}`,
  assignees: [],
});
