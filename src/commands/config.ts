// `tepal config`: settings, wherever they are kept.
import type { App } from '../app.ts';
import {
  describeSettings,
  isSettingName,
  nearestSettingName,
  registry,
  SettingsError,
  writeSetting,
} from '../settings/index.ts';
import type { SettingDescription, SettingName } from '../settings/index.ts';
import { defineCommand, listFlags, print, warn } from './command.ts';
import { withFolder } from './open-folder.ts';
import { printList } from './text-table.ts';

const describeAll = async ({ settings, features }: App): Promise<SettingDescription[]> =>
  describeSettings(settings, await features.site.listLiveSettings());

function requireSettingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  throw new SettingsError(
    `there is no setting ${JSON.stringify(name)}; the nearest name is ${nearestSettingName(name)}`,
  );
}

const listSettings = defineCommand({
  name: 'config list',
  operands: [],
  flags: listFlags,
  summary: 'Lists all settings with their value and where it comes from',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const rows = (await describeAll(app)).map((setting) => ({ ...setting }));
      printList(io, rows, ['name', 'value', 'unit', 'source', 'live', 'default'], flags.json);
    }),
});

const getSetting = defineCommand({
  name: 'config get',
  operands: ['NAME'],
  flags: {},
  summary: 'Prints the value of a setting that counts',
  run: ({ operands: { NAME: text }, folder, io }) =>
    withFolder(folder, io, async (app) => {
      const name = requireSettingName(text);
      const found = (await describeAll(app)).find((setting) => setting.name === name);
      print(io, found?.value ?? '');
    }),
});

const setSetting = defineCommand({
  name: 'config set',
  operands: ['NAME', 'VALUE'],
  flags: {},
  summary: 'Changes a setting; one marked live takes effect in the running server',
  run: ({ operands: { NAME: text, VALUE: value }, folder, io }) =>
    withFolder(folder, io, async ({ dataDir, settings, features }) => {
      const name = requireSettingName(text);
      if (registry[name].live) {
        await features.site.changeSetting(name, value);
        print(io, `${name} is set`);
      } else {
        writeSetting(dataDir, name, value);
        print(io, `${name} is set in conf/local.inc; it takes effect at the next start of the server`);
      }
      if (settings.environment.has(name)) {
        const variable = `TEPAL_${name.toUpperCase()}`;
        warn(io, `tepal: warning: the environment variable ${variable} is set and overrides this value`);
      }
    }),
});

export const configCommands = [listSettings, getSetting, setSetting];
