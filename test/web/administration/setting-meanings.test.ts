// The page of settings explains every one of them in French as well.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registry, settingGroups, settingNames } from '../../../src/settings/index.ts';
import { settingHints } from '../../../web/locales/fr/setting-hints.ts';
import { settingMeanings } from '../../../web/locales/fr/setting-meanings.ts';
import { settingGroups as shownGroups } from '../../../web/features/administration/site/settings/setting-groups.ts';
import { translateHint } from '../../../web/platform/errors/hints.ts';

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

  it('have beside them what is allowed, without English words', () => {
    const wrong = settingNames
      .map((name) => translateHint(registry[name].allowed, settingHints))
      .filter((hint) => /\b(?:or|an?|the|empty|from|such|with|of) /.test(hint));
    assert.deepEqual(wrong, []);
  });

  it('have what they count beside them in French', () => {
    const units = settingNames.map((name) => registry[name].unit).filter((unit) => unit !== '');
    assert.deepEqual(
      [...new Set(units)].filter((unit) => translateHint(unit, settingHints) === unit),
      [],
    );
  });

  it('say only what some setting allows or counts', () => {
    const texts = settingNames.flatMap((name) => [registry[name].allowed, registry[name].unit]);
    const used = new Set(texts.map((text) => translateHint(text, settingHints)));
    const shapes = new Set(Array.from(used, (hint) => hint.replaceAll(/-?\d[\d_.]*/g, '#')));
    assert.deepEqual(
      Object.values(settingHints).filter((hint) => !shapes.has(hint)),
      [],
    );
  });
});

describe('groups of settings', () => {
  it('are shown in the order of the server, and each has a setting', () => {
    assert.deepEqual(shownGroups, settingGroups);
    const used = new Set(settingNames.map((name) => registry[name].group));
    assert.deepEqual(
      settingGroups.filter((group) => !used.has(group)),
      [],
    );
  });

  it('hold what somebody looks for in them', () => {
    const expected = {
      look: ['sys_name', 'sys_lang'],
      accounts: ['access_mode', 'session_lifetime', 'invitations_per_day'],
      files: ['attachments_folder', 'git_folder', 'backup_folder'],
      programs: ['outgoing_private_addresses', 'jwt_signing_key', 'mcp_enabled'],
      server: ['sys_default_domain', 'sys_trusted_proxies', 'tls_certificate_file', 'tls_key_file', 'header_timeout'],
      database: ['database_url', 'database_read_url'],
      watching: ['metrics_token', 'log_file', 'log_level'],
    } as const;
    for (const [group, names] of Object.entries(expected))
      for (const name of names) assert.equal(registry[name].group, group, name);
  });
});
