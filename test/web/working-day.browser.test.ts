// A whole working day of somebody new, before the program that `npm start` starts: sign in, find, change by keyboard, comment, change
// many, another language and look, and the next morning everything is as it was left.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { openVisits } from './journey.ts';

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let folder = '';
let server: ChildProcess | undefined;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-evaluation-'));
});
after(async () => {
  if (server?.kill() === true) await once(server, 'exit');
  await rm(folder, { recursive: true, force: true });
});

interface Account {
  username: string;
  password: string;
}

interface Told {
  base: string;
  sample: Account;
  admin: Account;
}

function readI18n(text: string): Told | undefined {
  const [, base] = /listens at (\S+?)\/?\n/.exec(text) ?? [];
  const [, username, password] = /Sample account: (\S+), password (\S+)\n/.exec(text) ?? [];
  const [, adminPassword] = /Site administrator: admin, password (\S+)/.exec(text) ?? [];
  if (base === undefined || username === undefined || password === undefined || adminPassword === undefined)
    return undefined;
  return { base, sample: { username, password }, admin: { username: 'admin', password: adminPassword } };
}

/** Starts the program on an empty folder; gives what it tells: its address, the sample account, and that of the administrator. */
function evaluate(): Promise<Told> {
  const child = spawn(process.execPath, [program, 'evaluate', '--data', join(folder, 'data'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  let text = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server does not listen: ${text}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const told = readI18n(text);
      if (told !== undefined) resolve(told);
    });
  });
}

async function post(context: BrowserContext, path: string, data: unknown): Promise<void> {
  const answer = await context.request.post(path, { data });
  assert.ok(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`);
}

const rows = (page: Page) => page.getByTestId('report-rows');

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Welcome to Tepal' }).waitFor();
  await page.getByText('Skip', { exact: true }).click();
  await page.getByRole('heading', { name: /Hello Ana/ }).waitFor();
}

/** From anywhere, by words alone. */
async function findTask(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('second factor');
  await page.getByRole('menuitem', { name: /Confirm a transfer with a second factor/ }).click();
  await page.getByRole('heading', { name: /Confirm a transfer/ }).waitFor();
}

async function changeStatus(page: Page): Promise<void> {
  await page.keyboard.press('s');
  await page.getByRole('option', { name: 'In progress', selected: true }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** A picture as a browser hands over what was copied. */
const pastePicture = `(async () => {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d').fillRect(0, 0, 40, 20);
  const picture = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  const clipboardData = new DataTransfer();
  clipboardData.items.add(new File([picture], 'image.png', { type: 'image/png' }));
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
})()`;

/** Sent before the picture has arrived: the comment waits for it. */
async function comment(page: Page): Promise<void> {
  await page.keyboard.press('m');
  await page.keyboard.type('The bank of **Bruno** has no such factor. ');
  await page.evaluate(pastePicture);
  await page.keyboard.press('Control+Enter');
}

/** All tasks of the tracker get another activity at once. */
async function changeTogether(page: Page): Promise<void> {
  await page.goto('/trackers/4');
  await rows(page).getByRole('link').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: /Select all \d+ that match/ }).click();
  await page.keyboard.press('e');
  await page.getByRole('button', { name: 'Set a field' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Set a field' }).fill('Activity');
  await page.keyboard.press('Enter');
  const dialog = page.getByTestId('mass-change');
  await dialog
    .getByRole('button', { name: /Activity/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'Development' }).click();
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByRole('button', { name: /^Change \d+ item/ }).click();
  await page.getByText(/\d+ items changed/).waitFor();
}

it('goes through a working day, and finds it again the next morning', async (context) => {
  const { base, sample, admin } = await evaluate();
  const { visit, close } = await openVisits(base, (opened) => post(opened, '/api/sessions', admin));
  context.after(close);
  const ana = await visit(context, {});
  const other = await visit(context, { as: admin.username });
  await signIn(ana, sample);
  for (const title of ['Draw the receipt', 'Round to the cent'])
    await ana.evaluate(`fetch('/api/artifacts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify({ tracker: { id: 4 }, values_by_field: { title: { value: title } } }))},
    })`);
  await findTask(ana);
  await other.goto(new URL(ana.url()).pathname);
  await other.getByRole('heading', { name: /Confirm a transfer/ }).waitFor();
  await changeStatus(ana);
  await other.getByText('Changed by Ana').waitFor();
  await comment(ana);
  await other.locator('strong', { hasText: 'Bruno' }).waitFor();
  await other.getByRole('img', { name: 'image.png' }).first().waitFor();
  await changeTogether(ana);
  await ana.goto('/account');
  await ana.getByRole('button', { name: /Language/ }).click();
  await ana.getByRole('option', { name: /Français/ }).click();
  await ana.getByRole('button', { name: /Langue/ }).waitFor();
  await ana.goto('/account/appearance');
  await ana.getByText('Violet').click();
  await ana.getByText('Sombre', { exact: true }).click();
  await ana.goto('/trackers/4?where=status%20%3D%20%22Blocked%22');
  await rows(ana)
    .getByRole('link', { name: /Confirm a transfer/ })
    .waitFor();
  const address = ana.url();
  const morning = await ana.context().newPage();
  await ana.close();
  await morning.goto(address);
  await rows(morning)
    .getByRole('link', { name: /Confirm a transfer/ })
    .waitFor();
  const look = 'document.documentElement.dataset.variant + document.documentElement.dataset.appearance';
  assert.equal(await morning.evaluate<string>(look), 'purpledark');
  assert.equal(await morning.evaluate<string>('document.documentElement.lang'), 'fr');
});
