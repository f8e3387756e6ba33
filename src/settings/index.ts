// Front door of the settings: what they are, where they come from, which one counts.

export { carriedName, liveTextsOf, readCarried, saveCarried } from './carried.ts';
export { formatValue, settingGroups, settingKinds, SettingsError, showValue } from './declare.ts';
export { editSettings, writeSetting } from './edit.ts';
export type { SettingChange } from './edit.ts';
export { defaultFolder, loadSettings, settingsFiles, variableOf } from './load.ts';
export type { LoadedSettings } from './load.ts';
export { parseSetting, registry, requireSettable, requireSettingName, settingNames } from './registry.ts';
export type { SettingName, Settings } from './registry.ts';
export { defaultThemeVariant, listThemeVariants } from './theme-variants.ts';
export { describeSettings, publicUrl, resolveSettings } from './resolve.ts';
export type { LiveValue, SettingDescription } from './resolve.ts';
