// `tepal migrate-database`: moves a site from its file to PostgreSQL.
import { databaseFile, usesServer } from '../app.ts';
import { migrations } from '../migrations/index.ts';
import type { CopiedTable } from '../platform/database/copying/copy-database.ts';
import { openDatabase } from '../platform/database/index.ts';
import { conflict } from '../platform/errors.ts';
import { createLogger } from '../platform/observability/logger.ts';
import { parseSetting, writeSetting } from '../settings/index.ts';
import { defineCommand, print, UsageError } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { requireDatabase } from './require-database.ts';
import { readFirstLine } from './password-input.ts';
import { createProgressBar } from '../platform/command-line/progress-bar.ts';

const checksumDigits = 16;

async function readUrl(to: string, io: Terminal): Promise<string> {
  const url = to === '-' ? await readFirstLine(io, 'URL') : to;
  if (url === '') throw new UsageError('--to is empty');
  parseSetting('database_url', url);
  return url;
}

function requireFile(folder: string): string {
  requireDatabase(folder);
  if (usesServer(folder))
    throw conflict(
      'database_url is already set, in conf or as TEPAL_DATABASE_URL; remove it to copy the SQLite database',
    );
  return databaseFile(folder);
}

function report(tables: readonly CopiedTable[], io: Terminal): void {
  for (const { name, rowCount, checksum } of tables)
    print(io, `${name}: ${rowCount} rows, SHA-256 ${checksum.slice(0, checksumDigits)}… in both`);
  const total = tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
  print(io, `${total} rows of ${tables.length} tables copied and compared`);
}

function printNextSteps(folder: string, isSwitched: boolean, io: Terminal): void {
  if (isSwitched) {
    print(io, 'database_url is set in conf/local.inc; the next start of the server uses PostgreSQL');
  } else {
    print(
      io,
      'Nothing uses the copy yet. Before you start the server again, set database_url in conf/local.inc to this URL:',
    );
    print(io, `  tepal config set database_url 'postgres://…' --data ${folder}`);
    print(io, `Later changes to the old database are not copied.`);
  }
  print(io, `Attachments and conf stay where they are. ${databaseFile(folder)} is unchanged; keep it as a backup.`);
}

export const migrateDatabaseCommand = defineCommand({
  name: 'migrate-database',
  operands: [],
  flags: {
    to: {
      type: 'string',
      placeholder: 'URL',
      isRequired: true,
      meaning: 'empty PostgreSQL database; "-" reads the URL from standard input',
    },
    switch: { type: 'boolean', meaning: 'set database_url in conf/local.inc after copying' },
    'replace-nul': {
      type: 'boolean',
      meaning: 'replace U+0000 in texts, which PostgreSQL does not support, with U+FFFD',
    },
  },
  summary: 'Copy the site from SQLite to PostgreSQL while the server is stopped; run it again to resume',
  async run({ flags, folder, io }) {
    const url = await readUrl(flags.to, io);
    const file = requireFile(folder);
    const logger = createLogger('silent');
    await (await openDatabase({ file, migrations, logger })).close();
    const bar = createProgressBar(io.errors, 'copied and compared');
    // An install on SQLite should not pay for the other engine's client.
    const { copyToPostgres } = await import('../platform/database/copying/copy-database.ts');
    try {
      await copyToPostgres({
        file,
        url,
        migrations,
        logger,
        replacesNul: flags['replace-nul'] === true,
        onProgress: bar.show,
        async onCopied(tables) {
          bar.clear();
          report(tables, io);
          if (flags.switch === true) await writeSetting(folder, 'database_url', url);
        },
      });
    } finally {
      bar.clear();
    }
    printNextSteps(folder, flags.switch === true, io);
  },
});
