// Criteria in the query language and back.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { isComplete, joinConditions, readCriteria, splitWords, writeCriteria, writeWords } from './criteria.ts';
import type { Criterion } from './criteria.ts';
import { loadParts, noneValue, partsOf, readNumbers, selfValue } from '../../fields/index.ts';

before(loadParts);

const types: Readonly<Record<string, string>> = {
  title: 'string',
  points: 'int',
  due: 'date',
  status: 'sb',
  'assigned-to': 'subby',
  files: 'file',
};
const read = (text: string) => readCriteria(text, (field) => partsOf(types[field] ?? '')?.criterion);

const cases: readonly [Criterion, string][] = [
  [{ field: 'title', operator: 'contains', values: ['say "hi" \\ bye'] }, String.raw`title = "say \"hi\" \\ bye"`],
  [{ field: 'title', operator: 'lacks', values: ['x'] }, 'title != "x"'],
  [{ field: 'title', operator: 'empty', values: [] }, 'title = ""'],
  [{ field: 'points', operator: '>=', values: ['3.5'] }, 'points >= 3.5'],
  [{ field: 'points', operator: '=', values: ['-3'] }, 'points = "-3"'],
  [{ field: 'points', operator: 'between', values: ['1', '5'] }, 'points BETWEEN(1, 5)'],
  [{ field: 'points', operator: 'filled', values: [] }, 'points != ""'],
  [{ field: 'due', operator: '<', values: ['2026-02-28'] }, 'due < "2026-02-28"'],
  [{ field: 'due', operator: 'last', values: ['7', 'd'] }, 'due BETWEEN(NOW() - 7d, NOW())'],
  [{ field: 'due', operator: 'next', values: ['2', 'w'] }, 'due BETWEEN(NOW(), NOW() + 2w)'],
  [{ field: 'due', operator: 'older', values: ['1', 'y'] }, 'due < NOW() - 1y'],
  [{ field: 'status', operator: 'in', values: ['Done'] }, 'status = "Done"'],
  [{ field: 'status', operator: 'notIn', values: ['Done', 'New'] }, 'status NOT IN("Done", "New")'],
  [
    { field: 'status', operator: 'in', values: ['Done', 'New', noneValue] },
    '(status IN("Done", "New") OR status = "")',
  ],
  [{ field: 'status', operator: 'notIn', values: ['Done', noneValue] }, '(status != "Done" AND status != "")'],
  [{ field: 'status', operator: 'in', values: [noneValue] }, 'status = ""'],
  [{ field: 'assigned-to', operator: 'in', values: [selfValue] }, 'assigned-to = MYSELF()'],
  [{ field: 'assigned-to', operator: 'in', values: [selfValue, 'ana'] }, 'assigned-to IN(MYSELF(), "ana")'],
];

it('writes each criterion as a condition, and reads it back', () => {
  for (const [criterion, text] of cases) {
    assert.equal(writeCriteria([criterion]), text);
    assert.deepEqual(read(text), [criterion], text);
  }
  const all = cases.map(([criterion]) => criterion);
  assert.deepEqual(read(writeCriteria(all)), all);
});

it('leaves out what asks nothing yet', () => {
  const offered: Criterion = { field: 'title', operator: 'contains', values: [''] };
  assert.equal(isComplete(offered), false);
  assert.equal(writeCriteria([offered, { field: 'status', operator: 'in', values: [] }]), '');
  assert.deepEqual(read(' '), []);
});

it('tells conditions that say more than criteria can', () => {
  for (const text of [
    'title = "a" OR title = "b"',
    'status < "Done"',
    'other = "a"',
    'NOT',
    'title = ',
    'title = "a" AND',
    'title = "a" AND IS LINKED TO ARTIFACT = 3',
    '(title = "a" OR title = "b")',
    '(status = "a" OR due = "")',
    'due > NOW() - 1d',
    'due BETWEEN(NOW() - 1d, "2026-01-01")',
    'points BETWEEN(1)',
    'status IN("a"',
    'title = "open',
  ])
    assert.equal(read(text), undefined, text);
});

it('joins conditions so that all hold', () => {
  assert.equal(joinConditions('', ' '), '');
  assert.equal(joinConditions('a = "1 OR 2"', writeWords(' login ')), 'a = "1 OR 2" AND @fulltext = "login"');
  assert.equal(joinConditions('a = 1 or b = 2', 'c = 3'), '(a = 1 or b = 2) AND c = 3');
});

it('takes the words of a full-text search apart from what holds beside them', () => {
  assert.deepEqual(splitWords('@fulltext = "x"'), { words: 'x', condition: '' });
  assert.deepEqual(splitWords('a = 1 AND @fulltext = "x y" AND b = 2'), {
    words: 'x y',
    condition: 'a = 1 AND b = 2',
  });
  assert.deepEqual(splitWords('((a = 1 OR b = 2) AND c = 3) AND @fulltext = "x"'), {
    words: 'x',
    condition: '(a = 1 OR b = 2) AND c = 3',
  });
  assert.equal(splitWords('(a = 1) AND (b = 2) AND @fulltext = "x"').condition, '(a = 1) AND (b = 2)');
  for (const condition of ['a = 1 OR @fulltext = "x"', '(a = 1 AND @fulltext = "x")', 'NOT @fulltext = "x"', ')', ''])
    assert.deepEqual(splitWords(condition), { words: '', condition });
});

it('reads numbers with a sign, and ranges', () => {
  assert.deepEqual(readNumbers(' >= 60'), { operator: '>=', values: ['60'] });
  assert.deepEqual(readNumbers('<-1.5'), { operator: '<', values: ['-1.5'] });
  assert.deepEqual(readNumbers('7'), { operator: '=', values: ['7'] });
  assert.deepEqual(readNumbers('5-10'), { operator: 'between', values: ['5', '10'] });
  for (const text of ['', '>', 'many', '5-']) assert.equal(readNumbers(text), undefined);
});
