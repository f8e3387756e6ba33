// Writes a project archive of any size: one tracker with 15 fields, or 10, and artifacts with three changesets each.
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const projectName = 'bench';
export const fieldCount = 15;
export const changesetsPerArtifact = 3;
const memberCount = 20;
const linksPerArtifact = 3;
const firstMomentMs = Date.UTC(2025, 0, 6, 8);

/** User name of a project member, from 0. */
export const memberName = (index: number): string => `member_${(index % memberCount) + 1}`;

/** What sets a project apart from the one that most rows have. */
export interface ArchiveProject {
  name: string;
  access: 'public' | 'private';
  /** User names; the first one administers the project. */
  members: readonly string[];
  /** Static groups, each with some of the members. */
  groups?: readonly { name: string; members: readonly string[] }[];
  /** Numbers beside the fields that all projects have, named `extra_1` and on, each with a value in each artifact. */
  extraFields?: number;
}

const theProject: ArchiveProject = {
  name: projectName,
  access: 'public',
  members: Array.from({ length: memberCount }, (_, index) => memberName(index)),
};

const memberOf = ({ members }: ArchiveProject, index: number): string => members[index % members.length] ?? '';

const statuses = ['New', 'Assigned', 'In progress', 'In review', 'Done'];
const components = ['Accounts', 'Billing', 'Catalogue', 'Delivery', 'Search', 'Support'];
const severities = ['Low', 'Middle', 'High'];
const platforms = ['Browser', 'Desktop', 'Phone', 'Tablet'];

/** Type of each field with its name, in the order of the form. */
const fields = [
  ['string', 'summary'],
  ['text', 'details'],
  ['int', 'points'],
  ['float', 'effort'],
  ['date', 'due'],
  ['date', 'review_at'],
  ['sb', 'status'],
  ['msb', 'components'],
  ['sb', 'assigned_to'],
  ['rb', 'severity'],
  ['cb', 'platforms'],
  ['art_link', 'links'],
  ['aid', 'id'],
  ['subby', 'submitted_by'],
  ['lud', 'last_update'],
] as const;

const staticValues: Readonly<Record<string, readonly string[]>> = {
  status: statuses,
  components,
  severity: severities,
  platforms,
};

const words =
  'account answer archive basket branch button cache change check column customer date delivery detail draft error export ' +
  'field filter form history import index invoice label layout letter link list mail member message month name note ' +
  'number offer order page payment picture price print product project queue receipt record refund release reminder ' +
  'report request review role row rule search session setting shop sprint stock table team ticket title token user week';
export const vocabulary = words.split(' ');

/** Words that depend on nothing but the arguments, so that every run has the same data. */
function writeWords(artifact: number, salt: number, count: number): string {
  const picked = Array.from(
    { length: count },
    (_, position) => vocabulary[(artifact * 31 + salt * 17 + position * (7 + (artifact % 5))) % vocabulary.length],
  );
  return picked.join(' ');
}

const valueId = (field: string, index: number): string => `V_${field}_${index}`;

function bindOf(name: string): string {
  const values = staticValues[name];
  if (values !== undefined) {
    const items = values.map((label, index) => `<item ID="${valueId(name, index)}" label="${label}" is_hidden="0"/>`);
    return `<bind type="static" is_rank_alpha="0"><items>${items.join('')}</items></bind>`;
  }
  return name === 'assigned_to' ? '<bind type="users"><items><item label="group_members"/></items></bind>' : '';
}

function propertiesOf(name: string): string {
  if (name === 'summary') return '<properties maxchars="0" size="60"/>';
  if (name === 'due') return '<properties display_time="0"/>';
  return name === 'review_at' ? '<properties display_time="1"/>' : '';
}

/** What the form with ten fields, all of which hold values, leaves out. */
const beyondTen: readonly string[] = ['review_at', 'platforms', 'id', 'submitted_by', 'last_update'];

const isThere = (name: string, hasTenFields: boolean): boolean => !hasTenFields || !beyondTen.includes(name);

const writeFormElements = (hasTenFields: boolean): string =>
  fields
    .filter(([, name]) => isThere(name, hasTenFields))
    .map(
      ([type, name], rank) =>
        `<formElement type="${type}" ID="F_${name}" rank="${rank}"><name>${name}</name>` +
        `<label>${name.replace('_', ' ')}</label>${propertiesOf(name)}${bindOf(name)}</formElement>`,
    )
    .join('\n');

const semantics = `<semantics>
<semantic type="title"><shortname>title</shortname><label>Title</label><description/><field REF="F_summary"/></semantic>
<semantic type="description"><shortname>description</shortname><label>Description</label><description/><field REF="F_details"/></semantic>
<semantic type="status"><shortname>status</shortname><label>Status</label><description/><field REF="F_status"/>
<open_values>${[0, 1, 2, 3].map((index) => `<open_value REF="${valueId('status', index)}"/>`).join('')}</open_values></semantic>
<semantic type="contributor"><shortname>contributor</shortname><label>Assignee</label><description/><field REF="F_assigned_to"/></semantic>
</semantics>`;

const writeMembers = (names: readonly string[]): string =>
  `<members>${names.map((name) => `<member format="username">${name}</member>`).join('')}</members>`;

const extraNames = ({ extraFields = 0 }: ArchiveProject): string[] =>
  Array.from({ length: extraFields }, (_, index) => `extra_${index + 1}`);

const writeExtraElements = (project: ArchiveProject): string =>
  extraNames(project)
    .map(
      (name, index) =>
        `<formElement type="int" ID="F_${name}" rank="${fields.length + index}"><name>${name}</name>` +
        `<label>${name.replace('_', ' ')}</label></formElement>`,
    )
    .join('\n');

/** Everybody reads, registered people submit, members change: what has no rights is closed to all but administrators. */
const rights = [
  ['READ', 'UGROUP_ANONYMOUS'],
  ['SUBMIT', 'UGROUP_REGISTERED'],
  ['UPDATE', 'UGROUP_PROJECT_MEMBERS'],
] as const;

const writePermissions = (project: ArchiveProject, hasTenFields: boolean): string =>
  [...fields.map(([, name]) => name).filter((name) => isThere(name, hasTenFields)), ...extraNames(project)]
    .flatMap((name) =>
      rights.map(
        ([right, group]) =>
          `<permission scope="field" REF="F_${name}" ugroup="${group}" type="PLUGIN_TRACKER_FIELD_${right}"/>`,
      ),
    )
    .join('\n');

const writeGroups = ({ groups = [] }: ArchiveProject): string =>
  groups.map(({ name, members }) => `<ugroup name="${name}" description="">${writeMembers(members)}</ugroup>`).join('');

const writeHead = (project: ArchiveProject, hasTenFields: boolean): string => {
  const { name, access, members } = project;
  return `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="${name}" full-name="Benchmark ${name}" description="Invented data" access="${access}">
<long-description/>
<services><service shortname="plugin_tracker" enabled="1"/></services>
<ugroups><ugroup name="project_members" description="">${writeMembers(members)}</ugroup>
<ugroup name="project_admins" description="">${writeMembers(members.slice(0, 1))}</ugroup>${writeGroups(project)}</ugroups>
<trackers use-natures="true">
<tracker id="T1" parent_id="0">
<name>Tickets</name><item_name>ticket</item_name><description>Tickets</description><color>deep-blue</color><cannedResponses/>
<formElements>
${writeFormElements(hasTenFields)}
${writeExtraElements(project)}
</formElements>
${semantics}
<permissions>
${writePermissions(project, hasTenFields)}
</permissions>
<artifacts>
`;
};
const tail = '</artifacts></tracker></trackers></project>\n';

const isoAt = (ms: number): string => new Date(ms).toISOString().replace('.000Z', '+00:00');

const scalar = (type: string, name: string, value: string): string =>
  `<field_change field_name="${name}" type="${type}"><value>${value}</value></field_change>`;

const date = (name: string, ms: number): string =>
  `<field_change field_name="${name}" type="date"><value format="ISO8601">${isoAt(ms)}</value></field_change>`;

function choice(name: string, ...indexes: readonly number[]): string {
  const count = staticValues[name]?.length ?? 1;
  const chosen = [...new Set(indexes.map((index) => index % count))];
  const values = chosen.map((index) => `<value format="id">${valueId(name, index)}</value>`).join('');
  return `<field_change field_name="${name}" type="list" bind="static">${values}</field_change>`;
}

const details = (artifact: number, salt: number): string => {
  const format = ['text', 'html', 'commonmark'][artifact % 3] ?? 'text';
  const words = writeWords(artifact, salt, 45);
  const body =
    format === 'html' ? `<p>${words}</p><p><strong>${writeWords(artifact, salt + 1, 8)}</strong></p>` : words;
  return `<field_change field_name="details" type="text"><value format="${format}"><![CDATA[${body}]]></value></field_change>`;
};

const assignee = (username: string): string =>
  '<field_change field_name="assigned_to" type="list" bind="users">' +
  `<value format="username">${username}</value></field_change>`;

function links(artifact: number, artifactCount: number): string {
  const values = Array.from({ length: linksPerArtifact }, (_, position) => {
    const target = ((artifact - 1 + (position + 1) * 7) % artifactCount) + 1;
    return target === artifact ? '' : `<value nature="">${target}</value>`;
  });
  return `<field_change field_name="links" type="art_link">${values.join('')}</field_change>`;
}

interface Occasion {
  artifact: number;
  /** From 1. */
  position: number;
  atMs: number;
  by: string;
}

function changeset(occasion: Occasion, changes: readonly string[], comment = ''): string {
  const { artifact, position, atMs, by } = occasion;
  const who = `<submitted_by format="username">${by}</submitted_by>`;
  const when = `<submitted_on format="ISO8601">${isoAt(atMs)}</submitted_on>`;
  const comments =
    comment === ''
      ? '<comments/>'
      : `<comments><comment>${who}${when}<body format="text">${comment}</body></comment></comments>`;
  return `<changeset id="C_${artifact}_${position}">${who}${when}${comments}${changes.join('')}</changeset>\n`;
}

function artifactElement(
  project: ArchiveProject,
  artifact: number,
  artifactCount: number,
  hasTenFields: boolean,
): string {
  const atMs = firstMomentMs + artifact * 60_000;
  const dayMs = 86_400_000;
  const first = [
    scalar('string', 'summary', writeWords(artifact, 0, 7)),
    details(artifact, 1),
    scalar('int', 'points', String(artifact % 21)),
    scalar('float', 'effort', String((artifact % 400) / 8)),
    date('due', firstMomentMs + (artifact % 365) * dayMs),
    ...(isThere('review_at', hasTenFields) ? [date('review_at', atMs + 14 * dayMs)] : []),
    choice('status', 0),
    choice('components', artifact, artifact + 2),
    assignee(memberOf(project, artifact)),
    choice('severity', artifact),
    ...(isThere('platforms', hasTenFields) ? [choice('platforms', artifact, artifact + 1)] : []),
    links(artifact, artifactCount),
    ...extraNames(project).map((name, index) => scalar('int', name, String((artifact * 7 + index) % 1000))),
  ];
  const second = [
    choice('status', 1 + (artifact % 3)),
    scalar('int', 'points', String(21 + (artifact % 13))),
    details(artifact, 3),
  ];
  const third = [
    choice('status', 2 + (artifact % 3)),
    assignee(memberOf(project, artifact + 5)),
    scalar('float', 'effort', String(artifact % 9)),
  ];
  const at = (position: number, days: number): Occasion => ({
    artifact,
    position,
    atMs: atMs + days * dayMs,
    by: memberOf(project, artifact + position),
  });
  return (
    `<artifact id="${artifact}">\n` +
    changeset(at(1, 0), first) +
    changeset(at(2, 1), second) +
    changeset(at(3, 3), third, writeWords(artifact, 5, 20)) +
    '</artifact>\n'
  );
}

/** The text of project.xml in pieces, with artifacts 1 to `artifactCount`. */
export function* writeProjectXml(artifactCount: number, hasTenFields = false, project = theProject): Generator<string> {
  yield writeHead(project, hasTenFields);
  for (let artifact = 1; artifact <= artifactCount; artifact += 1)
    yield artifactElement(project, artifact, artifactCount, hasTenFields);
  yield tail;
}

function writeUsersXml({ members }: ArchiveProject): string {
  const users = members.map(
    (name, index) =>
      `<user><id>${index + 1}</id><username>${name}</username><realname>Member ${index + 1}</realname>` +
      `<email>${name}@example.org</email><ldapid/></user>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<users>\n${users.join('\n')}\n</users>\n`;
}

/** Writes the archive into a new folder, with 10 fields instead of 15 where that is asked for. */
export async function writeProjectArchive(
  folder: string,
  artifactCount: number,
  hasTenFields = false,
  project = theProject,
): Promise<void> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'users.xml'), writeUsersXml(project));
  await pipeline(
    Readable.from(writeProjectXml(artifactCount, hasTenFields, project)),
    createWriteStream(join(folder, 'project.xml')),
  );
}
