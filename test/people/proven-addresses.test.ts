// Every door through which an address names an account: a claim that nobody proved names nobody, a proven one its account, and an
// address that several accounts have proven nobody again.
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { mailSettings, mailSiteOf, domain } from '../mail/mail-site.ts';
import type { MailSite } from '../mail/mail-site.ts';
import { skipGit } from '../support/git-client.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { pushSampleCode } from '../support/sample-code.ts';
import type { SampleCode } from '../support/sample-code.ts';
import { expectRow, listAt, sampleFolder } from '../support/scenario.ts';

const email = 'owner@example.org';
const password = 'lamp orchard bicycle 42';
let test: TestApp;
let site: MailSite;
let code: SampleCode;
let pull: number;
let bug: number;
let revision: string;
/** Behind the # of what was mailed to the address. */
let link: string | undefined;

const send = async (method: string, path: string, as: string, status: number, body?: object): Promise<unknown> =>
  (await expectRow(test, { method, path: `/api/${path}`, as, status, ...(body === undefined ? {} : { body }) })).json;

before(async () => {
  test = await startApp({
    archives: [sampleFolder('scrum')],
    settings: `${mailSettings}$mail_in_open_addresses = 1;\n$sys_use_user_registration = 1;\n$sys_user_approval = 0;\n$mail_transport = 'capture';\n`,
  });
  site = await mailSiteOf(test);
  const tracker = await site.tracker('Bugs');
  await send('PUT', `trackers/${tracker}/mail_gateway`, 'root', 200, { enabled: true });
  const values = await Promise.all(
    ['title', 'description'].map(async (name) => ({ field_id: await site.field('Bugs', name), value: name })),
  );
  bug = Number(at(await send('POST', 'artifacts', 'bruno', 201, { tracker: { id: tracker }, values }), 'id'));
  if (skipGit === false) {
    code = await pushSampleCode(test);
    await code.git('checkout', '--quiet', '-B', 'theirs', 'main');
    await code.commit('Theirs', { 'theirs.txt': 'x' });
    await code.git('commit', '--quiet', '--amend', '--no-edit', '--author', `Owner <${email}>`);
    revision = (await code.git('rev-parse', 'HEAD')).trim();
    await code.push('bruno', 'theirs');
    const ends = { repository_id: code.id, repository_dest_id: code.id, branch_src: 'theirs', branch_dest: 'main' };
    pull = Number(at(await send('POST', 'pull_requests', 'bruno', 201, ends), 'id'));
  }
  const claim = { username: 'claimer', real_name: 'Claimer', email, password };
  await send('POST', 'user_registrations', 'bruno', 201, claim);
  const mails = await test.app.database.read.selectFrom('outbox').selectAll().where('recipient', '=', email).execute();
  link = /confirm-email#([\w-]{43})/.exec(JSON.stringify(mails))?.[1];
});
after(async () => {
  await test.close();
  if (skipGit === false) await rm(dirname(code.folder), { recursive: true });
});

const namesIn = (list: readonly unknown[]): unknown[] => list.map((one) => at(one, 'username'));

let written = 0;
/** Names of the accounts that the address is taken for. */
const doors: Readonly<Record<string, () => Promise<unknown[]>>> = {
  async 'the sender of a mail'() {
    const head = `From: Owner <${email}>\r\nSubject: Re: bug\r\nMessage-ID: <p${++written}@mail.example.org>`;
    const [settled] = await site.receive(`${head}\r\n\r\nAs I said.\r\n`, `artifact+${bug}@${domain}`);
    assert.ok(settled !== undefined);
    const submitters = test.app.database.read
      .selectFrom('changesets')
      .innerJoin('users', 'users.id', 'changesets.submitted_by')
      .select('username')
      .where('changesets.id', '=', settled.changeset ?? 0);
    return namesIn(await submitters.execute());
  },
  async 'a new member of a group'() {
    const made = { project_id: 101, short_name: `owners${++written}` };
    const group = String(at(await send('POST', 'user_groups', 'ana', 201, made), 'id'));
    const body = { user_references: [{ email }] };
    const path = `/api/user_groups/${group}/users`;
    const { status, text } = await test.call(path, { method: 'PUT', as: 'ana', body });
    assert.ok(status === 200 || (status === 400 && text.includes(email)), text);
    return namesIn(listAt(await send('GET', `user_groups/${group}/users`, 'ana', 200)));
  },
  async 'somebody who is invited'() {
    const answer = await send('POST', 'invitations', 'ana', 201, { emails: [email], project_id: 101 });
    const [added, present] = ['known_users_added_to_project_members', 'already_project_members'];
    const known = [...listAt(answer, added), ...listAt(answer, present)];
    return known.map((one) => /\((.*)\)/.exec(String(at(one, 'display_name')))?.[1]);
  },
  async 'a search for people'() {
    const query = encodeURIComponent(JSON.stringify({ email }));
    return namesIn(listAt(await send('GET', `users?query=${query}`, 'bruno', 200)));
  },
  ...(skipGit === false
    ? {
        async 'the author of a commit'() {
          const commit = await send('GET', `git/${code.id}/commits/${revision}`, 'bruno', 200);
          const author = at(commit, 'author');
          return author === null ? [] : namesIn([author]);
        },
        async 'a reviewer'() {
          const path = `pull_requests/${pull}/reviewers`;
          await send('PUT', path, 'bruno', 204, { users: [] });
          const body = { users: [{ email }] };
          const { status, text } = await test.call(`/api/${path}`, { method: 'PUT', as: 'bruno', body });
          assert.ok(status === 204 || (status === 400 && text.includes('is not an existing user')), text);
          return namesIn(listAt(await send('GET', path, 'bruno', 200), 'users'));
        },
      }
    : {}),
};

describe('an address that somebody registered with', () => {
  const all = async (): Promise<Record<string, unknown[]>> => {
    const found: Record<string, unknown[]> = {};
    for (const [door, open] of Object.entries(doors)) found[door] = await open();
    return found;
  };
  const everywhere = (names: readonly string[]): Record<string, readonly string[]> =>
    Object.fromEntries(Object.keys(doors).map((door) => [door, names]));

  it('names nobody by any door as long as nothing proves it', async () => {
    assert.deepEqual(await all(), everywhere([]));
    const query = encodeURIComponent(JSON.stringify({ email }));
    assert.deepEqual(namesIn(listAt(await send('GET', `users?query=${query}`, 'root', 200))), ['claimer']);
  });

  it('names the account once it is confirmed by the link that was mailed to it', async () => {
    await send('POST', 'email_confirmations', 'bruno', 200, { link });
    assert.deepEqual(await all(), everywhere(['claimer']));
  });

  it('names nobody alone once an administrator gives it to another account, too', async () => {
    await test.app.features.people.create({ username: 'other', email });
    const found = await all();
    assert.deepEqual(found['a search for people'], ['claimer', 'other']);
    assert.deepEqual({ ...found, 'a search for people': [] }, everywhere([]));
  });
});
