// Front door of the settings: what they are, where they come from, which one counts.

export { SettingsError, showValue } from './declare.ts';
export { defaultFolder, loadSettings, writeSetting } from './load.ts';
export type { LoadedSettings } from './load.ts';
export {
  isSettingName,
  nearestSettingName,
  parseLiveSetting,
  parseSetting,
  registry,
  settingNames,
} from './registry.ts';
export type { SettingName, Settings } from './registry.ts';
export { describeSettings, publicUrl, resolveSettings } from './resolve.ts';
export type { LiveValue, SettingDescription } from './resolve.ts';
