// Addresses that mails, bookmarks and wikis hold, and the pages that they lead to.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findNewAddress, oldUrls, pageUrls } from './page-addresses.ts';

const rows: [address: string, page: string | undefined][] = [
  ['/plugins/tracker/?aid=12', '/artifacts/12'],
  ['/plugins/tracker?aid=12&group_id=101', '/artifacts/12'],
  ['/plugins/tracker/?tracker=4', '/trackers/4'],
  ['/plugins/tracker/?tracker=4&report=7', '/trackers/4?report=7'],
  ['/plugins/tracker/?tracker=4&report=x', '/trackers/4'],
  [
    '/plugins/tracker/?tracker=4&report=7&criteria[12]=word&criteria[13][values][]=100&criteria[13][values][]=5&criteria[14]=',
    `/trackers/4?${new URLSearchParams({ report: '7', criteria: '{"12":"word","13":["100","5"]}' }).toString()}`,
  ],
  [
    '/plugins/tracker/?tracker=4&criteria[15][op]=%3E&criteria[15][to_date]=2026-03-01&criteria[x]=1',
    `/trackers/4?${new URLSearchParams({ criteria: '{"15":{"operator":">","value":"2026-03-01"}}' }).toString()}`,
  ],
  ['/plugins/tracker/?func=new-artifact&tracker=4', '/trackers/4/new'],
  ['/plugins/tracker/?report=7', '/reports/7'],
  [
    '/plugins/tracker/?report=7&criteria[12]=word',
    `/reports/7?${new URLSearchParams({ criteria: '{"12":"word"}' }).toString()}`,
  ],
  ['/plugins/tracker/?tracker=4&func=admin', '/trackers/4/administration'],
  ['/plugins/tracker/?tracker=4&func=admin-formElements', '/trackers/4/administration'],
  ['/plugins/tracker/?tracker=4&func=admin-workflow', '/trackers/4/administration/workflow'],
  ['/project/admin/?group_id=101', '/projects/101/administration'],
  ['/project/admin/', '/projects'],
  ['/project/101/admin/members', '/projects/101/administration/members'],
  ['/project/101/admin/services', '/projects/101/administration/services'],
  ['/project/101/admin/labels', '/projects/101/administration'],
  ['/project/101/admin', '/projects/101/administration'],
  ['/projects/meadow-scrum/kanban/', '/projects/meadow-scrum'],
  ['/kanban/?group_id=101', '/projects/101'],
  ['/kanban/1', undefined],
  ['/plugins/agiledashboard/?group_id=102&action=showKanban&id=1', '/kanban/1'],
  ['/plugins/tracker/?group_id=101', '/projects/101'],
  ['/plugins/tracker/', '/projects'],
  ['/plugins/tracker/?aid=1%27%20or', '/projects'],
  ['/goto?key=art&val=12&group_id=101', '/artifacts/12'],
  ['/goto?key=artifact&val=12', '/artifacts/12'],
  ['/goto?key=Story&val=12', '/artifacts/12'],
  ['/goto?key=Story&val=12&group_id=101', undefined],
  ['/goto?key=git&val=app%2Fa1b2c3&group_id=101', '/search?q=git+%23app%2Fa1b2c3'],
  ['/goto?key=git&val=t%2Fapp%2Fa1b2c3d&group_id=101', '/repositories?project=101&name=t%2Fapp&commit=a1b2c3d'],
  ['/plugins/git/?group_id=101', '/projects/101/repositories'],
  ['/plugins/git', '/projects'],
  ['/plugins/git/meadow/web.git?a=commit&h=a1b2c3', '/repositories?project=meadow&name=web&commit=a1b2c3'],
  ['/plugins/git/meadow/web?a=blob&hb=main&f=a%2Fb.ts', '/repositories?project=meadow&name=web&ref=main&path=a%2Fb.ts'],
  ['/plugins/git/meadow-scrum/', '/projects/meadow-scrum/repositories'],
  ['/goto?key=svn&val=12', '/search?q=svn+%2312'],
  ['/goto?key=svn&val=web%2F12&group_id=101', '/subversion?project=101&name=web&part=revision&revision=12'],
  ['/plugins/svn/?group_id=101', '/projects/101/subversion'],
  ['/plugins/svn/', '/projects'],
  ['/plugins/svn/meadow-scrum', '/projects/meadow-scrum/subversion'],
  ['/plugins/svn/meadow-scrum/web/', '/subversion?project=meadow-scrum&name=web'],
  ['/plugins/svn/index.php?root=meadow/web', '/subversion?project=meadow&name=web'],
  [
    '/plugins/svn/?roottype=svn&view=rev&root=meadow/web&revision=12',
    '/subversion?project=meadow&name=web&part=revision&revision=12',
  ],
  [
    '/plugins/svn/meadow/web/trunk/a.c?view=markup&pathrev=7',
    '/subversion?project=meadow&name=web&path=trunk%2Fa.c&revision=7',
  ],
  [
    '/plugins/svn/index.php/meadow/web/trunk?view=log&root=meadow%2Fweb',
    '/subversion?project=meadow&name=web&part=log&path=trunk',
  ],
  ['/goto?key=task', '/search?q=task+%23'],
  ['/plugins/agiledashboard/?group_id=101&planning_id=1&aid=3&action=show', '/milestones/3'],
  ['/plugins/agiledashboard/?aid=3&pane=planning-v2', '/milestones/3/planning'],
  ['/plugins/agiledashboard/?aid=3&pane=cardwall', '/milestones/3/taskboard'],
  ['/plugins/agiledashboard/?aid=3&pane=no-such-pane', '/milestones/3'],
  ['/plugins/agiledashboard/?group_id=101', '/projects/101/backlog'],
  ['/plugins/agiledashboard/', '/projects'],
  ['/taskboard/meadow-scrum/5', '/milestones/5/taskboard'],
  ['/plugins/taskboard/meadow-scrum/5/', '/milestones/5/taskboard'],
  ['/taskboard/meadow-scrum/five', undefined],
  ['/my/', '/'],
  ['/my/?dashboard_id=7', '/dashboards?id=7'],
  ['/projects/meadow-scrum/?dashboard_id=7', '/projects/meadow-scrum/dashboards?id=7'],
  ['/projects/meadow-scrum?dashboard_id=x', undefined],
  ['/account/login.php?return_to=%2Fartifacts%2F12', '/sign-in?next=%2Fartifacts%2F12'],
  ['/account/login.php?return_to=%2F%2Felsewhere.example', '/sign-in'],
  ['/account/login.php?return_to=https%3A%2F%2Felsewhere.example', '/sign-in'],
  ['/account/login.php?return_to=%2F%09%2Felsewhere.example', '/sign-in'],
  ['/account/login.php?return_to=%2F.%2F%2Felsewhere.example', '/sign-in?next=%2Felsewhere.example'],
  ['/softwaremap/trove_list.php', '/projects'],
  ['/project/register.php', '/projects/new'],
  ['/project/new', '/projects/new'],
  ['/projects/meadow-scrum/dashboard', '/projects/meadow-scrum'],
  ['/projects/meadow-scrum/about/', '/projects/meadow-scrum/overview'],
  ['/search/?type_of_search=tracker&words=slow+login', '/search?q=slow+login'],
  ['/search?q=login', undefined],
  ['/projects/meadow-scrum', undefined],
  ['/artifacts/12', undefined],
  ['/api', '/api/explorer/'],
];

describe('findNewAddress', () => {
  for (const [address, page] of rows)
    it(`${address} leads to ${page ?? 'its own page'}`, () => {
      const { pathname, searchParams } = new URL(address, 'http://localhost');
      assert.equal(findNewAddress(pathname, searchParams), page);
    });

  it('never leads elsewhere', () => {
    for (const [, page = '/'] of rows) assert.equal(new URL(page, 'http://localhost').origin, 'http://localhost');
  });

  it('is asked for every address that it knows', () => {
    const matches = (url: string, path: string): boolean =>
      new RegExp(
        `^${url
          .replaceAll('.', String.raw`\.`)
          .replaceAll('*', '.+')
          .replaceAll(/:\w+/g, '[^/]+')}$`,
      ).test(path);
    for (const [address, page] of rows) {
      const path = new URL(address, 'http://localhost').pathname.replace(/(.)\/$/, '$1');
      if (page !== undefined && path !== '/api')
        assert.ok(
          [...oldUrls, ...pageUrls].some((url) => matches(url, path)),
          path,
        );
    }
  });
});
