// Engine: SQLite alone (no database). What a tracker of level 2 tells, whatever people chose.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeDescription } from '../../artifacts/index.ts';
import { findReason } from './interests.ts';
import type { Interest } from './interests.ts';

const statusId = 7;
type Rules = Parameters<typeof findReason>[1];
const tracker = (level: string): Rules => ({
  settings: { isNotificationStopped: false, flags: { notifications_level: level } },
  semantics: { status: { field_id: statusId } },
});
const told = (isNew: boolean, ...fieldIds: number[]): ChangeDescription => ({
  title: '',
  isNew,
  fields: fieldIds.map((fieldId) => ({
    fieldId,
    label: '',
    change: { kind: 'value' as const, from: '', to: '1', added: [], removed: [], lines: 0 },
  })),
  comments: [],
  authors: [1],
  agents: [],
});
const everything: Interest = {
  role: 'author',
  unasked: 'all',
  chosen: { level: 'all', fieldIds: undefined },
  isSubscribed: true,
};

test('a tracker of level 2 tells of new artifacts and of the status alone', () => {
  const rows: [level: string, changes: ChangeDescription, isTold: boolean][] = [
    ['2', told(true, 1), true],
    ['2', told(false, 1), false],
    ['2', told(false, 1, statusId), true],
    ['0', told(false, 1), true],
  ];
  for (const [level, changes, isTold] of rows)
    assert.equal(
      findReason(everything, tracker(level), changes) !== undefined,
      isTold,
      `${level} ${JSON.stringify(changes)}`,
    );
});
