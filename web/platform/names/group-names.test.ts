import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { groupNameIn, nameGroup, setGroupNames } from './group-names.ts';

const members = { id: '101_3', uri: 'user_groups/101_3', label: 'Project members' };

describe('names of groups', () => {
  afterEach(() => setGroupNames(undefined));

  it('are those of the language where every project has the group', () => {
    setGroupNames((group) => `<${group}>`);
    assert.equal(nameGroup(members), '<members>');
    assert.equal(nameGroup({ id: '100', label: 'Nobody' }), '<nobody>');
    assert.equal(groupNameIn(members), '<members>');
  });

  it('are those of the answer for groups that people made, and before there are others', () => {
    assert.equal(nameGroup(members), 'Project members');
    setGroupNames((group) => `<${group}>`);
    assert.equal(nameGroup({ id: '103', label: 'Sailors' }), 'Sailors');
    assert.equal(groupNameIn({ id: 3, label: 'A value' }), undefined);
    assert.equal(groupNameIn({ ...members, uri: 'users/3' }), undefined);
  });
});
