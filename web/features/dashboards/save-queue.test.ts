import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSaveQueue } from './save-queue.ts';
import type { Change, SaveQueue } from './save-queue.ts';

interface Version {
  data: string;
  tag: number;
}

const old = new Error('there is another version');

/** A server of one text, whose answers come when they are let go, in the order of what was asked. */
function openServer() {
  const held: (() => void)[] = [];
  const server = { now: { data: '', tag: 0 }, known: { data: '', tag: 0 }, isHeld: false };
  const hold = async (): Promise<void> => {
    if (server.isHeld) await new Promise<void>((resolve) => held.push(resolve));
  };
  const queue = createSaveQueue<string, Version>({
    known: () => server.known,
    keep: (version) => void (server.known = version),
    async read() {
      await hold();
      return server.now;
    },
    async write({ tag }, data) {
      await hold();
      if (data.includes('!')) throw new Error('refused');
      if (tag !== server.now.tag) throw old;
      server.now = { data, tag: tag + 1 };
      return server.now;
    },
    isOld: (refusal) => refusal === old,
  });
  /** Lets the next answer go, with whatever follows from it. */
  const letGo = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    held.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { server, queue, letGo, theirs: (data: string) => (server.now = { data, tag: server.now.tag + 1 }) };
}

const append =
  (text: string): Change<string> =>
  (now) =>
    now + text;
const shownIn = (queue: SaveQueue<string>): (string | undefined)[] => [queue.shown(), queue.now()];

describe('what is saved as it is changed', () => {
  it('shows each change at once, saves one after another, and shows no answer without what waits', async () => {
    const { server, queue, letGo } = openServer();
    server.isHeld = true;
    const shown: (string | undefined)[] = [];
    queue.subscribe(() => shown.push(queue.shown()));
    const saved = [queue.add(append('a')), queue.add(append('b'))];
    assert.deepEqual(shown, ['a', 'ab']);
    await letGo();
    assert.equal(server.now.data, 'a', 'the second waits for the first');
    assert.deepEqual(shownIn(queue), ['ab', 'ab']);
    saved.push(queue.add(append('c')));
    await letGo();
    await letGo();
    await Promise.all(saved);
    assert.equal(server.now.data, 'abc');
    assert.deepEqual(shown, ['a', 'ab', 'ab', 'abc', 'abc', undefined]);
    assert.deepEqual([server.known, queue.now()], [server.now, 'abc']);
  });

  it('takes no version for newer that is read while something is saved', async () => {
    const { server, queue, letGo } = openServer();
    server.isHeld = true;
    const saved = queue.add(append('a'));
    server.known = { data: 'a', tag: 1 };
    const more = queue.add(append('b'));
    assert.equal(queue.shown(), 'ab', 'not a second time');
    await letGo();
    await letGo();
    await Promise.all([saved, more]);
    assert.equal(server.now.data, 'ab');
  });

  it('takes back what is refused, and keeps what came after it', async () => {
    const { server, queue } = openServer();
    const saved = await Promise.allSettled([queue.add(append('a')), queue.add(append('!')), queue.add(append('b'))]);
    assert.deepEqual(
      saved.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.equal(server.now.data, 'ab');
    assert.deepEqual(shownIn(queue), [undefined, 'ab']);
  });

  it('puts a change together with what somebody else saved', async () => {
    const { server, queue, theirs } = openServer();
    theirs('x');
    await Promise.all([queue.add(append('a')), queue.add(append('b'))]);
    assert.equal(server.now.data, 'xab');
    assert.deepEqual(server.known, server.now);
  });

  it('says that a change does not fit what somebody else saved, of each that waits', async () => {
    const { server, queue, theirs } = openServer();
    const ofMine: Change<string> = (now, isTheirs) => (isTheirs ? undefined : now + now.length);
    theirs('x');
    const saved = await Promise.allSettled([queue.add(ofMine), queue.add(append('a')), queue.add(ofMine)]);
    assert.deepEqual(
      saved.map((one): unknown => (one.status === 'rejected' ? one.reason : one.status)),
      [old, 'fulfilled', old],
    );
    assert.equal(server.now.data, 'xa');
    await queue.add(ofMine);
    assert.equal(server.now.data, 'xa2', 'what is changed later was made of theirs');
  });

  it('gives up where others save all the time', async () => {
    const { server, queue, theirs } = openServer();
    const saved = queue.add((now) => {
      if (server.now.tag < 9) theirs(`${now}x`);
      return now;
    });
    await assert.rejects(saved, old);
  });
});
