// Rows of broken archives with the message each gets, and of dangling references.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProjectContent } from './model/project-content.ts';
import { createArtifactSurvey } from './reading/artifact-survey.ts';
import { textOf } from '../../platform/texts/said.ts';
import type { Said } from '../../platform/texts/said.ts';
import { checkReferences } from './reading/check-references.ts';
import { createPlanningArchive } from '../planning/index.ts';

const planningArchive = createPlanningArchive(() => []);
import { readProjectXml } from './reading/read-project.ts';
import { SAMPLE_USER, SAMPLE_XML } from './reading/sample-project.testing.ts';

const read = (xml: string): Promise<ProjectContent> =>
  readProjectXml([Buffer.from(xml)], 'project.xml', () => undefined, [planningArchive]);

/** What is passed over where somebody hears of it, and refused where not. */
const isTold = (message: string): boolean =>
  /unknown|only once|not allowed|no type|already (?:defined|taken)|at least one/.test(message);

const BROKEN: readonly [from: string, to: string, message: string][] = [
  ['<project ', '<projekt ', 'the XML is not well formed: '],
  [
    'unix-name="p"',
    'unix-name="a b"',
    'line 1, column 1, <project>: attribute `unix-name` is `a b`; it can contain only',
  ],
  ['full-name="P"', '', 'line 1, column 1, <project>: attribute `full-name` is missing'],
  [
    'access="private-wo-restr"',
    'access="secret"',
    'line 1, column 1, <project>: attribute `access` is `secret`; it must be one of public',
  ],
  [
    '<long-description>',
    '<banner/><banner/><long-description>',
    'line 2, column 10, <banner>: this element is allowed only once inside <project>',
  ],
  ['<git>', '<gut/><git>', '<gut>: this element is unknown inside <project>'],
  [
    'enabled="false"',
    'enabled="no"',
    'line 2, column 52, <service>: attribute `enabled` is `no`; it must be 1, 0, true or false',
  ],
  [
    'mode="synchronized"',
    'mode="x"',
    'line 2, column 223, <ugroups>: attribute `mode` is `x`; it must be one of synchronized',
  ],
  ['<trackers use-natures="true">', '<trackers>stray', '<trackers>: text is not allowed directly in this element'],
  ['id="T1" ', 'id="T1" colour="x" ', 'line 4, column 1, <tracker>: attribute `colour` is unknown here'],
  [
    'notifications_level="2"',
    'notifications_level="3"',
    'line 4, column 1, <tracker>: attribute `notifications_level` is `3`',
  ],
  ['<item_name>bug', '<item_name>b-g', '<item_name>: `b-g` can contain only letters, digits and `_`'],
  [' ID="F2"', '', 'line 8, column 1, <formElement>: attribute `ID` is missing'],
  ['rank="2"', 'rank="two"', 'line 8, column 1, <formElement>: attribute `rank` is `two`; it must be a whole number'],
  [
    'type="string" ID="F2"',
    'type="strong" ID="F2"',
    'line 8, column 1, <formElement>: the field type `strong` is unknown; the element is skipped',
  ],
  ['ID="F2"', 'ID="F2" original_field_id="F9"', 'only allowed for elements of type shared'],
  ['r="1"', 'r="256"', '<decorator>: attribute `r` is 256; it must be from 0 to 255'],
  ['r="1" ', '', '<decorator>: attribute `r` is missing'],
  ['r="1"', 'r="1" tlp_color_name="x"', '<decorator>: the colour is set twice'],
  ['<end_date_field REF="F7"/>', '', '<semantic>: a time frame needs a start date field with'],
  ['<artifact_link_type shortname="_is_child"/>', '', '<semantic>: progress needs'],
  ['<semantic type="title"><field REF="F2"/>', '<semantic type="title">', '<semantic>: element <field> is missing'],
  [
    '<semantic type="done">',
    '<semantic type="status"><field REF="F4"/></semantic><semantic type="done">',
    '<semantic>: the semantic `status` is already defined',
  ],
  ['ID="F5"', 'ID="F4"', '<formElement>: the ID `F4` is already used'],
  ['comparator type="≤"', 'comparator type="≈"', '<comparator>: attribute `type` is `≈`; it must be one of <, ≤'],
  ['<target_value is_none="1"/>', '<target_value/>', '<target_value>: it must have either a `REF` or `is_none="1"`'],
  ['<condition>all_of', '<condition>some', '<condition>: the text is `some`; it must be one of all_of, at_least_one'],
  ['valuetype="2"', 'valuetype="3"', '<postaction_field_date>: attribute `valuetype` is `3`; it must be one of 1, 2'],
  ['planning_tracker_id="T1" ', '', '<planning>: attribute `planning_tracker_id` is missing'],
  ['<backlog>T1<', '<backlog> <', '<backlog>: the reference of a tracker is empty'],
  ['is_used="1"/></scrum>', 'is_used="x"/></scrum>', '<explicit_backlog>: attribute `is_used` is `x`; it must be 1, 0'],
  [
    '<postaction_hidden_fieldsets>',
    '<postaction_x/><postaction_hidden_fieldsets>',
    '<postaction_x>: this element is unknown inside <postactions>',
  ],
  ['<artifacts>', '<artifacts><thing/>', '<thing>: this element is unknown inside <artifacts>'],
  [
    '<artifact id="1">',
    '<artifact id="1"/><artifact id="2">',
    '<artifact>: an artifact needs at least one <changeset>',
  ],
  ['2020-01-02T00:00:00Z', '2020-01-02T25:00:00Z', 'is not a valid date'],
  ['type="computed"', 'type="guessed"', '<field_change>: the change type `guessed` is unknown'],
  ['<is_autocomputed>0', '<is_autocomputed>x', '<is_autocomputed>: the text is `x`; it must be 1, 0, true or false'],
  ['<value nature="_is_child">', '<value kind="_is_child">', '<value>: attribute `kind` is unknown here'],
  ['<body>v2</body>', '', '<comment>: element <body> is missing'],
  ['<ugroup ugroup_name="devs"/>', '<ugroup/>', '<ugroup>: attribute `ugroup_name` or `ugroup_id` is missing'],
  ['<path>data/a', '<path> ', '<path>: the path is empty'],
  ['<references>', '<references/><references>', 'this element is allowed only once inside <trackers>'],
];
for (const [from, to, message] of BROKEN)
  test(`refuses ${to === '' ? `no ${from}` : to}`, async () => {
    assert.ok(SAMPLE_XML.includes(from));
    await assert.rejects(read(SAMPLE_XML.replace(from, to)), (error) => {
      assert.ok(error instanceof Error && error.message.includes(message), `${String(error)}\nlacks ${message}`);
      assert.match(error.message, /^project\.xml, line \d+/);
      return true;
    });
    if (!isTold(message)) return;
    const told: string[] = [];
    const warn = (line: number, element: string, sentence: Said): void =>
      void told.push(`line ${line}, <${element}>: ${sentence.text}`);
    const bytes = [Buffer.from(SAMPLE_XML.replace(from, to))];
    await readProjectXml(bytes, 'project.xml', () => undefined, [planningArchive], { warn });
    assert.equal(told.length, 1, told.join('\n'));
    const [one = ''] = told;
    const plain = message.replace(/, column \d+/, '');
    assert.ok(plain.includes(one) || one.includes(plain), one);
  });

test('the complete archive has no dangling reference', async () => {
  assert.deepEqual(checkReferences(await read(SAMPLE_XML), [SAMPLE_USER]).map(textOf), [
    'project.xml, line 4, <tracker>: these fields have no permissions, so only administrators can see them unless the import opens them: bug.steps, bug.status, bug.who, bug.start, bug.end',
  ]);
});

const DANGLING: readonly [from: string, to: string, message: string][] = [
  ['parent_id="0"', 'parent_id="T9"', 'line 4, <tracker>: the parent `T9` is not a tracker in the archive'],
  [
    '<semantic type="title"><field REF="F2"/>',
    '<semantic type="title"><field REF="F99"/>',
    '<semantic>: the semantic `title` refers to the field `F99`, which does not exist in the tracker `T1`',
  ],
  [
    '<start_date_field REF="F6"/><end_date_field REF="F7"/>',
    '<inherited_from_tracker id="T9"/>',
    'inherits from the tracker `T9`',
  ],
  ['source_field REF="F6"', 'source_field REF="F99"', '<rule>: the date rule refers to the field `F99`'],
  [
    'fieldset_id REF="F1"',
    'fieldset_id REF="F99"',
    '<state>: the post action hidden-fieldsets refers to the field `F99`',
  ],
  [
    '<condition type="notempty"><field REF="F2"/>',
    '<condition type="notempty"><field REF="F99"/>',
    '<state>: a condition refers to the field `F99`',
  ],
  ['<value REF="V1"/>', '<value REF="V99"/>', '<bind>: the default value `V99` is not an item of this field'],
  ['decorator REF="V1"', 'decorator REF="V99"', '<decorator>: `V99` is not an item of this field'],
  ['item ID="V2"', 'item ID="V1"', '<item>: the ID `V1` is already used'],
  ['<value ref="f1"/>', '<value ref="f9"/>', '<field_change>: the artifact has no <file> `f9`'],
  [
    '<backlog>T1',
    '<backlog>T9',
    '<planning>: the planning `Plan` refers to the tracker `T9`, which is not in the archive',
  ],
  [
    '</planning>',
    '</planning><planning name="Other" planning_tracker_id="T1"/>',
    '<planning>: the planning `Other` shares the tracker `T1` with another planning',
  ],
  ['scope="field" REF="F2"', 'scope="field" REF="F99"', '<permission>: there is no field `F99`'],
  ['<columns><field REF="F2"/>', '<columns><field REF="F99"/>', '<renderer>: there is no field `F99`'],
  ['is_advanced="1"><field REF="F4"/>', 'is_advanced="1"><field REF="F99"/>', '<criteria>: there is no field `F99`'],
  ['field_name="start"', 'field_name="gone"', '<field_change>: there is no field `gone`; 1 changes of it are skipped'],
];
for (const [from, to, message] of DANGLING)
  test(`passes over dangling ${to}`, async () => {
    assert.ok(SAMPLE_XML.includes(from));
    const { add } = createArtifactSurvey([SAMPLE_USER]);
    const content = await readProjectXml([Buffer.from(SAMPLE_XML.replace(from, to))], 'project.xml', add, [
      planningArchive,
    ]);
    const findings = checkReferences(content, [SAMPLE_USER]).map(textOf);
    const found = findings.find((finding) => finding.includes(message));
    assert.match(found ?? JSON.stringify(findings), /^project\.xml, line \d+, </);
  });
