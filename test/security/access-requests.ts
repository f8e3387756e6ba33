// One harmless request for each route, sent by every kind of reader to every kind of project: see access-matrix.test.ts.
// A new route needs one line here, then `npm run contract` writes contract/access-matrix.tsv for review.
import { accountRequests } from './account-requests.ts';
import { milestoneRequests } from './milestone-requests.ts';
import { memberRequests } from './member-requests.ts';
import { toolRequests } from './tool-requests.ts';

/** Things of one project. */
export interface Place {
  project: number;
  /** Everybody may read it; members may fill it. */
  tracker: number;
  /** Carries a semantic in a tracker for members; a planning is made of both trackers. */
  field: number;
  /** Of that tracker, whose workflow is not in use. */
  transition: number;
  /** Of a tracker for members, for its submitter, and for those it is assigned to. */
  artifact: number;
  /** The artifact's attachment, in a field that everybody may read and members may fill. */
  file: number;
  fileField: number;
  /** Of a tracker that everybody may read; a planning makes it a milestone. */
  milestone: number;
  planning: number;
  /** Everybody's, of the tracker. */
  report: number;
  /** Of the tracker, which has no status. */
  kanban: number;
  /** Of the project, empty. */
  dashboard: number;
  service: number;
  /** A Subversion repository without a folder. */
  svn: number;
  /** An empty one that everybody may read and members may write. */
  repository: number;
  /** The status that a change may ask for without changing anything. */
  status: 'active' | 'suspended';
  /** REST id of the members. */
  group: string;
}

export interface SampleRequest {
  path: string;
  body?: unknown;
  /** Set where it ends the caller's session. */
  endsSession?: true;
}

const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const mergeRules = { methods: ['merge'], required_approvals: 0, required_checks: [] };
const selectAll = encodeURIComponent("SELECT @id FROM @project = 'self' WHERE @id > 0");

/**
 * By method and URL of the route. A request for writing asks for what is refused once access is granted, or changes
 * nothing, so that no request depends on those before it.
 */
export const accessRequests: Readonly<Record<string, (place: Place) => SampleRequest>> = {
  'GET /version': () => ({ path: '/version' }),
  'GET /first_start': () => ({ path: '/first_start' }),
  'POST /first_start': () => ({ path: '/first_start', body: {} }),
  'POST /tokens': () => ({ path: '/tokens', body: {} }),
  'DELETE /tokens': () => ({ path: '/tokens', endsSession: true }),
  'DELETE /tokens/:id': () => ({ path: '/tokens/unknown' }),
  'GET /users': () => ({ path: `/users?query=${json({ username: 'member' })}` }),
  'GET /users/:id': () => ({ path: '/users/self' }),
  'GET /users/:id/all_preferences': () => ({ path: '/users/self/all_preferences' }),
  'GET /users/:id/preferences': () => ({ path: '/users/self/preferences?key=unknown' }),
  'GET /users/:id/history': () => ({ path: '/users/self/history' }),
  'GET /users/:id/dashboards': () => ({ path: '/users/self/dashboards' }),
  'GET /users/:id/membership': () => ({ path: '/users/101/membership' }),
  'GET /users/:id/artifacts': () => ({ path: `/users/self/artifacts?query=${json({ submitted_by: true })}` }),
  'GET /users/:id/followed_artifacts': () => ({ path: '/users/self/followed_artifacts' }),
  'GET /projects/:id/dashboards': ({ project }) => ({ path: `/projects/${project}/dashboards` }),
  'POST /projects/:id/dashboards': ({ project }) => ({ path: `/projects/${project}/dashboards`, body: { name: '' } }),
  'GET /dashboards/:id': ({ dashboard }) => ({ path: `/dashboards/${dashboard}` }),
  'GET /roadmaps/:id/tasks': ({ dashboard }) => ({ path: `/roadmaps/${dashboard * 100_000 + 2}/tasks` }),
  'GET /roadmaps/:id/iterations': ({ dashboard }) => ({
    path: `/roadmaps/${dashboard * 100_000 + 2}/iterations?level=1`,
  }),
  'GET /roadmap_tasks/:id/subtasks': ({ artifact }) => ({ path: `/roadmap_tasks/${artifact}/subtasks` }),
  'PUT /dashboards/:id': ({ dashboard }) => ({
    path: `/dashboards/${dashboard}`,
    body: { name: 'Home', lines: [{ layout: 'one-column', columns: [{ widgets: [{ id: 1, name: 'x' }] }] }] },
  }),
  'PUT /dashboard_order': () => ({ path: '/dashboard_order', body: { ids: [999999] } }),
  'DELETE /dashboards/:id': () => ({ path: '/dashboards/999999' }),
  'POST /user_dashboards': () => ({ path: '/user_dashboards', body: { name: '' } }),
  'GET /projects': () => ({ path: '/projects' }),
  'GET /projects/:id': ({ project }) => ({ path: `/projects/${project}` }),
  'GET /projects/:id/summary': ({ project }) => ({ path: `/projects/${project}/summary` }),
  'GET /project_templates': () => ({ path: '/project_templates' }),
  'GET /project_fields/:id': () => ({ path: '/project_fields/999999' }),
  'POST /project_fields': () => ({ path: '/project_fields', body: { name: ' ', type: 'line' } }),
  'PATCH /project_fields/:id': () => ({ path: '/project_fields/999999', body: {} }),
  'DELETE /project_fields/:id': () => ({ path: '/project_fields/999999' }),
  'PUT /project_field_order': () => ({ path: '/project_field_order', body: { ids: [999999] } }),
  'GET /projects/:id/field_values': ({ project }) => ({ path: `/projects/${project}/field_values` }),
  'PUT /projects/:id/field_values': ({ project }) => ({
    path: `/projects/${project}/field_values`,
    body: { fields: [{ field_id: 999999, value: '' }] },
  }),
  'GET /project_categories': () => ({ path: '/project_categories' }),
  'GET /project_categories/:id': () => ({ path: '/project_categories/999999' }),
  'POST /project_categories': () => ({ path: '/project_categories', body: { name: ' ' } }),
  'PATCH /project_categories/:id': () => ({ path: '/project_categories/999999', body: {} }),
  'DELETE /project_categories/:id': () => ({ path: '/project_categories/999999' }),
  'GET /projects/:id/user_groups': ({ project }) => ({ path: `/projects/${project}/user_groups` }),
  'GET /projects/:id/trackers': ({ project }) => ({ path: `/projects/${project}/trackers` }),
  'GET /user_groups/:id': ({ group }) => ({ path: `/user_groups/${group}` }),
  'PATCH /user_groups/:id': ({ group }) => ({ path: `/user_groups/${group}`, body: {} }),
  'GET /projects/:id/category_values': ({ project }) => ({ path: `/projects/${project}/category_values` }),
  'PUT /projects/:id/category_values': ({ project }) => ({
    path: `/projects/${project}/category_values`,
    body: [{ category_id: 999_999, value_id: 999_999 }],
  }),
  'POST /projects/:id/project_services': ({ project }) => ({
    path: `/projects/${project}/project_services`,
    body: { label: 'Link', service_url: 'javascript:0' },
  }),
  'PUT /projects/:id/service_order': ({ project }) => ({
    path: `/projects/${project}/service_order`,
    body: { ids: [0] },
  }),
  'DELETE /project_services/:id': ({ service }) => ({ path: `/project_services/${service}` }),
  'GET /projects/:id/reference_patterns': ({ project }) => ({ path: `/projects/${project}/reference_patterns` }),
  'POST /projects/:id/reference_patterns': ({ project }) => ({
    path: `/projects/${project}/reference_patterns`,
    body: { keyword: 'art', link: '/' },
  }),
  'PATCH /projects/:id/reference_patterns/:pattern_id': ({ project }) => ({
    path: `/projects/${project}/reference_patterns/0`,
    body: { description: '' },
  }),
  'DELETE /projects/:id/reference_patterns/:pattern_id': ({ project }) => ({
    path: `/projects/${project}/reference_patterns/0`,
  }),
  ...memberRequests,
  'GET /user_groups/:id/uses': ({ group }) => ({ path: `/user_groups/${group}/uses` }),
  'DELETE /user_groups/:id': ({ group }) => ({ path: `/user_groups/${group}` }),
  'GET /user_groups/:id/directory_groups': ({ group }) => ({
    path: `/user_groups/${group}/directory_groups?query=pi`,
  }),
  'PUT /user_groups/:id/directory_group': ({ group }) => ({
    path: `/user_groups/${group}/directory_group`,
    body: { name: 'nobody' },
  }),
  'DELETE /user_groups/:id/directory_group': ({ group }) => ({ path: `/user_groups/${group}/directory_group` }),
  'GET /user_groups/:id/users': ({ group }) => ({ path: `/user_groups/${group}/users` }),
  'GET /trackers/:id': ({ tracker }) => ({ path: `/trackers/${tracker}` }),
  'POST /trackers': ({ project }) => ({
    path: '/trackers',
    body: { project: { id: project }, label: 'x', item_name: '-' },
  }),
  'PATCH /trackers/:id': ({ tracker }) => ({ path: `/trackers/${tracker}`, body: {} }),
  'PUT /trackers/:id': ({ tracker }) => ({ path: `/trackers/${tracker}`, body: {} }),
  'DELETE /trackers/:id': ({ tracker }) => ({ path: `/trackers/${tracker}` }),
  'GET /trackers/:id/fields': ({ tracker }) => ({ path: `/trackers/${tracker}/fields` }),
  'POST /trackers/:id/fields': ({ tracker }) => ({
    path: `/trackers/${tracker}/fields`,
    body: { type: 'string', label: ' ' },
  }),
  'GET /tracker_fields/:id': ({ field }) => ({ path: `/tracker_fields/${field}` }),
  'GET /tracker_fields/:id/uses': ({ field }) => ({ path: `/tracker_fields/${field}/uses` }),
  'PATCH /tracker_fields/:id': ({ field }) => ({ path: `/tracker_fields/${field}`, body: {} }),
  'DELETE /tracker_fields/:id': ({ field }) => ({ path: `/tracker_fields/${field}` }),
  'GET /trackers/:id/workflow_rules': ({ tracker }) => ({ path: `/trackers/${tracker}/workflow_rules` }),
  'PUT /trackers/:id/workflow_rules': ({ tracker }) => ({
    path: `/trackers/${tracker}/workflow_rules`,
    body: { dates: [{ source_field_id: 0, target_field_id: 0, comparator: '<' }], lists: [] },
  }),
  'GET /trackers/:id/workflow_triggers': ({ tracker }) => ({ path: `/trackers/${tracker}/workflow_triggers` }),
  'PUT /trackers/:id/workflow_triggers': ({ tracker }) => ({
    path: `/trackers/${tracker}/workflow_triggers`,
    body: {
      triggers: [
        {
          condition: 'all_of',
          triggering_fields: [{ field_id: 0, field_value_id: 0 }],
          target: { field_id: 0, field_value_id: 0 },
        },
      ],
    },
  }),
  'POST /tracker_workflow_transitions': ({ tracker }) => ({
    path: '/tracker_workflow_transitions',
    body: { tracker_id: tracker, from_id: 0, to_id: 0 },
  }),
  'GET /tracker_workflow_transitions/:id': ({ transition }) => ({
    path: `/tracker_workflow_transitions/${transition}`,
  }),
  'PATCH /tracker_workflow_transitions/:id': ({ transition }) => ({
    path: `/tracker_workflow_transitions/${transition}`,
    body: { authorized_user_group_ids: [] },
  }),
  'DELETE /tracker_workflow_transitions/:id': () => ({ path: '/tracker_workflow_transitions/999999' }),
  'GET /tracker_workflow_transitions/:id/actions': ({ transition }) => ({
    path: `/tracker_workflow_transitions/${transition}/actions`,
  }),
  'PUT /tracker_workflow_transitions/:id/actions': ({ transition }) => ({
    path: `/tracker_workflow_transitions/${transition}/actions`,
    body: { post_actions: [{ type: 'unknown' }] },
  }),
  'GET /trackers/:id/date_reminders': ({ tracker }) => ({ path: `/trackers/${tracker}/date_reminders` }),
  'PUT /trackers/:id/date_reminders': ({ tracker }) => ({
    path: `/trackers/${tracker}/date_reminders`,
    body: { reminders: [{ field_id: 0, type: 'before', days: 1, user_group_ids: [], roles: ['submitter'] }] },
  }),
  'GET /trackers/:id/calendar_events': ({ tracker }) => ({ path: `/trackers/${tracker}/calendar_events` }),
  'PUT /trackers/:id/calendar_events': ({ tracker }) => ({
    path: `/trackers/${tracker}/calendar_events`,
    body: { enabled: false },
  }),
  'GET /trackers/:id/artifact_moves': ({ tracker }) => ({ path: `/trackers/${tracker}/artifact_moves` }),
  'PUT /trackers/:id/artifact_moves': ({ tracker }) => ({
    path: `/trackers/${tracker}/artifact_moves`,
    body: { enabled: true },
  }),
  'GET /trackers/:id/promotion': ({ tracker }) => ({ path: `/trackers/${tracker}/promotion` }),
  'PUT /trackers/:id/promotion': ({ tracker }) => ({
    path: `/trackers/${tracker}/promotion`,
    body: { enabled: false },
  }),
  'GET /trackers/:id/new_projects': ({ tracker }) => ({ path: `/trackers/${tracker}/new_projects` }),
  'PUT /trackers/:id/new_projects': ({ tracker }) => ({
    path: `/trackers/${tracker}/new_projects`,
    body: { enabled: true },
  }),
  'GET /trackers/:id/private_comments': ({ tracker }) => ({ path: `/trackers/${tracker}/private_comments` }),
  'PUT /trackers/:id/private_comments': ({ tracker }) => ({
    path: `/trackers/${tracker}/private_comments`,
    body: { enabled: true },
  }),
  'GET /trackers/:id/notification_recipients': ({ tracker }) => ({
    path: `/trackers/${tracker}/notification_recipients`,
  }),
  'PUT /trackers/:id/notification_recipients': ({ tracker }) => ({
    path: `/trackers/${tracker}/notification_recipients`,
    body: { recipients: [{ all_updates: true }] },
  }),
  'GET /trackers/:id/subscription': ({ tracker }) => ({ path: `/trackers/${tracker}/subscription` }),
  'PUT /trackers/:id/subscription': ({ tracker }) => ({
    path: `/trackers/${tracker}/subscription`,
    body: { level: 'all', field_ids: [0] },
  }),
  'DELETE /trackers/:id/subscription': ({ tracker }) => ({ path: `/trackers/${tracker}/subscription` }),
  'GET /projects/:id/deleted_trackers': ({ project }) => ({ path: `/projects/${project}/deleted_trackers` }),
  'POST /trackers/:id/restoration': ({ tracker }) => ({ path: `/trackers/${tracker}/restoration` }),
  'PUT /trackers/:id/canned_responses': ({ tracker }) => ({
    path: `/trackers/${tracker}/canned_responses`,
    body: [],
  }),
  'GET /trackers/:id/canned_responses': ({ tracker }) => ({ path: `/trackers/${tracker}/canned_responses` }),
  'GET /artifacts/:id/presence': ({ artifact }) => ({ path: `/artifacts/${artifact}/presence` }),
  'PUT /artifacts/:id/presence': ({ artifact }) => ({
    path: `/artifacts/${artifact}/presence`,
    body: { is_editing: false },
  }),
  'DELETE /artifacts/:id/presence': ({ artifact }) => ({ path: `/artifacts/${artifact}/presence` }),
  'GET /artifacts/:id/followers': ({ artifact }) => ({ path: `/artifacts/${artifact}/followers` }),
  'GET /artifacts/:id/subscription': ({ artifact }) => ({ path: `/artifacts/${artifact}/subscription` }),
  'PUT /artifacts/:id/subscription': ({ artifact }) => ({
    path: `/artifacts/${artifact}/subscription`,
    body: { is_subscribed: null },
  }),
  'GET /trackers/:id/tracker_reports': ({ tracker }) => ({ path: `/trackers/${tracker}/tracker_reports` }),
  'POST /trackers/:id/tracker_reports': ({ tracker }) => ({
    path: `/trackers/${tracker}/tracker_reports`,
    body: { label: '' },
  }),
  'GET /site': () => ({ path: '/site' }),
  'GET /users/:id/tracker_subscriptions': () => ({ path: '/users/self/tracker_subscriptions' }),
  'GET /users/:id/artifact_subscriptions': () => ({ path: '/users/self/artifact_subscriptions' }),
  'GET /users/:id/inbox': () => ({ path: '/users/self/inbox' }),
  'GET /users/:id/inbox/counts': () => ({ path: '/users/self/inbox/counts' }),
  'PATCH /users/:id/inbox': () => ({ path: '/users/self/inbox', body: { ids: [1], is_unread: false } }),
  'PATCH /users/:id/inbox/:entry': () => ({ path: '/users/self/inbox/1', body: { is_unread: false } }),
  'GET /users/:id/shared_projects': () => ({ path: '/users/101/shared_projects' }),
  'GET /users/:id/assigned_artifacts': () => ({ path: '/users/101/assigned_artifacts' }),
  'POST /password_links': () => ({ path: '/password_links', body: {} }),
  'POST /password_links/check': () => ({ path: '/password_links/check', body: { link: 'unknown' } }),
  'POST /password_links/redeem': () => ({
    path: '/password_links/redeem',
    body: { link: 'unknown', new_password: 'x' },
  }),
  'GET /users/self/email': () => ({ path: '/users/self/email' }),
  'POST /users/self/email': () => ({ path: '/users/self/email', body: { email: 'none', password: 'x' } }),
  'DELETE /users/self/email': () => ({ path: '/users/self/email' }),
  'POST /email_confirmations': () => ({ path: '/email_confirmations', body: { link: 'unknown' } }),
  'POST /user_registrations/check': () => ({ path: '/user_registrations/check', body: { username: 'x' } }),
  'GET /trackers/:id/summary': ({ tracker }) => ({ path: `/trackers/${tracker}/summary` }),
  'GET /projects/:id/tracker_counts': ({ project }) => ({ path: `/projects/${project}/tracker_counts` }),
  'GET /tracker_reports/:id': ({ report }) => ({ path: `/tracker_reports/${report}` }),
  'PATCH /tracker_reports/:id': ({ report }) => ({ path: `/tracker_reports/${report}`, body: { label: ' ' } }),
  'DELETE /tracker_reports/:id': () => ({ path: '/tracker_reports/0' }),
  'GET /trackers/:id/chart_content': ({ tracker }) => ({ path: `/trackers/${tracker}/chart_content?type=pie` }),
  'GET /tracker_reports/:id/renderers': ({ report }) => ({ path: `/tracker_reports/${report}/renderers` }),
  'POST /tracker_reports/:id/renderers': ({ report }) => ({
    path: `/tracker_reports/${report}/renderers`,
    body: { type: 'table' },
  }),
  'GET /tracker_reports/:id/renderers/:renderer_id': ({ report }) => ({
    path: `/tracker_reports/${report}/renderers/1`,
  }),
  'PATCH /tracker_reports/:id/renderers/:renderer_id': ({ report }) => ({
    path: `/tracker_reports/${report}/renderers/1`,
    body: { label: '' },
  }),
  'DELETE /tracker_reports/:id/renderers/:renderer_id': ({ report }) => ({
    path: `/tracker_reports/${report}/renderers/9`,
  }),
  'GET /tracker_reports/:id/artifacts': ({ report }) => ({ path: `/tracker_reports/${report}/artifacts` }),
  'GET /tracker_reports/:id/artifacts.csv': ({ report }) => ({ path: `/tracker_reports/${report}/artifacts.csv` }),
  'GET /events': () => ({ path: '/events' }),
  'GET /events/stream': () => ({ path: '/events/stream?wait=0' }),
  'GET /trackers/:id/webhooks': ({ tracker }) => ({ path: `/trackers/${tracker}/webhooks` }),
  'POST /trackers/:id/webhooks': ({ tracker }) => ({ path: `/trackers/${tracker}/webhooks`, body: { url: '' } }),
  'GET /projects/:id/webhooks': ({ project }) => ({ path: `/projects/${project}/webhooks` }),
  'POST /projects/:id/webhooks': ({ project }) => ({ path: `/projects/${project}/webhooks`, body: { url: '' } }),
  'GET /webhooks/:id': () => ({ path: '/webhooks/0' }),
  'PATCH /webhooks/:id': () => ({ path: '/webhooks/0', body: { url: '' } }),
  'DELETE /webhooks/:id': () => ({ path: '/webhooks/0' }),
  'GET /webhooks/:id/deliveries': () => ({ path: '/webhooks/0/deliveries' }),
  'POST /webhooks/:id/deliveries': () => ({ path: '/webhooks/0/deliveries', body: {} }),
  'GET /trackers/:id/artifacts': ({ tracker }) => ({ path: `/trackers/${tracker}/artifacts` }),
  'GET /trackers/:id/parent_artifacts': ({ tracker }) => ({ path: `/trackers/${tracker}/parent_artifacts` }),
  'GET /trackers/:id/used_artifact_links': ({ tracker }) => ({ path: `/trackers/${tracker}/used_artifact_links` }),
  'GET /artifacts': () => ({ path: `/artifacts?query=${json({ id: [] })}` }),
  'POST /artifacts/batch': ({ artifact }) => ({
    path: '/artifacts/batch',
    body: { items: [{ id: artifact, values: [] }] },
  }),
  'POST /artifacts': ({ tracker }) => ({
    path: '/artifacts',
    body: { tracker: { id: tracker }, values: [{ field_id: 0 }] },
  }),
  'GET /artifacts/:id': ({ artifact }) => ({ path: `/artifacts/${artifact}` }),
  'PUT /artifacts/:id': ({ artifact }) => ({ path: `/artifacts/${artifact}`, body: { values: [] } }),
  'PATCH /artifacts/:id': ({ artifact, tracker }) => ({
    path: `/artifacts/${artifact}`,
    body: { move: { tracker_id: tracker, dry_run: true } },
  }),
  'DELETE /artifacts/:id': ({ artifact }) => ({ path: `/artifacts/${artifact}` }),
  'GET /artifacts/:id/changesets': ({ artifact }) => ({ path: `/artifacts/${artifact}/changesets` }),
  'PUT /artifacts/:id/changesets/:changeset_id/comment': ({ artifact }) => ({
    path: `/artifacts/${artifact}/changesets/1/comment`,
    body: { body: 'said' },
  }),
  'GET /artifacts/:id/links': ({ artifact }) => ({ path: `/artifacts/${artifact}/links` }),
  'GET /artifacts/:id/linked_artifacts': ({ artifact }) => ({
    path: `/artifacts/${artifact}/linked_artifacts?direction=forward`,
  }),
  'POST /access_keys': () => ({ path: '/access_keys', body: { scopes: [] } }),
  'GET /access_keys/:id': () => ({ path: '/access_keys/0' }),
  'DELETE /access_keys/:id': () => ({ path: '/access_keys/0' }),
  'GET /users/:id/access_keys': () => ({ path: '/users/101/access_keys' }),
  'POST /sessions': () => ({ path: '/sessions', body: {} }),
  'GET /sessions': () => ({ path: '/sessions' }),
  'DELETE /sessions': () => ({ path: '/sessions' }),
  'DELETE /join_requests/:id': () => ({ path: '/join_requests/999999' }),
  'DELETE /sessions/:id': () => ({ path: '/sessions/0000' }),
  'GET /sessions/self': () => ({ path: '/sessions/self' }),
  'GET /sessions/self/storage_key': () => ({ path: '/sessions/self/storage_key' }),
  'DELETE /sessions/self': () => ({ path: '/sessions/self' }),
  'POST /users/self/password': () => ({ path: '/users/self/password', body: {} }),
  'GET /users/:id/sign_ins': () => ({ path: '/users/101/sign_ins' }),
  'GET /admin/settings': () => ({ path: '/admin/settings' }),
  'PATCH /admin/settings': () => ({ path: '/admin/settings', body: { settings: [] } }),
  'POST /admin/restarts': () => ({ path: '/admin/restarts' }),
  'GET /project_storage': () => ({ path: '/project_storage?limit=1' }),
  'GET /audit_events': () => ({ path: '/audit_events?limit=1' }),
  'GET /outbox_mails': () => ({ path: '/outbox_mails?limit=1' }),
  'POST /outbox_mails/:id/resend': () => ({ path: '/outbox_mails/1/resend' }),
  'GET /mail_messages': () => ({ path: '/mail_messages?limit=1' }),
  'GET /mail_messages/:id': () => ({ path: '/mail_messages/1' }),
  'GET /mail_messages/:id/raw': () => ({ path: '/mail_messages/1/raw' }),
  'POST /mail_messages/:id/retry': () => ({ path: '/mail_messages/1/retry' }),
  'GET /artifacts/:id/mail_messages': ({ artifact }) => ({ path: `/artifacts/${artifact}/mail_messages` }),
  'GET /trackers/:id/mail_gateway': ({ tracker }) => ({ path: `/trackers/${tracker}/mail_gateway` }),
  'PUT /trackers/:id/mail_gateway': ({ tracker }) => ({
    path: `/trackers/${tracker}/mail_gateway`,
    body: { enabled: false },
  }),
  'GET /system_event': () => ({ path: '/system_event?limit=1' }),
  'POST /users': () => ({ path: '/users', body: { username: '1', email: 'none' } }),
  'POST /user_registrations': () => ({ path: '/user_registrations', body: {} }),
  'GET /delegations': () => ({ path: '/delegations' }),
  'PUT /users/:id/delegations/:name': () => ({ path: '/users/0/delegations/system-events' }),
  'DELETE /users/:id/delegations/:name': () => ({ path: '/users/0/delegations/system-events' }),
  'PATCH /users/:id': () => ({ path: '/users/101', body: { values: {} } }),
  'PUT /users/:id/avatar': () => ({ path: '/users/101/avatar', body: { content_type: 'none', content: '' } }),
  'DELETE /users/:id/avatar': () => ({ path: '/users/101/avatar' }),
  'PATCH /users/:id/preferences': () => ({ path: '/users/self/preferences', body: { key: 'a', value: 'b' } }),
  'DELETE /users/:id/preferences': () => ({ path: '/users/self/preferences?key=a' }),
  'POST /users/:id/history': ({ artifact }) => ({
    path: '/users/self/history',
    body: { artifact: { id: artifact } },
  }),
  'PUT /users/:id/history': () => ({ path: '/users/self/history', body: [] }),
  'POST /user_groups': ({ project }) => ({ path: '/user_groups', body: { project_id: project, short_name: '!' } }),
  'PUT /user_groups/:id/users': ({ group }) => ({ path: `/user_groups/${group}/users`, body: [{ id: 0 }] }),
  'GET /users_memberships': () => ({ path: '/users_memberships?query=with_ssh_key' }),
  'GET /users/:id/timetracking': () => ({
    path: `/users/101/timetracking?query=${json({ start_date: '2026-01-01', end_date: '2026-01-02' })}`,
  }),
  'GET /projects/:id/plannings': ({ project }) => ({ path: `/projects/${project}/plannings` }),
  'GET /projects/:id/milestones': ({ project }) => ({ path: `/projects/${project}/milestones` }),
  'PATCH /artifact_order': ({ artifact, milestone }) => ({
    path: '/artifact_order',
    body: { ids: [milestone], direction: 'before', compared_to: artifact },
  }),
  'GET /projects/:id/backlog': ({ project }) => ({ path: `/projects/${project}/backlog` }),
  'PATCH /projects/:id/backlog': ({ project }) => ({ path: `/projects/${project}/backlog`, body: {} }),
  'PUT /projects/:id/backlog': ({ project }) => ({ path: `/projects/${project}/backlog`, body: [] }),
  'GET /v2/projects/:id/backlog': ({ project }) => ({ path: `/v2/projects/${project}/backlog` }),
  'PUT /milestones/:id/content': ({ milestone }) => ({ path: `/milestones/${milestone}/content`, body: [9999] }),
  'PUT /milestones/:id/backlog': ({ milestone }) => ({ path: `/milestones/${milestone}/backlog`, body: [] }),
  'POST /milestones/:id/backlog': ({ milestone }) => ({
    path: `/milestones/${milestone}/backlog`,
    body: { artifact: { id: 9999 } },
  }),
  'PUT /milestones/:id/milestones': ({ milestone }) => ({ path: `/milestones/${milestone}/milestones`, body: [] }),
  'PATCH /milestones/:id/milestones': ({ milestone }) => ({ path: `/milestones/${milestone}/milestones`, body: {} }),
  'PATCH /milestones/:id/content': ({ milestone }) => ({ path: `/milestones/${milestone}/content`, body: {} }),
  'PATCH /milestones/:id/backlog': ({ milestone }) => ({ path: `/milestones/${milestone}/backlog`, body: {} }),
  'PATCH /backlog_items/:id/children': ({ milestone }) => ({ path: `/backlog_items/${milestone}/children`, body: {} }),
  'POST /plannings': ({ tracker }) => ({
    path: '/plannings',
    body: { label: 'A', milestone_tracker: { id: tracker }, backlog_trackers: [] },
  }),
  'GET /plannings/:id': ({ planning }) => ({ path: `/plannings/${planning}` }),
  'PATCH /plannings/:id': ({ planning }) => ({ path: `/plannings/${planning}`, body: { backlog_trackers: [] } }),
  'DELETE /plannings/:id': () => ({ path: '/plannings/999999' }),
  'GET /projects/:id/backlog_setting': ({ project }) => ({ path: `/projects/${project}/backlog_setting` }),
  'PUT /projects/:id/backlog_setting': ({ project }) => ({
    path: `/projects/${project}/backlog_setting`,
    body: { is_explicit: false },
  }),
  'GET /projects/:id/side_bar_setting': ({ project }) => ({ path: `/projects/${project}/side_bar_setting` }),
  'PUT /projects/:id/side_bar_setting': ({ project }) => ({
    path: `/projects/${project}/side_bar_setting`,
    body: { lists_milestones: true },
  }),
  'GET /projects/:id/burnup_setting': ({ project }) => ({ path: `/projects/${project}/burnup_setting` }),
  'PUT /projects/:id/burnup_setting': ({ project }) => ({
    path: `/projects/${project}/burnup_setting`,
    body: { mode: 'effort' },
  }),
  'GET /plannings/:id/milestones': ({ planning }) => ({ path: `/plannings/${planning}/milestones` }),
  'GET /milestones/:id': ({ milestone }) => ({ path: `/milestones/${milestone}` }),
  'GET /milestones/:id/milestones': ({ milestone }) => ({ path: `/milestones/${milestone}/milestones` }),
  'GET /milestones/:id/content': ({ milestone }) => ({ path: `/milestones/${milestone}/content` }),
  'GET /milestones/:id/backlog': ({ milestone }) => ({ path: `/milestones/${milestone}/backlog` }),
  'GET /backlog_items/:id': ({ artifact }) => ({ path: `/backlog_items/${artifact}` }),
  'GET /backlog_items/:id/test_definitions': ({ artifact, milestone }) => ({
    path: `/backlog_items/${artifact}/test_definitions?milestone_id=${milestone}`,
  }),
  'GET /backlog_items/:id/children': ({ artifact }) => ({ path: `/backlog_items/${artifact}/children` }),
  'GET /projects/:id/velocity': ({ project }) => ({ path: `/projects/${project}/velocity` }),
  'GET /projects/:id/kanban': ({ project }) => ({ path: `/projects/${project}/kanban` }),
  'POST /kanban': ({ tracker }) => ({ path: '/kanban', body: { label: '', tracker_id: tracker } }),
  'GET /kanban/:id': ({ kanban }) => ({ path: `/kanban/${kanban}` }),
  'PATCH /kanban/:id': ({ kanban }) => ({ path: `/kanban/${kanban}`, body: { is_promoted: false } }),
  // Not one that is there, so that others can ask for it after.
  'DELETE /kanban/:id': () => ({ path: '/kanban/999999' }),
  'GET /kanban/:id/tracker_reports': ({ kanban }) => ({ path: `/kanban/${kanban}/tracker_reports` }),
  'PUT /kanban/:id/tracker_reports': ({ kanban }) => ({
    path: `/kanban/${kanban}/tracker_reports`,
    body: { tracker_report_ids: [] },
  }),
  'GET /kanban/:id/cycle_times': ({ kanban }) => ({
    path: `/kanban/${kanban}/cycle_times?start_date=2026-01-01&end_date=2026-01-02`,
  }),
  'GET /kanban/:id/cumulative_flow': ({ kanban }) => ({
    path: `/kanban/${kanban}/cumulative_flow?start_date=2026-01-01&end_date=2026-01-02&interval_between_point=1`,
  }),
  'POST /kanban/:id/columns': ({ kanban }) => ({ path: `/kanban/${kanban}/columns`, body: { label: ' ' } }),
  'PUT /kanban/:id/columns': ({ kanban }) => ({ path: `/kanban/${kanban}/columns`, body: [] }),
  'PATCH /kanban_columns/:id': ({ kanban }) => ({ path: `/kanban_columns/1?kanban_id=${kanban}`, body: {} }),
  'DELETE /kanban_columns/:id': ({ kanban }) => ({ path: `/kanban_columns/1?kanban_id=${kanban}` }),
  'GET /milestones/:id/cardwall': ({ milestone }) => ({ path: `/milestones/${milestone}/cardwall` }),
  'PUT /cards/:id': ({ planning, milestone }) => ({
    path: `/cards/${planning}_${milestone}`,
    body: { label: 'One', values: [{ field_id: 9999 }] },
  }),
  'GET /projects/:id/cardwall_settings': ({ project }) => ({ path: `/projects/${project}/cardwall_settings` }),
  'GET /trackers/:id/cardwall': ({ tracker }) => ({ path: `/trackers/${tracker}/cardwall` }),
  'PUT /trackers/:id/cardwall': ({ tracker }) => ({
    path: `/trackers/${tracker}/cardwall`,
    body: { columns: [{ id: 9999, label: 'A' }] },
  }),
  'DELETE /trackers/:id/cardwall': ({ tracker }) => ({ path: `/trackers/${tracker}/cardwall` }),
  'GET /taskboard/:id': ({ milestone }) => ({ path: `/taskboard/${milestone}` }),
  'GET /taskboard/:id/columns': ({ milestone }) => ({ path: `/taskboard/${milestone}/columns` }),
  'GET /taskboard/:id/cards': ({ milestone }) => ({ path: `/taskboard/${milestone}/cards` }),
  'GET /taskboard_cards/:id': ({ milestone }) => ({ path: `/taskboard_cards/${milestone}?milestone_id=${milestone}` }),
  'GET /taskboard_cards/:id/children': ({ milestone }) => ({
    path: `/taskboard_cards/${milestone}/children?milestone_id=${milestone}`,
  }),
  'PATCH /taskboard_cards/:id': ({ milestone }) => ({
    path: `/taskboard_cards/${milestone}`,
    body: { remaining_effort: 1 },
  }),
  'PATCH /taskboard_cells/:swimlane_id/column/:column_id': ({ milestone }) => ({
    path: `/taskboard_cells/${milestone}/column/9999`,
    body: {},
  }),
  'GET /kanban/:id/backlog': ({ kanban }) => ({ path: `/kanban/${kanban}/backlog` }),
  'PATCH /kanban/:id/backlog': ({ kanban }) => ({ path: `/kanban/${kanban}/backlog`, body: {} }),
  'GET /kanban/:id/archive': ({ kanban }) => ({ path: `/kanban/${kanban}/archive` }),
  'PATCH /kanban/:id/archive': ({ kanban }) => ({ path: `/kanban/${kanban}/archive`, body: {} }),
  'GET /kanban/:id/items': ({ kanban }) => ({ path: `/kanban/${kanban}/items?column_id=1` }),
  'PATCH /kanban/:id/items': ({ kanban }) => ({ path: `/kanban/${kanban}/items?column_id=1`, body: {} }),
  'POST /kanban_items': ({ kanban }) => ({ path: '/kanban_items', body: { label: 'x', kanban_id: kanban } }),
  'GET /kanban_items/:id': ({ artifact }) => ({ path: `/kanban_items/${artifact}` }),
  'POST /project_checks': () => ({
    path: '/project_checks',
    body: { shortname: '1ab', label: 'One', is_public: true },
  }),
  'POST /projects': () => ({
    path: '/projects',
    body: { shortname: '1ab', label: 'One', is_public: true, xml_template_name: 'empty' },
  }),
  'GET /projects/:id/given_rights': ({ project }) => ({ path: `/projects/${project}/given_rights` }),
  'GET /projects/:id/notification_rules': ({ project }) => ({ path: `/projects/${project}/notification_rules` }),
  'GET /projects/:id/open_things': ({ project }) => ({ path: `/projects/${project}/open_things` }),
  'GET /projects/:id/visibility': ({ project }) => ({ path: `/projects/${project}/visibility` }),
  'GET /projects/:id/audit_events': ({ project }) => ({ path: `/projects/${project}/audit_events` }),
  'POST /system_event/:id/retry': () => ({ path: '/system_event/999999/retry' }),
  'GET /admin/summary': () => ({ path: '/admin/summary' }),
  'GET /admin/health': () => ({ path: '/admin/health' }),
  'GET /admin/search_index': () => ({ path: '/admin/search_index' }),
  'POST /admin/search_index/rebuild': () => ({ path: '/admin/search_index/rebuild' }),
  'GET /admin/followers': () => ({ path: '/admin/followers' }),
  'POST /admin/trials': () => ({ path: '/admin/trials', body: { kind: 'mail' } }),
  'GET /admin/measures': () => ({ path: '/admin/measures' }),
  'GET /admin/log': () => ({ path: '/admin/log' }),
  'POST /mass_mails': () => ({ path: '/mass_mails', body: { subject: '', text: '', to: 'everybody', mode: 'send' } }),
  'GET /audit_events/csv': () => ({ path: '/audit_events/csv' }),
  'GET /backups': () => ({ path: '/backups' }),
  'POST /backups': () => ({ path: '/backups' }),
  'GET /erased_projects': () => ({ path: '/erased_projects' }),
  'POST /erased_projects/:id/restorations': () => ({ path: '/erased_projects/999999/restorations' }),
  'GET /sample_projects': () => ({ path: '/sample_projects' }),
  'POST /sample_projects': () => ({ path: '/sample_projects', body: { sample: 'scrum' } }),
  'GET /projects/:id/exports': ({ project }) => ({ path: `/projects/${project}/exports` }),
  'POST /projects/:id/exports': ({ project }) => ({ path: `/projects/${project}/exports` }),
  'GET /project_exports/:id/archive': () => ({ path: '/project_exports/999999/archive' }),
  'GET /trackers/:id/tracker.xml': ({ tracker }) => ({ path: `/trackers/${tracker}/tracker.xml` }),
  'GET /trackers/:id/effective_rights': ({ tracker }) => ({
    path: `/trackers/${tracker}/effective_rights?user_id=100000`,
  }),
  'POST /trackers/:id/artifact_imports': ({ tracker }) => ({
    path: `/trackers/${tracker}/artifact_imports`,
    body: { csv: 'a\nb', is_dry_run: true },
  }),
  'GET /users/:id/sessions': () => ({ path: '/users/999999/sessions' }),
  'DELETE /users/:id/sessions': () => ({ path: '/users/999999/sessions' }),
  'PATCH /projects/:id': ({ project, status }) => ({ path: `/projects/${project}`, body: { status } }),
  'GET /project_fields': () => ({ path: '/project_fields' }),
  'GET /project_uploads': () => ({ path: '/project_uploads' }),
  'DELETE /project_uploads/:id': () => ({ path: '/project_uploads/999999' }),
  'GET /projects/:id/project_services': ({ project }) => ({ path: `/projects/${project}/project_services` }),
  'PUT /project_services/:id': ({ service }) => ({ path: `/project_services/${service}`, body: { is_enabled: true } }),
  'GET /legal_texts/:name': () => ({ path: '/legal_texts/terms' }),
  'PUT /legal_texts/:name': () => ({ path: '/legal_texts/terms', body: { content: 1 } }),
  'PUT /logo': () => ({ path: '/logo', body: { content: 1 } }),
  'DELETE /logo': () => ({ path: '/logo' }),
  'GET /projects/:id/storage': ({ project }) => ({ path: `/projects/${project}/storage` }),
  'PUT /projects/:id/quotas': ({ project }) => ({
    path: `/projects/${project}/quotas`,
    body: { attachments: null, repositories: null },
  }),
  'GET /banner': () => ({ path: '/banner' }),
  'PUT /banner': () => ({ path: '/banner', body: { message: '', importance: 'standard' } }),
  'DELETE /banner': () => ({ path: '/banner' }),
  'GET /projects/:id/banner': ({ project }) => ({ path: `/projects/${project}/banner` }),
  'PUT /projects/:id/banner': ({ project }) => ({ path: `/projects/${project}/banner`, body: { message: 'Hello' } }),
  'DELETE /projects/:id/banner': ({ project }) => ({ path: `/projects/${project}/banner` }),
  'PUT /projects/:id/header_background': ({ project }) => ({
    path: `/projects/${project}/header_background`,
    body: { identifier: 'aerial-water' },
  }),
  'DELETE /projects/:id/header_background': ({ project }) => ({ path: `/projects/${project}/header_background` }),
  'GET /projects/:id/3rd_party_integration_data': ({ project }) => ({
    path: `/projects/${project}/3rd_party_integration_data?currently_active_service=plugin_tracker`,
  }),
  'GET /projects/:id/labels': ({ project }) => ({ path: `/projects/${project}/labels` }),
  'GET /projects/:id/labeled_items': ({ project }) => ({
    path: `/projects/${project}/labeled_items?query=${json({ labels_id: [1] })}`,
  }),
  'POST /projects/:id/labels': ({ project }) => ({ path: `/projects/${project}/labels`, body: { label: ' ' } }),
  'PATCH /projects/:id/labels/:label_id': ({ project }) => ({
    path: `/projects/${project}/labels/999999`,
    body: { color: 'deep-blue' },
  }),
  'DELETE /projects/:id/labels/:label_id': ({ project }) => ({ path: `/projects/${project}/labels/999999` }),
  'GET /project_ownership/:project_id': ({ project }) => ({ path: `/project_ownership/${project}` }),
  'PUT /project_ownership/:project_id': ({ project }) => ({
    path: `/project_ownership/${project}`,
    body: { project_owner: { username: 'nobody-of-that-name' } },
  }),
  'POST /join_requests': () => ({ path: '/join_requests', body: {} }),
  'GET /join_requests': () => ({ path: '/join_requests' }),
  'GET /projects/:id/join_requests': ({ project }) => ({ path: `/projects/${project}/join_requests` }),
  'PUT /projects/:id/join_requests/:request_id': ({ project }) => ({
    path: `/projects/${project}/join_requests/999999`,
    body: { is_accepted: false },
  }),
  'GET /jwt': () => ({ path: '/jwt' }),
  'GET /projects/:id/phpwiki': ({ project }) => ({ path: `/projects/${project}/phpwiki` }),
  'GET /phpwiki/:id': () => ({ path: '/phpwiki/1' }),
  'GET /phpwiki/:id/versions': () => ({ path: '/phpwiki/1/versions' }),
  'GET /phpwiki/:id/items_referencing_wiki_page': () => ({ path: '/phpwiki/1/items_referencing_wiki_page' }),
  'GET /projects/:id/heartbeats': ({ project }) => ({ path: `/projects/${project}/heartbeats` }),
  'POST /projects/:id/markup_preview': ({ project }) => ({
    path: `/projects/${project}/markup_preview`,
    body: { text: 'a', format: 'text' },
  }),
  'POST /projects/:id/extract_references': ({ project }) => ({
    path: `/projects/${project}/extract_references`,
    body: { text: 'nothing' },
  }),
  'GET /crosstracker_query/content': ({ project }) => ({
    path: `/crosstracker_query/content?limit=1&query=${json({
      widget_id: project * 2,
      tql_query: "SELECT @id FROM @project = 'self' WHERE @id > 0",
    })}`,
  }),
  'POST /ssh_keys': () => ({ path: '/ssh_keys', body: { key: 'none' } }),
  'GET /users/:id/ssh_keys': () => ({ path: '/users/1/ssh_keys' }),
  'DELETE /ssh_keys/:id': () => ({ path: '/ssh_keys/999999' }),
  'POST /mcp': () => ({ path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  'GET /search': ({ project }) => ({ path: `/search?q=report&project=${project}` }),
  'POST /search': () => ({ path: '/search', body: { keywords: 'report' } }),
  'GET /crosstracker_query/:id/content': () => ({ path: '/crosstracker_query/none/content' }),
  'GET /crosstracker_widget/:id': ({ project }) => ({ path: `/crosstracker_widget/${project * 2}` }),
  'GET /crosstracker_widget/:id/forward_links': ({ project, artifact }) => ({
    path: `/crosstracker_widget/${project * 2}/forward_links?source_artifact_id=${artifact}&tql_query=${selectAll}`,
  }),
  'GET /crosstracker_widget/:id/reverse_links': ({ project, artifact }) => ({
    path: `/crosstracker_widget/${project * 2}/reverse_links?target_artifact_id=${artifact}&tql_query=${selectAll}`,
  }),
  'POST /crosstracker_query': ({ project }) => ({
    path: '/crosstracker_query',
    body: { widget_id: project * 2, tql_query: 'nothing', title: 'none' },
  }),
  'PUT /crosstracker_query/:id': ({ project }) => ({
    path: '/crosstracker_query/none',
    body: { widget_id: project * 2, tql_query: 'nothing', title: 'none' },
  }),
  'DELETE /crosstracker_query/:id': () => ({ path: '/crosstracker_query/none' }),
  'GET /artifact_files/:id': ({ file }) => ({ path: `/artifact_files/${file}` }),
  'POST /tracker_fields/:id/files': ({ fileField }) => ({
    path: `/tracker_fields/${fileField}/files`,
    body: { name: 'large', file_size: 2 ** 50, file_type: '' },
  }),
  'GET /artifact_temporary_files': () => ({ path: '/artifact_temporary_files' }),
  'POST /artifact_temporary_files': () => ({
    path: '/artifact_temporary_files',
    body: { name: 'odd', mimetype: '', content: '?' },
  }),
  'GET /artifact_temporary_files/:id': () => ({ path: '/artifact_temporary_files/999999' }),
  'PUT /artifact_temporary_files/:id': () => ({
    path: '/artifact_temporary_files/999999',
    body: { content: '', offset: 2 },
  }),
  'DELETE /artifact_temporary_files/:id': () => ({ path: '/artifact_temporary_files/999999' }),
  'POST /svn': ({ project }) => ({ path: '/svn', body: { project_id: project, name: '!' } }),
  'GET /svn/:id': ({ svn }) => ({ path: `/svn/${svn}` }),
  'GET /svn/:id/folder': ({ svn }) => ({ path: `/svn/${svn}/folder?path=..` }),
  'GET /svn/:id/log': ({ svn }) => ({ path: `/svn/${svn}/log?path=..` }),
  'GET /svn/:id/revisions/:revision': ({ svn }) => ({ path: `/svn/${svn}/revisions/1?folder=..` }),
  'PUT /svn/:id': ({ svn }) => ({
    path: `/svn/${svn}`,
    body: {
      settings: {
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
        immutable_tags: { paths: ['..'], whitelist: [] },
        email_notifications: [],
      },
    },
  }),
  'DELETE /svn/:id': () => ({ path: '/svn/999999' }),
  'POST /git': ({ project }) => ({ path: '/git', body: { project_id: project, name: '-' } }),
  'GET /git/:id': ({ repository }) => ({ path: `/git/${repository}` }),
  'PATCH /git/:id': ({ repository }) => ({ path: `/git/${repository}`, body: { migrate_to_gerrit: { server: 1 } } }),
  'GET /git/:id/pull_requests': ({ repository }) => ({ path: `/git/${repository}/pull_requests` }),
  'GET /git/:id/pull_requests_authors': ({ repository }) => ({ path: `/git/${repository}/pull_requests_authors` }),
  'GET /git/:id/pull_requests_reviewers': ({ repository }) => ({ path: `/git/${repository}/pull_requests_reviewers` }),
  'GET /git/:id/permissions': ({ repository }) => ({ path: `/git/${repository}/permissions` }),
  'PUT /git/:id/permissions': ({ repository }) => ({
    path: `/git/${repository}/permissions`,
    body: { read: [{ id: 'x' }], write: [], rewind: [] },
  }),
  'POST /git/:id/status_token': ({ repository }) => ({ path: `/git/${repository}/status_token` }),
  'POST /git/:id/statuses/:commit_reference': ({ repository }) => ({
    path: `/git/${repository}/statuses/none`,
    body: { state: 'success' },
  }),
  'GET /artifacts/:id/code': ({ artifact }) => ({ path: `/artifacts/${artifact}/code` }),
  'DELETE /git/:id': () => ({ path: '/git/999999' }),
  'GET /git/:id/forks': ({ repository }) => ({ path: `/git/${repository}/forks` }),
  'POST /git/:id/forks': ({ repository }) => ({ path: `/git/${repository}/forks`, body: { name: '..' } }),
  'POST /git/:id/restore': () => ({ path: '/git/999999/restore', body: {} }),
  'GET /projects/:id/deleted_git': ({ project }) => ({ path: `/projects/${project}/deleted_git` }),
  'DELETE /git/:id/branches/:name': ({ repository }) => ({ path: `/git/${repository}/branches/none` }),
  'DELETE /git/:id/tags/:name': ({ repository }) => ({ path: `/git/${repository}/tags/none` }),
  'GET /git/:id/statuses/:commit_reference': ({ repository }) => ({ path: `/git/${repository}/statuses/none` }),
  ...Object.fromEntries(
    (['git', 'projects'] as const).flatMap((kind) =>
      ['GET', 'PUT', 'DELETE'].map((method) => [
        `${method} /${kind}/:id/merge_rules`,
        ({ repository, project }: Place): SampleRequest => ({
          path: `/${kind}/${kind === 'git' ? repository : project}/merge_rules`,
          ...(method === 'PUT' ? { body: { ...mergeRules, required_reviewers: [{ id: 0 }] } } : {}),
        }),
      ]),
    ),
  ),
  'GET /git/:id/branches': ({ repository }) => ({ path: `/git/${repository}/branches` }),
  'POST /git/:id/branches': ({ repository }) => ({
    path: `/git/${repository}/branches`,
    body: { branch_name: '..', reference: 'none' },
  }),
  'POST /git/:id/tags': ({ repository }) => ({
    path: `/git/${repository}/tags`,
    body: { tag_name: '..', reference: 'none' },
  }),
  'GET /git/:id/tags': ({ repository }) => ({ path: `/git/${repository}/tags` }),
  'GET /git/:id/commits/:commit_reference': ({ repository }) => ({ path: `/git/${repository}/commits/none` }),
  'GET /git/:id/tree': ({ repository }) => ({ path: `/git/${repository}/tree?ref=none` }),
  'GET /git/:id/files': ({ repository }) => ({ path: `/git/${repository}/files?path_to_file=none` }),
  'POST /pull_requests': ({ repository }) => ({
    path: '/pull_requests',
    body: { repository_id: repository, branch_src: 'none', repository_dest_id: repository, branch_dest: 'none' },
  }),
  'GET /pull_requests/:id': () => ({ path: '/pull_requests/999999' }),
  'PATCH /pull_requests/:id': () => ({ path: '/pull_requests/999999', body: { status: 'abandon' } }),
  ...Object.fromEntries(
    ['commits', 'files', 'comments', 'timeline', 'file_diff', 'reviewers', 'labels'].map((part) => [
      `GET /pull_requests/:id/${part}`,
      () => ({ path: `/pull_requests/999999/${part}?${part === 'file_diff' ? 'path=a' : ''}` }),
    ]),
  ),
  'POST /pull_requests/:id/comments': () => ({ path: '/pull_requests/999999/comments', body: { content: 'x' } }),
  'POST /pull_requests/:id/inline-comments': () => ({
    path: '/pull_requests/999999/inline-comments',
    body: { content: 'x', file_path: 'a', unidiff_offset: 1, position: 'right' },
  }),
  'POST /pull_requests/:id/suggestions': () => ({
    path: '/pull_requests/999999/suggestions',
    body: { suggestions: [{ comment_id: 1 }] },
  }),
  'PUT /pull_requests/:id/verdict': () => ({ path: '/pull_requests/999999/verdict', body: { verdict: 'approve' } }),
  'GET /pull_requests/:id/viewed_files': () => ({ path: '/pull_requests/999999/viewed_files' }),
  'PUT /pull_requests/:id/viewed_files': () => ({
    path: '/pull_requests/999999/viewed_files',
    body: { path: 'x', new_id: null, is_viewed: true },
  }),
  'PUT /pull_requests/:id/reviewers': () => ({ path: '/pull_requests/999999/reviewers', body: { users: [] } }),
  'PATCH /pull_requests/:id/labels': () => ({ path: '/pull_requests/999999/labels', body: { add: [] } }),
  'PATCH /pull_request_comments/:id': () => ({ path: '/pull_request_comments/999999', body: { content: 'x' } }),
  'PATCH /pull_request_inline_comments/:id': () => ({
    path: '/pull_request_inline_comments/999999',
    body: { content: 'x' },
  }),
  'PUT /pull_request_comments/:id/resolution': () => ({
    path: '/pull_request_comments/999999/resolution',
    body: { is_resolved: true },
  }),
  'PUT /pull_request_inline_comments/:id/resolution': () => ({
    path: '/pull_request_inline_comments/999999/resolution',
    body: { is_resolved: true },
  }),
  'POST /pull_request_inline_comments/:id/reply': () => ({
    path: '/pull_request_inline_comments/999999/reply',
    body: { content: 'x', format: 'text' },
  }),
  'GET /git/:id/commits': ({ repository }) => ({ path: `/git/${repository}/commits?ref=none` }),
  'GET /git/:id/commits/:commit_reference/diff': ({ repository }) => ({ path: `/git/${repository}/commits/none/diff` }),
  'GET /git/:id/divergences': ({ repository }) => ({ path: `/git/${repository}/divergences` }),
  'GET /git/:id/compare': ({ repository }) => ({ path: `/git/${repository}/compare?base=none&head=none` }),
  'GET /git/:id/folder': ({ repository }) => ({ path: `/git/${repository}/folder?ref=none` }),
  'GET /git/:id/blame': ({ repository }) => ({ path: `/git/${repository}/blame?ref=none&path=none` }),
  'GET /code_search': ({ project }) => ({ path: `/code_search?q=nowhere&project=${project}` }),
  'GET /git/:id/paths': ({ repository }) => ({ path: `/git/${repository}/paths?ref=none` }),
  'DELETE /projects/:id': () => ({ path: '/projects/100' }),
  // No project of the matrix is a program.
  'PUT /projects/:id/program_plan': ({ project }) => ({
    path: `/projects/${project}/program_plan`,
    body: {
      program_increment_tracker_id: 0,
      plannable_tracker_ids: [0],
      permissions: { can_prioritize_features: [`${project}_4`] },
    },
  }),
  ...accountRequests,
  ...milestoneRequests,
  ...toolRequests,
};
