import assert from 'node:assert/strict';
import { it } from 'node:test';
import { namedIn, nameFile } from './named-files.ts';

it('names pictures to be shown and other files to be opened, and finds them in texts again', () => {
  const picture = nameFile({ name: 'a [b].png', href: '/plugins/tracker/attachments/7-a.png', type: 'image/png' });
  assert.equal(picture, String.raw`![a \[b\].png](/plugins/tracker/attachments/7-a.png)`);
  assert.equal(nameFile({ name: 'log', href: '/x', type: 'text/plain' }), '[log](/x)');
  assert.deepEqual(namedIn(`see ${picture}`, [{ id: 7 }, { id: 70 }]), [{ id: 7 }]);
});
