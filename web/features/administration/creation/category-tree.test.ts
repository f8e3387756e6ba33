// The tree of categories: its order, places and steps.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findStep, listAll, listPlaces, toTree } from './category-tree.ts';

const tree = toTree([
  {
    id: 1,
    name: 'Topic',
    is_mandatory: true,
    values: [
      { id: 3, name: 'Banks', parent_id: 1 },
      { id: 4, name: 'Central', parent_id: 3 },
      { id: 5, name: 'Money', parent_id: 1 },
    ],
  },
  { id: 2, name: 'Sector', is_mandatory: false, values: [] },
]);

it('lists entries from top to bottom', () => {
  assert.deepEqual(
    listAll(tree).map(({ id }) => id),
    [1, 3, 4, 5, 2],
  );
});

it('lets a value stand anywhere but below itself', () => {
  assert.deepEqual(
    listPlaces(tree, 3).map(({ path }) => path),
    ['Topic', 'Topic / Money', 'Sector'],
  );
});

it('steps below the value above, and out beside the parent', () => {
  assert.equal(findStep(tree, 5, 'in'), 3);
  assert.equal(findStep(tree, 4, 'out'), 1);
  for (const [id, direction] of [
    [3, 'in'],
    [3, 'out'],
    [1, 'in'],
    [1, 'out'],
  ] as const)
    assert.equal(findStep(tree, id, direction), undefined, `${id} ${direction}`);
});
