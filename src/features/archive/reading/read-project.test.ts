// Every part of project.xml, read from one archive that has them all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ArchiveArtifact } from '../model/artifact-model.ts';
import type { ArchiveTracker } from '../model/archive-model.ts';
import type { ProjectContent } from '../model/project-content.ts';
import { readProjectXml } from './read-project.ts';
import { SAMPLE_XML, TRACKER_PARTS } from './sample-project.testing.ts';

const read = (xml: string, artifacts: ArchiveArtifact[] = []): Promise<ProjectContent> =>
  readProjectXml([Buffer.from(xml)], 'project.xml', (artifact) => artifacts.push(artifact));
const readTracker = async (): Promise<ArchiveTracker> => {
  const [tracker] = (await read(SAMPLE_XML)).trackers;
  assert.ok(tracker);
  return tracker;
};

const omit = (object: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

test('the project, its groups, services, link types and other blocks', async () => {
  const { project, natures, useNatures, triggers, otherBlocks } = await read(SAMPLE_XML);
  assert.deepEqual(project, {
    unixName: 'p',
    fullName: 'P',
    description: 'd',
    longDescription: 'long',
    access: 'private-wo-restr',
    iconCodepoint: '🐢',
    inheritFromTemplate: undefined,
    banner: undefined,
    services: [{ shortname: 'file', enabled: false, rank: 0 }],
    projectDefinedServices: [
      {
        shortname: 'x',
        enabled: true,
        label: 'L',
        description: 'D',
        link: 'https://x.org',
        isInNewTab: true,
        rank: 0,
        icon: '',
      },
    ],
    areUserGroupsSynchronized: true,
    userGroups: [
      {
        name: 'devs',
        description: '',
        members: [{ format: 'ldap', value: 'u1', isAnonymous: false, line: 2 }],
        line: 2,
      },
    ],
    line: 1,
  });
  assert.deepEqual(
    natures.map(({ name, isUsed }) => [name, isUsed]),
    [
      ['_x', false],
      ['_is_child', true],
    ],
  );
  assert.equal(useNatures, true);
  assert.deepEqual(triggers[0]?.sources, [{ fieldRef: 'F4', valueRef: 'V1' }]);
  assert.deepEqual([triggers[0]?.condition, triggers[0]?.target], ['all_of', { fieldRef: 'F4', valueRef: 'V2' }]);
  assert.deepEqual(
    otherBlocks.map(({ name }) => name),
    ['git', 'agiledashboard', 'references'],
  );
  assert.equal(otherBlocks[0]?.xml, '<git><repository name="r"/></git>');
});

test('the fields of a tracker', async () => {
  const { formElements, flags, parentRef, cannedResponses } = await readTracker();
  assert.deepEqual([flags.notificationsLevel, flags.enableMoveArtifacts, flags.allowCopy], [2, false, undefined]);
  assert.equal(parentRef, undefined);
  assert.deepEqual(
    cannedResponses.map(({ title, body }) => [title, body]),
    [['Hi', 'Hello']],
  );
  const [box, status, who] = formElements;
  assert.deepEqual(
    box?.children.map(({ origin, type, required }) => [origin, type, required]),
    [
      ['core', 'string', true],
      ['external', 'ttmstepdef', false],
    ],
  );
  assert.deepEqual(box?.children[0]?.originalIds, { id: '7', trackerId: '8', parentId: undefined });
  assert.deepEqual(box?.children[0]?.properties, { size: '30' });
  assert.equal(status?.useIt, false);
  assert.deepEqual(
    status?.bind?.items.map(({ ref, description, isHidden }) => [ref, description, isHidden]),
    [
      ['V1', 'o', false],
      ['V2', '', true],
    ],
  );
  assert.deepEqual(
    status?.bind?.decorators.map(({ ref, rgb, tlpColor }) => [ref, rgb, tlpColor]),
    [
      ['V1', [1, 2, 3], undefined],
      [undefined, undefined, 'acid-green'],
    ],
  );
  assert.deepEqual([status?.bind?.defaultRefs, who?.bind?.defaultRefs], [['V1'], []]);
  assert.deepEqual(
    who?.bind?.defaultUsers.map(({ value }) => value),
    ['None'],
  );
});

test('semantics, rules, reports, workflow, permissions and other blocks of a tracker', async () => {
  const tracker = await readTracker();
  assert.deepEqual(
    tracker.semantics.map((semantic) => omit(semantic, ['line', 'shortname', 'label', 'description'])),
    [
      { type: 'title', fieldRef: 'F2' },
      { type: 'status', fieldRef: 'F4', openValueRefs: ['V1'] },
      { type: 'done', closedValueRefs: ['V2'] },
      { type: 'timeframe', timeframe: { kind: 'end-date', startDateFieldRef: 'F6', endDateFieldRef: 'F7' } },
      { type: 'progress', progress: { kind: 'links', linkType: '_is_child' } },
      { type: 'plugin_cardwall_card_fields', fieldRefs: ['F2'], backgroundColorFieldRef: 'F4' },
    ],
  );
  assert.deepEqual(
    tracker.otherSemantics.map(({ xml }) => xml),
    ['<semantic type="other"><deep>x</deep></semantic>'],
  );
  assert.equal(tracker.dateRules[0]?.comparator, '≤');
  assert.deepEqual([tracker.listRules[0]?.sourceValueRef, tracker.listRules[0]?.targetValueRef], ['V1', undefined]);
  const [report] = tracker.reports;
  assert.deepEqual([report?.isDefault, report?.isInExpertMode, report?.expertQuery], [true, true, 'a = 1']);
  assert.match(report?.criteria[0]?.value?.block.xml ?? '', /^<criteria_value.*<selected_value REF="V1"\/>/);
  assert.match(report?.renderers[0]?.block.xml ?? '', /^<renderer type="table" rank="0" chunksz="15">.*<\/renderer>$/);
  assert.deepEqual(report?.renderers[0]?.sortFieldRefs, ['F2']);
  assert.ok(tracker.workflow?.mode === 'simple');
  const [state] = tracker.workflow.states;
  assert.deepEqual(
    [state?.fromRefs, state?.toRef, state?.userGroups],
    [[undefined, 'V1'], 'V2', ['UGROUP_PROJECT_ADMIN']],
  );
  assert.deepEqual(state?.postActions, [
    { kind: 'set-date', fieldRef: 'F6', value: 'now' },
    { kind: 'hidden-fieldsets', fieldsetRefs: ['F1'] },
  ]);
  assert.deepEqual(
    tracker.permissions?.map((permission) => [permission.scope, permission.userGroup]),
    [
      ['tracker', 'devs'],
      ['field', 'UGROUP_ANONYMOUS'],
    ],
  );
  assert.deepEqual(
    tracker.otherBlocks.map(({ xml }) => xml),
    [TRACKER_PARTS.webhooks],
  );
});

test('an artifact with changesets sorted by date, all kinds of changes, comments and files', async () => {
  const artifacts: ArchiveArtifact[] = [];
  await read(SAMPLE_XML, artifacts);
  const [artifact] = artifacts;
  assert.deepEqual(
    artifact?.changesets.map(({ xmlId, submittedOnMs }) => [xmlId, submittedOnMs]),
    [
      [undefined, Date.UTC(2020, 0, 1)],
      ['c2', Date.UTC(2020, 0, 2)],
    ],
  );
  const changeset = artifact?.changesets[1];
  assert.deepEqual(
    changeset?.comments.map(({ body, format, privateUserGroups, submittedBy }) => [
      body,
      format,
      privateUserGroups,
      submittedBy.isAnonymous,
    ]),
    [
      ['v1', 'html', ['devs'], true],
      ['v2', 'text', [], false],
    ],
  );
  assert.deepEqual(
    changeset?.fieldChanges.map((change) => omit(change, ['line', 'fieldName'])),
    [
      {
        kind: 'ttmstepdef',
        steps: [
          { description: 'do', descriptionFormat: 'commonmark', expectedResults: 'ok', expectedResultsFormat: 'text' },
        ],
      },
      {
        kind: 'list',
        bind: 'static',
        values: [
          { kind: 'ref', ref: '2' },
          { kind: 'label', label: 'Label' },
        ],
      },
      {
        kind: 'list',
        bind: 'users',
        values: [
          {
            kind: 'user',
            user: { format: 'ldap', value: 'u1', isAnonymous: false, line: changeset?.fieldChanges[2]?.line },
          },
        ],
      },
      { kind: 'computed', manualValue: '5', isAutocomputed: false, value: undefined },
      { kind: 'art_link', links: [{ artifactId: '9', nature: '_is_child' }] },
      { kind: 'file', fileRefs: ['f1'] },
      { kind: 'permissions_on_artifact', usePermissions: true, userGroups: [{ name: 'devs', id: undefined }] },
      { kind: 'text', value: '**b**', format: 'commonmark' },
      { kind: 'date', value: '2020-01-01' },
    ],
  );
  assert.deepEqual(
    artifact?.files.map(({ id, path, sizeBytes }) => [id, path, sizeBytes]),
    [['f1', 'data/a', undefined]],
  );
});

test('changesets of one moment keep the order of the document', async () => {
  const same = (id: string) =>
    `<changeset id="${id}"><submitted_by format="username">ann</submitted_by><submitted_on format="ISO8601">2020-01-01T00:00:00Z</submitted_on></changeset>`;
  const artifacts: ArchiveArtifact[] = [];
  await read(
    SAMPLE_XML.replace('</artifacts>', `<artifact id="2">${['a', 'b', 'c'].map(same).join('')}</artifact></artifacts>`),
    artifacts,
  );
  assert.deepEqual(
    artifacts[1]?.changesets.map(({ xmlId }) => xmlId),
    ['a', 'b', 'c'],
  );
});
