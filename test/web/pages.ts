// Every page of the application, with an address in the sample projects to look at it. A page without one here fails a test.
import type { Page } from 'playwright-core';
import { expectRow } from '../support/scenario.ts';
import { pushSampleCode } from '../support/sample-code.ts';
import type { TestApp } from '../support/harness.ts';
import { pageUrls } from '../../src/features/pages/page-addresses.ts';

export interface PageExample {
  /** As the server writes it, such as /trackers/:tracker. */
  url: string;
  address: string;
  /** A short name for files. */
  name: string;
  /** Who looks at it; `ana` administers both sample projects, `root` the site. Undefined for a page of people who are not signed in. */
  as: string | undefined;
}

/** What stands for the parts of addresses: the scrum project, its tasks, a task with texts, links and people. */
const parts: Readonly<Record<string, string>> = {
  project: 'meadow-scrum',
  tracker: '4',
  id: '17',
  name: 'bruno',
  report: '101',
  text: 'terms',
};
/** Pages whose parts stand for something else. */
const others: Readonly<Record<string, string>> = {
  '/admin/accounts/:id': '/admin/accounts/102',
  '/kanban/:id': '/kanban/1',
  '/kanban/:id/settings': '/kanban/1/settings',
  '/milestones/:id': '/milestones/6',
  '/milestones/:id/planning': '/milestones/2/planning',
  '/milestones/:id/taskboard': '/milestones/5/taskboard',
  '/repositories/:id': '/repositories/1',
  '/repositories/:id/commits': '/repositories/1/commits',
  '/repositories/:id/commits/:commit': '/repositories/1/commits/main',
  '/repositories/:id/compare': '/repositories/1/compare',
  '/repositories/:id/branches': '/repositories/1/branches',
  '/repositories/:id/settings': '/repositories/1/settings',
  '/repositories/:id/pull-requests': '/repositories/1/pull-requests',
  '/subversion/:id': '/subversion/1',
  '/subversion/:id/log': '/subversion/1/log',
  '/subversion/:id/revisions/:revision': '/subversion/1/revisions/1',
  '/subversion/:id/settings': '/subversion/1/settings',
  '/pull-requests/:id': '/pull-requests/1',
};
/** Where a page shows more with a query. */
const queries: Readonly<Record<string, string>> = {
  '/search': '?q=session',
  '/repositories': '?project=meadow-scrum&name=web',
  '/subversion': '?project=meadow-scrum&name=pictures',
  '/repositories/:id/compare': '?base=main&head=topic',
};
const anonymous = new Set([
  '/sign-in',
  '/register',
  '/lost-password',
  '/new-password',
  '/confirm-email',
  '/legal/:text',
]);

/** Throws where the server knows a page with a part that has no example. */
export const listPages = (): PageExample[] =>
  pageUrls.map((url) => {
    const address = (others[url] ?? url).replaceAll(/:(\w+)/g, (_, part: string) => {
      const value = parts[part];
      if (value === undefined) throw new Error(`test/web/pages.ts: what stands for ${part} in ${url}?`);
      return value;
    });
    return {
      url,
      address: `${address}${queries[url] ?? ''}`,
      name: url === '/' ? 'home' : url.slice(1).replaceAll(/[/:]+/g, '-'),
      as: anonymous.has(url) ? undefined : url.startsWith('/admin') ? 'root' : 'ana',
    };
  });

/** Adds to the sample projects what the pages of repositories are about. */
export async function fillPages(test: TestApp): Promise<void> {
  const { id } = await pushSampleCode(test);
  const pull = { repository_id: id, repository_dest_id: id, branch_src: 'topic', branch_dest: 'main' };
  await expectRow(test, { path: '/api/pull_requests', method: 'POST', as: 'bruno', body: pull, status: 201 });
  const pictures = { project_id: 101, name: 'pictures', settings: { layout: ['/trunk'] } };
  await expectRow(test, { path: '/api/svn', method: 'POST', as: 'ana', body: pictures, status: 201 });
}

/** Waits until the page has shown what it is about, and reads nothing more. */
export async function settle(page: Page): Promise<void> {
  try {
    await page.locator('h1').first().waitFor();
    await page.locator('[class*="skeleton"]').first().waitFor({ state: 'detached' });
  } catch (error) {
    throw new Error(`${page.url()} does not come to an end`, { cause: error });
  }
  await page.evaluate('document.fonts.ready.then(() => true)');
}
