// What pages ask before anything is saved: how a text would look, and what one may do with an artifact.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { admins, buildProject, everybody, registered } from '../support/worlds.ts';
import type { World } from '../support/worlds.ts';

let test: TestApp;
let world: World;
let artifact: number;

before(async () => {
  test = await startApp();
  const ada = await test.addUser('ada');
  await test.addUser('bo');
  world = await buildProject(test, {
    name: 'mill',
    admins: [ada],
    trackers: () => [
      {
        name: 'sack',
        permissions: { full: [everybody], admin: [admins] },
        title: 'title',
        fields: [
          { name: 'title', type: 'string', read: [everybody], submit: [registered], update: [admins] },
          {
            name: 'state',
            type: 'sb',
            values: ['New', 'Milled', 'Sold'],
            read: [everybody],
            submit: [registered],
            update: [registered],
          },
        ],
        workflow: {
          field: 'state',
          moves: [
            { from: null, to: 'New' },
            { from: 'New', to: 'Milled' },
            { from: 'New', to: 'Sold', groups: [admins] },
          ],
        },
      },
    ],
  });
  const values = [
    { field_id: world.field('sack', 'title'), value: 'Rye' },
    { field_id: world.field('sack', 'state'), bind_value_ids: [world.value('sack', 'state', 'New')] },
  ];
  const body = { tracker: { id: world.tracker('sack') }, values };
  const made = await test.call('/api/artifacts', { method: 'POST', as: 'ada', body });
  assert.equal(made.status, 201, made.text);
  artifact = Number(at(made.json, 'id'));
});
after(() => test.close());

describe('a preview', () => {
  const preview = (body: unknown, as = 'ada') =>
    test.call(`/api/projects/${world.id}/markup_preview`, { method: 'POST', as, body });

  it('is rendered and cleaned as a saved text is, with its references', async () => {
    const { json } = await preview({ text: `**big** sack #${artifact} <script>x</script>`, format: 'commonmark' });
    const html = String(at(json, 'html'));
    assert.match(html, /<strong>big<\/strong>/);
    assert.match(html, /class="cross-reference">sack #\d+<\/a>/);
    assert.doesNotMatch(html, /<script/);
  });

  it('has the safe HTML of Markdown as elements, and classes instead of styles', async () => {
    const text =
      'Press <kbd>Ctrl</kbd>.\n\n| a |\n| :-: |\n| open<br>read |\n\n<details><summary>Log</summary>\n\nline\n\n</details>\n\n<!-- for the editor -->';
    const html = String(at((await preview({ text, format: 'commonmark' })).json, 'html'));
    for (const part of [
      '<kbd>Ctrl</kbd>',
      'open<br />read',
      '<details><summary>Log</summary>',
      '<th class="align-center">',
    ])
      assert.ok(html.includes(part), html);
    assert.doesNotMatch(html, /style=|editor/);
    const styled = { text: '<p style="text-align:center; color:red">x</p>', format: 'html' };
    assert.equal(at((await preview(styled)).json, 'html'), '<p class="align-center">x</p>');
  });

  it('refuses unknown formats, texts that are too long, and people who are not signed in', async () => {
    assert.equal((await preview({ text: 'a', format: 'rtf' })).status, 400);
    assert.equal((await preview({ text: 'a'.repeat(300_000), format: 'text' })).status, 413);
    const path = `/api/projects/${world.id}/markup_preview`;
    assert.equal((await test.call(path, { method: 'POST', body: { text: 'a', format: 'text' } })).status, 401);
  });
});

describe('what one may do with an artifact', () => {
  const actions = async (as?: string): Promise<unknown> => {
    const path = `/api/artifacts/${artifact}?tracker_structure_format=complete&with_allowed_actions=true`;
    const answer = await test.call(path, as === undefined ? {} : { as });
    assert.equal(answer.status, 200, answer.text);
    return at(answer.json, 'allowed_actions');
  };
  const goals = (told: unknown): unknown[] => {
    const transitions = at(told, 'transitions');
    assert.ok(Array.isArray(transitions));
    return transitions.map((transition: unknown) => at(transition, 'to_label'));
  };

  it('is told by person', async () => {
    await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '5');
    const [ada, bo, nobody] = [await actions('ada'), await actions('bo'), await actions()];
    assert.deepEqual(goals(ada), ['Milled', 'Sold']);
    assert.deepEqual(goals(bo), ['Milled']);
    const names = ['can_update', 'can_comment', 'can_delete', 'can_move'];
    const flags = (told: unknown): unknown[] => names.map((name) => at(told, name));
    assert.deepEqual(flags(ada), [true, true, true, true]);
    assert.deepEqual(flags(bo), [true, true, false, false]);
    assert.deepEqual(flags(nobody), [false, false, false, false]);
    assert.deepEqual([at(ada, 'deletions_left'), at(bo, 'deletions_left')], [5, null]);
    assert.deepEqual([at(bo, 'can_comment_privately'), at(nobody, 'can_comment_privately')], [true, false]);
    const asked = await test.call(`/api/artifacts/${artifact}`);
    const switches = [
      ['private_comments', 'can_comment_privately', 'bo'],
      ['artifact_moves', 'can_move', 'ada'],
    ] as const;
    for (const [part, action, as] of switches) {
      const path = `/api/trackers/${String(at(asked.json, 'tracker.id'))}/${part}`;
      const choose = async (who: string, body: object): Promise<number> =>
        (await test.call(path, { method: 'PUT', as: who, body })).status;
      assert.deepEqual([await choose('bo', { enabled: false }), await choose('ada', { enabled: 'no' })], [403, 400]);
      assert.equal(await choose('ada', { enabled: false }), 200);
      assert.equal(at(await actions(as), action), false);
      assert.deepEqual((await test.call(path, { as: 'ada' })).json, { enabled: false });
      assert.equal(await choose('ada', { enabled: true }), 200);
      assert.equal(at(await actions(as), action), true);
    }
  });

  it('is not told where nobody asked', async () => {
    const { json } = await test.call(`/api/artifacts/${artifact}?tracker_structure_format=complete`);
    assert.ok(typeof json === 'object' && json !== null && !('allowed_actions' in json));
  });
});

describe('a refusal', () => {
  const move = { field_id: 0, bind_value_ids: [0] };
  before(() => {
    move.field_id = world.field('sack', 'state');
    move.bind_value_ids = [world.value('sack', 'state', 'Sold')];
  });

  it('has the name of its sentence and what fills it, for who says it in another language', async () => {
    const refused = await test.call(`/api/artifacts/${artifact}`, {
      method: 'PUT',
      as: 'bo',
      body: { values: [move] },
    });
    assert.equal(refused.status, 400);
    assert.match(
      String(at(refused.json, 'error.message')),
      /"Label of state" from "New" to "Sold"; you can change it to/,
    );
    assert.equal(at(refused.json, 'error.i18n.key'), 'workflow.transition');
    const way = { key: 'workflow.ways', params: [`${world.value('sack', 'state', 'Milled')} (Milled)`] };
    assert.deepEqual(at(refused.json, 'error.i18n.params'), ['Label of state', '"New"', '"Sold"', way]);
  });

  it('of one item of many has it too', async () => {
    const items = [{ id: artifact, values: [move] }];
    const body = { items, dry_run: true };
    const preview = await test.call('/api/artifacts/batch', { method: 'POST', as: 'bo', body });
    assert.equal(at(preview.json, 'items.0.refusal.i18n.key'), 'workflow.transition');
    const refused = await test.call('/api/artifacts/batch', { method: 'POST', as: 'bo', body: { items } });
    assert.equal(at(refused.json, 'error.i18n_messages.0.key'), 'workflow.transition');
  });

  it('has it in XML, and none where a sentence has no name', async () => {
    const path = `/api/trackers/${world.tracker('sack')}/artifacts?expert_query=${encodeURIComponent('stat = 1')}`;
    const xml = await test.call(path, { as: 'bo', headers: { accept: 'application/xml' } });
    assert.match(xml.text, /<i18n><key>query.unknown-name<\/key><params><item>'stat'<\/item><\/params><\/i18n>/);
    const nowhere = await test.call('/api/nowhere', { as: 'bo' });
    assert.equal(at(nowhere.json, 'error.i18n'), undefined);
  });
});
