// Texts that cost far more than their length, where everybody looks: rendered apart from those who are served, once, and
// bounded in what comes of them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTextRenderings } from '../../src/features/artifacts/artifact/rendered-texts.ts';
import { artifactWrites, listArtifactsByIds } from '../../src/features/artifacts/index.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { onOneEngine } from '../../src/platform/database/test-place.testing.ts';
import { createMarkupRenderer, markupVersion } from '../../src/platform/markup/index.ts';
import { bombs } from '../../src/platform/markup/bombs.testing.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const stories = 'User stories';
let scrum: Scrum;
let test: TestApp;
before(async () => {
  scrum = await openScrum();
  ({ test } = scrum);
});
after(() => test.close());

async function create(values: unknown[] = []): Promise<number> {
  const title = { field_id: scrum.field(stories, 'title'), value: 'x' };
  const body = { tracker: { id: scrum.tracker(stories) }, values: [title, ...values] };
  return Number(
    at((await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ana', body, status: 201 })).json, 'id'),
  );
}

const longText = `a *long* text, see story #1\n\n${'and so on '.repeat(300)}`;
const description = (rest: Record<string, unknown>): Record<string, unknown> => ({
  field_id: scrum.field(stories, 'description'),
  ...rest,
});

const listStored = (id: number) =>
  test.app.database.read.selectFrom('rendered_texts').selectAll().where('artifact_id', '=', id).execute();

/** Comments that no request wrote, as an import does. */
async function plantComments(
  id: number,
  texts: readonly { content: string; format: 'text' | 'html' | 'commonmark' }[],
) {
  const { database, features } = test.app;
  const { version } = await features.site.current();
  const tracker = await features.trackers.findDefinition(scrum.tracker(stories), version);
  await database.transact(async (tx) => {
    const [row] = await listArtifactsByIds(tx, [id]);
    if (row === undefined || tracker === undefined) throw new Error('there is no such artifact');
    const changes = texts.map(({ content, format }, index) => {
      const atMs = row.updated_at_ms + index;
      return { by: 1, atMs, values: new Map(), comments: [{ by: 1, atMs, body: content, format }] };
    });
    await artifactWrites.applyChanges(tx, tracker, row, changes);
  });
}

describe('known bombs', onOneEngine, () => {
  // The character U+0000 gets into no database.
  const texts = [...bombs.values()].filter(({ content }) => !content.includes('\0'));
  const middle = Math.ceil(texts.length / 2);

  for (const [start, end] of [
    [0, middle],
    [middle, texts.length],
  ] as const) {
    it(`${start} to ${end} as comments hold nobody up, and what comes of them is bounded`, async () => {
      const id = await create();
      const planted = texts.slice(start, end);
      await plantComments(id, planted);
      const answered: string[] = [];
      const note = async <R>(name: string, answer: Promise<R>): Promise<R> => {
        const result = await answer;
        answered.push(name);
        return result;
      };
      const path = `/api/artifacts/${id}/changesets?fields=comments&limit=50`;
      const history = note('history', test.call(path, { as: 'ana' }));
      for (let round = 0; round < 5; round += 1) await note('version', test.call('/api/version'));
      const { status, json } = await history;
      assert.equal(status, 200);
      assert.equal(answered.at(-1), 'history', answered.join());
      const bodies = listAt(json).map((changeset) => String(at(changeset, 'last_comment.post_processed_body')));
      assert.equal(bodies.length, planted.length);
      for (const body of bodies) assert.ok(body.length < 340_000, body.slice(0, 200));
      // Plain text is not stored.
      const longer = planted.filter(({ format }) => format !== 'text');
      await until(async () => (await listStored(id)).length === longer.length);
    });
  }
});

describe('whoever writes', () => {
  /** Names in the order in which the requests were answered; the first is the one that writes. */
  async function overtake(write: Promise<unknown>): Promise<string[]> {
    const answered: string[] = [];
    const written = write.then(() => answered.push('write'));
    await test.call('/api/version').then(() => answered.push('read'));
    await written;
    return answered;
  }

  const intricate = 'a *text* of **many** runs '.repeat(2400);

  it('a comment waits for its rendering without holding others up', async () => {
    const path = `/api/artifacts/${await create()}`;
    const body = { values: [], comment: { body: intricate, format: 'commonmark' } };
    const write = expectRow(test, { path, method: 'PUT', as: 'ana', body, status: 200 });
    assert.deepEqual(await overtake(write), ['read', 'write']);
  });

  it('a static text gets it bounded, wherever the tracker is shown', async () => {
    const tracker = scrum.tracker(stories);
    const body = {
      type: 'staticrichtext',
      name: 'deep',
      label: 'Deep',
      specific_properties: { static_value: '<div>'.repeat(13_000) },
    };
    const path = `/api/trackers/${tracker}/fields`;
    const made = await expectRow(test, { path, method: 'POST', as: 'root', body, status: 201 });
    const shown = (await expectRow(test, { path: `/api/trackers/${tracker}`, as: 'ana', status: 200 })).json;
    const id = at(made.json, 'field_id');
    const field = listAt(shown, 'fields').find((one) => at(one, 'field_id') === id);
    assert.match(String(at(field, 'default_value')), /^<p class="unrendered">[^<]*<\/p>\n<pre>&lt;div&gt;&lt;div&gt;/);
  });
});

describe('a text of an artifact', () => {
  it('is stored as HTML with the change that brings it, and gone with the artifact', async () => {
    const id = await create([description({ value: { content: longText, format: 'commonmark' } })]);
    const [stored] = await listStored(id);
    assert.match(stored?.html ?? '', /^<p>a <em>long<\/em> text, see story #1<\/p>/);
    const body = { values: [], comment: { body: `<p>${longText}</p>`, format: 'html' } };
    await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PUT', as: 'ana', body, status: 200 });
    assert.equal((await listStored(id)).length, 2);
    await test.app.database.transact((tx) => tx.deleteFrom('artifacts').where('id', '=', id).execute());
    assert.deepEqual(await listStored(id), []);
  });

  it('is not stored where it costs next to nothing', async () => {
    const id = await create([description({ value: { content: 'a *short* text', format: 'commonmark' } })]);
    assert.deepEqual(await listStored(id), []);
  });

  it('is read as it was stored, and rendered anew for another version of the renderer', async () => {
    const text = { content: longText, format: 'commonmark' } as const;
    const id = await create([description({ value: text })]);
    const { database } = test.app;
    const store = (values: { html?: string; version?: number }) =>
      database.transact((tx) => tx.updateTable('rendered_texts').set(values).where('artifact_id', '=', id).execute());
    /** As a process that was just started does. */
    const load = async (): Promise<string> => {
      const logger = createLogger('silent');
      const texts = createTextRenderings({ database, logger, markup: createMarkupRenderer(logger) });
      return (await texts.load(database.read, [{ artifactId: id, text }])).html(text);
    };
    await store({ html: '<p>stored</p>' });
    assert.equal(await load(), '<p>stored</p>');
    await store({ version: markupVersion - 1 });
    assert.match(await load(), /^<p>a <em>long<\/em> text/);
    await until(async () => (await listStored(id))[0]?.version === markupVersion);
    assert.match(await load(), /^<p>a <em>long<\/em> text/);
  });

  it('is the same after a PUT of what GET gave', async () => {
    const id = await create([description({ value: { content: longText, format: 'commonmark' } })]);
    const path = `/api/artifacts/${id}`;
    const before = await expectRow(test, { path, as: 'ana', status: 200 });
    const body = { values: listAt(before.json, 'values').filter((value) => at(value, 'type') === 'text') };
    await expectRow(test, { path, method: 'PUT', as: 'ana', body, status: 200 });
    assert.equal((await expectRow(test, { path, as: 'ana', status: 200 })).text, before.text);
  });
});
