// Engine: both
// Accounts as those who manage them see and make them: imports by CSV, invitations, sessions of others, site rights.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, issueToken, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';

let test: TestApp;
let ana: number;
let manager: number;
before(async () => {
  test = await startApp({ settings: "$mail_transport = 'capture';" });
  ana = await test.addUser('ana');
  manager = await test.addUser('manager');
  await test.app.features.people.grantDelegation('user-management', 'manager');
});
after(() => test.close());

const importing = (csv: string, more: object = {}, as = 'manager') =>
  ({ method: 'POST', path: '/api/account_imports', as, body: { csv, is_dry_run: false, ...more } }) as const;
const mailsTo = async (address: string): Promise<string[]> => {
  const { rows: mails } = await test.app.features.outbox.list(undefined, { limit: 50, offset: 0 });
  return mails.filter(({ recipient }) => recipient === address).map(({ subject }) => subject);
};

describe('POST /account_imports', () => {
  it('takes the separator that the first line says', async () => {
    const csv = '\uFEFFsep=;\r\nusername;email\r\ngus;gus@example.org\r\n';
    const { json } = await expectRow(test, { ...importing(csv, { is_dry_run: true }), status: 200 });
    assert.partialDeepStrictEqual(json, [{ line: 3, username: 'gus', email: 'gus@example.org', problem: null }]);
  });

  it('tells what becomes of each line before it makes any', async () => {
    const csv =
      '\uFEFFusername;email;real_name;status\r\nbea;bea@example.org;"Bea; the first";\r\nANA;x@example.org;;\r\n\r\nbea;b@example.org;;\r\n' +
      'root2;no address;;\r\nadmin;a@example.org;;\r\ncyd;c@example.org;;Q\r\ndora;d@example.org;;R\r\nevi;e@example.org;;;;\r\n"fay;f@example.org;;';
    const { json } = await expectRow(test, { ...importing(csv, { is_dry_run: true }), status: 200 });
    assert.ok(Array.isArray(json));
    assert.partialDeepStrictEqual(json[0], { line: 2, username: 'bea', real_name: 'Bea; the first', status: 'A' });
    const problems = json.map((line) => `${String(at(line, 'line'))} ${String(at(line, 'problem'))}`);
    for (const [index, part] of [
      '2 null',
      '3 the user name "ANA" is already taken',
      '5 the user name "bea" is listed twice',
      '6 "no address" is not a valid e-mail address',
      '7 "admin" is a reserved name',
      '8 the status "Q" is not valid',
      '9 restricted accounts are turned off on this site',
      '10 has 6 cells',
      '11 quotes are not balanced',
    ].entries())
      assert.ok(problems[index]?.startsWith(part), `${problems[index] ?? ''} starts with ${part}`);
    assert.deepEqual(
      json.filter((line) => at(line, 'problem') !== null && typeof at(line, 'i18n.key') !== 'string'),
      [],
    );
    await expectRow(test, { path: '/api/accounts?words=bea', as: 'manager', status: 200, contains: ['[]'] });
  });

  it('makes all or none, and invites their owners', async () => {
    const wrong = importing('username,email\nbea,bea@example.org\nana,a@example.org');
    await expectRow(test, { ...wrong, status: 400, contains: ['line 3', 'taken'] });
    const right = importing('username,email,status\nbea,bea@example.org,\ncyd,cyd@example.org,P', {
      sends_links: true,
    });
    await expectRow(test, { ...right, status: 200 });
    const accounts = listAt((await test.call('/api/accounts?words=example.org', { as: 'manager' })).json);
    assert.deepEqual(
      accounts.filter((one) => /^(?:bea|cyd)$/.test(String(at(one, 'username')))).map((one) => at(one, 'status')),
      ['A', 'P'],
    );
    assert.deepEqual(await mailsTo('bea@example.org'), ['Your account on Tepal']);
    assert.deepEqual(await mailsTo('cyd@example.org'), []);
  });

  it('refuses files that it can’t read, and who does not manage accounts', async () => {
    for (const [csv, said] of [
      ['', 'no column username'],
      ['username\nx', 'no column email'],
      ['username,email,password\nx,x@example.org,y', 'has an unknown column \\"password\\"'],
      ['username,email', 'has no rows'],
      [`username,email\n${'x,x@example.org\n'.repeat(1001)}`, 'import at most 1000 at a time'],
    ] as const)
      await expectRow(test, { ...importing(csv), status: 400, contains: [said] });
    await expectRow(test, { ...importing('username,email\nx,x@example.org', {}, 'ana'), status: 403 });
  });
});

describe('accounts of others', () => {
  const signIn = async (): Promise<string> => {
    const body = { username: 'ana', password: testPassword };
    const { status, headers } = await test.call('/api/sessions', { method: 'POST', body });
    assert.equal(status, 201);
    return headers.get('set-cookie')?.split(';')[0] ?? '';
  };
  const patch = (id: number, values: object, as: string) =>
    ({ method: 'PATCH', path: `/api/users/${id}`, as, body: { values } }) as const;

  it('are invited again, unless nobody could use the link', async () => {
    const path = `/api/accounts/${ana}/invitations`;
    await expectRow(test, { method: 'POST', path, as: 'manager', status: 200 });
    assert.deepEqual(await mailsTo('ana@example.org'), ['Your account on Tepal']);
    await expectRow(test, { ...patch(ana, { status: 'S' }, 'manager'), status: 200 });
    await expectRow(test, { method: 'POST', path, as: 'manager', status: 409 });
    await expectRow(test, { ...patch(ana, { status: 'A' }, 'manager'), status: 200 });
    await expectRow(test, { method: 'POST', path: '/api/accounts/100/invitations', as: 'manager', status: 404 });
  });

  it('show their sessions, which end by name and by suspension', async () => {
    const cookie = await signIn();
    const path = `/api/users/${ana}/sessions`;
    const own = { path: '/api/users/self/email', headers: { cookie, 'sec-fetch-site': 'same-origin' } };
    await expectRow(test, { path, as: 'manager', status: 200, contains: ['"is_current":false'] });
    await expectRow(test, { ...own, status: 200 });
    await expectRow(test, { path, as: 'ana', status: 403 });
    await expectRow(test, { method: 'DELETE', path, as: 'ana', status: 403 });
    const { json } = await expectRow(test, { method: 'DELETE', path, as: 'manager', status: 200 });
    assert.deepEqual(json, { ended: 1 });
    await expectRow(test, { ...own, status: 401 });
    const later = { ...own, headers: { ...own.headers, cookie: await signIn() } };
    await expectRow(test, { ...patch(ana, { status: 'S' }, 'root'), status: 200 });
    await expectRow(test, { path, as: 'root', status: 200, contains: ['[]'] });
    await expectRow(test, { ...patch(ana, { status: 'A' }, 'root'), status: 200 });
    await expectRow(test, { ...later, status: 401 });
  });

  it('become site administrators by site administrators alone, and never the last one less', async () => {
    await expectRow(test, { ...patch(ana, { is_site_admin: true }, 'manager'), status: 403 });
    await expectRow(test, { ...patch(manager, { is_site_admin: true }, 'manager'), status: 403 });
    await expectRow(test, { ...patch(ana, { is_site_admin: true }, 'root'), status: 200 });
    const account = await test.call(`/api/accounts/${ana}`, { as: 'manager' });
    assert.partialDeepStrictEqual(account.json, { username: 'ana', is_site_admin: true, is_in_directory: false });
    await expectRow(test, { path: `/api/users/${ana}/sessions`, as: 'manager', status: 403 });
    await expectRow(test, { ...patch(ana, { is_site_admin: false }, 'root'), status: 200 });
    const root = Number(at((await test.call('/api/users/self', { as: 'root' })).json, 'id'));
    await expectRow(test, { ...patch(root, { is_site_admin: false }, 'root'), status: 409 });
    await test.app.features.site.changeSetting('sys_use_user_registration', '1');
    await test.app.features.site.changeSetting('sys_user_approval', '0');
    await expectRow(test, {
      method: 'POST',
      path: '/api/user_registrations',
      body: {
        username: 'sly',
        email: 's@example.org',
        real_name: 'S',
        password: 'seven silver otters',
        is_site_admin: true,
      },
      status: 201,
    });
    await expectRow(test, {
      path: '/api/accounts?words=sly',
      as: 'root',
      status: 200,
      contains: ['"is_site_admin":false'],
    });
  });
});

describe('a password that is set for somebody', () => {
  const fresh = 'seven silver otters';
  const patch = (id: number, values: object, as?: string) =>
    ({ method: 'PATCH', path: `/api/users/${id}`, ...(as === undefined ? {} : { as }), body: { values } }) as const;
  const tokenBy = async (password: string): Promise<number> =>
    (await test.call('/api/tokens', { method: 'POST', body: { username: 'uma', password } })).status;
  let uma: number;
  before(async () => {
    uma = await test.addUser('uma', { realName: 'Uma Underhill' });
  });

  it('is the business of those who manage accounts, below their own rights, and never of oneself', async () => {
    const root = Number(at((await test.call('/api/users/self', { as: 'root' })).json, 'id'));
    const chief = await test.addUser('chief', { isSiteAdmin: true });
    for (const [id, as, status] of [
      [uma, undefined, 401],
      [uma, 'ana', 403],
      [uma, 'uma', 403],
      [chief, 'manager', 403],
      [manager, 'manager', 403],
      [root, 'root', 403],
    ] as const)
      await expectRow(test, { ...patch(id, { password: fresh, real_name: 'Changed' }, as), status });
    await expectRow(test, { ...patch(100, { password: fresh }, 'root'), status: 403 });
    assert.equal(await tokenBy(testPassword), 200);
    assert.equal(at((await test.call(`/api/accounts/${uma}`, { as: 'root' })).json, 'real_name'), 'Uma Underhill');
    await expectRow(test, { ...patch(chief, { password: fresh }, 'root'), status: 200 });
  });

  it('has to be as strong as one that people choose', async () => {
    for (const password of ['', 'short', 'uma-underhill', 'x'.repeat(1025), 7, null])
      await expectRow(test, { ...patch(uma, { password }, 'root'), status: 400, contains: ['password'] });
    const renamed = { username: 'qxvurtzik', password: 'qxvurtzik' };
    await expectRow(test, { ...patch(uma, renamed, 'root'), status: 400, contains: ['password'] });
    assert.equal(await tokenBy(testPassword), 200);
  });

  it('ends tokens and sessions, is told by mail, and stands in no log', async () => {
    const headers = await issueToken(test.app, 'uma');
    const body = { username: 'uma', password: testPassword };
    const signedIn = await test.call('/api/sessions', { method: 'POST', body });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const own = [headers, { cookie, 'sec-fetch-site': 'same-origin' }].map((sent) => ({
      path: '/api/users/self/email',
      headers: sent,
    }));
    for (const row of own) await expectRow(test, { ...row, status: 200 });
    await expectRow(test, { ...patch(uma, { password: fresh }, 'manager'), status: 200, lacks: [fresh] });
    for (const row of own) await expectRow(test, { ...row, status: 401 });
    assert.deepEqual([await tokenBy(testPassword), await tokenBy(fresh)], [401, 200]);
    assert.deepEqual(await mailsTo('uma@example.org'), ['Your password for Tepal was changed']);
    const { json, text } = await test.call('/api/audit_events?kind=password-changed&limit=1', { as: 'root' });
    assert.equal(at(json, '0.actor.name'), 'manager');
    assert.ok(!text.includes(fresh));
  });

  it('is refused where the directory keeps it', async () => {
    const other = await startApp({
      settings:
        "$sys_auth_type = 'ldap';\n$sys_ldap_server = 'ldaps://127.0.0.1:1';\n$sys_ldap_dn = 'dc=example';\n$sys_ldap_people_dn = 'dc=example';",
    });
    try {
      const [kept, free] = [await other.addUser('kept'), await other.addUser('free')];
      await other.app.features.people.change('kept', { ldapId: 'u-7' });
      const row = patch(kept, { password: fresh }, 'root');
      await expectRow(other, { ...row, status: 403, contains: ['managed in the directory'] });
      await expectRow(other, { ...patch(free, { password: fresh }, 'root'), status: 200 });
    } finally {
      await other.close();
    }
  });
});

describe('a site without mail', () => {
  it('refuses to mail links', async () => {
    await test.app.features.site.changeSetting('mail_transport', 'none');
    const path = `/api/accounts/${ana}/invitations`;
    await expectRow(test, { method: 'POST', path, as: 'manager', status: 409, contains: ['mail_transport'] });
    const gil = importing('username,email\ngil,gil@example.org', { sends_links: true });
    await expectRow(test, { ...gil, status: 409, contains: ['mail_transport'] });
    await expectRow(test, { path: '/api/accounts?words=gil', as: 'manager', status: 200, contains: ['[]'] });
    await expectRow(test, { ...importing('username,email\ngil,gil@example.org'), status: 200 });
  });
});
