// What the server refuses to pages, over HTTP, as French pages fill it in.
// Engine: SQLite alone; tests beside each feature get the same refusals on both.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refusals } from '../../web/locales/fr/errors.ts';
import { settingHints } from '../../web/locales/fr/setting-hints.ts';
import { fill } from '../../web/platform/errors/fill.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, sampleFolder, titleOf } from '../support/scenario.ts';
import type { Row } from '../support/scenario.ts';

let test: TestApp;
before(async () => {
  test = await startApp({ archives: [sampleFolder('scrum')] });
});
after(() => test.close());

const setting = (name: string, value: string): Partial<Row> => ({
  method: 'PATCH',
  body: { settings: [{ name, value }] },
  status: 400,
});
const rows: readonly [path: string, french: string, row?: Partial<Row>][] = [
  [
    '/admin/settings',
    'la valeur de session_lifetime ne peut pas être "0"\u00a0; permis\u00a0: un nombre entier de 1 à 365',
    setting('session_lifetime', '0'),
  ],
  [
    '/admin/settings',
    'la valeur de access_mode ne peut pas être "open"\u00a0; permis\u00a0: anonymous, regular ou restricted',
    setting('access_mode', 'open'),
  ],
  ['/tracker_reports/999999', 'ce rapport n’existe pas, ou vous n’y avez pas accès'],
  ['/plannings/999999', 'cette planification n’existe pas, ou vous n’y avez pas accès'],
  ['/taskboard/999999', 'il n’y a pas de tableau 999999'],
  ['/tracker_fields/999999', 'ce champ n’existe pas, ou vous n’y avez pas accès'],
  ['/projects/101/program_backlog', 'le projet 101 n’est pas un programme', { status: 400 }],
  ['/outbox_mails/7/resend', 'il n’y a pas de courriel 7 à envoyer', { method: 'POST' }],
  ['/mail_messages/7', 'le message 7 n’existe pas'],
  [
    '/git',
    'le nom ne peut contenir que des lettres',
    { method: 'POST', body: { project_id: 101, name: '../up' }, status: 400 },
  ],
  [
    '/projects/101/labels',
    'il faut une seule ligne avec des caractères visibles',
    { method: 'POST', body: { label: ' ' }, status: 400 },
  ],
];

describe('refusals that pages show', () => {
  for (const [path, french, more] of rows) {
    const row: Row = { path: `/api${path}`, as: 'root', status: 404, ...more };
    it(titleOf(row), async () => {
      const { json, text } = await expectRow(test, row);
      const said = fill(refusals, at(json, 'error.i18n'), settingHints);
      assert.ok(said !== undefined && said.startsWith(french), `${said}: ${text}`);
      assert.doesNotMatch(said, /settings\[|`/);
    });
  }
});
