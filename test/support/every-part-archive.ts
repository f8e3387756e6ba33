// An archive with every field type, every semantic, both kinds of workflow with all that they can do, and every other
// part of the format.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const field = (type: string, id: number, inner = '', attributes = ''): string =>
  `<formElement type="${type}" ID="F${id}" rank="${id}" ${attributes}><name>${type}_${id}</name><label>${type} ${id}</label><description>about ${id}</description>${inner}</formElement>`;

const items = (...ids: readonly number[]): string =>
  `<bind type="static" is_rank_alpha="0"><items>${ids.map((id) => `<item ID="V${id}" label="value ${id}"/>`).join('')}</items>`;

const people =
  '<bind type="users"><items><item label="group_members"/><item label="ugroup_devs"/></items><decorators><decorator tlp_color_name="red-wine"/></decorators></bind>';

const formElements = `<formElements>
<formElement type="fieldset" ID="F1" rank="1"><name>box</name><label>Box</label><formElements>
 <formElement type="column" ID="F2" rank="1"><name>left</name><label>Left</label><formElements>
 ${field('string', 3, '<properties maxchars="150" size="61" default_value="one &amp; two"/>', 'required="1" notifications="1"')}
 ${field('text', 4, '<properties rows="7" cols="80" default_value="some"/>')}${field('int', 5, '<properties size="5" default_value="3"/>')}
 ${field('float', 6, '<properties size="5" default_value="1.5"/>')}${field('linebreak', 7)}
 </formElements></formElement>
 <formElement type="column" ID="F8" rank="2"><name>right</name><label>Right</label><formElements>
 ${field('date', 9, '<properties default_value="today"/>')}${field('date', 10, '<properties display_time="1"/>')}
 ${field('sb', 11, `${items(1, 2, 3)}<decorators><decorator REF="V1" r="1" g="2" b="3"/><decorator REF="V2" tlp_color_name="acid-green"/></decorators><default_values><value REF="V1"/></default_values></bind>`)}
 ${field('rb', 12, `${items(4, 5)}</bind>`)}${field('msb', 13, `${items(6, 7)}<default_values><value REF="V6"/><value REF="V7"/></default_values></bind>`)}
 ${field('cb', 14, `${items(8, 9)}</bind>`)}${field('tbl', 15, `<properties hint="Type"/>${items(10)}</bind>`)}
 ${field('msb', 16, people)}${field('sb', 17, '<bind type="ugroups"><items><item ID="V11" label="devs"/><item ID="V12" label="ugroup_project_members_name_key"/></items></bind>')}
 </formElements></formElement></formElements></formElement>
<formElement type="fieldset" ID="F20" rank="2"><name>other</name><label>Other</label><formElements>
 ${field('file', 21)}${field('art_link', 22, '<properties can_edit_reverse_links="1"/>')}${field('perm', 23)}${field('computed', 24, '<properties target_field_name="computed_24" fast_compute="1" default_value="4"/>')}
 ${field('aid', 25)}${field('atid', 26)}${field('priority', 27)}${field('subby', 28)}${field('luby', 29)}${field('subon', 30)}${field('lud', 31)}${field('cross', 32)}
 ${field('burndown', 33, '<properties use_cache="0"/>')}${field('burnup', 34)}${field('separator', 35)}${field('staticrichtext', 36, '<properties static_value="&lt;b&gt;hello&lt;/b&gt;"/>')}
 ${field('int', 37, '', 'use_it="0"')}
 <externalField type="ttmstepdef" ID="F38" rank="38"><name>steps</name><label>Steps</label></externalField>
 <externalField type="ttmstepexec" ID="F39" rank="39"><name>run</name><label>Run</label><description>runs</description></externalField>
</formElements></formElement>
</formElements>`;

const one = (type: string, id: number): string => `<semantic type="${type}"><field REF="F${id}"/></semantic>`;

const semantics = `<semantics>${one('title', 3)}${one('description', 4)}${one('contributor', 16)}${one('initial_effort', 5)}${one('velocity', 6)}
<semantic type="status"><shortname>status</shortname><label>Status</label><description>d</description><field REF="F11"/><open_values><open_value REF="V1"/><open_value REF="V2"/></open_values></semantic>
<semantic type="done"><closed_values><closed_value REF="V3"/></closed_values></semantic>
<semantic type="timeframe"><start_date_field REF="F9"/><duration_field REF="F5"/></semantic>
<semantic type="progress"><total_effort_field REF="F6"/><remaining_effort_field REF="F24"/></semantic>
<semantic type="tooltip"><field REF="F3"/><field REF="F11"/></semantic>
<semantic type="plugin_cardwall_card_fields"><field REF="F3"/><background-color REF="F11"/></semantic>
<semantic type="of_another_program"><deep REF="F3">x</deep></semantic></semantics>`;

const rules = `<rules><date_rules>${['<', '≤', '=', '≥', '>', '≠'].map((sign) => `<rule><source_field REF="F9"/><target_field REF="F10"/><comparator type="${sign.replace('<', '&lt;')}"/></rule>`).join('')}</date_rules>
<list_rules><rule><source_field REF="F11"/><target_field REF="F12"/><source_value REF="V1"/><target_value REF="V4"/></rule>
<rule><source_field REF="F11"/><target_field REF="F12"/><source_value is_none="1"/><target_value is_none="1"/></rule></list_rules></rules>`;

const reports = `<reports><report is_default="1" is_query_displayed="0" id="R1"><name>Open ones</name><description>those</description><criterias>
<criteria rank="0"><field REF="F3"/></criteria><criteria rank="1" is_advanced="1"><field REF="F11"/><criteria_value type="list"><none_value/><selected_value REF="V1"/></criteria_value></criteria></criterias>
<renderers><renderer type="table" rank="0" chunksz="15" multisort="1"><name>Table</name><description>d</description><columns><field REF="F3"/><field REF="F22" artlink-nature="_is_child"/></columns><sort><field REF="F11"/></sort></renderer>
<renderer type="plugin_graphontrackersv5" rank="1"><name>Charts</name><charts><chart type="pie" width="600" height="400" rank="0" base="F11"><title>Pie</title></chart></charts></renderer></renderers></report>
<report is_in_expert_mode="1" expert_query="string_3 = &quot;a&quot;"><name>Query</name><criterias/><renderers/></report></reports>`;

const permissionsTo = (...groups: readonly string[]): string =>
  `<permissions>${groups.map((group) => `<permission ugroup="${group}"/>`).join('')}</permissions>`;

const setters =
  '<postaction_field_date valuetype="1"><field_id REF="F9"/></postaction_field_date><postaction_field_date valuetype="2"><field_id REF="F10"/></postaction_field_date>' +
  '<postaction_field_int value="7"><field_id REF="F5"/></postaction_field_int><postaction_field_float value="1.25"><field_id REF="F6"/></postaction_field_float>' +
  '<postaction_ci_build job_url="https://ci.example.org/job"/><postaction_add_to_top_backlog/><postaction_add_to_program_top_backlog/>';

const simpleWorkflow = `<simple_workflow><field_id REF="F11"/><is_used>1</is_used><states>
<state><to_id REF="V1"/><transitions><transition><from_id REF="null"/></transition><transition><from_id REF="V3"/></transition></transitions>
<postactions>${setters}<postaction_frozen_fields><field_id REF="F3"/><field_id REF="F5"/></postaction_frozen_fields><postaction_hidden_fieldsets><fieldset_id REF="F20"/></postaction_hidden_fieldsets></postactions>
<conditions><condition type="perms">${permissionsTo('UGROUP_PROJECT_MEMBERS', 'devs')}</condition><condition type="notempty"><field REF="F3"/><field REF="F16"/></condition><condition type="commentnotempty" is_comment_required="1"/></conditions></state>
<state><to_id REF="V3"/><transitions><transition><from_id REF="V1"/></transition></transitions></state></states></simple_workflow>`;

const fieldPermissions = [3, 11, 20]
  .map(
    (id) =>
      `<permission scope="field" REF="F${id}" ugroup="devs" type="PLUGIN_TRACKER_FIELD_READ"/><permission scope="field" REF="F${id}" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_FIELD_SUBMIT"/><permission scope="field" REF="F${id}" ugroup="UGROUP_PROJECT_MEMBERS" type="PLUGIN_TRACKER_FIELD_UPDATE"/>`,
  )
  .join('');

const trackerPermissions = ['ACCESS_FULL', 'ACCESS_SUBMITTER', 'ACCESS_ASSIGNEE', 'ACCESS_SUBMITTER_ONLY', 'ADMIN']
  .map((type) => `<permission scope="tracker" ugroup="devs" type="PLUGIN_TRACKER_${type}"/>`)
  .join('');

const submitted = (day: number): string =>
  `<submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2026-01-0${day}T08:00:00+01:00</submitted_on>`;

const change = (name: string, kind: string, inner: string): string =>
  `<field_change field_name="${name}" type="${kind}">${inner}</field_change>`;

const value = (text: string | number, format = ''): string =>
  `<value${format === '' ? '' : ` format="${format}"`}>${text}</value>`;

const firstChanges = [
  `<external_field_change field_name="steps" type="ttmstepdef"><step><description format="commonmark">**do**</description><expected_results format="html">&lt;i&gt;see&lt;/i&gt;</expected_results></step></external_field_change>`,
  change('string_3', 'string', value('a title')),
  change('text_4', 'text', value('&lt;p&gt;html&lt;/p&gt;', 'html')),
  change('int_5', 'int', value(-12)),
  change('float_6', 'float', value('0.125')),
  change('date_9', 'date', value('2026-02-28T00:00:00+01:00', 'ISO8601')),
  change('date_10', 'date', value('2026-02-28T13:45:00+01:00', 'ISO8601')),
  change('sb_11', 'list" bind="static', value('V1', 'id')),
  change('rb_12', 'list" bind="static', value('V5', 'id')),
  change('msb_13', 'list" bind="static', value('V6', 'id') + value('V7', 'id')),
  change('cb_14', 'list" bind="static', value('V9', 'id')),
  change('tbl_15', 'open_list" bind="static', value('value 10', 'label') + value('of its own', 'label')),
  change('msb_16', 'list" bind="users', value('ann', 'username') + value('u-6', 'ldap')),
  change('sb_17', 'list" bind="ugroups', value('V12', 'id')),
  change('file_21', 'file', '<value ref="f1"/>'),
  change('art_link_22', 'art_link', '<value nature="_is_child">2</value><value nature="">1</value>'),
  change('perm_23', 'permissions_on_artifact" use_perm="1', '<ugroup ugroup_name="devs"/>'),
  change('computed_24', 'computed', '<manual_value>2.5</manual_value><is_autocomputed>0</is_autocomputed>'),
].join('');

const laterChanges = [
  change('string_3', 'string', value('another title')),
  change('text_4', 'text', value('plain', 'text')),
  change('int_5', 'int', '<value/>'),
  change('date_9', 'date', '<value format="ISO8601"/>'),
  change('sb_11', 'list" bind="static', '<value/>'),
  change('tbl_15', 'open_list" bind="static', '<value/>'),
  change('file_21', 'file', '<value ref="f1"/><value ref="f2"/>'),
  change('art_link_22', 'art_link', '<value/>'),
  change('perm_23', 'permissions_on_artifact" use_perm="0', ''),
  change('computed_24', 'computed', '<is_autocomputed>1</is_autocomputed>'),
].join('');

const file = (id: string): string =>
  `<file id="${id}"><filename>${id}.txt</filename><path>data/${id}</path><filesize>1</filesize><filetype>text/plain</filetype><description>${id}</description></file>`;

const comment = (day: number, text: string, rest = ''): string =>
  `<comment>${submitted(day)}<body format="commonmark">${text}</body>${rest}</comment>`;

const artifacts = `<artifacts><artifact id="1"><changeset id="c1">${submitted(1)}<comments/>${firstChanges}</changeset>
<changeset agent="assistant">${submitted(2)}<comments>${comment(2, 'said')}${comment(3, 'said *again*', '<private_ugroups><ugroup>devs</ugroup></private_ugroups>')}</comments>${laterChanges}</changeset>${file('f1')}${file('f2')}</artifact>
<artifact id="2"><changeset>${submitted(2)}<comments/>${change('string_3', 'string', value('the child'))}</changeset></artifact></artifacts>`;

const otherTrackers = `<tracker id="T2" parent_id="T1" notifications_level="1"><name>Children</name><item_name>child</item_name><description/><formElements>
${field('sb', 51, `${items(21, 22)}</bind>`)}<formElement type="shared" ID="F52" rank="52" original_field_id="F11"><name>of_parent</name><label>Of parent</label></formElement>${field('string', 53)}
</formElements><semantics><semantic type="timeframe"><inherited_from_tracker id="T1"/></semantic><semantic type="progress"><artifact_link_type shortname="_is_child"/></semantic></semantics>
<workflow><field_id REF="F51"/><is_used>1</is_used><transitions><transition><from_id REF="null"/><to_id REF="V21"/></transition>
<transition><from_id REF="V21"/><to_id REF="V22"/><postactions><postaction_ci_build job_url="https://ci.example.org/other"/></postactions><conditions><condition type="perms">${permissionsTo('UGROUP_PROJECT_ADMIN')}</condition><condition type="notempty"><field REF="F53"/></condition></conditions></transition></transitions></workflow>
<artifacts><artifact id="3"><changeset>${submitted(3)}<comments/>${change('sb_51', 'list" bind="static', value('V21', 'id'))}</changeset></artifact></artifacts></tracker>
<tracker id="T3" parent_id="0"><name>Dates</name><item_name>dates</item_name><description/><color>fiesta-red</color>
<formElements>${field('date', 61)}${field('date', 62)}${field('sb', 63, `${items(31)}</bind>`)}${field('sb', 64, `${items(32)}</bind>`)}</formElements>
<semantics><semantic type="timeframe"><start_date_field REF="F61"/><end_date_field REF="F62"/></semantic></semantics>
<dependencies><rule><source_field REF="F63"/><target_field REF="F64"/><source_value REF="V31"/><target_value REF="V32"/></rule></dependencies></tracker>`;

const switches =
  'instantiate_for_new_projects="1" allow_copy="0" log_priority_changes="1" enable_emailgateway="1" notifications_level="2" is_displayed_in_new_dropdown="1" use_private_comments="1" should_send_event_in_notification="1" enable_move_artifacts="0"';

const trigger = (field: number, value: number): string =>
  `<field_id REF="F${field}"/><field_value_id REF="V${value}"/>`;

const projectXml = `<?xml version="1.0" encoding="UTF-8"?>
<project unix-name="every-part" full-name="Every part" description="d" access="private" icon-codepoint="🐢" inherit-from-template="true"><long-description>long</long-description><banner>banner</banner>
<services><service shortname="plugin_tracker" enabled="1" rank="3"/><service shortname="plugin_agiledashboard" enabled="1"/><project-defined-service shortname="wiki" enabled="1" label="Wiki" description="ours" link="https://example.org/wiki" is_in_new_tab="1" rank="1" icon="fas fa-book"/></services>
<ugroups><ugroup name="project_members" description=""><members><member format="username">ann</member></members></ugroup><ugroup name="devs" description="who build"><members><member format="username">ann</member><member format="ldap">u-6</member></members></ugroup></ugroups>
<trackers use-natures="true"><tracker id="T1" parent_id="0" ${switches}><name>Everything</name><item_name>thing</item_name><description>d</description><color>deep-blue</color><submit_instructions>how to</submit_instructions><browse_instructions>look</browse_instructions>
<cannedResponses><cannedResponse><title>Hi</title><body>Hello</body></cannedResponse></cannedResponses>${formElements}${semantics}${rules}${reports}${simpleWorkflow}<webhooks><webhook url="https://example.org/hook"/></webhooks>
<permissions>${trackerPermissions}${fieldPermissions}</permissions>${artifacts}<timetracking is_enabled="true"><time artifact_id="1"><user format="username">ann</user><minutes>5</minutes><step>s</step><day format="ISO8601">2026-01-01T00:00:00+01:00</day></time></timetracking></tracker>
${otherTrackers}
<triggers><trigger_rule><triggers><trigger>${trigger(51, 22)}</trigger></triggers><condition>all_of</condition><target>${trigger(11, 3)}</target></trigger_rule>
<trigger_rule><triggers><trigger>${trigger(51, 21)}</trigger></triggers><condition>at_least_one</condition><target>${trigger(11, 1)}</target></trigger_rule></triggers>
<references><reference keyword="thing"/></references></trackers>
<natures><nature is_used="1">_is_child</nature><nature is_used="0">_fixed_in</nature></natures>
<dashboards><dashboard name="Main"><line layout="one-column"><column><widget name="plugin_agiledashboard_projects_kanban"><preference name="kanban"><value name="title">Flow</value><reference name="id" REF="K1"/></preference></widget></column></line></dashboard></dashboards>
<git><ugroups-admin><ugroup>devs</ugroup></ugroups-admin></git><frs><package name="p" rank="1" hidden="false"/></frs>
<mediawiki><page name="r"/></mediawiki><mediawiki-standalone/>
<agiledashboard should_sidebar_display_last_milestones="0"><admin><scrum><explicit_backlog is_used="1"/></scrum></admin><top_backlog><artifact artifact_id="3"/></top_backlog>
<plannings><planning name="Releases" plan_title="Plan" planning_tracker_id="T1" backlog_title="Ideas"><backlogs><backlog>T2</backlog></backlogs><permissions><permission ugroup="devs" type="PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE"/></permissions></planning></plannings>
<kanban_list title="Kanban"><kanban tracker_id="T2" name="k" ID="K1"/></kanban_list></agiledashboard>
<cardwall><trackers><tracker id="T1"><columns><column label="Todo" id="C1" tlp_color_name="deep-blue"/></columns></tracker></trackers></cardwall><docman/>
</project>`;

/** How the project would plan as a program. */
const programXml = `<?xml version="1.0"?>
<program_management><increments><source_tracker REF="T2"/><plannable_trackers><plannable_tracker REF="T1"/></plannable_trackers><can_prioritize><ugroup ugroup_name="devs"/><ugroup ugroup_name="project_admins"/></can_prioritize><section_name>Increments</section_name><milestones_name>increment</milestones_name></increments>
<iterations><source_tracker REF="T3"/><section_name>Rounds</section_name></iterations></program_management>`;

/** What only Tepal knows of the project. */
const settingsXml = `<?xml version="1.0"?>
<project_settings header_background="blue-rain"><reference keyword="ticket" link="https://help.example.org/$1?a=1&amp;b=2"/><reference keyword="wiki" description="our &lt;wiki&gt;" link="/wiki/$1"/><label label="&lt;later&gt;" color="deep-blue" is_outline="1"/><label label="Urgent" color="fiesta-red" is_outline="0"/><member_end username="ann" last_day="2099-12-31" is_warned="0"/><guest format="username">lea</guest><assigned_subject tracker_id="T1"/><tracker_icon tracker_id="T1" icon="🌿"/><tracker_singular tracker_id="T1" label="Leaf"/><unused_link_type tracker_id="T1" shortname="_covered_by"/></project_settings>`;

const usersXml = `<users><user><id>5</id><username>ann</username><realname>Ann</realname><email>ann@example.org</email><ldapid/></user>
<user><id>6</id><username>lea</username><realname>Lea</realname><email>lea@example.org</email><ldapid>u-6</ldapid></user></users>`;

/** Writes an archive folder of the project `every-part`, with two attachments and three other files. */
export async function writeEveryPart(folder: string): Promise<string> {
  const root = join(folder, 'every-part');
  for (const folder of ['data', 'export']) await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, 'project.xml'), projectXml);
  await writeFile(join(root, 'users.xml'), usersXml);
  await writeFile(join(root, 'program-management-config.xml'), programXml);
  await writeFile(join(root, 'project-settings.xml'), settingsXml);
  for (const path of ['data_1', 'data/f3', 'export/repository.bundle'])
    await writeFile(join(root, path), `content of ${path}`);
  for (const id of ['f1', 'f2']) await writeFile(join(root, 'data', id), `content of ${id}`);
  return root;
}
