import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { localPath, pageOf } from './addresses.ts';

describe('pageOf', () => {
  const rows: [address: string, page: string][] = [
    ['/plugins/tracker/?aid=12', '/artifacts/12'],
    ['https://forge.example/plugins/tracker/?aid=12&group_id=101', '/artifacts/12'],
    ['/plugins/tracker/?tracker=4', '/trackers/4'],
    ['https://forge.example/goto?key=art&val=12&group_id=101', '/artifacts/12'],
    ['/goto?key=story&val=12&group_id=101', '/artifacts/12'],
    ['/goto?key=git&val=12&group_id=101', '/goto?key=git&val=12&group_id=101'],
    ['/plugins/tracker/?group_id=101', '/projects/101'],
    ['/projects/meadow-scrum/', '/projects/meadow-scrum'],
    ['/goto?key=git&val=app%2Fa1b2&group_id=101', '/repositories?project=101&name=app&commit=a1b2'],
    ['/goto?key=svn&val=paper%2F12&group_id=101', '/subversion?project=101&name=paper&part=revision&revision=12'],
    [
      '/plugins/git/meadow-scrum/tools/app?a=commit&h=a1b2',
      '/repositories?project=meadow-scrum&name=tools%2Fapp&commit=a1b2',
    ],
    ['https://forge.example/users/ana', 'https://forge.example/users/ana'],
  ];
  for (const [address, page] of rows)
    it(`has ${page} for ${address}`, () => {
      assert.equal(pageOf(address), page);
    });
});

it('takes paths of this site alone', () => {
  assert.deepEqual(
    [
      '/artifacts/12?x=1',
      '//elsewhere.example',
      String.raw`/\elsewhere.example`,
      'https://elsewhere.example',
      undefined,
    ].map(localPath),
    ['/artifacts/12?x=1', '/', '/', '/', '/'],
  );
});
