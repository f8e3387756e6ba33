// The pages of the account, and people as others see them.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testPassword } from '../support/harness.ts';
import { assertAccessible, openWorld } from '../windows/world.ts';
import type { World } from '../windows/world.ts';

const strong = 'lamp orchard bicycle 42';
let world: World;

before(async () => {
  world = await openWorld("$mail_transport = 'capture';\n");
});
after(() => world.close());

describe('the account', () => {
  it('follows trackers and artifacts, writes as it likes, in one list', async (context) => {
    const page = await world.visit(context, { as: 'bruno' });
    await world.change('/api/artifacts/1/subscription', {
      as: 'bruno',
      method: 'PUT',
      body: { is_subscribed: true },
    });
    const { json } = await world.app.call('/api/artifacts/1', { as: 'bruno' });
    const tracker = typeof json === 'object' && json !== null && 'tracker' in json ? json.tracker : undefined;
    const id = typeof tracker === 'object' && tracker !== null && 'id' in tracker ? Number(tracker.id) : 0;
    await world.change(`/api/trackers/${id}/subscription`, { as: 'bruno', method: 'PUT', body: { level: 'none' } });
    await page.goto('/account/notifications');
    await page.getByRole('button', { name: /E-mails about/ }).click();
    await page.getByRole('option', { name: 'Every change' }).click();
    await page.getByRole('button', { name: /Every change/ }).waitFor();
    await page.getByText('Notify me about my own changes').click();
    await assertAccessible(page);
    await page.getByRole('button', { name: /Tracker default/ }).click();
    await page.getByText('You don’t follow or mute any artifacts').waitFor();
    const read = await world.app.call(`/api/trackers/${id}/subscription`, { as: 'bruno' });
    assert.match(read.text, /"all"/);
    assert.equal(await page.getByText('E-mail is not set up on this site').count(), 0);
    await page.goto('/account/editing');
    await page.getByRole('button', { name: /Format of new texts/ }).waitFor();
    await assertAccessible(page);
  });

  it('makes a key that is shown once, and revokes it', async (context) => {
    const page = await world.visit(context, { as: 'bruno', width: 390, appearance: 'dark', expected: /400/ });
    await page.goto('/account/keys');
    await page.getByLabel('Description').fill('nightly build');
    await page.keyboard.press('Enter');
    const secret = await page.getByRole('dialog').locator('code').innerText();
    assert.match(secret, /^tlp-k1-/);
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('strong', { hasText: 'nightly build' }).waitFor();
    assert.ok(!page.content().includes(secret));
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Revoke nightly build' }).click();
    await page.getByText('You have no keys').waitFor();
    const line = page.getByLabel('Public key');
    await line.fill('ssh-ed25519 AAAA');
    await page.keyboard.press('Enter');
    await page.getByText('is damaged').waitFor();
    await line.fill('ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJZrgMuPKUlzUlW8rd4nBXFMpIgmB8S7ZCgUn1xUqRZk bruno@laptop');
    await page.keyboard.press('Enter');
    await page.locator('strong', { hasText: 'bruno@laptop' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Remove bruno@laptop' }).click();
    await page.getByText('You have no SSH keys').waitFor();
  });

  it('changes the password, ends other sessions, and tells who signed in', async (context) => {
    await world.app.addUser('moss', { realName: 'Moss' });
    const other = await world.visit(context, { as: 'moss', expected: /401/ });
    const page = await world.visit(context, { as: 'moss', expected: /401/, width: 390 });
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
    await assertAccessible(page);
    await page.getByLabel('Current password', { exact: true }).fill(testPassword);
    await page.getByLabel('New password', { exact: true }).fill(strong);
    await page.getByText('Strong', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Your password is changed').waitFor();
    await other.goto('/account/security');
    await other.getByText('Sign in to see your account').waitFor();
  });
});

describe('people', () => {
  it('are seen by their name, with what is shared', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    await page.goto('/users/bruno');
    await page.getByRole('heading', { name: /Bruno/ }).waitFor();
    await page.getByRole('region', { name: 'Projects in common' }).getByRole('link').first().waitFor();
    await page.getByRole('region', { name: 'Open artifacts' }).getByRole('link').first().waitFor();
    await assertAccessible(page);
    await page.goto('/users/nobody-of-this-name');
    await page.getByRole('heading', { name: 'Person not found' }).first().waitFor();
  });
});
