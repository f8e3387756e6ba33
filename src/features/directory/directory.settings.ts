// Settings of the directory (LDAP), by the names that configuration files have always had; docs/directory.md explains them.
import { choice, flag, integer, list, path, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';
const LDAP = '7.10';

const isServer = (item: string): boolean =>
  /^(?:ldaps?:\/\/)?(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)(?::\d{1,5})?\/?$/i.test(item);

const dn = (meaning: string) =>
  text({
    group: 'directory',
    default: '',
    allowed: 'empty, or a distinguished name such as ou=people,dc=example,dc=com',
    accepts: (value) => value === '' || /^[^=]+=/.test(value),
    since: LDAP,
    live: false,
    meaning,
  });

const attribute = (meaning: string) =>
  text({
    group: 'directory',
    default: '',
    allowed: 'empty, or the name of an attribute, such as cn',
    accepts: (value) => /^(?:[a-z][a-z\d-]*)?$/i.test(value),
    since: LDAP,
    live: false,
    meaning,
  });

export const directorySettings = {
  sys_auth_type: choice({
    group: 'directory',
    choices: ['local', 'codendi', 'ldap'],
    default: 'local',
    since: OWN,
    live: false,
    meaning: 'Where passwords are checked: ldap in the directory, local (or its old name codendi) only in Tepal',
  }),
  sys_ldap_server: list({
    group: 'directory',
    default: [],
    allowed: 'a comma separated list of servers, such as ldaps://one.example.com, ldap://two.example.com:3389',
    accepts: isServer,
    since: LDAP,
    live: false,
    meaning: 'Directory servers, tried in this order until one answers. Without ldaps:// the protocol is ldap://',
  }),
  sys_ldap_server_type: choice({
    group: 'directory',
    choices: ['OpenLDAP', 'ActiveDirectory'],
    default: 'OpenLDAP',
    since: '8.5',
    live: false,
    meaning: 'Type of the directory; decides the default names of attributes',
  }),
  sys_ldap_tls: choice({
    group: 'directory',
    choices: ['starttls', 'none'],
    default: 'starttls',
    since: OWN,
    live: false,
    meaning: 'Encryption of connections to ldap:// servers. With none, passwords travel in clear text',
  }),
  sys_ldap_ca_file: path({
    group: 'directory',
    default: '',
    allowed: 'empty, or an absolute path of a file with certificates in PEM',
    since: OWN,
    live: false,
    onMachine: true,
    meaning: 'Certificate authorities trusted for the directory servers. Empty: the public ones',
  }),
  sys_ldap_timeout: integer({
    group: 'directory',
    default: 5,
    min: 1,
    max: 300,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'Timeout for connecting to a server and for each of its answers, before the next server is tried',
  }),
  sys_ldap_bind_dn: dn('Account that searches the directory. Empty: anonymous search'),
  sys_ldap_bind_passwd: text({
    group: 'directory',
    default: '',
    allowed: 'a password',
    accepts: () => true,
    since: LDAP,
    live: false,
    secret: true,
    meaning: 'Password of the account that searches the directory',
  }),
  sys_ldap_dn: dn('Base DN of the directory'),
  sys_ldap_people_dn: text({
    group: 'directory',
    default: '',
    allowed: 'empty, or distinguished names with semicolons between them',
    accepts: (value) => value.split(';').every((part) => part.trim() === '' || /^[^=]+=/.test(part.trim())),
    since: LDAP,
    live: false,
    meaning: 'Base DN of the people. Empty: sys_ldap_dn',
  }),
  sys_ldap_grp_dn: dn('Base DN of the groups. Empty: sys_ldap_dn'),
  sys_ldap_uid: attribute('Attribute with the user name. Empty: uid, for ActiveDirectory sAMAccountName'),
  sys_ldap_eduid: attribute(
    'Attribute with the permanent ID of a person, stored as ldap_id. Empty: entryUUID, for ActiveDirectory objectGUID',
  ),
  sys_ldap_cn: attribute('Attribute with the real name. Empty: cn, for ActiveDirectory displayName'),
  sys_ldap_mail: attribute('Attribute with the e-mail address. Empty: mail'),
  sys_ldap_grp_uid: attribute('Attribute with the name of a group. Empty: cn, for ActiveDirectory sAMAccountName'),
  sys_ldap_grp_member: attribute(
    'Attribute with the members of a group. Empty: member, uniqueMember and memberUid, for ActiveDirectory member',
  ),
  sys_ldap_tooltip_search_attrs: text({
    group: 'directory',
    default: '',
    allowed: 'empty, or names of attributes with commas or semicolons between them',
    accepts: (value) => /^(?:[a-z][a-z\d-]*(?:\s*[,;]\s*|\s*$))*$/i.test(value),
    since: LDAP,
    live: false,
    meaning: 'Attributes that tepal ldap search searches. Empty: those of user name, real name and e-mail address',
  }),
  search_depth: choice({
    group: 'directory',
    choices: ['subtree', 'onelevel'],
    default: 'subtree',
    since: '7.10',
    live: true,
    meaning:
      'Search depth of the synchronisation below sys_ldap_people_dn: subtree, or onelevel for direct children only',
  }),
  sys_ldap_daily_sync: flag({
    group: 'directory',
    default: false,
    since: LDAP,
    live: true,
    meaning: 'Synchronise accounts and linked groups with the directory every night at 00:10',
  }),
  sys_ldap_threshold_users_suspension: integer({
    group: 'directory',
    default: 10,
    min: 0,
    max: 100,
    note: 'one account may always be suspended, unless it is 0',
    unit: 'percent',
    since: OWN,
    live: true,
    meaning:
      'Maximum share of linked accounts that one synchronisation suspends. When more would be suspended, none is',
  }),
};
