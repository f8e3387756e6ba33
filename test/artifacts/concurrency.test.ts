// Engine: both
// Spec rulings 15 to 20: entity tags, Last-Modified and races of real requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { formatHttpDate } from '../../src/platform/texts/http-dates.ts';
import { at, createTestClock, headerOf, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';

const scrum = new URL('../../samples/scrum', import.meta.url).pathname;
const startMs = Date.UTC(2026, 9, 1, 12, 0, 0);
const clock = createTestClock(startMs);
let test: TestApp;
let trackerId = 0;
let titleField = 0;

before(async () => {
  test = await startApp({ archives: [scrum], clock });
  const trackers = await test.call('/api/projects/101/trackers?representation=minimal&limit=50', { as: 'ana' });
  assert.ok(Array.isArray(trackers.json));
  trackerId = Number(
    at(
      trackers.json.find((tracker: unknown) => at(tracker, 'label') === 'Tasks'),
      'id',
    ),
  );
  const tracker = await test.call(`/api/trackers/${trackerId}`, { as: 'ana' });
  titleField = Number(at(tracker.json, 'semantics.title.field_id'));
});
after(() => test.close());

const title = (text: string) => ({ values: [{ field_id: titleField, value: text }] });
const put = (id: number, text: string, headers: Record<string, string> = {}): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body: title(text), headers });
const read = (id: number, headers: Record<string, string> = {}): Promise<Answered> =>
  test.call(`/api/artifacts/${id}`, { as: 'ana', headers });

async function create(text: string): Promise<number> {
  const made = await test.call('/api/artifacts', {
    method: 'POST',
    as: 'ana',
    body: { tracker: { id: trackerId }, ...title(text) },
  });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

const linkField = async (): Promise<unknown> => {
  const fields = at((await test.call(`/api/trackers/${trackerId}`, { as: 'ana' })).json, 'fields');
  assert.ok(Array.isArray(fields));
  return fields.find((field: unknown) => at(field, 'type') === 'art_link');
};

const historySize = async (id: number): Promise<number> =>
  Number(headerOf(await test.call(`/api/artifacts/${id}/changesets`, { as: 'ana' }), 'x-pagination-size'));

describe('creation', () => {
  it('answers 201 with Location, ETag and Last-Modified, and the tag guards a PUT', async () => {
    const made = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'ana',
      body: { tracker: { id: trackerId }, ...title('one') },
    });
    assert.equal(made.status, 201);
    const id = Number(at(made.json, 'id'));
    assert.match(headerOf(made, 'location'), new RegExp(`/api/v1/artifacts/${id}$`));
    assert.match(headerOf(made, 'etag'), /^"[\w-]+\.[\w-]+"$/);
    const changed = await put(id, 'two', { 'if-match': headerOf(made, 'etag') });
    assert.equal(changed.status, 200);
    assert.equal(at(changed.json, 'title'), 'two');
    assert.notEqual(headerOf(changed, 'etag'), headerOf(made, 'etag'));
  });
});

describe('If-Match', () => {
  it('lets exactly one of many concurrent PUTs with one tag through', async () => {
    const id = await create('race');
    const tag = headerOf(await read(id), 'etag');
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => put(id, `by ${n}`, { 'if-match': tag })));
    const statuses = answers.map((answer) => answer.status);
    assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
    assert.equal(statuses.filter((status) => status === 412).length, 23, String(statuses));
    assert.equal(await historySize(id), 2);
    const winner = answers.find((answer) => answer.status === 200);
    assert.equal(at((await read(id)).json, 'title'), at(winner?.json, 'title'));
  });

  it('leaves no trace of a refused change and tells the current tag', async () => {
    const id = await create('trace');
    const old = headerOf(await read(id), 'etag');
    await put(id, 'second');
    const before = await read(id);
    const refused = await put(id, 'third', { 'if-match': old });
    assert.equal(refused.status, 412);
    assert.equal(at(refused.json, 'error.code'), 412);
    assert.equal(headerOf(refused, 'etag').split('.')[0], headerOf(before, 'etag').split('.')[0]);
    const after = await read(id);
    assert.equal(after.text, before.text);
    assert.equal(headerOf(after, 'etag'), headerOf(before, 'etag'));
    assert.equal(await historySize(id), 2);
  });

  const forms: { name: string; make(tag: string): string; status: number }[] = [
    { name: 'a list that holds it', make: (tag) => `"x.y", ${tag}`, status: 200 },
    { name: 'a star', make: () => '*', status: 200 },
    { name: 'an unquoted value', make: (tag) => tag.replaceAll('"', ''), status: 200 },
    { name: 'a tag that a proxy marked', make: (tag) => `W/${tag}`, status: 200 },
    { name: 'another value', make: () => '"nothing.here"', status: 412 },
    { name: 'a broken value', make: () => '"unclosed', status: 400 },
  ];
  for (const { name, make, status } of forms) {
    it(`answers ${status} to ${name}`, async () => {
      const id = await create(name);
      const answer = await put(id, `${name}!`, { 'if-match': make(headerOf(await read(id), 'etag')) });
      assert.equal(answer.status, status, answer.text);
    });
  }

  it('accepts in XML a tag that was read as JSON', async () => {
    const id = await create('formats');
    const tag = headerOf(await read(id), 'etag');
    const body = `<request><values><item><field_id>${titleField}</field_id><value>from XML</value></item></values></request>`;
    const headers = { 'content-type': 'application/xml', accept: 'application/xml', 'if-match': tag };
    const answer = await test.call(`/api/v1/artifacts/${id}`, { method: 'PUT', as: 'ana', body, headers });
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /<title>from XML<\/title>/);
    assert.notEqual(headerOf(answer, 'etag'), headerOf(await read(id), 'etag'));
    const again = await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'ana', body, headers });
    assert.equal(again.status, 412);
    assert.match(again.text, /<error><code>412<\/code>/);
  });

  it('accepts the tag of every representation of the current version', async () => {
    const id = await create('representations');
    const queries = ['', '?values_format=by_field', '?values_format=all', '?tracker_structure_format=complete'];
    const tags = new Set<string>();
    for (const query of queries) {
      for (const accept of ['application/json', 'application/xml']) {
        const shown = await test.call(`/api/artifacts/${id}${query}`, { as: 'ana', headers: { accept } });
        tags.add(headerOf(shown, 'etag'));
        assert.equal(
          (await put(id, `after ${query} ${accept}`, { 'if-match': headerOf(shown, 'etag') })).status,
          200,
          query,
        );
        assert.equal((await put(id, 'too late', { 'if-match': headerOf(shown, 'etag') })).status, 412, query);
      }
    }
    assert.equal(tags.size, queries.length * 2);
  });
});

describe('If-Unmodified-Since', () => {
  it('lets exactly one of many concurrent PUTs with one date through', async () => {
    const id = await create('race by date');
    clock.advance(5000);
    const date = headerOf(await read(id), 'last-modified');
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => put(id, `by ${n}`, { 'if-unmodified-since': date })),
    );
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
    assert.equal(answers.filter((answer) => answer.status === 412).length, 15);
  });

  it('never lets one through that did not see the second update of the same second', async () => {
    const id = await create('same second');
    clock.advance(5000);
    await put(id, 'first');
    const seenFirst = headerOf(await read(id), 'last-modified');
    await put(id, 'second');
    const refused = await put(id, 'lost update', { 'if-unmodified-since': seenFirst });
    assert.equal(refused.status, 412);
    assert.equal(at((await read(id)).json, 'title'), 'second');
    clock.advance(5000);
    const seenSecond = headerOf(await read(id), 'last-modified');
    assert.notEqual(seenSecond, seenFirst);
    assert.equal((await put(id, 'third', { 'if-unmodified-since': seenSecond })).status, 200);
  });

  it('is never later than now and strictly grows', async () => {
    const id = await create('growing');
    const dates: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      await put(id, `version ${n}`);
      const date = Date.parse(headerOf(await read(id), 'last-modified'));
      assert.ok(date <= clock.nowMs());
      clock.advance(10_000);
      dates.push(Date.parse(headerOf(await read(id), 'last-modified')));
    }
    assert.deepEqual(
      dates,
      [...new Set(dates)].sort((a, b) => a - b),
    );
  });

  it('accepts ISO 8601, refuses what is no date, and is ignored beside If-Match', async () => {
    const id = await create('dates');
    clock.advance(5000);
    const answer = await read(id);
    const iso = new Date(headerOf(answer, 'last-modified')).toISOString();
    assert.equal((await put(id, 'by iso', { 'if-unmodified-since': iso })).status, 200);
    assert.equal((await put(id, 'nonsense', { 'if-unmodified-since': 'yesterday' })).status, 400);
    const tag = headerOf(await read(id), 'etag');
    const stale = formatHttpDate(0);
    assert.equal((await put(id, 'both', { 'if-match': tag, 'if-unmodified-since': stale })).status, 200);
  });
});

describe('reading conditionally', () => {
  it('answers 304 to the tag of the same representation alone', async () => {
    const id = await create('cached');
    const json = await read(id);
    const tag = headerOf(json, 'etag');
    const same = await read(id, { 'if-none-match': tag });
    assert.equal(same.status, 304);
    assert.equal(same.text, '');
    assert.equal(headerOf(same, 'etag'), tag);
    assert.equal((await read(id, { 'if-none-match': tag, accept: 'application/xml' })).status, 200);
    await put(id, 'changed');
    assert.equal((await read(id, { 'if-none-match': tag })).status, 200);
  });

  it('shows a link that another artifact made, whatever dates are sent', async () => {
    const id = await create('linked to');
    clock.advance(5000);
    const before = await read(id);
    const links = Number(at(await linkField(), 'field_id'));
    const made = await test.call('/api/artifacts', {
      method: 'POST',
      as: 'ana',
      body: { tracker: { id: trackerId }, values: [...title('linking').values, { field_id: links, links: [{ id }] }] },
    });
    assert.equal(made.status, 201, made.text);
    const date = headerOf(before, 'last-modified');
    for (const headers of [{ 'if-modified-since': date }, { 'if-none-match': headerOf(before, 'etag') }]) {
      const after = await read(id, headers);
      assert.equal(after.status, 200);
      assert.ok(after.text.includes(`"id":${Number(at(made.json, 'id'))},`));
    }
  });

  it('gives every single resource a tag, and HEAD the same headers without a body', async () => {
    for (const path of [
      '/api/projects/101',
      `/api/trackers/${trackerId}`,
      '/api/users/self',
      '/api/version',
      '/api/user_groups/101_3',
    ]) {
      const answer = await test.call(path, { as: 'ana' });
      assert.equal(answer.status, 200, path);
      const again = await test.call(path, { as: 'ana', headers: { 'if-none-match': headerOf(answer, 'etag') } });
      assert.equal(again.status, 304, path);
      const head = await test.call(path, { as: 'ana', method: 'HEAD' });
      assert.equal(head.status, 200, path);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('etag'), answer.headers.get('etag'), path);
    }
  });
});

describe('a PUT without effect', () => {
  it('adds nothing to the history and keeps the tag', async () => {
    const id = await create('still');
    const before = await read(id);
    const answer = await put(id, 'still');
    assert.equal(answer.status, 200);
    assert.equal(headerOf(answer, 'etag'), headerOf(before, 'etag'));
    assert.equal(await historySize(id), 1);
  });

  it('accepts the whole document that GET gave, in JSON and in XML', async () => {
    for (const accept of ['application/json', 'application/xml']) {
      const list = await test.call(`/api/trackers/${trackerId}/artifacts?limit=5`, { as: 'ana' });
      assert.ok(Array.isArray(list.json));
      for (const item of list.json) {
        const id = Number(at(item, 'id'));
        const shown = await read(id, { accept });
        const body = shown.text.replace('<response>', '<request>').replace('</response>', '</request>');
        const back = await test.call(`/api/artifacts/${id}`, {
          method: 'PUT',
          as: 'ana',
          body,
          headers: { 'content-type': accept, accept, 'if-match': headerOf(shown, 'etag') },
        });
        assert.equal(back.status, 200, back.text);
        assert.equal(back.text, shown.text);
        assert.equal(headerOf(back, 'etag'), headerOf(shown, 'etag'));
      }
    }
  });
});
