// Keys that nobody knows: a request is refused by the key's name and place where what it meant to say would be lost. What GET
// shows comes back as it was; field-echo.property.test.ts and field-refusals.test.ts send it.
// Engine: SQLite alone; requests are judged before the database sees them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { at, startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { listAt, valueOf } from '../support/scenario.ts';
import { buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

type Entry = Readonly<Record<string, unknown>>;

const all = { read: [everybody], submit: [registered], update: [registered] };
const types = 'string text int date sb msb tbl file art_link perm computed ttmstepdef'.split(' ');

let test: TestApp;
let world: World;
let other: World;
let target = 0;
before(async () => {
  test = await startApp();
  const people = [await test.addUser('ann'), await test.addUser('bob')];
  const plan = (name: string) => ({
    name,
    members: people,
    admins: people,
    groups: { [`${name}-team`]: people },
    trackers: () => [
      {
        name: 'things',
        permissions: { full: [everybody] },
        fields: types.map((type): FieldPlan => ({ name: type, type, values: ['one', 'two'], ...all })),
      },
    ],
  });
  world = await buildProject(test, plan('here'));
  other = await buildProject(test, plan('there'));
  target = await create([]);
});
after(() => test.close());

const entry = (type: string, sent: Entry): Entry => ({ field_id: world.field('things', type), ...sent });

const send = (method: 'POST' | 'PUT', path: string, body: unknown, wire = 'json'): Promise<Answered> =>
  test.call(path, {
    method,
    as: 'ann',
    body: wire === 'json' ? body : writeXml(body, 'request'),
    headers: { 'content-type': `application/${wire}` },
  });

const post = (body: Entry, wire?: string): Promise<Answered> =>
  send('POST', '/api/artifacts', { tracker: { id: world.tracker('things') }, ...body }, wire);

async function create(values: readonly Entry[]): Promise<number> {
  const made = await post({ values: [entry('string', { value: 'made' }), ...values] });
  assert.equal(made.status, 201, made.text);
  return Number(at(made.json, 'id'));
}

const read = async (id: number): Promise<unknown> => (await test.call(`/api/artifacts/${id}`, { as: 'ann' })).json;
const grantedIn = async (id: number): Promise<unknown> => {
  const value = valueOf(await read(id), world.field('things', 'perm'));
  return value === undefined ? undefined : at(value, 'granted_groups');
};

function refuses(answer: Answered, path: string, ...words: string[]): void {
  assert.equal(answer.status, 400, `${path}: ${answer.text}`);
  const message = String(at(answer.json, 'error.message'));
  for (const word of [path, ...words]) assert.ok(message.includes(word), `no ${word} in ${message}`);
}

/** Entries of `values` with the place of what is wrong below the entry, and what the refusal says besides. */
const entries: [type: string, sent: () => Entry, path: string, ...words: string[]][] = [
  ['string', () => ({ valeu: 'x' }), '.valeu', 'did you mean `value`'],
  ['string', () => ({ value: 'x', valeu: null }), '.valeu'],
  ['string', () => ({ value: 'x', 'sécret key': 1 }), '["sécret key"]'],
  ['string', () => ({ value: 'x', granted_groups: ['project_members'] }), '.granted_groups', 'which takes value'],
  ['string', () => ({ bind_value_ids: ['x'] }), '.bind_value_ids', 'which takes value'],
  ['int', () => ({ value: 1, manual_value: 2 }), '.manual_value'],
  ['text', () => ({ post_processed_value: '<p>x</p>' }), '.post_processed_value', 'without a value'],
  ['text', () => ({ format: 'html' }), '.format', 'without a value'],
  ['text', () => ({ value: { content: 'x', fromat: 'html' } }), '.value.fromat', '`format`'],
  ['date', () => ({ vlaue: '2026-01-01' }), '.vlaue', '`value`'],
  ['sb', () => ({ values: [{ id: 101, label: 'one' }] }), '.values', 'takes bind_value_ids'],
  ['sb', () => ({ bind_value_id: [] }), '.bind_value_id', '`bind_value_ids`'],
  ['tbl', () => ({ bind_value_objects: [{ label: 'one' }] }), '.bind_value_objects'],
  ['tbl', () => ({ value: { bind_value_objects: [], bind_value_ids: ['one'] } }), '.value.bind_value_ids'],
  ['file', () => ({ file_ids: [] }), '.file_ids'],
  ['art_link', () => ({ links: [{ id: target, typ: '_is_child' }] }), '.links[0].typ', '`type`'],
  ['art_link', () => ({ links: [{ id: target, direction: 'reverse' }] }), '.links[0].direction'],
  [
    'art_link',
    () => ({ all_links: [{ id: target, direction: 'forward', type: '', kind: 'x' }] }),
    '.all_links[0].kind',
  ],
  ['art_link', () => ({ reverse_links: [{ id: target, type: '' }] }), '.reverse_links', 'without a value'],
  ['computed', () => ({ manual_valeu: 12 }), '.manual_valeu', '`manual_value`'],
  [
    'ttmstepdef',
    () => ({ value: [{ descripton: 'x', expected_results: 'y', rank: 1 }] }),
    '.value[0].descripton',
    '`description`',
  ],
  ['perm', () => ({ value: { granted_groups: ['2'], use_it: true } }), '.value.use_it'],
  [
    'perm',
    () => ({ value: { granted_groups: [], is_used_by_default: true } }),
    '.value.granted_groups',
    'needs a group',
  ],
  ['perm', () => ({ value: { granted_groups: null } }), '.value', 'granted_groups'],
  ['perm', () => ({ granted_group: ['2'] }), '.granted_group', '`granted_groups`'],
  ['perm', () => ({ granted_groups: [] }), '.granted_groups', 'needs a group'],
  ['perm', () => ({ granted_groups: ['nothing'] }), '.granted_groups[0]', 'project_members'],
  ['perm', () => ({ granted_groups: ['project_members', 'there-team'] }), '.granted_groups[1]'],
  ['perm', () => ({ granted_groups: [`${other.id}_${members}`] }), '.granted_groups[0]'],
  ['perm', () => ({ granted_groups: ['nobody'] }), '.granted_groups[0]'],
  ['perm', () => ({ granted_groups: ['project_members'], granted_groups_ids: [] }), '.granted_groups', 'other groups'],
];

/** What XML can't spell, or spells as an empty list. */
const inJson = new Set(['["sécret key"]', '.value']);

describe('in an entry of values', () => {
  for (const [type, sent, path, ...words] of entries) {
    it(`of a ${type}: ${path}, row ${entries.findIndex(([, row]) => row === sent)}`, async () => {
      const id = await create([]);
      const values = [entry('string', { value: 'new' }), entry(type, sent())];
      for (const wire of inJson.has(path) ? ['json'] : ['json', 'xml']) {
        refuses(await post({ values }, wire), `values[1]${path}`, ...words);
        refuses(await send('PUT', `/api/artifacts/${id}`, { values }, wire), `values[1]${path}`, ...words);
      }
      refuses(
        await send('POST', '/api/artifacts/batch', { items: [{ id, values }] }),
        `items[0].values[1]${path}`,
        ...words,
      );
      assert.equal(at(valueOf(await read(id), world.field('things', 'string')), 'value'), 'made');
    });
  }

  it('keys of other types may be empty, as programs send them that fill in all', async () => {
    const empty = { bind_value_ids: null, links: [], manual_value: null, is_autocomputed: false, granted_groups: [] };
    const made = await post({ values: [entry('string', { value: 'x', ...empty })] });
    assert.equal(made.status, 201, made.text);
  });
});

describe('in values_by_field', () => {
  const rows: [named: Entry, path: string, ...words: string[]][] = [
    [{ string: { value: 'x', valeu: 'y' } }, 'values_by_field.string.valeu', '`value`'],
    [{ string: { value: 'x', manual_value: 1 } }, 'values_by_field.string.manual_value'],
    [{ text: { value: 'x', fromat: 'html' } }, 'values_by_field.text.fromat', '`format`'],
    [{ computed: { manual_value: 'many' } }, 'values_by_field.computed.manual_value', 'number'],
    [{ computed: { manual_value: 1, is_autocompute: true } }, 'values_by_field.computed.is_autocompute'],
  ];
  for (const [named, path, ...words] of rows)
    it(path, async () => {
      const id = await create([]);
      for (const wire of ['json', 'xml']) {
        refuses(await post({ values_by_field: named }, wire), path, ...words);
        refuses(await send('PUT', `/api/artifacts/${id}`, { values_by_field: named }, wire), path, ...words);
      }
    });
});

describe('beside the values', () => {
  const rows: [body: Entry, path: string, ...words: string[]][] = [
    [{ values: [], coment: { body: 'x' } }, 'coment', '`comment`'],
    [{ values: [], granted_groups: ['project_members'] }, 'granted_groups'],
    [{ values: [], comment: { text: 'x' } }, 'comment.text', 'body'],
    [{ values: [], comment: { body: 'x', ugroup: [{ id: '2' }] } }, 'comment.ugroup', '`ugroups`'],
    [{ values: [], comment: { commonmark: 'x' } }, 'comment.commonmark', 'body'],
  ];
  for (const [body, path, ...words] of rows)
    it(path, async () => {
      const id = await create([]);
      refuses(await send('PUT', `/api/artifacts/${id}`, body), path, ...words);
      refuses(await send('POST', '/api/artifacts/batch', { items: [{ id, ...body }] }), `items[0].${path}`, ...words);
      const history = await test.call(`/api/artifacts/${id}/changesets`, { as: 'ann' });
      assert.equal(listAt(history.json).length, 1);
    });

  it('what guards or previews a change', async () => {
    const id = await create([]);
    const path = `/api/artifacts/${id}`;
    const patch = (body: unknown): Promise<Answered> => test.call(path, { method: 'PATCH', as: 'ann', body });
    refuses(await patch({ move: { tracker_id: other.tracker('things'), dryrun: true } }), 'move.dryrun', '`dry_run`');
    refuses(await patch({ move: { tracker_id: other.tracker('things') }, dry_run: true }), 'dry_run');
    refuses(await send('POST', '/api/artifacts/batch', { items: [{ id, values: [], if_macth: '"x"' }] }), 'if_macth');
  });

  it('a comment of the history comes back', async () => {
    const id = await create([]);
    const path = `/api/artifacts/${id}`;
    const comment = { body: 'a *word*', format: 'commonmark' };
    assert.equal((await send('PUT', path, { values: [], comment })).status, 200);
    const history = await test.call(`${path}/changesets`, { as: 'ann' });
    const again = await send('PUT', path, { values: [], comment: at(history.json, '1.last_comment') });
    assert.equal(again.status, 200, again.text);
  });
});

describe('groups that may see an artifact', () => {
  const team = (): string => String(world.group('here-team'));

  it('count by their names or ids beside the field, as the ones in value do', async () => {
    for (const sent of [
      ['project_members', 'here-team'],
      [`${world.id}_${members}`, team()],
      [members, Number(team())],
    ])
      for (const wire of ['json', 'xml']) {
        const made = await post(
          { values: [entry('string', { value: 'x' }), entry('perm', { granted_groups: sent })] },
          wire,
        );
        const id = Number(/"id":(\d+)/.exec(made.text)?.[1]);
        assert.equal(made.status, 201, made.text);
        assert.deepEqual(await grantedIn(id), ['project_members', 'here-team']);
      }
  });

  it('must be the same by name and by id, but that who changes the ids need not change the names', async () => {
    const id = await create([entry('perm', { value: { granted_groups: [`${world.id}_${members}`] } })]);
    const put = (names: unknown, ids: unknown): Promise<Answered> =>
      send('PUT', `/api/artifacts/${id}`, {
        values: [entry('perm', { label: 'perm', type: 'perm', granted_groups: names, granted_groups_ids: ids })],
      });
    const [names, ids] = [['project_members'], [`${world.id}_${members}`]];
    assert.equal((await put(names, ids)).status, 200);
    refuses(await put(['here-team'], ids), 'values[0].granted_groups', 'granted_groups_ids');
    refuses(await put([], ids), 'values[0].granted_groups');
    assert.deepEqual(await grantedIn(id), names);
    assert.equal((await put(names, [team()])).status, 200);
    refuses(await put(names, [team()]), 'values[0].granted_groups');
    assert.deepEqual(await grantedIn(id), ['here-team']);
    assert.equal((await put([], [])).status, 200);
    assert.deepEqual(await grantedIn(id), []);
  });
});

describe('in what grants rights', () => {
  const rows: [method: string, path: () => string, body: () => Entry, place: string, nearest?: string][] = [
    ['POST', () => '/access_keys', () => ({ scope: ['read:rest'] }), 'scope', 'scopes'],
    ['POST', () => '/access_keys', () => ({ expires: '2030-01-01', scopes: ['read:rest'] }), 'expires'],
    [
      'POST',
      () => `/trackers/${world.tracker('things')}/fields`,
      () => ({ type: 'string', label: 'x', permissions_for_group: { can_read: [] } }),
      'permissions_for_group',
      'permissions_for_groups',
    ],
    [
      'PATCH',
      () => `/tracker_fields/${world.field('things', 'string')}`,
      () => ({ permissions_for_groups: { can_red: [] } }),
      'permissions_for_groups.can_red',
      'can_read',
    ],
    [
      'PATCH',
      () => `/trackers/${world.tracker('things')}`,
      () => ({ permissions_for_groups: { can_acess: [] } }),
      'permissions_for_groups.can_acess',
      'can_access',
    ],
    [
      'PUT',
      () => `/trackers/${world.tracker('things')}`,
      () => ({ permisions_for_groups: {} }),
      'permisions_for_groups',
      'permissions_for_groups',
    ],
    [
      'POST',
      () => '/trackers',
      () => ({ project: { id: world.id }, label: 'x', item_name: 'x', permission_for_groups: {} }),
      'permission_for_groups',
      'permissions_for_groups',
    ],
    [
      'POST',
      () => `/trackers/${world.tracker('things')}/tracker_reports`,
      () => ({ label: 'x', is_publik: false }),
      'is_publik',
      'is_public',
    ],
    ['PATCH', () => '/tracker_reports/1', () => ({ sort: [{ field_id: 1, oder: 'asc' }] }), 'sort[0].oder', 'order'],
    [
      'POST',
      () => `/trackers/${world.tracker('things')}/webhooks`,
      () => ({ url: 'https://example.com/', kind: ['artifact-created'] }),
      'kind',
      'kinds',
    ],
    ['PATCH', () => '/webhooks/1', () => ({ new_secret: { overlab: 0 } }), 'new_secret.overlab', 'overlap'],
    ['POST', () => '/webhooks/1/deliveries', () => ({ evnt: 1 }), 'evnt', 'event'],
    [
      'POST',
      () => '/projects',
      () => ({ shortname: 'new', label: 'New one', is_public: false, is_publik: true, xml_template_name: 'empty' }),
      'is_publik',
      'is_public',
    ],
    [
      'POST',
      () => '/projects',
      () => ({ shortname: 'new', label: 'New', is_public: false, fields: [{ field_id: 1, value: 'x', valeu: 'y' }] }),
      'fields[0].valeu',
      'value',
    ],
    [
      'PUT',
      () => '/git/1/permissions',
      () => ({ read: [], write: [], rewind: [], pattern: [{ pattern: 'refs/heads/*', write: [], rewind: [] }] }),
      'pattern',
      'patterns',
    ],
    [
      'PATCH',
      () => '/tracker_workflow_transitions/1',
      () => ({ authorised_user_group_ids: ['2'] }),
      'authorised_user_group_ids',
      'authorized_user_group_ids',
    ],
  ];
  for (const [method, path, body, place, nearest] of rows)
    it(`${method} ${place}`, async () => {
      const answer = await test.call(`/api${path()}`, { method, as: 'ann', body: body() });
      refuses(answer, place, nearest === undefined ? 'use one of' : `did you mean \`${nearest}\``);
    });
});
