// Settings by what they are about, and which of them somebody looks for. Pure.
import type { Schemas } from '../../../platform/schemas.ts';

export type Setting = Schemas['Setting'];
export type SettingFilter = 'all' | 'changed' | 'live' | 'restart';

/** The first group that has one of its words in the name. */
const groups = [
  { name: 'directory', words: ['ldap'] },
  { name: 'mail', words: ['mail', 'smtp', 'imap', 'noreply', 'outbox'] },
  {
    name: 'accounts',
    words: ['user', 'password', 'session', 'login', 'token', 'account', 'auth', 'sign_in', 'access_mode'],
  },
  { name: 'look', words: ['theme', 'name', 'logo', 'lang', 'date', 'timezone', 'homepage'] },
  { name: 'projects', words: ['project', 'tracker', 'artifact', 'banner', 'restricted'] },
  { name: 'files', words: ['file', 'upload', 'attachment', 'blob', 's3', 'object', 'git', 'svn', 'backup'] },
  { name: 'server', words: ['tls', 'http', 'proxy', 'port', 'host', 'url', 'request', 'connection', 'rest', 'cors'] },
  { name: 'search', words: ['search', 'index'] },
] as const;

export type SettingGroup = (typeof groups)[number]['name'] | 'others';

const groupOf = ({ name }: Setting): SettingGroup =>
  groups.find(({ words }) => words.some((word) => name.toLowerCase().includes(word)))?.name ?? 'others';

/** In the order of the groups, each by name. */
export function groupSettings(settings: readonly Setting[]): { name: SettingGroup; settings: Setting[] }[] {
  const found = Map.groupBy(settings, groupOf);
  const names: SettingGroup[] = [...groups.map(({ name }) => name), 'others'];
  return names.flatMap((name) => {
    const inside = found.get(name);
    return inside === undefined
      ? []
      : [{ name, settings: inside.toSorted((one, other) => one.name.localeCompare(other.name)) }];
  });
}

/** Settings with these meanings, by name; one without keeps that of the server. */
export const explain = (settings: readonly Setting[], meanings: Readonly<Record<string, string>>): Setting[] =>
  settings.map((setting) => ({ ...setting, meaning: meanings[setting.name] ?? setting.meaning }));

export const isFlag = ({ allowed }: Setting): boolean => /^(?:0 or 1|1 or 0|0, 1)/.test(allowed);

export function isShown(setting: Setting, words: string, filter: SettingFilter): boolean {
  if (filter === 'changed' && setting.source === 'default') return false;
  if (filter === 'live' && !setting.is_live) return false;
  if (filter === 'restart' && setting.is_live) return false;
  const text = `${setting.name} ${setting.meaning}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
