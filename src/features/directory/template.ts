// Ready configuration files for directories of the usual kinds.

export const templateNames = ['openldap', 'active-directory'] as const;
export type TemplateName = (typeof templateNames)[number];

const facts = {
  openldap: {
    type: 'OpenLDAP',
    server: 'ldaps://ldap.example.com',
    bindDn: 'cn=tepal,ou=services,dc=example,dc=com',
    people: 'ou=people,dc=example,dc=com',
    groups: 'ou=groups,dc=example,dc=com',
    uid: 'uid',
    eduid: 'entryUUID',
    cn: 'cn',
    group: 'cn',
  },
  'active-directory': {
    type: 'ActiveDirectory',
    server: 'ldaps://dc1.example.com, ldaps://dc2.example.com',
    bindDn: 'CN=Tepal,OU=Service Accounts,DC=example,DC=com',
    people: 'OU=People,DC=example,DC=com',
    groups: 'OU=Groups,DC=example,DC=com',
    uid: 'sAMAccountName',
    eduid: 'objectGUID',
    cn: 'displayName',
    group: 'sAMAccountName',
  },
} as const;

/** The text of a conf/ldap.inc that needs names and a password of one's own. */
export function renderTemplate(name: TemplateName): string {
  const { type, server, bindDn, people, groups, uid, eduid, cn, group } = facts[name];
  return `<?php
// Who people are is known by the directory. Change what says example, then run "tepal ldap check".
$sys_auth_type = 'ldap';

// Servers, asked in this order until one answers. ldap:// is encrypted by StartTLS.
$sys_ldap_server = '${server}';
$sys_ldap_server_type = '${type}';
// Certificates of the authority that signed those of the servers; without it the public authorities count.
// $sys_ldap_ca_file = '/etc/ssl/certs/example-ca.pem';

// An account that may read people and groups, and nothing else.
$sys_ldap_bind_dn = '${bindDn}';
$sys_ldap_bind_passwd = 'example';

// Where people are; several places with semicolons between them.
$sys_ldap_dn = 'dc=example,dc=com';
$sys_ldap_people_dn = '${people}';
$sys_ldap_uid = '${uid}';
// What identifies a person for good, also when they get another name.
$sys_ldap_eduid = '${eduid}';
$sys_ldap_cn = '${cn}';
$sys_ldap_mail = 'mail';

// Groups that user groups of projects may follow.
$sys_ldap_grp_dn = '${groups}';
$sys_ldap_grp_uid = '${group}';
// Who is in a group. Without it member, uniqueMember and memberUid of OpenLDAP, member of Active Directory.
// $sys_ldap_grp_member = 'member';

// Every night at 00:10: 1 synchronises accounts and groups. Try "tepal ldap sync --dry-run" first.
$sys_ldap_daily_sync = 0;
// 'onelevel' looks at direct children of the places of people alone.
$search_depth = 'subtree';
// No more than this share of the accounts, in percent, is suspended in one run.
$sys_ldap_threshold_users_suspension = 10;
`;
}
