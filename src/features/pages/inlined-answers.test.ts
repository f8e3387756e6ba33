import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { InnerAnswer } from '../../platform/http/index.ts';
import { inlineAnswers, inlinedLengthMax, preloadedQueriesMax } from './inlined-answers.ts';
import type { PreloadedQuery } from './preloaded-queries.ts';
import { addressOf, planQueries } from './preloaded-queries.ts';

const answerOf = (value: unknown, headers: Record<string, string> = {}): InnerAnswer => ({
  status: 200,
  text: JSON.stringify(value),
  value,
  headers: new Map(Object.entries(headers)),
});

const queryOf = (id: number): PreloadedQuery => ({ url: '/artifacts/:id', params: { id: String(id) }, query: {} });

/** The texts of a document for these steps. */
const inline = (
  steps: Parameters<typeof inlineAnswers>[0]['steps'],
  answer: (query: PreloadedQuery) => InnerAnswer | undefined,
): Promise<string[]> =>
  Array.fromAsync(inlineAnswers({ steps, nowMs: () => 0, answer: async (queries) => queries.map(answer) }));

/** Addresses of the answers in a text. */
const inlinedIn = (text = ''): string[] =>
  [...text.matchAll(/data-preloaded="([^"]*)"/g)].map(([, address = '']) => address);

it('inlines answers with what their headers say, and nothing that ends an element or begins a comment', async () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028 &amp; "';
  const [text = '', ...more] = await inline([() => [queryOf(1)]], () =>
    answerOf({ hostile }, { etag: '"a&b"', 'x-pagination-size': '3' }),
  );
  assert.deepEqual(more, []);
  const [, attributes, json = ''] = /^<script type="application\/json"([^>]*)>([^<]*)<\/script>$/.exec(text) ?? [];
  const date = 'data-date="Thu, 01 Jan 1970 00:00:00 GMT"';
  assert.equal(attributes, ` data-preloaded="/api/artifacts/1" ${date} data-etag="&quot;a&amp;b&quot;" data-size="3"`);
  assert.deepEqual(JSON.parse(json), { hostile });
});

it('goes on by what was read, over steps that need nothing', async () => {
  const texts = await inline(
    [
      () => [queryOf(1), queryOf(2)],
      () => [],
      (values) => (values.get('/artifacts/:id') !== undefined ? [queryOf(3)] : []),
    ],
    (query) => (query.params['id'] === '2' ? undefined : answerOf({})),
  );
  assert.deepEqual(texts.map(inlinedIn), [['/api/artifacts/1'], ['/api/artifacts/3']]);
});

it('leaves out what was refused, and what is longer than there is room for', async () => {
  const long = 'x'.repeat(inlinedLengthMax * 0.6);
  const [text] = await inline([() => [1, 2, 3, 4].map(queryOf)], ({ params: { id } }) =>
    id === '4' ? answerOf('short') : { ...answerOf(long), status: id === '1' ? 404 : 200 },
  );
  assert.deepEqual(inlinedIn(text), ['/api/artifacts/2', '/api/artifacts/4']);
});

it('inlines so many at most', async () => {
  const many = Array.from({ length: preloadedQueriesMax }, (_, index) => queryOf(index));
  const requested: number[] = [];
  const texts = await inline([() => many.slice(2), () => many], (query) => {
    requested.push(Number(query.params['id']));
    return answerOf({});
  });
  assert.equal(requested.length, preloadedQueriesMax);
  assert.equal(texts.flatMap(inlinedIn).length, preloadedQueriesMax);
});

it('reads nothing of an address that names nothing, and writes what it names as pages do', () => {
  const page = { query: {}, isStranger: true };
  const base = ['/api/site', '/api/users/self'];
  for (const id of ['x', '0', '1/../2', '9'.repeat(40)])
    assert.deepEqual(
      planQueries({ ...page, url: '/artifacts/:id', params: { id } })[0]?.(new Map()).map(addressOf),
      base,
    );
  const project = '"</script>&%20é';
  const [first] = planQueries({ ...page, url: '/projects/:project', params: { project } });
  const [, , address = ''] = first?.(new Map()).map(addressOf) ?? [];
  assert.equal(new URL(address, 'http://x').searchParams.get('query'), JSON.stringify({ shortname: project }));
  assert.doesNotMatch(address, /[<"]/);
});
