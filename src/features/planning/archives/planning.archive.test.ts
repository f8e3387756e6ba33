// What is read of plannings in an archive that has every part.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '../../archive/index.ts';
import { readProjectXml } from '../../archive/reading/read-project.ts';
import { SAMPLE_XML } from '../../archive/reading/sample-project.testing.ts';
import { readBacklog } from './planning.archive.ts';

test('plannings and the backlog, which also stay as a block', async () => {
  const { otherBlocks } = await readProjectXml([Buffer.from(SAMPLE_XML)], 'project.xml', () => undefined);
  const block = otherBlocks.find(({ name }) => name === 'agiledashboard');
  const backlog = readBacklog(await parseXml([Buffer.from(block?.xml ?? '')], { file: 'project.xml' }));
  const type = 'PLUGIN_AGILEDASHBOARD_PLANNING_PRIORITY_CHANGE';
  assert.deepEqual(
    backlog.plannings.map(({ permissions, line: _line, ...planning }) => ({
      ...planning,
      permissions: permissions.map((permission) => permission.type),
    })),
    [
      {
        name: 'Plan',
        planTitle: 'To do',
        backlogTitle: 'Ideas',
        trackerRef: 'T1',
        backlogTrackerRefs: ['T1'],
        permissions: [type, 'X'],
      },
    ],
  );
  assert.equal(backlog.isExplicit, true);
  assert.deepEqual(
    backlog.items.map((item) => item.artifactRef),
    ['1'],
  );
  assert.ok(otherBlocks.some(({ xml }) => xml.includes('<kanban_list title="K">') && xml.includes(type)));
  const none = await parseXml([Buffer.from('<agiledashboard/>')], { file: 'project.xml' });
  assert.deepEqual(readBacklog(none), { plannings: [], isExplicit: true, items: [], isInSideBar: true });
});
