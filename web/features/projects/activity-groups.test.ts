import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '../../platform/api.ts';
import { groupActivity } from './activity-groups.ts';

type Entry = Schemas['ActivityEntry'];

const person = (id: number): NonNullable<Entry['user']> => ({
  id,
  uri: '',
  user_url: '',
  real_name: '',
  display_name: '',
  username: '',
  ldap_id: '',
  avatar_url: '',
  is_anonymous: false,
  has_avatar: false,
});

/** `minute` before noon. */
const entry = (id: number, minute: number, more: Partial<Entry> = {}): Entry => ({
  id,
  artifact: {
    id: 1,
    uri: '',
    html_url: '',
    xref: '',
    title: null,
    project: { id: 1, uri: '', label: '', icon: '' },
    tracker: { id: 1, label: '', color_name: '', icon: '' },
  },
  user: person(7),
  at: new Date(Date.UTC(2026, 0, 1, 12) - minute * 60_000).toISOString(),
  kind: 'changed',
  comment: null,
  changes: [],
  more_changes: 1,
  text: '',
  i18n: { key: '', params: [] },
  ...more,
});

const idsOf = (entries: readonly Entry[]): number[] => groupActivity(entries).map(({ id }) => id);

test('what one person did to one artifact within ten minutes is one group', () => {
  assert.deepEqual(idsOf([entry(4, 0), entry(3, 9), entry(2, 18), entry(1, 29)]), [4, 1]);
  assert.deepEqual(idsOf([entry(2, 0), entry(1, 1, { user: person(8) })]), [2, 1]);
  assert.deepEqual(idsOf([entry(2, 0), entry(1, 1, { made_by_agent: 'robot' })]), [2, 1]);
  assert.equal(groupActivity([entry(2, 0), entry(1, 1)])[0]?.moreCount, 2);
});

test('each comment is shown, and a creation gives the group its kind', () => {
  const said = (id: number, minute: number) => entry(id, minute, { kind: 'commented', comment: `c${id}` });
  assert.deepEqual(idsOf([said(3, 0), entry(2, 1), said(1, 2)]), [3, 1]);
  const [group] = groupActivity([entry(3, 0), said(2, 1), entry(1, 2, { kind: 'created' })]);
  assert.partialDeepStrictEqual(group, { id: 3, kind: 'created', comment: 'c2' });
});
