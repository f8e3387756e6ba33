import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isInProject } from './page-context.ts';

it('tells pages of a project by their paths', () => {
  for (const path of [
    '/projects/meadow',
    '/projects/meadow/trackers',
    '/projects/newest',
    '/trackers/3',
    '/trackers/3/new',
    '/artifacts/12',
    '/subversion/2/log',
  ])
    assert.equal(isInProject(path), true, path);
  for (const path of ['/', '/projects', '/projects/new', '/search', '/account', '/users/ana', '/trackers'])
    assert.equal(isInProject(path), false, path);
});
