// Tools that Tepal does not have: lists that are empty and refusals that clients know.
// Engine: SQLite alone; there is nothing of these tools in a database.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../support/harness.ts';
import { expectRow, openScrum, titleOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

let app: TestApp;
before(async () => {
  app = (await openScrum()).test;
  await app.addUser('stig');
  await app.app.features.projects.change('meadow-scrum', { access: 'public' });
});
after(() => app.close());

const period = (start: string, end: string): string =>
  encodeURIComponent(JSON.stringify({ start_date: start, end_date: end }));

const rows: Row[] = [
  { path: '/api/projects/101/git', as: 'ana', status: 200, contains: ['{"repositories":[]}'] },
  { path: '/api/projects/101/svn', as: 'stig', status: 200, contains: ['{"repositories":[]}'] },
  { path: '/api/projects/101/gitlab_repositories', as: 'stig', status: 200, contains: ['[]'] },
  { path: '/api/projects/101/docman_metadata', as: 'stig', status: 200, contains: ['[]'] },
  { path: '/api/projects/101/docman_service', as: 'stig', status: 200, contains: ['"root_item":null'] },
  {
    path: '/api/projects/101/git_jenkins_servers',
    as: 'root',
    status: 200,
    contains: ['{"git_jenkins_servers_representations":[],"total":0}'],
    answers: { 'x-pagination-limit-max': '50', allow: 'OPTIONS, GET' },
  },
  { path: '/api/projects/101/git_jenkins_servers', as: 'stig', status: 401 },
  {
    path: '/api/projects/101/baselines',
    as: 'root',
    status: 200,
    contains: ['{"baselines":[],"total_count":0}'],
  },
  { path: '/api/projects/101/baselines', as: 'stig', status: 403 },
  { path: '/api/projects/101/baselines_comparisons', as: 'stig', status: 403 },
  { path: '/api/projects/101/program_backlog', as: 'ana', status: 400, contains: ['program'] },
  { path: '/api/projects/101/testmanagement_campaigns', as: 'ana', status: 400 },
  {
    path: '/api/projects/101/mediawiki_standalone_permissions',
    as: 'stig',
    status: 200,
    contains: ['{"permissions":{"is_bot":false,"is_reader":false,"is_writer":false,"is_admin":false}}'],
    answers: { etag: /^"/ },
  },
  {
    path: '/api/projects/101/mediawiki_standalone_permissions',
    as: 'root',
    status: 200,
    contains: ['"is_admin":true'],
  },
  { path: '/api/projects/101/mediawiki_standalone_permissions', status: 200, contains: ['"is_writer":false'] },
  { path: '/api/projects/999/git', as: 'ana', status: 404 },
  { path: '/api/projects/101/git?limit=51', as: 'ana', status: 400, contains: ['limit'] },
  {
    path: '/api/projects/101/git',
    as: 'ana',
    headers: { accept: 'application/xml' },
    status: 200,
    contains: ['<response><repositories/></response>'],
  },
  {
    path: '/api/projects/101/program_increments',
    as: 'ana',
    headers: { accept: 'application/xml' },
    status: 400,
    contains: ['<response><error><code>400</code>'],
  },
  { path: `/api/users/101/timetracking?query=${period('2026-01-01', '2026-02-01')}`, as: 'root', status: 200 },
  { path: `/api/users/101/timetracking?query=${period('2026-01-01', '2026-02-01')}`, as: 'stig', status: 403 },
  { path: `/api/users/101/timetracking?query=${period('2026-02-01', '2026-01-01')}`, as: 'root', status: 400 },
  { path: `/api/users/101/timetracking?query=${period('soon', '2026-01-01')}`, as: 'root', status: 400 },
  { path: '/api/users/101/timetracking?query=%7B%7D', as: 'root', status: 400, contains: ['start_date'] },
];
for (const row of rows)
  test(titleOf(row), async () => {
    await expectRow(app, row);
  });

test('projects that are closed to the reader hide their tools', async () => {
  await app.app.features.projects.change('meadow-scrum', { access: 'private' });
  const statuses = { git: 403, svn: 403, baselines: 404, program_backlog: 404 };
  for (const as of ['stig', undefined]) {
    for (const [name, status] of Object.entries(statuses))
      await expectRow(app, { path: `/api/projects/101/${name}`, ...(as === undefined ? {} : { as }), status });
    const wiki = await app.call('/api/projects/101/mediawiki_standalone_permissions', as === undefined ? {} : { as });
    assert.deepEqual(wiki.json, {
      permissions: { is_bot: false, is_reader: false, is_writer: false, is_admin: false },
    });
  }
});
