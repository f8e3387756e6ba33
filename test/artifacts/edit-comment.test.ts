// Engine: both
// Editing comments: by their authors and administrators, kept in the history, found and referred to by what they say now.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { artifactRecords } from '../../src/features/artifacts/index.ts';
import { at, createTestClock } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const clock = createTestClock(Date.UTC(2026, 9, 1, 12, 0, 0));
let scrum: Scrum;
let test: TestApp;
let story = 0;
let changeset = 0;

before(async () => {
  scrum = await openScrum({ clock });
  ({ test } = scrum);
  await test.addUser('stig');
});
after(() => test.close());

const tasks = 'Tasks';

async function create(title: string): Promise<number> {
  const values = [{ field_id: scrum.field(tasks, 'title'), value: title }];
  const body = { tracker: { id: scrum.tracker(tasks) }, values };
  return Number(
    at((await expectRow(test, { path: '/api/artifacts', method: 'POST', as: 'ana', body, status: 201 })).json, 'id'),
  );
}

async function history(id: number, as = 'ana', query = ''): Promise<readonly unknown[]> {
  const path = `/api/artifacts/${id}/changesets?limit=50${query}`;
  return listAt((await expectRow(test, { path, as, status: 200 })).json);
}

async function say(id: number, comment: object, as = 'bruno'): Promise<number> {
  clock.advance(60_000);
  const body = { values: [], comment };
  await expectRow(test, { path: `/api/artifacts/${id}`, method: 'PUT', as, body, status: 200 });
  return Number(at((await history(id)).at(-1), 'id'));
}

const edit = (id: number, of: number, body: object, as = 'bruno') => {
  clock.advance(60_000);
  return test.call(`/api/artifacts/${id}/changesets/${of}/comment`, { method: 'PUT', as, body });
};

const sayings = async (id: number, as = 'ana'): Promise<unknown[]> =>
  (await history(id, as, '&fields=comments')).map((one) => at(at(one, 'last_comment'), 'body'));

describe('editing a comment', () => {
  before(async () => {
    story = await create('Edited');
    changeset = await say(story, { body: 'frist words', format: 'text' });
  });

  it('shows the new words, who edited them and when, and tells it as an event of its own', async () => {
    const since = Number(at((await test.call('/api/events?since=0&limit=1', { as: 'ana' })).json, 'next'));
    const edited = await edit(story, changeset, { body: 'first words', format: 'text' });
    assert.equal(edited.status, 200, edited.text);
    const [, shown] = await history(story);
    assert.equal(at(at(shown, 'last_comment'), 'body'), 'first words');
    assert.equal(at(at(shown, 'last_modified_by'), 'username'), 'bruno');
    assert.notEqual(at(shown, 'last_modified_date'), at(shown, 'submitted_on'));
    const kinds = 'kinds=artifact-comment-changed';
    const { json } = await test.call(`/api/events?since=${since}&${kinds}&artifact=${story}`, { as: 'ana' });
    const events = listAt(at(json, 'events'));
    assert.deepEqual(
      events.map((event) => [at(event, 'kind'), at(event, 'changeset_id')]),
      [['artifact-comment-changed', changeset]],
    );
  });

  it('changes nothing where nothing changes', async () => {
    const before = at((await history(story))[1], 'last_modified_date');
    assert.equal((await edit(story, changeset, { body: 'first words', format: 'text' })).status, 200);
    assert.equal(at((await history(story))[1], 'last_modified_date'), before);
  });

  it('is for its author and who administers the tracker', async () => {
    const chika = await edit(story, changeset, { body: 'mine' }, 'chika');
    assert.equal(chika.status, 403, chika.text);
    assert.equal((await edit(story, changeset, { body: 'mine' }, 'stig')).status, 403);
    const ana = await edit(story, changeset, { body: 'by the administrator', format: 'text' }, 'ana');
    assert.equal(ana.status, 200, ana.text);
    assert.deepEqual(await sayings(story), ['by the administrator']);
  });

  it('says where there is no such comment', async () => {
    const other = await create('Other');
    const [creation] = await history(story);
    assert.equal((await edit(other, changeset, { body: 'x' })).status, 404);
    assert.equal((await edit(story, Number(at(creation, 'id')), { body: 'x' }, 'ana')).status, 404);
    assert.equal((await edit(story, 999_999, { body: 'x' })).status, 404);
    assert.equal((await edit(999_999, changeset, { body: 'x' })).status, 404);
  });

  it('refuses what no comment can be', async () => {
    assert.equal((await edit(story, changeset, { body: 'é'.repeat(40_000) })).status, 400);
    assert.equal((await edit(story, changeset, {})).status, 400);
    const unknown = await edit(story, changeset, { body: 'x', ugroups: [{ id: '9999' }] });
    assert.equal(unknown.status, 400, unknown.text);
    assert.equal((await edit(story, changeset, { body: 'x', boddy: 'y' })).status, 400);
  });

  it('takes it back where it is emptied', async () => {
    const of = await say(story, { body: 'never mind', format: 'text' });
    assert.equal((await edit(story, of, { body: '' })).status, 200);
    assert.deepEqual(await sayings(story), ['by the administrator']);
  });
});

describe('an edited comment', () => {
  it('stays for its groups, unless it is given to others', async () => {
    const id = await create('Private');
    const { json } = await test.call(`/api/trackers/${scrum.tracker(tasks)}`, { as: 'ana' });
    const group = `${String(at(at(json, 'project'), 'id'))}_4`;
    const of = await say(id, { body: 'secret', format: 'text', ugroups: [{ id: group }] }, 'ana');
    assert.deepEqual(await sayings(id, 'bruno'), []);
    assert.equal((await edit(id, of, { body: 'still secret', format: 'text' }, 'ana')).status, 200);
    assert.deepEqual(await sayings(id, 'bruno'), []);
    assert.equal((await edit(id, of, { body: 'x' }, 'bruno')).status, 404, 'hidden is as if there were none');
    assert.equal((await edit(id, of, { body: 'open', format: 'text', ugroups: [] }, 'ana')).status, 200);
    assert.deepEqual(await sayings(id, 'bruno'), ['open']);
  });

  it('is found by what it says now, and refers to what it names now', async () => {
    const [id, target] = [await create('Searched'), await create('Target')];
    const of = await say(id, { body: 'walrus', format: 'commonmark' });
    const find = async (word: string): Promise<unknown[]> => {
      const query = encodeURIComponent(`@comments = "${word}"`);
      const path = `/api/trackers/${scrum.tracker(tasks)}/artifacts?expert_query=${query}`;
      return listAt((await expectRow(test, { path, as: 'ana', status: 200 })).json).map((one) => at(one, 'id'));
    };
    assert.deepEqual(await find('walrus'), [id]);
    assert.equal((await edit(id, of, { body: `narwhal, see art #${target}` })).status, 200);
    assert.deepEqual([await find('walrus'), await find('narwhal')], [[], [id]]);
    const [, shown] = await history(id);
    const link = new RegExp(`val=${target}&amp;group_id=\\d+"[^>]*>art #${target}`);
    assert.match(String(at(at(shown, 'last_comment'), 'post_processed_body')), link);
  });

  it('keeps the artifact in step with what was said of it', async () => {
    assert.deepEqual(
      await test.app.database.snapshot((db) => Array.fromAsync(artifactRecords.listInconsistencies(db))),
      [],
    );
  });
});

it('canned responses of a tracker are there for who sees it', async () => {
  const path = `/api/trackers/${scrum.tracker('Bugs')}/canned_responses`;
  const told = listAt((await expectRow(test, { path, as: 'bruno', status: 200 })).json);
  assert.deepEqual(
    told.map((one) => at(one, 'title')),
    ['Which phone?'],
  );
  const none = `/api/trackers/${scrum.tracker(tasks)}/canned_responses`;
  assert.deepEqual((await expectRow(test, { path: none, as: 'bruno', status: 200 })).json, []);
});
