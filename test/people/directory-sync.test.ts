// Engine: both
// Process: its own. It gives settings to commands by the environment.
// Synchronising accounts and groups with a directory: a real slapd, once as OpenLDAP, once with what Active Directory has.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { after, before, beforeEach, describe, it } from 'node:test';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { runCommandLine } from '../../src/commands/index.ts';
import { findPersonById } from '../../src/features/directory/entries.ts';
import { createDirectoryServers } from '../../src/features/directory/index.ts';
import type { SyncReport } from '../../src/features/directory/sync.service.ts';
import { createDirectoryAccounts } from '../../src/features/people/index.ts';
import type { DirectoryAccounts } from '../../src/features/people/index.ts';
import { withLease } from '../../src/features/directory/lease.ts';
import { createLogger } from '../../src/platform/observability/logger.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { at, createTestClock, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { programEnv, programPath } from '../support/program-env.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';
import { groups, ldapSettings, people, person, secret, skipSlapd, startSlapd } from '../support/slapd.ts';
import type { Slapd } from '../support/slapd.ts';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const clock = createTestClock(Date.UTC(2026, 10, 1, 12));
const dnOf = (uid: string, place = people): string => `uid=${uid},${place}`;

let slapd: Slapd;
let test: TestApp;
let accounts: DirectoryAccounts;

async function tepal(...args: string[]): Promise<{ status: number; output: string; errors: string }> {
  const written = { output: '', errors: '' };
  const sink = (stream: 'output' | 'errors'): Writable =>
    new Writable({ write: (chunk, _encoding, done) => done(void (written[stream] += String(chunk))) });
  const status = await runCommandLine(args.includes('--data') ? args : [...args, '--data', test.app.dataDir], {
    input: Readable.from([]),
    output: sink('output'),
    errors: sink('errors'),
    waitForStop: () => new Promise(() => undefined),
  });
  return { status, ...written };
}

/** Commands under a setting that only they have. */
async function withSetting<R>(name: string, value: string, work: () => Promise<R>): Promise<R> {
  process.env[`TEPAL_${name}`] = value;
  try {
    return await work();
  } finally {
    delete process.env[`TEPAL_${name}`];
  }
}

const sync = (isDryRun = false): Promise<SyncReport> => test.app.features.directory.synchronise({ isDryRun });

async function statusOf(username: string): Promise<string | undefined> {
  return (await test.app.features.people.list()).find((user) => user.username === username)?.status;
}

/** Lets the server run until the work of the last midnight is done; gives how many synchronisations there were. */
async function runNight(): Promise<number> {
  const { read } = test.app.database;
  const isOver = async (): Promise<boolean> => {
    const jobs = await read.selectFrom('jobs').select(['kind', 'status']).execute();
    return jobs.some(({ kind }) => kind === 'root-daily') && jobs.every(({ status }) => status === 'done');
  };
  clock.advance(dayMs);
  test.app.jobs.start();
  await until(isOver);
  await test.app.jobs.stop(0);
  return (await read.selectFrom('jobs').select('id').where('kind', '=', 'ldap-sync').execute()).length;
}

async function signIn(username: string, expected = 200): Promise<void> {
  const body = { username, password: secret };
  const answer = await test.call('/api/tokens', { method: 'POST', body });
  assert.equal(answer.status, expected, answer.text);
}

const byName = (one: unknown, other: unknown): number => String(one).localeCompare(String(other));

async function membersOf(group: string): Promise<unknown[]> {
  const answer = await expectRow(test, { path: `/api/user_groups/${group}/users?limit=50`, as: 'root', status: 200 });
  return listAt(answer.json)
    .map((one) => at(one, 'username'))
    .toSorted(byName);
}

describe('synchronisation with OpenLDAP', { skip: skipSlapd }, () => {
  const names = ['ada', 'bert', 'cleo', 'dirk', 'edda'];
  before(async () => {
    slapd = await startSlapd();
    for (const uid of names) await slapd.add(dnOf(uid), person(uid));
    test = await startApp({
      clock,
      archives: [sampleFolder('scrum')],
      settings: ldapSettings(slapd.secureUrl, '$sys_ldap_daily_sync = 1;'),
    });
    accounts = createDirectoryAccounts(test.app.database, clock);
    for (const uid of names) await signIn(uid);
    await test.addUser('local');
  });
  after(async () => {
    await test.close();
    await slapd.stop();
  });
  beforeEach(() => clock.advance(hourMs));

  it('takes over names and addresses, and what no account may have is left aside', async () => {
    await slapd.modify(dnOf('ada'), { cn: 'Ada Countess', mail: 'countess@example.org' });
    await slapd.modify(dnOf('bert'), { cn: 'Bert', mail: 'no address' });
    const before = await test.app.features.people.list();
    const report = await sync();
    assert.partialDeepStrictEqual(report, { people: 5, accounts: 5, suspended: [], leaving: [] });
    const users = new Map((await test.app.features.people.list()).map((user) => [user.username, user]));
    assert.partialDeepStrictEqual(users.get('ada'), { real_name: 'Ada Countess', email: 'countess@example.org' });
    assert.partialDeepStrictEqual(users.get('bert'), { real_name: 'Bert', email: 'bert@people.example.org' });
    assert.equal(users.size, before.length);
  });

  it('suspends who left, after a dry run that only tells, and reactivates nobody', async () => {
    await slapd.remove(dnOf('edda'));
    assert.deepEqual((await sync(true)).suspended, ['edda']);
    assert.equal(await statusOf('edda'), 'A');
    assert.deepEqual((await sync()).suspended, ['edda']);
    assert.equal(await statusOf('edda'), 'S');
    assert.deepEqual((await sync()).suspended, [], 'again');
    await slapd.add(dnOf('edda'), person('edda'));
    await sync();
    assert.equal(await statusOf('edda'), 'S');
    assert.equal(await statusOf('local'), 'A');
    const { events } = await test.app.features.audit.listAll({ kinds: ['account-changed'] }, { limit: 1, offset: 0 });
    assert.partialDeepStrictEqual(events[0], { actor: { name: 'directory' }, details: { status: 'S' } });
  });

  it('suspends nobody where more than the allowed share left', async () => {
    for (const uid of ['cleo', 'dirk']) await slapd.remove(dnOf(uid));
    const refused = await sync();
    assert.match(refused.refusal ?? '', /2 of 4 linked accounts.*allows 1 \(10 percent\)/);
    assert.deepEqual([refused.leaving, refused.suspended], [['cleo', 'dirk'], []]);
    const told = await tepal('ldap', 'sync');
    assert.deepEqual([told.status, await statusOf('cleo')], [1, 'A']);
    assert.match(told.errors, /2 of 4 linked accounts/);
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '50');
    const shown = await tepal('ldap', 'sync', '--dry-run');
    assert.match(shown.output, /cleo: would be suspended\ndirk: would be suspended/);
    assert.deepEqual((await sync()).suspended, ['cleo', 'dirk']);
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '0');
    await slapd.remove(dnOf('bert'));
    assert.match((await sync()).refusal ?? '', /1 of 2 .*allows 0/);
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '10');
    assert.deepEqual((await sync()).suspended, ['bert'], 'one always may');
  });

  it('looks into the whole subtree, or one level deep', async () => {
    const deep = `ou=deep,${people}`;
    await slapd.add(deep, { objectClass: 'organizationalUnit', ou: 'deep' });
    await slapd.add(dnOf('dora', deep), person('dora'));
    await signIn('dora');
    assert.deepEqual((await sync(true)).suspended, []);
    await test.app.features.site.changeSetting('search_depth', 'onelevel');
    assert.deepEqual((await sync(true)).suspended, ['dora']);
    await test.app.features.site.changeSetting('search_depth', 'subtree');
  });

  it('refuses a directory that shows nobody', async () => {
    const answer = await withSetting('SYS_LDAP_PEOPLE_DN', groups, () => tepal('ldap', 'sync'));
    assert.equal(answer.status, 1);
    assert.match(answer.errors, /the directory returned no users/);
  });

  it('runs once at a time, and again after a process that died in the middle', async () => {
    await withLease(test.app.database, clock, async () => {
      await assert.rejects(sync(), /another synchronisation with the directory is running/);
    });
    await sync();
    const holdFor = (ms: number): Promise<unknown> => {
      const dead = { holder: 'a process that died', ends_at_ms: clock.nowMs() + ms };
      return test.app.database.transact((tx) => tx.updateTable('directory_sync').set(dead).execute());
    };
    await holdFor(60_000);
    await assert.rejects(sync(), /is running/);
    clock.advance(hourMs);
    assert.equal((await sync()).refusal, undefined);
    // Its clock was ahead: no turn is that long.
    await holdFor(hourMs);
    assert.equal((await sync()).refusal, undefined);
  });

  it('goes on where a process that was killed had begun', async () => {
    const gone = Array.from({ length: 60 }, (_, number) => `gone${number}`);
    for (const name of gone) {
      const person = { ldapId: name, username: name, realName: name, email: `${name}@example.org` };
      await accounts.create(person, (await test.app.features.site.current()).settings);
    }
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '99');
    const countSuspended = async (): Promise<number> => {
      const users = await test.app.features.people.list();
      return users.filter(({ username, status }) => gone.includes(username) && status === 'S').length;
    };
    const args = [programPath, 'ldap', 'sync', '--data', test.app.dataDir];
    const child = spawn(process.execPath, args, { env: programEnv, stdio: 'ignore' });
    const ended = once(child, 'close');
    await until(async () => (await countSuspended()) > 0 || child.exitCode !== null);
    child.kill('SIGKILL');
    await ended;
    assert.ok((await countSuspended()) > 0);
    // The process had the machine's time.
    clock.advance(Math.max(Date.now() - clock.nowMs(), 0) + hourMs);
    await sync();
    assert.equal(await countSuspended(), gone.length);
    const { size } = await test.app.features.audit.listAll({ kinds: ['account-changed'] }, { limit: 1, offset: 0 });
    assert.equal((await sync()).suspended.length, 0);
    const again = await test.app.features.audit.listAll({ kinds: ['account-changed'] }, { limit: 1, offset: 0 });
    assert.equal(again.size, size);
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '10');
  });

  it('makes user groups follow groups of the directory, and the groups below them', async () => {
    const group = (cn: string): string => `cn=${cn},${groups}`;
    const fill = (cn: string, ...member: string[]): Record<string, string | string[]> => ({
      objectClass: 'groupOfNames',
      cn,
      member,
    });
    for (const uid of ['gil', 'hans']) await slapd.add(dnOf(uid), person(uid));
    await slapd.add(group('inner'), fill('inner', dnOf('gil'), group('outer')));
    await slapd.add(group('outer'), fill('outer', dnOf('ada'), group('inner'), dnOf('nobody-there')));
    const [mobileTeam] = listAt((await test.call('/api/projects/101/user_groups', { as: 'root' })).json)
      .filter((one) => at(one, 'short_name') === 'mobile_team')
      .map((one) => String(at(one, 'id')));
    assert.ok(mobileTeam !== undefined);
    const bound = await tepal('ldap', 'bind', mobileTeam, 'outer');
    assert.equal(bound.status, 0, bound.errors);
    assert.match(bound.output, /is bound to outer: 2 added, 2 removed/);
    assert.deepEqual(await membersOf(mobileTeam), ['ada', 'gil']);
    assert.equal(await statusOf('gil'), 'A', 'an account for a member who never signed in');

    const refused = {
      path: `/api/user_groups/${mobileTeam}/users`,
      method: 'PUT',
      as: 'root',
      body: [{ username: 'local' }],
    };
    await expectRow(test, { ...refused, status: 400, contains: ['bound to a directory group'] });
    const path = `/api/user_groups/${mobileTeam}`;
    const binding = { label: 'outer', synchro_policy: 'auto', bind_option: 'bind' };
    const shown = async (as: string): Promise<unknown> =>
      at((await expectRow(test, { path, as, status: 200 })).json, 'additional_information');
    assert.deepEqual(await shown('root'), { ldap: { ...binding, dn: group('outer') } });
    assert.deepEqual(await shown('ana'), { ldap: binding });
    assert.deepEqual(await shown('local'), { ldap: null });
    await expectRow(test, {
      path,
      as: 'ana',
      status: 200,
      headers: { accept: 'application/xml' },
      contains: ['<additional_information><ldap><label>outer</label>'],
    });
    const list = await expectRow(test, { path: '/api/projects/101/user_groups', as: 'ana', status: 200 });
    assert.deepEqual(
      listAt(list.json)
        .map((one) => [at(one, 'id') === mobileTeam, at(one, 'additional_information')])
        .slice(0, 5),
      [
        [false, { ldap: null }],
        [false, []],
        [false, []],
        [false, []],
        [true, { ldap: binding }],
      ],
    );

    await slapd.modify(group('inner'), { member: dnOf('hans') });
    assert.partialDeepStrictEqual((await sync()).groups, [{ group: mobileTeam, joined: 1, left: 1 }]);
    assert.deepEqual(await membersOf(mobileTeam), ['ada', 'hans']);
    await slapd.remove(group('outer'));
    const { groups: gone } = await sync();
    assert.equal(gone[0]?.problem?.key, 'directory.gone');
    assert.deepEqual(await membersOf(mobileTeam), ['ada', 'hans']);
    assert.match((await tepal('ldap', 'bindings')).output, /outer/);
    assert.equal((await tepal('ldap', 'unbind', mobileTeam)).status, 0);
    assert.equal((await tepal('ldap', 'unbind', mobileTeam)).status, 1);
    await expectRow(test, { ...refused, status: 200 });
  });

  it('reads groups of all usual kinds, and empties none whose members it can not tell', async () => {
    const add = (cn: string, attributes: Record<string, string | string[]>): Promise<void> =>
      slapd.add(`cn=${cn},${groups}`, { cn, ...attributes });
    const posix = { objectClass: 'posixGroup', gidNumber: '5001' };
    await slapd.add(dnOf('john@corp.example'), person('john@corp.example'));
    await add('unique', {
      objectClass: 'groupOfUniqueNames',
      uniqueMember: [dnOf('hans'), `${dnOf('gil')}#'0101'B`, `cn=posix,${groups}`],
    });
    await add('posix', { ...posix, memberUid: ['ADA', 'john@corp.example', 'nobody-there'] });
    await add('dangling', { objectClass: 'groupOfNames', member: [dnOf('gone'), dnOf('also-gone')] });
    await add('roles', { objectClass: 'organizationalRole', roleOccupant: dnOf('hans') });
    await add('primary', { ...posix, gidNumber: '5002' });
    await slapd.add(dnOf('prim'), {
      ...person('prim'),
      objectClass: ['inetOrgPerson', 'posixAccount'],
      uidNumber: '1',
      gidNumber: '5002',
      homeDirectory: '/',
    });
    const [mobileTeam = ''] = listAt((await test.call('/api/projects/101/user_groups', { as: 'root' })).json)
      .filter((one) => at(one, 'short_name') === 'mobile_team')
      .map((one) => String(at(one, 'id')));
    const bind = async (name: string): Promise<string> => {
      const { output, errors } = await tepal('ldap', 'bind', mobileTeam, name);
      return output + errors;
    };
    assert.match(await bind('posix'), /1 of its members can't be read/);
    assert.deepEqual(await membersOf(mobileTeam), ['ada', 'john_corp.example']);
    await bind('unique');
    assert.deepEqual(await membersOf(mobileTeam), ['ada', 'gil', 'hans', 'john_corp.example']);
    const members = await membersOf(mobileTeam);
    assert.match(await bind('dangling'), /0 added, 0 removed; none of its 2 members can be read/);
    for (const [name, attribute] of [
      ['roles', 'roleOccupant'],
      ['primary', 'gidNumber'],
    ] as const) {
      const refusal = new RegExp(`are in "${attribute}", but sys_ldap_grp_member is "member, uniqueMember, memberUid"`);
      assert.match(await bind(name), refusal);
    }
    const body = { name: 'roles' };
    const path = `/api/user_groups/${mobileTeam}/directory_group`;
    await expectRow(test, { path, method: 'PUT', as: 'ana', body, status: 409, contains: ['sys_ldap_grp_member'] });
    await withSetting('SYS_LDAP_GRP_MEMBER', 'member', async () => {
      assert.match(await bind('posix'), /are in "memberUid", but sys_ldap_grp_member is "member"/);
      await bind('dangling');
      await slapd.remove(`cn=dangling,${groups}`);
      await add('dangling', { objectClass: 'groupOfUniqueNames', uniqueMember: dnOf('hans') });
      assert.match((await tepal('ldap', 'sync')).output, /0 added, 0 removed; the members .* are in "uniqueMember"/);
    });
    assert.deepEqual(await membersOf(mobileTeam), members);
    await tepal('ldap', 'unbind', mobileTeam);
    for (const uid of ['prim', 'john@corp.example']) await slapd.remove(dnOf(uid));
    for (const cn of ['unique', 'posix', 'dangling', 'roles', 'primary']) await slapd.remove(`cn=${cn},${groups}`);
  });

  it('lets everybody leave a group that was emptied, by itself or in the groups below it', async () => {
    const dn = (cn: string): string => `cn=${cn},${groups}`;
    await slapd.add(dn('below'), { objectClass: 'groupOfNames', cn: 'below', member: dnOf('hans') });
    await slapd.add(dn('above'), { objectClass: 'groupOfNames', cn: 'above', member: dn('below') });
    await slapd.add(dn('posix'), { objectClass: 'posixGroup', cn: 'posix', gidNumber: '5003', memberUid: 'hans' });
    const [mobileTeam = ''] = listAt((await test.call('/api/projects/101/user_groups', { as: 'root' })).json)
      .filter((one) => at(one, 'short_name') === 'mobile_team')
      .map((one) => String(at(one, 'id')));
    const empty = async (name: string, work: () => Promise<void>): Promise<void> => {
      const bound = await tepal('ldap', 'bind', mobileTeam, name);
      assert.equal(bound.status, 0, bound.errors);
      assert.deepEqual(await membersOf(mobileTeam), ['hans']);
      await work();
      assert.deepEqual((await sync()).groups, [{ group: mobileTeam, source: name, joined: 0, left: 1 }]);
      assert.deepEqual(await membersOf(mobileTeam), []);
    };
    await empty('above', () => slapd.modify(dn('below'), { member: '' }));
    await slapd.add(dnOf('prim'), {
      ...person('prim'),
      objectClass: ['inetOrgPerson', 'posixAccount'],
      uidNumber: '1',
      gidNumber: '5003',
      homeDirectory: '/',
    });
    await empty('posix', () => slapd.modify(dn('posix'), { memberUid: [] }));
    await tepal('ldap', 'unbind', mobileTeam);
    for (const gone of [dn('above'), dn('below'), dn('posix'), dnOf('prim')]) await slapd.remove(gone);
  });

  it('lets people in whose names no account may have, and tells who can not sign in', async () => {
    const tokenFor = (username: string, password = secret) =>
      test.call('/api/tokens', { method: 'POST', body: { username, password } });
    const nameOf = async (answer: Promise<{ json: unknown }>): Promise<unknown> => {
      const { json } = await answer;
      return (await test.app.features.people.list()).find(({ id }) => String(id) === at(json, 'user_id'))?.username;
    };
    const lilei = { mail: 'lilei@example.org' };
    const uids = ['li@lei.example', 'li lei.example', '李雷', '4711'];
    for (const uid of uids) await slapd.add(dnOf(uid), person(uid, uid === '李雷' ? lilei : {}));
    await slapd.add(`cn=twin,${people}`, { ...person('twin'), cn: 'twin' });
    await slapd.add(dnOf('twin'), person('twin'));
    const checked = await tepal('ldap', 'check');
    assert.match(checked.output, /li@lei\.example: li_lei\.example\n/);
    assert.match(checked.output, /李雷: lilei\n/);
    assert.match(checked.output, /can't sign in:\n(?:.*\n)*? {2}"twin" is the user name of several people\n/);

    assert.equal(await nameOf(tokenFor('li@lei.example')), 'li_lei.example');
    assert.equal(await nameOf(tokenFor('LI@lei.example')), 'li_lei.example');
    assert.equal(await nameOf(tokenFor('li_lei.example')), 'li_lei.example');
    assert.equal(await nameOf(tokenFor('li lei.example')), 'li_lei.example2');
    assert.equal(await nameOf(tokenFor('李雷')), 'lilei');
    assert.equal(await nameOf(tokenFor('4711')), 'u4711');
    for (const [name, password] of [
      ['li@lei.example', 'wrong'],
      ['li_lei.example', 'wrong'],
      ['li@*', secret],
      ['twin', secret],
    ] as const)
      assert.equal((await tokenFor(name, password)).status, 401, name);

    // Somebody gets another name: the account stays.
    await slapd.rename(dnOf('李雷'), 'uid=hanmeimei');
    clock.advance(hourMs);
    assert.equal(await nameOf(tokenFor('hanmeimei')), 'lilei');
    const gone = [...uids.filter((uid) => uid !== '李雷'), 'hanmeimei', 'twin'].map((uid) => dnOf(uid));
    for (const dn of [...gone, `cn=twin,${people}`]) await slapd.remove(dn);
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '100');
    await sync();
    await test.app.features.site.changeSetting('sys_ldap_threshold_users_suspension', '10');
  });

  it('lets members of a project follow; administrators stay, and others where it is asked for', async () => {
    const team = `cn=team,${groups}`;
    await slapd.add(team, { objectClass: 'groupOfNames', cn: 'team', member: [dnOf('hans')] });
    const before = await membersOf('101_3');
    assert.match((await tepal('ldap', 'bind', '101_3', team, '--keep-members')).output, /1 added, 0 removed/);
    assert.deepEqual(await membersOf('101_3'), [...before, 'hans'].toSorted(byName));
    assert.match((await tepal('ldap', 'bind', '101_3', team)).output, /0 added, \d+ removed/);
    assert.deepEqual(await membersOf('101_3'), ['ana', 'hans']);
    const removing = await tepal('member', 'remove', 'meadow-scrum', 'hans');
    assert.match(removing.errors, /bound to a directory group/);
    for (const [group, name, reason] of [
      ['101_4', 'team', /can't be bound/],
      ['2', 'team', /can't be bound/],
      ['999', 'team', /no user group/],
      ['101_3', 'nothing', /no group "nothing"/],
      ['101_3', '*', /no group "\*"/],
      ['101_3', `cn=nothing,${groups}`, /no group/],
      ['101_3', 'a=b=c', /no group/],
    ] as const)
      assert.match((await tepal('ldap', 'bind', group, name)).errors, reason);
    await tepal('ldap', 'unbind', '101_3');
  });

  it('binds over REST, after a dry run, for administrators of the project alone', async () => {
    const team = `cn=rest-team,${groups}`;
    await slapd.add(team, { objectClass: 'groupOfNames', cn: 'rest-team', member: [dnOf('hans')] });
    const [quality] = listAt((await test.call('/api/projects/101/user_groups', { as: 'root' })).json)
      .filter((one) => at(one, 'short_name') === 'quality_team')
      .map((one) => String(at(one, 'id')));
    const path = `/api/user_groups/${quality}/directory_group`;
    const before = await membersOf(String(quality));
    const put = { path, method: 'PUT', as: 'ana', body: { name: 'rest-team' }, status: 200 };
    await expectRow(test, { ...put, as: 'local', status: 403 });
    await expectRow(test, { ...put, body: { name: 'nothing' }, status: 404, contains: ['no group'] });
    await expectRow(test, { ...put, body: { name: 'rest-team', bind_option: 'all' }, status: 400 });
    await expectRow(test, { ...put, path: '/api/user_groups/101_4/directory_group', status: 400 });
    const find = { path: `${path}s?query=EST-te`, as: 'ana', status: 200 };
    assert.deepEqual((await expectRow(test, find)).json, ['rest-team']);
    assert.deepEqual((await expectRow(test, { ...find, path: `${path}s?query=*)(` })).json, []);
    await expectRow(test, { ...find, path: `${path}s?query=r`, status: 400 });
    await expectRow(test, { ...find, as: 'local', status: 403 });
    const tried = await expectRow(test, { ...put, path: `${path}?dry_run=true` });
    assert.deepEqual(tried.json, { label: 'rest-team', joined: 1, left: before.length, problem: null });
    assert.deepEqual(await membersOf(String(quality)), before);
    assert.deepEqual((await expectRow(test, put)).json, tried.json);
    assert.deepEqual(await membersOf(String(quality)), ['hans']);
    const uses = await expectRow(test, { path: `/api/user_groups/${quality}/uses`, as: 'ana', status: 200 });
    assert.deepEqual(listAt(uses.json)[0], { kind: 'directory', label: 'rest-team', count: 1 });
    await expectRow(test, { path, method: 'DELETE', as: 'local', status: 403 });
    await expectRow(test, { path, method: 'DELETE', as: 'ana', status: 204 });
    await expectRow(test, { path, method: 'DELETE', as: 'ana', status: 404 });
    const log = await test.app.features.audit.listAll({ kinds: ['group-binding-changed'] }, { limit: 2, offset: 0 });
    assert.deepEqual(
      log.events.map(({ actor, details }) => [actor.name, at(details, 'dn')]),
      [
        ['ana', ''],
        ['ana', team],
      ],
    );
    await slapd.remove(team);
  });

  it('runs by itself every night at ten past midnight', async () => {
    await slapd.add(dnOf('ivo'), person('ivo'));
    await signIn('ivo');
    await slapd.remove(dnOf('ivo'));
    assert.deepEqual([await runNight(), await statusOf('ivo')], [1, 'S']);
  });

  it('checks the servers, searches people and writes templates', async () => {
    const check = await tepal('ldap', 'check');
    assert.equal(check.status, 0, check.errors);
    assert.match(check.output, /ldaps:\/\/127\.0\.0\.1:\d+: responds; \d+ users on the first page, 2 groups/);
    assert.match(check.output, /ada +Ada Countess/);
    const broken = await withSetting('SYS_LDAP_SERVER', 'ldap://127.0.0.1:1', () => tepal('ldap', 'check'));
    assert.equal(broken.status, 1);
    assert.match(broken.errors, /^tepal: 1 of 1 servers can't be used\n$/m);
    assert.match(broken.output, /^ldap:\/\/127\.0\.0\.1:1: connect ECONNREFUSED/);
    const found = await tepal('ldap', 'search', 'countess', '--json');
    assert.deepEqual(
      listAt(JSON.parse(found.output)).map((one) => at(one, 'username')),
      ['ada'],
    );
  });

  it('writes templates that are read back', async () => {
    for (const name of ['openldap', 'active-directory']) {
      const dataDir = join(test.app.dataDir, name);
      const written = await tepal('ldap', 'template', name, '--data', dataDir);
      assert.equal(written.status, 0, written.errors);
      const { warnings, file } = loadSettings({ dataDir, env: {} });
      assert.deepEqual([warnings, file.get('sys_auth_type')?.text], [[], 'ldap']);
      assert.match((await tepal('ldap', 'template', name, '--data', dataDir)).errors, /already exists/);
      assert.match((await tepal('ldap', 'template', name, '--print', '--data', dataDir)).output, /^<\?php/);
    }
    assert.equal((await tepal('ldap', 'template', 'other')).status, 2);
  });
});

describe('synchronisation with Active Directory', { skip: skipSlapd }, () => {
  const guids = new Map<string, Buffer>();
  const normal = '512';
  const disabled = '514';
  const dn = (name: string): string => `cn=${name},${people}`;
  const user = (name: string, userAccountControl = normal): Record<string, string> => ({
    objectClass: 'user',
    cn: name,
    displayName: `${name} (IT)`,
    sn: name,
    sAMAccountName: name,
    userAccountControl,
    mail: `${name}@corp.example.org`,
    userPassword: secret,
  });
  before(async () => {
    slapd = await startSlapd('ActiveDirectory');
    for (const name of ['ada', 'bert', 'cleo']) {
      const guid = randomBytes(16);
      guids.set(name, guid);
      await slapd.add(dn(name), user(name), { objectGUID: guid });
    }
    await slapd.add(`cn=staff,${people}`, { objectClass: 'group', cn: 'staff', sAMAccountName: 'staff' });
    test = await startApp({
      clock,
      archives: [sampleFolder('scrum')],
      settings: ldapSettings(slapd.plainUrl, "$sys_ldap_server_type = 'ActiveDirectory';\n"),
    });
  });
  after(async () => {
    await test.close();
    await slapd.stop();
  });
  beforeEach(() => clock.advance(hourMs));

  it('knows people by account name, and by their GUID as Windows writes it', async () => {
    await signIn('ada');
    const ada = (await test.app.features.people.list()).find(({ username }) => username === 'ada');
    const hex = (guids.get('ada') ?? Buffer.alloc(0)).toString('hex');
    const swapped = /^(..)(..)(..)(..)(..)(..)(..)(..)(....)(.*)$/.exec(hex) ?? [];
    const [, a, b, c, d, e, f, g, h, i, j] = swapped;
    assert.equal(ada?.ldap_id, `${d}${c}${b}${a}-${f}${e}-${h}${g}-${i}-${j}`);
    assert.equal(ada?.real_name, 'ada (IT)');
    const { settings } = await test.app.features.site.current();
    const servers = createDirectoryServers(createLogger('silent'));
    const found = await servers.run(settings, (connection) => findPersonById(connection, settings, ada?.ldap_id ?? ''));
    assert.equal(found?.username, 'ada');
    await signIn('staff', 401);
  });

  it('keeps out, and suspends, whose account is disabled there', async () => {
    await signIn('bert');
    await slapd.modify(dn('bert'), { userAccountControl: disabled });
    const refused = await test.call('/api/tokens', { method: 'POST', body: { username: 'bert', password: secret } });
    assert.deepEqual([refused.status, /disabled in the directory/.test(refused.text)], [401, true]);
    const { events } = await test.app.features.audit.listAll({ kinds: ['sign-in-failed'] }, { limit: 1, offset: 0 });
    assert.partialDeepStrictEqual(events[0]?.details, { reason: 'this account is disabled in the directory' });
    await signIn('bert', 401);
    assert.deepEqual((await sync()).suspended, ['bert']);
    assert.equal(await statusOf('bert'), 'S');
  });

  it('asks for members of a group and of the groups in it at once', async () => {
    await slapd.add(`cn=devs,${groups}`, {
      objectClass: 'group',
      cn: 'devs',
      sAMAccountName: 'dev-team',
      member: [dn('ada'), dn('bert'), dn('cleo')],
    });
    const bound = await tepal('ldap', 'bind', '101_3', 'dev-team', '--keep-members');
    assert.match(bound.output, /is bound to dev-team: 2 added/, bound.errors);
    assert.ok((await membersOf('101_3')).includes('cleo'));
    const byCn = await withSetting('SYS_LDAP_GRP_UID', 'cn', async () => [
      (await tepal('ldap', 'bind', '101_3', 'devs', '--keep-members')).status,
      (await tepal('ldap', 'bind', '101_3', 'dev-team', '--keep-members')).status,
    ]);
    assert.deepEqual(byCn, [0, 1]);
  });

  it('lets everybody leave a group whose only member is a group that was emptied', async () => {
    const group = (cn: string, member: string): Promise<void> =>
      slapd.add(`cn=${cn},${groups}`, { objectClass: 'group', cn, sAMAccountName: cn, member });
    await group('below', dn('cleo'));
    await group('above', `cn=below,${groups}`);
    const [mobileTeam = ''] = listAt((await test.call('/api/projects/101/user_groups', { as: 'root' })).json)
      .filter((one) => at(one, 'short_name') === 'mobile_team')
      .map((one) => String(at(one, 'id')));
    await tepal('ldap', 'bind', mobileTeam, 'below');
    assert.deepEqual(await membersOf(mobileTeam), ['cleo']);
    await slapd.modify(`cn=below,${groups}`, { member: [] });
    const bound = await tepal('ldap', 'bind', mobileTeam, 'above');
    assert.match(bound.output, /is bound to above: 0 added, 1 removed\n/, bound.errors);
    assert.deepEqual(await membersOf(mobileTeam), []);
    await tepal('ldap', 'unbind', mobileTeam);
    for (const cn of ['above', 'below']) await slapd.remove(`cn=${cn},${groups}`);
  });

  it('does nothing at night unless sys_ldap_daily_sync is 1', async () => {
    await slapd.remove(dn('ada'));
    assert.deepEqual([await runNight(), await statusOf('ada')], [0, 'A']);
    assert.deepEqual((await sync()).suspended, ['ada']);
  });

  it('leaves passwords of Tepal alone', async () => {
    await test.addUser('local');
    const answer = await test.call('/api/tokens', {
      method: 'POST',
      body: { username: 'local', password: testPassword },
    });
    assert.equal(answer.status, 200);
  });
});
