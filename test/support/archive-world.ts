// What tests of archives share: an archive with everything that is hard to carry, and questions about whole databases.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { exportArchive, importArchive, inWords } from '../../src/features/archive/index.ts';
import { listTables } from '../../src/platform/database/test-place.testing.ts';
import type { TestApp } from './harness.ts';

interface TableRow {
  [column: string]: unknown;
}

/** The rows of one SELECT. */
export async function query({ app }: TestApp, text: string): Promise<TableRow[]> {
  const { rows } = await sql<TableRow>`${sql.raw(text)}`.execute(app.database.read);
  return rows.map((row) => ({ ...row }));
}

/** Imports as `root`, with new accounts for people who have none. */
export const importInto = async ({ app }: TestApp, path: string) =>
  inWords(
    await importArchive(
      { database: app.database, clock: { nowMs: () => 0 }, blobs: app.blobs, parts: app.features.parts.archive },
      { path, as: 'root', mode: { automap: 'A' } },
    ),
  );

/** Exports to a new folder or zip file. */
export const exportFrom = ({ app }: TestApp, unixName: string, path: string) =>
  exportArchive({ database: app.database, blobs: app.blobs, parts: app.features.parts.archive }, { unixName, path });

/**
 * Tables that hold nothing of a project, or differ from server to server, or by what somebody has looked at; references are
 * compared by themselves.
 */
const otherTables = [
  'archive_references',
  'audit_events',
  'site',
  'settings',
  'events',
  'events_arriving',
  'events_kept',
  'idempotency_keys',
  'rendered_texts',
  'webhooks',
  'webhook_deliveries',
  'followers',
  'schema_migrations',
  'users',
  'tokens',
  'sign_in_counters',
];

/** What a server chooses for itself. */
const isOwn = (table: string, column: string): boolean =>
  column === 'path' ||
  (column === 'folder' && /^(git|svn)_repositories$/.test(table)) ||
  (table === 'crosstracker_queries' && column === 'id');

/** Every row of every table; where files are on the disk, and whether links had types, may differ. */
export async function dump(app: TestApp): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const name of await listTables(app.app.database.read)) {
    if (otherTables.includes(name)) continue;
    const rows = await query(app, `select * from "${name}"`);
    const texts = rows.map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !isOwn(name, column))));
    tables[name] = texts
      .map((text) => text.replace('use-natures=\\"false', 'use-natures=\\"true').replaceAll(/ blob=\\"[^"]+"/g, ''))
      .sort();
  }
  return tables;
}

/** Texts that XML can carry, though not as they are. */
export const hostileTexts = [
  'a]]>b <![CDATA[c]]>',
  '&lt;b&gt; & <b>"it\'s"</b> &#13; &nbsp;',
  '  two spaces around, tab\there  ',
  'emoji 👩‍👩‍👧‍👦 🐢, e + ◌́ é, אב, \u200b\ufffd\u0085\u2028',
  'long '.repeat(12_000),
] as const;
export const manyLines = ' first\r\nsecond\rthird\n\n';

/** Attachments by name in the archive; the bytes are all there are, none, and many. */
export const attachments: readonly { name: string; path: string; bytes: Buffer }[] = [
  { name: 'every <byte> & "more".bin', path: 'files/b', bytes: Buffer.from(Array.from({ length: 256 }, (_, n) => n)) },
  { name: 'empty', path: 'files/empty', bytes: Buffer.alloc(0) },
  { name: 'ünïcode.txt', path: 'files/long', bytes: Buffer.alloc(300_000, '\u00e9]]>\r\n') },
];

const escape = (text: string): string => text.replace(/[&<>"\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const field = (type: string, id: number, inner = ''): string =>
  `<formElement type="${type}" ID="F${id}" rank="${id}"><name>${type}${id}</name><label>${type} &amp; co</label>${inner}</formElement>`;

const by = (format: string, name: string): string => `<submitted_by format="${format}">${name}</submitted_by>`;

const comment = (text: string, groups = ''): string =>
  `<comment>${by('username', 'ann')}<submitted_on format="ISO8601">2026-01-02T03:04:05.678Z</submitted_on>
   <body format="commonmark">${escape(text)}</body>${groups}</comment>`;

const changeset = (submitter: string, comments: string, changes: string): string =>
  `<changeset>${submitter}<submitted_on format="ISO8601">2026-01-02T03:04:05.678Z</submitted_on>
   <comments>${comments}</comments>${changes}</changeset>`;

const change = (type: string, id: number | '', kind: string, values: string): string =>
  `<field_change field_name="${type}${id}" type="${kind}">${values}</field_change>`;

const projectXml = (): string => `<project unix-name="hostile" full-name="${escape(hostileTexts[0])}" access="private"
  description="${escape(hostileTexts[1])}" icon-codepoint="🐢"><long-description>${escape(manyLines)}</long-description>
<banner>${escape(hostileTexts[0])}</banner>
<services><service shortname="file" enabled="0"/><project-defined-service shortname="x" enabled="1" label="${escape(hostileTexts[1])}" description="" link="https://example.org/?a=1&amp;b=2" is_in_new_tab="1"/></services>
<ugroups mode="synchronized">
 <ugroup name="project_members" description=""><members><member format="username">ann</member><member format="ldap">u-7</member></members></ugroup>
 <ugroup name="wiki_admins" description=""><members><member format="username">ann</member></members></ugroup>
 <ugroup name="devs &amp; &quot;co&quot;" description="&lt;b&gt;"><members><member format="username">ann</member></members></ugroup>
</ugroups>
<trackers use-natures="true">
<tracker id="T7" parent_id="0" notifications_level="2"><name>${escape(hostileTexts[3])}</name><item_name>thing</item_name><description>${escape(manyLines)}</description>
<cannedResponses><cannedResponse><title>${escape(hostileTexts[0])}</title><body>${escape(manyLines)}</body></cannedResponse></cannedResponses>
<formElements>
${field('string', 1)}${field('text', 2, `<properties default_value="${escape(manyLines).replaceAll('\n', '&#10;')}"/>`)}${field('file', 3)}${field('art_link', 4)}
${field('sb', 5, `<bind type="static" is_rank_alpha="1"><items><item ID="V2" label="b ${escape(hostileTexts[0])}"><description>${escape(hostileTexts[1])}</description></item><item ID="V1" label="a" is_hidden="1"/></items><decorators><decorator r="1" g="20" b="255"/><decorator REF="V1" tlp_color_name="inca_silver"/></decorators><default_values><value REF="V2"/></default_values></bind>`)}
${field('msb', 6, '<bind type="users"><items><item label="group_members"/></items><default_values><value format="ldap">u-7</value></default_values></bind>')}
${field('tbl', 7, '<bind type="static"><items><item ID="V3" label="known"/></items></bind>')}
${field('tbl', 8, '<bind type="users"><items><item label="group_members"/></items></bind>')}
${field('sb', 9, '<bind type="ugroups"><items><item ID="V9" label="devs &amp; &quot;co&quot;"/><item ID="V10" label="ugroup_project_members_name_key"/></items></bind>')}
${field('float', 10)}${field('date', 11, '<properties display_time="1"/>')}${field('computed', 12)}${field('perm', 13)}
<externalField type="ttmstepdef" ID="F14" rank="14"><name>steps</name><label>steps</label></externalField>
</formElements>
<semantics><semantic type="custom"><deep REF="F1"><![CDATA[a]]>]]&gt;</deep></semantic></semantics>
<artifacts>
<artifact id="41">
${changeset(by('username', 'ann'), comment(manyLines) + comment(hostileTexts[0], '<private_ugroups><ugroup>devs &amp; "co"</ugroup></private_ugroups>'), hostileChanges)}
${changeset(by('email" is_anonymous="1', 'stranger@example.org'), comment('hidden', '<private_ugroups><ugroup>gone</ugroup></private_ugroups>'), change('string', 1, 'string', `<value>${escape(hostileTexts[3])}</value>`))}
${changeset(by('ldap', 'u-7'), '', change('msb', 6, 'list', '<value/>'))}
${attachments.map(({ name, path }) => `<file id="${path}"><filename>${escape(name)}</filename><path>${path}</path><filesize>1</filesize><filetype>text/plain</filetype><description>${escape(hostileTexts[0])}</description></file>`).join('')}
</artifact>
<artifact id="40">${changeset(by('username', 'None'), '', change('string', 1, 'string', '<value/>') + change('text', 2, 'text', `<value format="html">${escape(hostileTexts[4])}</value>`))}</artifact>
</artifacts>
</tracker>
<tracker id="T8" parent_id="T7"><name>shares</name><item_name>shares</item_name><formElements>
<formElement type="shared" ID="F21" rank="2" original_field_id="F5"><name>of_seven</name><label>b</label></formElement>
<formElement type="shared" ID="F22" rank="1" original_field_id="F21"><name>of_that</name><label>c</label></formElement>
<formElement type="shared" ID="F23" rank="3" original_field_id="F6" required="1"><name>people</name><label>d</label></formElement>
</formElements>
<semantics><semantic type="status"><shortname>status</shortname><label>S</label><field REF="F21"/></semantic></semantics>
<artifacts><artifact id="42">${changeset(by('email" is_anonymous="1', ''), '', change('of_seven', '', 'list" bind="static', '<value format="id">V1</value>'))}</artifact></artifacts>
</tracker></trackers>
<mediawiki><repository name="a"><by format="username">zoe</by><access-file><![CDATA[[/] * = r ]]></access-file></repository></mediawiki>
</project>`;

const hostileChanges = [
  '<external_field_change field_name="steps" type="ttmstepdef"><step><description format="html">&lt;b&gt;</description><expected_results format="text"> x </expected_results></step></external_field_change>',
  change('string', 1, 'string', `<value>${escape(hostileTexts[2])}</value>`),
  change('text', 2, 'text', `<value format="text">${escape(manyLines)}</value>`),
  change('file', 3, 'file', attachments.map(({ path }) => `<value ref="${path}"/>`).join('')),
  change('art_link', 4, 'art_link', '<value nature="_covered_by">40</value><value nature="">40</value>'),
  change('sb', 5, 'list" bind="static', '<value format="id">V1</value>'),
  change('msb', 6, 'list" bind="users', '<value format="username">ann</value><value format="ldap">u-7</value>'),
  change('tbl', 7, 'open_list" bind="static', `<value>known</value><value>${escape(hostileTexts[1])}</value>`),
  change(
    'tbl',
    8,
    'open_list" bind="users',
    '<value format="ldap">u-7</value><value format="email">who@example.org</value>',
  ),
  change('sb', 9, 'list" bind="ugroups', '<value format="id">V9</value>'),
  change('float', 10, 'float', '<value>-1.5e-7</value>'),
  change('date', 11, 'date', '<value format="ISO8601">2026-02-28T23:59:59+01:00</value>'),
  change('computed', 12, 'computed', '<manual_value>2.5</manual_value><is_autocomputed>0</is_autocomputed>'),
  change('perm', 13, 'permissions_on_artifact" use_perm="1', '<ugroup ugroup_name="devs &amp; &quot;co&quot;"/>'),
].join('');

const usersXml = `<users>
<user><id>5</id><username>ann</username><realname>Ann "&lt;&amp;&gt;" O'Hara</realname><email>ann@example.org</email><ldapid></ldapid></user>
<user><id>6</id><username>lea</username><realname>Léa</realname><email>lea@example.org</email><ldapid>u-7</ldapid></user>
<user><id>7</id><username>zoe</username><realname>Zoë</realname><email>zoe@example.org</email><ldapid></ldapid></user>
</users>`;

/** Writes an archive folder of the project `hostile`: one tracker, two artifacts, texts and attachments as above. */
export async function writeHostileArchive(folder: string): Promise<string> {
  const root = join(folder, 'hostile');
  await mkdir(join(root, 'files'), { recursive: true });
  await writeFile(join(root, 'project.xml'), projectXml());
  await writeFile(join(root, 'users.xml'), usersXml);
  for (const { path, bytes } of attachments) await writeFile(join(root, path), bytes);
  return root;
}

const longHistory = Array.from({ length: 520 }, (_, index) => {
  const atMs = Date.UTC(2026, 0, 1) + index * 60_000;
  const when = `<submitted_on format="ISO8601">${new Date(atMs).toISOString()}</submitted_on>`;
  const said = `<comment>${by('username', 'ann')}${when}<body>${index}</body></comment>`;
  return `<changeset>${by('username', 'ann')}${when}<comments>${index % 7 === 0 ? said : ''}</comments>${change('string', 1, 'string', `<value>${index}</value>`)}</changeset>`;
}).join('');

/** Writes an archive folder of the project `long`, whose three artifacts have more changesets than are held at a time. */
export async function writeLongHistories(folder: string): Promise<string> {
  const root = join(folder, 'long');
  const artifacts = [1, 2, 3].map((id) => `<artifact id="${id}">${longHistory}</artifact>`).join('');
  const trackers = `<tracker id="T1"><name>A</name><item_name>a</item_name><formElements>${field('string', 1)}</formElements><artifacts>${artifacts}</artifacts></tracker>`;
  await mkdir(root);
  const head = '<project unix-name="long" full-name="Long" description=""><long-description/>';
  await writeFile(join(root, 'project.xml'), `${head}<trackers use-natures="true">${trackers}</trackers></project>`);
  await writeFile(join(root, 'users.xml'), usersXml);
  return root;
}
