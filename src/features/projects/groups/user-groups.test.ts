// Names of built-in groups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { everywhere as english } from '../../../../web/locales/en/everywhere.ts';
import { everywhere as french } from '../../../../web/locales/fr/everywhere.ts';
import { groupIds, namesOfGroup } from './user-groups.ts';

test('queries know built-in groups by what pages call them', () => {
  const keys = {
    anonymous: 'group.anonymous',
    registered: 'group.registered',
    members: 'group.members',
    admins: 'group.admins',
    authenticated: 'group.authenticated',
    fileManagers: 'group.files',
    wikiAdmins: 'group.wiki',
    nobody: 'group.nobody',
  } as const;
  for (const [name, id] of Object.entries(groupIds)) {
    const key = Object.entries(keys).find(([known]) => known === name)?.[1] ?? assert.fail(`no text for ${name}`);
    for (const texts of [english, french]) assert.ok(namesOfGroup(id).includes(texts[key]), texts[key]);
  }
  assert.deepEqual(namesOfGroup(105, 'Divers'), ['Divers']);
});
