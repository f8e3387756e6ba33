import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numberOf, pick, searchWords } from './palette-match.ts';

const titles = (typed: string, ...all: string[]): string[] =>
  pick(
    all.map((title) => ({ title })),
    typed,
    5,
  ).map(({ title }) => title);

describe('pick', () => {
  it('has beginnings before words before parts, and needs every word', () => {
    assert.deepEqual(titles('pro', 'Approve', 'Go to projects', 'Projects', 'Home'), [
      'Projects',
      'Go to projects',
      'Approve',
    ]);
    assert.deepEqual(titles('new task', 'Task', 'New task', 'Tasks of the new project'), [
      'New task',
      'Tasks of the new project',
    ]);
  });
  it('does not mind accents and letter case', () => {
    assert.deepEqual(titles('prefer', 'Préférences'), ['Préférences']);
  });
  it('looks at what stands beside a title last', () => {
    const found = pick([{ title: 'Bugs', more: 'Meadow' }, { title: 'Meadow' }], 'mea', 5);
    assert.deepEqual(
      found.map(({ title }) => title),
      ['Meadow', 'Bugs'],
    );
  });
  it('has everything while nothing is typed', () => {
    assert.deepEqual(titles('', 'B', 'A'), ['B', 'A']);
  });
});

it('reads numbers of artifacts', () => {
  assert.deepEqual(['12', '#12', 'task #12', 'task 12', 'sprint 2 plan', '', '#'].map(numberOf), [
    12,
    12,
    12,
    12,
    undefined,
    undefined,
    undefined,
  ]);
});

it('looks for beginnings of the last word alone', () => {
  const cases = [
    ['log', 'log*'],
    ['slow log', 'slow log*'],
    ['a', 'a'],
    ['"slow lo', '"slow lo'],
    ['"slow log" err', '"slow log" err*'],
    ['slow -log', 'slow -log'],
    ['slow OR', 'slow OR'],
    ['begin*', 'begin*'],
  ];
  for (const [typed, sought] of cases) assert.equal(searchWords(typed ?? ''), sought);
});
