// What the settings of the directory mean: where people and groups are, and what their attributes are called.
import type { Settings } from '../../settings/index.ts';

/** Names of attributes. */
export interface Attributes {
  readonly username: string;
  /** Identifies a person for good. */
  readonly id: string;
  readonly realName: string;
  readonly email: string;
  /** Identifies a group. */
  readonly groupName: string;
  /** Names of the members of a group: distinguished ones, or user names. */
  readonly members: readonly string[];
}

/** Of groupOfNames, groupOfUniqueNames and posixGroup. */
const usualMembers = ['member', 'uniqueMember', 'memberUid'] as const;

/** Where the members of groups of all usual kinds are. */
export const knownMemberAttributes: readonly string[] = [
  ...usualMembers,
  'roleOccupant',
  'mgrpRFC822MailMember',
  'rfc822MailMember',
  'memberURL',
];

const defaults = {
  OpenLDAP: { username: 'uid', id: 'entryUUID', realName: 'cn', groupName: 'cn', members: usualMembers },
  ActiveDirectory: {
    username: 'sAMAccountName',
    id: 'objectGUID',
    realName: 'displayName',
    groupName: 'sAMAccountName',
    members: ['member'],
  },
} as const;

export const isActiveDirectory = (settings: Settings): boolean => settings.sys_ldap_server_type === 'ActiveDirectory';

/** What the settings name, else what is usual for this kind of directory. */
export function attributesOf(settings: Settings): Attributes {
  const usual = defaults[settings.sys_ldap_server_type];
  return {
    username: settings.sys_ldap_uid || usual.username,
    id: settings.sys_ldap_eduid || usual.id,
    realName: settings.sys_ldap_cn || usual.realName,
    email: settings.sys_ldap_mail || 'mail',
    groupName: settings.sys_ldap_grp_uid || usual.groupName,
    members: settings.sys_ldap_grp_member === '' ? usual.members : [settings.sys_ldap_grp_member],
  };
}

/** Distinguished names below which people are. */
export function peopleBases({ sys_ldap_people_dn: bases, sys_ldap_dn: base }: Settings): string[] {
  const named = bases
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return named.length > 0 ? named : [base];
}

/** The distinguished name below which groups are. */
export const groupBase = (settings: Settings): string => settings.sys_ldap_grp_dn || settings.sys_ldap_dn;

/** Servers as URLs, in the order in which they are asked. */
export const serverUrls = ({ sys_ldap_server: servers }: Settings): string[] =>
  servers.map((server) => (/^ldaps?:\/\//i.test(server) ? server : `ldap://${server}`).replace(/\/$/, ''));

/** Attributes that a free search looks into. */
export function searchedAttributes(settings: Settings): string[] {
  const named = settings.sys_ldap_tooltip_search_attrs
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const { username, realName, email } = attributesOf(settings);
  return named.length > 0 ? named : [username, realName, email];
}
