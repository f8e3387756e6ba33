// Real archives, counted against their text; attachments and top-level faults; time that grows with the size only.
// Process: its own, because it measures processor time
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { ArchiveModel } from '../model/project-content.ts';
import { textOf } from '../../../platform/texts/said.ts';
import { openArchive } from './archive-source.ts';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import { listFormElements } from '../model/field-model.ts';
import { readArchive, readArchiveFrom, readArtifactsFrom } from './read-archive.ts';
import { readProjectXml } from './read-project.ts';

const FIXTURES = join(import.meta.dirname, '../../../../../shared/fixtures');
const hasFixtures = existsSync(FIXTURES);

const stripXml = (text: string): string =>
  text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, 'x').replace(/<!--[\s\S]*?-->/g, '');

const countText = (xml: string): Record<string, number> => {
  const count = (pattern: RegExp): number => xml.match(pattern)?.length ?? 0;
  const linkChanges = xml.match(/<field_change [^>]*type="art_link"[^>]*(?<!\/)>[\s\S]*?<\/field_change>/g) ?? [];
  return {
    services: count(/<service /g),
    userGroups: count(/<ugroup name="[^"]*" description/g),
    members: count(/<member[ >]/g),
    trackers: count(/<tracker [^>]*instantiate_for_new_projects/g),
    elements: count(/<(formElement|externalField) /g),
    withBind: count(/<bind /g),
    items: count(/<item /g),
    decorators: count(/<decorator /g),
    semantics: count(/<semantic /g),
    openValues: count(/<open_value /g),
    reports: count(/<report /g),
    renderers: count(/<renderer /g),
    criteria: count(/<criteria /g),
    transitions: count(/<transition>/g),
    permissions: count(/<permission scope/g),
    artifacts: count(/<artifact /g),
    changesets: count(/<changeset[ >]/g),
    comments: count(/<comment>/g),
    changes: count(/<field_change /g),
    links: linkChanges.flatMap((change) => change.match(/<value[^>]*>[^<\s]/g) ?? []).length,
    listItems: count(/<value format="id">/g),
    triggers: count(/<trigger_rule>/g),
    natures: count(/<nature>/g),
  };
};

const countModel = (model: ArchiveModel, artifacts: readonly ArchiveArtifact[]): Record<string, number> => {
  const { trackers, project } = model;
  const elements = trackers.flatMap((tracker) => listFormElements(tracker.formElements));
  const binds = elements.flatMap(({ bind }) => (bind === undefined ? [] : [bind]));
  const semantics = trackers.flatMap((tracker) => tracker.semantics);
  const reports = trackers.flatMap((tracker) => tracker.reports);
  const changesets = artifacts.flatMap((artifact) => artifact.changesets);
  const changes = changesets.flatMap((changeset) => changeset.fieldChanges);
  const lists = changes.flatMap((change) => (change.kind === 'list' ? change.values : []));
  const transitions = trackers.flatMap(({ workflow }) => (workflow?.mode === 'advanced' ? workflow.transitions : []));
  return {
    services: project.services?.length ?? 0,
    userGroups: project.userGroups.length,
    members: project.userGroups.flatMap((group) => group.members).length,
    trackers: trackers.length,
    elements: elements.length,
    withBind: binds.length,
    items: binds.flatMap((bind) => bind.items).length,
    decorators: binds.flatMap((bind) => bind.decorators).length,
    semantics: semantics.length + trackers.flatMap((tracker) => tracker.otherSemantics).length,
    openValues: semantics.flatMap((semantic) => (semantic.type === 'status' ? semantic.openValueRefs : [])).length,
    reports: reports.length,
    renderers: reports.flatMap((report) => report.renderers).length,
    criteria: reports.flatMap((report) => report.criteria).length,
    transitions: transitions.length,
    permissions: trackers.flatMap((tracker) => tracker.permissions ?? []).length,
    artifacts: artifacts.length,
    changesets: changesets.length,
    comments: changesets.flatMap((changeset) => changeset.comments).length,
    changes: changes.length,
    links: changes.flatMap((change) => (change.kind === 'art_link' ? change.links : [])).length,
    listItems: lists.filter((value) => value.kind === 'ref').length,
    triggers: model.triggers.length,
    natures: model.natures.length,
  };
};

const checkItemsAreFound = ({ trackers }: ArchiveModel, artifacts: readonly ArchiveArtifact[]): void => {
  let start = 0;
  for (const { ref, formElements, artifacts: summary } of trackers) {
    const items = listFormElements(formElements).flatMap(({ bind }) => bind?.items ?? []);
    const isThere = (item: string): boolean => items.some((one) => one.ref === item || one.ref === `V${item}`);
    const own = artifacts.slice(start, (start += summary.count));
    const changes = own.flatMap(({ changesets }) => changesets.flatMap(({ fieldChanges }) => fieldChanges));
    const values = changes.flatMap((change) => (change.kind === 'list' ? change.values : []));
    for (const value of values) assert.ok(value.kind !== 'ref' || isThere(value.ref), `${ref}: ${value.kind}`);
  }
};

async function readWhole(path: string): Promise<{ model: ArchiveModel; artifacts: ArchiveArtifact[] }> {
  const source = await openArchive(path);
  try {
    const model = await readArchiveFrom(source);
    return { model, artifacts: (await Array.fromAsync(readArtifactsFrom(source, model))).flat() };
  } finally {
    await source.close();
  }
}

for (const name of hasFixtures ? readdirSync(FIXTURES) : [])
  test(`archive ${name} is read completely`, async () => {
    const { model, artifacts } = await readWhole(join(FIXTURES, name));
    const text = readFileSync(join(FIXTURES, name, 'project.xml'), 'utf8');
    assert.deepEqual(countModel(model, artifacts), countText(stripXml(text)));
    const lines = text.split('\n');
    for (const block of model.otherBlocks) {
      assert.ok(text.includes(block.xml));
      assert.match(lines[block.line - 1] ?? '', new RegExp(`<${block.name}[\\s/>]`));
    }
    for (const tracker of model.trackers)
      for (const element of listFormElements(tracker.formElements))
        assert.ok(lines[element.line - 1]?.includes(`ID="${element.ref}"`), `line ${element.line}: ${element.ref}`);
    checkItemsAreFound(model, artifacts);
  });

test('the archives of the reference are there', { skip: hasFixtures ? false : '../shared/fixtures is absent' }, () => {
  assert.ok(readdirSync(FIXTURES).length >= 19);
});

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-archive-'));
});
after(() => rm(folder, { recursive: true }));

const USERS =
  '<users><user><id>1</id><username>ann</username><realname/><email>ann@x.org</email><ldapid/></user></users>';
const artifact = (id: number, rest = ''): string =>
  `<artifact id="${id}"><changeset><submitted_by format="username">ann</submitted_by>
<submitted_on format="ISO8601">2017-10-06T12:26:56+02:00</submitted_on><comments/>
<field_change field_name="title" type="string"><value>title ${id}</value></field_change></changeset>${rest}</artifact>`;
const HEAD = `<project unix-name="p" full-name="P" description=""><long-description/><trackers><tracker id="T1"><name>T</name>
<item_name>t</item_name><formElements><formElement type="string" ID="F1" rank="0"><name>title</name><label>Title</label>
</formElement></formElements><artifacts>`;
const TAIL = '</artifacts></tracker></trackers></project>';
const FILE = `
<file id="f1"><filename>a.txt</filename><path>data/a.txt</path><filesize>1</filesize><filetype>text/plain</filetype></file>`;

const writeFolder = async (files: Record<string, string>): Promise<string> => {
  const root = await mkdtemp(join(folder, 'a-'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(root, name), content);
  return root;
};

test('missing files are named, with a hint where they are', async () => {
  const root = await writeFolder({ 'project.xml': HEAD + TAIL });
  await assert.rejects(readArchive(root), { kind: 'invalid', message: /no file `users\.xml`$/ });
  await assert.rejects(readArchive(folder), {
    message: /no file `project\.xml`; `a-.*\/project\.xml` must be at the top/,
  });
});

test('attachments must be in the archive, by a safe path', async () => {
  const xml = `${HEAD}${artifact(1, FILE)}${TAIL}`;
  const root = await writeFolder({ 'users.xml': USERS, 'project.xml': xml, 'a.txt': 'x', 'rest.bundle': '' });
  const { model: without } = await readWhole(root);
  assert.deepEqual([without.artifacts.files, without.otherFiles], [[], ['a.txt', 'rest.bundle']]);
  assert.deepEqual(without.warnings.map(textOf).slice(0, 1), [
    'project.xml, line 6, <file>: the archive has no file `data/a.txt`; the attachment is skipped',
  ]);
  await writeFile(join(root, 'project.xml'), xml.replace('data/a.txt', '../a.txt'));
  await assert.rejects(readArchive(root), {
    message: 'project.xml, line 6, <file>: `../a.txt` is not a safe relative path',
  });
  await writeFile(join(root, 'project.xml'), xml.replace('data/a.txt', './a.txt'));
  const { model, artifacts } = await readWhole(root);
  assert.deepEqual(model.otherFiles, ['rest.bundle']);
  assert.deepEqual(
    model.artifacts.files.map(({ path, line, position }) => [path, line, position]),
    [['./a.txt', 6, 0]],
  );
  assert.equal(artifacts[0]?.files[0]?.sizeBytes, 1);
});

test('who is not in users.xml is told of once', async () => {
  const xml = `${HEAD}${artifact(1)}\n${artifact(2)}${TAIL}`.replaceAll('>ann<', '>zoe<');
  const root = await writeFolder({ 'users.xml': USERS, 'project.xml': xml });
  const { model } = await readWhole(root);
  assert.deepEqual(model.warnings.map(textOf).slice(1), [
    'project.xml, line 3, <submitted_by>: the submitter is the user `zoe` (username), who is not in users.xml; it is imported without an account, under this name (2 times)',
  ]);
});

function* generate(count: number): Generator<Uint8Array> {
  yield Buffer.from(HEAD);
  for (let start = 0; start < count; start += 100)
    yield Buffer.from(Array.from({ length: 100 }, (_, index) => artifact(start + index)).join('\n'));
  yield Buffer.from(TAIL);
}

const measureMs = async (count: number): Promise<number> => {
  const started = process.cpuUsage();
  let seen = 0;
  await readProjectXml(generate(count), 'project.xml', () => {
    seen += 1;
  });
  assert.equal(seen, count);
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1000;
};

test('time grows linearly with the number of artifacts', async () => {
  await measureMs(2000);
  const smallMs = Math.min(await measureMs(2000), await measureMs(2000));
  const largeMs = Math.min(await measureMs(20_000), await measureMs(20_000));
  assert.ok(largeMs < smallMs * 40, `10 times the artifacts took ${largeMs} ms instead of ${smallMs} ms`);
});
