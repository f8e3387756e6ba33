// What documents bring: pages ask for none of it again, and it holds nothing but what whoever opens the page may read.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { at, giveTestPassword, headerOf, testPassword } from '../../support/harness.ts';
import { inlinedLengthMax } from '../../../src/features/pages/inlined-answers.ts';
import { openWorld } from '../journey.ts';
import type { World } from '../journey.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

/** Addresses of the answers in a document. */
const broughtBy = (html: string): string[] =>
  [...html.matchAll(/ data-preloaded="([^"]*)"/g)]
    .map(([, address = '']) => address.replaceAll('&amp;', '&'))
    .toSorted();

interface Visit {
  brought: string[];
  asked: string[];
}

/** Opens a page and waits until it shows this and has taken all that its document brought. */
async function visit(page: Page, path: string, shown: string): Promise<Visit> {
  const asked: string[] = [];
  const note = (request: { url(): string }): void => {
    const { pathname, search } = new URL(request.url());
    asked.push(pathname + search);
  };
  page.on('request', note);
  const answer = await page.goto(path);
  await page.locator(shown).first().waitFor();
  await page.locator('script[data-preloaded]').first().waitFor({ state: 'detached' });
  page.off('request', note);
  return { brought: broughtBy((await answer?.text()) ?? ''), asked };
}

const base = ['/api/site', '/api/users/self', '/api/users/self/all_preferences', '/api/sessions/self/storage_key'];
/** Of projects by this name, an empty list where one sees none. */
const byName = `/api/projects?query=${encodeURIComponent('{"shortname":"meadow-scrum"}')}&limit=1`;
/** What the side bar of the scrum project lists of its plans. */
const openMilestones = '/api/projects/101/milestones?fields=slim&limit=10&query=%7B%22status%22%3A%22open%22%7D';
const around = (project: number): string[] => [
  `/api/projects/${project}`,
  `/api/projects/${project}/kanban`,
  `/api/projects/${project}/plannings?limit=50`,
  `/api/projects/${project}/project_services?limit=50`,
  `/api/projects/${project}/side_bar_setting`,
  `/api/projects/${project}/summary`,
  `/api/projects/${project}/trackers?representation=minimal&limit=50&offset=0`,
];

describe('a document', () => {
  it('brings what its page asks for first, so that the page does not', async (context) => {
    const page = await world.visit(context, { as: 'ana' });
    const expectBrought = async (path: string, shown: string, own: readonly string[]): Promise<void> => {
      const { brought, asked } = await visit(page, path, shown);
      for (const address of [...base, ...own]) assert.ok(brought.includes(address), `${path} brings ${address}`);
      assert.deepEqual(
        asked.filter((address) => brought.includes(address)),
        [],
        `${path} asks for what it has`,
      );
    };
    await expectBrought('/', 'h1', ['/api/users/self/history', '/api/users/self/followed_artifacts?limit=30']);
    const list = await world.app.call('/api/projects/101/dashboards', { as: 'ana' });
    const dashboard = `/api/dashboards/${String(at(list.json, '0.id'))}`;
    const home = ['/api/projects/101/dashboards', dashboard, ...around(101)];
    await expectBrought('/projects/meadow-scrum', 'h1:has-text("board")', home);
    await expectBrought('/projects/meadow-scrum/overview', 'h1', [openMilestones, ...around(101)]);
    const reports = '/api/trackers/1/tracker_reports?limit=1000';
    const rows = '[data-testid="report-rows"] a';
    await expectBrought('/trackers/1', rows, ['/api/trackers/1', reports, openMilestones, ...around(101)]);
    await expectBrought('/artifacts/1', 'h1', [
      '/api/artifacts/1?tracker_structure_format=complete&with_allowed_actions=true',
      '/api/artifacts/1/changesets?fields=all&order=desc&limit=31&offset=0',
      ...around(101),
    ]);
    const kanban = await world.app.call('/api/kanban/1', { as: 'ana' });
    const top = '?limit=25&offset=0&fields=%40assigned_to';
    const column = `/api/kanban/1/items${top}&column_id=${String(at(kanban.json, 'columns.0.id'))}`;
    await expectBrought('/kanban/1', 'h1', ['/api/kanban/1', column, ...around(102)]);
  });

  it('brings strangers what everybody may read', async (context) => {
    const page = await world.visit(context);
    const { brought } = await visit(page, '/', '#main');
    assert.deepEqual(brought, base.slice(0, 2));
  });
});

const window = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

/** The cookie of a session of this person. */
async function beginSession(username: string): Promise<string> {
  const { app } = world;
  await giveTestPassword(app.app, username, Date.now());
  const body = { username, password: testPassword };
  const answer = await app.call('/api/sessions', { method: 'POST', body });
  assert.equal(answer.status, 201, answer.text);
  return headerOf(answer, 'set-cookie').split(';', 1)[0] ?? '';
}

async function readDocument(context: TestContext, path: string, headers: Record<string, string>): Promise<string> {
  const answer = await world.app.call(path, { headers: { ...window, ...headers } });
  if (headerOf(answer, 'content-type').startsWith('application/json')) context.skip('the pages are not built');
  assert.match(headerOf(answer, 'cache-control'), /^no-store$/);
  return answer.text;
}

describe('a document asked for by itself', () => {
  it('brings the data of whoever opens a window with it', async (context) => {
    const cookie = await beginSession('ana');
    for (const site of ['none', 'same-origin', 'cross-site']) {
      const html = await readDocument(context, '/artifacts/1', { cookie, 'sec-fetch-site': site });
      assert.match(html, /"username":"ana"/);
      assert.ok(broughtBy(html).length > 8);
      assert.match(html, /<\/body>\s*<\/html>\s*$/);
    }
  });

  it('brings nothing to what is no window, and to a session that is over', async (context) => {
    const cookie = await beginSession('ana');
    for (const headers of [
      { cookie, 'sec-fetch-dest': 'iframe' },
      { cookie, 'sec-fetch-dest': 'script', 'sec-fetch-mode': 'no-cors' },
      { cookie, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
      { cookie: `tepal_session=${'a'.repeat(64)}` },
    ]) {
      const html = await readDocument(context, '/artifacts/1', headers);
      assert.deepEqual(broughtBy(html), []);
      assert.doesNotMatch(html, /"username"/);
    }
  });

  it('brings nothing that its reader could not ask for', async (context) => {
    const { app } = world;
    await app.addUser('otto');
    const cookie = await beginSession('otto');
    const { projects } = app.app.features;
    await projects.change('meadow-scrum', { access: 'private' });
    for (const path of ['/artifacts/1', '/trackers/1', '/projects/meadow-scrum', '/milestones/1']) {
      const html = await readDocument(context, path, { cookie });
      assert.match(html, /"username":"otto"/);
      assert.doesNotMatch(html, /Meadow|"ana"/);
      const refused = broughtBy(html).filter((address) => !base.includes(address));
      assert.deepEqual(refused, path.startsWith('/projects') ? [byName] : [], path);
    }
    await projects.change('meadow-scrum', { access: 'public' });
    assert.match(await readDocument(context, '/artifacts/1', { cookie }), /Meadow/);
  });

  it('asks for pages no longer than what it has room for, so that none is made to be left out', async (context) => {
    const cookie = await beginSession('ana');
    const limits = new Set<number>();
    for (const route of world.app.app.features.routes) {
      const { take } = route;
      route.take = function* (body, source) {
        const bound = yield* take.call(route, body, source);
        return {
          ...bound,
          run(parts, viewer, ...rest) {
            limits.add(viewer.site.settings.answer_limit);
            return bound.run(parts, viewer, ...rest);
          },
        };
      };
      context.after(() => {
        route.take = take;
      });
    }
    const html = await readDocument(context, '/artifacts/1', { cookie });
    assert.match(html, /Meadow/);
    assert.deepEqual([...limits], [inlinedLengthMax]);
  });
});
