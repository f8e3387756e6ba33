import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listBranchReferences, nameBranch } from './branch-references.ts';

test('names of branches say which artifacts they are about', () => {
  const rows: [branch: string, found: string[]][] = [
    ['story-17', ['story 17']],
    ['Story-17-greet-by-name', ['story 17']],
    ['bruno/art-17', ['art 17']],
    ['fix-user_story-3.1', ['user_story 3']],
    ['story-17-and-bug-18', ['story 17', 'bug 18']],
    ['story-17x', []],
    ['story17', []],
    ['17-story', []],
    ['main', []],
    ['story-12345678901', []],
  ];
  for (const [branch, found] of rows)
    assert.deepEqual(
      listBranchReferences(branch).map(({ keyword, id }) => `${keyword} ${id}`),
      found,
      branch,
    );
});

test('a branch is called after what it is about', () => {
  assert.equal(nameBranch('Story', 17, 'Grüße: "by name"!'), 'story-17-gru-e-by-name');
  assert.equal(nameBranch('bug', 3, '日本'), 'bug-3');
  assert.ok(nameBranch('bug', 3, 'word '.repeat(50)).length < 61);
  assert.deepEqual(listBranchReferences(nameBranch('bug', 3, '4 5 6')), [{ keyword: 'bug', id: 3 }]);
});
