import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Steps } from './time-slices.ts';
import {
  chunksInSlices,
  countYields,
  finishNow,
  lowerPriority,
  inTask,
  inLaterRound,
  isSliceOver,
  mapInSlices,
  noteNewcomer,
  yieldSlice,
  runInSlices,
  shortenSlices,
  workFor,
} from './time-slices.ts';

/** As `inTask`, for a work whose result or failure the test waits for. */
const runAsTask = <R>(work: () => Promise<R>, isWanted: () => boolean = () => true, onlyReads = true): Promise<R> =>
  new Promise((resolve, reject) => {
    inTask(() => work().then(resolve, reject), isWanted, onlyReads);
  });

let restore: () => void;
beforeEach(() => {
  restore = shortenSlices();
});
afterEach(() => restore());

describe('work that rests', () => {
  it('lets others go on between its pieces, and gives what map gives', async () => {
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    const before = countYields();
    assert.deepEqual(await mapInSlices([1, 2, 3, 4, 5], (one, index) => one * index), [0, 2, 6, 12, 20]);
    isOver = true;
    await counting;
    // A piece begins a turn, and the next one is too much for it.
    assert.ok(countYields() - before >= 2, `${countYields() - before} rests`);
    assert.ok(turns >= 2, `${turns} turns`);
  });

  it('may be a generator, which gives its result at once where it never rests', async () => {
    function* sum(): Steps<number> {
      let total = 0;
      for (let item = 1; item <= 4; item += 1) {
        yield;
        total += item;
      }
      return total;
    }
    const before = countYields();
    assert.equal(await runInSlices(sum()), 10);
    assert.ok(countYields() - before >= 2, `${countYields() - before} rests`);
    restore();
    await nextTurn();
    await nextTurn();
    assert.equal(runInSlices(sum()), 10);
  });

  it('throws what its generator throws, at once or after a rest, and may be finished without any', async () => {
    function* work(rests: number): Steps<number> {
      for (let left = rests; left > 0; left -= 1) yield;
      if (rests > 0) throw new Error('failed');
      return rests;
    }
    assert.equal(finishNow(work(0)), 0);
    const before = countYields();
    assert.throws(() => finishNow(work(3)), /failed/);
    assert.equal(countYields(), before);
    await assert.rejects(async () => runInSlices(work(3)), /failed/);
  });

  it('goes on before what rested already', async () => {
    const heard: string[] = [];
    const work = (name: string, count: number) =>
      runAsTask(async () => {
        for (let left = count; left > 0; left -= 1) await yieldSlice();
        heard.push(name);
      });
    const long = work('long', 20);
    await nextTurn();
    await nextTurn();
    await nextTurn();
    await Promise.all([long, work('short', 1), work('other', 1)]);
    assert.deepEqual(heard, ['short', 'other', 'long']);
  });

  it('gets its turn, however many others come', async () => {
    let isOver = false;
    const others = (async () => {
      while (!isOver) await runAsTask(() => yieldSlice());
    })();
    await runAsTask(async () => {
      for (let left = 10; left > 0; left -= 1) await yieldSlice();
    });
    isOver = true;
    await others;
  });

  it('goes on with others in one turn while there is time', async () => {
    restore();
    let turns = 0;
    let isOver = false;
    const counting = (async () => {
      for (; !isOver; turns += 1) await nextTurn();
    })();
    await Promise.all(Array.from({ length: 400 }, () => runAsTask(() => yieldSlice())));
    isOver = true;
    await counting;
    assert.ok(turns < 200, `${turns} turns`);
  });

  it('gives way to what rested a few times, and is not forgotten for it', async () => {
    const heard: string[] = [];
    const patient = Array.from({ length: 5 }, (_, n) =>
      runAsTask(async () => {
        await lowerPriority();
        await yieldSlice();
        heard.push(`patient ${n}`);
      }),
    );
    const short = runAsTask(async () => {
      for (let left = 6; left > 0; left -= 1) await yieldSlice();
      heard.push('short');
    });
    await Promise.all([...patient, short]);
    assert.equal(heard[0], 'short');
    let isOver = false;
    const keepComing = async (rests: number): Promise<void> => {
      while (!isOver)
        await runAsTask(async () => {
          for (let left = rests; left > 0; left -= 1) await yieldSlice();
        });
    };
    const others = [1, 1, 4, 4].map(keepComing);
    await runAsTask(lowerPriority);
    isOver = true;
    await Promise.all(others);
  });

  it('of who had much lately comes behind that of others, in however many requests', async () => {
    const heard: string[] = [];
    const ask = (client: string, rests: number): Promise<void> =>
      runAsTask(async () => {
        await workFor(client);
        for (let left = rests; left > 0; left -= 1) await yieldSlice();
        heard.push(client);
      });
    // The order between those of whom nobody had anything is that in which they came.
    await Promise.all([ask('first', 1), ask('second', 1)]);
    assert.deepEqual(heard.splice(0), ['first', 'second']);
    await Promise.all(Array.from({ length: 50 }, () => ask('first', 8)));
    heard.splice(0);
    const others = Array.from({ length: 16 }, () => ask('first', 1));
    await Promise.all([...others, ask('second', 3)]);
    assert.ok(heard.indexOf('second') < 4, heard.join());
  });

  it('of who comes to be known as such a client rests before it goes on where others wait', async () => {
    const heard: string[] = [];
    await Promise.all(
      Array.from({ length: 50 }, () =>
        runAsTask(async () => {
          await workFor('busy');
          for (let left = 8; left > 0; left -= 1) await yieldSlice();
        }),
      ),
    );
    const other = runAsTask(async () => {
      await yieldSlice();
      heard.push('other');
    });
    const busy = runAsTask(async () => {
      await workFor('busy');
      heard.push('busy');
    });
    await Promise.all([busy, other]);
    assert.deepEqual(heard, ['other', 'busy']);
    const alone = runAsTask(async () => {
      await workFor('busy');
      heard.push('alone');
    });
    await alone;
    assert.equal(heard.at(-1), 'alone');
  });

  it('of long bodies goes behind what is short, chunk by chunk, and ends its source', async () => {
    let ended = 0;
    async function* source(): AsyncGenerator<number, void> {
      try {
        for (let chunk = 0; ; chunk += 1) yield chunk;
      } finally {
        ended += 1;
      }
    }
    const heard: string[] = [];
    const downloads = Array.from({ length: 5 }, async (_, n) => {
      for await (const chunk of chunksInSlices(source())) {
        if (chunk < 20) continue;
        heard.push(`download ${n}`);
        return;
      }
    });
    await nextTurn();
    const short = runAsTask(async () => {
      for (let left = 3; left > 0; left -= 1) await yieldSlice();
      heard.push('short');
    });
    await Promise.all([...downloads, short]);
    assert.equal(heard[0], 'short');
    assert.equal(ended, 5);
  });

  it('leaves rounds in which a connection came to others that may come, for some milliseconds', async () => {
    let rounds = 0;
    let isOver = false;
    const coming = (async () => {
      for (; !isOver; rounds += 1) {
        noteNewcomer();
        await nextTurn();
      }
    })();
    const startedMs = performance.now();
    await new Promise<void>((resolve) => inLaterRound(resolve));
    const waitedMs = performance.now() - startedMs;
    isOver = true;
    await coming;
    assert.ok(rounds > 1 && waitedMs >= 5, `${rounds} rounds in ${waitedMs} ms`);
  });

  it('is told at the second look where turns have no time, and anew in the next turn', async () => {
    await nextTurn();
    isSliceOver();
    assert.equal(isSliceOver(), true);
    await yieldSlice();
    await nextTurn();
    await nextTurn();
    assert.equal(isSliceOver(), false);
  });
});
