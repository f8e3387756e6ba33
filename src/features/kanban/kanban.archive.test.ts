// Kanbans in archives: read with their limits and reports, written as they are, and what of them is passed over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from '../archive/index.ts';
import type { ImportedTracker } from '../archive/index.ts';
import { kanbanArchive } from './kanban.archive.ts';

const read = async (xml: string) =>
  kanbanArchive.read(await parseXml([Buffer.from(`<kanban_list>${xml}</kanban_list>`)], { file: 'project.xml' }));

test('a kanban of a tracker that is not there, or has one already, is passed over with a word', async () => {
  const content = await read(
    '<kanban tracker_id="T1" name="A"/><kanban tracker_id="T1" name="B"/><kanban tracker_id="T2" name="C"/>',
  );
  const warnings: string[] = [];
  content.check({ warn: (_line, _element, { text }) => void warnings.push(text) }, (ref) => ref === 'T1');
  assert.deepEqual(
    warnings.map((text) => /`([ABC])`/.exec(text)?.[1]),
    ['B', 'C'],
  );
});

test('a kanban without a name or a tracker is refused with its place', async () => {
  await assert.rejects(read('<kanban tracker_id="T1"/>'), /name/);
  await assert.rejects(read('<kanban name="A"/>'), /tracker_id/);
});

test('kanbans of trackers that are not there are written nowhere', async () => {
  const content = await read('<kanban tracker_id="T1" name="A"/>');
  const context = {
    get tx(): never {
      return assert.fail('nothing is written');
    },
    nowMs: 0,
    projectId: 1,
    findUser: () => undefined,
    findGroup: () => undefined,
    warn: () => undefined,
  };
  await content.import(context, new Map<string, ImportedTracker>());
});
