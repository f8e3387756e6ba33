import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emptyWish, faultOfLabel, faultOfShortName, readWish, requestOf, shortNameOf } from './new-project.ts';

it('makes short names out of names', () => {
  const cases = [
    ['Ligne d’été 2', 'ligne-d-ete-2'],
    ['  2nd harbour ', 'nd-harbour'],
    ['A name that is much too long for one of them', 'a-name-that-is-much-too-long-f'],
    ['港', ''],
  ];
  for (const [label, name] of cases) assert.equal(shortNameOf(label ?? ''), name);
});

it('tells what is wrong with names', () => {
  assert.deepEqual(['ab', 'a'.repeat(31), '1st', 'a b', 'été', 'harbour_2', 'harbour-2'].map(faultOfShortName), [
    'short',
    'long',
    'letters',
    'letters',
    'letters',
    'letters',
    undefined,
  ]);
  assert.deepEqual([' ab ', 'x'.repeat(41), 'Été'].map(faultOfLabel), ['short', 'long', undefined]);
});

describe('the request', () => {
  it('names a project or what comes with the site', () => {
    assert.equal(requestOf({ ...emptyWish, template: 'id:12' }, false).template_id, 12);
    assert.equal(requestOf({ ...emptyWish, template: 'name:scrum' }, false).xml_template_name, 'scrum');
    assert.equal(requestOf({ ...emptyWish, template: 'table' }, false).xml_template_name, 'empty');
  });
  it('speaks of restricted accounts where there are any alone, and leaves empty fields out', () => {
    assert.equal('allow_restricted' in requestOf(emptyWish, false), false);
    assert.equal(requestOf({ ...emptyWish, allowsRestricted: true }, true).allow_restricted, true);
    assert.deepEqual(requestOf({ ...emptyWish, fields: { 3: 'x', 4: ' ' }, categories: { 5: 7 } }, false), {
      label: '',
      shortname: '',
      description: '',
      is_public: false,
      xml_template_name: '',
      fields: [{ field_id: 3, value: 'x' }],
      categories: [{ category_id: 5, value_id: 7 }],
    });
  });
});

it('reads drafts, and nothing out of what is none', () => {
  const wish = {
    ...emptyWish,
    template: 'name:scrum',
    label: 'X',
    isPublic: true,
    fields: { 3: 'x' },
    categories: { 5: 7 },
  };
  assert.deepEqual(readWish(JSON.parse(JSON.stringify(wish))), wish);
  for (const value of [undefined, 7, [], { fields: 7, categories: { 5: 'x' }, label: 7 }])
    assert.deepEqual(readWish(value), emptyWish);
});
