// Settings by what they are about, and which of them somebody looks for. Pure.
import type { Schemas } from '../../../../platform/schemas.ts';

export type Setting = Schemas['Setting'];
export type SettingGroup = Setting['group'];
export type SettingFilter = 'all' | 'changed' | 'open' | 'restart';

/** In the order of the page. */
export const settingGroups = [
  'look',
  'accounts',
  'projects',
  'search',
  'files',
  'mail',
  'directory',
  'programs',
  'server',
  'database',
  'watching',
] as const satisfies readonly SettingGroup[];

/** In the order of the groups, each by name. */
export function groupSettings(settings: readonly Setting[]): { name: SettingGroup; settings: Setting[] }[] {
  const found = Map.groupBy(settings, ({ group }) => group);
  return settingGroups.flatMap((name) => {
    const inside = found.get(name);
    return inside === undefined
      ? []
      : [{ name, settings: inside.toSorted((one, other) => one.name.localeCompare(other.name)) }];
  });
}

/** Settings with these meanings, by name; one without keeps that of the server. */
export const explain = (settings: readonly Setting[], meanings: Readonly<Record<string, string>>): Setting[] =>
  settings.map((setting) => ({ ...setting, meaning: meanings[setting.name] ?? setting.meaning }));

/** Whether its value can be changed over REST, in its present location. */
export const isOpen = ({ is_settable: isSettable, source }: Setting): boolean => isSettable && source !== 'environment';

/** The value that the files give it: of a setting that waits for a restart the next one. A secret has none. */
export const valueOf = ({ next_value: next, value = '' }: Setting): string => next ?? value;

/** Whether somebody set it to what counts without that as well. What a secret is nobody is told. */
export const isSetToDefault = ({ source, value, default: fallback }: Setting): boolean =>
  source !== 'default' && value === fallback;

export function isShown(setting: Setting, words: string, filter: SettingFilter): boolean {
  if (filter === 'changed' && setting.source === 'default' && !setting.is_pending) return false;
  if (filter === 'open' && !isOpen(setting)) return false;
  if (filter === 'restart' && setting.is_live) return false;
  const text = `${setting.name} ${setting.meaning}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const begin = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What a setting is for, in a line, and what else its meaning says. */
export function titleOf({ meaning, choices }: Pick<Setting, 'meaning' | 'choices'>): { title: string; more: string } {
  const [, title = meaning, more = ''] = /^(.*?)(?:\s?[.;:](?=\s)\s*(.*))?$/s.exec(meaning) ?? [];
  const isValue = choices.some((choice) => more.startsWith(`${choice} `) || more.startsWith(`${choice}:`));
  return { title, more: isValue ? more : begin(more) };
}
