// Keywords of a project that are links in its texts.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importInto } from '../support/archive-world.ts';
import { writeEveryPart } from '../support/every-part-archive.ts';
import { at } from '../support/harness.ts';
import { expectRow, listAt, openScrum, valueOf } from '../support/scenario.ts';
import type { Row, Scrum } from '../support/scenario.ts';

let scrum: Scrum;
let bug: number;
const path = '/api/projects/101/reference_patterns';
before(async () => {
  scrum = await openScrum();
  const made = await send({
    path: '/api/artifacts',
    method: 'POST',
    status: 201,
    body: {
      tracker: { id: scrum.tracker('Bugs') },
      values: [
        { field_id: scrum.field('Bugs', 'title'), value: 'Leaks' },
        {
          field_id: scrum.field('Bugs', 'description'),
          value: { content: 'See Ticket #12, wiki#3 and story #1; https://x.org/ticket #4', format: 'text' },
        },
      ],
    },
  });
  bug = Number(at(made, 'id'));
});
after(() => scrum.test.close());

const send = async (row: Partial<Row> = {}): Promise<unknown> =>
  (await expectRow(scrum.test, { path, as: 'ana', status: 200, ...row })).json;
const post = (body: unknown, row: Partial<Row> = {}): Promise<unknown> =>
  send({ method: 'POST', body, status: 201, ...row });
/** Addresses that the text of the bug leads to. */
async function links(): Promise<string[]> {
  const value = valueOf(await send({ path: `/api/artifacts/${bug}`, as: 'bruno' }), scrum.field('Bugs', 'description'));
  return [...String(at(value, 'post_processed_value')).matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '');
}

it('become links in texts as soon as administrators of the project say where to', async () => {
  const before = await links();
  assert.deepEqual(
    before.filter((link) => /tracker|wiki/.test(link)),
    [],
  );
  const ticket = { keyword: 'Ticket', link: 'https://help.example.org/$projectname?id=$1&from="$group_id"' };
  await post(ticket, { as: 'bruno', status: 403 });
  for (const [bad, part] of [
    [{ ...ticket, keyword: 'art' }, '`keyword`'],
    [{ ...ticket, keyword: 'two words' }, '`keyword`'],
    [{ ...ticket, link: 'javascript:alert($1)' }, '`link`'],
    [{ ...ticket, link: '//x.org/$1' }, '`link`'],
    [{ keyword: 'ticket' }, '`link`'],
    [{ ...ticket, keywrd: 'x' }, 'keywrd'],
  ] as const)
    await post(bad, { status: 400, contains: [part] });
  const made = await post(ticket);
  const wiki = await post({ keyword: 'wiki', link: '/queries?q=$1', description: 'Pages' });
  await post({ ...ticket, keyword: 'TICKET' }, { status: 409, contains: ['ticket'] });
  assert.deepEqual(
    listAt(await send({ as: 'bruno' })).map((one) => at(one, 'keyword')),
    ['ticket', 'wiki'],
  );
  const added = (await links()).filter((link) => !before.includes(link));
  assert.equal(added[0], 'https://help.example.org/meadow-scrum?id=12&amp;from=&quot;101&quot;');
  assert.match(added[1] ?? '', /^https?:\/\/[^/]+\/queries\?q=3$/);
  assert.equal(added.length, 2);

  const one = { path: `${path}/${String(at(made, 'id'))}` };
  await send({ ...one, method: 'PATCH', body: { link: 'https://new.example.org/$1' }, as: 'bruno', status: 403 });
  await send({ ...one, method: 'PATCH', body: {}, status: 400 });
  await send({ ...one, method: 'PATCH', body: { keyword: 'wiki' }, status: 409 });
  await send({ ...one, method: 'PATCH', body: { link: 'https://new.example.org/$1' } });
  assert.ok((await links()).includes('https://new.example.org/12'));
  const text = 'see TICKET #7, wiki #8 and story #9, nowiki #1';
  const asked = { path: '/api/projects/101/extract_references', method: 'POST', body: { text }, as: 'bruno' };
  assert.deepEqual(
    listAt(await send(asked)).map((found) => [
      at(found, 'text'),
      String(at(found, 'link')).replace(/^https?:\/\/[^/]+/, ''),
    ]),
    [
      ['TICKET #7', '/7'],
      ['wiki #8', '/queries?q=8'],
      ['story #9', '/goto?key=story&val=9&group_id=101'],
    ],
  );
  const preview = { path: '/api/projects/101/markup_preview', method: 'POST', body: { text, format: 'commonmark' } };
  assert.match(String(at(await send(preview), 'html')), /<a href="https:\/\/new\.example\.org\/7"/);
  await send({ ...one, path: `/api/projects/102/reference_patterns/1`, method: 'DELETE', status: 404 });
  await send({ ...one, method: 'DELETE', as: 'bruno', status: 403 });
  await send({ ...one, method: 'DELETE', status: 204 });
  await send({ ...one, method: 'DELETE', status: 404 });
  await send({ path: `${path}/${String(at(wiki, 'id'))}`, method: 'DELETE', status: 204 });
  assert.deepEqual(await links(), before);
  const log = await send({ path: '/api/projects/101/audit_events' });
  assert.partialDeepStrictEqual(log, [{ kind: 'project-changed', details: { reference: 'wiki' } }]);
});

it('come with archives of Tepal, as does the picture behind the title', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-references-'));
  const { projectId } = await importInto(scrum.test, await writeEveryPart(folder));
  await rm(folder, { recursive: true });
  const shown = await send({ path: `/api/projects/${projectId}/reference_patterns`, as: 'root' });
  assert.partialDeepStrictEqual(shown, [
    { keyword: 'ticket', description: '', link: 'https://help.example.org/$1?a=1&b=2' },
    { keyword: 'wiki', description: 'our <wiki>', link: '/wiki/$1' },
  ]);
  const row = await scrum.test.app.database.read
    .selectFrom('projects')
    .select('header_background')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  assert.equal(row.header_background, 'blue-rain');
});
