import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listActions, parentOf } from './listed-actions.ts';

const may = (more: object = {}) => ({
  can_update: true,
  can_comment: true,
  can_comment_privately: true,
  can_delete: true,
  can_move: true,
  deletions_left: 3,
  delete_obstacle: null,
  top_backlog: null,
  transitions: null,
  ...more,
});
const links = {
  field_id: 1,
  label: 'Links',
  type: 'art_link',
  reverse_links: [
    { id: 8, type: null },
    { id: 7, type: '_is_child' },
  ],
};
const idsOf = (allowed: ReturnType<typeof may>) =>
  listActions({ values: [links], allowed_actions: allowed }, true).map(({ id }) => id);
const whys = (allowed: ReturnType<typeof may>) =>
  listActions({ values: [], allowed_actions: allowed }, true).flatMap(({ id, why }) =>
    why === undefined ? [] : [`${id} ${why}`],
  );

describe('actions of an artifact', () => {
  it('offers everything to who may', () => {
    assert.deepEqual(idsOf(may()), ['link', 'parent', 'print', 'copy', 'move', 'delete']);
    assert.deepEqual(whys(may()), []);
  });
  it('says why not', () => {
    assert.deepEqual(whys(may({ can_move: false })), ['move actions.why.move']);
    for (const obstacle of ['closed', 'site', 'administrators', 'limit'])
      assert.deepEqual(whys(may({ can_delete: obstacle === 'limit', delete_obstacle: obstacle })), [
        `delete actions.why.${obstacle}`,
      ]);
  });
  it('offers to put it into a backlog that is filled by hand, or to take it out', () => {
    assert.ok(idsOf(may({ top_backlog: 'add' })).includes('toBacklog'));
    assert.ok(idsOf(may({ top_backlog: 'remove' })).includes('offBacklog'));
  });
  it('offers reading alone to anonymous people', () => {
    const ids = listActions({ values: [], allowed_actions: may() }, false).map(({ id }) => id);
    assert.deepEqual(ids, ['link', 'print']);
  });
  it('finds the parent among the links', () => {
    assert.equal(parentOf({ values: [links] }), 7);
    assert.equal(parentOf({ values: null }), undefined);
  });
});
