// Which person of the directory an account belongs to, over HTTP: a real slapd.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectSameInXml } from '../support/formats/same-in-xml.ts';
import { expectRow, listAt } from '../support/scenario.ts';
import { ldapSettings, people, person, secret, skipSlapd, startSlapd } from '../support/slapd.ts';
import type { Slapd } from '../support/slapd.ts';

const clock = createTestClock(Date.UTC(2026, 10, 1, 12));

describe('links of accounts to a directory', { skip: skipSlapd }, () => {
  let slapd: Slapd;
  let test: TestApp;
  const ids = new Map<string, number>();
  const linkOf = (username: string): string => `/api/accounts/${ids.get(username) ?? 0}/directory_link`;
  const search = async (query: string): Promise<readonly unknown[]> =>
    listAt((await expectRow(test, { path: `/api/directory_people?${query}`, as: 'hanna', status: 200 })).json);
  const identityOf = async (uid: string): Promise<string> => String(at(await search(`query=${uid}`), '0.ldap_id'));
  const change = (username: string, ldapId: string | undefined, as = 'hanna', etag?: string): Promise<Answered> =>
    test.call(linkOf(username), {
      as,
      ...(ldapId === undefined ? { method: 'DELETE' } : { method: 'PUT', body: { ldap_id: ldapId } }),
      ...(etag === undefined ? {} : { headers: { 'if-match': etag } }),
    });
  const signIn = async (username: string, password: string): Promise<number> =>
    (await test.call('/api/tokens', { method: 'POST', body: { username, password } })).status;

  before(async () => {
    slapd = await startSlapd();
    for (const uid of ['nora', 'olaf']) await slapd.add(`uid=${uid},${people}`, person(uid));
    test = await startApp({ clock, settings: ldapSettings(slapd.secureUrl) });
    for (const name of ['hanna', 'bruno', 'nora.k', 'pia']) ids.set(name, await test.addUser(name));
    ids.set('chief', await test.addUser('chief', { isSiteAdmin: true }));
    await test.app.features.people.grantDelegation('user-management', 'hanna');
  });
  after(async () => {
    await test.close();
    await slapd.stop();
  });

  it('are shown, set and removed by who manages accounts, with an entry in the audit log', async () => {
    const before = await test.call(linkOf('nora.k'), { as: 'hanna' });
    assert.deepEqual(before.json, { ldap_id: '', is_directory_used: true });
    const [nora] = await search('query=nora');
    const ldapId = String(at(nora, 'ldap_id'));
    assert.partialDeepStrictEqual(nora, {
      username: 'nora',
      real_name: 'nora of the directory',
      email: 'nora@people.example.org',
      is_disabled: false,
      account: null,
    });
    const etag = String(before.headers.get('etag'));
    assert.equal((await change('nora.k', ldapId, 'hanna', etag)).status, 204);
    assert.equal((await change('nora.k', undefined, 'hanna', etag)).status, 412, 'it was of nobody then');
    assert.equal(at((await test.call(linkOf('nora.k'), { as: 'hanna' })).json, 'ldap_id'), ldapId);
    assert.deepEqual(await search(`ldap_id=${ldapId}`), [{ ...Object(nora), account: 'nora.k' }]);
    for (const path of [
      linkOf('nora.k'),
      `/api/directory_people?ldap_id=${ldapId}`,
      '/api/directory_people?query=olaf',
    ])
      assert.match((await expectSameInXml(test, { path, as: 'hanna', status: 200 })).xml.text, /<ldap_id>[^<]+</);
    // They sign in as the directory knows them, to the account that was linked.
    assert.equal(await signIn('nora', secret), 200);
    assert.equal(
      (await test.app.features.people.list()).some(({ username }) => username === 'nora'),
      false,
    );
    assert.equal((await change('nora.k', ldapId)).status, 204, 'again');
    assert.equal((await change('nora.k', undefined)).status, 204);
    assert.equal((await change('nora.k', undefined)).status, 204, 'again');
    assert.equal(await signIn('nora.k', testPassword), 200);
    const { events } = await test.app.features.audit.listAll(
      { kinds: ['account-changed'], actorId: ids.get('hanna') },
      { limit: 9, offset: 0 },
    );
    assert.deepEqual(
      events.map(({ details }) => details),
      [{ ldapId: '' }, { ldapId }],
    );
  });

  it('are refused to others, above one’s own rights, to nobody and to somebody who has an account', async () => {
    const olaf = await identityOf('olaf');
    assert.equal((await change('pia', olaf)).status, 204);
    const put = (username: string, ldapId: string, as: string) => ({
      path: linkOf(username),
      as,
      method: 'PUT',
      body: { ldap_id: ldapId },
    });
    const rows = [
      { ...put('bruno', olaf, 'hanna'), status: 409, contains: ['pia'] },
      { ...put('bruno', 'nobody', 'hanna'), status: 400, contains: ['nobody', 'ldap_id'] },
      { ...put('bruno', '', 'hanna'), status: 400 },
      { ...put('bruno', olaf, 'bruno'), status: 403 },
      { path: linkOf('pia'), as: 'bruno', method: 'DELETE', status: 403 },
      { path: linkOf('pia'), as: 'bruno', status: 403 },
      { path: '/api/directory_people?query=olaf', as: 'bruno', status: 403 },
      { path: '/api/directory_people', as: 'hanna', status: 400, contains: ['query'] },
      { path: '/api/accounts/99999/directory_link', as: 'hanna', status: 404 },
      { ...put('chief', await identityOf('nora'), 'hanna'), status: 403, contains: ['site-wide permissions'] },
    ];
    for (const row of rows) await expectRow(test, row);
  });

  it('can be removed, but not made, where the directory does not answer or is none', async () => {
    await slapd.stop();
    clock.advance(60_000);
    await expectRow(test, { path: '/api/directory_people?query=olaf', as: 'hanna', status: 503 });
    assert.equal((await change('bruno', 'anybody')).status, 503);
    assert.equal((await change('pia', undefined)).status, 204);
  });
});
