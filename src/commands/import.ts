// `tepal import`: a project archive goes in, whole or not at all.
import { readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { App } from '../app.ts';
import { textOf } from '../platform/texts/said.ts';
import { importArchive, inWords, readUserMap } from '../features/archive/index.ts';
import type { ImportReport, MappingMode } from '../features/archive/index.ts';
import { systemClock } from '../platform/clock.ts';
import { invalid } from '../platform/errors.ts';
import { defineCommand, print, UsageError, warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { withFolder } from './open-folder.ts';
import { growYoung, youngMaxBytes } from '../platform/memory/garbage.ts';
import { createProgressBar } from '../platform/command-line/progress-bar.ts';
import { counted } from '../platform/texts/counted.ts';

const automaps = { 'no-email,create:A': 'A', 'no-email,create:S': 'S' } as const;

function readMapFile(file: string): MappingMode {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file));
  } catch (error) {
    throw invalid(`the user map can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return { map: readUserMap(text, file) };
}

/** With neither flag every user of the archive must have an account. */
function readMode(automap: keyof typeof automaps | undefined, mapFile: string | undefined): MappingMode {
  if (automap !== undefined && mapFile !== undefined) throw new UsageError('use --user-map or --automap, not both');
  if (automap !== undefined) return { automap: automaps[automap] };
  return mapFile === undefined ? { map: new Map() } : readMapFile(mapFile);
}

/** The user name of the site administrator with the lowest id; throws invalid where there is none. */
async function findFirstAdmin({ features }: App): Promise<string> {
  const admins = (await features.people.list()).filter((user) => user.is_site_admin === 1);
  const [first] = admins.sort((a, b) => a.id - b.id);
  if (first === undefined) throw invalid('there is no site administrator to run the import as; use --as USER', '--as');
  return first.username;
}

interface ImportOrder {
  /** A folder or a .zip file. */
  path: string;
  mode: MappingMode;
  /** User name of who imports; by default the first site administrator. */
  as?: string | undefined;
  /** Counts the archive's elements for its report. */
  hasInventory?: boolean;
  /** Nothing may be passed over. */
  isStrict?: boolean;
  /** Changes nothing. */
  isCheck?: boolean;
  /** Fields without permissions that are to be open, such as `bug.summary`. */
  openFields?: readonly string[] | undefined;
}

/**
 * Imports one archive, with a progress bar on a terminal and what was passed over as warnings. Throws as importArchive
 * does, and then nothing is changed.
 */
export async function importProject(
  app: App,
  { path, mode, as, ...rest }: ImportOrder,
  io: Terminal,
): Promise<ImportReport> {
  const importer = as ?? (await findFirstAdmin(app));
  // Batches of artifacts outlive a small space for new objects, and would be copied again and again.
  const stopGrowing = growYoung(youngMaxBytes);
  const bar = createProgressBar(io.errors, basename(path));
  try {
    const { database, blobs, features } = app;
    const deps = { database, clock: systemClock, blobs, parts: features.parts.archive };
    const report = await importArchive(deps, { path, as: importer, mode, ...rest, onProgress: bar.show });
    bar.clear();
    for (const warning of report.warnings) warn(io, `tepal: warning: ${warning.text}`);
    return report;
  } finally {
    bar.clear();
    stopGrowing();
  }
}

/** JSON with one kind of element a line. */
function formatReport(report: ImportReport): string {
  const { inventory, ...rest } = inWords(report);
  const lines = inventory.map((line) => `    ${JSON.stringify(line)}`).join(',\n');
  return `${JSON.stringify(rest, null, 2).slice(0, -2)},\n  "inventory": [\n${lines}\n  ]\n}\n`;
}

const refuseReport = (file: string, error: unknown): never => {
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  throw invalid(`can't create the report ${file}: ${error.message}`);
};

/** Imports, and writes the report to a file that must not be there; where either fails there is none. */
async function writingReport(file: string | undefined, run: () => Promise<ImportReport>): Promise<ImportReport> {
  if (file === undefined) return run();
  const output = await open(file, 'wx').catch((error: unknown) => refuseReport(file, error));
  try {
    const report = await run();
    await output.writeFile(formatReport(report));
    return report;
  } catch (error) {
    await rm(file);
    throw error;
  } finally {
    await output.close();
  }
}

export const importCommand = defineCommand({
  name: 'import',
  operands: ['ARCHIVE'],
  flags: {
    as: {
      type: 'string',
      placeholder: 'USER',
      meaning: 'user to run the import as; default: the first site administrator',
    },
    'user-map': { type: 'string', placeholder: 'FILE.csv', meaning: 'how to map users without a matching account' },
    automap: {
      type: 'string',
      choices: ['no-email,create:A', 'no-email,create:S'],
      meaning: 'instead of a map: match users by name, create missing ones as active or suspended',
    },
    check: { type: 'boolean', meaning: 'dry run: list what would be imported and skipped, change nothing' },
    strict: { type: 'boolean', meaning: 'reject an archive if anything would be skipped' },
    'open-fields': {
      type: 'string',
      placeholder: 'NAMES',
      meaning: 'fields without permissions to open to all, such as bug.summary,bug.status; the others stay hidden',
    },
    report: {
      type: 'string',
      placeholder: 'FILE.json',
      meaning: 'write a report of all imported elements to a new file',
    },
  },
  summary: 'Import a project archive, a folder or .zip file; on errors nothing is changed',
  async run({ flags, operands: { ARCHIVE: path }, folder, io }) {
    const mode = readMode(flags.automap, flags['user-map']);
    const isCheck = flags.check === true;
    const isStrict = flags.strict === true;
    const openFields = flags['open-fields']?.split(',');
    const order = { path, mode, openFields, as: flags.as, hasInventory: flags.report !== undefined, isCheck, isStrict };
    await withFolder(folder, io, async (app) => {
      const report = await writingReport(flags.report, () => importProject(app, order, io));
      const { projectId, unixName, users, unnamedUsers, trackers, artifacts, changesets, outside } = report;
      print(io, isCheck ? `project ${unixName} can be imported` : `project ${unixName} imported with ID ${projectId}`);
      const made = [
        counted(users, 'new user'),
        counted(trackers, 'tracker'),
        counted(artifacts, 'artifact'),
        counted(changesets, 'changeset'),
      ];
      print(io, made.join(', '));
      if (outside > 0) print(io, counted(outside, 'repository', 'repositories'));
      if (unnamedUsers > 0)
        print(io, `${unnamedUsers} users of users.xml get no account: the archive does not refer to them`);
      for (const kept of report.storedElements) print(io, `stored for exports but not shown yet: ${textOf(kept)}`);
      if (isCheck && report.warnings.length === 0) print(io, 'nothing is skipped');
    });
  },
});
