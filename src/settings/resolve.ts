// Which source of a setting counts: environment, then the live value in the database, then the files, then the default.

import { formatValue, SettingsError, showValue } from './declare.ts';
import type { LoadedSettings } from './load.ts';
import { isSettingName, parseSetting, registry, settingNames } from './registry.ts';
import type { SettingName, Settings } from './registry.ts';

/** A row of the database's table of live values. */
export interface LiveValue {
  name: string;
  value: string;
}

type Source = 'default' | 'file' | 'live' | 'environment';

/** One setting for `tepal config list`; `value` and `default` are text as `tepal config set` takes it, secrets hidden. */
export interface SettingDescription {
  name: SettingName;
  value: string;
  default: string;
  source: Source;
  live: boolean;
  unit: string;
  since: string;
  meaning: string;
}

type Draft = { -readonly [N in SettingName]?: Settings[N] };

interface Found<N extends SettingName> {
  source: Source;
  value: Settings[N];
}

/** Live values by name, without those that this release does not know or does not let change while it runs. */
function indexLiveValues(rows: readonly LiveValue[]): Map<SettingName, string> {
  const values = new Map<SettingName, string>();
  for (const { name, value } of rows) {
    if (isSettingName(name) && registry[name].live) values.set(name, value);
  }
  return values;
}

function findValue<N extends SettingName>(name: N, base: LoadedSettings, live: Map<SettingName, string>): Found<N> {
  const environment = base.environment.get(name);
  if (environment !== undefined) return { source: 'environment', value: parseSetting(name, environment) };
  const stored = live.get(name);
  if (stored !== undefined) {
    const place = `live value in the database, to be mended with "tepal config set ${name} VALUE"`;
    return { source: 'live', value: parseSetting(name, stored, place) };
  }
  const file = base.file.get(name);
  if (file !== undefined) return { source: 'file', value: parseSetting(name, file) };
  return { source: 'default', value: registry[name].default };
}

function setValue<N extends SettingName>(draft: Draft, name: N, value: Settings[N]): void {
  draft[name] = value;
}

const isComplete = (draft: Draft): draft is Settings => settingNames.every((name) => Object.hasOwn(draft, name));

/**
 * The settings that count, frozen. Rows with unknown names, and those of settings that are not live, are left aside.
 * Throws SettingsError where the live value that would count is not allowed.
 */
export function resolveSettings(base: LoadedSettings, liveRows: readonly LiveValue[]): Settings {
  const live = indexLiveValues(liveRows);
  const draft: Draft = {};
  for (const name of settingNames) setValue(draft, name, findValue(name, base, live).value);
  if (!isComplete(draft)) throw new SettingsError('a declared setting has no value');
  return Object.freeze(draft);
}

/** One row per setting in the registry's order; throws as `resolveSettings` does. */
export function describeSettings(base: LoadedSettings, liveRows: readonly LiveValue[]): SettingDescription[] {
  const liveValues = indexLiveValues(liveRows);
  return settingNames.map((name) => {
    const { source, value } = findValue(name, base, liveValues);
    const { default: fallback, live, unit, since, meaning } = registry[name];
    return {
      name,
      value: showValue(registry[name], value),
      default: formatValue(fallback),
      source,
      live,
      unit,
      since,
      meaning,
    };
  });
}

/** The start of absolute links, without a slash at its end: `public_url`, or https and the default domain. */
export function publicUrl(settings: Pick<Settings, 'public_url' | 'sys_default_domain'>): string {
  const url = settings.public_url === '' ? `https://${settings.sys_default_domain}` : settings.public_url;
  return url.replace(/\/+$/, '');
}
