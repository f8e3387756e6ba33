// A complete project.xml for tests.
import type { ArchiveUser } from '../model/archive-model.ts';

export const TRACKER_PARTS = {
  attributes: 'id="T1" parent_id="0" notifications_level="2" enable_move_artifacts="0"',
  head: '<name>Bugs</name><item_name>bug</item_name><description>d</description><color>inca_silver</color>',
  canned: '<cannedResponses><cannedResponse><title>Hi</title><body>Hello</body></cannedResponse></cannedResponses>',
  fields: `<formElements>
<formElement type="fieldset" ID="F1" rank="1"><name>box</name><label>Box</label><formElements>
<formElement type="string" ID="F2" rank="2" required="1" id="7" tracker_id="8"><name>title</name><label>Title</label><properties size="30"/></formElement>
<externalField type="ttmstepdef" ID="F3" rank="3"><name>steps</name><label>Steps</label></externalField>
</formElements></formElement>
<formElement type="sb" ID="F4" rank="4" use_it="0"><name>status</name><label>Status</label><bind type="static" is_rank_alpha="1">
<items><item ID="V1" label="Open" is_hidden="0"><description>o</description></item><item ID="V2" label="Done" is_hidden="1"/></items>
<decorators><decorator REF="V1" r="1" g="2" b="3"/><decorator tlp_color_name="acid-green"/></decorators>
<default_values><value REF="V1"/></default_values></bind></formElement>
<formElement type="sb" ID="F5" rank="5"><name>who</name><label>Who</label><bind type="users">
<items><item label="group_members"/></items><default_values><value format="username">None</value></default_values></bind></formElement>
<formElement type="date" ID="F6" rank="6"><name>start</name><label>Start</label></formElement>
<formElement type="date" ID="F7" rank="7"><name>end</name><label>End</label></formElement>
</formElements>`,
  semantics: `<semantics><semantic type="title"><field REF="F2"/></semantic>
<semantic type="status"><field REF="F4"/><open_values><open_value REF="V1"/></open_values></semantic>
<semantic type="done"><closed_values><closed_value REF="V2"/></closed_values></semantic>
<semantic type="timeframe"><start_date_field REF="F6"/><end_date_field REF="F7"/></semantic>
<semantic type="progress"><artifact_link_type shortname="_is_child"/></semantic>
<semantic type="plugin_cardwall_card_fields"><field REF="F2"/><background-color REF="F4"/></semantic>
<semantic type="other"><deep>x</deep></semantic></semantics>`,
  rules: `<rules><date_rules><rule><source_field REF="F6"/><target_field REF="F7"/><comparator type="≤"/></rule></date_rules>
<list_rules><rule><source_field REF="F4"/><target_field REF="F5"/><source_value REF="V1"/><target_value is_none="1"/></rule></list_rules></rules>`,
  reports: `<reports><report is_default="1" is_in_expert_mode="1" expert_query="a = 1" id="r"><name>R</name><description/>
<criterias><criteria rank="0" is_advanced="1"><field REF="F4"/><criteria_value type="list"><none_value/><selected_value REF="V1"/></criteria_value></criteria></criterias>
<renderers><renderer type="table" rank="0" chunksz="15"><name>Table</name><columns><field REF="F2"/></columns><sort><field REF="F2"/></sort></renderer></renderers></report></reports>`,
  workflow: `<simple_workflow><field_id REF="F4"/><is_used>1</is_used><states><state><to_id REF="V2"/>
<transitions><transition><from_id REF="null"/></transition><transition><from_id REF="V1"/></transition></transitions>
<postactions><postaction_field_date valuetype="2"><field_id REF="F6"/></postaction_field_date>
<postaction_hidden_fieldsets><fieldset_id REF="F1"/></postaction_hidden_fieldsets></postactions>
<conditions><condition type="perms"><permissions><permission ugroup="UGROUP_PROJECT_ADMIN"/></permissions></condition>
<condition type="notempty"><field REF="F2"/></condition></conditions></state></states></simple_workflow>`,
  webhooks: '<webhooks><webhook url="https://x.org"/></webhooks>',
  permissions: `<permissions><permission scope="tracker" ugroup="devs" type="PLUGIN_TRACKER_ADMIN"/>
<permission scope="field" REF="F2" ugroup="UGROUP_ANONYMOUS" type="PLUGIN_TRACKER_FIELD_READ"/></permissions>`,
  artifacts: `<artifacts><artifact id="1">
<changeset id="c2"><submitted_by format="id">1</submitted_by><submitted_on format="ISO8601">2020-01-02T00:00:00Z</submitted_on><comments>
<comment><submitted_by format="email" is_anonymous="1">x@y.org</submitted_by><submitted_on format="ISO8601">2020-01-02T00:00:00Z</submitted_on>
<body format="html">v1</body><private_ugroups><ugroup>devs</ugroup></private_ugroups></comment>
<comment><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2020-01-03T00:00:00Z</submitted_on><body>v2</body></comment></comments>
<external_field_change field_name="steps" type="ttmstepdef"><step><description format="commonmark">do</description><expected_results format="text">ok</expected_results></step></external_field_change>
<field_change field_name="status" type="list" bind="static"><value format="id">2</value><value>Label</value><value/></field_change>
<field_change field_name="who" type="list" bind="users"><value format="ldap">u1</value></field_change>
<field_change field_name="title" type="computed"><manual_value>5</manual_value><is_autocomputed>0</is_autocomputed></field_change>
<field_change field_name="title" type="art_link"><value nature="_is_child">9</value><value/></field_change>
<field_change field_name="title" type="file"><value ref="f1"/></field_change>
<field_change field_name="title" type="permissions_on_artifact" use_perm="1"><ugroup ugroup_name="devs"/></field_change>
<field_change field_name="title" type="text"><value format="commonmark">**b**</value></field_change>
<field_change field_name="start" type="date"><value format="ISO8601">2020-01-01</value></field_change></changeset>
<changeset><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2020-01-01T01:00:00+01:00</submitted_on></changeset>
<file id="f1"><filename>a</filename><path>data/a</path><filesize>?</filesize><filetype>text/plain</filetype><description>d</description></file>
</artifact></artifacts>`,
};
const PROJECT_PARTS = {
  attributes: 'unix-name="p" full-name="P" description="d" access="private-wo-restr" icon-codepoint="🐢"',
  services: `<services><service shortname="file" enabled="false"/><project-defined-service shortname="x" enabled="1" label="L" description="D" link="https://x.org" is_in_new_tab="1"/></services>`,
  groups:
    '<ugroups mode="synchronized"><ugroup name="devs" description=""><members><member format="ldap">u1</member></members></ugroup></ugroups>',
  afterTrackers: `<triggers><trigger_rule><triggers><trigger><field_id REF="F4"/><field_value_id REF="V1"/></trigger></triggers>
<condition>all_of</condition><target><field_id REF="F4"/><field_value_id REF="V2"/></target></trigger_rule></triggers><references><r/></references>`,
  afterProject:
    '<natures><nature is_used="0">_x</nature><nature>_is_child</nature></natures><git><repository name="r"/></git>' +
    '<agiledashboard><admin><scrum><explicit_backlog is_used="1"/></scrum></admin>' +
    '<top_backlog><artifact artifact_id="1"/></top_backlog><plannings>' +
    '<planning name="Plan" plan_title="To do" planning_tracker_id="T1" backlog_title="Ideas">' +
    '<backlogs><backlog>T1</backlog></backlogs><permissions>' +
    '<permission ugroup="devs" type="PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE"/>' +
    '<permission ugroup="devs" type="X"/></permissions>' +
    '</planning></plannings><kanban_list title="K"><kanban tracker_id="T1" name="k" ID="K1"/></kanban_list>' +
    '</agiledashboard>',
};

/** One archive that has every part of the format once; its references all resolve with `SAMPLE_USER`. */
export const SAMPLE_XML = `<project ${PROJECT_PARTS.attributes}>
<long-description>long</long-description>${PROJECT_PARTS.services}${PROJECT_PARTS.groups}
<trackers use-natures="true">
<tracker ${TRACKER_PARTS.attributes}>${Object.values(TRACKER_PARTS).slice(1).join('\n')}</tracker>
${PROJECT_PARTS.afterTrackers}</trackers>${PROJECT_PARTS.afterProject}</project>`;
export const SAMPLE_USER: ArchiveUser = { id: 1, username: 'ann', realName: '', email: '', ldapId: 'u1', line: 1 };
