// `tepal config`: settings, wherever they are kept.
import { existsSync } from 'node:fs';
import type { App } from '../app.ts';
import { notFound } from '../platform/errors.ts';
import {
  describeSettings,
  loadSettings,
  registry,
  requireSettingName,
  variableOf,
  writeSetting,
} from '../settings/index.ts';
import type { SettingDescription, SettingName } from '../settings/index.ts';
import { defineCommand, listFlags, print, warn } from '../platform/command-line/command.ts';
import type { Terminal } from '../platform/command-line/command.ts';
import { withFolder } from './open-folder.ts';
import { readFirstLine } from './password-input.ts';
import { formatColumns, printList } from '../platform/command-line/text-table.ts';

const secretFlags = {
  'show-secret': { type: 'boolean', meaning: 'include passwords and keys' },
} as const;

async function describeAll({ settings, features }: App, showsSecrets = false): Promise<SettingDescription[]> {
  return describeSettings(settings, await features.site.listLiveSettings(), showsSecrets);
}

/** The one setting; throws SettingsError for an unknown name, with the nearest known one. */
async function describeOne(app: App, text: string, showsSecrets = false): Promise<SettingDescription> {
  const name = requireSettingName(text);
  const found = (await describeAll(app, showsSecrets)).find((setting) => setting.name === name);
  if (found === undefined) throw new Error(`${name} is not described`);
  return found;
}

const listSettings = defineCommand({
  name: 'config list',
  operands: [],
  flags: { ...listFlags, ...secretFlags },
  summary: 'List all settings with their value and source',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async (app) => {
      for (const note of app.settings.notes) warn(io, `tepal: note: ${note}`);
      const rows = (await describeAll(app, flags['show-secret'])).map((setting) => ({ ...setting }));
      printList(io, rows, ['name', 'value', 'unit', 'source', 'live', 'default'], flags.json);
    }),
});

const getSetting = defineCommand({
  name: 'config get',
  operands: ['NAME'],
  flags: secretFlags,
  summary: 'Print the effective value of a setting',
  run: ({ flags, operands: { NAME: name }, folder, io }) =>
    withFolder(folder, io, async (app) => print(io, (await describeOne(app, name, flags['show-secret'])).value)),
});

const origins: Readonly<Record<SettingDescription['source'], string>> = {
  default: 'the default',
  file: 'the file',
  database: 'the database: it was set on another server, or in a file that no longer contains it',
  environment: 'the environment',
};

const explainSetting = defineCommand({
  name: 'config explain',
  operands: ['NAME'],
  flags: secretFlags,
  summary: 'Describe a setting in full',
  run: ({ flags, operands: { NAME: name }, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const setting = await describeOne(app, name, flags['show-secret']);
      print(io, `${setting.name}: ${setting.meaning}.\n`);
      const rows = [
        ['value', setting.value],
        ['from', setting.place === '' ? origins[setting.source] : setting.place],
        ['default', setting.default],
        ['allowed', setting.allowed],
        ['unit', setting.unit],
        ['takes effect', setting.live ? 'immediately' : 'after a restart'],
        ['secret', setting.secret ? 'yes' : ''],
        ['since', setting.since],
        ['variable', variableOf(requireSettingName(name))],
      ];
      print(io, formatColumns(rows.filter(([heading, text]) => heading === 'value' || text !== '')));
    }),
});

/** A setting that is read at the start needs no database, which it may be about. Throws notFound for a folder that is absent. */
async function setForNextStart(folder: string, name: SettingName, value: string, io: Terminal): Promise<void> {
  if (!existsSync(folder)) throw notFound(`there is no folder ${folder}; "tepal init --data ${folder}" creates one`);
  await writeSetting(folder, name, value);
  print(io, `${name} is set; restart the server to apply it`);
}

const setSetting = defineCommand({
  name: 'config set',
  operands: ['NAME', 'VALUE'],
  flags: {},
  summary:
    'Change a setting in its file; live settings take effect immediately; "-" reads the value from standard input',
  async run({ operands: { NAME: text, VALUE: given }, folder, io }) {
    const name = requireSettingName(text);
    const value = given === '-' ? await readFirstLine(io, 'value') : given;
    if (registry[name].live) {
      await withFolder(folder, io, ({ features }) => features.site.changeSetting(name, value));
      print(io, `${name} is set`);
    } else {
      await setForNextStart(folder, name, value, io);
    }
    if (loadSettings({ dataDir: folder }).environment.has(name)) {
      warn(io, `tepal: warning: the environment variable ${variableOf(name)} is set and overrides this value`);
    }
  },
});

export const configCommands = [listSettings, getSetting, explainSetting, setSetting];
