import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { InnerAnswer } from '../../platform/http/index.ts';
import { bringAnswers, answersLengthMax, firstReadsMax, listExpected } from './first-answers.ts';
import type { FirstRead } from './first-reads.ts';
import { addressOf, planReads } from './first-reads.ts';

const answerOf = (value: unknown, headers: Record<string, string> = {}): InnerAnswer => ({
  status: 200,
  text: JSON.stringify(value),
  value,
  headers: new Map(Object.entries(headers)),
});

const readOf = (id: number): FirstRead => ({ url: '/artifacts/:id', params: { id: String(id) }, query: {} });

/** The pieces of a document for these steps. */
const bring = (
  steps: Parameters<typeof bringAnswers>[0]['steps'],
  answer: (read: FirstRead) => InnerAnswer | undefined,
): Promise<string[]> =>
  Array.fromAsync(
    bringAnswers({ steps, nonce: 'n', nowMs: () => 0, answer: async (reads) => reads.map(answer), brought: new Map() }),
  );

/** Addresses of the answers that a piece holds. */
const broughtBy = (piece = ''): string[] =>
  [...piece.matchAll(/data-first="([^"]*)"/g)].map(([, address = '']) => address);

it('brings answers with what their headers say, and nothing that ends an element or begins a comment', async () => {
  const hostile = '</script><script>alert(1)</script><!-- \u2028 &amp; "';
  const [piece = '', ...more] = await bring([() => [readOf(1)]], () =>
    answerOf({ hostile }, { etag: '"a&b"', 'x-pagination-size': '3' }),
  );
  assert.deepEqual(more, []);
  const [, attributes, json = ''] =
    /^<script type="application\/json"([^>]*)>([^<]*)<\/script><script nonce="n">tepalGive\("[^"<]*",\[\]\)<\/script>$/.exec(
      piece,
    ) ?? [];
  assert.equal(attributes, ' data-first="/api/artifacts/1" data-etag="&quot;a&amp;b&quot;" data-size="3"');
  assert.deepEqual(JSON.parse(json), { hostile });
});

it('says what comes before it is read, and goes on by what was read', async () => {
  const pieces = await bring(
    [() => [readOf(1), readOf(2)], (values) => (values.get('/artifacts/:id') !== undefined ? [readOf(3)] : [])],
    (read) => (read.params['id'] === '2' ? undefined : answerOf({})),
  );
  assert.deepEqual(pieces.map(broughtBy), [['/api/artifacts/1'], ['/api/artifacts/3']]);
  assert.match(pieces[0] ?? '', /tepalGive\("[^"]+",\["\/api\/artifacts\/3"\]\)/);
});

it('leaves out what was refused, and what is longer than there is room for', async () => {
  const long = 'x'.repeat(answersLengthMax * 0.6);
  const [piece] = await bring([() => [1, 2, 3, 4].map(readOf)], ({ params: { id } }) =>
    id === '4' ? answerOf('short') : { ...answerOf(long), status: id === '1' ? 404 : 200 },
  );
  assert.deepEqual(broughtBy(piece), ['/api/artifacts/2', '/api/artifacts/4']);
});

it('brings so many at most', async () => {
  const many = Array.from({ length: firstReadsMax }, (_, index) => readOf(index));
  const asked: number[] = [];
  const steps = [() => many.slice(2), () => many];
  const pieces = await bring(steps, (read) => {
    asked.push(Number(read.params['id']));
    return answerOf({});
  });
  assert.equal(asked.length, firstReadsMax);
  assert.equal(pieces.flatMap(broughtBy).length, firstReadsMax);
});

it('reads nothing of an address that names nothing, and writes what it names as pages do', () => {
  const page = { query: {}, isStranger: true };
  const base = ['/api/site', '/api/users/self'];
  for (const id of ['x', '0', '1/../2', '9'.repeat(40)])
    assert.deepEqual(
      planReads({ ...page, url: '/artifacts/:id', params: { id } })[0]?.(new Map()).map(addressOf),
      base,
    );
  const project = '"</script>&%20é';
  const [first] = planReads({ ...page, url: '/projects/:project', params: { project } });
  const [, , address = ''] = first?.(new Map()).map(addressOf) ?? [];
  assert.equal(new URL(address, 'http://x').searchParams.get('query'), JSON.stringify({ shortname: project }));
  assert.doesNotMatch(listExpected(first?.(new Map()) ?? []), /</);
});
