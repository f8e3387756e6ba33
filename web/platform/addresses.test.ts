import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLink } from '../../contract/addresses.ts';
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
      '/\t/elsewhere.example',
      '/\n/elsewhere.example',
      '\t//elsewhere.example',
      '/\t\\elsewhere.example',
      '/.//elsewhere.example',
      String.raw`/.\\elsewhere.example`,
      '/%2e//elsewhere.example/x?y#z',
      'javascript:alert(1)',
      'blob:http://site.invalid/x',
      '//',
    ].map((address) => localPath(address)),
    [
      '/artifacts/12?x=1',
      ...Array.from({ length: 8 }, () => '/'),
      '/elsewhere.example',
      '/elsewhere.example',
      '/elsewhere.example/x?y#z',
      '/',
      '/',
      '/',
    ],
  );
});

it('judges links of people by the parser of addresses', () => {
  assert.deepEqual(
    [
      'https://elsewhere.example/a b?c#d',
      ' HTTP://elsewhere.example',
      '/projects/1',
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,x',
      '//elsewhere.example',
      '/\t/elsewhere.example',
      'https:elsewhere.example',
      'projects/1',
      'https://',
    ].map((address) => readLink(address)),
    [
      'https://elsewhere.example/a%20b?c#d',
      'http://elsewhere.example/',
      '/projects/1',
      ...Array.from({ length: 9 }, () => undefined),
    ],
  );
});
