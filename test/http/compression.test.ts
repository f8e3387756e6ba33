// Answers that clients take compressed are compressed, say the same as others, and keep their entity tag.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { at, issueToken, testPassword } from '../support/harness.ts';
import { openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

interface Bytes {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

let scrum: Scrum;
let token: Record<string, string>;
before(async () => {
  scrum = await openScrum({ settings: '$sys_rest_api_over_http = 1;' });
  for (const as of ['ana', 'root']) await scrum.test.call(artifact, { as });
  token = await issueToken(scrum.test.app, 'ana');
});
after(() => scrum.test.close());

const ask = (path: string, headers: Record<string, string>, method = 'GET', sent?: unknown): Promise<Bytes> =>
  new Promise((resolve, reject) => {
    const text = sent === undefined ? {} : { 'content-type': 'application/json' };
    const asked = request(
      `${scrum.test.base}${path}`,
      { method, headers: { ...token, ...text, ...headers } },
      (answer) => {
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          reject,
        );
      },
    );
    asked.on('error', reject).end(sent === undefined ? undefined : JSON.stringify(sent));
  });

const read = ({ headers, body }: Bytes): string =>
  (headers['content-encoding'] === 'br'
    ? brotliDecompressSync(body)
    : headers['content-encoding'] === 'gzip'
      ? gunzipSync(body)
      : body
  ).toString();

const artifact = '/api/artifacts/2';
/** Longer than what is compressed at once. */
const longList = (): string => `/api/trackers/${scrum.tracker('Tasks')}/artifacts?values=all&limit=50`;

describe('an answer to a client that takes it compressed', () => {
  for (const format of ['json', 'xml'])
    for (const coding of ['br', 'gzip'])
      it(`is the same in ${coding} of ${format}, by every way, with its tag`, async () => {
        const accept = { accept: `application/${format}` };
        for (const path of [artifact, longList(), '/api/projects/101', '/api/projects/101/trackers?limit=50']) {
          const plain = await ask(path, accept);
          assert.equal(plain.headers['content-encoding'], undefined);
          assert.ok(plain.body.length > 1024, `${path} is too short to try`);
          // The third time it is one that was kept.
          for (let round = 0; round < 3; round += 1) {
            const packed = await ask(path, { ...accept, 'accept-encoding': `${coding};q=0.9, deflate` });
            assert.equal(packed.headers['content-encoding'], coding, path);
            assert.ok(packed.body.length < plain.body.length / 1.5, path);
            assert.equal(read(packed), plain.body.toString());
            for (const answer of [plain, packed]) {
              assert.equal(answer.headers['content-length'], String(answer.body.length));
              assert.equal(answer.headers.vary, 'Accept, Accept-Encoding');
            }
            const same = ['etag', 'last-modified', 'content-type', 'cache-control', 'x-pagination-size', 'allow'];
            for (const name of same) assert.equal(packed.headers[name], plain.headers[name], name);
            const head = await ask(path, { ...accept, 'accept-encoding': coding }, 'HEAD');
            assert.deepEqual([head.body.length, head.headers['content-encoding']], [0, coding]);
            assert.equal(head.headers['content-length'], packed.headers['content-length']);
          }
        }
      });

  it('is guarded by the tag as it was read, and 304 where it is known', async () => {
    const encoding = { 'accept-encoding': 'gzip, br' };
    for (const path of [artifact, '/api/projects/101']) {
      const { etag = '' } = (await ask(path, encoding)).headers;
      for (const tag of [etag, `W/${etag}`, etag.replace(/"$/, '-gzip"')]) {
        const known = await ask(path, { ...encoding, 'if-none-match': tag });
        assert.deepEqual([known.status, known.body.length, known.headers['content-encoding']], [304, 0, undefined]);
        assert.equal(known.headers.etag, etag);
      }
    }
    const tasks: unknown = JSON.parse((await ask(longList(), {})).body.toString());
    const id = Number(at(tasks, '0.id'));
    let count = 0;
    const values = () => [{ field_id: scrum.field('Tasks', 'title'), value: `behind a proxy ${(count += 1)}` }];
    for (const mark of [(tag: string) => `W/${tag}`, (tag: string) => tag.replace(/"$/, '--gzip"')]) {
      const { etag = '' } = (await ask(`/api/artifacts/${id}`, encoding)).headers;
      const save = () =>
        ask(`/api/artifacts/${id}`, { ...encoding, 'if-match': mark(etag) }, 'PUT', { values: values() });
      const saved = await save();
      assert.deepEqual([saved.status, saved.headers['content-encoding']], [200, 'br'], read(saved));
      assert.equal((await save()).status, 412);
      const item = { id, if_match: mark(saved.headers.etag ?? ''), values: values() };
      const change = () => ask('/api/artifacts/batch', encoding, 'POST', { items: [item] });
      assert.deepEqual([(await change()).status, (await change()).status], [200, 412]);
    }
  });
});

it('a document that is kept is compressed once, and has a tag for each coding', async () => {
  const plain = await ask('/api/openapi.json', {});
  for (const coding of ['br', 'gzip', 'br']) {
    const packed = await ask('/api/openapi.json', { 'accept-encoding': coding });
    assert.equal(packed.headers['content-encoding'], coding);
    assert.equal(packed.headers.etag, plain.headers.etag?.replace(/"$/, `-${coding}"`));
    assert.equal(read(packed), plain.body.toString());
    // As a proxy hands it on that asks for the bytes as they are.
    for (const tag of [packed.headers.etag, `W/${plain.headers.etag}`])
      assert.equal((await ask('/api/openapi.json', { 'if-none-match': tag ?? '' })).status, 304);
  }
});

describe('an answer goes out as it is', () => {
  const rows: [why: string, path: () => string, headers: Record<string, string>][] = [
    ['to who asks for nothing', () => artifact, {}],
    ['to who refuses all codings', () => artifact, { 'accept-encoding': 'gzip;q=0, br;q=0' }],
    ['to who knows others alone', () => artifact, { 'accept-encoding': 'deflate, zstd' }],
    ['to who prefers it so', () => artifact, { 'accept-encoding': 'identity, br;q=0.5' }],
    ['where it is short', () => '/api/version', { 'accept-encoding': 'br' }],
    ['where another site asks', () => artifact, { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' }],
  ];
  for (const [why, path, headers] of rows)
    it(why, async () => {
      const answer = await ask(path(), headers);
      assert.deepEqual(
        [answer.headers['content-encoding'], answer.headers['content-length']],
        [undefined, String(answer.body.length)],
      );
    });

  it('where it is a stream', async () => {
    const path = `/api/trackers/${scrum.tracker('Tasks')}/tracker.xml`;
    const streamed = await ask(path, { 'accept-encoding': 'br', ...(await issueToken(scrum.test.app, 'root')) });
    assert.deepEqual([streamed.status, streamed.headers['content-encoding']], [200, undefined], read(streamed));
  });

  it('where it tells a secret', async () => {
    const headers = { 'accept-encoding': 'br', 'x-auth-token': '', 'x-auth-userid': '' };
    const told = await ask('/api/tokens', headers, 'POST', { username: 'ana', password: testPassword });
    assert.deepEqual([told.status, told.headers['content-encoding'], told.headers.vary], [200, undefined, 'Accept']);
  });

  it('where so many wait that it would come late, and all are right', async () => {
    const path = longList();
    const wanted = (await ask(path, {})).body.toString();
    const many = Array.from({ length: 120 }, (_, index) =>
      ask(path, { 'accept-encoding': 'br', 'x-number': String(index) }),
    );
    for (const answer of await Promise.all(many)) assert.equal(read(answer), wanted);
  });
});
