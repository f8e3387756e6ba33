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
    meaning: 'Where passwords are checked: ldap: in the directory; local, or its old name codendi: only in Tepal',
  }),
  sys_ldap_server: list({
    group: 'directory',
    default: [],
    allowed: 'a comma separated list of servers, such as ldaps://one.example.com, ldap://two.example.com:3389',
    accepts: isServer,
    since: LDAP,
    live: false,
    meaning: 'Servers of the directory, asked in this order until one answers; without ldaps:// it is ldap://',
  }),
  sys_ldap_server_type: choice({
    group: 'directory',
    choices: ['OpenLDAP', 'ActiveDirectory'],
    default: 'OpenLDAP',
    since: '8.5',
    live: false,
    meaning: 'Kind of the directory; says which attributes are asked for where no setting names them',
  }),
  sys_ldap_tls: choice({
    group: 'directory',
    choices: ['starttls', 'none'],
    default: 'starttls',
    since: OWN,
    live: false,
    meaning: 'How a connection to an ldap:// server is encrypted; with none, passwords travel in clear text',
  }),
  sys_ldap_ca_file: path({
    group: 'directory',
    default: '',
    allowed: 'empty, or an absolute path of a file with certificates in PEM',
    since: OWN,
    live: false,
    meaning: 'Authorities that the certificates of the servers must come from; empty means the public ones',
  }),
  sys_ldap_timeout: integer({
    group: 'directory',
    default: 5,
    min: 1,
    max: 300,
    unit: 'seconds',
    since: OWN,
    live: false,
    meaning: 'How long to wait for a connection to a server, and for each of its answers, before the next one is asked',
  }),
  sys_ldap_bind_dn: dn('Account that searches the directory; empty means anonymously'),
  sys_ldap_bind_passwd: text({
    group: 'directory',
    default: '',
    allowed: 'a password',
    accepts: () => true,
    since: LDAP,
    live: false,
    secret: true,
    meaning: 'Password of that account',
  }),
  sys_ldap_dn: dn('Base of the directory'),
  sys_ldap_people_dn: text({
    group: 'directory',
    default: '',
    allowed: 'empty, or distinguished names with semicolons between them',
    accepts: (value) => value.split(';').every((part) => part.trim() === '' || /^[^=]+=/.test(part.trim())),
    since: LDAP,
    live: false,
    meaning: 'Where people are; empty means sys_ldap_dn',
  }),
  sys_ldap_grp_dn: dn('Where groups are; empty means sys_ldap_dn'),
  sys_ldap_uid: attribute('Attribute with the user name; empty means uid, for ActiveDirectory sAMAccountName'),
  sys_ldap_eduid: attribute(
    'Attribute that identifies a person for good, kept as ldap_id; empty means entryUUID, for ActiveDirectory objectGUID',
  ),
  sys_ldap_cn: attribute('Attribute with the real name; empty means cn, for ActiveDirectory displayName'),
  sys_ldap_mail: attribute('Attribute with the e-mail address; empty means mail'),
  sys_ldap_grp_uid: attribute('Attribute that identifies a group; empty means cn, for ActiveDirectory sAMAccountName'),
  sys_ldap_grp_member: attribute(
    'Attribute with the members of a group; empty means member, uniqueMember and memberUid, for ActiveDirectory member',
  ),
  sys_ldap_tooltip_search_attrs: text({
    group: 'directory',
    default: '',
    allowed: 'empty, or names of attributes with commas or semicolons between them',
    accepts: (value) => /^(?:[a-z][a-z\d-]*(?:\s*[,;]\s*|\s*$))*$/i.test(value),
    since: LDAP,
    live: false,
    meaning:
      'Attributes that tepal ldap search looks into; empty means those of user name, real name and e-mail address',
  }),
  search_depth: choice({
    group: 'directory',
    choices: ['subtree', 'onelevel'],
    default: 'subtree',
    since: '7.10',
    live: true,
    meaning: 'Search depth of the synchronisation below sys_ldap_people_dn: onelevel for direct children only',
  }),
  sys_ldap_daily_sync: flag({
    group: 'directory',
    default: false,
    since: LDAP,
    live: true,
    meaning: 'With 1 accounts and bound groups are synchronised with the directory every night at 00:10',
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
    meaning: 'Share of the accounts linked to the directory that one synchronisation may suspend; above it none is',
  }),
};
