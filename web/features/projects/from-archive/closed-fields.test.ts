import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedFieldsIn } from './closed-fields.ts';

test('closed fields are found in what is told of an import, wherever the sentence stands', () => {
  const closed = (...names: string[]) => ({ key: 'left.closed', params: [{ key: 'list.plain', params: names }] });
  const within = { key: 'archive.at', params: ['project.xml', '2', closed('task.cc')] };
  assert.deepEqual(
    closedFieldsIn([null, { key: 'left.other', params: ['bug.x'] }, closed('bug.cc', 'bug.type'), within]),
    ['bug.cc', 'bug.type', 'task.cc'],
  );
});
