// The page of settings explains every one of them in French as well.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registry, settingNames } from '../../../src/settings/index.ts';
import { settingMeanings } from '../../../web/locales/fr/setting-meanings.ts';

const meanings = new Map(Object.entries(settingMeanings));

describe('meanings of settings in French', () => {
  it('are there for every setting, and for nothing else', () => {
    assert.deepEqual([...meanings.keys()].toSorted(), settingNames.toSorted());
  });

  it('are neither empty nor in English', () => {
    const wrong = settingNames.filter((name) => {
      const meaning = meanings.get(name)?.trim();
      return meaning === '' || meaning === registry[name].meaning;
    });
    assert.deepEqual(wrong, []);
  });
});
