// The archives of samples/ are what a newcomer sees first, so they must hold together: this file reads the XML
// by itself (not through the importer) and checks that every reference, name and value leads somewhere, and that
// the history is one that the project's own workflow would have allowed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SaxesParser } from 'saxes';

type Node = { name: string; attributes: Record<string, string>; children: Node[]; text: string };

const SAMPLES = [
  { folder: 'scrum', unixName: 'meadow-scrum', trackers: 5, artifacts: 30, changesetsAtLeast: 100 },
  { folder: 'kanban', unixName: 'harbor-kanban', trackers: 1, artifacts: 12, changesetsAtLeast: 36 },
];
const FIELD_TYPES_OF_SCRUM =
  'aid art_link atid burndown cb column computed date fieldset file float int luby lud msb perm rb sb separator ' +
  'staticrichtext string subby subon text';
const CHANGE_TYPES: Record<string, string> = {
  sb: 'list',
  msb: 'list',
  cb: 'list',
  rb: 'list',
  perm: 'permissions_on_artifact',
};
const STRUCTURE = new Set(['fieldset', 'column', 'separator', 'linebreak', 'staticrichtext']);
const USER_GROUPS = new Set([
  'UGROUP_ANONYMOUS',
  'UGROUP_REGISTERED',
  'UGROUP_PROJECT_MEMBERS',
  'UGROUP_PROJECT_ADMIN',
]);

function readXml(path: string): Node {
  const root: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const top = (): Node => open.at(-1) ?? root;
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    const node: Node = { name: tag.name, attributes: { ...tag.attributes }, children: [], text: '' };
    top().children.push(node);
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => (top().text += text));
  parser.on('cdata', (text) => (top().text += text));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(readFileSync(new URL(`../../samples/${path}`, import.meta.url), 'utf8')).close();
  return only(root, '');
}

function only(node: Node, name: string): Node {
  const [found, ...more] = name === '' ? node.children : childrenOf(node, name);
  assert.ok(found !== undefined && more.length === 0, `<${node.name}> should have exactly one <${name}>`);
  return found;
}

function childrenOf(node: Node, name: string): Node[] {
  return node.children.filter((child) => child.name === name);
}

function deep(node: Node, name: string): Node[] {
  return node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...deep(child, name)]);
}

function attribute(node: Node, name: string): string {
  const value = node.attributes[name];
  assert.ok(value !== undefined, `<${node.name}> should have the attribute ${name}`);
  return value;
}

function textOf(node: Node, name: string): string {
  return only(node, name).text;
}

function unique(values: string[], what: string): Set<string> {
  const set = new Set(values);
  assert.equal(set.size, values.length, `${what} should be unique: ${values.join(' ')}`);
  return set;
}

function within(value: string, allowed: ReadonlySet<string>, what: string): void {
  assert.ok(allowed.has(value), `${what} "${value}" leads nowhere`);
}

function fieldsByName(tracker: Node): Map<string, Node> {
  const fields = deep(only(tracker, 'formElements'), 'formElement');
  unique(
    fields.map((field) => textOf(field, 'name')),
    'field names of a tracker',
  );
  return new Map(fields.map((field) => [textOf(field, 'name'), field]));
}

function itemIds(field: Node): Set<string> {
  const ids = childrenOf(field, 'bind').flatMap((bind) => childrenOf(only(bind, 'items'), 'item'));
  return new Set(ids.map((item) => item.attributes['ID'] ?? ''));
}

function changesetsOf(artifact: Node): Node[] {
  return childrenOf(artifact, 'changeset');
}

function when(node: Node): number {
  const time = Date.parse(textOf(node, 'submitted_on'));
  assert.ok(!Number.isNaN(time), `"${textOf(node, 'submitted_on')}" is not a date`);
  return time;
}

function createdAt(artifact: Node): number {
  const first = changesetsOf(artifact)[0];
  assert.ok(first !== undefined, `artifact ${attribute(artifact, 'id')} has no changeset`);
  return when(first);
}

/** Checks each REF below a tracker: fields by default, list values inside the elements that name values. */
function checkReferences(tracker: Node): void {
  const fields = [...fieldsByName(tracker).values()];
  const fieldIds = unique(
    fields.map((field) => attribute(field, 'ID')),
    'field ids',
  );
  const valueIds = new Set(fields.flatMap((field) => [...itemIds(field)]));
  const valueElements = new Set(['open_value', 'closed_value', 'from_id', 'to_id', 'decorator', 'value']);
  const visit = (node: Node): void => {
    const reference = node.attributes['REF'];
    const isNew = node.name === 'from_id' && reference === 'null';
    if (reference !== undefined && !isNew) {
      within(reference, valueElements.has(node.name) ? valueIds : fieldIds, `<${node.name} REF>`);
    }
    node.children.forEach(visit);
  };
  visit(tracker);
  for (const field of fields) {
    for (const name of ['decorator', 'value']) {
      const references = childrenOf(field, 'bind').flatMap((bind) => deep(bind, name));
      for (const { attributes } of references) {
        if (attributes['REF'] !== undefined) within(attributes['REF'], itemIds(field), `<${name} REF>`);
      }
    }
  }
}

function checkChange(change: Node, field: Node | undefined, userNames: Set<string>, artifactIds: Set<string>): void {
  const name = attribute(change, 'field_name');
  assert.ok(field !== undefined, `field_change names "${name}", which is no field of its tracker`);
  const type = attribute(field, 'type');
  assert.equal(attribute(change, 'type'), CHANGE_TYPES[type] ?? type, `type of the change of ${name}`);
  const bind = childrenOf(field, 'bind')[0];
  assert.equal(change.attributes['bind'], bind?.attributes['type'], `bind of the change of ${name}`);
  const values = childrenOf(change, 'value');
  for (const value of values) {
    const { text } = value;
    if (bind?.attributes['type'] === 'users') within(text, new Set([...userNames, 'None']), `user in ${name}`);
    else if (bind !== undefined) within(text, itemIds(field), `value of ${name}`);
    else if (type === 'art_link') within(text, artifactIds, `link in ${name}`);
    else if (type === 'int') assert.match(text, /^-?\d+$/);
    else if (type === 'float') assert.match(text, /^-?\d+(\.\d+)?$/);
    else if (type === 'text') assert.match(attribute(value, 'format'), /^(text|html|commonmark)$/);
    else if (type === 'date' && text !== '') assert.ok(!Number.isNaN(Date.parse(text)), `date in ${name}: ${text}`);
  }
  if (['sb', 'rb', 'string', 'text', 'int', 'float', 'date'].includes(type)) assert.equal(values.length, 1, name);
  const maxChars = Number(childrenOf(field, 'properties')[0]?.attributes['maxchars'] ?? Infinity);
  assert.ok(
    values.every((value) => value.text.length <= maxChars),
    `${name} is longer than ${maxChars}`,
  );
}

/** The moves that a tracker's workflow allows, as "from>to" with "null" for a new artifact; none without a workflow. */
function allowedMoves(tracker: Node): { field: string; moves: Set<string> } | undefined {
  const workflow = tracker.children.find((child) => /^(simple_)?workflow$/.test(child.name) && child.children.length);
  if (workflow === undefined) return undefined;
  const states = deep(workflow, 'state');
  const pairs =
    states.length > 0
      ? states.flatMap((state) => deep(state, 'from_id').map((from) => [from, only(state, 'to_id')] as const))
      : deep(workflow, 'transition').map((move) => [only(move, 'from_id'), only(move, 'to_id')] as const);
  const moves = pairs.map(([from, to]) => `${attribute(from, 'REF')}>${attribute(to, 'REF')}`);
  return { field: attribute(only(workflow, 'field_id'), 'REF'), moves: unique(moves, 'transitions') };
}

function checkMoves(tracker: Node): void {
  const workflow = allowedMoves(tracker);
  if (workflow === undefined) return;
  const fields = fieldsByName(tracker);
  for (const artifact of deep(tracker, 'artifact')) {
    let state = 'null';
    for (const change of changesetsOf(artifact).flatMap((changeset) => childrenOf(changeset, 'field_change'))) {
      const field = fields.get(attribute(change, 'field_name'));
      if (field?.attributes['ID'] !== workflow.field) continue;
      const next = textOf(change, 'value');
      within(`${state}>${next}`, workflow.moves, `move of artifact ${attribute(artifact, 'id')}`);
      state = next;
    }
  }
}

function checkArtifact(artifact: Node, fields: Map<string, Node>, firstSeen: Map<string, number>): void {
  const id = attribute(artifact, 'id');
  const changesets = changesetsOf(artifact);
  const times = changesets.map(when);
  assert.ok(
    times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0)),
    `changesets of artifact ${id} should come in order of time`,
  );
  assert.ok((times[0] ?? 0) >= Date.parse('2026-02-01') && (times.at(-1) ?? Infinity) < Date.parse('2026-06-01'), id);
  const given = new Set(childrenOf(changesets[0] ?? artifact, 'field_change').map((c) => c.attributes['field_name']));
  for (const [name, field] of fields) {
    if (field.attributes['required'] === '1') assert.ok(given.has(name), `artifact ${id} starts without ${name}`);
  }
  for (const changeset of changesets) {
    const changes = childrenOf(changeset, 'field_change');
    assert.ok(changes.length > 0 || deep(changeset, 'comment').length > 0, `artifact ${id} has an empty changeset`);
    unique(
      changes.map((change) => attribute(change, 'field_name')),
      `fields changed at once in artifact ${id}`,
    );
    for (const link of changes.filter((c) => c.attributes['type'] === 'art_link').flatMap((c) => c.children)) {
      assert.notEqual(link.text, id, 'an artifact should not link to itself');
      const target = firstSeen.get(link.text) ?? Infinity;
      assert.ok(target <= when(changeset), `artifact ${id} links to ${link.text} before that exists`);
    }
  }
}

interface Sample {
  project: Node;
  users: Node[];
  userNames: Set<string>;
  trackers: Node[];
  trackerIds: Set<string>;
  artifacts: Node[];
  artifactIds: Set<string>;
}

/** Reads one sample; throws when it isn't well-formed or gives an id twice. */
function readSample(folder: string): Sample {
  const project = readXml(`${folder}/project.xml`);
  const users = childrenOf(readXml(`${folder}/users.xml`), 'user');
  const trackers = childrenOf(only(project, 'trackers'), 'tracker');
  const artifacts = deep(project, 'artifact');
  const names = users.map((user) => textOf(user, 'username'));
  const idsOf = (nodes: Node[]): string[] => nodes.map((node) => attribute(node, 'id'));
  return {
    project,
    users,
    userNames: unique(names, 'user names'),
    trackers,
    trackerIds: unique(idsOf(trackers), 'tracker ids'),
    artifacts,
    artifactIds: unique(idsOf(artifacts), 'artifact ids'),
  };
}

for (const sample of SAMPLES) {
  describe(`sample ${sample.folder}`, () => {
    it('has the promised size', () => {
      const { project, trackers, artifacts } = readSample(sample.folder);
      assert.equal(attribute(project, 'unix-name'), sample.unixName);
      assert.equal(attribute(project, 'access'), 'public');
      assert.equal(trackers.length, sample.trackers);
      assert.equal(artifacts.length, sample.artifacts);
      assert.ok(deep(project, 'changeset').length >= sample.changesetsAtLeast);
      const formats = new Set(
        deep(project, 'comment')
          .map((comment) => only(comment, 'body'))
          .map((body) => body.attributes['format']),
      );
      assert.deepEqual(formats, new Set(['commonmark', 'html', 'text']));
      assert.ok(trackers.every((tracker) => deep(tracker, 'report').length === 1));
    });

    it('names only people of users.xml, with ana as administrator', () => {
      const { project, users, userNames } = readSample(sample.folder);
      for (const user of users) assert.match(textOf(user, 'email'), /^[a-z]+@example\.org$/);
      for (const name of ['member', 'submitted_by']) {
        for (const person of deep(project, name)) within(person.text, userNames, `<${name}>`);
      }
      const admins = deep(project, 'ugroup').find((group) => group.attributes['name'] === 'project_admins');
      assert.deepEqual(admins && deep(admins, 'member').map((member) => member.text), ['ana']);
    });

    it('resolves every reference', () => {
      const { project, trackers, trackerIds } = readSample(sample.folder);
      unique(
        deep(project, 'formElement').map((field) => attribute(field, 'ID')),
        'field ids of the project',
      );
      trackers.forEach(checkReferences);
      const references = trackers.map((tracker) => attribute(tracker, 'parent_id')).filter((id) => id !== '0');
      references.push(...deep(project, 'planning').map((planning) => attribute(planning, 'planning_tracker_id')));
      references.push(...deep(project, 'backlog').map((backlog) => backlog.text));
      references.push(...deep(project, 'kanban').map((kanban) => attribute(kanban, 'tracker_id')));
      for (const reference of references) within(reference, trackerIds, 'tracker');
      const values = new Set(deep(project, 'formElement').flatMap((field) => [...itemIds(field)]));
      for (const column of deep(project, 'kanban').flatMap((kanban) => kanban.children)) {
        within(attribute(column, 'REF'), values, 'kanban column');
      }
      const ownGroups = deep(project, 'ugroup').map((group) => group.attributes['name'] ?? '');
      const groups = new Set([...USER_GROUPS, ...ownGroups]);
      for (const { attributes } of deep(project, 'permission')) {
        within(attributes['ugroup'] ?? '', groups, 'permission for group');
      }
    });

    it('lets somebody read every field', () => {
      const { trackers } = readSample(sample.folder);
      for (const tracker of trackers) {
        const permissions = childrenOf(only(tracker, 'permissions'), 'permission');
        const read = permissions.filter((p) => p.attributes['type'] === 'PLUGIN_TRACKER_FIELD_READ');
        const readable = new Set(read.map((permission) => attribute(permission, 'REF')));
        for (const field of fieldsByName(tracker).values()) {
          if (!STRUCTURE.has(attribute(field, 'type'))) within(attribute(field, 'ID'), readable, 'permission to read');
        }
      }
    });

    it('changes only fields that exist, to values that exist', () => {
      const { trackers, userNames, artifactIds } = readSample(sample.folder);
      for (const tracker of trackers) {
        const fields = fieldsByName(tracker);
        for (const change of deep(tracker, 'field_change')) {
          checkChange(change, fields.get(attribute(change, 'field_name')), userNames, artifactIds);
        }
      }
    });

    it('tells a history that could have happened', () => {
      const { trackers, artifacts } = readSample(sample.folder);
      const firstSeen = new Map(artifacts.map((artifact) => [attribute(artifact, 'id'), createdAt(artifact)]));
      for (const tracker of trackers) {
        const fields = fieldsByName(tracker);
        for (const artifact of deep(tracker, 'artifact')) checkArtifact(artifact, fields, firstSeen);
        checkMoves(tracker);
      }
    });
  });
}

describe('samples together', () => {
  it('describe the people they share alike', () => {
    const [scrum, kanban] = SAMPLES.map(({ folder }) => {
      const users = childrenOf(readXml(`${folder}/users.xml`), 'user');
      return new Map(users.map((user) => [textOf(user, 'username'), user.children.map((child) => child.text)]));
    });
    assert.ok(scrum !== undefined && kanban !== undefined);
    assert.ok(kanban.has('ana'));
    for (const [name, facts] of kanban) assert.deepEqual(scrum.get(name), facts, name);
  });

  it('show every field type and link type that the scrum sample promises', () => {
    const project = readXml('scrum/project.xml');
    const types = new Set(deep(project, 'formElement').map((field) => attribute(field, 'type')));
    assert.deepEqual([...types].sort().join(' '), FIELD_TYPES_OF_SCRUM);
    const binds = new Set(deep(project, 'bind').map((bind) => attribute(bind, 'type')));
    assert.deepEqual([...binds].sort(), ['static', 'ugroups', 'users']);
    const links = deep(project, 'value').map((value) => value.attributes['nature']);
    assert.ok(links.includes('_is_child') && links.includes(''));
  });
});
