// Engine: both
// Nothing of an archive is lost in silence: every element and attribute is told of, and what is said to be stored or
// kept is in the archive that an export writes.
import assert from 'node:assert/strict';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { importArchive } from '../../src/features/archive/index.ts';
import { createInventory } from '../../src/features/archive/outcomes/archive-inventory.ts';
import { findRoot } from '../../src/features/archive/outcomes/element-outcomes.ts';
import { findPart } from '../../src/features/archive/xml/outcome.ts';
import type { Outcome } from '../../src/features/archive/xml/outcome.ts';
import { translateKey } from '../../src/features/archive/xml/translation-keys.ts';
import { parseXml } from '../../src/features/archive/xml/xml-tree.ts';
import type { XmlElement } from '../../src/features/archive/xml/xml-tree.ts';
import { exportFrom, writeHostileArchive } from '../support/archive-world.ts';
import { writeEveryPart } from '../support/every-part-archive.ts';
import { fixtureArchives } from '../support/fixtures.ts';
import { startApp } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';

const folder = mkdtempSync(join(tmpdir(), 'tepal-inventory-'));
const shared = new URL('../../../shared', import.meta.url).pathname;
const fixtures = join(shared, 'fixtures');
const formatPage = join(shared, 'reference/70-project-xml.md');
const missing = (path: string): string | false => (existsSync(path) ? false : `${path} is absent`);

const starting = startApp();
after(async () => {
  await (await starting).close();
  rmSync(folder, { recursive: true });
});

const importWithInventory = async (path: string) => {
  const { app } = await starting;
  const deps = {
    database: app.database,
    clock: { nowMs: () => 0 },
    blobs: app.blobs,
    parts: app.features.parts.archive,
  };
  return importArchive(deps, { path, as: 'root', mode: { automap: 'A' }, hasInventory: true });
};

/** `1` and `true` say the same, and so do `inca_silver` and `inca-silver`. */
const normalize = (text: string): string =>
  translateKey(text.trim())
    .replace(/^true$/, '1')
    .replace(/^false$/, '0')
    .replace(/^\w+_\w+$/, (word) => word.replaceAll('_', '-'));

/** Descriptions of these groups are Tepal's own. */
const isBuiltIn = ({ name, attributes }: XmlElement): boolean =>
  name === 'ugroup' && /^project_(members|admins)$|_admins$/.test(attributes['name'] ?? '');

/** What an archive says outside of its artifacts, as `path=value`; fields inside fields stand where the outermost do. */
async function listFacts(file: string): Promise<Set<string>> {
  const facts = new Set<string>();
  const walk = (element: XmlElement, parent: string): void => {
    if (element.name === 'artifacts') return;
    const isInner = element.name === 'formElements' && parent.endsWith('/formElement');
    const path = isInner ? parent.slice(0, -'/formElement'.length) : `${parent}/${element.name}`;
    if (element.text.trim() !== '') facts.add(`${path}=${normalize(element.text)}`);
    for (const [name, value] of Object.entries(element.attributes))
      if (name !== 'description' || !isBuiltIn(element)) facts.add(`${path}/@${name}=${normalize(value)}`);
    for (const child of element.children) walk(child, path);
  };
  walk(await parseXml(createReadStream(file), { file }), '');
  return facts;
}

/** What exports say in another way, and where the format means the same without a word. */
const saidOtherwise = [
  // These stand in tepal-details.xml.
  /\/formElement\/@(?:type=shared$|original_field_id=)/,
  /\/semantic\/(?:@type=(?:custom|of-another-program)$|deep)/,
  /\/services\/(?:service|project-defined-service)\/@(?:rank|icon)=/,
  /^\/project\/ugroups\/ugroup\/members\/member/,
  /\/item\/@is_hidden=0$/,
  /\/@is_advanced=0$/,
  /** Dependencies are list rules. */
  /^\/project\/trackers\/tracker\/dependencies\//,
  /\/bind\/default_values\/value(\/@format)?=/,
  /** The copy of a copy shares the field that the copy shares. */
  /\/formElement\/@original_field_id=F21$/,
  /** Tepal's exports have repositories in a folder of their own, with their history. */
  /^\/project\/(git|svn)\/repository\//,
  /** Short names are in lower case. */
  /^\/project\/@unix-name=SVN-plugin-test$/,
  /** Steps of tests are external fields. */
  /\/formElement\/(@type=ttmstepexec|@ID=F32129|name=step-exec|label=Step Exec)$/,
];

const archives = [
  { name: 'of every part', write: writeEveryPart },
  { name: 'of hostile texts', write: writeHostileArchive },
  ...(['scrum', 'kanban'] as const).map((name) => ({ name: `sample ${name}`, write: () => sampleFolder(name) })),
  ...fixtureArchives.map(({ name, path }) => ({ name, write: () => path })),
];

test('the fixtures are there', { skip: missing(fixtures) }, () => assert.ok(archives.length > 15));

for (const { name, write } of archives)
  test(`nothing of the archive ${name} is lost`, async () => {
    const path = await write(folder);
    const { inventory, unixName, warnings } = await importWithInventory(path);
    if (name === 'of every part')
      assert.ok(
        warnings.every(({ text }) => text.includes('no permissions')),
        JSON.stringify(warnings),
      );
    assert.deepEqual(
      inventory.filter(({ outcome }) => outcome === 'unknown'),
      [],
    );
    const target = join(folder, `out-${unixName}`);
    await exportFrom(await starting, unixName, target);
    const exported = await listFacts(join(target, 'project.xml'));
    const unneeded = new Set(inventory.flatMap((line) => (line.outcome === 'not needed' ? [`/${line.path}`] : [])));
    const lost = [...(await listFacts(join(path, 'project.xml')))].filter(
      (fact) =>
        !exported.has(fact) &&
        !unneeded.has(fact.slice(0, fact.indexOf('='))) &&
        !saidOtherwise.some((pattern) => pattern.test(fact)),
    );
    assert.deepEqual(lost, []);
  });

test('elements are counted by their paths, and what nobody described is unknown', async () => {
  const inventory = createInventory();
  const fieldsets = '<formElement type="fieldset"><formElements><formElement type="int"/></formElements></formElement>';
  const xml = `<project unix-name="p"><git path="x"><deep/></git><trackers><tracker id="T1"><formElements>${fieldsets}</formElements>
    <wonder what="?"><inside/></wonder></tracker><tracker id="T2"/></trackers></project>`;
  await parseXml([Buffer.from(xml)], {
    file: 'project.xml',
    keepsSource: ({ name }) => name === 'git',
    note: inventory.note,
  });
  const lines = inventory
    .list()
    .map(({ path, count, outcome }) => `${count} ${path.slice('project'.length)}: ${outcome}`);
  assert.deepEqual(lines, [
    '1 : stored',
    '1 /@unix-name: stored',
    '1 /git: kept',
    '1 /git/@path: kept',
    '1 /git/deep: kept',
    '1 /trackers: stored',
    '2 /trackers/tracker: stored',
    '2 /trackers/tracker/@id: stored',
    '2 /trackers/tracker/formElements: stored',
    '2 /trackers/tracker/formElements/formElement: stored',
    '2 /trackers/tracker/formElements/formElement/@type: stored',
    '1 /trackers/tracker/wonder: unknown',
    '1 /trackers/tracker/wonder/@what: unknown',
    '1 /trackers/tracker/wonder/inside: unknown',
  ]);
});

test('every element and attribute that the format is known to have is described', { skip: missing(formatPage) }, () => {
  const rows = [...readFileSync(formatPage, 'utf8').matchAll(/^\| `\/(project\b[^`]*)` \|[^|]*\|[^|]*\|(.*)\|$/gm)];
  assert.ok(rows.length > 200);
  const unknown = rows.flatMap(([, path = '', words = '']) => {
    const [root = '', ...names] = path.split('/');
    let outcome: Outcome | undefined = findRoot('project.xml', root);
    for (const name of names) {
      const part: Outcome | undefined = outcome && findPart(outcome, name);
      if (part === undefined && outcome?.kind === 'kept') return [];
      outcome = part;
    }
    const attributes = [...words.matchAll(/(?:^|; )\s*([\w-]+)(?:=\{[^}]*\})?/g)].map(([, name = '']) => `@${name}`);
    return ['', ...attributes]
      .filter((name) =>
        name === '' ? outcome === undefined : outcome?.kind !== 'kept' && !(outcome && findPart(outcome, name)),
      )
      .map((name) => `${path}/${name}`);
  });
  assert.deepEqual(unknown, []);
});
