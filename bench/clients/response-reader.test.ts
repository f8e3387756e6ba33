import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createResponseReader } from './response-reader.ts';

const ok = Buffer.from('HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 5\r\nETag: "x"\r\n\r\nhello');

describe('createResponseReader', () => {
  it('gives a response once it is complete, wherever it is cut', () => {
    for (let cut = 1; cut < ok.length; cut += 1) {
      const reader = createResponseReader();
      assert.equal(reader.push(ok.subarray(0, cut)), undefined, `cut at ${cut}`);
      assert.deepEqual(reader.push(ok.subarray(cut)), { status: 200, bodyBytes: 5 }, `cut at ${cut}`);
    }
  });

  it('reads one response after another, also byte by byte', () => {
    const reader = createResponseReader();
    const seen = [...ok, ...ok].flatMap((byte) => reader.push(Buffer.from([byte])) ?? []);
    assert.deepEqual(seen, [
      { status: 200, bodyBytes: 5 },
      { status: 200, bodyBytes: 5 },
    ]);
  });

  it('does not keep the memory it was given', () => {
    const reader = createResponseReader();
    const shared = Buffer.from(ok.subarray(0, 20));
    reader.push(shared);
    shared.fill(0);
    assert.deepEqual(reader.push(ok.subarray(20)), { status: 200, bodyBytes: 5 });
  });

  it('expects no body of 304 whatever its length says, and an empty one of length 0', () => {
    const notModified = Buffer.from('HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n');
    assert.deepEqual(createResponseReader().push(notModified), { status: 304, bodyBytes: 0 });
    const empty = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length:0\r\n\r\n');
    assert.deepEqual(createResponseReader().push(empty), { status: 200, bodyBytes: 0 });
  });

  it('refuses what it can not measure', () => {
    const push = (text: string) => () => createResponseReader().push(Buffer.from(text));
    assert.throws(push('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'), /no Content-Length/);
    assert.throws(push('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab'), /1 bytes follow/);
    assert.throws(push('SSH-2.0\r\n\r\n'), /no HTTP/);
    assert.throws(push('HTTP/1.1 200 OK\r\n'.padEnd(20_000, 'x')), /exceeds/);
  });
});
