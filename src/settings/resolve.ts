// Which source of a setting counts: the environment, then the files, whose live values the database has, then the default.

import { formatValue, SettingsError, showValue } from './declare.ts';
import type { Declaration, SettingValue } from './declare.ts';
import { variableOf } from './load.ts';
import type { LoadedSettings } from './load.ts';
import { isSettingName, parseSetting, registry, settingNames } from './registry.ts';
import type { SettingName, Settings } from './registry.ts';

/** A row of the database's table of live values. */
export interface LiveValue {
  name: string;
  value: string;
}

type Source = 'default' | 'file' | 'database' | 'environment';

/** One setting for `tepal config list`; `value` and `default` are text as `tepal config set` takes it. */
export interface SettingDescription extends Pick<
  Declaration<SettingValue>,
  'kind' | 'group' | 'live' | 'onMachine' | 'secret' | 'allowed' | 'choices' | 'unit' | 'since' | 'meaning'
> {
  name: SettingName;
  value: string;
  default: string;
  source: Source;
  /** The variable, or file and line, that the value comes from; empty where it is neither. */
  place: string;
}

type Draft = { -readonly [N in SettingName]?: Settings[N] };

interface Found<N extends SettingName> {
  source: Source;
  place: string;
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

/** A live value counts by the database alone, which has taken over what the files say, so that it is the same everywhere. */
function findValue<N extends SettingName>(name: N, base: LoadedSettings, live: Map<SettingName, string>): Found<N> {
  const environment = base.environment.get(name);
  if (environment !== undefined) {
    return { source: 'environment', place: variableOf(name), value: parseSetting(name, environment) };
  }
  const file = base.file.get(name);
  const stored = live.get(name);
  if (stored !== undefined) {
    const place = `live value in the database, to be mended with "tepal config set ${name} VALUE"`;
    const value = parseSetting(name, stored, place);
    return file?.text === stored
      ? { source: 'file', place: file.place, value }
      : { source: 'database', place: '', value };
  }
  if (file !== undefined && !registry[name].live) {
    return { source: 'file', place: file.place, value: parseSetting(name, file.text) };
  }
  const fallback = base.fallbacks.get(name);
  const value = fallback === undefined ? registry[name].default : parseSetting(name, fallback);
  return { source: 'default', place: '', value };
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

/** One row per setting in the registry's order, secrets hidden unless asked for; throws as `resolveSettings` does. */
export function describeSettings(
  base: LoadedSettings,
  liveRows: readonly LiveValue[],
  showsSecrets = false,
): SettingDescription[] {
  const liveValues = indexLiveValues(liveRows);
  return settingNames.map((name) => {
    const { value, ...origin } = findValue(name, base, liveValues);
    const { default: fallback, parse: _parse, ...facts } = registry[name];
    return {
      name,
      value: showsSecrets ? formatValue(value) : showValue(registry[name], value),
      default: formatValue(fallback),
      ...origin,
      ...facts,
    };
  });
}

/** The start of absolute links, without a slash at its end: `public_url`, or https and the default domain. */
export function publicUrl(settings: Pick<Settings, 'public_url' | 'sys_default_domain'>): string {
  const url = settings.public_url === '' ? `https://${settings.sys_default_domain}` : settings.public_url;
  return url.replace(/\/+$/, '');
}
