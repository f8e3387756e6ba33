// Engine: both
// Hostile requests one by one: each is refused with a body that helps, changes nothing, and leaves the server serving.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { listTables } from '../../src/platform/database/test-place.testing.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

const scrum = new URL('../../samples/scrum', import.meta.url).pathname;
const bodyLimitBytes = 10_485_760;
const nul = '\0';

interface Sent {
  method?: string;
  /** As it goes into the request line; by default the artifact. */
  path?: string;
  /** Sent as JSON, or as it is when it is text or bytes. */
  body?: unknown;
  headers?: OutgoingHttpHeaders;
  /** The body goes out in chunks, without a Content-Length. */
  isChunked?: boolean;
  isAnonymous?: boolean;
}

interface Row extends Sent {
  name: string;
  status: number;
  /** What the message must say; true where there can be no body. */
  says: string | RegExp | true;
}

interface Facts {
  artifactId: number;
  bugs: number;
  /** Fields of the tracker of bugs by name. */
  fields: ReadonlyMap<string, number>;
  taskTitle: number;
  severities: number[];
  token: string;
  userId: string;
}

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

let test: TestApp;
let facts: Facts;

before(async () => {
  test = await startApp({ archives: [scrum] });
  facts = await collectFacts();
});
after(async () => {
  await test.close();
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

async function collectFacts(): Promise<Facts> {
  await test.app.features.people.change('ana', { password: testPassword });
  const credentials = { username: 'ana', password: testPassword };
  const token = await test.call('/api/tokens', { method: 'POST', body: credentials });
  const as = 'ana';
  const trackers = await test.call('/api/projects/101/trackers?limit=50', { as });
  const find = (label: string): unknown => listOf(trackers.json).find((tracker) => at(tracker, 'label') === label);
  const bugs = find('Bugs');
  const fields = listOf(at(bugs, 'fields'));
  const severity = fields.find((field) => at(field, 'name') === 'severity');
  const artifacts = await test.call(`/api/trackers/${String(at(bugs, 'id'))}/artifacts?limit=1`, { as });
  return {
    artifactId: Number(at(artifacts.json, '0.id')),
    bugs: Number(at(bugs, 'id')),
    fields: new Map(fields.map((field) => [String(at(field, 'name')), Number(at(field, 'field_id'))])),
    taskTitle: Number(at(find('Tasks'), 'semantics.title.field_id')),
    severities: listOf(at(severity, 'values')).map((value) => Number(at(value, 'id'))),
    token: String(at(token.json, 'token')),
    userId: String(at(token.json, 'user_id')),
  };
}

function bytesOf(body: unknown): Buffer | undefined {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Sends what fetch would refuse or repair: any path, any header, bodies of any bytes. */
function ask(sent: Sent): Promise<Got> {
  const body = bytesOf(sent.body);
  const length = body === undefined || sent.isChunked ? {} : { 'content-length': body.length };
  const credentials = sent.isAnonymous ? {} : { 'x-auth-token': facts.token, 'x-auth-userid': facts.userId };
  const options = {
    method: sent.method ?? 'PUT',
    path: sent.path ?? `/api/artifacts/${facts.artifactId}`,
    headers: { 'content-type': 'application/json', ...length, ...credentials, ...sent.headers },
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(test.base, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** What a failed sign-in leaves on purpose. */
const notedOfFailures = ['audit_events', 'sign_in_counters'];

/** Number of rows and a hash of the content of every other table. */
async function dumpTables(): Promise<Record<string, string>> {
  const dump: Record<string, string> = {};
  for (const name of await listTables(test.app.database.read)) {
    if (notedOfFailures.includes(name)) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(test.app.database.read);
    const content = createHash('sha1')
      .update(
        rows
          .map((row) => JSON.stringify(row))
          .sort()
          .join('\n'),
      )
      .digest('hex');
    dump[name] = `${rows.length} rows, ${content}`;
  }
  return dump;
}

async function dumpState(): Promise<unknown> {
  const artifact = await ask({ method: 'GET' });
  assert.equal(artifact.status, 200, artifact.text);
  return { tables: await dumpTables(), artifact: artifact.text, etag: artifact.headers.etag };
}

function readMessage(got: Got): { code: number; message: string } {
  if (got.headers['content-type']?.startsWith('application/xml')) {
    const [, code, message] = /^.*\n<response><error><code>(\d+)<\/code><message>(.*)<\/message>/s.exec(got.text) ?? [];
    return { code: Number(code), message: message ?? '' };
  }
  const body: unknown = JSON.parse(got.text);
  return { code: Number(at(body, 'error.code')), message: String(at(body, 'error.message')) };
}

const phrases: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  431: 'Request Header Fields Too Large',
};

function checkAnswer(row: Pick<Row, 'status' | 'says'>, got: Got): void {
  assert.equal(got.status, row.status, got.text);
  if (row.says === true) return;
  const { code, message } = readMessage(got);
  assert.equal(code, row.status);
  assert.ok(message.startsWith(`${phrases[row.status] ?? 'a status without a phrase'}: `), message);
  assert.ok(typeof row.says === 'string' ? message.includes(row.says) : row.says.test(message), message);
  assert.doesNotMatch(message, /SQLITE|\bat \w+ \(|node_modules|\.ts\b|undefined|\[object/);
  assert.ok(message.length < 1200, `the message has ${message.length} characters`);
}

/** One test per group, which compares the whole database before and after it: that takes longer than all its rows. */
function refuses(title: string, rows: (facts: Facts) => Row[]): void {
  it(title, async (t) => {
    const earlier = await dumpState();
    for (const row of rows(facts)) await t.test(row.name, async () => checkAnswer(row, await ask(row)));
    await t.test('none of them changes anything', async () => assert.deepEqual(await dumpState(), earlier));
  });
}

const xml = { 'content-type': 'application/xml' };
const field = (name: string): number => facts.fields.get(name) ?? assert.fail(`bugs have no field ${name}`);
const setting = (name: string, value: object): unknown => ({ values: [{ field_id: field(name), ...value }] });

describe('bodies', () => {
  refuses('malformed JSON', () =>
    [
      ['a broken object', '{"values": [', 'line 1, column 13'],
      ['a trailing comma', '{"values": [],}', 'key in double quotes'],
      ['single quotes', "{'values': []}", 'key in double quotes'],
      ['a comment', '{"values": [] /* none */}', 'comma or }'],
      ['two values', '{} {}', 'follows the end'],
      ['a bare word', 'values', 'a value is expected'],
      ['NaN', '{"values": [{"field_id": NaN}]}', 'a value is expected'],
      ['a number out of range', '{"values": [{"field_id": 1e999}]}', 'too large'],
      ['a leading zero', '{"values": [{"field_id": 012}]}', 'comma or }'],
      ['an unclosed text', '{"values": "', 'no closing double quote'],
      ['a line break in a text', '{"values": "a\nb"}', 'control character'],
      ['an unknown escape', String.raw`{"values": "\x41"}`, 'escape'],
      ['half a surrogate pair', String.raw`{"comment": {"body": "\ud800"}}`, 'half a character'],
      ['the other half', String.raw`{"comment": {"body": "\udc00x"}}`, 'half a character'],
      ['U+0000 as it is', `{"comment": {"body": "${nul}"}}`, 'control character'],
      ['U+0000 in a comment', { comment: { body: `a${nul}b` } }, '`comment.body` contains the character U+0000'],
      ['U+0000 in a value', setting('title', { value: `a${nul}` }), '`values[0].value` contains the character U+0000'],
      ['U+0000 in a name', { values_by_field: { [nul]: { value: 'a' } } }, 'a name with the character U+0000'],
      ['a key twice', '{"values": [], "values": []}', '"values" stands twice'],
      ['a key twice, once escaped', String.raw`{"comment": {"body": "a", "\u0062ody": "b"}}`, '"body" stands twice'],
      ['too many keys', `{${Array.from({ length: 10_001 }, (_, n) => `"${n}":1`).join(',')}}`, 'more than 10000 keys'],
      ['a very long key twice', `{"${'k'.repeat(9000)}": 1, "${'k'.repeat(9000)}": 2}`, 'kkkk'],
      ['deep lists', '['.repeat(100_000), 'nested more than'],
      ['deep objects', '{"values":'.repeat(50_000), 'nested more than'],
      ['__proto__ in an open place', '{"values": [{"field_id": 1, "value": {"__proto__": {}}}]}', '__proto__'],
      ['__proto__ as a field', '{"values_by_field": {"__proto__": {"value": "x"}}}', '__proto__'],
      [
        'constructor as a field',
        '{"values_by_field": {"constructor": {"value": "x"}}}',
        '"constructor" is not a field',
      ],
      ['XML in the place of JSON', '<request/>', 'a value is expected'],
      ['a body of white space', ' \n ', 'a value is expected'],
      ['no body', undefined, 'content is missing'],
      ['an empty body', '', 'content is missing'],
    ].map(([name, body, says]) => ({ name: String(name), body, says: String(says), status: 400 })),
  );

  refuses('wrong shapes at every depth', () => {
    const value = (entry: unknown): unknown => ({ values: [entry] });
    const fieldId = field('title');
    return [
      ['a text for the body', '"values"', 'an object is expected'],
      ['a list for the body', [], 'an object is expected'],
      ['null for the body', 'null', 'an object is expected'],
      ['an object for values', { values: {} }, '`values` is an object'],
      ['a number for values', { values: 1 }, '`values` is'],
      ['a text for an entry', value('x'), '`values[0]` is "x"'],
      ['null for an entry', value(null), '`values[0]` is null'],
      ['an entry without a field', value({ value: 'x' }), '`values[0].field_id` is required'],
      ['a text for a field id', value({ field_id: 'title', value: 'x' }), '`values[0].field_id` is "title"'],
      ['a fraction for a field id', value({ field_id: 1.5, value: 'x' }), '`values[0].field_id` is 1.5'],
      ['a field id of 2^53', `{"values":[{"field_id":9007199254740992}]}`, '`values[0].field_id` is out of range'],
      ['a field id of 2^64', `{"values":[{"field_id":18446744073709551616}]}`, '`values[0].field_id`'],
      ['true for a field id', value({ field_id: true }), '`values[0].field_id` is true'],
      ['a text for the value ids', value({ field_id: fieldId, bind_value_ids: '1' }), '`values[0].bind_value_ids` is'],
      ['a list as value id', value({ field_id: fieldId, bind_value_ids: [[]] }), '`values[0].bind_value_ids[0]` is'],
      ['null as value id', value({ field_id: fieldId, bind_value_ids: [1, null] }), '`values[0].bind_value_ids[1]`'],
      ['too many entries', { values: Array.from({ length: 1001 }, () => ({ field_id: 1 })) }, 'at most 1000'],
      ['a text for links', value({ field_id: fieldId, links: 'x' }), '`values[0].links` is "x"'],
      ['a link without id', value({ field_id: fieldId, links: [{ type: '' }] }), '`values[0].links[0].id` is required'],
      ['a text for the comment', { comment: 'x' }, '`comment` is "x"'],
      ['a number for its text', { comment: { body: 1 } }, '`comment.body` is a number'],
      ['a comment over the limit', { comment: { body: 'x'.repeat(65_536) } }, '`comment.body` is 65536 characters'],
      ['a list for values_by_field', { values_by_field: [1] }, '`values_by_field` is a list'],
      ['a text for a named field', { values_by_field: { title: 'x' } }, '`values_by_field.title` must be an object'],
    ].map(([name, body, says]) => ({ name: String(name), body, says: String(says), status: 400 }));
  });

  refuses('malformed XML', () =>
    [
      ['a broken element', '<request><values>', 'unclosed tag'],
      ['crossed tags', '<request><a><b></a></b></request>', 'line 1'],
      ['two roots', '<request/><request/>', 'malformed'],
      ['no root', '<!-- nothing -->', 'root element'],
      ['text alone', 'values', 'malformed'],
      ['another root', '<artifact/>', 'the root element is `artifact`; it must be `request`'],
      ['a very long root', `<${'a'.repeat(50_000)}/>`, 'the root element is'],
      ['a document type', '<!DOCTYPE request><request/>', 'DOCTYPE'],
      [
        'a bomb of entities',
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replace(/./g, (c) => `<!ENTITY ${c} "${`&${String.fromCharCode(c.charCodeAt(0) - 1)};`.repeat(10)}">`)}]><request><comment><body>&h;</body></comment></request>`,
        'DOCTYPE',
      ],
      [
        'an external entity',
        '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><request><comment><body>&x;</body></comment></request>',
        'DOCTYPE',
      ],
      ['a parameter entity', '<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x.dtd"> %x;]><request/>', 'DOCTYPE'],
      ['an unknown entity', '<request><comment><body>&nbsp;</body></comment></request>', 'entity'],
      ['a stylesheet', '<?xml-stylesheet href="x.xsl"?><request/>', 'processing instruction'],
      ['an instruction inside', '<request><?php echo 1 ?></request>', 'processing instruction'],
      ['an unknown encoding', '<?xml version="1.0" encoding="KLINGON-1"?><request/>', 'not known'],
      ['U+0000 as a reference', '<request><comment><body>&#0;</body></comment></request>', 'malformed'],
      ['U+0000 as it is', `<request><comment><body>${nul}</body></comment></request>`, 'malformed'],
      ['half a surrogate pair', '<request><comment><body>&#xD800;</body></comment></request>', 'malformed'],
      ['a namespace', '<x:request xmlns:x="urn:x"/>', 'namespace prefix'],
      ['an attribute', '<request><comment format="text"/></request>', 'attribute `format`'],
      ['an attribute twice', '<request><item key="a" key="a"/></request>', 'malformed'],
      ['text beside elements', '<request>x<values/></request>', 'both elements and text'],
      ['a name twice', '<request><values/><values/></request>', '`values` stands twice'],
      ['deep elements', `<request>${'<a>'.repeat(50_000)}`, 'nested more than'],
      ['too many elements', `<request><values>${'<item/>'.repeat(100_001)}</values></request>`, 'more than 100000'],
      ['an object for a list', '<request><values><a/></values></request>', '`values` (line 1)'],
      ['a text for a field id', '<request><values><item><field_id>x</field_id></item></values></request>', 'field_id'],
      ['__proto__ as a field', '<request><values_by_field><__proto__/></values_by_field></request>', '__proto__'],
      ['JSON in the place of XML', '{"values": []}', 'malformed'],
      ['an empty body', '', 'no XML content'],
    ].map(([name, body, says]) => ({ name: String(name), body, says: String(says), status: 400, headers: xml })),
  );

  refuses('bytes, sizes and media types', () => {
    const large = Buffer.alloc(bodyLimitBytes + 1, ' ');
    const latin = Buffer.from('{"comment":{"body":"caf\u00e9"}}', 'latin1');
    const overlong = Buffer.concat([
      Buffer.from('{"comment":{"body":"'),
      Buffer.from([0xc0, 0x80]),
      Buffer.from('"}}'),
    ]);
    const type = (name: string): OutgoingHttpHeaders => ({ 'content-type': name });
    return [
      { name: 'Latin-1 in JSON', body: latin, status: 400, says: 'not valid UTF-8' },
      { name: 'an overlong form in JSON', body: overlong, status: 400, says: 'not valid UTF-8' },
      { name: 'Latin-1 in XML', body: latin, headers: xml, status: 400, says: 'not valid UTF-8' },
      { name: 'UTF-16', body: Buffer.from('\ufeff{}', 'utf16le'), status: 400, says: 'not valid UTF-8' },
      { name: 'a body over the limit', body: large, status: 413, says: 'exceeds the limit' },
      { name: 'the same in chunks', body: large, isChunked: true, status: 413, says: 'exceeds the limit' },
      { name: 'plain text', body: '{}', headers: type('text/plain'), status: 415, says: 'application/json' },
      {
        name: 'XML in what',
        body: '<request/>',
        headers: type('text/xml; charset=klingon'),
        status: 415,
        says: 'charset',
      },
      {
        name: 'a form with files',
        body: '--x--',
        headers: type('multipart/form-data; boundary=x'),
        status: 415,
        says: 'application/json',
      },
      {
        name: 'another charset',
        body: '{}',
        headers: type('application/json; charset=utf-16'),
        status: 415,
        says: 'charset',
      },
      { name: 'a malformed type', body: '{}', headers: type(';;;'), status: 415, says: 'application/json' },
      { name: 'a very long type', body: '{}', headers: type('a'.repeat(8000)), status: 415, says: 'application/json' },
      {
        name: 'a type like a property',
        body: '{}',
        headers: type('constructor'),
        status: 415,
        says: 'application/json',
      },
      {
        name: 'a form without end',
        body: 'a&'.repeat(2_000_000),
        headers: type('application/x-www-form-urlencoded'),
        status: 400,
        says: 'more than 1000 values',
      },
      {
        name: 'a malformed form',
        body: 'comment=%ff',
        headers: type('application/x-www-form-urlencoded'),
        status: 400,
        says: 'percent-encoded',
      },
    ];
  });
});

describe('fields and values', () => {
  const change = (rows: [name: string, body: unknown, says: string | RegExp][]): Row[] =>
    rows.map(([name, body, says]) => ({ name, body, says, status: 400 }));

  refuses('what the tracker does not allow', ({ taskTitle, severities }) => {
    const [first, second] = severities.filter((id) => id !== 100);
    return change([
      [
        'an unknown field',
        { values: [{ field_id: 987_654, value: 'x' }] },
        '987654 is not a field with values in the tracker "Bugs"',
      ],
      ['a negative field', { values: [{ field_id: -1, value: 'x' }] }, '-1 is not a field'],
      ['a field of another tracker', { values: [{ field_id: taskTitle, value: 'x' }] }, `${taskTitle} is not a field`],
      ['an unknown name', { values_by_field: { nothing: { value: 'x' } } }, '"nothing" is not a field'],
      ['a fieldset', { values_by_field: { fs_bug: { value: 'x' } } }, '"fs_bug" is not a field'],
      ['a list by its name', { values_by_field: { severity: { value: 'x' } } }, 'not by its name'],
      [
        'a value not in the list',
        setting('severity', { bind_value_ids: [987_654] }),
        '"987654" is not a value of the field',
      ],
      [
        'a label for a value',
        setting('severity', { bind_value_ids: ['Minor'] }),
        '"Minor" is not a value of the field',
      ],
      ['a negative value', setting('severity', { bind_value_ids: [-1] }), '"-1" is not a value'],
      ['several values for one', setting('severity', { bind_value_ids: [first, second] }), 'takes only one value'],
      ['a value for a list', setting('severity', { value: 'Minor' }), 'bind_value_ids'],
      ['an unknown person', setting('assigned_to', { bind_value_ids: [987_654] }), 'user 987654'],
      ['a number for a text', setting('title', { value: 5 }), '`values[0].value`: the field "Title" takes text'],
      ['an object for a text', setting('title', { value: {} }), 'takes text'],
      ['lines in one line', setting('title', { value: 'a\nb' }), 'a single line'],
      ['a text over the limit', setting('title', { value: 'x'.repeat(70_000) }), 'at most'],
      ['a long text over the limit', setting('steps', { value: 'ä'.repeat(33_000) }), 'at most 65535 bytes'],
      ['a text for a number', setting('reports', { value: 'many' }), 'whole number'],
      ['a fraction for a whole number', setting('reports', { value: 1.5 }), 'whole number'],
      ['a number out of range', setting('reports', { value: 2 ** 31 }), 'whole number'],
      ['a list for a number', setting('crash_rate', { value: [1] }), 'takes a number'],
      ['a text of infinite size', setting('crash_rate', { value: '1e999' }), 'takes a number'],
      ['30 February', setting('seen_at', { value: '2026-02-30' }), 'a valid date'],
      ['month 13', setting('seen_at', { value: '2026-13-01' }), 'a valid date'],
      ['year 0', setting('seen_at', { value: '0000-01-01' }), 'a valid date'],
      ['25 o’clock', setting('seen_at', { value: '2026-02-01T25:00:00Z' }), 'a valid date'],
      ['a zone that is none', setting('seen_at', { value: '2026-02-01T10:00:00+99:99' }), 'a valid date'],
      ['words for a date', setting('seen_at', { value: 'tomorrow' }), 'a valid date'],
      ['a number for a date', setting('seen_at', { value: 1_772_000_000 }), 'a valid date'],
      ['a link to nothing', setting('links', { links: [{ id: 987_654 }] }), '987654'],
      [
        'a link of no type',
        setting('links', { links: [{ id: 1, type: '__proto__' }] }),
        '"__proto__" is not a link type',
      ],
      ['a parent that is none', setting('links', { parent: { id: 987_654 } }), '987654'],
      ['a group that is none', setting('restricted_to', { value: { granted_groups: ['101_99'] } }), '99'],
      [
        'a group of another project',
        setting('restricted_to', { value: { granted_groups: ['9_3'] } }),
        'another project',
      ],
      [
        'an object for a group',
        setting('restricted_to', { value: { granted_groups: [{ toString: 1 }] } }),
        'granted_groups',
      ],
      ['an object for groups', setting('restricted_to', { value: { granted_groups: {} } }), 'granted_groups'],
      ['an empty required field', setting('title', { value: '' }), 'is required'],
      ['null in a required field', setting('title', { value: null }), 'is required'],
      [
        'one good value beside a wrong one',
        { values: [{ field_id: field('title'), value: 'changed' }, { field_id: 1 }] },
        '`values[1].field_id`',
      ],
      [
        'good values and a wrong comment',
        { values: [{ field_id: field('title'), value: 'changed' }], comment: { body: [] } },
        '`comment.body`',
      ],
    ]);
  });

  refuses('creations that lack something', ({ bugs }) => {
    const post = (name: string, body: unknown, says: string, status = 400): Row => {
      return { name, body, says, status, method: 'POST', path: '/api/artifacts' };
    };
    const values = [{ field_id: field('title'), value: 'new' }];
    return [
      post('no tracker', { values }, '`tracker` is required'),
      post('a tracker without id', { tracker: {}, values }, '`tracker.id` is required'),
      post('a number for the tracker', { tracker: bugs, values }, '`tracker` is'),
      post('a tracker that is none', { tracker: { id: 987_654 }, values }, 'tracker', 404),
      post('a negative tracker', { tracker: { id: -1 }, values }, 'tracker', 404),
      post('a huge tracker', `{"tracker":{"id":1e300},"values":[]}`, '`tracker.id`'),
      post('no values at all', { tracker: { id: bugs } }, 'use at least one field'),
      post('a missing required field', { tracker: { id: bugs }, values }, 'is required'),
      post(
        'an empty required field',
        { tracker: { id: bugs }, values: [{ field_id: field('title'), value: '' }] },
        'is required',
      ),
    ];
  });
});

describe('addresses', () => {
  const get = (path: string, status: number, says: Row['says'], name = path.slice(0, 60)): Row => {
    return { name, path, status, says, method: 'GET' };
  };

  refuses('ids that are none', () => [
    ...[
      'x',
      '1.5',
      '1e3',
      '0x10',
      '%20',
      '1%202',
      '1,2',
      '١',
      '--1',
      '1%00',
      '9007199254740992',
      '18446744073709551616',
    ].map((id) => get(`/api/artifacts/${encodeURI(decodeURI(id)).replace('%2500', '%00')}`, 400, '`id`')),
    ...['-1', '0', '987654', '9007199254740991', '-9007199254740991'].map((id) => get(`/api/artifacts/${id}`, 404, '')),
    ...['projects', 'trackers'].flatMap((thing) => [
      get(`/api/${thing}/x`, 400, '`id`'),
      get(`/api/${thing}/-1`, 404, ''),
      get(`/api/v1/${thing}/987654`, 404, ''),
    ]),
    get('/api/users/nobody', 400, ''),
    get('/api/users/%00', 400, 'U+0000'),
    get('/api/user_groups/x_y_z', 400, 'user group'),
    get(`/api/artifacts/${'1'.repeat(501)}`, 414, 'path', 'an id of 501 digits'),
    get('/api/artifacts/%ff', 400, 'percent-encoded'),
    get('/api/artifacts/%', 400, 'percent-encoded'),
    get('/api/%c0%ae%c0%ae/', 400, 'percent-encoded'),
  ]);

  refuses('paths and methods that are none', ({ artifactId }) => [
    get('/', 404, 'nothing at /'),
    get('/api', 404, 'nothing at /api'),
    get('/api/nothing', 404, 'nothing at /api/nothing'),
    get('/api/../../etc/passwd', 404, 'nothing at'),
    get('/api/explorer/assets/..%2f..%2f..%2fpackage.json', 404, 'nothing at'),
    get('//artifacts', 404, 'nothing at'),
    get(`/api/artifacts/${artifactId}/nothing`, 404, 'nothing at'),
    get(`/api/v2/artifacts/${artifactId}`, 404, 'nothing at'),
    get('/api/tokens', 405, 'use one of OPTIONS, POST'),
    ...['POST', 'PROPFIND', 'TRACE', 'QUERY'].map((method): Row => {
      return {
        name: `${method} of an artifact`,
        method,
        status: 405,
        says: 'use one of OPTIONS, GET, PUT, DELETE, PATCH',
      };
    }),
    { name: 'HEAD of what has no GET', method: 'HEAD', path: '/api/tokens', status: 405, says: true },
  ]);

  refuses('absurd queries', ({ bugs }) => {
    const list = `/api/trackers/${bugs}/artifacts`;
    return [
      get(`${list}?limit=-1`, 400, '`limit`'),
      get(`${list}?limit=1e9`, 400, '`limit`'),
      get(`${list}?limit=1000000000`, 400, '`limit`'),
      get(`${list}?limit=x`, 400, '`limit`'),
      get(`${list}?limit=1&limit=2`, 400, '`limit` is given 2 times'),
      get(`${list}?limit[]=1&limit=2`, 400, '`limit` is given 2 times'),
      get(`${list}?offset=-1`, 400, '`offset`'),
      get(`${list}?offset=99999999999999999999`, 400, '`offset` is out of range'),
      get(`${list}?offset=1.5`, 400, '`offset`'),
      get(`${list}?order=sideways`, 400, '`order`'),
      get(`${list}?values=some`, 400, '`values`'),
      get(`${list}?order=%ff`, 400, 'percent-encoded'),
      get(`${list}?order=%00`, 400, '`order`'),
      get('/api/projects?query=%7B', 400, "`query`: The JSON can't"),
      get('/api/projects?query=%5B%5D', 400, '`query` must be a JSON object'),
      get('/api/projects?query=%7B%22shortname%22:%22%5Cu0000%22%7D', 400, 'U+0000'),
      get('/api/projects?query=%7B%22__proto__%22:1%7D', 400, '__proto__'),
      get(`/api/projects?query=${'['.repeat(12_000)}`, 400, '`query`', 'a query nested 12,000 deep'),
      get('/api/users', 400, '`query` is required'),
      get('/api/users?query=x', 400, '`query` is too short'),
      get('/api/users?query=%7B%22username%22:%7B%7D%7D', 400, '`query.username` must be text'),
      get('/api/users?query=%00%00%00', 400, 'U+0000'),
    ];
  });
});

describe('headers', () => {
  refuses('credentials that prove nothing', ({ token, userId }) => {
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    const cases: [string, OutgoingHttpHeaders][] = [
      ['a token without its user', { 'x-auth-token': token }],
      ['a user without a token', { 'x-auth-userid': userId }],
      ['a user id that is text', { 'x-auth-token': token, 'x-auth-userid': 'ana' }],
      ['a user id that is near', { 'x-auth-token': token, 'x-auth-userid': `${userId}.0` }],
      ['another user id', { 'x-auth-token': token, 'x-auth-userid': '1' }],
      ['an empty pair', { 'x-auth-token': '', 'x-auth-userid': '' }],
      ['a token cut short', { 'x-auth-token': token.slice(1), 'x-auth-userid': userId }],
      ['a long token', { 'x-auth-token': 'a'.repeat(8000), 'x-auth-userid': userId }],
      ['a token twice', { 'x-auth-token': [token, token], 'x-auth-userid': userId }],
      ['an access key', { 'x-auth-accesskey': 'tlp-k1-1.x' }],
      ['Basic without a value', { authorization: 'Basic' }],
      ['Basic without a colon', { authorization: basic('ana') }],
      ['Basic with a wrong password', { authorization: basic('ana:wrong') }],
      ['Basic with U+0000', { authorization: basic(`ana${nul}:${testPassword}`) }],
      ['Basic in bad UTF-8', { authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}` }],
      ['Basic that is no base64', { authorization: 'Basic !!!!' }],
      ['another scheme', { authorization: 'Digest username="ana"' }],
      ['an empty Authorization', { authorization: '' }],
      ['a bearer', { authorization: `Bearer ${token}` }],
    ];
    return cases.map(([name, headers]) => {
      return { name, headers, says: '', status: 401, method: 'GET', isAnonymous: true };
    });
  });

  refuses('absurd values', () => {
    const big = 'x'.repeat(20_000);
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`x-${n}`, 'y']));
    const row = (name: string, headers: OutgoingHttpHeaders, status: number, says: string): Row => {
      return { name, headers, status, says, body: setting('title', { value: 'changed' }) };
    };
    return [
      row('a header of 20 KB', { 'x-long': big }, 431, '16 KiB'),
      row('3000 headers', many, 431, '16 KiB'),
      row('a type that nobody can write', { accept: 'image/png' }, 406, 'application/json'),
      row('an empty Accept', { accept: '' }, 406, 'application/json'),
      row('an Accept that is no list', { accept: ',;=;q=x,"' }, 406, 'application/json'),
      row('nothing wanted', { accept: 'application/json;q=0, application/xml;q=0.000' }, 406, 'application/json'),
      row('an Accept of 8 KB', { accept: 'a/b;c="'.repeat(1100) }, 406, 'application/json'),
      row('a malformed If-Match', { 'if-match': '"' }, 400, 'If-Match'),
      row('an empty If-Match', { 'if-match': '' }, 400, 'If-Match'),
      row(
        'a date that does not exist',
        { 'if-unmodified-since': 'Mon, 30 Feb 2026 10:00:00 GMT' },
        400,
        'If-Unmodified-Since',
      ),
      row('another version', { 'if-match': '"constructor"' }, 412, ''),
    ];
  });

  refuses('refusals in XML', () => {
    const headers = { accept: 'application/xml' };
    const body = setting('title', { value: 'a\u0001\n<&>"' });
    return [
      { name: 'of a value', headers, body, status: 400, says: 'takes a single line' },
      { name: 'of JSON', headers, body: '{"\u{1F600}', status: 400, says: 'line 1, column 2' },
      { name: 'of a path', headers, method: 'GET', path: '/api/<nothing>', status: 404, says: 'nothing at' },
    ];
  });
});

/** Writes bytes to a connection of its own, and half-closes it when told to; gives what came back until it closed. */
function speak(bytes: string | Buffer, ends: boolean): Promise<string> {
  const { hostname, port } = new URL(test.base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(bytes);
      if (ends) socket.end();
    });
    let heard = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (heard += part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}

describe('connections', () => {
  const put = (headers: string, body: string): string =>
    `PUT /api/artifacts/${facts.artifactId} HTTP/1.1\r\nHost: x\r\nX-Auth-Token: ${facts.token}\r\n` +
    `X-Auth-UserId: ${facts.userId}\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n\r\n${body}`;
  const json = (): string => JSON.stringify(setting('title', { value: 'changed' }));
  const rows: [name: string, bytes: () => string | Buffer, answer: RegExp][] = [
    ['no HTTP', () => 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['random bytes', () => Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 151) % 256)), /^HTTP\/1\.1 400 /],
    ['a TLS greeting', () => Buffer.from('16030100c8010000c40303', 'hex'), /^HTTP\/1\.1 400 /],
    ['an unknown method', () => 'FOO /api/version HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['another version', () => 'GET /api/version HTTP/9.9\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a space in the path', () => 'GET /api/ver sion HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['no Host', () => 'GET /api/version HTTP/1.1\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a header without a colon', () => 'GET /api/version HTTP/1.1\r\nHost x\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['a line feed in a header', () => put('X-A: b\nX-B: c\r\n d', ''), /^HTTP\/1\.1 400 /],
    ['a zero byte in a header', () => put(`X-A: b${nul}c`, ''), /^HTTP\/1\.1 400 /],
    ['a negative length', () => put('Content-Length: -1', json()), /^HTTP\/1\.1 400 /],
    ['two lengths', () => put('Content-Length: 2\r\nContent-Length: 3', '{}'), /^HTTP\/1\.1 400 /],
    ['a length and chunks', () => put('Content-Length: 2\r\nTransfer-Encoding: chunked', '{}'), /^HTTP\/1\.1 400 /],
    ['a chunk of no size', () => put('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'), /^(?:HTTP\/1\.1 400 |$)/],
    ['a body cut off', () => put(`Content-Length: ${json().length + 1}`, json()), /^(?:HTTP\/1\.1 400 |$)/],
    [
      'chunks cut off',
      () => put('Transfer-Encoding: chunked', `${json().length.toString(16)}\r\n${json()}\r\n`),
      /^(?:HTTP\/1\.1 400 |$)/,
    ],
    ['a body longer than its length', () => put('Content-Length: 5', json()), /^HTTP\/1\.1 400 /],
    ['a length over the limit', () => put('Content-Length: 99999999999', 'x'), /^HTTP\/1\.1 413 /],
    [
      'an expectation that is none',
      () => put(`Expect: miracles\r\nContent-Length: ${json().length}`, json()),
      /^HTTP\/1\.1 417 /,
    ],
    ['a request line without end', () => `GET /${'a'.repeat(40_000)}`, /^HTTP\/1\.1 414 /],
    ['headers that never end', () => 'GET /api/version HTTP/1.1\r\nHost: x\r\nX-Slow', /^(?:HTTP\/1\.1 400 |$)/],
    ['CONNECT', () => 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n', /^(?:HTTP\/1\.1 4\d\d |$)/],
    ['nothing', () => '', /^$/],
  ];

  for (const [name, bytes, answer] of rows) {
    it(`refuses or closes: ${name}`, async () => {
      const earlier = await dumpState();
      const heard = await speak(bytes(), true);
      assert.match(heard, answer);
      const [, body] = heard.split('\r\n\r\n');
      if (body) assert.match(body, /^\{"error":\{"code":4\d\d,"message":"[A-Z][\w -]+: [^"]+/);
      assert.deepEqual(await dumpState(), earlier);
    });
  }

  it('serves others while many requests stay unfinished', async () => {
    const { hostname, port } = new URL(test.base);
    const unfinished = put('Content-Length: 1000', '{"values": [');
    const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname));
    await Promise.all(
      sockets.map(
        (socket) => new Promise<void>((done) => socket.on('connect', () => socket.write(unfinished, () => done()))),
      ),
    );
    const earlier = await dumpState();
    for (const socket of sockets) socket.destroy();
    assert.deepEqual(await dumpState(), earlier);
  });

  it('does a right request after all of that', async () => {
    const changed = await ask({ body: setting('title', { value: 'changed' }) });
    assert.equal(changed.status, 200, changed.text);
    assert.match(changed.text, /"title":"changed"/);
  });
});
