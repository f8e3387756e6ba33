import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TrackerSettings } from '../definition/definition.ts';
import { singularLabelOf } from './singular-label.ts';

const settings: TrackerSettings = {
  submitInstructions: '',
  browseInstructions: '',
  isNotificationStopped: false,
  flags: {},
  cannedResponses: [],
};

it('is made of the label and the short name', () => {
  const names = [
    ['Bugs', 'bug', 'Bug'],
    ['User Stories', 'story', 'User Story'],
    ['User stories', 'user_story', 'User story'],
    ['Tâches', 'tache', 'Tâche'],
    ['Activities', 'activity', 'Activity'],
    ['Request', 'request', 'Request'],
  ];
  for (const [name = '', itemName = '', singular] of names)
    assert.equal(singularLabelOf({ name, itemName, settings }), singular);
});

it('is the label where the short name does not tell', () => {
  const names = [
    ['Releases', 'rel'],
    ['Kanban Tasks', 'kanbantask'],
    ['Requirements', 'r'],
    ['課題', 'bug'],
    ['Work', 'cumulative_flow_test'],
  ];
  for (const [name = '', itemName = ''] of names) assert.equal(singularLabelOf({ name, itemName, settings }), name);
});

it('is what was chosen', () => {
  const chosen = { ...settings, singularLabel: 'Defect' };
  assert.equal(singularLabelOf({ name: 'Bugs', itemName: 'bug', settings: chosen }), 'Defect');
});
