// Engine: both
// What holds on every path (spec rulings 1 to 6 and 21): prefixes, methods, negotiation, errors, pages, entity tags,
// and that XML says exactly what JSON says.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, headerOf, createTestClock } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectSameInXml } from '../support/formats/same-in-xml.ts';
import { expectRow, listAt, openScrum, titleOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let test: TestApp;
before(async () => {
  const scrum = await openScrum({ clock: createTestClock(Date.now()), withKanban: true });
  ({ test } = scrum);
  await test.app.features.people.grantDelegation('user-management', 'ana');
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZrgMuPKUlzUlW8rd4nBXFMpIgmB8S7ZCgUn1xUqRZk me@laptop';
  await test.call('/api/ssh_keys', { method: 'POST', as: 'ana', body: { key } });
  await test.call('/api/user_dashboards', { method: 'POST', as: 'ana', body: { name: 'Mine' } });
  await test.addUser('stig');
  const invited = { emails: ['late@example.org'], project_id: 101 };
  await test.call('/api/invitations', { method: 'POST', as: 'root', body: invited });
  for (const [as, project] of [
    ['ana', 'another'],
    ['stig', '101'],
  ] as const)
    await test.call('/api/join_requests', { method: 'POST', as, body: { project } });
  await test.call('/api/projects/101/dashboards', { method: 'POST', as: 'ana', body: { name: 'Team' } });
  await addFiles(scrum);
  await test.call('/api/projects/101/banner', { method: 'PUT', as: 'ana', body: { message: 'News' } });
});
after(() => test.close());

/** Attaches file 101 to a task, and leaves file 102 to ana. */
async function addFiles({ field }: Scrum): Promise<void> {
  const body = { name: 'a.txt', mimetype: 'text/plain', content: 'aGVsbG8=' };
  for (let count = 0; count < 2; count += 1)
    await test.call('/api/artifact_temporary_files', { method: 'POST', as: 'ana', body });
  const values = [{ field_id: field('Tasks', 'attachments'), value: [101] }];
  await expectRow(test, { path: '/api/artifacts/17', method: 'PUT', as: 'ana', body: { values }, status: 200 });
}

const xml = { accept: 'application/xml' };

const select = encodeURIComponent("SELECT @title FROM @project = 'self' WHERE @id > 0");

/** Every GET route of the API with paths that have something to show, all for ana. */
const reads: Readonly<Record<string, readonly string[]>> = {
  '/version': ['/version'],
  '/projects': ['/projects', '/projects?query={"is_admin_of":true}'],
  '/projects/:id': ['/projects/101', '/projects/102'],
  '/projects/:id/user_groups': ['/projects/101/user_groups?query={"with_system_user_groups":true}'],
  '/projects/:id/trackers': ['/projects/101/trackers', '/projects/101/trackers?representation=minimal'],
  '/projects/:id/project_services': ['/projects/101/project_services'],
  '/projects/:id/banner': ['/projects/101/banner'],
  '/projects/:id/summary': ['/projects/101/summary'],
  // Nothing in the samples; tests of their features ask for some.
  '/project_categories': [],
  // src/features/registration/categories.test.ts makes some.
  '/project_categories/:id': [],
  // test/projects/project-fields.test.ts asks for it.
  '/project_fields/:id': [],
  '/projects/:id/field_values': ['/projects/101/field_values'],
  '/users/:id/artifact_subscriptions': [],
  '/users/:id/tracker_subscriptions': [],
  '/users/:id/followed_artifacts': [],
  // test/events/inbox.test.ts fills some.
  '/users/:id/inbox': [],
  '/users/:id/inbox/counts': ['/users/self/inbox/counts'],
  '/project_templates': ['/project_templates'],
  // test/people/registration.test.ts asks for it.
  '/project_requests': [],
  '/project_uploads': [],
  '/projects/:id/heartbeats': ['/projects/101/heartbeats'],
  '/projects/:id/activity': ['/projects/101/activity'],
  '/users/:id/activity': ['/users/self/activity'],
  '/artifacts/:id/activity': ['/artifacts/1/activity'],
  '/join_requests': ['/join_requests'],
  '/invitations': ['/invitations?project_id=101'],
  '/user_suggestions': ['/user_suggestions?query=a'],
  '/projects/:id/sample_content': ['/projects/101/sample_content'],
  '/projects/:id/join_requests': ['/projects/101/join_requests'],
  '/projects/:id/labels': ['/projects/101/labels'],
  '/projects/:id/labeled_items': ['/projects/101/labeled_items?query={"labels_id":[1]}'],
  '/projects/:id/phpwiki': ['/projects/101/phpwiki'],
  '/projects/:id/3rd_party_integration_data': ['/projects/101/3rd_party_integration_data'],
  '/project_fields': ['/project_fields'],
  // For site administrators alone; the tests of audit, system-events and admin-settings ask for them.
  '/audit_events': [],
  '/project_storage': [],
  '/system_event': [],
  '/outbox_mails': [],
  '/mail_messages': [],
  '/mail_messages/:id': [],
  '/mail_messages/:id/raw': [],
  '/artifacts/:id/mail_messages': [],
  // Nobody looks on here, and no answers are kept; tests of their features ask for some.
  '/artifacts/:id/presence': [],
  '/projects/:id/members': ['/projects/101/members'],
  // Nobody's membership ends here; test/projects/membership-expiry.test.ts lets some.
  '/projects/:id/member_ends': [],
  '/trackers/:id/canned_responses': [],
  // None is deleted here; test/trackers/tracker-document.test.ts asks for some.
  '/projects/:id/deleted_trackers': [],
  '/trackers/:id/mail_gateway': ['/trackers/4/mail_gateway'],
  '/admin/settings': [],
  '/user_groups/:id': ['/user_groups/101_3', '/user_groups/2', '/user_groups/101'],
  '/user_groups/:id/users': ['/user_groups/101_3/users'],
  // None are there; test/projects/reference-patterns.test.ts makes some.
  '/projects/:id/reference_patterns': [],
  '/projects/:id/category_values': [],
  '/user_groups/:id/uses': ['/user_groups/101/uses'],
  '/users': ['/users?query=ana', '/users?query={"username":"dagny"}'],
  '/users/:id': ['/users/self', '/users/0', '/users/102'],
  '/users/:id/all_preferences': ['/users/self/all_preferences'],
  '/users/:id/preferences': ['/users/self/preferences?key=anything'],
  '/users/:id/history': ['/users/self/history'],
  '/users/:id/assigned_artifacts': ['/users/self/assigned_artifacts'],
  '/users/:id/shared_projects': ['/users/103/shared_projects'],
  '/users/self/email': ['/users/self/email'],
  '/users/:id/dashboards': ['/users/self/dashboards'],
  '/projects/:id/dashboards': ['/projects/101/dashboards'],
  '/dashboards/:id': ['/dashboards/1'],
  // test/projects/roadmap.test.ts makes one.
  '/roadmaps/:id/tasks': [],
  '/roadmaps/:id/iterations': [],
  '/roadmap_tasks/:id/subtasks': ['/roadmap_tasks/2/subtasks'],
  '/users/:id/artifacts': ['/users/self/artifacts?query={"assigned_to":true,"submitted_by":true}'],
  '/users_memberships': ['/users_memberships?query=with_ssh_key'],
  '/users/:id/membership': ['/users/self/membership', '/users/self/membership?scope=project&format=full'],
  '/trackers/:id': ['/trackers/1', '/trackers/3', '/trackers/5', '/trackers/6'],
  '/trackers/:id/artifacts': [
    '/trackers/3/artifacts?values=all&values_format=all',
    '/trackers/5/artifacts?limit=2',
    '/trackers/4/artifacts?expert_query=title = "the"',
  ],
  '/trackers/:id/fields': ['/trackers/3/fields', '/trackers/5/fields?limit=3'],
  '/tracker_fields/:id/uses': ['/tracker_fields/103/uses'],
  '/tracker_fields/:id': ['/tracker_fields/101', '/tracker_fields/120'],
  '/trackers/:id/effective_rights': [],
  '/trackers/:id/workflow_rules': ['/trackers/3/workflow_rules'],
  '/trackers/:id/workflow_triggers': ['/trackers/3/workflow_triggers'],
  '/tracker_workflow_transitions/:id': ['/tracker_workflow_transitions/1'],
  '/tracker_workflow_transitions/:id/actions': ['/tracker_workflow_transitions/11/actions'],
  '/trackers/:id/date_reminders': ['/trackers/3/date_reminders'],
  '/trackers/:id/calendar_events': ['/trackers/3/calendar_events'],
  '/link_types': ['/link_types'],
  '/projects/:id/link_types': ['/projects/101/link_types'],
  '/trackers/:id/link_types': ['/trackers/3/link_types'],
  '/trackers/:id/artifact_moves': ['/trackers/3/artifact_moves'],
  '/trackers/:id/assigned_subject': ['/trackers/3/assigned_subject'],
  '/trackers/:id/promotion': ['/trackers/3/promotion'],
  '/trackers/:id/new_projects': ['/trackers/3/new_projects'],
  '/trackers/:id/private_comments': ['/trackers/3/private_comments'],
  '/trackers/:id/notification_recipients': ['/trackers/3/notification_recipients'],
  '/trackers/:id/subscription': ['/trackers/3/subscription'],
  '/trackers/:id/tracker_reports': ['/trackers/3/tracker_reports'],
  '/site': ['/site'],
  '/first_start': ['/first_start'],
  // For administrators; test/people and test/projects/project-administration.test.ts ask for them.
  '/accounts': [],
  // test/server/operations.test.ts asks for these.
  '/audit_events/csv': [],
  '/admin/summary': [],
  '/admin/health': [],
  '/admin/followers': [],
  '/admin/search_index': [],
  '/admin/measures': [],
  '/admin/log': [],
  '/backups': [],
  '/erased_projects': [],
  '/sample_projects': [],
  '/projects/:id/exports': [],
  '/project_exports/:id/archive': [],
  '/accounts/:id': ['/accounts/102'],
  // test/people/directory-links.test.ts has a directory to ask.
  '/accounts/:id/directory_link': [],
  '/directory_people': [],
  '/users/:id/sessions': [],
  '/delegations': [],
  '/projects/:id/audit_events': ['/projects/101/audit_events'],
  '/projects/:id/given_rights': ['/projects/101/given_rights'],
  '/projects/:id/notification_rules': ['/projects/101/notification_rules'],
  '/project_names/:name': ['/project_names/meadow-scrum'],
  '/projects/:id/open_things': ['/projects/101/open_things'],
  '/projects/:id/visibility': ['/projects/101/visibility'],
  // There are no wikis.
  '/phpwiki/:id': [],
  '/phpwiki/:id/versions': [],
  '/phpwiki/:id/items_referencing_wiki_page': [],
  '/trackers/:id/summary': ['/trackers/3/summary'],
  '/projects/:id/tracker_counts': ['/projects/102/tracker_counts'],
  '/tracker_reports/:id/renderers': ['/tracker_reports/103/renderers'],
  '/tracker_reports/:id/renderers/:renderer_id': [],
  '/trackers/:id/chart_content': [],
  '/tracker_reports/:id': ['/tracker_reports/101', '/tracker_reports/103?representation=full'],
  '/tracker_reports/:id/artifacts': [
    '/tracker_reports/103/artifacts',
    '/tracker_reports/103/artifacts?values=from_table_renderer',
    '/tracker_reports/103/artifacts?values=all&output_format=flat',
  ],
  // Neither JSON nor XML; test/finding/reports.test.ts asks for it.
  '/tracker_reports/:id/artifacts.csv': [],
  '/trackers/:id/tracker.xml': [],
  // There are none; test/events/webhooks.test.ts asks for some.
  '/trackers/:id/webhooks': [],
  '/projects/:id/webhooks': [],
  '/webhooks/:id': [],
  '/webhooks/:id/deliveries': [],
  '/events': ['/events', '/events?since=0&limit=3'],
  // Neither JSON nor XML; test/events/events.test.ts asks for it.
  '/events/stream': [],
  '/trackers/:id/parent_artifacts': ['/trackers/4/parent_artifacts'],
  '/trackers/:id/used_artifact_links': ['/trackers/3/used_artifact_links'],
  '/artifacts': ['/artifacts?query={"id":[7,1]}'],
  '/artifacts/:id': [
    ...Array.from({ length: 42 }, (_, index) => `/artifacts/${index + 1}?values_format=all`),
    '/artifacts/7?tracker_structure_format=complete',
    '/artifacts/7?values_format=by_field',
  ],
  '/artifacts/:id/changesets': ['/artifacts/7/changesets', '/artifacts/27/changesets', '/artifacts/31/changesets'],
  '/artifacts/:id/subscription': ['/artifacts/7/subscription'],
  '/artifacts/:id/followers': ['/artifacts/7/followers'],
  '/artifacts/:id/links': ['/artifacts/7/links'],
  '/artifacts/:id/linked_artifacts': [
    '/artifacts/7/linked_artifacts?direction=forward&nature=_is_child',
    '/artifacts/7/linked_artifacts?direction=forward&nature=_is_child&output_format=flat',
  ],
  '/artifact_files/:id': ['/artifact_files/101', '/artifact_files/101?offset=2&limit=3'],
  '/artifact_temporary_files': ['/artifact_temporary_files'],
  '/artifact_temporary_files/:id': ['/artifact_temporary_files/102?offset=1'],
  '/projects/:id/plannings': ['/projects/101/plannings'],
  '/projects/:id/milestones': ['/projects/101/milestones', '/projects/101/milestones?query={"status":"open"}'],
  '/projects/:id/backlog': ['/projects/101/backlog'],
  '/projects/:id/burnup_setting': ['/projects/101/burnup_setting'],
  '/projects/:id/side_bar_setting': ['/projects/101/side_bar_setting'],
  '/projects/:id/backlog_setting': ['/projects/101/backlog_setting'],
  '/v2/projects/:id/backlog': ['/v2/projects/101/backlog'],
  '/milestones/:id/cardwall': ['/milestones/5/cardwall'],
  '/projects/:id/cardwall_settings': ['/projects/101/cardwall_settings'],
  '/trackers/:id/cardwall': ['/trackers/2/cardwall'],
  '/taskboard/:id': ['/taskboard/5'],
  '/taskboard/:id/columns': ['/taskboard/5/columns'],
  '/taskboard/:id/cards': ['/taskboard/5/cards'],
  '/taskboard_cards/:id': ['/taskboard_cards/12?milestone_id=5'],
  '/taskboard_cards/:id/children': ['/taskboard_cards/12/children?milestone_id=5'],
  '/plannings/:id': ['/plannings/2'],
  '/plannings/:id/milestones': ['/plannings/2/milestones'],
  '/milestones/:id': ['/milestones/2', '/milestones/6'],
  '/milestones/:id/milestones': ['/milestones/2/milestones', '/milestones/2/milestones?fields=slim'],
  '/milestones/:id/siblings': ['/milestones/6/siblings'],
  '/milestones/:id/content': ['/milestones/6/content'],
  '/milestones/:id/testplan': ['/milestones/6/testplan'],
  '/milestones/:id/backlog': ['/milestones/6/backlog'],
  // src/features/kanban/kanban.test.ts makes one.
  '/projects/:id/velocity': ['/projects/101/velocity'],
  '/projects/:id/kanban': ['/projects/102/kanban'],
  '/kanban/:id': ['/kanban/1'],
  '/kanban/:id/backlog': [],
  '/kanban/:id/archive': ['/kanban/1/archive'],
  '/kanban/:id/items': [],
  '/kanban/:id/tracker_reports': [],
  '/kanban/:id/cumulative_flow': [],
  '/kanban/:id/cycle_times': [],
  '/kanban_items/:id': ['/kanban_items/17'],
  '/projects/:id/storage': ['/projects/101/storage'],
  // There is no directory; test/people/directory-sync.test.ts has one.
  '/user_groups/:id/directory_groups': [],
  '/legal_texts/:name': ['/legal_texts/terms'],
  // src/features/banner/banner.test.ts sets one.
  '/banner': [],
  // No milestone of the samples has a chart; test/artifacts/planning.test.ts asks for one.
  '/milestones/:id/burndown': [],
  '/milestones/:id/effort': ['/milestones/2/effort', '/milestones/6/effort'],
  '/milestones/:id/report': ['/milestones/5/report'],
  '/milestones/:id/velocity': ['/milestones/2/velocity'],
  '/backlog_items/:id': ['/backlog_items/12', '/backlog_items/28'],
  '/backlog_items/:id/children': ['/backlog_items/12/children'],
  '/backlog_items/:id/test_definitions': ['/backlog_items/12/test_definitions?milestone_id=6'],
  '/search': ['/search?q=report&limit=3'],
  '/crosstracker_query/content': [
    `/crosstracker_query/content?limit=3&query=${JSON.stringify({
      widget_id: 202,
      tql_query: "SELECT @title, @status, @submitted_by, @pretty_title FROM @project = 'self' WHERE @id > 0",
    })}`,
  ],
  // test/finding/crosstracker.test.ts asks for a query that is kept.
  '/crosstracker_query/:id/content': [],
  '/crosstracker_widget/:id': ['/crosstracker_widget/202'],
  '/crosstracker_widget/:id/forward_links': [
    `/crosstracker_widget/202/forward_links?source_artifact_id=7&tql_query=${select}`,
  ],
  '/crosstracker_widget/:id/reverse_links': [
    `/crosstracker_widget/202/reverse_links?target_artifact_id=17&tql_query=${select}`,
  ],
  '/users/:id/sign_ins': ['/users/self/sign_ins'],
  '/users/:id/ssh_keys': ['/users/102/ssh_keys'],
  // These need a key or a session; test/people/access-keys.test.ts and test/people/sessions.test.ts ask for them.
  '/access_keys/:id': [],
  '/users/:id/access_keys': [],
  '/sessions': [],
  '/sessions/self': [],
  '/sessions/self/storage_key': [],
  '/projects/:id/git': ['/projects/101/git'],
  '/projects/:id/merge_rules': ['/projects/101/merge_rules'],
  // There are no repositories in the samples; test/source-control/git.test.ts asks for these.
  '/git/:id': [],
  '/git/:id/permissions': [],
  '/git/:id/branches': [],
  '/git/:id/tags': [],
  '/git/:id/commits/:commit_reference': [],
  '/git/:id/tree': [],
  '/git/:id/files': [],
  '/git/:id/commits': [],
  '/git/:id/commits/:commit_reference/diff': [],
  '/git/:id/divergences': [],
  '/git/:id/compare': [],
  '/git/:id/folder': [],
  '/git/:id/blame': [],
  '/git/:id/paths': [],
  '/code_search': ['/code_search?q=the'],
  '/git/:id/pull_requests': [],
  '/git/:id/pull_requests_authors': [],
  '/git/:id/pull_requests_reviewers': [],
  '/artifacts/:id/code': ['/artifacts/17/code'],
  '/projects/:id/deleted_git': [],
  '/git/:id/forks': [],
  '/git/:id/merge_rules': [],
  '/git/:id/statuses/:commit_reference': [],
  '/pull_requests/:id': [],
  '/pull_requests/:id/commits': [],
  '/pull_requests/:id/files': [],
  '/pull_requests/:id/comments': [],
  '/pull_requests/:id/timeline': [],
  '/pull_requests/:id/file_diff': [],
  '/pull_requests/:id/reviewers': [],
  '/pull_requests/:id/viewed_files': [],
  '/pull_requests/:id/labels': [],
  // test/projects/ownership.test.ts has both.
  '/project_ownership/:project_id': [],
  '/jwt': [],
  '/projects/:id/svn': ['/projects/101/svn'],
  // The samples have none; test/source-control/svn.test.ts and svn-browsing.test.ts ask for one.
  '/svn/:id': [],
  '/svn/:id/folder': [],
  '/svn/:id/log': [],
  '/svn/:id/revisions/:revision': [],
  '/projects/:id/gitlab_repositories': ['/projects/101/gitlab_repositories'],
  '/projects/:id/git_jenkins_servers': ['/projects/101/git_jenkins_servers'],
  '/projects/:id/docman_metadata': ['/projects/101/docman_metadata'],
  '/projects/:id/docman_service': ['/projects/101/docman_service'],
  '/projects/:id/mediawiki_standalone_permissions': ['/projects/101/mediawiki_standalone_permissions'],
  '/projects/:id/baselines': ['/projects/101/baselines'],
  '/projects/:id/baselines_comparisons': ['/projects/101/baselines_comparisons'],
  '/users/:id/timetracking': ['/users/102/timetracking?query={"start_date":"2026-01-01","end_date":"2026-01-02"}'],
  // The samples are no programs; src/features/program/program.test.ts has one.
  '/projects/:id/program_backlog': [],
  '/projects/:id/program_increments': [],
  '/projects/:id/program_plan': [],
  '/projects/:id/program_setting': ['/projects/101/program_setting'],
  '/projects/:id/program_teams': [],
  '/program_increment/:id/content': [],
  '/program_increment/:id/backlog': [],
  '/program_increment/:id/iterations': [],
  '/program_increment/:id/progress': [],
  '/iteration/:id/content': [],
  '/program_backlog_items/:id/children': [],
  // Always refused; test/projects/tools.test.ts asks for them.
  '/projects/:id/testmanagement_nodes': [],
  '/projects/:id/testmanagement_campaigns': [],
  '/projects/:id/testmanagement_definitions': [],
};
/** Lists of what Tepal does not keep. */
const emptyLists =
  /^\/(users_memberships|backlog_items\/12\/test_definitions|projects\/101\/(gitlab_repositories|docman_metadata|docman_service)|users\/102\/timetracking)/;
const paths = Object.values(reads).flat();
const firstPaths = Object.values(reads).flatMap((list) => list.slice(0, 1));

it('every GET route of the API has a row here', () => {
  const urls = test.app.features.routes.filter((route) => route.method === 'GET').map((route) => route.url);
  assert.deepEqual(urls.sort(), Object.keys(reads).sort());
});

describe('prefixes', () => {
  it('/api and /api/v1 answer alike, with and without a slash at the end', async () => {
    for (const path of firstPaths) {
      const plain = await expectRow(test, { path: `/api${path}`, as: 'ana', status: 200 });
      const [bare = '', query] = path.split('?');
      for (const other of [`/api/v1${path}`, `/api${bare}/${query === undefined ? '' : `?${query}`}`]) {
        const answer = await expectRow(test, { path: other, as: 'ana', status: 200 });
        assert.equal(answer.text, plain.text, other);
        assert.equal(answer.headers.get('etag'), plain.headers.get('etag'), other);
      }
    }
  });

  const nowhere: string[] = [
    '/api',
    '/api/',
    '/api/v1',
    '/api/nothing',
    '/api/v2/projects',
    '/api//projects',
    '/api/projects/101/nothing',
    '/api/artifacts/1/2',
    '/projects',
    '/',
  ];
  for (const path of nowhere) {
    it(`404 to ${path}`, async () => {
      const answer = await expectRow(test, { path, as: 'ana', status: 404 });
      assert.match(String(at(answer.json, 'error.message')), /^Not Found: /);
    });
  }

  it('400 to a path that is no UTF-8', async () => {
    await expectRow(test, { path: '/api/users/%ff', as: 'ana', status: 400 });
  });
});

describe('methods', () => {
  const allowed: [path: string, allow: string][] = [
    ...['/cards', '/kanban_columns', '/milestones', '/tracker_reports'].map((path): [string, string] => [
      path,
      'OPTIONS',
    ]),
    ['/version', 'OPTIONS, GET'],
    ['/tokens', 'OPTIONS, POST, DELETE'],
    ['/tokens/abc', 'OPTIONS, DELETE'],
    ['/projects/101', 'OPTIONS, GET, DELETE, PATCH'],
    ['/artifacts', 'OPTIONS, GET, POST'],
    ['/artifacts/1', 'OPTIONS, GET, PUT, DELETE, PATCH'],
    ['/artifacts/1/changesets', 'OPTIONS, GET'],
  ];
  for (const [path, allow] of allowed) {
    it(`${path} has ${allow}`, async () => {
      const answers = { allow, 'access-control-allow-methods': allow };
      for (const headers of [{}, { 'x-auth-token': 'wrong', 'x-auth-userid': '1' }, { accept: 'text/html' }]) {
        const answer = await expectRow(test, { path: `/api${path}`, method: 'OPTIONS', headers, status: 200, answers });
        assert.equal(answer.text, '');
      }
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        if (allow.includes(method)) continue;
        const row = { path: `/api${path}`, method, status: 405, answers: { allow } };
        const answer = await expectRow(test, { ...row, as: 'ana' });
        assert.equal(at(answer.json, 'error.code'), 405);
        await expectRow(test, { ...row, headers: xml, contains: ['<error><code>405</code>'] });
      }
    });
  }

  it('HEAD answers as GET does, without the body', async () => {
    for (const path of firstPaths) {
      const get = await test.call(`/api${path}`, { as: 'ana' });
      const head = await test.call(`/api${path}`, { as: 'ana', method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [get.status, ''], path);
      for (const name of ['content-type', 'etag', 'last-modified', 'x-pagination-size', 'allow', 'content-length']) {
        assert.equal(head.headers.get(name), get.headers.get(name), `${path} ${name}`);
      }
    }
    assert.equal((await test.call('/api/artifacts/999', { method: 'HEAD' })).status, 404);
  });

  it('an unknown method is refused', async () => {
    const answer = await test.call('/api/projects/101', { method: 'PROPFIND' });
    assert.ok(answer.status === 404 || answer.status === 405, answer.text);
  });
});

describe('negotiation', () => {
  const accepts: [accept: string, type: string | undefined][] = [
    ['*/*', 'json'],
    ['application/*', 'json'],
    ['application/json', 'json'],
    ['application/JSON; charset=utf-8', 'json'],
    ['application/xml', 'xml'],
    ['application/xml;q=0.9, application/json;q=0.8', 'xml'],
    ['application/json;q=0.1, application/xml', 'xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'xml'],
    ['application/json;q=0, */*', 'xml'],
    ['application/xml;q=0, application/*;q=0.1', 'json'],
    ['text/html', undefined],
    ['text/xml', 'xml'],
    ['application/yaml', undefined],
    ['application/json;q=0', undefined],
    ['', undefined],
  ];
  for (const [accept, type] of accepts) {
    it(`Accept: ${accept} is ${type ?? '406'}`, async () => {
      const path = '/api/projects/101';
      const wanted = { 'content-type': `application/${type ?? 'json'}; charset=utf-8`, vary: /\bAccept\b/ };
      const status = type === undefined ? 406 : 200;
      const answer = await expectRow(test, { path, headers: { accept }, status, answers: wanted });
      if (type === undefined) assert.equal(at(answer.json, 'error.code'), 406);
    });
  }

  const body = JSON.stringify({ username: 'ana', password: 'wrong' });
  const types: [type: string, status: number][] = [
    ['application/json', 401],
    ['application/json; charset=UTF-8', 401],
    ['APPLICATION/JSON', 401],
    ['application/json; charset=latin1', 415],
    ['text/plain', 415],
    ['text/xml', 400],
    ['application/vnd.api+json', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/xml', 400],
  ];
  for (const [type, status] of types) {
    it(`Content-Type: ${type} is ${status}`, async () =>
      void (await expectRow(test, {
        path: '/api/tokens',
        method: 'POST',
        body,
        headers: { 'content-type': type },
        status,
      })));
  }

  it('a body without Content-Type is JSON', async () => {
    const answer = await fetch(`${test.base}/api/tokens`, { method: 'POST', body: Buffer.from(body) });
    assert.equal(answer.status, 401);
  });
});

describe('errors', () => {
  const rows: Row[] = [
    { path: '/api/artifacts/abc', status: 400, contains: ['`id`'] },
    { path: '/api/trackers/3/artifacts?order=up', status: 400, contains: ['order'] },
    { path: '/api/users/self/membership', status: 401 },
    { path: '/api/users/self/history', status: 403 },
    { path: '/api/artifacts/999', status: 404 },
    { path: '/api/projects', method: 'DELETE', status: 405 },
    { path: '/api/artifacts', method: 'POST', as: 'ana', body: '{', status: 400 },
    { path: '/api/artifacts', method: 'POST', as: 'ana', body: 'x', headers: { 'content-type': 'a/b' }, status: 415 },
    {
      path: '/api/artifacts/1',
      method: 'PUT',
      as: 'ana',
      body: { values: [] },
      headers: { 'if-match': '"x.y"' },
      status: 412,
    },
  ];
  for (const row of rows) {
    it(`${titleOf(row)} says the same in JSON and in XML`, async () => {
      const { json } = await expectSameInXml(test, { ...row, answers: { 'cache-control': 'no-store' } });
      const message = at(json, 'error.message');
      const i18n = at(json, 'error.i18n');
      assert.deepEqual(json, { error: { code: row.status, message, ...(i18n === undefined ? {} : { i18n }) } });
      assert.match(String(message), /^[A-Z][A-Za-z ]+(?:: \S[^\n]*[^\s])?$/);
    });
  }

  it('names each request by an id of its own, whatever the caller calls it', async () => {
    const ids = new Set<string>();
    for (const path of ['/api/version', '/api/nothing', '/api/artifacts/999']) {
      ids.add(
        headerOf(await test.call(path, { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }), 'x-request-id'),
      );
    }
    assert.equal(ids.size, 3);
    assert.ok(!ids.has('mine'));
  });
});

describe('pages', () => {
  const list = '/api/projects/101/trackers';
  const pages: { query: string; page: [limit: number, offset: number, count: number] }[] = [
    { query: '', page: [10, 0, 5] },
    { query: '?limit=2', page: [2, 0, 2] },
    { query: '?limit=2&offset=4', page: [2, 4, 1] },
    { query: '?offset=5', page: [10, 5, 0] },
    { query: '?offset=1000000', page: [10, 1_000_000, 0] },
    { query: '?limit=0', page: [0, 0, 0] },
    { query: '?limit=50', page: [50, 0, 5] },
  ];
  for (const { query, page } of pages) {
    it(`${query} holds ${page[2]}`, async () => {
      const answers = {
        'x-pagination-limit': String(page[0]),
        'x-pagination-offset': String(page[1]),
        'x-pagination-size': '5',
        'x-pagination-limit-max': '50',
      };
      const answer = await expectRow(test, { path: list + query, as: 'ana', status: 200, answers });
      assert.equal(listAt(answer.json).length, page[2]);
    });
  }

  for (const query of [
    'limit=51',
    'limit=-1',
    'limit=abc',
    'limit=1.5',
    'limit=1&limit=2',
    'offset=-1',
    'offset=1e99',
  ]) {
    it(`400 to ?${query}, naming the parameter`, async () =>
      void (await expectRow(test, {
        path: `${list}?${query}`,
        as: 'ana',
        status: 400,
        contains: [query.split('=')[0] ?? ''],
      })));
  }

  const maxima: [path: string, fallback: number, max: number][] = [
    ['/projects', 10, 50],
    ['/users?query=ana', 10, 1000],
    ['/user_groups/101_3/users', 10, 50],
    ['/trackers/3/artifacts', 100, 1000],
    ['/trackers/3/tracker_reports', 10, 1000],
    ['/trackers/4/parent_artifacts', 100, 1000],
    ['/artifacts/7/changesets', 10, 50],
    ['/artifacts/7/linked_artifacts?direction=forward', 10, 50],
  ];
  for (const [path, fallback, max] of maxima) {
    it(`${path} has ${fallback} on a page, at most ${max}`, async () => {
      const answers = { 'x-pagination-limit': String(fallback) };
      await expectRow(test, { path: `/api${path}`, as: 'ana', status: 200, answers });
      const limit = `${path}${path.includes('?') ? '&' : '?'}limit=`;
      await expectRow(test, { path: `/api${limit}${max}`, as: 'ana', status: 200 });
      await expectRow(test, { path: `/api${limit}${max + 1}`, as: 'ana', status: 400, contains: ['limit'] });
    });
  }

  it('walk through a list without gaps and doubles, in both directions', async () => {
    for (const order of ['asc', 'desc']) {
      const ids: number[] = [];
      for (let offset = 0; offset < 12; offset += 4) {
        const answer = await test.call(`/api/trackers/3/artifacts?order=${order}&limit=4&offset=${offset}`);
        for (const item of listAt(answer.json)) ids.push(Number(at(item, 'id')));
      }
      const wanted = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
      assert.deepEqual(ids, order === 'asc' ? wanted : wanted.toReversed());
    }
  });
});

describe('entity tags', () => {
  it('every GET of a single resource has a strong one and answers 304 to it', async () => {
    const single = test.app.features.routes.filter((route) => route.method === 'GET' && route.kind === 'single');
    for (const path of single.flatMap((route) => reads[route.url] ?? [])) {
      const row = { path: `/api${path}`, as: 'ana' };
      const tag = headerOf(await expectRow(test, { ...row, status: 200 }), 'etag');
      assert.match(tag, /^"[\x21\x23-\x7e]+\.[\x21\x23-\x7e]+"$/);
      for (const value of [tag, `"other.one", ${tag}`, `W/${tag}`, '*']) {
        const answer = await expectRow(test, { ...row, status: 304, headers: { 'if-none-match': value } });
        assert.deepEqual([answer.text, headerOf(answer, 'etag')], ['', tag]);
      }
      await expectRow(test, { ...row, status: 200, headers: { 'if-none-match': '"other.one"' } });
      await expectRow(test, { ...row, status: 200, headers: { 'if-none-match': tag, ...xml } });
    }
  });

  it('If-Modified-Since alone never answers 304, because links to an artifact leave its date alone', async () => {
    const path = '/api/artifacts/1';
    const date = headerOf(await test.call(path), 'last-modified');
    await expectRow(test, { path, status: 200, headers: { 'if-modified-since': date } });
  });
});

describe('XML', () => {
  it('says exactly what JSON says, for every GET route', async () => {
    for (const path of paths) {
      const { json } = await expectSameInXml(test, { path: `/api${path}`, as: 'ana', status: 200 });
      const isEmpty = Array.isArray(json) && json.length === 0 && !emptyLists.test(path);
      assert.ok(!isEmpty, `${path} should show something`);
    }
  });
});
