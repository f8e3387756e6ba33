// A real OpenLDAP server for tests: its own folder, free loopback ports, TLS by the certificate of the tests; ended by its pid.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attribute, Change, Client } from 'ldapts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { findFreePort } from './free-port.ts';

const program = '/usr/sbin/slapd';
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures', name);

/** Signs for itself. */
export const certificateFile = fixture('tls-test-cert.pem');
export const base = 'dc=example,dc=org';
export const people = `ou=people,${base}`;
export const groups = `ou=groups,${base}`;
/** The account that may search. */
export const searcher = { dn: `cn=tepal,${base}`, password: 'search-and-nothing-else' };
const admin = { dn: `cn=admin,${base}`, password: 'only-for-tests' };

/** Why tests with slapd are skipped; false where they are not, or must not be. */
export const skipSlapd =
  existsSync(program) || process.env['TEPAL_REQUIRE_ALL'] === '1' ? false : `${program} is missing`;

/** What of Active Directory its attributes and classes are about. */
const activeDirectorySchema = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'user' SUP inetOrgPerson STRUCTURAL
  MAY ( sAMAccountName $ userAccountControl $ objectGUID ) )
objectclass ( 1.2.840.113556.1.5.8 NAME 'group' SUP top STRUCTURAL
  MUST cn MAY ( sAMAccountName $ objectGUID $ member ) )
`;

const configure = (folder: string, kind: SlapdKind): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
${kind === 'ActiveDirectory' ? `include ${folder}/ad.schema` : ''}
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
TLSCertificateFile ${certificateFile}
TLSCertificateKeyFile ${fixture('tls-test-key.pem')}
pidfile ${folder}/pid
sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited
database mdb
maxsize 4294967296
dbnosync
suffix "${base}"
rootdn "${admin.dn}"
rootpw ${admin.password}
directory ${folder}/db
index objectClass,uid,entryUUID eq
access to attrs=userPassword by anonymous auth
access to * by dn.exact="${searcher.dn}" read by * none
${kind === 'ActiveDirectory' ? 'overlay memberof\nmemberof-group-oc group' : ''}
`;

const addedAtOnce = 100;

export type SlapdKind = 'OpenLDAP' | 'ActiveDirectory';
type Attributes = Record<string, string | string[]>;

export interface Slapd {
  plainUrl: string;
  secureUrl: string;
  /** An address that the certificate does not name. */
  otherUrl: string;
  folder: string;
  /** Adds an entry; `binary` are attributes that are no text. */
  add(dn: string, attributes: Attributes, binary?: Record<string, Buffer>): Promise<void>;
  /** Adds very many entries. */
  addMany(entries: readonly { dn: string; attributes: Attributes }[]): Promise<void>;
  /** Gives attributes other values. */
  modify(dn: string, attributes: Attributes): Promise<void>;
  remove(dn: string): Promise<void>;
  rename(dn: string, to: string): Promise<void>;
  /** What it noted of requests. */
  log(): string;
  stop(): Promise<void>;
}

/** Resolves once a server takes connections; throws where the process that it is to be ends before. */
function waitUntilListening(url: string, process: { exitCode: number | null }): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return until(async () => {
    const socket = connect(Number(port), hostname);
    try {
      await once(socket, 'connect');
      return true;
    } catch (error) {
      if (process.exitCode !== null) throw error;
      return false;
    } finally {
      socket.destroy();
    }
  });
}

/** Starts it with the base, places for people and groups, and the account that may search. */
export async function startSlapd(kind: SlapdKind = 'OpenLDAP'): Promise<Slapd> {
  const folder = await mkdtemp(join(tmpdir(), 'tepal-slapd-'));
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'ad.schema'), activeDirectorySchema);
  await writeFile(join(folder, 'slapd.conf'), configure(folder, kind));
  const plainUrl = `ldap://127.0.0.1:${await findFreePort()}`;
  const secureUrl = `ldaps://127.0.0.1:${await findFreePort()}`;
  const otherUrl = `ldaps://127.0.0.2:${await findFreePort('127.0.0.2')}`;
  const urls = [plainUrl, secureUrl, otherUrl].map((url) => `${url}/`).join(' ');
  const child = spawn(program, ['-f', join(folder, 'slapd.conf'), '-h', urls, '-d', 'stats'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'close');
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  for (const url of [plainUrl, secureUrl, otherUrl]) await waitUntilListening(url, child);
  const asAdmin = async (work: (client: Client) => Promise<void>): Promise<void> => {
    await using client = new Client({ url: plainUrl });
    await client.bind(admin.dn, admin.password);
    await work(client);
  };
  const add: Slapd['add'] = (dn, attributes, binary = {}) =>
    asAdmin((client) =>
      client.add(dn, [
        ...Object.entries(attributes).map(([type, value]) => new Attribute({ type, values: [value].flat() })),
        ...Object.entries(binary).map(([type, value]) => new Attribute({ type, values: [value] })),
      ]),
    );
  await add(base, { objectClass: ['dcObject', 'organization'], o: 'Example', dc: 'example' });
  await add(people, { objectClass: 'organizationalUnit', ou: 'people' });
  await add(groups, { objectClass: 'organizationalUnit', ou: 'groups' });
  await add(searcher.dn, {
    objectClass: ['organizationalRole', 'simpleSecurityObject'],
    cn: 'tepal',
    userPassword: searcher.password,
  });
  return {
    plainUrl,
    secureUrl,
    otherUrl,
    folder,
    add,
    addMany: (entries) =>
      asAdmin(async (client) => {
        for (let start = 0; start < entries.length; start += addedAtOnce)
          await Promise.all(
            entries.slice(start, start + addedAtOnce).map(({ dn, attributes }) => client.add(dn, attributes)),
          );
      }),
    modify: (dn, attributes) =>
      asAdmin((client) =>
        client.modify(
          dn,
          Object.entries(attributes).map(
            ([type, value]) =>
              new Change({ operation: 'replace', modification: new Attribute({ type, values: [value].flat() }) }),
          ),
        ),
      ),
    remove: (dn) => asAdmin((client) => client.del(dn)),
    rename: (dn, to) => asAdmin((client) => client.modifyDN(dn, to)),
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lines of a configuration that lead to these servers. */
export const ldapSettings = (servers: string, more = ''): string => `
$sys_auth_type = 'ldap';
$sys_ldap_server = '${servers}';
$sys_ldap_ca_file = '${certificateFile}';
$sys_ldap_bind_dn = '${searcher.dn}';
$sys_ldap_bind_passwd = '${searcher.password}';
$sys_ldap_dn = '${base}';
$sys_ldap_people_dn = '${people}';
$sys_ldap_grp_dn = '${groups}';
${more}`;

/** The password of everybody that `person` makes. */
export const secret = 'kept-by-the-directory';

/** The entry of somebody in the directory, by attribute. */
export const person = (uid: string, more: Record<string, string> = {}): Record<string, string> => ({
  objectClass: 'inetOrgPerson',
  uid,
  cn: `${uid} of the directory`,
  sn: uid,
  mail: `${uid}@people.example.org`,
  userPassword: secret,
  ...more,
});
