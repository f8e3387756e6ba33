import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createBodyRoom, heldMaxBytes, heldMaxBytesPerNetwork, readWants, requestMaxBytes } from './git-bodies.ts';
import { writeInTime, readInTime } from './time-budget.ts';

async function* chunksOf(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* parts;
}

const plain = (network: string) => ({ network, isZipped: false });

test('requests are kept as long as there is room for them', async () => {
  const hold = createBodyRoom();
  const large = new Uint8Array(requestMaxBytes);
  await assert.rejects(hold(chunksOf(large, large.subarray(0, 1)), plain('a')), { kind: 'too-large' });
  const own = [];
  for (let bytes = 0; bytes < heldMaxBytesPerNetwork; bytes += large.length)
    own.push(await hold(chunksOf(large), plain('a')));
  await assert.rejects(hold(chunksOf(large.subarray(0, 1)), plain('a')), { kind: 'rate-limited' });
  for (let bytes = heldMaxBytesPerNetwork; bytes < heldMaxBytes; bytes += large.length)
    own.push(await hold(chunksOf(large), plain(`n${bytes}`)));
  await assert.rejects(hold(chunksOf(large.subarray(0, 1)), plain('b')), { kind: 'unavailable' });
  for (const held of own) {
    held.release();
    held.release();
  }
  assert.equal((await hold(chunksOf(large), plain('a'))).bytes.length, requestMaxBytes);
});

test('compressed requests are bounded by what they become', async () => {
  const hold = createBodyRoom();
  const zipped = { network: 'a', isZipped: true };
  const bomb = gzipSync(Buffer.alloc(requestMaxBytes + 1));
  await assert.rejects(hold(chunksOf(bomb), zipped), { kind: 'too-large' });
  await assert.rejects(hold(chunksOf(gzipSync('some text').subarray(0, 12)), zipped), { kind: 'invalid' });
  await assert.rejects(hold(chunksOf(), zipped), { kind: 'invalid' });
  const held = await hold(chunksOf(gzipSync('0000')), zipped);
  assert.equal(held.bytes.toString(), '0000');
});

test('what a request wants is read as git reads it', async () => {
  const line = (text: string): string => (text.length + 4).toString(16).padStart(4, '0') + text;
  const [one, two] = ['1'.repeat(40), 'AbCdEf0123'.repeat(4)];
  const wants = await readWants(
    Buffer.from(
      `${line('command=fetch')}0001${line(`want ${one}\n`)}${line(`WANT ${two}`)}${line(`want ${two} multi_ack`)}` +
        `${line(`want ${'2'.repeat(64)}`)}${line(`have want ${'3'.repeat(40)}`)}0004${line(`want ${one}`)}0000`,
    ),
  );
  assert.deepEqual(wants, [one, two.toLowerCase(), '2'.repeat(40), '2'.repeat(64)]);
  for (const wrong of ['0003', 'zzzz', '0', '0032want', '-001', ' 001', 'ffff'])
    await assert.rejects(readWants(Buffer.from(wrong)), { kind: 'invalid' }, wrong);
});

test('a body that stands still is given up, and one that comes is not', async () => {
  async function* never(): AsyncGenerator<Uint8Array, void> {
    yield new Uint8Array(4);
    await new Promise(() => undefined);
  }
  const read = async (body: AsyncIterable<Uint8Array>, graceMs: number): Promise<number> => {
    let bytes = 0;
    for await (const chunk of readInTime(body, { graceMs, leastBytesPerS: 1000 })) bytes += chunk.length;
    return bytes;
  };
  await assert.rejects(read(never(), 20), { kind: 'too-slow', message: /1000 bytes a second/ });
  assert.equal(await read(chunksOf(new Uint8Array(5), new Uint8Array(7)), 60_000), 12);
});

test('who does not take an answer is told of, once', async () => {
  const late = Promise.withResolvers<void>();
  const answer = writeInTime(
    chunksOf(new Uint8Array(1), new Uint8Array(1)),
    { graceMs: 1, leastBytesPerS: 1 },
    late.resolve,
  );
  await answer.next();
  await late.promise;
  await answer.return();
});
