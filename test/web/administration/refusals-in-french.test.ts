// What the server refuses reaches French pages in French: sentences that are put together of several, as pages fill them in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { DomainError } from '../../../src/platform/errors.ts';
import { compileDecoder } from '../../../src/platform/wire/decode.ts';
import { i18nOf } from '../../../src/platform/texts/said.ts';
import { describeWeakness } from '../../../src/features/people/index.ts';
import { refusals } from '../../../web/locales/fr/errors.ts';
import { fill } from '../../../web/platform/errors/fill.ts';

const read = compileDecoder(
  Type.Object(
    {
      id: Type.Integer({ minimum: 1 }),
      label: Type.Optional(Type.String({ maxLength: 3 })),
      order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc'), Type.Null()])),
    },
    { additionalProperties: false },
  ),
);

function refuse(raw: unknown): string | undefined {
  try {
    read(raw, 'json');
  } catch (error) {
    assert.ok(error instanceof DomainError && typeof error.sentence === 'object', String(error));
    return fill(refusals, i18nOf(error.sentence));
  }
  return assert.fail('nothing was refused');
}

test('requests that do not have the form they should are refused in French', () => {
  assert.equal(refuse([]), 'le contenu de la requête : reçu une liste ; attendu : un objet');
  assert.equal(refuse({}), 'champ obligatoire');
  assert.equal(refuse({ id: 'x' }), 'reçu "x" ; attendu : un nombre entier');
  assert.equal(refuse({ id: 0 }), '0 ; permis : au moins 1');
  assert.equal(refuse({ id: 1, label: 'long' }), '4 caractères ; permis : au plus 3');
  assert.equal(refuse({ id: 1, order: 2 }), 'reçu 2 ; attendu : l’un de "asc", "desc", null');
  assert.equal(refuse({ id: 1, lable: 'a' }), 'nom inconnu ; vouliez-vous dire `label` ?');
});

test('weak passwords are refused in French', async () => {
  const weakness = await describeWeakness('short', []);
  assert.ok(weakness !== undefined);
  assert.match(fill(refusals, i18nOf(weakness)) ?? '', /^il a moins de \d+ caractères$/);
});
