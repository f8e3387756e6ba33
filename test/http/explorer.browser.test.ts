// The explorer in a real browser: a person opens it, signs in, tries GET and POST and sees the answers, while the page
// asks nobody but its own server and breaks none of its own Content-Security-Policy.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { HttpServer } from '../../src/platform/http/index.ts';
import type { Browser, Page } from 'playwright-core';
import { createHttpServer, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { sharedBrowser, stepTimeoutMs } from '../support/browser.ts';

const password = 'correct horse battery staple';

/** Runs in the page before its own scripts. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sourceFile);
});`;

let dataDir: string;
let app: App;
let server: HttpServer;
let origin: string;
let browser: Browser | undefined;
let opened: Visit | undefined;
let whyNoBrowser = '';

interface Visit {
  page: Page;
  /** Errors and warnings of the console, violations of the policy among them, and errors that nothing caught. */
  complaints: string[];
  /** Addresses that the page asked for. */
  asked: string[];
}

/** Drawing the page is most of the work, so that there is one visit for all tests. */
async function openExplorer(browser: Browser): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  page.setDefaultTimeout(stepTimeoutMs);
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript({ content: reportViolations });
  await page.goto(`${origin}/api/explorer`);
  await page.waitForSelector('.opblock');
  return { page, complaints, asked };
}

function visitOf(context: TestContext): Visit | undefined {
  if (opened === undefined) context.skip(`no browser: ${whyNoBrowser}`);
  return opened;
}

async function signIn(page: Page, method: string, secret = password): Promise<void> {
  await page.selectOption('#method', method);
  await page.fill('#username', 'ada');
  await page.fill('#password', secret);
  await page.click('#enter');
}

/** Leaves only what has this text in its tag or path; without a filter the page draws those in view alone. */
async function showTag(page: Page, tag: string): Promise<void> {
  await page.fill('.operation-filter-input', '');
  await page.locator('.operations-virtual').waitFor();
  await page.fill('.operation-filter-input', tag);
  await page.locator(`.opblock-tag[data-tag="${tag}"]`).waitFor();
  await page.locator('.operations-virtual').waitFor({ state: 'detached' });
}

/** What the page shows of the operations below these tags, each once. */
async function listShown(page: Page, tags: Iterable<string>): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const tag of tags) {
    await showTag(page, tag);
    for (const summary of await page.locator('.opblock-summary').allTextContents()) shown.add(summary);
  }
  return shown;
}

/** Opens an operation, fills it in, sends it, closes it; gives the status and the body that the page shows. */
async function tryOperation(
  page: Page,
  id: string,
  fill: (operation: ReturnType<Page['locator']>) => Promise<void>,
): Promise<{ status: string; body: string; curl: string }> {
  await showTag(page, id.slice(0, id.indexOf('-')));
  const operation = page.locator(`[id="operations-${id}"]`);
  await operation.locator('.opblock-summary-control').click();
  await fill(operation);
  await operation.locator('button.execute').click();
  const answer = operation.locator('.live-responses-table .response').first();
  await answer.waitFor();
  const shown = {
    status: (await answer.locator('.response-col_status').innerText()).trim(),
    body: await answer.locator('.response-col_description').innerText(),
    curl: await operation.locator('.curl-command').innerText(),
  };
  const screenshot = process.env['TEPAL_SCREENSHOT'];
  if (screenshot !== undefined) await page.screenshot({ path: screenshot });
  await operation.locator('button.btn-clear').click();
  await operation.locator('.opblock-summary-control').click();
  return shown;
}

async function signOut(page: Page): Promise<void> {
  await page.click('#leave');
  await page.waitForSelector('#sign-in:not([hidden])');
}

const fillSelf = (operation: ReturnType<Page['locator']>): Promise<void> =>
  operation.locator('tr[data-param-name="id"] input').fill('self');

describe('the explorer in a browser', () => {
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tepal-explorer-'));
    mkdirSync(join(dataDir, 'conf'));
    writeFileSync(join(dataDir, 'conf', 'local.inc'), '<?php\n$sys_rest_api_over_http = 1;\n');
    app = await openApp({ dataDir, logLevel: 'silent' });
    await app.features.people.create({ username: 'ada', email: 'ada@example.com', password });
    server = createHttpServer(app);
    origin = await server.listen({ host: '127.0.0.1', port: 0 });
    try {
      browser = await sharedBrowser.borrow();
    } catch (error) {
      if (process.env['TEPAL_REQUIRE_ALL'] === '1') throw error;
      whyNoBrowser = error instanceof Error ? error.message : String(error);
      return;
    }
    opened = await openExplorer(browser);
  });
  after(async () => {
    await opened?.page.context().close();
    if (browser !== undefined) await sharedBrowser.giveBack();
    await server.close();
    await app.close();
    rmSync(dataDir, { recursive: true });
  });

  it('signs in with a token, then GET and POST show their answers', async (context) => {
    const visit = visitOf(context);
    if (visit === undefined) return;
    const { page, complaints, asked } = visit;
    assert.equal(page.url(), `${origin}/api/explorer/`);
    // That all routes are described is tested with the contract; drawing all of them takes the browser long.
    const { routes } = app.features;
    const tags = new Set([routes.at(0)?.tag ?? '', 'Artifacts', 'Git', routes.at(-1)?.tag ?? '']);
    const wanted = routes.filter(({ tag }) => tags.has(tag));
    assert.ok(wanted.length > 30);
    // Others are shown, too: those with such a word in their path.
    const shown = [...(await listShown(page, tags))].join('\n').replaceAll('\u200b', '');
    for (const { url } of wanted) assert.ok(shown.includes(url.replaceAll(/:(\w+)/g, '{$1}')), `${url} in ${shown}`);

    await signIn(page, 'token');
    await page.waitForSelector('#signed-in:not([hidden])');
    assert.match(await page.innerText('#who'), /Signed in as ada with a token/);

    const get = await tryOperation(page, 'Users-getUser', fillSelf);
    assert.equal(get.status, '200');
    assert.match(get.body, /"username": "ada"/);
    assert.match(get.curl, /X-Auth-Token: [0-9a-f]{64}/);

    const post = await tryOperation(page, 'Tokens-createToken', (operation) =>
      operation.locator('textarea.body-param__text').fill(JSON.stringify({ username: 'ada', password })),
    );
    assert.equal(post.status, '200');
    assert.match(post.body, /"token": "[0-9a-f]{64}"/);
    await signOut(page);
    assert.deepEqual(complaints, []);
    assert.deepEqual(
      asked.filter((url) => new URL(url).origin !== origin && !url.startsWith('data:')),
      [],
      'nothing leaves the machine',
    );
  });

  it('sends XML and reads XML', async (context) => {
    const visit = visitOf(context);
    if (visit === undefined) return;
    const { page, complaints } = visit;
    const post = await tryOperation(page, 'Tokens-createToken', async (operation) => {
      await operation.locator('.opblock-section-request-body select').first().selectOption('application/xml');
      await operation.locator('.responses-wrapper .content-type').first().selectOption('application/xml');
      const body = `<request><username>ada</username><password>${password}</password></request>`;
      await operation.locator('textarea.body-param__text').fill(body);
    });
    assert.equal(post.status, '200');
    assert.match(post.body, /<token>[0-9a-f]{64}<\/token>/);
    assert.deepEqual(complaints, []);
  });

  it('signs in with Basic and signs out again', async (context) => {
    const visit = visitOf(context);
    if (visit === undefined) return;
    const { page, complaints } = visit;
    await signIn(page, 'basic');
    await page.waitForSelector('#signed-in:not([hidden])');
    const answer = await tryOperation(page, 'Users-getUser', fillSelf);
    assert.equal(answer.status, '200');
    assert.match(answer.body, /"username": "ada"/);
    assert.match(answer.curl, /Authorization: Basic /);
    await signOut(page);
    const later = await tryOperation(page, 'Users-getUser', fillSelf);
    assert.match(later.body, /"is_anonymous": true/);
    assert.doesNotMatch(later.curl, /Authorization/);
    assert.deepEqual(complaints, []);
  });

  it('says why it refuses a wrong password', async (context) => {
    const visit = visitOf(context);
    if (visit === undefined) return;
    await signIn(visit.page, 'token', 'wrong');
    await visit.page.waitForSelector('#message.refused');
    assert.match(await visit.page.innerText('#message'), /wrong user name or password/);
    assert.ok(await visit.page.isVisible('#sign-in'));
  });
});
