// Engine: both
// Full-text search as its readers meet it: what is found, in which order, by whom, and how soon.
import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runCommandLine } from '../../src/commands/index.ts';
import { createTextFolding } from '../../src/features/artifacts/query/text-search/text-folding.ts';
import { bumpSiteVersion } from '../../src/features/site/index.ts';
import { keysPerId } from '../../src/features/search/documents/documents.ts';
import { findDocuments, removeDocuments } from '../../src/platform/database/index.ts';
import { openFiles } from '../support/attachment-world.ts';
import type { Files } from '../support/attachment-world.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { admins, buildArtifacts, buildProject, everybody, members, registered } from '../support/worlds.ts';
import type { ChangePlan, World } from '../support/worlds.ts';

let files: Files;
let test: TestApp;
let world: World;
let inner: World;
/** Ids by name. */
const ids: Record<string, number> = {};

const open = { read: [everybody], submit: [registered], update: [registered] };
const fields = [
  { name: 'title', type: 'string', ...open },
  { name: 'details', type: 'text', ...open },
  { name: 'secret', type: 'string', read: [admins], submit: [admins], update: [admins] },
  { name: 'limit', type: 'perm', read: [admins], submit: [admins], update: [admins] },
];
const filler = 60;

before(async () => {
  files = await openFiles();
  ({ test } = files);
  const [ada, sam] = [await test.addUser('ada'), await test.addUser('sam')];
  await test.addUser('mia');
  await test.addUser('rex', { status: 'R' });
  const full = { permissions: { full: [everybody] } };
  const trackers = () => [
    { name: 'open', ...full, fields, title: 'title' },
    { name: 'closed', permissions: { full: [admins] }, fields, title: 'title' },
  ];
  const people = { admins: [ada], members: [sam] };
  world = await buildProject(test, { name: 'glass', access: 'unrestricted', ...people, trackers });
  inner = await buildProject(test, { name: 'inner', access: 'private', ...people, trackers });
  await addArtifacts();
  const { fullText } = test.app.features;
  await fullText.prepare();
  await test.app.followers.drain();
  await fullText.rebuild({ isPolite: false });
});
after(() => test.close());

async function addArtifacts(): Promise<void> {
  const plans: {
    name: string;
    tracker?: string;
    of?: World;
    values: Record<string, unknown>;
    rest?: Partial<ChangePlan>;
  }[] = [
    { name: 'title', values: { title: 'Turbine stalls', details: text('quiet') } },
    { name: 'body', values: { title: 'Engine', details: text('the turbine stalls when the turbine is cold') } },
    { name: 'apart', values: { title: 'Kestrel', details: text('nests in towers') } },
    { name: 'secret', values: { title: 'Plain', secret: 'marzipan' } },
    { name: 'whisper', values: { title: 'Quiet' }, rest: { comment: 'nougat for members', commentFor: [members] } },
    { name: 'said', values: { title: 'Loud' }, rest: { comment: 'praline for <b>everybody</b>' } },
    { name: 'limited', values: { title: 'Macadamia', limit: [admins] } },
    { name: 'closed', tracker: 'closed', values: { title: 'Pistachio' } },
    { name: 'inner', of: inner, values: { title: 'Hazelnut' } },
    { name: 'hidden', tracker: 'closed', values: { title: 'Quetzalon' } },
    { name: 'decoy', values: { title: 'Quetzpliin' } },
    { name: 'accents', values: { title: 'Émile à la Straße' } },
    { name: 'arabic', values: { title: 'كِتَابٌ جَدِيد' } },
    { name: 'arabic plain', values: { title: 'كتاب قديم لأحمد' } },
    { name: 'hebrew', values: { title: 'שָׁלוֹם עולם' } },
    { name: 'polish', values: { title: 'Żółw z Łodzi' } },
    { name: 'danish', values: { title: 'Smørrebrød i København, Ærø' } },
    { name: 'hindi', values: { title: 'फ़िल्म' } },
    { name: 'snorkelers', values: { title: 'Snorkelers of papier' } },
    { name: 'wowers', values: { title: 'Engine wowers' } },
    { name: 'tokyo', values: { title: '東京都の天気', details: text('한국어를 배웁니다') } },
    {
      name: 'hostile',
      values: { title: 'x', details: text('<script>alert("owned")</script> & <mark>fake</mark> limestone') },
    },
    {
      name: 'html',
      values: { title: 'y', details: text('<p>sand<b>stone</b></p><div class="granite">&nbsp;x</div>', 'html') },
    },
    ...Array.from({ length: filler }, (_, index) => ({
      name: `filler ${index}`,
      values: { title: `Gravel ${index + 100}` },
    })),
  ];
  const made = await buildArtifacts(
    test,
    plans.map(({ of = world, tracker = 'open', values, rest }) => ({
      trackerId: of.tracker(tracker),
      changes: [
        {
          by: 0,
          atMs: 1000,
          values: Object.fromEntries(Object.entries(values).map(([name, value]) => [of.field(tracker, name), value])),
          ...rest,
        },
      ],
    })),
  );
  for (const [index, { name }] of plans.entries()) ids[name] = made[index] ?? 0;
}

const text = (content: string, format = 'text') => ({ content, format });
const idOf = (name: string): number => ids[name] ?? assert.fail(`there is no ${name}`);

/** Lets the index be of a form that is no more. */
const changeForm = () =>
  test.app.database.transact((tx) => tx.updateTable('search_progress').set({ format: '0 stone' }).execute());

async function find(q: string, as?: string, more = ''): Promise<{ found: unknown[]; json: unknown }> {
  const answer = await test.call(`/api/search?q=${encodeURIComponent(q)}${more}`, as === undefined ? {} : { as });
  assert.equal(answer.status, 200, answer.text);
  const found = listAt(answer.json, 'results').map((entry) => at(entry, 'per_type_id'));
  return { found, json: answer.json };
}

async function expectFound(q: string, names: readonly string[], as?: string): Promise<void> {
  assert.deepEqual((await find(q, as)).found, names.map(idOf), `${q} as ${as ?? 'anonymous'}`);
}

describe('words', () => {
  const rows: [string, string[]][] = [
    ['turbine stalls', ['title', 'body']],
    ['stall', ['title', 'body']],
    ['stalling turbines', ['title', 'body']],
    ['"turbine stalls"', ['title', 'body']],
    ['"stalls turbine"', []],
    ['"turbines stalls"', []],
    ['turb*', ['title', 'body']],
    ['turbine -cold', ['title']],
    ['turbine -"is cold"', ['title']],
    ['turbine -col*', ['title']],
    ['kestrel towers', ['apart']],
    ['"kestrel nests"', []],
    ['kestrel OR cold', ['apart', 'body']],
    ['emile strasse', ['accents']],
    ['ÉMILE', ['accents']],
    ['東京', ['tokyo']],
    ['京都', ['tokyo']],
    ['気', ['tokyo']],
    ['東天', []],
    ['한국어', ['tokyo']],
    ['sand', ['html']],
    ['granite', []],
    ['nbsp', []],
    ['praline', ['said']],
    ['كتاب', ['arabic', 'arabic plain']],
    ['كِتَاب', ['arabic', 'arabic plain']],
    ['كـــتاب', ['arabic', 'arabic plain']],
    ['لاحمد', ['arabic plain']],
    ['שלום', ['hebrew']],
    ['zolw lodzi', ['polish']],
    ['ŁODZI', ['polish']],
    ['kobenhavn smorrebrod aero', ['danish']],
    ['फ़िल्म', ['hindi']],
    ['snorkeler', ['snorkelers']],
    ['snorkelering', ['snorkelers']],
    ['towers engine', []],
    ['!!! ( ) *', []],
  ];
  for (const [q, names] of rows)
    it(`${JSON.stringify(q)} finds ${names.join(', ') || 'nothing'}`, async () => {
      await expectFound(q, names);
      const condition = encodeURIComponent(`@fulltext = '${q}'`);
      const path = `/api/trackers/${world.tracker('open')}/artifacts?limit=100&expert_query=${condition}`;
      const { json } = await test.call(path, { as: 'mia' });
      assert.deepEqual(
        listAt(json).map((one) => at(one, 'id')),
        names.map(idOf).sort((a, b) => a - b),
      );
    });

  it('titles are compared in the same form by queries', async () => {
    for (const [wanted, name] of [
      ['كتاب جديد', 'arabic'],
      ['שלום עולם', 'hebrew'],
      ['zolw z lodzi', 'polish'],
      ['kobenhavn', 'danish'],
    ] as const) {
      const path = `/api/trackers/${world.tracker('open')}/artifacts?expert_query=${encodeURIComponent(`title = "${wanted}"`)}`;
      assert.deepEqual(
        listAt((await test.call(path, { as: 'mia' })).json).map((one) => at(one, 'id')),
        [idOf(name)],
        wanted,
      );
    }
  });

  it('a word that is right is not corrected', async () => {
    assert.deepEqual(at((await find('towers engine')).json, 'instead_of'), []);
    assert.deepEqual(at((await find('wowesr engine')).json, 'instead_of'), [{ word: 'wowesr', found: ['wowers'] }]);
    assert.deepEqual(at((await find('hazelnit')).json, 'instead_of'), []);
  });

  it('what was stored folded in an older way is renewed by a job', async () => {
    const { database, jobs } = test.app;
    const id = await test.addUser('lodz', { realName: 'Łukasz Øst' });
    await database.transact(async (tx) => {
      await tx.deleteFrom('settings').where('name', '=', 'folding_version').execute();
      await bumpSiteVersion(tx);
      await tx.updateTable('users').set({ search_text: 'łukasz øst (lodz)' }).where('id', '=', id).execute();
      await tx
        .updateTable('search_texts')
        .set({ text: 'żołw z łodzi'.normalize('NFKD').replace('\u0307', '') })
        .where('artifact_id', '=', idOf('polish'))
        .execute();
    });
    const query = `/api/trackers/${world.tracker('open')}/artifacts?expert_query=${encodeURIComponent('title = "lodzi"')}`;
    const count = async (path: string): Promise<number> => listAt((await test.call(path, { as: 'sam' })).json).length;
    assert.equal(await count(query), 0);
    const clock = { nowMs: () => Date.now() };
    await createTextFolding({ database, clock, renewNames: async () => undefined }).prepare();
    jobs.start();
    await until(async () => (await count(query)) === 1 && (await count('/api/users?query=lukasz')) === 1);
    await jobs.stop(10_000);
  });

  it('similar ones are found where there are none, and the answer says so', async () => {
    const { found, json } = await find('turbnie');
    assert.deepEqual(found, [idOf('title'), idOf('body')]);
    assert.deepEqual(at(json, 'instead_of'), [{ word: 'turbnie', found: ['turbine'] }]);
    assert.deepEqual(at((await find('turbine')).json, 'instead_of'), []);
  });

  it('similar ones come from what the reader may see, whatever is nearer in what they may not', async () => {
    const [mine, all] = [await find('quetzalin', 'mia'), await find('quetzalin', 'ada')];
    assert.deepEqual(at(mine.json, 'instead_of'), [{ word: 'quetzalin', found: ['quetzpliin'] }]);
    assert.deepEqual(at(all.json, 'instead_of'), [{ word: 'quetzalin', found: ['quetzalon'] }]);
  });

  it('follow search_language', async () => {
    const instead = async (): Promise<unknown> => at((await find('turbines')).json, 'instead_of');
    assert.deepEqual(await instead(), []);
    await test.app.features.site.changeSetting('search_language', 'none');
    assert.deepEqual(await instead(), [{ word: 'turbines', found: ['turbine'] }]);
    await test.app.features.site.changeSetting('search_language', 'english');
  });
});

describe('what is shown', () => {
  it('an entry in the shape of the wire, in JSON and XML', async () => {
    const call = { method: 'POST', path: '/api/search?limit=1', body: { keywords: 'turbine' } };
    const answer = await expectRow(test, {
      ...call,
      status: 200,
      answers: { 'x-pagination-size': '2', 'x-pagination-limit-max': '50' },
    });
    const project = at(answer.json, '0.project');
    assert.deepEqual(answer.json, [
      {
        xref: `open #${idOf('title')}`,
        html_url: `/plugins/tracker/?aid=${idOf('title')}`,
        title: 'Turbine stalls',
        color_name: 'inca-silver',
        type: 'artifact',
        per_type_id: idOf('title'),
        tracker_icon: '',
        icon_name: 'fa-solid fa-tlp-tracker',
        small_icon: null,
        icon: null,
        project,
        quick_links: [],
        cropped_content: '<mark>Turbine</mark> stalls',
        badges: [],
      },
    ]);
    assert.equal(at(project, 'shortname'), 'glass');
    await expectRow(test, {
      ...call,
      body: '<request><keywords>turbine</keywords></request>',
      headers: { 'content-type': 'application/xml', accept: 'application/xml' },
      status: 200,
      contains: ['&lt;mark&gt;Turbine&lt;/mark&gt; stalls'],
    });
  });

  it('texts of people are escaped', async () => {
    const { json } = await find('limestone');
    const content = String(at(json, 'results.0.cropped_content'));
    assert.ok(content.includes('<mark>limestone</mark>'), content);
    assert.deepEqual(content.match(/<[^>]*>/g), ['<mark>', '</mark>'], content);
  });

  it('pages, places and counts', async () => {
    const first = await find('gravel', undefined, '&limit=50');
    const second = await find('gravel', undefined, '&limit=50&offset=50');
    const all = [...first.found, ...second.found];
    assert.deepEqual([first.found.length, second.found.length, new Set(all).size], [50, filler - 50, filler]);
    // Equal ones come newest first.
    assert.deepEqual(
      all,
      all.toSorted((a, b) => Number(b) - Number(a)),
    );
    assert.deepEqual(at(first.json, 'facets'), {
      types: [{ type: 'artifact', count: filler }],
      projects: [{ id: world.id, uri: `projects/${world.id}`, label: 'glass', count: filler }],
      trackers: [
        {
          id: world.tracker('open'),
          uri: `trackers/${world.tracker('open')}`,
          label: 'open',
          color_name: 'inca-silver',
          project: { id: world.id },
          count: filler,
        },
      ],
    });
    assert.deepEqual((await find('turbine', undefined, `&tracker=${world.tracker('open')}`)).found.length, 2);
    assert.deepEqual((await find('turbine', undefined, '&project=101')).found, []);
  });

  const refused = [
    { path: '/api/search?q=x&type=poem', status: 400, contains: ['`type`', 'artifact'] },
    { path: '/api/search?q=-x', status: 400, contains: ['`q`'] },
    { path: `/api/search?q=${'x%20'.repeat(40)}`, status: 400, contains: ['`q`', '32 terms'] },
    { path: `/api/search?q=${'x'.repeat(1001)}`, status: 400, contains: ['`q`'] },
    { path: '/api/search?q=x&limit=51', status: 400, contains: ['`limit`'] },
    { path: '/api/search?q=x&project=999', status: 404 },
    { path: '/api/search?q=x&tracker=999', status: 404 },
    { path: '/api/search', method: 'POST', body: {}, status: 400, contains: ['keywords'] },
  ];
  for (const row of refused) it(`${row.status} to ${row.path.slice(0, 40)}`, () => expectRow(test, row).then(() => {}));

  it('hostile words are words', async () => {
    for (const q of [
      '" OR 1=1 --',
      'NEAR(a b)',
      "'",
      '\\',
      'a:b',
      '{x}: y',
      '^x',

      '%',
      '§t1',
      'x* *',
      '((((',
      '-',
      '- -',
      'AND NOT',
    ])
      await expectRow(test, { path: '/api/search', method: 'POST', body: { keywords: q }, status: 200 });
  });
});

describe('readers', () => {
  const rows: [string, string, Record<string, boolean>][] = [
    ['a field for administrators', 'marzipan', { root: true, ada: true, sam: false, mia: false, '': false }],
    ['a comment for members', 'nougat', { root: true, ada: true, sam: true, mia: false, '': false }],
    ['a limited artifact', 'macadamia', { root: true, ada: true, sam: false, mia: false, '': false }],
    ['a closed tracker', 'pistachio', { root: true, ada: true, sam: false, mia: false, '': false }],
    ['a private project', 'hazelnut', { root: true, ada: true, sam: true, mia: false, '': false }],
  ];
  for (const [title, word, sees] of rows) {
    it(title, async () => {
      for (const [as, isSeen] of Object.entries(sees)) {
        const { found, json } = await find(word, as === '' ? undefined : as);
        assert.deepEqual([found.length, at(json, 'size')], isSeen ? [1, 1] : [0, 0], as);
        // Nor does a misspelt word tell what somebody may not read.
        assert.equal((await find(`${word}q`, as === '' ? undefined : as)).found.length, isSeen ? 1 : 0, as);
      }
    });
  }

  it('an excluded word counts where the reader may read it', async () => {
    await expectFound('plain -marzipan', ['secret'], 'mia');
    await expectFound('plain -marzipan', [], 'ada');
  });

  it('words in one text that they may read, and in one that they may not, are not found together', async () => {
    await expectFound('plain marzipan', [], 'mia');
    await expectFound('plain marzipan', ['secret'], 'ada');
  });

  it('restricted people, and nobody where the site is closed', async () => {
    await test.app.features.site.changeSetting('access_mode', 'restricted');
    await expectFound('kestrel', [], 'rex');
    await expectFound('kestrel', ['apart'], 'mia');
    await expectRow(test, { path: '/api/search?q=kestrel', status: 401 });
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
    await expectFound('kestrel', ['apart'], 'rex');
  });

  it('changed rights count at once', async () => {
    assert.deepEqual((await find('hazelnut', 'mia')).found, []);
    await test.app.features.projects.change('inner', { access: 'public' });
    await expectFound('hazelnut', ['inner'], 'mia');
    await test.app.features.projects.change('inner', { access: 'private' });
    const body = { role: 'guest', user_references: [{ username: 'mia' }] };
    const members = `/api/projects/${inner.id}/members`;
    await expectRow(test, { path: members, method: 'POST', as: 'ada', body, status: 200 });
    await expectFound('hazelnut', ['inner'], 'mia');
    await expectFound('hazelnut', [], 'rex');
    const { json } = await expectRow(test, { path: '/api/users/self', as: 'mia', status: 200 });
    await expectRow(test, { path: `${members}/${String(at(json, 'id'))}`, method: 'DELETE', as: 'mia', status: 204 });
    await expectFound('hazelnut', [], 'mia');
    await expectFound('hazelnut', [], 'mia');
  });
});

describe('in queries', () => {
  const ask = async (condition: string, as: string): Promise<unknown[]> => {
    const path = `/api/trackers/${world.tracker('open')}/artifacts?limit=1000&expert_query=${encodeURIComponent(condition)}`;
    return listAt((await expectRow(test, { path, as, status: 200 })).json).map((one) => at(one, 'id'));
  };
  it('@fulltext joins other conditions', async () => {
    assert.deepEqual(await ask('@fulltext = "turbine -cold"', 'mia'), [idOf('title')]);
    assert.deepEqual(await ask('@fulltext = "turbine" AND title = "engine"', 'mia'), [idOf('body')]);
    assert.equal((await ask('@fulltext != "gravel"', 'mia')).includes(idOf('filler 0')), false);
    assert.deepEqual(await ask('@fulltext = "marzipan"', 'mia'), []);
    assert.deepEqual(await ask('@fulltext = "marzipan"', 'ada'), [idOf('secret')]);
    for (const condition of [
      '@fulltext = ""',
      '@fulltext > "x"',
      '@fulltext IN ("x")',
      '@fulltext BETWEEN("a", "b")',
      '@fulltext = "-x"',
    ])
      await expectRow(test, {
        path: `/api/trackers/${world.tracker('open')}/artifacts?expert_query=${encodeURIComponent(condition)}`,
        as: 'mia',
        status: 400,
      });
  });
  it('of several trackers', async () => {
    const query = { tql_query: `SELECT @id FROM @project.name = 'glass' WHERE @fulltext = 'turbine' ORDER BY @id ASC` };
    const path = `/api/crosstracker_query/content?query=${encodeURIComponent(JSON.stringify(query))}`;
    const answer = await expectRow(test, { path, as: 'mia', status: 200 });
    assert.deepEqual(
      listAt(answer.json, 'artifacts').map((one) => at(one, '@artifact.id')),
      [idOf('title'), idOf('body')],
    );
  });
});

/** Waits for what jobs bring about. */
const untilFound = (q: string, size: number): Promise<boolean> =>
  until(async () => (await find(q, 'ana')).found.length === size);

const pdf = (content: string): Buffer =>
  Buffer.from(`%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>>> endobj
4 0 obj <</Length ${content.length + 40}>> stream
BT /F1 12 Tf 20 200 Td (${content}) Tj ET
endstream endobj
trailer <</Root 1 0 R>>
%%EOF`);

describe('what changes', () => {
  const rename = (id: number, title: string): Promise<unknown> =>
    expectRow(test, {
      method: 'PUT',
      path: `/api/artifacts/${id}`,
      as: 'ana',
      body: { values: [{ field_id: files.scrum.field('Bugs', 'title'), value: title }] },
      status: 200,
    });
  const drain = (): Promise<void> => test.app.followers.drain();

  it('is found once the event log is followed, and no more once it is gone', async () => {
    const id = await files.addBug();
    await rename(id, 'basalt column');
    await drain();
    assert.deepEqual((await find('basalt', 'ana')).found, [id]);
    await rename(id, 'obsidian column');
    // The index still says so, but the text does not.
    assert.deepEqual((await find('basalt', 'ana')).found, []);
    await drain();
    assert.deepEqual((await find('obsidian', 'ana')).found, [id]);
    await test.app.features.site.changeSetting('sys_artifact_deletions_per_day', '10');
    await expectRow(test, { method: 'DELETE', path: `/api/artifacts/${id}`, as: 'ana', status: 200 });
    assert.deepEqual((await find('obsidian', 'ana')).found, []);
    await drain();
    assert.deepEqual((await find('obsidian', 'ana')).found, []);
  });

  it('is written anew where a text of it changed, not where something else did', async () => {
    const id = await files.addBug();
    await rename(id, 'porphyry');
    await drain();
    const { database } = test.app;
    await database.transact((tx) => removeDocuments(tx, [id * keysPerId]));
    const change = (body: object): Promise<unknown> =>
      expectRow(test, { method: 'PUT', path: `/api/artifacts/${id}`, as: 'ana', body, status: 200 });
    const { scrum } = files;
    const critical = scrum.value('Bugs', 'severity', 'Critical');
    await change({ values: [{ field_id: scrum.field('Bugs', 'severity'), bind_value_ids: [critical] }] });
    await drain();
    assert.deepEqual((await find('porphyry', 'ana')).found, []);
    await change({ values: [], comment: { body: 'gabbro', format: 'text' } });
    await drain();
    assert.deepEqual((await find('porphyry gabbro', 'ana')).found, [id]);
  });

  it('attachments are found by their names and texts, a damaged PDF by its name alone', async () => {
    const made = {
      plain: await files.addBugWith(Buffer.from('Feldspar in the file'), { name: 'dolomite.txt' }),
      html: await files.addBugWith(Buffer.from('<script>var schist</script><p class="slate">Gneiss</p>'), {
        name: 'a.html',
        type: 'text/html',
      }),
      pdf: await files.addBugWith(pdf('Chalcedony veins'), { name: 'b.pdf', type: 'application/pdf' }),
      damaged: await files.addBugWith(Buffer.from('%PDF-1.7 rhyolite \u0000 nonsense'), {
        name: 'tuffstone.pdf',
        type: 'application/pdf',
      }),
    };
    await drain();
    test.app.jobs.start();
    await untilFound('chalcedony', 1);
    await untilFound('gneiss', 1);
    await test.app.jobs.stop(10_000);
    const path = `/api/trackers/${files.scrum.tracker('Bugs')}/artifacts?limit=100&expert_query=`;
    const ask = async (q: string): Promise<unknown[]> => {
      const answer = await test.call(path + encodeURIComponent(`@fulltext = '${q}'`), { as: 'ana' });
      return listAt(answer.json).map((one) => at(one, 'id'));
    };
    for (const [q, wanted] of [
      ['feldspar', [made.plain.bug]],
      ['dolomite feldspar', [made.plain.bug]],
      ['feldspar -file', []],
      ['"chalcedony veins"', [made.pdf.bug]],
      ['schist', []],
      ['slate', []],
      ['tuffstone', [made.damaged.bug]],
      ['rhyolite', []],
    ] as const) {
      assert.deepEqual((await find(q, 'ana')).found, wanted, q);
      assert.deepEqual(await ask(q), wanted, q);
    }
    await files.attach(made.plain.bug, []);
    assert.deepEqual((await find('feldspar', 'ana')).found, []);
    assert.deepEqual(await ask('feldspar'), []);
  });

  it('an index that is written anew answers from what is there, and goes on where it was left', async () => {
    const { fullText } = test.app.features;
    await fullText.prepare('anew');
    assert.deepEqual((await find('turbine')).found, []);
    const stop = new AbortController();
    let first = 0;
    const killed = fullText.rebuild({
      isPolite: true,
      signal: stop.signal,
      onProgress(step) {
        first += step.documents;
        stop.abort();
      },
    });
    await assert.rejects(killed);
    // Newest first.
    const partly = await find('gravel', undefined, '&limit=50');
    assert.ok(partly.found.includes(idOf(`filler ${filler - 1}`)));
    assert.deepEqual([(await find('turbine')).found, at(partly.json, 'is_complete')], [[], false]);
    assert.deepEqual(
      (await fullText.status()).map(({ type, isFinished }) => [type, isFinished]),
      [
        ['artifact', false],
        ['commit', true],
      ],
    );
    let rest = 0;
    await fullText.rebuild({ isPolite: false, onProgress: (step) => void (rest += step.documents) });
    const { json } = await find('gravel');
    assert.deepEqual([at(json, 'size'), at(json, 'is_complete')], [filler, true]);
    await expectFound('turbine', ['title', 'body']);
    const count = await test.app.database.read
      .selectFrom('artifacts')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    assert.equal(first + rest, Number(count.n));
    assert.deepEqual((await find('chalcedony', 'ana')).found.length, 1);
  });

  it('tepal search says how far the index is, and writes it', async () => {
    const written: string[] = [];
    const sink = (): Writable =>
      new Writable({
        write(chunk, _encoding, done) {
          written.push(String(chunk));
          done();
        },
      });
    const tepal = async (...args: string[]): Promise<string> => {
      const io = { input: Readable.from([]), output: sink(), errors: sink(), waitForStop: async () => {} };
      written.length = 0;
      assert.equal(await runCommandLine(['search', ...args, '--data', test.app.dataDir], io), 0, written.join(''));
      return written.join('');
    };
    await test.app.features.fullText.prepare('anew');
    assert.match(await tepal('status'), /^TYPE .*\nartifact .* no /m);
    assert.match(await tepal('reindex'), /complete: \d{3} documents written/);
    assert.match(await tepal('status'), /^TYPE .*\nartifact .* yes /m);
    assert.match(await tepal('reindex', '--continue'), /complete: 0 documents written/);
    await test.app.database.transact((tx) => tx.deleteFrom('search_progress').execute());
    assert.match(
      await tepal('reindex', '--continue'),
      /complete: [1-9]\d+ documents written/,
      'of no index all is missing',
    );
    await expectFound('turbine', ['title', 'body']);
  });

  it('nothing of an erased project stays in the index', async () => {
    const { database, features, jobs } = test.app;
    await features.projects.change('inner', { status: 'deleted' });
    assert.deepEqual((await find('hazelnut', 'ada')).found, []);
    const count = async (): Promise<number> => (await findDocuments(database.read, inInner, anywhere, 10)).length;
    const inInner = { kind: 'word', word: `§p${inner.id}`, isPrefix: false } as const;
    const anywhere = { start: 0, end: Number.MAX_SAFE_INTEGER };
    assert.equal(await count(), 1);
    await features.site.changeSetting('sys_project_backup_path', test.app.dataDir);
    await expectRow(test, { method: 'DELETE', path: `/api/projects/${inner.id}?erase=true`, as: 'root', status: 200 });
    await drain();
    jobs.start();
    await until(async () => (await count()) === 0);
    await jobs.stop(10_000);
  });

  it('an index of another form is written anew', async () => {
    const { features } = test.app;
    await changeForm();
    assert.equal(at((await find('turbine')).json, 'is_complete'), false);
    await features.fullText.prepare();
    assert.deepEqual((await find('turbine')).found, []);
    await features.fullText.rebuild({ isPolite: false });
    await expectFound('turbine', ['title', 'body']);
  });
});

it('the newest 150 or more are ranked where a thousand artifacts are looked at for them', async () => {
  const of = (title: string, count: number) =>
    Array.from({ length: count }, () => ({
      trackerId: world.tracker('open'),
      changes: [{ by: 0, atMs: 1000, values: { [world.field('open', 'title')]: title } }],
    }));
  await buildArtifacts(
    test,
    Array.from({ length: 250 }, () => [...of('marl over flint', 4), ...of('flint over marl', 1)]).flat(),
  );
  await changeForm();
  await test.app.features.fullText.prepare();
  await test.app.features.fullText.rebuild({ isPolite: false });
  const phrase = (await find('"flint over marl"')).json;
  assert.deepEqual([at(phrase, 'size'), at(phrase, 'is_complete')], [200, false]);
  const words = (await find('flint marl')).json;
  assert.deepEqual([at(words, 'size'), at(words, 'is_complete')], [400, false]);
});
