import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nameOperation, nameParameter } from './operation-id.ts';

type Named = Parameters<typeof nameOperation>[0];

const rows: [method: Named['method'], url: string, kind: Named['kind'], name: string][] = [
  ['GET', '/projects/:id/trackers', 'list', 'listProjectTrackers'],
  ['GET', '/projects/:id', 'single', 'getProject'],
  ['POST', '/projects', 'action', 'createProject'],
  ['PUT', '/artifacts/:id', 'action', 'updateArtifact'],
  ['PATCH', '/trackers/:id', 'action', 'patchTracker'],
  ['DELETE', '/tokens', 'action', 'deleteTokens'],
  ['DELETE', '/tokens/:id', 'action', 'deleteToken'],
  ['GET', '/projects/:id/project_services', 'list', 'listProjectServices'],
  ['GET', '/project_categories', 'list', 'listProjectCategories'],
  ['POST', '/git/:id/branches', 'action', 'createGitBranch'],
  ['POST', '/git/:id/statuses/:commit_reference', 'action', 'postGitStatus'],
  ['POST', '/artifacts/batch', 'action', 'postArtifactsBatch'],
  ['GET', '/sessions/self', 'single', 'getOwnSession'],
  ['POST', '/users/self/password', 'action', 'postOwnPassword'],
  ['GET', '/tracker_reports/:id/artifacts.csv', 'list', 'listTrackerReportArtifactsCsv'],
];

for (const [method, url, kind, name] of rows)
  it(`${method} ${url} is ${name}`, () => {
    assert.equal(nameOperation({ method, url, kind }), name);
  });

it('names what a parameter of a path says', () => {
  const rows: [string, string, string][] = [
    ['/artifacts/:id', 'id', 'The artifact id.'],
    ['/artifacts/:id/changesets/:changeset_id/comment', 'changeset_id', 'The changeset id.'],
    ['/tracker_fields/:id', 'id', 'The tracker field id.'],
  ];
  for (const [url, name, said] of rows) assert.equal(nameParameter(url, name), said);
});
