import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPart } from './without-part.ts';

test('people are told a refusal without the part of the request', () => {
  assert.equal(withoutPart('`name` must be letters'), 'This must be letters');
  assert.equal(withoutPart('`values[0].value` is empty; text is expected.'), 'This is empty; text is expected.');
  assert.equal(withoutPart("`links` can't be used with parent"), "This can't be used with parent");
  assert.equal(withoutPart('`add` contains an item twice'), 'This contains an item twice');
  assert.equal(withoutPart('`settings[0].name`: there is no setting'), 'there is no setting');
  assert.equal(withoutPart('`settings[0].value`: sys_x is no "y"'), 'sys_x is no "y"');
  assert.equal(withoutPart('the field "Title" (title, id 207) is required'), 'the field "Title" is required');
  assert.equal(withoutPart('hide it instead (`is_hidden`)'), 'hide it instead');
  assert.equal(withoutPart('the branch `main` is there'), 'the branch `main` is there');
});
