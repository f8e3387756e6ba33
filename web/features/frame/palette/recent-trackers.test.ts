import assert from 'node:assert/strict';
import { it } from 'node:test';
import { noteRecentTracker, readRecentTrackers } from './recent-trackers.ts';

const createStorage = (): Pick<Storage, 'getItem' | 'setItem'> => {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
};
const tracker = (id: number) => ({ id, label: `T${id}`, colour: 'deep-blue', icon: '🌱', project: 'P', projectId: 7 });

it('has the latest first, each once, of one person, and not too many', () => {
  const storage = createStorage();
  for (const id of [1, 2, 1, 3, 4, 5, 6, 7, 8, 9]) noteRecentTracker(storage, 101, tracker(id));
  noteRecentTracker(storage, 102, tracker(50));
  assert.deepEqual(
    readRecentTrackers(storage, 101).map(({ id }) => id),
    [9, 8, 7, 6, 5, 4, 3, 1],
  );
  assert.deepEqual(readRecentTrackers(storage, 102), [tracker(50)]);
});

it('reads nothing from what it did not write', () => {
  const storage = createStorage();
  for (const text of ['{', '7', '[1, null, {"label": "x"}, {"id": 3}]']) {
    storage.setItem('tepal.trackers.101', text);
    assert.deepEqual(readRecentTrackers(storage, 101), []);
  }
});
