import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { findDocs } from './docs-topics.ts';

it('each page of the application has a page of the documentation, and a heading that is there', () => {
  const rows = [
    ['/', 'using'],
    ['/admin/accounts', 'site-administration'],
    ['/projects/meadow/administration/planning', 'planning'],
    ['/projects/meadow/administration/members', 'project-administration'],
    ['/trackers/4', 'using#reports'],
    ['/trackers/4/administration/workflow', 'project-administration#a-tracker'],
    ['/first-start', 'administration#first-start'],
    ['/account/keys', 'using#your-account'],
    ['/artifacts/17', 'using#artifacts'],
    ['/queries', 'using#queries-across-trackers'],
    ['/kanban/1', 'using#kanbans'],
    ['/projects/meadow/backlog', 'using#planning'],
    ['/projects/meadow/dashboards', 'dashboards'],
    ['/repositories/1/pull-requests', 'pull-requests'],
    ['/repositories/1/commits', 'git'],
    ['/projects/meadow/subversion', 'subversion'],
    ['/search', 'search'],
    ['/projects/meadow', 'using#projects'],
  ];
  for (const [path = '', topic = ''] of rows) {
    const [page = '', heading] = topic.split('#');
    assert.equal(findDocs(path), `/docs/${page}.html${heading === undefined ? '' : `#${heading}`}`, path);
    const text = readFileSync(new URL(`../../../docs/${page}.md`, import.meta.url), 'utf8');
    const headings = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, one = '']) => one.toLowerCase().replaceAll(' ', '-'));
    assert.ok(heading === undefined || headings.includes(heading), topic);
  }
});
