// Engine: both
// Queries over the artifacts of a tracker: what each row of the language finds, what is refused and how, and that nothing hidden
// shows through.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { artifactRecords, artifactWrites } from '../../src/features/artifacts/index.ts';
import { insertFile } from '../../src/features/attachments/index.ts';
import { at, createTestClock } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';

const now = new Date(2026, 4, 20, 12).getTime();
const day = (offset: number): string => {
  const date = new Date(2026, 4, 20 + offset);
  const pad = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
};

let scrum: Scrum;
let test: TestApp;
/** Bugs that this file made, by title. */
const bugs = new Map<string, number>();
let baseline: readonly number[] = [];

const pathOf = (tracker: string, parameter: string, query: string): string =>
  `/api/trackers/${scrum.tracker(tracker)}/artifacts?${parameter}=${encodeURIComponent(query)}&limit=1000`;

const ids = (answer: { json: unknown }): number[] => listAt(answer.json).map((item) => Number(at(item, 'id')));

async function addBug(title: string, values: Record<string, unknown>): Promise<number> {
  const body = {
    tracker: { id: scrum.tracker('Bugs') },
    values: Object.entries({ title, description: 'Words', ...values }).map(([name, value]) => ({
      field_id: scrum.field('Bugs', name),
      ...(Array.isArray(value) ? { bind_value_ids: value } : { value }),
    })),
  };
  const answer = await test.call('/api/artifacts', { method: 'POST', as: 'root', body });
  assert.equal(answer.status, 201, answer.text);
  const id = Number(at(answer.json, 'id'));
  bugs.set(title, id);
  return id;
}

before(async () => {
  scrum = await openScrum({ clock: createTestClock(now) });
  test = scrum.test;
  baseline = ids(await test.call(`/api/trackers/${scrum.tracker('Bugs')}/artifacts?limit=1000`, { as: 'root' }));
  const severity = (label: string): number[] => [scrum.value('Bugs', 'severity', label)];
  const [low, high] = listAt(
    listAt((await test.call(`/api/trackers/${scrum.tracker('Bugs')}`, { as: 'root' })).json, 'fields').find(
      (field) => at(field, 'name') === 'severity',
    ),
    'values',
  ).map((value) => String(at(value, 'label')));
  assert.ok(low !== undefined && high !== undefined);
  labels.push(low, high);
  const ana = await scrum.user('ana');
  await addBug('Zebra crossing 100% broken', {
    severity: severity(low),
    reports: 5,
    crash_rate: 1.5,
    seen_at: '2026-05-19 10:30',
    assigned_to: [ana],
    steps: 'The zebra_s stripes',
  });
  await addBug('zèbre', { severity: severity(high), reports: -3, crash_rate: 0.25, seen_at: '2026-05-20 00:00' });
  await addBug('Plain horse', { reports: null, severity: [] });
});
after(() => test.close());

const labels: string[] = [];

/** Titles of this file's bugs that the query finds. */
async function find(parameter: string, query: string, as = 'root'): Promise<string[]> {
  const answer = await test.call(pathOf('Bugs', parameter, query), { as });
  assert.equal(answer.status, 200, `${query}: ${answer.text}`);
  const found = new Set(ids(answer));
  assert.equal(answer.headers.get('x-pagination-size'), String(found.size));
  return [...bugs].filter(([, id]) => found.has(id)).map(([title]) => title);
}

const zebra = 'Zebra crossing 100% broken';
const zebre = 'zèbre';
const horse = 'Plain horse';

/** Gives the first task an attachment; gives the task's number. */
async function attachFile(name: string, description: string): Promise<number> {
  const { database, features } = test.app;
  const tracker = await features.trackers.findDefinition(
    scrum.tracker('Tasks'),
    (await features.site.current()).version,
  );
  const [row] = await artifactRecords.listArtifactsAfter(database.read, scrum.tracker('Tasks'), 0, 1);
  assert.ok(tracker !== undefined && row !== undefined);
  const fieldId = scrum.field('Tasks', 'attachments');
  await database.transact(async (tx) => {
    const facts = { mime_type: 'application/pdf', size_bytes: 1, submitted_by: row.submitted_by, path: 'none' };
    const id = await insertFile(tx, {
      artifact_id: row.id,
      field_id: fieldId,
      name,
      description,
      touched_at_ms: 0,
      ...facts,
    });
    const change = { by: row.submitted_by, atMs: now, comments: [], values: new Map([[fieldId, [id]]]) };
    await artifactWrites.applyChanges(tx, tracker, row, [change]);
  });
  return row.id;
}

describe('what TQL finds', () => {
  const rows: readonly (readonly [() => string, ...string[]])[] = [
    [() => 'title = "zebr"', zebra, zebre],
    [() => 'title = "ZEBRE"', zebre],
    [() => 'title = "100% b"', zebra],
    [() => 'title = "1__% b"'],
    [() => 'title = "ze"', zebra, zebre],
    [() => 'title != "zebra"', zebre, horse],
    [() => 'steps = "zebra_s"', zebra],
    [() => 'steps = "zebraxs"'],
    [() => 'device = ""', zebra, zebre, horse],
    [() => 'steps != ""', zebra],
    [() => 'title = 100', zebra],
    [() => 'reports = 5', zebra],
    [() => 'reports = "-3"', zebre],
    [() => 'reports != 5', zebre, horse],
    [() => 'reports < 5', zebre],
    [() => 'reports <= 5', zebra, zebre],
    [() => 'reports > "-3"', zebra],
    [() => 'reports >= "-3"', zebra, zebre],
    [() => 'reports BETWEEN("-3", 4)', zebre],
    [() => 'reports = ""', horse],
    [() => 'reports != ""', zebra, zebre],
    [() => 'crash_rate = 1.5', zebra],
    [() => 'crash_rate BETWEEN(0, "0.5")', zebre],
    [() => 'seen_at = "2026-05-19"', zebra],
    [() => 'seen_at = "2026-05-19 10:30"', zebra],
    [() => 'seen_at = "2026-05-19 10:31"'],
    [() => 'seen_at > "2026-05-19"', zebre],
    [() => 'seen_at >= "2026-05-19"', zebra, zebre],
    [() => 'seen_at < "2026-05-20"', zebra],
    [() => 'seen_at <= "2026-05-20"', zebra, zebre],
    [() => 'seen_at BETWEEN("2026-05-19", "2026-05-19")', zebra],
    [() => 'seen_at < NOW()', zebra, zebre],
    [() => 'seen_at > NOW() - 1d', zebre],
    [() => 'seen_at > NOW() - 1W', zebra, zebre],
    [() => 'seen_at > NOW() + 1m'],
    [() => 'seen_at > NOW() - 1y', zebra, zebre],
    [() => 'seen_at = ""', horse],
    [() => `severity = "${labels[0]}"`, zebra],
    [() => `severity = "${labels[0]?.toUpperCase()}"`, zebra],
    [() => `severity != "${labels[0]}"`, zebre, horse],
    [() => `severity IN ("${labels[0]}", '${labels[1]}',)`, zebra, zebre],
    [() => `severity NOT IN ("${labels[0]}")`, zebre, horse],
    [() => 'severity = ""', horse],
    [() => 'severity != ""', zebra, zebre],
    [() => 'assigned_to = "ana"', zebra],
    [() => 'assigned_to = "Ana Lindqvist (ana)"', zebra],
    [() => 'assigned_to != "ana"', zebre, horse],
    [() => 'assigned_to IN ("ana", "bruno")', zebra],
    [() => 'assigned_to = ""', zebre, horse],
    [() => 'submitted_by = MYSELF()', zebra, zebre, horse],
    [() => 'submitted_by != MYSELF()'],
    [() => 'submitted_by IN ("ana")'],
    [() => 'last_modified_by = "root"', zebra, zebre, horse],
    [() => `submitted_on = "${day(0)}"`, zebra, zebre, horse],
    [() => `submitted_on < "${day(0)}"`],
    [() => `last_modified_on >= "${day(0)} 12:00"`, zebra, zebre, horse],
    [() => 'last_modified_on BETWEEN(NOW() - 1d, NOW())', zebra, zebre, horse],
    [() => '@comments = ""', zebra, zebre, horse],
    [() => '@comments != "zebra"', zebra, zebre, horse],
    [() => 'attachments = ""', zebra, zebre, horse],
    [() => 'IS NOT LINKED TO', zebra, zebre, horse],
    [() => 'WITHOUT PARENT', zebra, zebre, horse],
    [() => 'WITH PARENT'],
    [() => 'IS COVERED BY ARTIFACT = 1'],
    [() => 'IS NOT COVERED', zebra, zebre, horse],
    [() => 'reports = 5 OR title = "horse" AND reports = 1', zebra],
    [() => '(reports = 5 OR title = "horse") AND reports = ""', horse],
    [() => 'reports\u00a0=\n5', zebra],
    [() => '', zebra, zebre, horse],
  ];
  for (const [write, ...wanted] of rows)
    it(write.toString().slice(6, 60), async () => {
      assert.deepEqual(await find('expert_query', write()), wanted, write());
    });
});

describe('what TQL refuses', () => {
  const rows: readonly (readonly [string, ...string[]])[] = [
    ['title =', 'line 1, column 8: found the end, expected a text in quotes'],
    ['title = "a"\nAND )', 'line 2, column 5: found )'],
    ['title ~ "a"', 'found ~, expected =, !='],
    ['(title = "a"', 'expected AND, OR or )'],
    ['title = "a" title', 'found title, expected AND, OR or the end'],
    ['nothing = 3', "We cannot search on 'nothing'"],
    ['nothing = 3 and never = 2', "'nothing', 'never'"],
    ['@title = "x"', "We cannot search on '@title'"],
    ['severity = "Unheard of"', "The value 'Unheard of' doesn't exist for the list field 'severity'"],
    ['severity IN ("")', 'empty string'],
    ['severity > "a"', "The list field 'severity' is not supported for the operator >"],
    ['severity = MYSELF()', 'MYSELF()'],
    ['severity = NOW()', 'cannot be compared to NOW()'],
    ['severity = OPEN()', 'cannot be compared to OPEN()'],
    ['assigned_to = "nobody-knows"', "The value 'nobody-knows' doesn't exist"],
    ['title > "a"', "The text field 'title' is not supported for the operator >"],
    ['title BETWEEN("a", "b")', 'operator BETWEEN'],
    ['title IN ("a")', 'operator IN'],
    ['title = NOW()', 'cannot be compared to NOW()'],
    ['reports = "2.5"', "The integer field 'reports' cannot be compared to the string value '2.5'"],
    ['reports = 2.5', 'cannot be compared to the number 2.5'],
    ['reports > ""', 'cannot be compared to the empty string with the operator >'],
    ['crash_rate = "x"', "The float field 'crash_rate' cannot be compared to the string value 'x'"],
    ['seen_at = "2026-02-31"', "The date field 'seen_at' cannot be compared to the string value '2026-02-31'"],
    ['seen_at = MYSELF()', 'cannot be compared to MYSELF()'],
    ['seen_at BETWEEN("", NOW())', 'empty string'],
    ['submitted_on = ""', 'it can never yield results'],
    ['submitted_by = ""', 'it can never yield results'],
    ['links = "1"', "The field 'links' is not supported"],
    ['id = 3', "The field 'id' is not supported"],
    ['number = 3', "The field 'number' is not supported"],
    ['restricted_to = "x"', "The field 'restricted_to' is not supported"],
    ['@comments > "a"', 'operator >'],
    ['@comments = NOW()', 'cannot be compared to NOW()'],
    ['IS NOT LINKED TO TRACKER != "a"', 'negated'],
    ['IS LINKED TO ARTIFACT = "3"', 'expected the ID of an artifact'],
    ['IS LINKED UP', 'expected TO or FROM'],
    ['seen_at > NOW() - 1h', 'a unit (d, w, m or y)'],
    [Array.from({ length: 31 }, () => 'reports = 1').join(' OR '), 'at most 30 conditions'],
    ['('.repeat(60) + 'reports = 1' + ')'.repeat(60), 'parentheses can be nested at most 50 levels deep'],
    [`severity IN (${Array.from({ length: 501 }, () => '"a"').join(',')})`, 'at most 500 values'],
    ['title = "a\u0000"', 'U+0000'],
  ];
  for (const [query, ...contains] of rows)
    it(query.slice(0, 60), async () => {
      const path = pathOf('Bugs', 'expert_query', query);
      await expectRow(test, { path, as: 'root', status: 400, contains });
    });

  it('a moment on a field of days', async () => {
    const path = pathOf('Sprints', 'expert_query', 'start_date = "2026-02-28 13:05"');
    const contains = ["The date field 'start_date' cannot be compared to the string value '2026-02-28 13:05'"];
    await expectRow(test, { path, as: 'root', status: 400, contains });
  });
});

describe('criteria', () => {
  const rows: readonly (readonly [() => unknown, ...string[]])[] = [
    [() => ({ title: 'broken zebra' }), zebra],
    [() => ({ [String(scrum.field('Bugs', 'title'))]: 'zebr' }), zebra, zebre],
    [() => ({ title: { operator: 'contains', value: 'horse' } }), horse],
    [() => ({ TITLE: 'horse' }), horse],
    [() => ({ title: '/^z.bre?$/' }), zebre],
    [() => ({ title: '!/z[a-e]b/' }), horse],
    [() => ({ reports: 5 }), zebra],
    [() => ({ reports: '>-4' }), zebra, zebre],
    [() => ({ reports: '<=-3' }), zebre],
    [() => ({ reports: '-3-4' }), zebre],
    [() => ({ crash_rate: '1.5' }), zebra],
    [() => ({ id: bugs.get(horse) }), horse],
    [() => ({ severity: scrum.value('Bugs', 'severity', labels[0] ?? '') }), zebra],
    [() => ({ severity: labels.slice(0, 2).map((label) => scrum.value('Bugs', 'severity', label)) }), zebra, zebre],
    [() => ({ severity: [100] }), zebra, zebre, horse],
    [() => ({ seen_at: '2026-05-19' }), zebra],
    [() => ({ seen_at: { operator: '=', value: ['2026-05-19'] } }), zebra],
    [() => ({ seen_at: '2026-05-19 10:30' }), zebra],
    [() => ({ seen_at: '2026-05-19T10:31' })],
    [() => ({ seen_at: { operator: '>', value: '2026-05-19 10:29' } }), zebra, zebre],
    [() => ({ seen_at: { operator: '<', value: '2026-05-19 10:30' } })],
    [() => ({ seen_at: { operator: 'between', value: ['2026-05-19 10:30', '2026-05-19 23:59'] } }), zebra],
    [() => ({ seen_at: { operator: '>', value: '2026-05-19' } }), zebre],
    [() => ({ seen_at: { operator: '<', value: '2026-05-20T00:00:00' } }), zebra],
    [() => ({ seen_at: { operator: 'between', value: ['2026-05-19', '2026-05-20'] } }), zebra, zebre],
    [() => ({ submitted_on: { operator: '>', value: '2026-05-19' } }), zebra, zebre, horse],
    [() => ({ title: 'zebr', reports: '>0' }), zebra],
    [() => ({ links: '1' })],
    [() => ({ restricted_to: '101_4' })],
    [() => ({ restricted_to: [100] }), zebra, zebre, horse],
    [() => [], zebra, zebre, horse],
    [() => 1, zebra, zebre, horse],
    [() => '', zebra, zebre, horse],
    [() => ({}), zebra, zebre, horse],
  ];
  for (const [write, ...wanted] of rows)
    it(write.toString().slice(6, 80), async () => {
      assert.deepEqual(await find('query', JSON.stringify(write())), wanted);
    });

  const refusals: readonly (readonly [string, ...string[]])[] = [
    ['{bad', 'not valid JSON'],
    ['"text"', 'JSON object'],
    ['{"nothing":1,"never":2}', 'these fields do not exist: nothing, never'],
    ['{"title":{"operator":"contains"}}', 'the filter for field title is not valid'],
    ['{"title":{"operator":"like","value":"x"}}', 'invalid operator for field title'],
    ['{"title":{"operator":"=","value":"x"}}', "operator not allowed for field 'title'"],
    ['{"reports":{"operator":">","value":1}}', 'use contains'],
    ['{"reports":"many"}', "invalid format for field 'reports'"],
    ['{"severity":["High"]}', "invalid format for field 'severity'"],
    ['{"seen_at":"2026-02-31"}', "invalid format for field 'seen_at'"],
    ['{"seen_at":{"operator":"between","value":["2026-02-01"]}}', 'two dates'],
    ['{"restricted_to":"members"}', 'is not a valid user group ID'],
    ['{"restricted_to":"9_3"}', 'a group of another project'],
    ['{"restricted_to":{"operator":"=","value":"4"}}', 'use contains'],
    ['{"title":"/(a/"}', 'a ( is not closed'],
    ['{"title":"/a{2,1}/"}', 'ends before it starts'],
    ['{"title":"/(?=a)/"}', 'not supported'],
    ['{"title":"/(((a{99}){99}){99})/"}', 'too large'],
  ];
  for (const [query, ...contains] of refusals)
    it(`refuses ${query}`, async () => {
      await expectRow(test, { path: pathOf('Bugs', 'query', query), as: 'root', status: 400, contains });
    });

  it('takes precedence over an expression', async () => {
    const path = `${pathOf('Bugs', 'query', '{"title":"horse"}')}&expert_query=title%20%3D`;
    await expectRow(test, { path, as: 'root', status: 200, answers: { 'x-pagination-size': '1' } });
  });

  it('a pattern that makes others backtrack takes no time', async () => {
    const startedMs = performance.now();
    await find('query', '{"title":"/^(([a-z ])*)*([a-z ]*)*%$/"}');
    assert.ok(performance.now() - startedMs < 2000);
  });
});

describe('pages and formats', () => {
  it('pages and orders what matches', async () => {
    const all = [...baseline, ...bugs.values()].sort((a, b) => a - b);
    const path = `/api/trackers/${scrum.tracker('Bugs')}/artifacts?expert_query=title%20!%3D%20%22%22&limit=2`;
    const pages = { '&offset=1': all.slice(1, 3), '&order=desc': all.toReversed().slice(0, 2), '&offset=999': [] };
    for (const [page, wanted] of Object.entries(pages)) {
      const answer = await test.call(path + page, { as: 'root' });
      assert.deepEqual(ids(answer), wanted);
      assert.equal(answer.headers.get('x-pagination-size'), String(all.length));
    }
  });

  it('answers and refuses in XML', async () => {
    const headers = { accept: 'application/xml' };
    const found = { path: pathOf('Bugs', 'expert_query', 'title = "horse"'), as: 'root', headers };
    await expectRow(test, { ...found, status: 200, contains: ['<title>Plain horse</title>'], lacks: ['Zebra'] });
    const wrong = { path: pathOf('Bugs', 'expert_query', 'title ='), as: 'root', headers };
    await expectRow(test, { ...wrong, status: 400, contains: ['<message>Bad Request: ', 'column 8'] });
  });

  it('finds by names of attachments', async () => {
    const ask = (query: string) => test.call(pathOf('Tasks', 'expert_query', query), { as: 'root' });
    const task = await attachFile('Grundriß des Hauses.pdf', 'Second floor');
    assert.deepEqual(ids(await ask('attachments != ""')), [task]);
    assert.deepEqual(ids(await ask('attachments = "GRUNDRISS"')), [task]);
    assert.deepEqual(ids(await ask('attachments = "second"')), [task]);
    assert.deepEqual(ids(await ask('attachments = "no such name"')), []);
  });

  it('follows changes', async () => {
    const id = await addBug('Changing words', { reports: 9 });
    const change = async (values: unknown[], comment = ''): Promise<void> => {
      const body = { values, comment: { body: comment, format: 'text' } };
      assert.equal((await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'root', body })).status, 200);
    };
    assert.deepEqual(await find('expert_query', 'title = "changing w"'), ['Changing words']);
    await change([{ field_id: scrum.field('Bugs', 'title'), value: 'Other phrase' }], 'Spoken aloud');
    assert.deepEqual(await find('expert_query', 'title = "changing w"'), []);
    assert.deepEqual(await find('expert_query', 'title = "other phr"'), ['Changing words']);
    assert.deepEqual(await find('expert_query', '@comments = "ALOUD"'), ['Changing words']);
    assert.deepEqual(await find('expert_query', 'reports != 9 and reports != ""'), [zebra, zebre]);
    await change([{ field_id: scrum.field('Bugs', 'reports'), value: 10 }]);
    assert.deepEqual(await find('expert_query', 'reports != 9 and reports != ""'), [zebra, zebre, 'Changing words']);
    bugs.delete('Changing words');
  });
});

describe('what is hidden stays hidden', () => {
  it('anonymous visitors and MYSELF()', async () => {
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
    await test.app.features.projects.change('meadow-scrum', { access: 'public' });
    const path = pathOf('Tasks', 'expert_query', 'assigned_to = MYSELF()');
    const answer = await test.call(path, {});
    assert.ok([400, 404].includes(answer.status), answer.text);
  });

  it('artifacts that are limited to others, in results and at the end of links', async () => {
    const secret = await addBug('Secret llama', {});
    const limit = { field_id: scrum.field('Bugs', 'restricted_to'), value: { granted_groups: ['101_4'] } };
    const link = { field_id: scrum.field('Bugs', 'links'), links: [{ id: bugs.get(horse), type: '_is_child' }] };
    const body = { values: [limit, link] };
    assert.equal((await test.call(`/api/artifacts/${secret}`, { method: 'PUT', as: 'root', body })).status, 200);
    const queries = [
      'title = "llama"',
      'WITH PARENT',
      `IS LINKED FROM ARTIFACT = ${secret}`,
      'IS LINKED FROM TRACKER = "bug" WITH TYPE "_is_child"',
    ];
    const seen = [['Secret llama'], [horse], [horse], [horse]];
    for (const [index, query] of queries.entries()) {
      assert.deepEqual(await find('expert_query', query), seen[index], query);
      assert.deepEqual(await find('expert_query', query, 'dagny'), [], query);
    }
    assert.deepEqual(
      await find('expert_query', `IS NOT LINKED FROM ARTIFACT = ${secret} AND title = "horse"`, 'dagny'),
      [horse],
    );
    bugs.delete('Secret llama');
  });

  it('fields that the reader may not read', async () => {
    const field = scrum.field('Bugs', 'reports');
    await test.app.database.transact(async (tx) => {
      await tx.deleteFrom('field_permissions').where('field_id', '=', field).execute();
      await tx
        .updateTable('site')
        .set((eb) => ({ version: eb('version', '+', 1) }))
        .execute();
    });
    const as = 'dagny';
    const path = pathOf('Bugs', 'expert_query', 'reports = 5');
    await expectRow(test, { path, as, status: 400, contains: ["We cannot search on 'reports'"] });
    assert.deepEqual(await find('query', '{"reports":5,"title":"horse"}', as), [horse]);
    assert.deepEqual(await find('expert_query', 'reports = 5'), [zebra]);
  });

  it('comments for other groups, and when they were written', async () => {
    const id = bugs.get(horse) ?? 0;
    const comment = { body: 'A whispered word', format: 'text' };
    await test.call(`/api/artifacts/${id}`, { method: 'PUT', as: 'root', body: { values: [], comment } });
    const said = await test.app.database.read
      .selectFrom('comments')
      .selectAll()
      .where('body', '=', comment.body)
      .executeTakeFirstOrThrow();
    await test.app.database.transact(async (tx) => {
      await tx.updateTable('comments').set({ groups_json: '[4]' }).where('id', '=', said.id).execute();
      await tx
        .updateTable('search_texts')
        .set({ audience: ',4,' })
        .where('item', '=', said.changeset_id)
        .where('audience', '=', '')
        .where('text', '=', 'a whispered word')
        .execute();
    });
    assert.deepEqual(await find('expert_query', '@comments = "whisper"'), [horse]);
    assert.deepEqual(await find('expert_query', '@comments = "whisper"', 'dagny'), []);
    assert.deepEqual(await find('expert_query', 'title = "horse" AND @comments = ""', 'dagny'), [horse]);
  });
});
