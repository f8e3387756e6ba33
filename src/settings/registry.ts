// The list of all settings, each declared once: those of a feature in its folder (`*.settings.ts`), those of none here and in
// machinery-settings.ts. The type `Settings`, the reader of files and environment,
// `tepal config list` and docs/settings.md all follow from it.

import { isIP } from 'node:net';

import { hint, says } from '../platform/texts/said.ts';
import { countSlips } from '../platform/texts/slips.ts';
import { choice, flag, integer, list, SettingsError, showValue, text } from './declare.ts';
import type { Declaration } from './declare.ts';
import { agentSettings } from '../features/agents/agents.settings.ts';
import { archiveSettings } from '../features/archive/archive.settings.ts';
import { artifactSettings } from '../features/artifacts/artifacts.settings.ts';
import { uploadSettings } from '../features/attachments/attachments.settings.ts';
import { directorySettings } from '../features/directory/directory.settings.ts';
import { presenceSettings } from '../features/presence/presence.settings.ts';
import { eventSettings } from '../features/events/events.settings.ts';
import { mailGatewaySettings } from '../features/mail-gateway/mail-gateway.settings.ts';
import { operationSettings } from '../features/operations/operations.settings.ts';
import { notificationSettings } from '../features/notifications/notifications.settings.ts';
import { peopleSettings } from '../features/people/people.settings.ts';
import { invitationSettings } from '../features/invitations/invitations.settings.ts';
import { joinRequestSettings } from '../features/join-requests/join-requests.settings.ts';
import { registrationSettings } from '../features/registration/registration.settings.ts';
import { quotaSettings } from '../features/storage/storage.settings.ts';
import { searchSettings } from '../features/search/search.settings.ts';
import {
  gitHttpSettings,
  gitProgramSettings,
  gitSshSettings,
  hookSettings,
} from '../features/source-control/source-control.settings.ts';
import { isBaseUrl, queryLimits, serverLimits, storageSettings } from './machinery-settings.ts';
import { pageSettings } from './page-settings.ts';

const OWN = 'Tepal 0.1';

function isAddressOrRange(item: string): boolean {
  const [address = '', prefix, ...rest] = item.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

const isHost = (value: string): boolean =>
  /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d{1,5})?$/i.test(value) && URL.canParse(`https://${value}`);

const declared = {
  sys_default_domain: text({
    group: 'server',
    default: 'localhost',
    allowed: 'a host name or address, with or without a port, such as forge.example.com',
    accepts: isHost,
    since: OWN,
    live: true,
    meaning: 'Host name of the server',
  }),
  public_url: text({
    group: 'server',
    default: '',
    allowed: 'empty, or an absolute http or https URL without query, such as https://forge.example.com',
    accepts: (value) => value === '' || isBaseUrl(value),
    since: OWN,
    live: true,
    meaning: 'Address of the site, used in links of e-mails and invitations. Empty: https:// and the default domain',
  }),
  access_mode: choice({
    group: 'accounts',
    choices: ['anonymous', 'regular', 'restricted'],
    default: 'anonymous',
    since: OWN,
    live: true,
    meaning:
      'Who can read public content: anonymous lets everyone, regular only signed-in people. restricted is like regular, and restricted accounts see only projects that admit them',
  }),
  super_public_projects: list({
    group: 'accounts',
    default: [],
    allowed: 'a comma separated list of project ids and short names, such as 104, handbook',
    accepts: (item) => /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(item),
    since: OWN,
    live: true,
    meaning: 'Projects that restricted accounts can read without being members',
  }),
  sys_rest_api_over_http: flag({
    group: 'server',
    default: false,
    since: '8.1',
    live: true,
    meaning: 'Serve the API over plain HTTP too. Unsafe unless a reverse proxy in front provides TLS',
  }),
  sys_trusted_proxies: list({
    group: 'server',
    default: [],
    allowed: 'a comma separated list of IP addresses and CIDR ranges, such as 127.0.0.1, 10.0.0.0/8',
    accepts: isAddressOrRange,
    since: OWN,
    live: false,
    meaning:
      'Reverse proxies whose X-Forwarded or Forwarded headers are trusted. Every proxy on the path of a request must be listed',
  }),
  rest_invalid_credentials_status: choice({
    group: 'server',
    choices: [401, 500],
    default: 401,
    since: OWN,
    live: true,
    meaning: 'HTTP status of an API request with wrong credentials',
  }),
  ...peopleSettings,
  ...invitationSettings,
  ...joinRequestSettings,
  ...registrationSettings,
  ...hookSettings,
  ...archiveSettings,
  ...operationSettings,
  ...artifactSettings,
  ...gitHttpSettings,
  ...gitSshSettings,
  sys_max_size_upload: integer({
    group: 'files',
    default: 67_108_864,
    min: 1,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Maximum size of an attachment',
  }),
  outgoing_private_addresses: flag({
    group: 'programs',
    default: false,
    since: OWN,
    live: true,
    meaning:
      'Let workflow jobs and webhooks call addresses of this machine and of private networks. When off, such calls are refused',
  }),
  ...uploadSettings,
  ...quotaSettings,
  ...pageSettings,
  ...directorySettings,
  ...notificationSettings,
  ...mailGatewaySettings,
  ...storageSettings,
  ...gitProgramSettings,
  ...queryLimits,
  ...searchSettings,
  ...serverLimits,
  ...eventSettings,
  ...presenceSettings,
  ...agentSettings,
  log_level: choice({
    group: 'watching',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    since: OWN,
    live: false,
    meaning: 'Lowest level of messages in the log',
  }),
  log_file: text({
    group: 'watching',
    default: '',
    allowed: 'empty, or a path, which starts in the data folder unless it is absolute, such as log/tepal.log',
    accepts: () => true,
    since: OWN,
    live: false,
    onMachine: true,
    meaning: 'Log file of tepal serve. Empty: standard error',
  }),
  log_rotation: choice({
    group: 'watching',
    choices: ['weekly', 'none'],
    default: 'weekly',
    since: '7.7',
    live: false,
    meaning:
      'With weekly, the log file is renamed to tepal.log.1 when a week begins; four old files are stored. With none, use a tool such as logrotate',
  }),
};

export type SettingName = keyof typeof declared;

type ValueOf<D> = D extends Declaration<infer T> ? T : never;

/** The value of every setting under its own name, so that a search for the name finds each use. Frozen. */
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof declared)[N]> };

/** The declaration of every setting, in the order of `tepal config list` and of the documentation. */
export const registry: { readonly [N in SettingName]: Declaration<Settings[N]> } = declared;

/** Tells names of settings from other text. */
export const isSettingName = (name: string): name is SettingName => Object.hasOwn(registry, name);

export const settingNames: readonly SettingName[] = Object.keys(registry).filter(isSettingName);

/** The known name that takes the fewest edits (Levenshtein, case ignored) from `name`, which is cut at 100 letters. */
export function nearestSettingName(name: string): SettingName {
  const wanted = name.slice(0, 100).toLowerCase();
  const distances = settingNames.map((known) => ({ known, edits: countSlips(wanted, known, Infinity) }));
  return distances.reduce((best, one) => (one.edits < best.edits ? one : best)).known;
}

/** The name, if it is one; throws SettingsError with the nearest known name. */
export function requireSettingName(name: string): SettingName {
  if (isSettingName(name)) return name;
  throw new SettingsError(
    says('setting.unknown')`there is no setting ${JSON.stringify(name)}; did you mean ${nearestSettingName(name)}?`,
  );
}

/**
 * The value that `text` spells for a setting.
 * `place` starts the message where the text came from a file or a variable, such as `conf/local.inc:3`.
 * Throws SettingsError for a value that is not allowed.
 */
export function parseSetting<N extends SettingName>(name: N, text: string, place?: string): Settings[N] {
  const declaration = registry[name];
  const value = declaration.parse(text);
  if (value !== undefined) return value;
  const shown = JSON.stringify(showValue(declaration, text));
  const refusal = says('setting.value')`the value of ${name} can't be ${shown}; allowed: ${hint(declaration.allowed)}`;
  throw new SettingsError(place === undefined ? refusal : `${place}: ${refusal.text}`);
}

/** Throws SettingsError for a setting that only the files and the environment set, and says so. */
export function requireSettable(name: SettingName): void {
  if (!registry[name].onMachine) return;
  throw new SettingsError(
    says(
      'setting.machine',
    )`the setting ${name} can only be set on the server's machine: in conf/local.inc of the data folder, or as TEPAL_${name.toUpperCase()}; then restart the server`,
  );
}
