// A project for journeys: one tracker with every type of field, lists that depend on each other, and a workflow whose steps ask
// for a field and for a comment.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const field = (type: string, id: number, label: string, inner = '', attributes = ''): string => `<formElement
  type="${type}" ID="F${id}" rank="${id}" ${attributes}><name>${label.toLowerCase().replaceAll(' ', '_')}</name><label>${label}</label>${inner}</formElement>`;

const outside = (type: string, id: number, label: string): string =>
  `<externalField type="${type}" ID="F${id}" rank="${id}"><name>${type}</name><label>${label}</label></externalField>`;

const fieldset = (id: number, label: string, inner: string): string =>
  field('fieldset', id, label, `<formElements>${inner}</formElements>`);

/** Values of a list; the value `n` of field 11 is `V11n`. */
const values = (id: number, ...labels: readonly string[]): string =>
  `<bind type="static" is_rank_alpha="0"><items>${labels
    .map((label, at) => `<item ID="V${id}${at + 1}" label="${label}"/>`)
    .join('')}</items></bind>`;

const members = '<bind type="users"><items><item label="group_members"/></items></bind>';

const formElements = [
  fieldset(
    1,
    'What',
    field('string', 2, 'Title', '<properties maxchars="100" size="60"/>', 'required="1"') +
      field('text', 3, 'Details', '<properties rows="6" cols="80"/>') +
      field('staticrichtext', 4, 'Note', '<properties static_value="&lt;b&gt;Wear gloves.&lt;/b&gt;"/>') +
      field('separator', 5, 'Line'),
  ),
  fieldset(
    10,
    'Choices',
    field('sb', 11, 'Status', values(11, 'Open', 'Running', 'Closed')) +
      field('sb', 12, 'House', values(12, 'North', 'South')) +
      field('sb', 13, 'Room', values(13, 'Attic', 'Cellar', 'Garden')) +
      field('rb', 14, 'Kind', values(14, 'Repair', 'Purchase')) +
      field('cb', 15, 'Needs', values(15, 'Crane', 'Boat')) +
      field('msb', 16, 'Areas', values(16, 'Wood', 'Steel', 'Paint')) +
      field('msb', 17, 'Helpers', members) +
      field('tbl', 18, 'Tags', `<properties hint="Type"/>${values(18, 'urgent', 'fragile')}`) +
      field('tbl', 19, 'Informed', members),
  ),
  fieldset(
    30,
    'Numbers',
    field('int', 31, 'Pieces') +
      field('float', 32, 'Weight') +
      field('computed', 33, 'Total', '<properties target_field_name="pieces" fast_compute="1"/>') +
      field('date', 34, 'Day') +
      field('date', 35, 'Moment', '<properties display_time="1"/>') +
      field('burndown', 36, 'Curve', '<properties use_cache="0"/>'),
  ),
  fieldset(
    50,
    'Around',
    field('file', 51, 'Files') +
      field('art_link', 52, 'Links', '<properties can_edit_reverse_links="1"/>') +
      field('perm', 53, 'Seen by') +
      field('cross', 54, 'References') +
      outside('ttmstepdef', 55, 'Steps') +
      outside('ttmstepexec', 56, 'Run') +
      field('aid', 57, 'Number') +
      field('subby', 58, 'Submitted by') +
      field('subon', 59, 'Submitted on'),
  ),
].join('\n');

const one = (type: string, id: number): string => `<semantic type="${type}"><field REF="F${id}"/></semantic>`;

const semantics = `${one('title', 2)}${one('description', 3)}${one('contributor', 17)}
<semantic type="status"><shortname>status</shortname><label>Status</label><description/><field REF="F11"/>
<open_values><open_value REF="V111"/><open_value REF="V112"/></open_values></semantic>`;

/** The attic is in the north, the garden in the south, a cellar in both. */
const rules = [
  [121, 131],
  [121, 132],
  [122, 132],
  [122, 133],
]
  .map(
    ([source, target]) => `<rule><source_field REF="F12"/><target_field REF="F13"/>
<source_value REF="V${source}"/><target_value REF="V${target}"/></rule>`,
  )
  .join('');

const transition = (from: string, to: string, conditions = ''): string => `<transition><from_id REF="${from}"/>
<to_id REF="${to}"/><conditions><condition type="perms"><permissions><permission ugroup="UGROUP_PROJECT_MEMBERS"/></permissions></condition>
${conditions}</conditions></transition>`;

const transitions = [
  transition('null', 'V111'),
  transition('V111', 'V112', '<condition type="notempty"><field REF="F31"/></condition>'),
  transition('V112', 'V113', '<condition type="commentnotempty" is_comment_required="1"/>'),
  transition('V113', 'V111'),
].join('');

const filled = [2, 3, 11, 12, 13, 14, 15, 16, 17, 18, 19, 31, 32, 33, 34, 35, 51, 52, 53, 55, 56];
const shown = [36, 54, 57, 58, 59];

const allow = (id: number, right: string, group: string): string =>
  `<permission scope="field" REF="F${id}" ugroup="${group}" type="PLUGIN_TRACKER_FIELD_${right}"/>`;

const fieldPermissions = [
  ...[...filled, ...shown].map((id) => allow(id, 'READ', 'UGROUP_ANONYMOUS')),
  ...filled.map((id) => allow(id, 'SUBMIT', 'UGROUP_REGISTERED') + allow(id, 'UPDATE', 'UGROUP_PROJECT_MEMBERS')),
].join('');

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="workshop" full-name="Workshop" description="Everything that a form can hold" access="public"><long-description/>
<services><service shortname="plugin_tracker" enabled="1"/></services>
<ugroups><ugroup name="project_members" description=""><members><member format="username">ana</member><member format="username">bruno</member></members></ugroup>
<ugroup name="project_admins" description=""><members><member format="username">ana</member></members></ugroup>
<ugroup name="masters" description=""><members><member format="username">ana</member></members></ugroup></ugroups>
<trackers use-natures="true"><tracker id="T1" parent_id="0" is_displayed_in_new_dropdown="1"><name>Jobs</name><item_name>job</item_name>
<description>What is to be done</description><color>plum-crazy</color><cannedResponses/><formElements>${formElements}</formElements>
<semantics>${semantics}</semantics><rules><list_rules>${rules}</list_rules></rules><reports/>
<workflow><field_id REF="F11"/><is_used>1</is_used><transitions>${transitions}</transitions></workflow>
<permissions><permission scope="tracker" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_ACCESS_FULL"/>
<permission scope="tracker" ugroup="UGROUP_PROJECT_ADMIN" type="PLUGIN_TRACKER_ADMIN"/>${fieldPermissions}</permissions>
</tracker></trackers><natures><nature is_used="1">_is_child</nature></natures></project>`;

const person = (
  id: number,
  username: string,
  name: string,
): string => `<user><id>${id}</id><username>${username}</username>
<realname>${name}</realname><email>${username}@example.org</email><ldapid/></user>`;

/** Writes the archive of the project `workshop` into a folder; gives where it is. Its people are those of the samples. */
export async function writeWorkshop(folder: string): Promise<string> {
  const root = join(folder, 'workshop');
  await mkdir(root, { recursive: true });
  await writeFile(join(root, 'project.xml'), xml);
  await writeFile(
    join(root, 'users.xml'),
    `<users>${person(201, 'ana', 'Ana')}${person(202, 'bruno', 'Bruno')}</users>`,
  );
  return root;
}
