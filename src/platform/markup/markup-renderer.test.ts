import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger } from '../observability/logger.ts';
import { createMarkupRenderer, renderAll } from './markup-renderer.ts';
import type { MarkupText } from './markup-text.ts';

const logger = createLogger('silent');
const markdown = (content: string): MarkupText => ({ content, format: 'commonmark' });
const short = markdown('*a*');
const long = markdown('*long* '.repeat(200));

/** Threads that say how many texts they were given, or end where a text says so. */
const program = new URL(
  `data:text/javascript,
  import { parentPort } from 'node:worker_threads';
  let count = 0;
  parentPort.on('message', ({ content }) => {
    count += 1;
    if (content.startsWith('end')) process.exit(1);
    parentPort.postMessage(content + count);
  });`,
);

describe('a renderer', () => {
  it('renders what is short at once, and what is long apart', async () => {
    const renderer = createMarkupRenderer(logger);
    assert.equal(renderer.renderAtOnce(short), '<p><em>a</em></p>\n');
    const unrendered = renderer.renderAtOnce(long);
    assert.ok(typeof unrendered === 'object');
    const html = await renderer.renderApart(unrendered);
    assert.ok(html.startsWith('<p><em>long</em> '));
    assert.deepEqual(renderer.renderAtOnce(long), { ...unrendered, cached: html });
  });

  it('has time for so many short texts in one turn, and again in the next', async () => {
    const renderer = createMarkupRenderer(logger);
    const texts = Array.from({ length: 3000 }, (_, index) => markdown(`*${index}* ${'a@b.co '.repeat(130)}`));
    const renderSome = (): number => texts.filter((text) => typeof renderer.renderAtOnce(text) === 'string').length;
    const first = renderSome();
    assert.ok(first > 0 && first < 3000, String(first));
    assert.equal(renderSome(), 0);
    await nextTurn();
    assert.ok(renderSome() > 0);
    const told: string[] = [];
    await renderAll(renderer, texts.slice(-3), { onRendered: (digest) => void told.push(digest) });
    assert.deepEqual(told, [], 'short texts are not worth storing');
  });

  it('takes plain text and what is too long as it is, at once', () => {
    const renderer = createMarkupRenderer(logger);
    assert.equal(typeof renderer.renderAtOnce({ content: 'a'.repeat(60_000), format: 'text' }), 'string');
    const html = renderer.renderAtOnce(markdown('a'.repeat(65_537)));
    assert.ok(typeof html === 'string' && html.startsWith('<p class="unrendered">'));
  });

  it('renders the same text once for all who ask', async () => {
    const renderer = createMarkupRenderer(logger, program);
    const all = await Promise.all([renderAll(renderer, [long, long]), renderAll(renderer, [long])]);
    for (const texts of all) assert.equal(texts.html(long), `${long.content}1`);
  });

  it('shows the source of a text whose thread ends, and goes on', async () => {
    const renderer = createMarkupRenderer(logger, program);
    const fatal = markdown(`end ${long.content}`);
    const texts = await renderAll(renderer, [fatal, long]);
    assert.match(texts.html(fatal), /^<p class="unrendered">[^<]*<\/p>\n<pre>end/);
    assert.equal(texts.html(long), `${long.content}1`);
  });

  it('asks for what is stored, and tells of what was not', async () => {
    const renderer = createMarkupRenderer(logger, program);
    const stored = markdown(`stored ${long.content}`);
    const told: string[] = [];
    const find = async (missing: readonly { text: MarkupText; digest: string }[]) =>
      new Map(missing.filter(({ text }) => text === stored).map(({ digest }) => [digest, '<p>stored</p>']));
    const texts = await renderAll(renderer, [short, stored, long], {
      find,
      onRendered: (_digest, html) => void told.push(html),
    });
    assert.deepEqual([texts.html(short), texts.html(stored)], ['<p><em>a</em></p>\n', '<p>stored</p>']);
    assert.deepEqual(told, [`${long.content}1`]);
  });
});
